//! Taking a seat.

use super::Room;
use super::deeds::{Giver, must_be_permitted};
use crate::chronicle::Chronicle;
use crate::head::{Sitting, fit_name};
use crate::refusal::told;
use crate::row::What;
use crate::token::{Token, TokenHash};
use crate::who::Who;
use tetrarch_protocol::{Join, Joined, Phase, Refused, RefusedFor};
use tetrarch_rules::Seat;

impl Room {
    /// Somebody takes a seat; if it was the last, the game begins.
    pub(super) async fn join(&mut self, who: &Who, join: Join) -> Result<Joined, Refused> {
        must_be_permitted(&self.table, &Giver::of(&self.table, who).roles, "join")?;
        let seat = wanted(&self.table, who, &join)?;
        let (hash, token) = whose(&self.table, join.token)?;
        let before = self.before();
        let name = self.table.name(seat).to_string();
        let called = join.name.as_deref().or(who.name());
        let mut things = vec![What::Sat {
            seat: name.clone(),
            token: hash.clone(),
            name: fit_name(called),
            person: who.id().map(str::to_string),
        }];
        things.extend(join.entropy.map(|entropy| What::Gave { seat: name.clone(), entropy }));
        if self.table.open_seats() == 1 && !self.table.begun && !self.table.head.setting.owner_begins {
            things.push(What::Began);
        }
        self.happen(things, None).await?;
        self.viewers.reseat(&self.table);
        self.count_the_present().await;
        self.tell_seats();
        self.publish(&before);
        Ok(Joined { seat: name, token })
    }

    /// A table at which everybody sits begins at once, unless it waits for its owner.
    pub(super) async fn begin_when_full(&mut self) {
        let waits = self.table.begun || self.table.head.setting.owner_begins;
        if !waits && self.table.open_seats() == 0 && self.table.phase() == Phase::Waiting {
            // Who is connected is told by whoever has filled the table.
            if let Err(refused) = self.happen(vec![What::Began], None).await {
                tracing::error!(table = %self.table.id, %refused, "could not begin");
            }
        }
    }
}

/// The seat that is wanted, if it can be had.
fn wanted(table: &Chronicle, who: &Who, join: &Join) -> Result<Seat, Refused> {
    let invite = join.invite.as_deref().map(TokenHash::of);
    let free = |seat: Seat| match &table.seats[seat.index()] {
        Sitting::Open => true,
        Sitting::Invited { invite: kept, person, .. } => {
            invite.as_ref().is_some_and(|invite| invite.is(kept))
                || person.is_some() && person.as_deref() == who.id()
        }
        _ => false,
    };
    let mut seats = (0..table.seats.len()).map(Seat::new);
    let seat = match &join.seat {
        Some(name) => Some(table.seat(name).map_err(|refusal| told(&refusal))?),
        // Who was invited takes the seat that is kept for them.
        None => seats
            .clone()
            .find(|seat| free(*seat) && !matches!(table.seats[seat.index()], Sitting::Open))
            .or_else(|| seats.find(|seat| free(*seat))),
    };
    let refused = || {
        let kept = |sitting: &Sitting| matches!(sitting, Sitting::Invited { .. });
        if seat.is_some_and(|seat| kept(&table.seats[seat.index()])) {
            Refused::new(RefusedFor::NotYourSeat, "This seat is kept for somebody who was invited.")
        } else {
            Refused::new(RefusedFor::NotNow, "This seat is taken.")
        }
    };
    seat.filter(|seat| free(*seat)).ok_or_else(refused)
}

/// The token for the seat: that of somebody who sits already, or a new one.
fn whose(table: &Chronicle, token: Option<String>) -> Result<(TokenHash, String), Refused> {
    if let Some(token) = token {
        let hash = TokenHash::of(&token);
        let holder = Who { token: Some(hash.clone()), ..Who::default() };
        let known = !table.seats_of(&holder).is_empty() || table.is_owner(&holder);
        return if known {
            Ok((hash, token))
        } else {
            Err(Refused::new(RefusedFor::UnknownToken, "This token is not of this table."))
        };
    }
    let token = Token::draw().map_err(|_| {
        Refused::new(RefusedFor::NotStored, "The server has no random numbers now. Try again.")
    })?;
    Ok((token.hash(), token.tell()))
}
