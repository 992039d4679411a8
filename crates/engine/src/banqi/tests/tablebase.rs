//! The endgame tables agree with the rules.

use super::super::tablebase::{Tablebase, TablebaseResult, tables_for_search};
use super::*;
use tetrarch_rules::Seat;
use tetrarch_rules::banqi::{Piece, Square};

/// Solves one combination of pieces from the rules alone, by iterating over every position until nothing
/// changes.
mod solver {
    use super::*;
    use std::collections::HashMap;

    /// Plies to the end of each position with a forced end; an odd number is a win for the side to move.
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

        /// Sweeps over all positions: after sweep `n`, every position that ends within `n` plies is known.
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
                        && let Some(plies) = resolve(children, &known, sweep)
                    {
                        known.insert(name.clone(), plies);
                    }
                }
            }
            Solved(known)
        }
    }

    /// The names of the positions after each move. Adds finished positions to `known`.
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
    fn resolve(children: &[Option<String>], known: &HashMap<String, u32>, sweep: u32) -> Option<u32> {
        let plies = |child: &Option<String>| child.as_ref().and_then(|name| known.get(name)).copied();
        let quickest = children.iter().filter_map(plies).filter(|plies| plies % 2 == 0).min();
        if let Some(quickest) = quickest {
            return (quickest + 1 == sweep).then_some(sweep);
        }
        let all: Option<Vec<u32>> = children.iter().map(plies).collect();
        all.and_then(|all| all.into_iter().max()).filter(|slowest| slowest + 1 == sweep).map(|n| n + 1)
    }
}
use solver::Solved;

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
    let mut captured = String::new();
    for piece in Piece::all() {
        let on_board = pieces.iter().filter(|(other, _)| *other == piece).count();
        let taken = usize::from(piece.role().count_per_side()).checked_sub(on_board)?;
        captured.extend(vec![piece.letter(); taken]);
    }
    let (side, seat, ply) = if red_to_move { ('r', 1, 101) } else { ('b', 2, 102) };
    let text = format!("{} {side} {seat} {captured} 0 {ply} -", ranks.join("/"));
    Banqi::parse(&text, options).ok()
}

/// All positions with these pieces, with either side to move.
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

fn random_ending(rng: &mut Rng, pieces: usize, options: &Options) -> Option<Banqi> {
    let squares: Vec<Square> = Square::all().collect();
    let kinds: Vec<Piece> = Piece::all().collect();
    let placed: Vec<(Piece, Square)> = (0..pieces)
        .map(|_| (*rng.choose(&kinds).expect("a piece"), *rng.choose(&squares).expect("a square")))
        .collect();
    position(&placed, rng.below(2) == 0, options).filter(|game| game.outcome().is_none())
}

fn tablebase(game: &Banqi) -> Tablebase {
    tables_for_search(game, false, &|| false).expect("close enough to the endings")
}

fn plies(result: TablebaseResult) -> Option<u32> {
    match result {
        TablebaseResult::Draw => None,
        TablebaseResult::Win(plies) | TablebaseResult::Loss(plies) => Some(plies),
    }
}

/// Compares the table with the rules on every position of some pieces.
fn check_table(letters: &str, smaller: &[&Solved], options: &Options) -> Solved {
    let positions = all_positions(letters, options);
    let solved = Solved::new(&positions, smaller);
    let tables = tablebase(&positions[0]);
    for game in positions.iter().filter(|game| game.outcome().is_none()) {
        let result = tables.probe(game).expect("a table");
        assert_eq!(plies(result), solved.plies(game), "{game}");
        assert!(!matches!(result, TablebaseResult::Win(plies) if plies % 2 == 0), "{game}");
    }
    solved
}

/// Options without limits, since the tables ignore limits.
fn unlimited_options() -> Options {
    serde_json::from_str(r#"{"preset":"document"}"#).expect("options")
}

#[test]
fn tables_agree_with_the_rules_on_every_position() {
    let options = unlimited_options();
    let gc = check_table("gC", &[], &options);
    // A general and a cannon against a chariot: after a capture, a general or a cannon is left against it.
    let qc = check_table("qC", &[], &options);
    check_table("gqC", &[&gc, &qc], &options);
    let taiwanese: Options =
        serde_json::from_str(r#"{"preset":"document","pawn_takes_cannon":false}"#).expect("options");
    check_table("pQ", &[], &taiwanese);
}

#[test]
fn tables_agree_with_a_search_without_them() {
    let (mut rng, mut compared) = (Rng::new(11), 0);
    while compared < 120 {
        let pieces = 2 + rng.below(3) as usize;
        let Some(game) = random_ending(&mut rng, pieces, &Options::default()) else { continue };
        let Some(result) = tablebase(&game).probe(&game) else { continue };
        let Some(distance) = plies(result).filter(|plies| *plies <= 5) else { continue };
        let found = alpha_beta(&game, distance);
        let signed =
            if matches!(result, TablebaseResult::Win(_)) { distance as i32 } else { -(distance as i32) };
        assert_eq!(found.plies_to_end(), Some(signed), "{game}");
        compared += 1;
    }
}

/// Alpha-beta to a fixed depth from the rules alone.
fn alpha_beta(game: &Banqi, plies: u32) -> Score {
    fn best(game: &Banqi, ply: usize, depth: u32, alpha: Score, beta: Score) -> Score {
        if let Some(outcome) = game.outcome() {
            let seat: Seat = game.seat_to_move();
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
fn with_tables_the_engine_wins_in_the_fewest_plies() {
    let (mut rng, mut won) = (Rng::new(12), 0);
    while won < 12 {
        let Some(mut game) = random_ending(&mut rng, 4, &Options::default()) else { continue };
        let Some(TablebaseResult::Win(distance)) = tablebase(&game).probe(&game) else { continue };
        if distance < 9 {
            continue;
        }
        let winner = game.seat_to_move();
        for ply in 0..distance {
            assert!(game.outcome().is_none(), "the game ended after {ply} of {distance} plies");
            let result = search(
                &BanqiSearchGame::default(),
                &game,
                SearchLimits::nodes(2_000),
                SearchFlags::ALL,
                (1, 1),
            );
            game.play(result.lines[0].moves[0]);
        }
        assert_eq!(game.outcome().map(|outcome| outcome.points(winner).value()), Some(1.0), "{game}");
        won += 1;
    }
}

#[test]
fn a_win_beyond_the_quiet_move_limit_is_not_reported() {
    let short: Options = serde_json::from_str(r#"{"quiet_limit":6}"#).expect("options");
    let mut rng = Rng::new(13);
    let mut seen = 0;
    while seen < 10 {
        let Some(game) = random_ending(&mut rng, 2, &short) else { continue };
        let Some(TablebaseResult::Win(distance)) = tablebase(&game).probe(&game) else { continue };
        if distance <= 8 {
            continue;
        }
        // A capture would end the game, so a win that takes more plies than the limit allows is not a win.
        let result =
            search(&BanqiSearchGame::default(), &game, SearchLimits::nodes(20_000), SearchFlags::ALL, (1, 1));
        assert!(result.lines[0].score.plies_to_end().is_none(), "{game}: {:?}", result.lines[0]);
        seen += 1;
    }
}

#[test]
fn threads_do_not_change_tablebase_scores() {
    let (mut rng, mut seen) = (Rng::new(14), 0);
    while seen < 12 {
        let Some(game) = random_ending(&mut rng, 4, &Options::default()) else { continue };
        let Some(result) = tablebase(&game).probe(&game) else { continue };
        let score = |threads| {
            search(&BanqiSearchGame::default(), &game, SearchLimits::depth(4), SearchFlags::ALL, (1, threads))
                .lines[0]
                .score
        };
        let expected = match result {
            TablebaseResult::Draw => None,
            TablebaseResult::Win(plies) => Some(plies as i32),
            TablebaseResult::Loss(plies) => Some(-(plies as i32)),
        };
        for threads in 1..=4 {
            assert_eq!(score(threads).plies_to_end(), expected, "{threads} threads: {game}");
        }
        seen += 1;
    }
}

/// Samples endings of four pieces, which builds all tables, and reports the longest win.
#[test]
#[ignore = "slow (make prove)"]
fn prove_no_four_piece_ending_is_longer_than_a_table_can_store() {
    let (mut rng, mut longest) = (Rng::new(15), 0);
    let started = std::time::Instant::now();
    for _ in 0..20_000 {
        let Some(game) = random_ending(&mut rng, 4, &Options::default()) else { continue };
        let Some(result) = tablebase(&game).probe(&game) else { continue };
        longest = longest.max(plies(result).unwrap_or(0));
    }
    println!(
        "the longest win takes {longest} plies; building and probing all tables took {:?}",
        started.elapsed()
    );
    assert!(longest < 200);
}
