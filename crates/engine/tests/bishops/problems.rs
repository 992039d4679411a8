//! Problems with one solution, which trying everything confirms and the engine finds. What is a solution supposes that all
//! others are against the one who acts, so the engine is asked as analysts ask "what if all are against me". It is also asked
//! as it plays: then it finds all but those that say so, and for these the reasons are tested.

use crate::table::{ask, new_engine, table_at, within};
use tetrarch_engine::{Answer, Engine, OpponentModel};
use tetrarch_rules::bishops::{Action, Options, Role};
use tetrarch_rules::{Bishops, Position as _, Seat};

/// `KIND | POSITION | SOLUTION`, one a line, with `| against all` for those that play may answer differently.
const PROBLEMS: &str = include_str!("problems.txt");

/// Others may do so many things before the seat acts again.
const BEFORE_NEXT_TURN: u32 = 3;

struct Problem {
    kind: &'static str,
    text: &'static str,
    solution: &'static str,
    /// Whether it is only the solution if all others are against the one.
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

/// Those who have not been eliminated; in the duel its two players.
fn living(game: &Bishops) -> tetrarch_rules::SeatSet {
    match (game.survival(), game.duel()) {
        (Some(look), _) => look.living(),
        (_, Some(duel)) => duel.sides().into_iter().collect(),
        _ => tetrarch_rules::SeatSet::EMPTY,
    }
}

/// Whether nobody can eliminate a seat before it acts again, whatever they do.
fn is_safe(game: &Bishops, me: Seat, plies: u32) -> bool {
    if !living(game).contains(me) {
        return false;
    }
    let over = game.duel().is_some() || game.turn().seat().is_none_or(|seat| seat == me) || plies == 0;
    over || legal(game).into_iter().all(|action| is_safe(&after(game, action), me, plies - 1))
}

fn takes_king(game: &Bishops, action: Action) -> bool {
    let Action::Move(step) = action else { return false };
    let man = game.survival().and_then(|look| look.piece_on(step.to()));
    man.is_some_and(|(_, role)| role == Role::King)
}

fn enters_corner(game: &Bishops, action: Action, me: Seat) -> bool {
    let cornered = |game: &Bishops| game.survival().is_some_and(|look| look.in_corner(me));
    !cornered(game) && cornered(&after(game, action))
}

/// All actions that solve a problem of a kind.
fn solutions(kind: &str, game: &Bishops) -> Vec<Action> {
    let me = game.turn().seat().expect("somebody is to act");
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

/// What a kind says about its solution besides.
fn fits(kind: &str, game: &Bishops, solution: Action) -> bool {
    let me = game.turn().seat().expect("somebody is to act");
    let look = game.survival().expect("before the duel");
    match kind.split(' ').next() {
        Some("king") => takes_king(game, solution),
        Some("mate") => !takes_king(game, solution),
        Some("sanctuary") => enters_corner(game, solution, me),
        Some("eviction") => {
            let moves = legal(game);
            look.in_corner(me) && moves.len() > 1 && {
                let out =
                    |action: &Action| after(game, *action).survival().is_none_or(|look| !look.in_corner(me));
                moves.iter().all(out)
            }
        }
        _ => false,
    }
}

#[test]
fn there_are_problems_of_every_kind_and_colour() {
    let problems = problems();
    assert!(problems.len() >= 20, "{}", problems.len());
    let count = |kind: &str| problems.iter().filter(|problem| problem.kind.starts_with(kind)).count();
    for kind in ["mate white", "mate grey", "mate black", "mate pink", "king", "sanctuary", "eviction"] {
        assert!(count(kind) > 0, "no problem with {kind}");
    }
}

#[test]
fn trying_everything_confirms_each_solution_and_no_other() {
    for Problem { kind, text, solution, .. } in problems() {
        let game = position(text);
        let found: Vec<String> = solutions(kind, &game).iter().map(ToString::to_string).collect();
        assert_eq!(found, [solution], "{kind}: {text}");
        let solution = game.parse_action(solution).expect("a legal action");
        assert!(fits(kind, &game, solution), "{kind}: {text}");
    }
}

/// An engine that expects the worst of everybody, as the problems do.
fn against_all(threads: usize) -> Box<dyn Engine> {
    let mut engine = new_engine(threads);
    assert!(engine.set_opponent_model(OpponentModel::Paranoid));
    engine
}

#[test]
fn the_engine_finds_every_solution_if_all_are_against_it() {
    let mut engine = against_all(1);
    for Problem { kind, text, solution, .. } in problems() {
        let answer = ask(engine.as_mut(), &table_at(text), &within(20_000));
        assert_eq!(answer, Some(Answer::Act(solution.to_string())), "{kind}: {text}");
    }
}

/// Where three are left, the elimination of one is a place in the duel: what plays must find every such solution.
#[test]
fn as_it_plays_the_engine_finds_every_solution_that_does_not_need_all_against_it() {
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
        // With four left, an elimination is one good thing among others. To stay alive is not: here what was played must be
        // wrong only because several of the others act before the next turn, of whom best-reply search lets one act.
        let action = game.parse_action(&action).expect("a legal action");
        assert!(eliminates || is_safe_from_any_one(&game, action), "{kind}: {action} in {text}");
    }
}

/// Whether none of the others can eliminate the seat to act with a single action after this one, whoever of them acts.
fn is_safe_from_any_one(game: &Bishops, action: Action) -> bool {
    let me = game.turn().seat().expect("somebody is to act");
    let next = after(game, action);
    let text = next.to_string();
    let acts = |seat: Seat| {
        let mut fields: Vec<&str> = text.split(' ').collect();
        let letter = &seat.name(game.seats())[..1];
        fields[1] = letter;
        Bishops::parse(&fields.join(" "), &Options::default()).ok()
    };
    let others = living(&next).without(me);
    living(&next).contains(me)
        && others
            .iter()
            .filter_map(acts)
            .all(|game| legal(&game).into_iter().all(|reply| living(&after(&game, reply)).contains(me)))
}

/// Which action it is can differ: with threads looks differ in depth.
#[test]
fn with_any_number_of_threads_the_answer_is_a_legal_action() {
    for threads in [2, 4] {
        let mut engine = against_all(threads);
        for Problem { kind, text, .. } in problems().into_iter().step_by(3) {
            let answer = ask(engine.as_mut(), &table_at(text), &within(40_000));
            let Some(Answer::Act(action)) = answer else { panic!("{kind}: {answer:?}") };
            assert!(position(text).parse_action(&action).is_ok(), "{kind}: {action} in {text}");
        }
    }
}
