//! A table as its rows tell it: the same rows always give the same table.

mod commands;
mod dealing;
mod seating;

pub(crate) use commands::Before;
pub(crate) use seating::{Owner, StandIn};

use crate::head::{Head, Sitting};
use crate::house::House;
use crate::row::{Row, What};
use commands::Commands;
use dealing::Fair;
use tetrarch_fair::Unfit;
use tetrarch_protocol::{CommandId, Order, OrderGiven, Phase};
use tetrarch_rules::{Seat, SeatSet, Turn, capital};
use tetrarch_store::{GameId, StoredGame};
use tetrarch_table::{Entry, Game, Millis, OfferKind, OpenError, Refusal, Table};

/// A table that is stored but cannot be opened again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("its head or a row is not what we write: {0}")]
    Json(#[from] serde_json::Error),
    #[error("it cannot be opened: {0}")]
    Open(#[from] OpenError),
    #[error("its deal: {0}")]
    Deal(#[from] Unfit),
    #[error("row {number} cannot be done: {why}")]
    Row { number: usize, why: Refusal },
}

/// A table's whole state: nothing but what its head and its rows say.
pub(crate) struct Chronicle {
    pub(crate) id: GameId,
    pub(crate) head: Head,
    pub(crate) game: &'static dyn Game,
    pub(crate) table: Box<dyn Table>,
    pub(crate) seats: Vec<Sitting>,
    /// The engines that play for people at present, by seat.
    pub(crate) stand_ins: Vec<Option<StandIn>>,
    /// Whose table it is.
    pub(crate) owner: Owner,
    /// Whether the owner has stopped the clock.
    pub(crate) paused: bool,
    /// The people who may say nothing.
    pub(crate) muted: Vec<String>,
    /// What the owner has ordered so far.
    pub(crate) orders: Vec<OrderGiven>,
    /// Counts what has changed about who sits where.
    pub(crate) seating: u64,
    /// The version at which somebody last changed seats.
    pub(crate) reseated: Option<u64>,
    pub(crate) begun: bool,
    /// How many rows there are.
    pub(crate) rows: u64,
    /// What the seat to act has used of its turn, as it was last stored.
    pub(crate) thought: Millis,
    /// Counts the turns that have begun.
    pub(crate) turns: u64,
    /// How often a seat was given time.
    given_time: u64,
    /// Who has acted at least once.
    acted: SeatSet,
    /// What was proposed, and by whom, since somebody last acted.
    proposed: Vec<(Seat, OfferKind)>,
    /// Something was only half done: the table must be loaded again.
    spoiled: bool,
    house: House,
    fair: Option<Fair>,
    commands: Commands,
}

impl Chronicle {
    /// A table as it is made.
    pub(crate) fn open(house: &House, id: GameId, head: Head) -> Result<Chronicle, Unreadable> {
        let game = house.games.named(&head.game)?;
        let table = game.open(&head.options, head.start.as_deref(), head.control)?;
        let fair =
            head.secret.as_deref().map(|secret| Fair::of(&id, secret, table.seats().len())).transpose()?;
        let mut chronicle = Chronicle {
            id,
            seats: head.seats.clone(),
            stand_ins: vec![None; head.seats.len()],
            owner: Owner { token: head.owner.clone(), person: head.owner_person.clone() },
            paused: false,
            muted: Vec::new(),
            orders: Vec::new(),
            seating: 0,
            reseated: None,
            game,
            table,
            begun: false,
            rows: 0,
            thought: Millis::ZERO,
            turns: 0,
            given_time: 0,
            acted: SeatSet::EMPTY,
            proposed: Vec::new(),
            spoiled: false,
            house: house.clone(),
            fair,
            commands: Commands::default(),
            head,
        };
        if let (Some(seat), Some(entropy)) = (chronicle.seats_of_owner(), chronicle.head.entropy.clone()) {
            chronicle.give(seat, &entropy)?;
        }
        Ok(chronicle)
    }

    /// A table as it was stored.
    pub(crate) fn load(house: &House, id: GameId, stored: &StoredGame) -> Result<Chronicle, Unreadable> {
        let mut chronicle = Chronicle::open(house, id, serde_json::from_str(&stored.head)?)?;
        for (number, row) in stored.events.iter().enumerate() {
            let row: Row = serde_json::from_str(row)?;
            chronicle.repeat(&row).map_err(|why| Unreadable::Row { number, why })?;
        }
        Ok(chronicle)
    }

    /// Something happens: chance is dealt upon it, and the row to be stored comes back.
    pub(crate) fn perform(&mut self, what: What, command: Option<CommandId>) -> Result<Row, Refusal> {
        let before = self.mark();
        self.happen(&what)?;
        let dealt = self.deal();
        self.spoiled |= dealt.is_err();
        let dealt = dealt?;
        let row = Row { what, dealt, command };
        self.note(&row, before);
        Ok(row)
    }

    /// Something that was stored happens again.
    fn repeat(&mut self, row: &Row) -> Result<(), Refusal> {
        let before = self.mark();
        self.happen(&row.what)?;
        for outcome in &row.dealt {
            self.table.enter(outcome)?;
        }
        self.note(row, before);
        Ok(())
    }

    fn happen(&mut self, what: &What) -> Result<(), Refusal> {
        let seat = what.seat().map(|name| self.seat(name)).transpose()?;
        match (what, seat) {
            (What::Sat { token, name, person, .. }, Some(seat)) => {
                self.sit(seat, token, name, person.as_ref());
            }
            (What::Moved { to, .. }, Some(seat)) => {
                let to = self.seat(to)?;
                self.move_to(seat, to)?;
            }
            (What::Stood { .. }, Some(seat)) => self.free(seat),
            (What::StoodIn { level, .. }, Some(seat)) => {
                let engine = StandIn { level: *level, delay: Millis::ZERO, by_itself: true };
                self.stand_in(seat, Some(engine));
            }
            (What::GaveBack { .. }, Some(seat)) => self.stand_in(seat, None),
            (What::Gave { entropy, .. }, Some(seat)) => {
                let unfit = |unfit: Unfit| Refusal::NotNow(format!("{}.", capital(&unfit.to_string())));
                self.give(seat, entropy).map_err(unfit)?;
            }
            (What::Began, _) => {
                self.begun = true;
                self.seating += 1;
            }
            (What::Acted { action, spent, .. }, Some(seat)) => {
                self.table.act(seat, action, *spent)?;
                self.acted = self.acted.with(seat);
            }
            (What::Proposed { offer, .. }, Some(seat)) => self.table.propose(seat, offer)?,
            (What::Accepted { offer, spent, .. }, Some(seat)) => {
                self.table.accept_after(seat, offer, *spent)?;
            }
            (What::Declined { offer, .. }, Some(seat)) => self.table.decline(seat, offer)?,
            (What::Claimed { .. }, Some(seat)) => self.table.claim_draw(seat)?,
            (What::Resigned { .. }, Some(seat)) => self.table.resign(seat)?,
            (What::ClaimedAbsent { absent, .. }, _) => {
                let absent = self.seat(absent)?;
                self.table.resign(absent)?;
            }
            (What::Ordered { order, by, at }, _) => {
                self.order(order)?;
                self.orders.push(OrderGiven { order: order.clone(), by: by.clone(), at: *at });
            }
            (What::Flagged { spent }, _) => {
                if !self.table.time_is_up(*spent) {
                    return Err(Refusal::NotNow("Nobody's time is up.".to_string()));
                }
            }
            (What::Aborted { .. }, _) => self.table.abort()?,
            (What::Thought { spent }, _) => self.thought = *spent,
            // Everything else has a seat.
            (_, None) => {}
        }
        Ok(())
    }

    /// Something is ordered after the end, which no row can say any more.
    pub(crate) fn order_later(&mut self, given: OrderGiven) -> Result<(), Refusal> {
        self.order(&given.order)?;
        self.orders.push(given);
        Ok(())
    }

    /// Keeps count after a row.
    fn note(&mut self, row: &Row, before: (Turn, usize)) {
        self.rows += 1;
        if row.what.reseats() {
            self.reseated = Some(self.version());
        }
        self.given_time += u64::from(matches!(row.what, What::Ordered { order: Order::AddTime { .. }, .. }));
        self.remember(row);
        let acted =
            matches!(row.what, What::Acted { .. } | What::Began | What::Ordered { order: Order::Begin, .. });
        let (turn, line) = self.mark();
        if acted || turn != before.0 || line < before.1 {
            self.thought = Millis::ZERO;
            self.turns += 1;
            self.proposed.clear();
        } else if let What::Proposed { seat, offer } = &row.what
            && let Ok(seat) = self.seat(seat)
        {
            self.proposed.push((seat, offer.clone()));
        }
    }

    /// Whether a seat has proposed the same since somebody last acted.
    pub(crate) fn has_proposed(&self, seat: Seat, offer: &OfferKind) -> bool {
        self.proposed.iter().any(|(by, kind)| *by == seat && kind == offer)
    }

    /// What tells that another turn has begun.
    fn mark(&self) -> (Turn, usize) {
        (self.table.turn(), self.table.line_length())
    }

    /// Counts what has happened to the position.
    pub(crate) fn version(&self) -> u64 {
        self.table.log().len() as u64 - self.given_time
    }

    /// How long the log was at a version. Time that was given does not change the position, so it does not count.
    pub(crate) fn log_at(&self, version: u64) -> Option<usize> {
        let wanted = usize::try_from(version).ok()?;
        if self.given_time == 0 {
            return (wanted <= self.table.log().len()).then_some(wanted);
        }
        let counts = |(_, entry): &(usize, &Entry)| !entry.word.starts_with("time:");
        let mut counted = self.table.log().iter().enumerate().filter(counts);
        match wanted.checked_sub(1) {
            None => Some(0),
            Some(last) => counted.nth(last).map(|(index, _)| index + 1),
        }
    }

    /// How far the game has come.
    pub(crate) fn phase(&self) -> Phase {
        match self.table.turn() {
            Turn::Over => Phase::Over,
            _ if self.begun => Phase::Playing,
            _ => Phase::Waiting,
        }
    }

    /// Whether the engine plays this game at this level.
    pub(crate) fn check_level(&self, level: u8) -> Result<(), String> {
        self.house.check_level(&self.head.game, level)
    }

    /// The seat called so.
    pub(crate) fn seat(&self, name: &str) -> Result<Seat, Refusal> {
        let seats = self.table.seats();
        Seat::named(name, seats).ok_or_else(|| Refusal::UnknownSeat { name: name.to_string(), seats })
    }

    /// A seat's name.
    pub(crate) fn name(&self, seat: Seat) -> &'static str {
        seat.name(self.table.seats())
    }

    fn seats_of_owner(&self) -> Option<Seat> {
        let own = |sitting: &Sitting| matches!(sitting, Sitting::Person { token, .. } if token.is(&self.owner.token));
        self.seats.iter().position(own).map(Seat::new)
    }

    /// Whether something was only half done, so that only what is stored can be trusted.
    pub(crate) const fn is_spoiled(&self) -> bool {
        self.spoiled
    }

    /// Whether somebody who has a say has not acted yet.
    pub(crate) fn is_abortable(&self) -> bool {
        !self.table.playing().minus(self.acted).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_first_servers_wrote_can_still_be_read() {
        let head = r#"{"game":"banqi","options":{},"start":null,"control":{"kind":"none"},
            "seats":["open",{"person":{"token":"ab","name":"Ada"}},{"engine":{"level":3}}],
            "owner":"cd","secret":null,"entropy":null,"made":5}"#;
        let head: Head = serde_json::from_str(head).unwrap();
        assert!(head.owner_person.is_none() && !head.setting.by_link);
        for row in [
            r#"{"what":{"sat":{"seat":"first","token":"ab","name":"Ada"}}}"#,
            r#"{"what":"began"}"#,
            r#"{"what":{"acted":{"seat":"first","action":"?a1","spent":5}},"dealt":["=q"],"command":"c1"}"#,
            r#"{"what":{"aborted":{"seat":null}}}"#,
        ] {
            assert!(serde_json::from_str::<Row>(row).is_ok(), "{row}");
        }
    }
}
