//! Taking a seat.

use super::Room;
use super::authorize::{Principal, check_permission};
use crate::event::TableEvent;
use crate::header::{SeatAssignment, display_name};
use crate::refusal::to_request_error;
use crate::table::LiveTable;
use crate::token::{AccessToken, TokenHash};
use crate::who::Identity;
use tetrarch_protocol::{ErrorCode, JoinRequest, JoinResponse, RequestError, TablePhase};
use tetrarch_rules::Seat;

impl Room {
    /// Somebody takes a seat; if it was the last, the game begins.
    pub(super) async fn join(
        &mut self,
        who: &Identity,
        join: JoinRequest,
    ) -> Result<JoinResponse, RequestError> {
        check_permission(&self.table, &Principal::new(&self.table, who).roles, "join")?;
        let seat = requested_seat(&self.table, who, &join)?;
        let (hash, token) = seat_token(&self.table, join.token)?;
        let before = self.checkpoint();
        let name = self.table.seat_name(seat).to_string();
        let called = join.name.as_deref().or(who.person_name());
        let mut things = vec![TableEvent::Sat {
            seat: name.clone(),
            token: hash.clone(),
            name: display_name(called),
            person: who.person_id().map(str::to_string),
        }];
        things.extend(join.entropy.map(|entropy| TableEvent::Gave { seat: name.clone(), entropy }));
        if self.table.open_seats() == 1 && !self.table.begun && !self.table.header.setting.owner_begins {
            things.push(TableEvent::Began);
        }
        self.commit(things, None).await?;
        self.viewers.reseat(&self.table);
        self.update_presence().await;
        self.broadcast_seats();
        self.broadcast(&before);
        Ok(JoinResponse { seat: name, token })
    }

    /// A table at which everybody sits begins at once, unless it waits for its owner.
    pub(super) async fn begin_when_full(&mut self) {
        let waits = self.table.begun || self.table.header.setting.owner_begins;
        if !waits && self.table.open_seats() == 0 && self.table.phase() == TablePhase::Waiting {
            // Who is connected is told by whoever has filled the table.
            if let Err(refused) = self.commit(vec![TableEvent::Began], None).await {
                tracing::error!(table = %self.table.id, %refused, "could not begin");
            }
        }
    }
}

/// The seat that is wanted, if it can be had.
fn requested_seat(table: &LiveTable, who: &Identity, join: &JoinRequest) -> Result<Seat, RequestError> {
    let invite = join.invite.as_deref().map(TokenHash::of);
    let free = |seat: Seat| match &table.seats[seat.index()] {
        SeatAssignment::Open => true,
        SeatAssignment::Invited { invite: kept, person, .. } => {
            invite.as_ref().is_some_and(|invite| invite.matches(kept))
                || person.is_some() && person.as_deref() == who.person_id()
        }
        _ => false,
    };
    let mut seats = (0..table.seats.len()).map(Seat::new);
    let seat = match &join.seat {
        Some(name) => Some(table.seat_named(name).map_err(|refusal| to_request_error(&refusal))?),
        // Who was invited takes the seat that is kept for them.
        None => seats
            .clone()
            .find(|seat| free(*seat) && !matches!(table.seats[seat.index()], SeatAssignment::Open))
            .or_else(|| seats.find(|seat| free(*seat))),
    };
    let refused = || {
        let kept = |sitting: &SeatAssignment| matches!(sitting, SeatAssignment::Invited { .. });
        if seat.is_some_and(|seat| kept(&table.seats[seat.index()])) {
            RequestError::new(ErrorCode::NotYourSeat, "This seat is kept for somebody who was invited.")
        } else {
            RequestError::new(ErrorCode::NotNow, "This seat is taken.")
        }
    };
    seat.filter(|seat| free(*seat)).ok_or_else(refused)
}

/// The token for the seat: that of somebody who sits already, or a new one.
fn seat_token(table: &LiveTable, token: Option<String>) -> Result<(TokenHash, String), RequestError> {
    if let Some(token) = token {
        let hash = TokenHash::of(&token);
        let holder = Identity { token: Some(hash.clone()), ..Identity::default() };
        let known = !table.seats_of(&holder).is_empty() || table.is_owner(&holder);
        return if known {
            Ok((hash, token))
        } else {
            Err(RequestError::new(ErrorCode::UnknownToken, "This token is not of this table."))
        };
    }
    let token = AccessToken::generate().map_err(|_| {
        RequestError::new(ErrorCode::NotStored, "The server has no random numbers now. Try again.")
    })?;
    Ok((token.hash(), token.into_string()))
}
