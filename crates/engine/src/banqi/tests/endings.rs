//! The tables of endings say what the rules say.

use super::super::tablebase::{Tablebase, TablebaseResult, tables_for_search};
use super::*;
use tetrarch_rules::Seat;
use tetrarch_rules::banqi::{Piece, Square};

/// The fates of one choice of pieces by nothing but the rules: every position, played until nothing changes.
mod by_the_rules {
    use super::*;
    use std::collections::HashMap;

    /// Plies to the end of each position that ends by force; who wins follows from whether they are odd.
    pub(super) struct Solved(HashMap<String, u32>);

    fn name(game: &Banqi) -> String {
        let text = game.to_string();
        let mut fields = text.split(' ');
        format!("{} {}", fields.next().expect("a board"), fields.next().expect("a side"))
    }

    impl Solved {
        pub(super) fn plies(&self, game: &Banqi) -> Option<u32> {
            self.0.get(&name(game)).copied()
        }

        /// Sweeps over all positions again and again: after sweep `n` all that end within `n` plies are known.
        pub(super) fn new(positions: &[Banqi], smaller: &[&Solved]) -> Solved {
            let mut known: HashMap<String, u32> = smaller
                .iter()
                .flat_map(|solved| solved.0.iter().map(|(name, plies)| (name.clone(), *plies)))
                .collect();
            let open: Vec<(String, Vec<Option<String>>)> = positions
                .iter()
                .filter(|game| game.outcome().is_none())
                .map(|game| (name(game), children(game, &mut known)))
                .collect();
            let longest = 60;
            for sweep in 1..=longest {
                for (name, children) in &open {
                    if !known.contains_key(name)
                        && let Some(plies) = settled(children, &known, sweep)
                    {
                        known.insert(name.clone(), plies);
                    }
                }
            }
            Solved(known)
        }
    }

    /// The names of the positions after each move; the lost ones are noted.
    fn children(game: &Banqi, known: &mut HashMap<String, u32>) -> Vec<Option<String>> {
        let mut moves = Vec::new();
        game.legal_actions(&mut moves);
        let after = |action| {
            let mut after = *game;
            after.play(action);
            let name = name(&after);
            if after.outcome().is_some() {
                known.insert(name.clone(), 0);
            }
            Some(name)
        };
        moves.into_iter().map(after).collect()
    }

    /// The plies to the end if they are exactly `sweep`.
    fn settled(children: &[Option<String>], known: &HashMap<String, u32>, sweep: u32) -> Option<u32> {
        let plies = |child: &Option<String>| child.as_ref().and_then(|name| known.get(name)).copied();
        let quickest = children.iter().filter_map(plies).filter(|plies| plies % 2 == 0).min();
        if let Some(quickest) = quickest {
            return (quickest + 1 == sweep).then_some(sweep);
        }
        let all: Option<Vec<u32>> = children.iter().map(plies).collect();
        all.and_then(|all| all.into_iter().max()).filter(|slowest| slowest + 1 == sweep).map(|n| n + 1)
    }
}
use by_the_rules::Solved;

/// A position with these pieces and nothing face-down.
fn position(pieces: &[(Piece, Square)], red_to_move: bool, options: &Options) -> Option<Banqi> {
    let mut board = vec![vec!['.'; 8]; 4];
    for (piece, square) in pieces {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        if board[rank][file] != '.' {
            return None;
        }
        board[rank][file] = piece.letter();
    }
    let ranks: Vec<String> = board.iter().rev().map(|rank| rank.iter().collect()).collect();
    let mut gone = String::new();
    for piece in Piece::all() {
        let standing = pieces.iter().filter(|(other, _)| *other == piece).count();
        let taken = usize::from(piece.role().count_per_side()).checked_sub(standing)?;
        gone.extend(vec![piece.letter(); taken]);
    }
    let (side, seat, ply) = if red_to_move { ('r', 1, 101) } else { ('b', 2, 102) };
    let text = format!("{} {side} {seat} {gone} 0 {ply} -", ranks.join("/"));
    Banqi::parse(&text, options).ok()
}

/// All positions with these pieces, each side to move.
fn all_positions(letters: &str, options: &Options) -> Vec<Banqi> {
    let pieces: Vec<Piece> = letters.chars().filter_map(Piece::from_letter).collect();
    let squares: Vec<Square> = Square::all().collect();
    let mut found = Vec::new();
    for number in 0..squares.len().pow(pieces.len() as u32) {
        let mut rest = number;
        let placed: Vec<(Piece, Square)> = pieces
            .iter()
            .map(|piece| {
                let square = squares[rest % squares.len()];
                rest /= squares.len();
                (*piece, square)
            })
            .collect();
        found.extend([true, false].into_iter().filter_map(|red| position(&placed, red, options)));
    }
    found
}

fn random_ending(luck: &mut Rng, pieces: usize, options: &Options) -> Option<Banqi> {
    let squares: Vec<Square> = Square::all().collect();
    let kinds: Vec<Piece> = Piece::all().collect();
    let placed: Vec<(Piece, Square)> = (0..pieces)
        .map(|_| (*luck.choose(&kinds).expect("a piece"), *luck.choose(&squares).expect("a square")))
        .collect();
    position(&placed, luck.below(2) == 0, options).filter(|game| game.outcome().is_none())
}

fn endings(game: &Banqi) -> Tablebase {
    tables_for_search(game, false, &|| false).expect("near the endings")
}

fn plies(fate: TablebaseResult) -> Option<u32> {
    match fate {
        TablebaseResult::Draw => None,
        TablebaseResult::Win(plies) | TablebaseResult::Loss(plies) => Some(plies),
    }
}

/// All positions of some pieces, by the table and by the rules alone.
fn agree(letters: &str, smaller: &[&Solved], options: &Options) -> Solved {
    let positions = all_positions(letters, options);
    let solved = Solved::new(&positions, smaller);
    let tables = endings(&positions[0]);
    for game in positions.iter().filter(|game| game.outcome().is_none()) {
        let fate = tables.probe(game).expect("a table");
        assert_eq!(plies(fate), solved.plies(game), "{game}");
        assert!(!matches!(fate, TablebaseResult::Win(plies) if plies % 2 == 0), "{game}");
    }
    solved
}

/// Options without limits: tables know none.
fn endless() -> Options {
    serde_json::from_str(r#"{"preset":"document"}"#).expect("options")
}

#[test]
fn tables_say_of_every_position_what_the_rules_say() {
    let options = endless();
    let gc = agree("gC", &[], &options);
    // A general and a cannon against a chariot: what remains is a general or a cannon against it.
    let qc = agree("qC", &[], &options);
    agree("gqC", &[&gc, &qc], &options);
    let taiwanese: Options =
        serde_json::from_str(r#"{"preset":"document","pawn_takes_cannon":false}"#).expect("options");
    agree("pQ", &[], &taiwanese);
}

#[test]
fn tables_say_what_a_search_without_them_finds() {
    let (mut luck, mut compared) = (Rng::new(11), 0);
    while compared < 120 {
        let pieces = 2 + luck.below(3) as usize;
        let Some(game) = random_ending(&mut luck, pieces, &usual()) else { continue };
        let Some(fate) = endings(&game).probe(&game) else { continue };
        let Some(distance) = plies(fate).filter(|plies| *plies <= 5) else { continue };
        let found = search_by_the_rules(&game, distance);
        let signed =
            if matches!(fate, TablebaseResult::Win(_)) { distance as i32 } else { -(distance as i32) };
        assert_eq!(found.plies_to_end(), Some(signed), "{game}");
        compared += 1;
    }
}

/// Alpha-beta to a depth, with nothing but the rules.
fn search_by_the_rules(game: &Banqi, plies: u32) -> Score {
    fn best(game: &Banqi, ply: usize, depth: u32, alpha: Score, beta: Score) -> Score {
        if let Some(outcome) = game.outcome() {
            let seat: Seat = game.acting_seat();
            let won = outcome.points(seat).value() > 0.75;
            return if won { Score::won_in(ply) } else { Score::lost_in(ply) };
        }
        if depth == 0 {
            return Score::DRAW;
        }
        let mut moves = Vec::new();
        game.legal_actions(&mut moves);
        let mut alpha = alpha;
        for action in moves {
            let mut after = *game;
            after.play(action);
            alpha = alpha.max(-best(&after, ply + 1, depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
    best(game, 0, plies, Score::WORST, Score::BEST)
}

#[test]
fn an_engine_with_tables_wins_what_is_won_as_fast_as_it_can() {
    let (mut luck, mut won) = (Rng::new(12), 0);
    while won < 12 {
        let Some(mut game) = random_ending(&mut luck, 4, &usual()) else { continue };
        let Some(TablebaseResult::Win(distance)) = endings(&game).probe(&game) else { continue };
        if distance < 9 {
            continue;
        }
        let winner = game.acting_seat();
        for ply in 0..distance {
            assert!(game.outcome().is_none(), "over after {ply} of {distance} plies");
            let thought = think(
                &BanqiSearchGame::default(),
                &game,
                SearchLimits::nodes(2_000),
                SearchFlags::ALL,
                (1, 1),
            );
            game.play(thought.lines[0].moves[0]);
        }
        assert_eq!(game.outcome().map(|outcome| outcome.points(winner).value()), Some(1.0), "{game}");
        won += 1;
    }
}

#[test]
fn a_win_beyond_the_limit_of_quiet_plies_is_not_promised() {
    let short: Options = serde_json::from_str(r#"{"quiet_limit":6}"#).expect("options");
    let mut luck = Rng::new(13);
    let mut seen = 0;
    while seen < 10 {
        let Some(game) = random_ending(&mut luck, 2, &short) else { continue };
        let Some(TablebaseResult::Win(distance)) = endings(&game).probe(&game) else { continue };
        if distance <= 8 {
            continue;
        }
        // One capture ends it, so a win in more plies than the limit allows is none.
        let thought =
            think(&BanqiSearchGame::default(), &game, SearchLimits::nodes(20_000), SearchFlags::ALL, (1, 1));
        assert!(thought.lines[0].score.plies_to_end().is_none(), "{game}: {:?}", thought.lines[0]);
        seen += 1;
    }
}

#[test]
fn threads_do_not_change_what_is_known() {
    let (mut luck, mut seen) = (Rng::new(14), 0);
    while seen < 12 {
        let Some(game) = random_ending(&mut luck, 4, &usual()) else { continue };
        let Some(fate) = endings(&game).probe(&game) else { continue };
        let told = |threads| {
            think(&BanqiSearchGame::default(), &game, SearchLimits::depth(4), SearchFlags::ALL, (1, threads))
                .lines[0]
                .score
        };
        let expected = match fate {
            TablebaseResult::Draw => None,
            TablebaseResult::Win(plies) => Some(plies as i32),
            TablebaseResult::Loss(plies) => Some(-(plies as i32)),
        };
        for threads in 1..=4 {
            assert_eq!(told(threads).plies_to_end(), expected, "{threads} threads: {game}");
        }
        seen += 1;
    }
}

/// Every ending of four pieces that fits the pieces a side has, all tables made: how long the longest win is.
#[test]
#[ignore = "long: make prove"]
fn prove_no_ending_of_four_pieces_takes_longer_than_its_table_can_say() {
    let (mut luck, mut longest) = (Rng::new(15), 0);
    let begun = std::time::Instant::now();
    for _ in 0..20_000 {
        let Some(game) = random_ending(&mut luck, 4, &usual()) else { continue };
        let Some(fate) = endings(&game).probe(&game) else { continue };
        longest = longest.max(plies(fate).unwrap_or(0));
    }
    println!(
        "the longest of them takes {longest} plies; all tables and questions took {:?}",
        begun.elapsed()
    );
    assert!(longest < 200);
}
