//! Taking a seat.

use super::Room;
use crate::chronicle::Chronicle;
use crate::head::{Sitting, fit_name};
use crate::refusal::told;
use crate::row::What;
use crate::token::{Token, TokenHash};
use tetrarch_protocol::{Join, Joined, Phase, Refused, RefusedFor};
use tetrarch_rules::Seat;

impl Room {
    /// Somebody takes a seat; if it was the last, the game begins.
    pub(super) async fn join(&mut self, join: Join) -> Result<Joined, Refused> {
        let seat = wanted(&self.table, join.seat.as_deref())?;
        let (hash, token) = whose(&self.table, join.token)?;
        let before = self.before();
        let name = self.table.name(seat).to_string();
        let mut things =
            vec![What::Sat { seat: name.clone(), token: hash.clone(), name: fit_name(join.name.as_deref()) }];
        things.extend(join.entropy.map(|entropy| What::Gave { seat: name.clone(), entropy }));
        if self.table.open_seats() == 1 {
            things.push(What::Began);
        }
        self.happen(things, None).await?;
        self.viewers.reseat(&self.table);
        self.tell_seats();
        self.publish(&before);
        Ok(Joined { seat: name, token })
    }

    /// A table at which everybody sits from the beginning begins at once.
    pub(super) async fn begin_when_full(&mut self) {
        if !self.table.begun && self.table.open_seats() == 0 && self.table.phase() == Phase::Waiting {
            // Nobody is connected yet, so nobody needs to be told.
            if let Err(refused) = self.happen(vec![What::Began], None).await {
                tracing::error!(table = %self.table.id, %refused, "could not begin");
            }
        }
    }
}

/// The seat that is wanted, if it can be had.
fn wanted(table: &Chronicle, name: Option<&str>) -> Result<Seat, Refused> {
    if table.phase() == Phase::Over {
        return Err(Refused::new(RefusedFor::Over, "The game is over."));
    }
    let is_open = |seat: Seat| matches!(table.seats[seat.index()], Sitting::Open);
    let seat = match name {
        Some(name) => Some(table.seat(name).map_err(|refusal| told(&refusal))?),
        None => (0..table.seats.len()).map(Seat::new).find(|seat| is_open(*seat)),
    };
    seat.filter(|seat| is_open(*seat)).ok_or_else(|| Refused::new(RefusedFor::NotNow, "This seat is taken."))
}

/// The token for the seat: that of somebody who sits already, or a new one.
fn whose(table: &Chronicle, token: Option<String>) -> Result<(TokenHash, String), Refused> {
    if let Some(token) = token {
        let hash = TokenHash::of(&token);
        let known = !table.seats_of(&hash).is_empty() || table.head.owner.is(&hash);
        let unknown = || Refused::new(RefusedFor::UnknownToken, "This token is not of this table.");
        return if known { Ok((hash, token)) } else { Err(unknown()) };
    }
    let drawn = Token::draw().map_err(|_| {
        Refused::new(RefusedFor::NotStored, "The server has no random numbers for a token now. Try again.")
    })?;
    Ok((drawn.hash(), drawn.tell()))
}
