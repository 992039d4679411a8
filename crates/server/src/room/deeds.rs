//! What a command means at the table, and whether who gives it may.

use crate::chronicle::Chronicle;
use crate::refusal::told;
use crate::row::What;
use tetrarch_protocol::{Command, Deed, Phase, Refused, RefusedFor};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, OfferKind};

/// Who gives a command.
#[derive(Copy, Clone, Debug)]
pub(super) struct Giver {
    /// The seats that are theirs.
    pub(super) seats: SeatSet,
    /// Whether the table is theirs.
    pub(super) owner: bool,
}

/// What a command would make happen. Whether the rules of the game allow it is found out by doing it.
pub(super) fn meant(
    table: &Chronicle,
    giver: Giver,
    command: &Command,
    spent: Millis,
) -> Result<What, Refused> {
    let Command { version, deed, .. } = command;
    if let Deed::Abort = deed {
        return abort(table, giver);
    }
    let seat = seat(table, giver.seats, command)?;
    must_be_playing(table, deed)?;
    if *version != table.version() && !deed.is_timeless() {
        let words = format!(
            "The game has gone on: this was meant for version {version}, and it is {} now.",
            table.version()
        );
        return Err(Refused::new(RefusedFor::Stale, words));
    }
    let seat = table.name(seat).to_string();
    Ok(match deed.clone() {
        Deed::Act(action) => What::Acted { seat, action, spent },
        Deed::Propose(offer) => What::Proposed { seat, offer },
        Deed::Accept(offer) => What::Accepted { seat, offer },
        Deed::Decline(offer) => What::Declined { seat, offer },
        Deed::Claim => What::Claimed { seat },
        Deed::Resign => What::Resigned { seat },
        Deed::Abort => What::Aborted { seat: Some(seat) },
        Deed::Entropy(entropy) => {
            must_take_entropy(table)?;
            What::Gave { seat, entropy }
        }
        _ => return Err(Refused::new(RefusedFor::NotNow, "This cannot be done yet.")),
    })
}

fn must_be_playing(table: &Chronicle, deed: &Deed) -> Result<(), Refused> {
    match table.phase() {
        Phase::Playing => Ok(()),
        Phase::Waiting if matches!(deed, Deed::Entropy(_)) => Ok(()),
        Phase::Waiting => {
            Err(Refused::new(RefusedFor::NotBegun, "Not everybody sits yet: the game has not begun."))
        }
        Phase::Over => Err(Refused::new(RefusedFor::Over, "The game is over.")),
    }
}

fn must_take_entropy(table: &Chronicle) -> Result<(), Refused> {
    if table.takes_entropy() {
        return Ok(());
    }
    let why = match table.published() {
        None => "Nothing is left to chance in this game.",
        Some(_) => "Something was dealt already, so nothing can be added to the deal any more.",
    };
    Err(Refused::new(RefusedFor::NotNow, why))
}

/// A game can be ended without a result by anybody at it until everybody has acted, and before it has begun by its owner.
fn abort(table: &Chronicle, giver: Giver) -> Result<What, Refused> {
    let seat = giver.seats.iter().next();
    if seat.is_none() && !(giver.owner && table.phase() == Phase::Waiting) {
        return Err(no_seat());
    }
    match table.phase() {
        Phase::Over => Err(Refused::new(RefusedFor::Over, "The game is over.")),
        _ if !table.is_abortable() => Err(Refused::new(
            RefusedFor::NotNow,
            "Everybody has acted: the game can be given up, but not ended without a result.",
        )),
        _ => Ok(What::Aborted { seat: seat.map(|seat| table.name(seat).to_string()) }),
    }
}

/// The seat that a command is for: the one it names, else the one it concerns, else the first.
fn seat(table: &Chronicle, own: SeatSet, command: &Command) -> Result<Seat, Refused> {
    if let Some(name) = &command.seat {
        let seat = table.seat(name).map_err(|refusal| told(&refusal))?;
        return if own.contains(seat) { Ok(seat) } else { Err(not_yours(name)) };
    }
    let concerned = match &command.deed {
        Deed::Accept(offer) | Deed::Decline(offer) => asked(table, own, offer),
        _ => table.table.turn().seat().filter(|seat| own.contains(*seat)),
    };
    concerned.or_else(|| own.iter().next()).ok_or_else(no_seat)
}

/// The own seat that an offer waits for.
fn asked(table: &Chronicle, own: SeatSet, kind: &OfferKind) -> Option<Seat> {
    let offer = table.table.offers().iter().find(|offer| offer.kind == *kind)?;
    own.iter().find(|seat| offer.waiting.contains(*seat) || offer.by == *seat)
}

fn not_yours(name: &str) -> Refused {
    Refused::new(RefusedFor::NotYourSeat, format!("You do not sit on the seat {name}."))
}

fn no_seat() -> Refused {
    Refused::new(RefusedFor::NotYourSeat, "You sit on no seat of this table: you can only watch.")
}
