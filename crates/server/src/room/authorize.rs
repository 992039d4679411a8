//! Authorises commands: checks the permissions and translates a command into the events it causes.

use super::owner_commands;
use crate::auth::identity::Identity;
use crate::auth::permissions::{self, TableRole, TableStage};
use crate::table::LiveTable;
use crate::table::error::to_request_error;
use crate::table::event::{RoomEvent, SeatingEvent};
use tetrarch_protocol::{Command, CommandKind, ErrorCode, RequestError, TablePhase};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, Offer, OfferKind, TableEvent};

/// The client that gives a command, with its rights at the table.
#[derive(Clone, Debug)]
pub(super) struct Principal {
    pub(super) seats: SeatSet,
    /// Whether they may give owner commands: they own the table or are an admin.
    pub(super) is_owner: bool,
    /// For the log of owner commands.
    pub(super) name: String,
    pub(super) roles: Vec<TableRole>,
}

impl Principal {
    pub(super) fn new(table: &LiveTable, identity: &Identity) -> Principal {
        let seats = table.seats_of(identity);
        let (owns, admin) = (table.is_owner(identity), identity.is_admin());
        let mut roles = Vec::new();
        if let Some(seat) = table.game.turn().seat().filter(|seat| seats.contains(*seat)) {
            debug_assert!(seats.contains(seat));
            roles.push(TableRole::Player);
        } else if !seats.is_empty() {
            roles.push(TableRole::OtherPlayer);
        } else {
            let account = identity.person.as_deref().map(|person| person.account.is_some());
            roles.push(
                account.map_or(
                    TableRole::Anonymous,
                    |has| if has { TableRole::Watcher } else { TableRole::Guest },
                ),
            );
        }
        roles.extend(owns.then_some(TableRole::Owner));
        roles.extend(admin.then_some(TableRole::Admin));
        let name = identity.person_name().unwrap_or("the owner").to_string();
        Principal { seats, is_owner: owns || admin, name, roles }
    }

    /// An engine that plays for a seat.
    pub(super) fn engine(seat: Seat) -> Principal {
        let roles = vec![TableRole::Player, TableRole::OtherPlayer];
        Principal { seats: SeatSet::one(seat), is_owner: false, name: "the engine".to_string(), roles }
    }
}

/// The stage of a game, for the permissions.
pub(super) fn stage(table: &LiveTable) -> TableStage {
    match table.phase() {
        TablePhase::Waiting => TableStage::Waiting,
        TablePhase::Over => TableStage::Over,
        TablePhase::Playing if table.paused => TableStage::Paused,
        TablePhase::Playing => TableStage::Playing,
    }
}

/// Checks the permissions for a command. Whether it is the player's turn shows when the event is applied.
pub(super) fn check_permission(
    table: &LiveTable,
    roles: &[TableRole],
    kind: &str,
) -> Result<(), RequestError> {
    let also_in_turn;
    let roles = if roles.contains(&TableRole::OtherPlayer) {
        also_in_turn = [roles, &[TableRole::Player]].concat();
        &also_in_turn
    } else {
        roles
    };
    if !permissions::is_ever_permitted(kind, roles) {
        let sits = roles.contains(&TableRole::Player);
        return Err(
            if sits
                || permissions::is_ever_permitted(kind, &[TableRole::Owner])
                    && !permissions::is_ever_permitted(kind, &[TableRole::Player])
            {
                RequestError::new(ErrorCode::NotOwner, "Only the host can do this.")
            } else {
                no_seat()
            },
        );
    }
    let stage = stage(table);
    if permissions::is_permitted(kind, roles, stage) {
        return Ok(());
    }
    Err(match stage {
        TableStage::Waiting => RequestError::new(ErrorCode::NotBegun, "The game has not started yet."),
        TableStage::Over => RequestError::new(ErrorCode::Over, "The game is over."),
        TableStage::Paused => RequestError::new(ErrorCode::Paused, "The host has paused the game."),
        TableStage::Playing => RequestError::new(ErrorCode::NotNow, "You can't do this during the game."),
    })
}

/// Validates a client's command: checks that the principal may give it at this stage of the table, and returns the events
/// it causes. Whether the rules allow it shows when the events are applied.
pub(super) fn authorize(
    table: &LiveTable,
    principal: &Principal,
    command: &Command,
    spent: Millis,
) -> Result<Vec<RoomEvent>, RequestError> {
    let Command { version, kind, .. } = command;
    check_permission(table, &principal.roles, kind.name())?;
    match kind {
        CommandKind::Abort => return authorize_abort(table, principal),
        CommandKind::Order(order) => {
            return owner_commands::authorize_owner_command(table, principal, order, spent);
        }
        _ => {}
    }
    let seat = command_seat(table, principal.seats, command)?;
    if *version != table.game.version() && !kind.ignores_version() {
        let words = format!(
            "The game has moved on: your command was for version {version}, but the current version is {}.",
            table.game.version()
        );
        return Err(RequestError::new(ErrorCode::Stale, words));
    }
    if let CommandKind::Propose(offer) = kind {
        check_offer_is_new(table, seat, offer)?;
    }
    events_of(table, seat, kind, spent)
}

/// The events that the command of a seat causes.
fn events_of(
    table: &LiveTable,
    seat: Seat,
    kind: &CommandKind,
    spent: Millis,
) -> Result<Vec<RoomEvent>, RequestError> {
    let named = |name: &str| table.seat_named(name).map_err(|error| to_request_error(&error));
    let event: RoomEvent = match kind.clone() {
        CommandKind::Act(action) => TableEvent::Acted { seat, action, spent }.into(),
        CommandKind::Propose(offer) => TableEvent::Proposed { seat, offer }.into(),
        CommandKind::Accept(offer) => TableEvent::Accepted { seat, offer, spent }.into(),
        CommandKind::Decline(offer) => TableEvent::Declined { seat, offer }.into(),
        CommandKind::Claim => TableEvent::Claimed { seat }.into(),
        CommandKind::Resign => TableEvent::Resigned { seat }.into(),
        CommandKind::Sit(to) => SeatingEvent::Moved { seat, to: named(&to)? }.into(),
        CommandKind::Stand => SeatingEvent::Stood { seat }.into(),
        CommandKind::ClaimAbsent(name) => {
            let absent = named(&name)?;
            let resigned = TableEvent::Resigned { seat: absent }.into();
            return Ok(vec![resigned, SeatingEvent::ClaimedAbsent { seat, absent }.into()]);
        }
        CommandKind::Entropy(entropy) => {
            check_accepts_entropy(table)?;
            SeatingEvent::EntropyGiven { seat, entropy }.into()
        }
        CommandKind::Abort | CommandKind::Order(_) | CommandKind::Rematch => return Ok(Vec::new()),
    };
    Ok(vec![event])
}

/// A declined or withdrawn offer can be repeated only after somebody has acted, so that nobody can disturb the
/// player to move with offers. Making an offer that another player has made accepts it.
fn check_offer_is_new(table: &LiveTable, seat: Seat, offer: &OfferKind) -> Result<(), RequestError> {
    let pending = |own: &Offer| own.kind == *offer && (own.waiting.contains(seat) || own.by == seat);
    if !table.has_proposed(seat, offer) || table.game.offers().iter().any(pending) {
        return Ok(());
    }
    let words = "You already made this offer. You can repeat it after the next move.";
    Err(RequestError::new(ErrorCode::NotNow, words))
}

fn check_accepts_entropy(table: &LiveTable) -> Result<(), RequestError> {
    if table.accepts_entropy() {
        return Ok(());
    }
    let why = match table.published_deal() {
        None => "This game has no chance events.",
        Some(_) => "The first deal or roll has already been made, so you can't add entropy any more.",
    };
    Err(RequestError::new(ErrorCode::NotNow, why))
}

/// Players can abort the game until everybody has acted.
fn authorize_abort(table: &LiveTable, principal: &Principal) -> Result<Vec<RoomEvent>, RequestError> {
    if table.is_abortable() {
        return Ok(vec![TableEvent::Aborted { seat: principal.seats.iter().next() }.into()]);
    }
    let words = "Everybody has moved, so the game can't be aborted. You can resign.";
    Err(RequestError::new(ErrorCode::NotNow, words))
}

/// The seat a command is for: the one it names, else the one it concerns, else the client's first.
fn command_seat(table: &LiveTable, own: SeatSet, command: &Command) -> Result<Seat, RequestError> {
    if let Some(name) = &command.seat {
        let seat = table.seat_named(name).map_err(|error| to_request_error(&error))?;
        return if own.contains(seat) { Ok(seat) } else { Err(not_yours(name)) };
    }
    let concerned = match &command.kind {
        CommandKind::Accept(offer) | CommandKind::Decline(offer) => offer_seat(table, own, offer),
        _ => table.game.turn().seat().filter(|seat| own.contains(*seat)),
    };
    concerned.or_else(|| own.iter().next()).ok_or_else(no_seat)
}

/// The client's seat that an offer waits for or came from.
fn offer_seat(table: &LiveTable, own: SeatSet, kind: &OfferKind) -> Option<Seat> {
    let offer = table.game.offers().iter().find(|offer| offer.kind == *kind)?;
    own.iter().find(|seat| offer.waiting.contains(*seat) || offer.by == *seat)
}

fn not_yours(name: &str) -> RequestError {
    RequestError::new(ErrorCode::NotYourSeat, format!("You don't have the seat {name}."))
}

fn no_seat() -> RequestError {
    RequestError::new(ErrorCode::NotYourSeat, "You have no seat at this table.")
}
