//! Enochian chess problems. Each line of the file holds the theme, the number of plies, the only solution and
//! the position:
//!
//! - `capture`, `seizure`, `revival`, `promotion`: only the solution wins within that many plies.
//! - `rescue`: every other action loses within that many plies.
//! - `propose`: the exchange of prisoners wins within that many plies, and nothing else does.
//! - `decline`: the seat to act offers the exchange. Accepting loses within that many plies, declining does
//!   not.
//! - `accept`: declining loses within that many plies, accepting does not.

use crate::positions::{after, choices, rank_text};
use tetrarch_engine::enochian::{EnochianSearchGame, engine};
use tetrarch_engine::{AlphaBetaSearch, Answer, EngineSettings, Rng, SearchInput, Searcher as _};
use tetrarch_rules::enochian::{Action, Army, Officer, Options, Role, Team};
use tetrarch_rules::{Enochian, Points, Position as _, Seat, Turn};
use tetrarch_table::search::{SearchLimits, SearchRequest};
use tetrarch_table::{Match, OfferKind, Table as _, TableEvent, TimeControl};

struct Problem {
    theme: String,
    plies: usize,
    solution: String,
    game: Enochian,
}

fn problems() -> Vec<Problem> {
    let lines = include_str!("problems.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.splitn(4, ' ');
            let mut next = || parts.next().unwrap().to_string();
            let (theme, plies, solution) = (next(), next().parse().unwrap(), next());
            Problem { theme, plies, solution, game: Enochian::parse(&next(), &Options::default()).unwrap() }
        })
        .collect()
}

/// Brute force: whether `team` wins within `plies`, whatever the opponents play.
fn wins(game: &Enochian, team: Team, plies: usize) -> bool {
    match game.turn() {
        Turn::Over => {
            let seat = Seat::new(if team == Team::BlueBlack { 0 } else { 1 });
            game.outcome().is_some_and(|outcome| outcome.points(seat) == Points::WIN)
        }
        _ if plies == 0 => false,
        _ => {
            let mut next = choices(game).into_iter().map(|action| after(game, action));
            if game.army_to_move().team() == team {
                next.any(|game| wins(&game, team, plies - 1))
            } else {
                next.all(|game| wins(&game, team, plies - 1))
            }
        }
    }
}

/// The actions that win for the team to move within `plies`, counting the action itself.
fn winning_actions(game: &Enochian, plies: usize) -> Vec<Action> {
    let team = game.army_to_move().team();
    let wins = |action: &Action| wins(&after(game, *action), team, plies - 1);
    choices(game).into_iter().filter(wins).collect()
}

/// The actions that do not lose for the team to move within `plies`, counting the action itself.
fn saving_actions(game: &Enochian, plies: usize) -> Vec<Action> {
    let other = game.army_to_move().team().other();
    let saves = |action: &Action| !wins(&after(game, *action), other, plies - 1);
    choices(game).into_iter().filter(saves).collect()
}

/// The exchange that the seat to act may offer: the seat, the other signer and the resulting position.
fn offered_exchange(game: &Enochian) -> Option<(Seat, Seat, Enochian)> {
    let treaty = game.treaties(None).pop()?;
    let other = treaty.signers.iter().next()?;
    Some((treaty.proposer, other, after(game, treaty.action)))
}

/// The solution if the theme is decided in exactly this many plies.
fn solution(game: &Enochian, theme: &str, plies: usize) -> Option<String> {
    let team = game.army_to_move().team();
    let sooner = plies.checked_sub(1)?;
    let only = |actions: Vec<Action>| (actions.len() == 1).then(|| actions[0]);
    match theme {
        "rescue" => {
            let action = only(saving_actions(game, plies))?;
            (choices(game).len() > 3 && saving_actions(game, sooner).len() > 1).then(|| action.to_string())
        }
        "propose" => {
            let (_, _, agreed) = offered_exchange(game)?;
            (wins(&agreed, team, plies) && !wins(game, team, plies + 1)).then(|| "exchange".to_string())
        }
        "decline" => {
            let (_, _, agreed) = offered_exchange(game)?;
            (wins(&agreed, team, plies) && !wins(game, team, plies + 1)).then(|| "decline".to_string())
        }
        "accept" => {
            let (_, _, agreed) = offered_exchange(game)?;
            (wins(game, team, plies) && !wins(&agreed, team, plies + 1)).then(|| "accept".to_string())
        }
        _ => {
            let action = only(winning_actions(game, plies)).filter(|_| !wins(game, team, sooner))?;
            (theme_of(game, action)? == theme).then(|| action.to_string())
        }
    }
}

fn theme_of(game: &Enochian, action: Action) -> Option<&'static str> {
    let m = action.as_move()?;
    let to_throne = 1 << m.destination_index() == game.army_to_move().ally().throne_bit();
    if m.promotion.is_some() {
        return game.is_privileged(game.army_to_move()).then_some("promotion");
    }
    match (game.revived_army(m), m.role, game.captured(m)) {
        (Some(_), _, _) => Some("revival"),
        (None, Role::King, _) if to_throne => Some("seizure"),
        (None, _, Some(Role::King)) => Some("capture"),
        _ => None,
    }
}

#[test]
fn every_problem_has_one_solution_and_no_shorter_one() {
    let problems = problems();
    assert!(problems.len() >= 20);
    for theme in ["capture", "seizure", "revival", "promotion", "rescue", "propose", "decline", "accept"] {
        assert!(problems.iter().any(|problem| problem.theme == theme), "no {theme}");
    }
    for Problem { theme, plies, solution: expected, game } in problems {
        assert_eq!(solution(&game, &theme, plies), Some(expected), "{theme} in {plies}: {game}");
    }
}

/// The engine's solution of a problem: an action, or its decision on the exchange.
fn answer(problem: &Problem) -> String {
    let text = problem.game.to_string();
    let mut game = Match::<Enochian>::from_text(&text, Options::default(), TimeControl::None).unwrap();
    let exchange = OfferKind::Treaty("exchange".to_string());
    let mut seat = problem.game.turn().seat().unwrap();
    if ["accept", "decline"].contains(&problem.theme.as_str()) {
        game.apply(&TableEvent::Proposed { seat, offer: exchange.clone() }).unwrap();
        seat = offered_exchange(&problem.game).unwrap().1;
    }
    let mut player = engine(&EngineSettings::default()).unwrap();
    match player.answer(&game, seat, &SearchRequest::within(SearchLimits::nodes(200_000))).unwrap() {
        Answer::Act(text) => text,
        Answer::Offer(_) => "exchange".to_string(),
        Answer::Accept(_) => "accept".to_string(),
        Answer::Decline(_) => "decline".to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_engine_solves_every_problem() {
    for problem in problems() {
        assert_eq!(answer(&problem), problem.solution, "{}: {}", problem.theme, problem.game);
    }
}

fn value(game: &Enochian, threads: usize) -> Option<i32> {
    let mut search = AlphaBetaSearch::new(EnochianSearchGame::default(), 4, threads);
    let limits = SearchLimits { depth: Some(10), nodes: Some(2_000_000), time: None };
    let request = SearchRequest::within(limits);
    let input = SearchInput { position: game, history: &[], request: &request, for_play: true };
    search.search(&input, &mut |_| {}).lines[0].score.plies_to_end()
}

#[test]
fn wins_are_found_in_the_fewest_plies_with_any_number_of_threads() {
    let themes = ["capture", "seizure", "revival", "promotion"];
    for Problem { plies, game, .. } in problems().into_iter().filter(|p| themes.contains(&p.theme.as_str())) {
        for threads in [1, 2, 3] {
            assert_eq!(value(&game, threads), Some(plies as i32), "{game} with {threads} threads");
        }
    }
}

/// Prints new problems from random positions: `cargo test -p tetrarch-engine --test enochian --
/// --ignored write_problems --nocapture`.
#[test]
#[ignore = "prints new problems (by hand)"]
fn write_problems() {
    let mut rng = Rng::new(7);
    let mut wanted = [
        ("capture", 1, 1),
        ("capture", 3, 3),
        ("seizure", 1, 1),
        ("seizure", 3, 2),
        ("revival", 3, 4),
        ("promotion", 3, 4),
        ("rescue", 2, 3),
        ("rescue", 4, 2),
        ("propose", 3, 3),
        ("decline", 3, 2),
        ("accept", 3, 3),
    ];
    while let Some(first) = wanted.iter().position(|(_, _, count)| *count > 0) {
        let missing: Vec<usize> = (first..wanted.len()).filter(|index| wanted[*index].2 > 0).collect();
        let index = missing[rng.below(missing.len() as u64) as usize];
        let (theme, plies, _) = wanted[index];
        let text = random_position(theme, &mut rng);
        let Ok(game) = Enochian::parse(&text, &Options::default()) else { continue };
        if game.turn() == Turn::Over || game.to_string() != text {
            continue;
        }
        if let Some(solution) = solution(&game, theme, plies) {
            println!("{theme} {plies} {solution} {game}");
            wanted[index].2 -= 1;
        }
    }
}

/// A random position text in which a theme may occur.
fn random_position(theme: &str, rng: &mut Rng) -> String {
    let actor = Army::ALL[rng.below(4) as usize];
    let fallen_enemy = actor.enemies()[rng.below(2) as usize];
    let exchange = ["propose", "decline", "accept"].contains(&theme);
    let ally_fallen = exchange || theme == "revival" || (theme != "seizure" && rng.below(2) == 0);
    let enemy_fallen = theme != "capture" || rng.below(4) == 0;
    let is_fallen =
        |army: Army| (enemy_fallen && army == fallen_enemy) || (ally_fallen && army == actor.ally());
    let mut board = vec![String::new(); 64];
    for army in Army::ALL {
        let mut pieces: Vec<String> = Vec::new();
        if !is_fallen(army) {
            pieces.push(format!("{}K", army.letter()));
        }
        let count = if theme == "promotion" && army == actor { 1 } else { 1 + rng.below(3) };
        for _ in 0..count {
            let officer = Officer::ALL[rng.below(4) as usize].letter();
            let pawn = rng.below(3) == 0 || (theme == "promotion" && army == actor);
            let kind = if pawn { format!("P{}", officer.to_ascii_lowercase()) } else { officer.to_string() };
            pieces.push(format!("{}{kind}", army.letter()));
        }
        for piece in pieces {
            let beside = near_corner(actor.ally().throne_bit().trailing_zeros(), rng);
            let seizes = theme == "seizure" && army == actor && piece.ends_with('K');
            let square = if seizes { beside } else { rng.below(64) as usize };
            let at_end = piece[1..].starts_with('P') && army.rotate_to_blue(square as u32) % 8 == 0;
            if board[square].is_empty() && !at_end {
                board[square] = piece;
            } else if piece.ends_with('K') {
                return String::new();
            }
        }
    }
    let fallen: Vec<Army> = Army::ALL.into_iter().filter(|army| is_fallen(*army)).collect();
    let letters: String = fallen.iter().map(|army| army.letter()).collect();
    let captor = |army: &Army| match exchange {
        true => fallen.iter().find(|other| other.team() != army.team()).map_or(*army, |other| other.ally()),
        false => army.enemies()[0],
    };
    let captors: Vec<String> =
        fallen.iter().map(|army| format!("{}:{}", army.letter(), captor(army).letter())).collect();
    let or_none = |list: String| if list.is_empty() { "-".to_string() } else { list };
    let (letters, captors) = (or_none(letters), or_none(captors.join(",")));
    let ranks: Vec<String> = board.chunks(8).rev().map(rank_text).collect();
    format!("{} {} brky {letters} {captors} 0 1 -", ranks.join("/"), actor.letter())
}

/// A square in or next to a corner of the board.
fn near_corner(corner: u32, rng: &mut Rng) -> usize {
    let (file, rank) = (corner % 8, corner / 8);
    let inwards = |at: u32, by: u32| if at == 0 { by } else { 7 - by };
    (inwards(rank, rng.below(2) as u32) * 8 + inwards(file, rng.below(2) as u32)) as usize
}
