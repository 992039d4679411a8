//! Banqi problems: the side to move wins whatever the opponent plays and whatever flips reveal, and no
//! solution is shorter than the stated number of plies.

use std::collections::HashMap;
use tetrarch_engine::banqi::BanqiSearchGame;
use tetrarch_engine::{AlphaBetaSearch, Rng, SearchInput, Searcher as _};
use tetrarch_rules::banqi::{Action, Banqi, Colour, Piece, Square};
use tetrarch_rules::{Points, Position as _, Seat, Turn};
use tetrarch_table::search::{SearchLimits, SearchRequest};

/// The side to move wins in this many plies.
struct Problem {
    game: Banqi,
    plies: u32,
}

fn problems() -> Vec<Problem> {
    let lines = include_str!("problems.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (plies, text) = line.split_once(' ').unwrap();
            let game = Banqi::parse(text, &Default::default()).unwrap();
            Problem { game, plies: plies.parse().unwrap() }
        })
        .collect()
}

/// The actions of a seat or of chance.
fn branches(game: &Banqi) -> Vec<Action> {
    let mut actions = Vec::new();
    game.perft_actions(&mut actions);
    actions
}

fn after(game: &Banqi, action: Action) -> Banqi {
    let mut next = *game;
    next.play(action);
    next
}

/// Brute force: whether `seat` is certain to win within `plies`.
fn wins(game: &Banqi, seat: Seat, plies: u32) -> bool {
    Solver { seat, known: HashMap::new() }.wins(game, plies)
}

/// A brute-force solver. It memoises results, since many moves transpose.
struct Solver {
    seat: Seat,
    known: HashMap<(u64, u32), bool>,
}

impl Solver {
    fn wins(&mut self, game: &Banqi, plies: u32) -> bool {
        let actor = match game.turn() {
            Turn::Over => return game.outcome().is_some_and(|end| end.points(self.seat) == Points::WIN),
            // A flip and what it reveals count as one ply.
            Turn::Chance => {
                return branches(game).into_iter().all(|reveal| self.wins(&after(game, reveal), plies));
            }
            Turn::Seat(actor) => actor,
        };
        if plies == 0 {
            return false;
        }
        if let Some(known) = self.known.get(&(game.key(), plies)) {
            return *known;
        }
        let mut next = branches(game).into_iter().map(|action| after(game, action));
        let won = if actor == self.seat {
            next.any(|game| self.wins(&game, plies - 1))
        } else {
            next.all(|game| self.wins(&game, plies - 1))
        };
        self.known.insert((game.key(), plies), won);
        won
    }
}

fn solve(game: &Banqi, nodes: u64, threads: usize) -> (Option<i32>, Action) {
    let mut search = AlphaBetaSearch::new(BanqiSearchGame::default(), 8, threads);
    let limits = SearchLimits { depth: Some(12), nodes: Some(nodes), time: None };
    let request = SearchRequest::within(limits);
    let input = SearchInput { position: game, history: &[], request: &request, for_play: false };
    let line = search.search(&input, &mut |_| {}).lines.remove(0);
    (line.score.plies_to_end(), line.moves[0])
}

#[test]
fn there_are_at_least_twenty_problems_without_a_shorter_solution() {
    let problems = problems();
    assert!(problems.len() >= 20);
    for Problem { game, plies } in problems {
        let seat = game.turn().seat().unwrap();
        assert!(wins(&game, seat, plies), "{game} should be won in {plies}");
        assert!(!wins(&game, seat, plies - 2), "{game} should not be won in fewer than {plies}");
    }
}

#[test]
fn every_problem_is_solved_in_the_fewest_plies() {
    for Problem { game, plies } in problems() {
        let seat = game.turn().seat().unwrap();
        let (found, first) = solve(&game, 200_000, 1);
        assert_eq!(found, Some(plies as i32), "{game}");
        assert!(wins(&after(&game, first), seat, plies - 1), "{first} in {game}");
    }
}

#[test]
fn threads_do_not_change_the_score_of_solved_positions() {
    for Problem { game, plies } in problems() {
        assert_eq!(solve(&game, 400_000, 2).0, Some(plies as i32), "{game}");
    }
}

/// Prints new problems: `cargo test -p tetrarch-engine --test banqi -- --ignored write_problems
/// --nocapture`.
#[test]
#[ignore = "prints new problems (by hand)"]
fn write_problems() {
    let mut rng = Rng::new(3);
    // By the number of plies, and whether there are face-down pieces.
    let mut wanted = HashMap::from([(3, [2, 3]), (5, [4, 3]), (7, [6, 3]), (9, [5, 0])]);
    while wanted.values().flatten().any(|left| *left > 0) {
        let Some(game) = random_ending(&mut rng) else { continue };
        let Some(plies) = solve(&game, 20_000, 1).0.filter(|plies| (3..=9).contains(plies)) else { continue };
        let (plies, seat) = (plies as u32, game.turn().seat().unwrap());
        let hidden = usize::from(game.face_down() != 0);
        let left = wanted.entry(plies).or_default();
        if left[hidden] > 0 && wins(&game, seat, plies) && !wins(&game, seat, plies - 2) {
            left[hidden] -= 1;
            println!("{plies} {game}");
        }
    }
}

/// A position of a few random pieces, some of them face-down.
fn random_ending(rng: &mut Rng) -> Option<Banqi> {
    let mut kinds: Vec<Piece> =
        Piece::all().flat_map(|piece| vec![piece; usize::from(piece.role().count_per_side())]).collect();
    let mut squares: Vec<Square> = Square::all().collect();
    let mut board = [['.'; 8]; 4];
    for _ in 0..3 + rng.below(4) {
        let piece = kinds.swap_remove(rng.below(kinds.len() as u64) as usize);
        let square = squares.swap_remove(rng.below(squares.len() as u64) as usize).index();
        // A win is rarely certain while enemy pieces are face-down.
        let hidden = piece.colour() == Colour::Red && rng.below(3) == 0;
        board[square / 8][square % 8] = if hidden { '?' } else { piece.letter() };
    }
    let ranks: Vec<String> = board.iter().rev().map(|rank| rank.iter().collect()).collect();
    let order = |piece: &Piece| Piece::all().position(|other| other == *piece);
    kinds.sort_by_key(order);
    let captured: String = kinds.iter().map(|piece| piece.letter()).collect();
    let text = format!("{} r 1 {captured} 0 61 -", ranks.join("/"));
    Banqi::parse(&text, &Default::default()).ok().filter(|game| game.turn() != Turn::Over)
}
