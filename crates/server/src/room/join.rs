//! Taking a seat.

use super::Room;
use super::authorize::{Principal, check_permission};
use crate::auth::identity::Identity;
use crate::auth::token::{AccessToken, TokenHash};
use crate::table::LiveTable;
use crate::table::error::to_request_error;
use crate::table::event::{RoomEvent, SeatingEvent};
use crate::table::header::{SeatAssignment, display_name};
use tetrarch_protocol::{ErrorCode, JoinRequest, JoinResponse, RequestError, TablePhase};
use tetrarch_rules::Seat;

impl Room {
    /// Takes a seat for a client. If it was the last open seat, the game begins.
    pub(super) async fn join(
        &mut self,
        identity: &Identity,
        join: JoinRequest,
    ) -> Result<JoinResponse, RequestError> {
        check_permission(&self.table, &Principal::new(&self.table, identity).roles, "join")?;
        let seat = requested_seat(&self.table, identity, &join)?;
        let (hash, token) = seat_token(&self.table, join.token)?;
        let before = self.checkpoint();
        let name = display_name(join.name.as_deref().or(identity.person_name()));
        let person = identity.person_id().map(str::to_string);
        let mut events: Vec<RoomEvent> = vec![SeatingEvent::Sat { seat, token: hash, name, person }.into()];
        events.extend(join.entropy.map(|entropy| SeatingEvent::EntropyGiven { seat, entropy }.into()));
        if self.table.open_seats() == 1 && !self.table.begun && !self.table.header.setting.owner_begins {
            events.push(SeatingEvent::Began.into());
        }
        self.commit(events, None).await?;
        self.viewers.reseat(&self.table);
        self.update_presence().await;
        self.broadcast_seats();
        self.broadcast(&before);
        Ok(JoinResponse { seat: self.table.seat_name(seat).to_string(), token })
    }

    /// Begins the game once all seats are taken, unless the table waits for its owner.
    pub(super) async fn begin_when_full(&mut self) {
        let waits = self.table.begun || self.table.header.setting.owner_begins;
        if !waits && self.table.open_seats() == 0 && self.table.phase() == TablePhase::Waiting {
            // The caller broadcasts the change.
            if let Err(error) = self.commit(vec![SeatingEvent::Began.into()], None).await {
                tracing::error!(table = %self.table.id, %error, "failed to begin the game");
            }
        }
    }
}

/// The seat the client asks for, if it is available to them.
fn requested_seat(table: &LiveTable, identity: &Identity, join: &JoinRequest) -> Result<Seat, RequestError> {
    let invite = join.invite.as_deref().map(TokenHash::of);
    let free = |seat: Seat| match &table.seats[seat.index()] {
        SeatAssignment::Open => true,
        SeatAssignment::Invited { invite: kept, person, .. } => {
            invite.as_ref().is_some_and(|invite| invite.matches(kept))
                || person.is_some() && person.as_deref() == identity.person_id()
        }
        _ => false,
    };
    let mut seats = (0..table.seats.len()).map(Seat::new);
    let seat = match &join.seat {
        Some(name) => Some(table.seat_named(name).map_err(|error| to_request_error(&error))?),
        // An invited client takes the seat that is reserved for them.
        None => seats
            .clone()
            .find(|seat| free(*seat) && !matches!(table.seats[seat.index()], SeatAssignment::Open))
            .or_else(|| seats.find(|seat| free(*seat))),
    };
    let refused = || {
        let kept = |assignment: &SeatAssignment| matches!(assignment, SeatAssignment::Invited { .. });
        if seat.is_some_and(|seat| kept(&table.seats[seat.index()])) {
            RequestError::new(ErrorCode::NotYourSeat, "This seat is reserved for an invited player.")
        } else {
            RequestError::new(ErrorCode::NotNow, "This seat is taken.")
        }
    };
    seat.filter(|seat| free(*seat)).ok_or_else(refused)
}

/// The token for the seat: that of a client who already sits at the table, or a new one.
fn seat_token(table: &LiveTable, token: Option<String>) -> Result<(TokenHash, String), RequestError> {
    if let Some(token) = token {
        let hash = TokenHash::of(&token);
        let holder = Identity { token: Some(hash.clone()), ..Identity::default() };
        let known = !table.seats_of(&holder).is_empty() || table.is_owner(&holder);
        return if known {
            Ok((hash, token))
        } else {
            Err(RequestError::new(ErrorCode::UnknownToken, "This token does not belong to this table."))
        };
    }
    let token = AccessToken::generate().map_err(|_| {
        RequestError::new(ErrorCode::NotStored, "The server could not generate a token. Try again.")
    })?;
    Ok((token.hash(), token.into_string()))
}
