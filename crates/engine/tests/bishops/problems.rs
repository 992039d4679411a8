//! Problems with a single solution, which brute force confirms and the engine finds.
//!
//! The solutions assume that all opponents play against the seat to move, so the engine is asked with the
//! paranoid model. It is also asked with its default model: then it must find all solutions except those
//! marked `against all`, and the tests check why it may deviate.

use crate::table::{ask, new_engine, table_at, within};
use tetrarch_engine::Answer;
use tetrarch_rules::bishops::{Action, Options, Role};
use tetrarch_rules::{Bishops, Position as _, Seat};
use tetrarch_table::search::{OpponentModel, SearchRequest};

/// `KIND | POSITION | SOLUTION` on each line, followed by `| against all` if the default model may deviate.
const PROBLEMS: &str = include_str!("problems.txt");

/// How many opponents move before the seat moves again.
const BEFORE_NEXT_TURN: u32 = 3;

struct Problem {
    kind: &'static str,
    text: &'static str,
    solution: &'static str,
    /// Whether the solution is only right if all opponents play against the seat.
    against_all: bool,
}

fn problems() -> Vec<Problem> {
    let lines = PROBLEMS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let problem = |line: &'static str| {
        let mut fields = line.split(" | ");
        let mut next = || fields.next().expect("three fields");
        let (kind, text, solution) = (next(), next(), next());
        Problem { kind, text, solution, against_all: fields.next() == Some("against all") }
    };
    lines.map(problem).collect()
}

fn position(text: &str) -> Bishops {
    Bishops::parse(text, &Options::default()).expect("a position")
}

fn legal(game: &Bishops) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

fn after(game: &Bishops, action: Action) -> Bishops {
    let mut next = game.clone();
    next.play(action);
    next
}

/// The seats that have not been eliminated; in the duel, its two players.
fn living(game: &Bishops) -> tetrarch_rules::SeatSet {
    match (game.survival(), game.duel()) {
        (Some(survival), _) => survival.living(),
        (_, Some(duel)) => duel.sides().into_iter().collect(),
        _ => tetrarch_rules::SeatSet::EMPTY,
    }
}

/// Whether no opponent can eliminate a seat before it moves again.
fn is_safe(game: &Bishops, me: Seat, plies: u32) -> bool {
    if !living(game).contains(me) {
        return false;
    }
    let over = game.duel().is_some() || game.turn().seat().is_none_or(|seat| seat == me) || plies == 0;
    over || legal(game).into_iter().all(|action| is_safe(&after(game, action), me, plies - 1))
}

fn takes_king(game: &Bishops, action: Action) -> bool {
    let Action::Move(step) = action else { return false };
    let piece = game.survival().and_then(|survival| survival.piece_at(step.to()));
    piece.is_some_and(|(_, role)| role == Role::King)
}

fn enters_corner(game: &Bishops, action: Action, me: Seat) -> bool {
    let cornered = |game: &Bishops| game.survival().is_some_and(|survival| survival.in_corner(me));
    !cornered(game) && cornered(&after(game, action))
}

/// All actions that solve a problem of a kind.
fn solutions(kind: &str, game: &Bishops) -> Vec<Action> {
    let me = game.turn().seat().expect("a seat to act");
    let colour = |name: &str| Seat::from_name(name, game.seats()).expect("a colour");
    let solves = |action: &Action| {
        let next = after(game, *action);
        match kind.split_once(' ') {
            Some(("mate" | "king", name)) => {
                !living(&next).contains(colour(name)) && living(&next).contains(me)
            }
            _ => is_safe(&next, me, BEFORE_NEXT_TURN),
        }
    };
    legal(game).into_iter().filter(solves).collect()
}

/// Checks what the kind of a problem says about its solution.
fn matches_kind(kind: &str, game: &Bishops, solution: Action) -> bool {
    let me = game.turn().seat().expect("a seat to act");
    let survival = game.survival().expect("before the duel");
    match kind.split(' ').next() {
        Some("king") => takes_king(game, solution),
        Some("mate") => !takes_king(game, solution),
        Some("sanctuary") => enters_corner(game, solution, me),
        Some("eviction") => {
            let moves = legal(game);
            survival.in_corner(me) && moves.len() > 1 && {
                let out = |action: &Action| {
                    after(game, *action).survival().is_none_or(|survival| !survival.in_corner(me))
                };
                moves.iter().all(out)
            }
        }
        _ => false,
    }
}

#[test]
fn problems_of_every_kind_and_colour_exist() {
    let problems = problems();
    assert!(problems.len() >= 20, "{}", problems.len());
    let count = |kind: &str| problems.iter().filter(|problem| problem.kind.starts_with(kind)).count();
    for kind in ["mate white", "mate grey", "mate black", "mate pink", "king", "sanctuary", "eviction"] {
        assert!(count(kind) > 0, "no problem with {kind}");
    }
}

#[test]
fn brute_force_confirms_each_solution_and_no_other() {
    for Problem { kind, text, solution, .. } in problems() {
        let game = position(text);
        let found: Vec<String> = solutions(kind, &game).iter().map(ToString::to_string).collect();
        assert_eq!(found, [solution], "{kind}: {text}");
        let solution = game.parse_action(solution).expect("a legal action");
        assert!(matches_kind(kind, &game, solution), "{kind}: {text}");
    }
}

/// A search with the paranoid model, which the problems assume.
fn against_all(nodes: u64) -> SearchRequest {
    SearchRequest { opponent_model: OpponentModel::Paranoid, ..within(nodes) }
}

#[test]
fn the_paranoid_engine_finds_every_solution() {
    let mut engine = new_engine(1);
    for Problem { kind, text, solution, .. } in problems() {
        let answer = ask(engine.as_mut(), &table_at(text), &against_all(20_000));
        assert_eq!(answer, Some(Answer::Act(solution.to_string())), "{kind}: {text}");
    }
}

/// With three left, eliminating one means a place in the duel, so the engine must find every such solution.
#[test]
fn the_default_engine_finds_every_solution_that_does_not_assume_paranoia() {
    let mut engine = new_engine(1);
    for Problem { kind, text, solution, against_all } in problems() {
        let answer = ask(engine.as_mut(), &table_at(text), &within(20_000));
        let Some(Answer::Act(action)) = answer else { panic!("{kind}: {answer:?}") };
        if !against_all {
            assert_eq!(action, solution, "{kind}: {text}");
            continue;
        }
        let game = position(text);
        assert_eq!(living(&game).len(), 4, "{kind}: {text}");
        let eliminates = kind.starts_with("mate") || kind.starts_with("king");
        // With four left, an elimination is only one good option among others. Survival is not optional: an
        // action that fails it may only be wrong because several opponents move before the next turn, of whom
        // best-reply search lets one move.
        let action = game.parse_action(&action).expect("a legal action");
        assert!(eliminates || is_safe_from_each_opponent(&game, action), "{kind}: {action} in {text}");
    }
}

/// Whether no single action of any one opponent can eliminate the seat to move after `action`.
fn is_safe_from_each_opponent(game: &Bishops, action: Action) -> bool {
    let me = game.turn().seat().expect("a seat to act");
    let next = after(game, action);
    let text = next.to_string();
    let acts = |seat: Seat| {
        let mut fields: Vec<&str> = text.split(' ').collect();
        let letter = &seat.name(game.seats())[..1];
        fields[1] = letter;
        Bishops::parse(&fields.join(" "), &Options::default()).ok()
    };
    if !living(&next).contains(me) {
        return false;
    }
    let turns: Vec<Bishops> = living(&next).without(me).iter().filter_map(acts).collect();
    assert!(!turns.is_empty(), "no opponent can act in {next}");
    turns.iter().all(|game| legal(game).into_iter().all(|reply| living(&after(game, reply)).contains(me)))
}

/// The action itself may differ, since threads search to different depths.
#[test]
fn the_answer_is_legal_with_any_number_of_threads() {
    for threads in [2, 4] {
        let mut engine = new_engine(threads);
        for Problem { kind, text, .. } in problems().into_iter().step_by(3) {
            let answer = ask(engine.as_mut(), &table_at(text), &against_all(40_000));
            let Some(Answer::Act(action)) = answer else { panic!("{kind}: {answer:?}") };
            assert!(position(text).parse_action(&action).is_ok(), "{kind}: {action} in {text}");
        }
    }
}
