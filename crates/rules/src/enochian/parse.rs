//! Parses position texts.

use super::army::{Army, ArmySet, ByArmy, Team};
use super::dice::Die;
use super::options::{PlayerCount, seat_letter, team_of};
use super::parse_board::parse_board;
use super::{Enochian, Options, Rules, Throw};
use crate::{ErrorCollector, ParseErrors, Seat, parse_count_from};

const ARMY: &str = "the army to act";
const CONTROLLERS: &str = "the controllers";
const FROZEN: &str = "the frozen armies";
const CAPTORS: &str = "the captors";
const QUIET_PLIES: &str = "the quiet plies";
const PLY: &str = "the ply number";
const DIE: &str = "the die";
const KINGS: &str = "the kings";

/// Parses a position text and resolves turn and outcome.
pub(super) fn parse(text: &str, options: &Options) -> Result<Enochian, ParseErrors> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, army, controllers, frozen, captors, quiet_plies, ply, die] = fields.as_slice() else {
        let message = format!("expected 8 fields separated by single spaces, found {}", fields.len());
        return Err(ParseErrors::single("the text", message));
    };
    let mut errors = ErrorCollector::default();
    let players = options.players;
    let position = Enochian {
        board: parse_board(board, &mut errors),
        army: parse_army(army, &mut errors),
        controllers: parse_controllers(controllers, players, &mut errors),
        frozen: parse_frozen(frozen, &mut errors),
        captors: parse_captors(captors, players, &mut errors),
        quiet_plies: errors.collect(QUIET_PLIES, parse_count_from(quiet_plies, 0)).unwrap_or_default(),
        ply: errors.collect(PLY, parse_count_from(ply, 1)).unwrap_or(1),
        die: parse_die(die, options.divination, &mut errors),
        rules: Rules::new(options),
        stored_outcome: None,
    };
    // Fields that failed to parse hold a placeholder, so compare them only if none failed.
    if errors.is_empty() {
        check_consistency(&position, &mut errors);
    }
    errors.into_result(|| {
        let mut resolved = position;
        resolved.resolve();
        resolved
    })
}

fn parse_army(field: &str, errors: &mut ErrorCollector) -> Army {
    single_letter(field).and_then(Army::from_letter).unwrap_or_else(|| {
        errors.push(ARMY, format!("{field:?} is not an army: use b, r, k or y"));
        Army::Blue
    })
}

/// The only letter of a text.
fn single_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// The seat with this letter, if a game with this many players has it.
fn seat_from_letter(letter: char, players: PlayerCount) -> Option<Seat> {
    let seats = (0..players.seat_names().len()).map(Seat::new);
    seats.into_iter().find(|seat| seat_letter(*seat) == letter)
}

fn parse_controllers(field: &str, players: PlayerCount, errors: &mut ErrorCollector) -> ByArmy<Seat> {
    let own = ByArmy(Army::ALL.map(|army| players.seat_of(army)));
    let letters: Vec<char> = field.chars().collect();
    if letters.len() != 4 {
        errors.push(
            CONTROLLERS,
            format!("{field:?} must name one seat for each of blue, red, black and yellow"),
        );
        return own;
    }
    if players == PlayerCount::Two && field != "brbr" {
        errors.push(CONTROLLERS, format!("{field:?}: with two players they are always brbr"));
        return own;
    }
    let mut controllers = own;
    for (army, letter) in Army::ALL.into_iter().zip(letters) {
        match seat_from_letter(letter, players) {
            None => errors.push(CONTROLLERS, format!("{letter:?} is not a seat: use b, r, k or y")),
            Some(seat) if team_of(seat) != army.team() => {
                errors.push(CONTROLLERS, format!("{letter} controls {army}, but is on the other team"));
            }
            Some(seat) => controllers[army] = seat,
        }
    }
    controllers
}

fn parse_frozen(field: &str, errors: &mut ErrorCollector) -> ArmySet {
    let mut frozen = ArmySet::EMPTY;
    if field == "-" {
        return frozen;
    }
    let mut remaining = Army::ALL.into_iter();
    let in_order = field.chars().all(|letter| {
        let army = remaining.find(|army| army.letter() == letter);
        army.inspect(|army| frozen.insert(*army)).is_some()
    });
    if field.is_empty() || !in_order {
        errors.push(FROZEN, format!("{field:?} is neither - nor some of brky in this order"));
    }
    frozen
}

/// Parses `r:b,k:y`. Entries are written in army order, but the rules name no order, so any is accepted.
fn parse_captors(field: &str, players: PlayerCount, errors: &mut ErrorCollector) -> ByArmy<Option<Seat>> {
    let mut captors = ByArmy([None; 4]);
    if field == "-" {
        return captors;
    }
    for entry in field.split(',') {
        match parse_captor(entry, players) {
            Err(message) => errors.push(CAPTORS, format!("{entry:?}: {message}")),
            Ok((army, _)) if captors[army].is_some() => {
                errors.push(CAPTORS, format!("{army}'s king has two captors"));
            }
            Ok((army, captor)) => captors[army] = Some(captor),
        }
    }
    captors
}

fn parse_captor(entry: &str, players: PlayerCount) -> Result<(Army, Seat), String> {
    let (army, captor) = entry.split_once(':').ok_or("write a captured king and its captor as r:b, or -")?;
    let army = single_letter(army)
        .and_then(Army::from_letter)
        .ok_or("expected an army before the colon: b, r, k or y")?;
    let captor = single_letter(captor).and_then(|letter| seat_from_letter(letter, players));
    let captor = captor.ok_or(match players {
        PlayerCount::Two => "expected a seat after the colon: b or r",
        PlayerCount::Four => "expected a seat after the colon: b, r, k or y",
    })?;
    if team_of(captor) == army.team() {
        return Err("a king's captor must be on the other team".to_string());
    }
    Ok((army, captor))
}

fn parse_die(field: &str, divination: bool, errors: &mut ErrorCollector) -> Die {
    match (field, divination, Throw::from_digit(field)) {
        ("-", false, _) => Die::Unused,
        ("?", true, _) => Die::ToThrow,
        (_, true, Some(throw)) => Die::Thrown(throw),
        (_, true, None) => {
            errors.push(DIE, format!("{field:?} is neither ? nor a number from 1 to 6"));
            Die::ToThrow
        }
        (_, false, _) => {
            errors.push(DIE, format!("{field:?}, but without divination it must be -"));
            Die::Unused
        }
    }
}

/// Collects contradictions between fields.
fn check_consistency(position: &Enochian, errors: &mut ErrorCollector) {
    for army in Army::ALL {
        if position.board.has_king(army) {
            check_army_with_king(position, army, errors);
        } else {
            check_army_without_king(position, army, errors);
        }
    }
    let has_lost = |team: Team| team.armies().iter().all(|army| !position.board.has_king(*army));
    if has_lost(Team::BlueBlack) && has_lost(Team::RedYellow) {
        errors.push(KINGS, "no army has a king: the game ends when one team has lost both");
    }
}

fn check_army_with_king(position: &Enochian, army: Army, errors: &mut ErrorCollector) {
    if position.frozen.contains(army) {
        errors.push(FROZEN, format!("{army} is frozen, but has a king"));
    }
    if position.captors[army].is_some() {
        errors.push(CAPTORS, format!("{army}'s king has a captor, but is on the board"));
    }
}

/// An army without a king is frozen, or its ally revived it and controls it. With two players the controllers do not
/// show the revival.
fn check_army_without_king(position: &Enochian, army: Army, errors: &mut ErrorCollector) {
    let own = position.controllers[army] == position.rules.players.seat_of(army);
    if own && position.rules.players == PlayerCount::Four && !position.frozen.contains(army) {
        errors.push(KINGS, format!("{army} has no king and its own seat controls it: it must be frozen"));
    }
}
