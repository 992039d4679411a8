//! Reading a position.

use super::army::{Army, ArmySet, ByArmy, Team};
use super::dice::Die;
use super::options::{PlayerCount, seat_letter, team_of};
use super::parse_board::parse_board;
use super::{Enochian, Options, Rules, Throw};
use crate::{ErrorCollector, ParseErrors, Seat, parse_count};

const ARMY: &str = "the army to act";
const CONTROLLERS: &str = "the controllers";
const FROZEN: &str = "the frozen armies";
const CAPTORS: &str = "the captors";
const QUIET: &str = "the quiet plies";
const PLY: &str = "the ply number";
const DIE: &str = "the die";
const KINGS: &str = "the kings";

/// Reads a position text and judges the position as just reached.
pub(super) fn parse(text: &str, options: &Options) -> Result<Enochian, ParseErrors> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, army, controllers, frozen, captors, quiet, ply, die] = fields.as_slice() else {
        let wrong = format!("{} fields instead of 8, separated by single spaces", fields.len());
        return Err(ParseErrors::single("the text", wrong));
    };
    let mut faults = ErrorCollector::default();
    let players = options.players;
    let position = Enochian {
        board: parse_board(board, &mut faults),
        army: parse_army(army, &mut faults),
        controllers: parse_controllers(controllers, players, &mut faults),
        frozen: parse_frozen(frozen, &mut faults),
        captors: parse_captors(captors, players, &mut faults),
        quiet_plies: parse_number(quiet, 0, QUIET, &mut faults),
        ply: parse_number(ply, 1, PLY, &mut faults),
        die: parse_die(die, options.divination, &mut faults),
        rules: Rules::new(options),
        stored_outcome: None,
    };
    // Fields that could not be read have some value, so only now can they be compared.
    if faults.is_empty() {
        check_consistency(&position, &mut faults);
    }
    faults.into_result(|| {
        let mut settled = position;
        settled.resolve();
        settled
    })
}

fn parse_army(field: &str, faults: &mut ErrorCollector) -> Army {
    single_letter(field).and_then(Army::from_letter).unwrap_or_else(|| {
        faults.push(ARMY, format!("{field:?} is not an army: they are b, r, k and y"));
        Army::Blue
    })
}

/// The letter that a text consists of.
fn single_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// The seat with this letter, if there is one at a table of so many.
fn seat_from_letter(letter: char, players: PlayerCount) -> Option<Seat> {
    let seats = (0..players.seat_names().len()).map(Seat::new);
    seats.into_iter().find(|seat| seat_letter(*seat) == letter)
}

fn parse_controllers(field: &str, players: PlayerCount, faults: &mut ErrorCollector) -> ByArmy<Seat> {
    let own = ByArmy(Army::ALL.map(|army| players.seat_of(army)));
    let letters: Vec<char> = field.chars().collect();
    if letters.len() != 4 {
        faults
            .push(CONTROLLERS, format!("{field:?} is not one seat for each of blue, red, black and yellow"));
        return own;
    }
    if players == PlayerCount::Two && field != "brbr" {
        faults.push(CONTROLLERS, format!("{field:?}: with two players they are always brbr"));
        return own;
    }
    let mut controllers = own;
    for (army, letter) in Army::ALL.into_iter().zip(letters) {
        match seat_from_letter(letter, players) {
            None => faults.push(CONTROLLERS, format!("{letter:?} is not a seat: they are b, r, k and y")),
            Some(seat) if team_of(seat) != army.team() => {
                faults.push(CONTROLLERS, format!("{letter} decides for {army}, but is of the other team"));
            }
            Some(seat) => controllers[army] = seat,
        }
    }
    controllers
}

fn parse_frozen(field: &str, faults: &mut ErrorCollector) -> ArmySet {
    let mut frozen = ArmySet::EMPTY;
    if field == "-" {
        return frozen;
    }
    let mut left = Army::ALL.into_iter();
    let in_order = field.chars().all(|letter| {
        let army = left.find(|army| army.letter() == letter);
        army.inspect(|army| frozen.insert(*army)).is_some()
    });
    if field.is_empty() || !in_order {
        faults.push(FROZEN, format!("{field:?} is neither - nor some of brky in this order"));
    }
    frozen
}

/// Reads `r:b,k:y`. They are written by army, but the rules name no order, so any is accepted.
fn parse_captors(field: &str, players: PlayerCount, faults: &mut ErrorCollector) -> ByArmy<Option<Seat>> {
    let mut captors = ByArmy([None; 4]);
    if field == "-" {
        return captors;
    }
    for entry in field.split(',') {
        match parse_captor(entry, players) {
            Err(wrong) => faults.push(CAPTORS, format!("{entry:?}: {wrong}")),
            Ok((army, _)) if captors[army].is_some() => {
                faults.push(CAPTORS, format!("{army}'s king has two captors"));
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
        .ok_or("before the colon stands an army: b, r, k or y")?;
    let captor = single_letter(captor).and_then(|letter| seat_from_letter(letter, players));
    let captor = captor.ok_or(match players {
        PlayerCount::Two => "after the colon stands a seat: b or r",
        PlayerCount::Four => "after the colon stands a seat: b, r, k or y",
    })?;
    if team_of(captor) == army.team() {
        return Err("a king's captor is of the other team".to_string());
    }
    Ok((army, captor))
}

fn parse_number(field: &str, least: u32, part: &'static str, faults: &mut ErrorCollector) -> u32 {
    parse_count(field).filter(|number| *number >= least).unwrap_or_else(|| {
        faults.push(part, format!("{field:?} is not a number from {least} to {}", u32::MAX));
        least
    })
}

fn parse_die(field: &str, divination: bool, faults: &mut ErrorCollector) -> Die {
    match (field, divination, Throw::from_digit(field)) {
        ("-", false, _) => Die::Unused,
        ("?", true, _) => Die::ToThrow,
        (_, true, Some(throw)) => Die::Thrown(throw),
        (_, true, None) => {
            faults.push(DIE, format!("{field:?} is neither ? nor a number from 1 to 6"));
            Die::ToThrow
        }
        (_, false, _) => {
            faults.push(DIE, format!("{field:?}, but without divination it is -"));
            Die::Unused
        }
    }
}

/// Notes what does not fit together.
fn check_consistency(position: &Enochian, faults: &mut ErrorCollector) {
    for army in Army::ALL {
        if position.board.has_king(army) {
            check_army_with_king(position, army, faults);
        } else {
            check_army_without_king(position, army, faults);
        }
    }
    let lost = |team: Team| team.armies().iter().all(|army| !position.board.has_king(*army));
    if lost(Team::BlueBlack) && lost(Team::RedYellow) {
        faults.push(KINGS, "no army has one: the game ends when one team has lost both");
    }
}

fn check_army_with_king(position: &Enochian, army: Army, faults: &mut ErrorCollector) {
    if position.frozen.contains(army) {
        faults.push(FROZEN, format!("{army} is frozen, but has a king"));
    }
    if position.captors[army].is_some() {
        faults.push(CAPTORS, format!("{army}'s king has a captor, but lives"));
    }
}

/// An army that lost its king is frozen, or its ally has revived it; with two players that does not show in
/// who decides.
fn check_army_without_king(position: &Enochian, army: Army, faults: &mut ErrorCollector) {
    let own = position.controllers[army] == position.rules.players.seat_of(army);
    if own && position.rules.players == PlayerCount::Four && !position.frozen.contains(army) {
        faults.push(KINGS, format!("{army} has none under its own seat: it must be frozen"));
    }
}
