//! What a command means at the table, and whether who gives it may.

use super::owner_commands;
use crate::event::TableEvent;
use crate::permissions::{self, TableRole, TableStage};
use crate::refusal::to_request_error;
use crate::table::LiveTable;
use crate::who::Identity;
use tetrarch_protocol::{Command, CommandKind, ErrorCode, RequestError, TablePhase};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, Offer, OfferKind};

/// Who gives a command.
#[derive(Clone, Debug)]
pub(super) struct Principal {
    /// The seats that are theirs.
    pub(super) seats: SeatSet,
    /// Whether they may order what the owner may.
    pub(super) is_owner: bool,
    /// What they are called, for the log.
    pub(super) name: String,
    /// What they are here.
    pub(super) roles: Vec<TableRole>,
}

impl Principal {
    /// Who somebody is at a table.
    pub(super) fn new(table: &LiveTable, who: &Identity) -> Principal {
        let seats = table.seats_of(who);
        let (owns, admin) = (table.is_owner(who), who.is_admin());
        let mut roles = Vec::new();
        if let Some(seat) = table.game.turn().seat().filter(|seat| seats.contains(*seat)) {
            debug_assert!(seats.contains(seat));
            roles.push(TableRole::Player);
        } else if !seats.is_empty() {
            roles.push(TableRole::OtherPlayer);
        } else {
            let account = who.person.as_deref().map(|person| person.account.is_some());
            roles.push(
                account.map_or(
                    TableRole::Anonymous,
                    |has| if has { TableRole::Watcher } else { TableRole::Guest },
                ),
            );
        }
        roles.extend(owns.then_some(TableRole::Owner));
        roles.extend(admin.then_some(TableRole::Admin));
        let name = who.person_name().unwrap_or("the owner").to_string();
        Principal { seats, is_owner: owns || admin, name, roles }
    }

    /// An engine that plays for a seat.
    pub(super) fn engine(seat: Seat) -> Principal {
        let roles = vec![TableRole::Player, TableRole::OtherPlayer];
        Principal { seats: SeatSet::one(seat), is_owner: false, name: "the engine".to_string(), roles }
    }
}

/// How far a table has come, in the words of the permits.
pub(super) fn stage(table: &LiveTable) -> TableStage {
    match table.phase() {
        TablePhase::Waiting => TableStage::Waiting,
        TablePhase::Over => TableStage::Over,
        TablePhase::Playing if table.paused => TableStage::Paused,
        TablePhase::Playing => TableStage::Playing,
    }
}

/// Whether who they are, and how far the game is, allow something. That it is not their turn is found out by doing it.
pub(super) fn check_permission(
    table: &LiveTable,
    roles: &[TableRole],
    deed: &str,
) -> Result<(), RequestError> {
    let also_in_turn;
    let roles = if roles.contains(&TableRole::OtherPlayer) {
        also_in_turn = [roles, &[TableRole::Player]].concat();
        &also_in_turn
    } else {
        roles
    };
    if !permissions::is_ever_permitted(deed, roles) {
        let sits = roles.contains(&TableRole::Player);
        return Err(
            if sits
                || permissions::is_ever_permitted(deed, &[TableRole::Owner])
                    && !permissions::is_ever_permitted(deed, &[TableRole::Player])
            {
                RequestError::new(ErrorCode::NotOwner, "Only the owner of the table may do this.")
            } else {
                no_seat()
            },
        );
    }
    let stage = stage(table);
    if permissions::is_permitted(deed, roles, stage) {
        return Ok(());
    }
    Err(match stage {
        TableStage::Waiting => {
            RequestError::new(ErrorCode::NotBegun, "Not everybody sits yet: the game has not begun.")
        }
        TableStage::Over => RequestError::new(ErrorCode::Over, "The game is over."),
        TableStage::Paused => {
            RequestError::new(ErrorCode::Paused, "The owner of the table has stopped the clock.")
        }
        TableStage::Playing => {
            RequestError::new(ErrorCode::NotNow, "This can not be done while the game is played.")
        }
    })
}

/// What a command would make happen. Whether the rules of the game allow it is found out by doing it.
pub(super) fn authorize(
    table: &LiveTable,
    giver: &Principal,
    command: &Command,
    spent: Millis,
) -> Result<Vec<TableEvent>, RequestError> {
    let Command { version, kind: deed, .. } = command;
    check_permission(table, &giver.roles, deed.name())?;
    match deed {
        CommandKind::Abort => return authorize_abort(table, giver),
        CommandKind::Order(order) => {
            return owner_commands::authorize_owner_command(table, giver, order, spent);
        }
        _ => {}
    }
    let seat = command_seat(table, giver.seats, command)?;
    if *version != table.version() && !deed.ignores_version() {
        let words = format!(
            "The game has gone on: this was meant for version {version}, and it is {} now.",
            table.version()
        );
        return Err(RequestError::new(ErrorCode::Stale, words));
    }
    if let CommandKind::Propose(offer) = deed {
        check_offer_is_new(table, seat, offer)?;
    }
    let seat = table.seat_name(seat).to_string();
    Ok(vec![match deed.clone() {
        CommandKind::Act(action) => TableEvent::Acted { seat, action, spent },
        CommandKind::Propose(offer) => TableEvent::Proposed { seat, offer },
        CommandKind::Accept(offer) => TableEvent::Accepted { seat, offer, spent },
        CommandKind::Decline(offer) => TableEvent::Declined { seat, offer },
        CommandKind::Claim => TableEvent::Claimed { seat },
        CommandKind::Resign => TableEvent::Resigned { seat },
        CommandKind::Sit(to) => TableEvent::Moved { seat, to },
        CommandKind::Stand => TableEvent::Stood { seat },
        CommandKind::ClaimAbsent(absent) => TableEvent::ClaimedAbsent { seat, absent },
        CommandKind::Entropy(entropy) => {
            check_accepts_entropy(table)?;
            TableEvent::Gave { seat, entropy }
        }
        CommandKind::Abort | CommandKind::Order(_) | CommandKind::Rematch => return Ok(Vec::new()),
    }])
}

/// What was declined or taken back can be proposed again once somebody has acted: else who is to act could be kept from
/// thinking. To propose what another has proposed is to agree.
fn check_offer_is_new(table: &LiveTable, seat: Seat, offer: &OfferKind) -> Result<(), RequestError> {
    let waits = |own: &Offer| own.kind == *offer && (own.waiting.contains(seat) || own.by == seat);
    if !table.has_proposed(seat, offer) || table.game.offers().iter().any(waits) {
        return Ok(());
    }
    let words = "You have proposed this already. It can be proposed again when somebody has acted.";
    Err(RequestError::new(ErrorCode::NotNow, words))
}

fn check_accepts_entropy(table: &LiveTable) -> Result<(), RequestError> {
    if table.accepts_entropy() {
        return Ok(());
    }
    let why = match table.published_deal() {
        None => "Nothing is left to chance in this game.",
        Some(_) => "Something was dealt already, so nothing can be added to the deal any more.",
    };
    Err(RequestError::new(ErrorCode::NotNow, why))
}

/// A game can be ended without a result by anybody at it until everybody has acted.
fn authorize_abort(table: &LiveTable, giver: &Principal) -> Result<Vec<TableEvent>, RequestError> {
    if table.is_abortable() {
        let seat = giver.seats.iter().next();
        return Ok(vec![TableEvent::Aborted { seat: seat.map(|seat| table.seat_name(seat).to_string()) }]);
    }
    let words = "Everybody has acted: the game can be given up, but not ended without a result.";
    Err(RequestError::new(ErrorCode::NotNow, words))
}

/// The seat that a command is for: the one it names, else the one it concerns, else the first.
fn command_seat(table: &LiveTable, own: SeatSet, command: &Command) -> Result<Seat, RequestError> {
    if let Some(name) = &command.seat {
        let seat = table.seat_named(name).map_err(|refusal| to_request_error(&refusal))?;
        return if own.contains(seat) { Ok(seat) } else { Err(not_yours(name)) };
    }
    let concerned = match &command.kind {
        CommandKind::Accept(offer) | CommandKind::Decline(offer) => offer_seat(table, own, offer),
        _ => table.game.turn().seat().filter(|seat| own.contains(*seat)),
    };
    concerned.or_else(|| own.iter().next()).ok_or_else(no_seat)
}

/// The own seat that an offer waits for.
fn offer_seat(table: &LiveTable, own: SeatSet, kind: &OfferKind) -> Option<Seat> {
    let offer = table.game.offers().iter().find(|offer| offer.kind == *kind)?;
    own.iter().find(|seat| offer.waiting.contains(*seat) || offer.by == *seat)
}

fn not_yours(name: &str) -> RequestError {
    RequestError::new(ErrorCode::NotYourSeat, format!("You do not sit on the seat {name}."))
}

fn no_seat() -> RequestError {
    RequestError::new(ErrorCode::NotYourSeat, "You sit on no seat of this table: you can only watch.")
}
