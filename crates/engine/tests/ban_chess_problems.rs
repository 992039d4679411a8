//! Problems of Ban-Chess: the side to move wins, and the number of moves is the least there is.

use std::collections::HashMap;
use tetrarch_engine::ban_chess::BanChessSearchGame;
use tetrarch_engine::{AlphaBetaSearch, Rng, SearchLimits, SearchRequest, Searcher as _, StopFlag};
use tetrarch_rules::ban_chess::Action;
use tetrarch_rules::{BanChess, Points, Position as _, Seat, Turn};

/// A position with a ban in force; its side to move wins in so many moves of its own.
struct Problem {
    game: BanChess,
    moves: u32,
}

fn problems() -> Vec<Problem> {
    let lines = include_str!("problems/ban-chess.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (moves, text) = line.split_once(' ').unwrap();
            let game = BanChess::parse(text, &Default::default()).unwrap();
            Problem { game, moves: moves.parse().unwrap() }
        })
        .collect()
}

fn legal(game: &BanChess) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

fn after(game: &BanChess, action: Action) -> BanChess {
    let mut next = game.clone();
    next.play(action);
    next
}

fn has_won(game: &BanChess, seat: Seat) -> bool {
    game.outcome().is_some_and(|outcome| outcome.points(seat) == Points::WIN)
}

/// By trying everything the rules allow: whether `seat` wins within so many moves of its own, whatever the other
/// bans and plays.
fn wins(game: &BanChess, seat: Seat, moves: u32) -> bool {
    Tried { seat, known: HashMap::new() }.wins(game, moves)
}

/// What was tried before, since many bans and moves lead to the same position.
struct Tried {
    seat: Seat,
    known: HashMap<(u64, u32), bool>,
}

impl Tried {
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
    let (limits, stop) = (SearchLimits { depth: Some(9), nodes: Some(600_000), time: None }, StopFlag::new());
    let task = SearchRequest { game, history: &[], limits, lines: 1, for_play: false, stop: &stop };
    let line = search.search(&task, &mut |_| {}).lines.remove(0);
    (line.score.plies_to_end(), line.moves[0])
}

#[test]
fn there_are_at_least_twenty_problems_and_no_shorter_solution() {
    let problems = problems();
    assert!(problems.len() >= 20);
    for Problem { game, moves } in problems {
        let seat = game.turn().seat().unwrap();
        assert!(wins(&game, seat, moves), "{game} is won in {moves}");
        assert!(!wins(&game, seat, moves - 1), "{game} is won in less than {moves}");
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
fn threads_do_not_change_the_value_of_solved_positions() {
    for Problem { game, moves } in problems() {
        assert_eq!(solve(&game, 2).0, Some(2 * moves as i32 - 1), "{game}");
    }
}

/// Writes the problems anew from random games; `cargo test -p tetrarch-engine --test ban_chess_problems -- --ignored
/// write_problems --nocapture` prints them.
#[test]
#[ignore = "writes the problems anew"]
fn write_problems() {
    let mut luck = Rng::new(2);
    let mut wanted = [8, 12, 6];
    while wanted.iter().sum::<i32>() > 0 {
        let mut game = BanChess::start(&Default::default());
        while game.turn() != Turn::Over {
            let actions = legal(&game);
            // Played half at random, half with a little thought, so that kings are in danger.
            let action = if luck.below(3) == 0 { *luck.choose(&actions).unwrap() } else { quick(&game) };
            game.play(action);
            let Some(seat) = game.turn().seat().filter(|_| !game.is_ban_phase()) else { continue };
            let most = if game.chess_board().occupied().count_ones() <= 8 { 3 } else { 2 };
            let Some(moves) = solve_quick(&game).filter(|moves| *moves <= most) else { continue };
            let place = &mut wanted[moves as usize - 1];
            if *place > 0 && wins(&game, seat, moves) && !wins(&game, seat, moves - 1) {
                *place -= 1;
                println!("{moves} {game}");
                break;
            }
        }
    }
}

fn quick(game: &BanChess) -> Action {
    let stop = StopFlag::new();
    let task = SearchRequest {
        game,
        history: &[],
        limits: SearchLimits::nodes(300),
        lines: 1,
        for_play: true,
        stop: &stop,
    };
    AlphaBetaSearch::new(BanChessSearchGame::default(), 1, 1).search(&task, &mut |_| {}).lines[0].moves[0]
}

fn solve_quick(game: &BanChess) -> Option<u32> {
    let (limits, stop) = (SearchLimits { depth: Some(5), nodes: Some(30_000), time: None }, StopFlag::new());
    let task = SearchRequest { game, history: &[], limits, lines: 1, for_play: true, stop: &stop };
    let line =
        AlphaBetaSearch::new(BanChessSearchGame::default(), 1, 1).search(&task, &mut |_| {}).lines.remove(0);
    line.score.plies_to_end().filter(|plies| *plies > 0).map(|plies| (plies as u32).div_ceil(2))
}
