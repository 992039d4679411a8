//! Ban-Chess problems: the side to move wins, and no solution is shorter than the stated number of moves.

use crate::{after, legal};
use std::collections::HashMap;
use tetrarch_engine::ban_chess::BanChessSearchGame;
use tetrarch_engine::{AlphaBetaSearch, Rng, SearchInput, Searcher as _};
use tetrarch_rules::ban_chess::Action;
use tetrarch_rules::{BanChess, Points, Position as _, Seat, Turn};
use tetrarch_table::search::{SearchLimits, SearchRequest};

/// A position with a ban in force, won for the side to move in this many of its own moves.
struct Problem {
    game: BanChess,
    moves: u32,
}

fn problems() -> Vec<Problem> {
    let lines = include_str!("problems.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (moves, text) = line.split_once(' ').unwrap();
            let game = BanChess::parse(text, &Default::default()).unwrap();
            Problem { game, moves: moves.parse().unwrap() }
        })
        .collect()
}

fn has_won(game: &BanChess, seat: Seat) -> bool {
    game.outcome().is_some_and(|outcome| outcome.points(seat) == Points::WIN)
}

/// Brute force: whether `seat` wins within `moves` of its own moves, whatever the opponent bans and plays.
fn wins(game: &BanChess, seat: Seat, moves: u32) -> bool {
    Solver { seat, known: HashMap::new() }.wins(game, moves)
}

/// A brute-force solver. It memoises results, since many bans and moves transpose.
struct Solver {
    seat: Seat,
    known: HashMap<(u64, u32), bool>,
}

impl Solver {
    fn wins(&mut self, game: &BanChess, moves: u32) -> bool {
        let Turn::Seat(actor) = game.turn() else { return has_won(game, self.seat) };
        let moves_now = !game.is_ban_phase() && actor == self.seat;
        if moves_now && moves == 0 {
            return false;
        }
        if let Some(known) = self.known.get(&(game.key(), moves)) {
            return *known;
        }
        let left = if moves_now { moves - 1 } else { moves };
        let mut next = legal(game).into_iter().map(|action| after(game, action));
        let won = if actor == self.seat {
            next.any(|game| self.wins(&game, left))
        } else {
            next.all(|game| self.wins(&game, left))
        };
        self.known.insert((game.key(), moves), won);
        won
    }
}

fn solve(game: &BanChess, threads: usize) -> (Option<i32>, Action) {
    let mut search = AlphaBetaSearch::new(BanChessSearchGame::default(), 8, threads);
    let limits = SearchLimits { depth: Some(9), nodes: Some(600_000), time: None };
    let request = SearchRequest::within(limits);
    let input = SearchInput { position: game, history: &[], request: &request, for_play: false };
    let line = search.search(&input, &mut |_| {}).lines.remove(0);
    (line.score.plies_to_end(), line.moves[0])
}

#[test]
fn there_are_at_least_twenty_problems_without_a_shorter_solution() {
    let problems = problems();
    assert!(problems.len() >= 20);
    for Problem { game, moves } in problems {
        let seat = game.turn().seat().unwrap();
        assert!(wins(&game, seat, moves), "{game} should be won in {moves}");
        assert!(!wins(&game, seat, moves - 1), "{game} should not be won in fewer than {moves}");
    }
}

#[test]
fn every_problem_is_solved_in_the_fewest_moves() {
    for Problem { game, moves } in problems() {
        let seat = game.turn().seat().unwrap();
        let (plies, first) = solve(&game, 1);
        assert_eq!(plies, Some(2 * moves as i32 - 1), "{game}");
        assert!(wins(&after(&game, first), seat, moves - 1), "{first} in {game}");
    }
}

#[test]
fn threads_do_not_change_the_score_of_solved_positions() {
    for Problem { game, moves } in problems() {
        assert_eq!(solve(&game, 2).0, Some(2 * moves as i32 - 1), "{game}");
    }
}

/// Prints new problems from random games: `cargo test -p tetrarch-engine --test ban_chess --
/// --ignored write_problems --nocapture`.
#[test]
#[ignore = "prints new problems (by hand)"]
fn write_problems() {
    let mut rng = Rng::new(2);
    let mut wanted = [8, 12, 6];
    while wanted.iter().sum::<i32>() > 0 {
        let mut game = BanChess::start(&Default::default());
        while game.turn() != Turn::Over {
            let actions = legal(&game);
            // A mix of random moves and shallow searches, so that kings get into danger.
            let action =
                if rng.below(3) == 0 { *rng.choose(&actions).unwrap() } else { shallow_search(&game) };
            game.play(action);
            let Some(seat) = game.turn().seat().filter(|_| !game.is_ban_phase()) else { continue };
            let max_moves = if game.chess_board().occupied().count_ones() <= 8 { 3 } else { 2 };
            let Some(moves) = solve_shallow(&game).filter(|moves| *moves <= max_moves) else { continue };
            let missing = &mut wanted[moves as usize - 1];
            if *missing > 0 && wins(&game, seat, moves) && !wins(&game, seat, moves - 1) {
                *missing -= 1;
                println!("{moves} {game}");
                break;
            }
        }
    }
}

fn shallow_search(game: &BanChess) -> Action {
    let request = SearchRequest::within(SearchLimits::nodes(300));
    let input = SearchInput { position: game, history: &[], request: &request, for_play: true };
    AlphaBetaSearch::new(BanChessSearchGame::default(), 1, 1).search(&input, &mut |_| {}).lines[0].moves[0]
}

fn solve_shallow(game: &BanChess) -> Option<u32> {
    let limits = SearchLimits { depth: Some(5), nodes: Some(30_000), time: None };
    let request = SearchRequest::within(limits);
    let input = SearchInput { position: game, history: &[], request: &request, for_play: true };
    let line =
        AlphaBetaSearch::new(BanChessSearchGame::default(), 1, 1).search(&input, &mut |_| {}).lines.remove(0);
    line.score.plies_to_end().filter(|plies| *plies > 0).map(|plies| (plies as u32).div_ceil(2))
}
