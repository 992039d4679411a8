//! Reading a position.

use super::army::{Army, ArmySet, ByArmy, Team};
use super::dice::Die;
use super::options::{Players, seat_letter, team_of};
use super::parse_board::read_board;
use super::{Enochian, Options, Rules, Throw};
use crate::{FaultList, Faults, Seat, read_count};

const ARMY: &str = "the army to act";
const CONTROLLERS: &str = "the controllers";
const FROZEN: &str = "the frozen armies";
const CAPTORS: &str = "the captors";
const QUIET: &str = "the quiet plies";
const PLY: &str = "the ply number";
const DIE: &str = "the die";
const KINGS: &str = "the kings";

/// Reads a position text and judges the position as just reached.
pub(super) fn parse(text: &str, options: &Options) -> Result<Enochian, Faults> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, army, controllers, frozen, captors, quiet, ply, die] = fields.as_slice() else {
        let wrong = format!("{} fields instead of 8, separated by single spaces", fields.len());
        return Err(Faults::one("the text", wrong));
    };
    let mut faults = FaultList::default();
    let players = options.players;
    let position = Enochian {
        board: read_board(board, &mut faults),
        army: read_army(army, &mut faults),
        controllers: read_controllers(controllers, players, &mut faults),
        frozen: read_frozen(frozen, &mut faults),
        captors: read_captors(captors, players, &mut faults),
        quiet: read_number(quiet, 0, QUIET, &mut faults),
        ply: read_number(ply, 1, PLY, &mut faults),
        die: read_die(die, options.divination, &mut faults),
        rules: Rules::of(options),
        ended: None,
    };
    // Fields that could not be read have some value, so only now can they be compared.
    if faults.is_empty() {
        compare(&position, &mut faults);
    }
    faults.or(|| {
        let mut settled = position;
        settled.settle();
        settled
    })
}

fn read_army(field: &str, faults: &mut FaultList) -> Army {
    letter_of(field).and_then(Army::with_letter).unwrap_or_else(|| {
        faults.note(ARMY, format!("{field:?} is not an army: they are b, r, k and y"));
        Army::Blue
    })
}

/// The letter that a text consists of.
fn letter_of(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// The seat with this letter, if there is one at a table of so many.
fn seat_with_letter(letter: char, players: Players) -> Option<Seat> {
    let seats = (0..players.names().len()).map(Seat::new);
    seats.into_iter().find(|seat| seat_letter(*seat) == letter)
}

fn read_controllers(field: &str, players: Players, faults: &mut FaultList) -> ByArmy<Seat> {
    let own = ByArmy(Army::ALL.map(|army| players.seat_of(army)));
    let letters: Vec<char> = field.chars().collect();
    if letters.len() != 4 {
        faults
            .note(CONTROLLERS, format!("{field:?} is not one seat for each of blue, red, black and yellow"));
        return own;
    }
    if players == Players::Two && field != "brbr" {
        faults.note(CONTROLLERS, format!("{field:?}: with two players they are always brbr"));
        return own;
    }
    let mut controllers = own;
    for (army, letter) in Army::ALL.into_iter().zip(letters) {
        match seat_with_letter(letter, players) {
            None => faults.note(CONTROLLERS, format!("{letter:?} is not a seat: they are b, r, k and y")),
            Some(seat) if team_of(seat) != army.team() => {
                faults.note(CONTROLLERS, format!("{letter} decides for {army}, but is of the other team"));
            }
            Some(seat) => controllers[army] = seat,
        }
    }
    controllers
}

fn read_frozen(field: &str, faults: &mut FaultList) -> ArmySet {
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
        faults.note(FROZEN, format!("{field:?} is neither - nor some of brky in this order"));
    }
    frozen
}

/// Reads `r:b,k:y`. They are written by army, but the rules name no order, so any is accepted.
fn read_captors(field: &str, players: Players, faults: &mut FaultList) -> ByArmy<Option<Seat>> {
    let mut captors = ByArmy([None; 4]);
    if field == "-" {
        return captors;
    }
    for entry in field.split(',') {
        match read_captor(entry, players) {
            Err(wrong) => faults.note(CAPTORS, format!("{entry:?}: {wrong}")),
            Ok((army, _)) if captors[army].is_some() => {
                faults.note(CAPTORS, format!("{army}'s king has two captors"));
            }
            Ok((army, captor)) => captors[army] = Some(captor),
        }
    }
    captors
}

fn read_captor(entry: &str, players: Players) -> Result<(Army, Seat), String> {
    let (army, captor) = entry.split_once(':').ok_or("write a captured king and its captor as r:b, or -")?;
    let army =
        letter_of(army).and_then(Army::with_letter).ok_or("before the colon stands an army: b, r, k or y")?;
    let captor = letter_of(captor).and_then(|letter| seat_with_letter(letter, players));
    let captor = captor.ok_or(match players {
        Players::Two => "after the colon stands a seat: b or r",
        Players::Four => "after the colon stands a seat: b, r, k or y",
    })?;
    if team_of(captor) == army.team() {
        return Err("a king's captor is of the other team".to_string());
    }
    Ok((army, captor))
}

fn read_number(field: &str, least: u32, part: &'static str, faults: &mut FaultList) -> u32 {
    read_count(field).filter(|number| *number >= least).unwrap_or_else(|| {
        faults.note(part, format!("{field:?} is not a number from {least} to {}", u32::MAX));
        least
    })
}

fn read_die(field: &str, divination: bool, faults: &mut FaultList) -> Die {
    match (field, divination, Throw::with_digit(field)) {
        ("-", false, _) => Die::Unused,
        ("?", true, _) => Die::ToThrow,
        (_, true, Some(throw)) => Die::Thrown(throw),
        (_, true, None) => {
            faults.note(DIE, format!("{field:?} is neither ? nor a number from 1 to 6"));
            Die::ToThrow
        }
        (_, false, _) => {
            faults.note(DIE, format!("{field:?}, but without divination it is -"));
            Die::Unused
        }
    }
}

/// Notes what does not fit together.
fn compare(position: &Enochian, faults: &mut FaultList) {
    for army in Army::ALL {
        if position.board.has_king(army) {
            with_king(position, army, faults);
        } else {
            without_king(position, army, faults);
        }
    }
    let lost = |team: Team| team.armies().iter().all(|army| !position.board.has_king(*army));
    if lost(Team::BlueBlack) && lost(Team::RedYellow) {
        faults.note(KINGS, "no army has one: the game ends when one team has lost both");
    }
}

fn with_king(position: &Enochian, army: Army, faults: &mut FaultList) {
    if position.frozen.contains(army) {
        faults.note(FROZEN, format!("{army} is frozen, but has a king"));
    }
    if position.captors[army].is_some() {
        faults.note(CAPTORS, format!("{army}'s king has a captor, but lives"));
    }
}

/// An army that lost its king is frozen, or its ally has revived it; with two players that does not show in
/// who decides.
fn without_king(position: &Enochian, army: Army, faults: &mut FaultList) {
    let own = position.controllers[army] == position.rules.players.seat_of(army);
    if own && position.rules.players == Players::Four && !position.frozen.contains(army) {
        faults.note(KINGS, format!("{army} has none under its own seat: it must be frozen"));
    }
}
