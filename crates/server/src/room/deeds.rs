//! What a command means at the table, and whether who gives it may.

use super::orders;
use crate::chronicle::Chronicle;
use crate::permits::{self, Role, Stage};
use crate::refusal::told;
use crate::row::What;
use crate::who::Who;
use tetrarch_protocol::{Command, Deed, Phase, Refused, RefusedFor};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, Offer, OfferKind};

/// Who gives a command.
#[derive(Clone, Debug)]
pub(super) struct Giver {
    /// The seats that are theirs.
    pub(super) seats: SeatSet,
    /// Whether they may order what the owner may.
    pub(super) owner: bool,
    /// What they are called, for the log.
    pub(super) name: String,
    /// What they are here.
    pub(super) roles: Vec<Role>,
}

impl Giver {
    /// Who somebody is at a table.
    pub(super) fn of(table: &Chronicle, who: &Who) -> Giver {
        let seats = table.seats_of(who);
        let (owns, admin) = (table.is_owner(who), who.is_admin());
        let mut roles = Vec::new();
        if let Some(seat) = table.table.turn().seat().filter(|seat| seats.contains(*seat)) {
            debug_assert!(seats.contains(seat));
            roles.push(Role::Player);
        } else if !seats.is_empty() {
            roles.push(Role::OtherPlayer);
        } else {
            let account = who.person.as_deref().map(|person| person.account.is_some());
            roles.push(account.map_or(Role::Nobody, |has| if has { Role::Watcher } else { Role::Guest }));
        }
        roles.extend(owns.then_some(Role::Owner));
        roles.extend(admin.then_some(Role::Admin));
        let name = who.name().unwrap_or("the owner").to_string();
        Giver { seats, owner: owns || admin, name, roles }
    }

    /// An engine that plays for a seat.
    pub(super) fn engine(seat: Seat) -> Giver {
        let roles = vec![Role::Player, Role::OtherPlayer];
        Giver { seats: SeatSet::one(seat), owner: false, name: "the engine".to_string(), roles }
    }
}

/// How far a table has come, in the words of the permits.
pub(super) fn stage(table: &Chronicle) -> Stage {
    match table.phase() {
        Phase::Waiting => Stage::Waiting,
        Phase::Over => Stage::Over,
        Phase::Playing if table.paused => Stage::Paused,
        Phase::Playing => Stage::Playing,
    }
}

/// Whether who they are, and how far the game is, allow something. That it is not their turn is found out by doing it.
pub(super) fn must_be_permitted(table: &Chronicle, roles: &[Role], deed: &str) -> Result<(), Refused> {
    let also_in_turn;
    let roles = if roles.contains(&Role::OtherPlayer) {
        also_in_turn = [roles, &[Role::Player]].concat();
        &also_in_turn
    } else {
        roles
    };
    if !permits::may_ever(deed, roles) {
        let sits = roles.contains(&Role::Player);
        return Err(
            if sits || permits::may_ever(deed, &[Role::Owner]) && !permits::may_ever(deed, &[Role::Player]) {
                Refused::new(RefusedFor::NotOwner, "Only the owner of the table may do this.")
            } else {
                no_seat()
            },
        );
    }
    let stage = stage(table);
    if permits::may(deed, roles, stage) {
        return Ok(());
    }
    Err(match stage {
        Stage::Waiting => {
            Refused::new(RefusedFor::NotBegun, "Not everybody sits yet: the game has not begun.")
        }
        Stage::Over => Refused::new(RefusedFor::Over, "The game is over."),
        Stage::Paused => Refused::new(RefusedFor::Paused, "The owner of the table has stopped the clock."),
        Stage::Playing => Refused::new(RefusedFor::NotNow, "This can not be done while the game is played."),
    })
}

/// What a command would make happen. Whether the rules of the game allow it is found out by doing it.
pub(super) fn meant(
    table: &Chronicle,
    giver: &Giver,
    command: &Command,
    spent: Millis,
) -> Result<Vec<What>, Refused> {
    let Command { version, deed, .. } = command;
    must_be_permitted(table, &giver.roles, deed.name())?;
    match deed {
        Deed::Abort => return abort(table, giver),
        Deed::Order(order) => return orders::meant(table, giver, order, spent),
        _ => {}
    }
    let seat = seat(table, giver.seats, command)?;
    if *version != table.version() && !deed.is_timeless() {
        let words = format!(
            "The game has gone on: this was meant for version {version}, and it is {} now.",
            table.version()
        );
        return Err(Refused::new(RefusedFor::Stale, words));
    }
    if let Deed::Propose(offer) = deed {
        must_be_new(table, seat, offer)?;
    }
    let seat = table.name(seat).to_string();
    Ok(vec![match deed.clone() {
        Deed::Act(action) => What::Acted { seat, action, spent },
        Deed::Propose(offer) => What::Proposed { seat, offer },
        Deed::Accept(offer) => What::Accepted { seat, offer, spent },
        Deed::Decline(offer) => What::Declined { seat, offer },
        Deed::Claim => What::Claimed { seat },
        Deed::Resign => What::Resigned { seat },
        Deed::Sit(to) => What::Moved { seat, to },
        Deed::Stand => What::Stood { seat },
        Deed::ClaimAbsent(absent) => What::ClaimedAbsent { seat, absent },
        Deed::Entropy(entropy) => {
            must_take_entropy(table)?;
            What::Gave { seat, entropy }
        }
        Deed::Abort | Deed::Order(_) | Deed::Rematch => return Ok(Vec::new()),
    }])
}

/// What was declined or taken back can be proposed again once somebody has acted: else who is to act could be kept from
/// thinking. To propose what another has proposed is to agree.
fn must_be_new(table: &Chronicle, seat: Seat, offer: &OfferKind) -> Result<(), Refused> {
    let waits = |own: &Offer| own.kind == *offer && (own.waiting.contains(seat) || own.by == seat);
    if !table.has_proposed(seat, offer) || table.table.offers().iter().any(waits) {
        return Ok(());
    }
    let words = "You have proposed this already. It can be proposed again when somebody has acted.";
    Err(Refused::new(RefusedFor::NotNow, words))
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

/// A game can be ended without a result by anybody at it until everybody has acted.
fn abort(table: &Chronicle, giver: &Giver) -> Result<Vec<What>, Refused> {
    if table.is_abortable() {
        let seat = giver.seats.iter().next();
        return Ok(vec![What::Aborted { seat: seat.map(|seat| table.name(seat).to_string()) }]);
    }
    let words = "Everybody has acted: the game can be given up, but not ended without a result.";
    Err(Refused::new(RefusedFor::NotNow, words))
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
