//! Plays one game.

use crate::{ChanceSource, Player, PlayerError};
use std::time::Instant;
use tetrarch_engine::Answer;
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::{Millis, OfferKind, Table, TableEvent};

/// The players, in seat order.
pub type SeatedPlayers<'a> = Vec<&'a mut dyn Player>;

/// When to stop a game early, as a draw between the remaining seats.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct StopRule {
    /// The maximum number of actions.
    pub max_actions: usize,
    /// Stop when the position text starts with this, such as the name of a phase.
    pub until: Option<String>,
}

impl StopRule {
    /// Why to stop the game now, if so.
    fn reason_to_stop(&self, table: &dyn Table, actions: usize) -> Option<StopReason> {
        if self.is_reached(table) {
            return Some(StopReason::Reached);
        }
        (actions >= self.max_actions).then_some(StopReason::Length)
    }

    /// Whether the position matches `until`.
    pub(crate) fn is_reached(&self, table: &dyn Table) -> bool {
        self.until.as_ref().is_some_and(|until| table.text().starts_with(until))
    }
}

/// Why a game was stopped early.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum StopReason {
    /// It reached the maximum number of actions.
    Length,
    /// It reached the position to stop at.
    Reached,
}

/// What happened in a game besides its result.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct PlayedGame {
    /// The players' errors, with their seats.
    pub faults: Vec<(Seat, String)>,
    /// Why it was stopped, if it was.
    pub stop_reason: Option<StopReason>,
}

/// How many offers and answers a player may make before it acts.
const MAX_ANSWERS_PER_TURN: usize = 12;

/// Plays a game until it ends or is stopped. A player who makes an error resigns.
pub fn play(
    table: &mut dyn Table,
    chance: &mut ChanceSource,
    players: &mut SeatedPlayers<'_>,
    stops: &StopRule,
) -> PlayedGame {
    let mut played = PlayedGame::default();
    let mut actions = 0;
    loop {
        match table.turn() {
            Turn::Over => return played,
            Turn::Seat(_) if let Some(why) = stops.reason_to_stop(table, actions) => {
                played.stop_reason = Some(why);
                table.apply(&TableEvent::Agreed).expect("a running game can be drawn");
            }
            Turn::Chance => {
                let outcome = chance.outcome(table).expect("a chance turn has outcomes");
                table.apply(&TableEvent::Revealed { outcome }).expect("the outcome is legal");
            }
            Turn::Seat(seat) => {
                actions += 1;
                if let Err(fault) = play_turn(table, players, seat) {
                    played.faults.push((seat, fault.to_string()));
                    if table.apply(&TableEvent::Resigned { seat }).is_err() {
                        let aborted = TableEvent::Aborted { seat: None };
                        table.apply(&aborted).expect("a running game can be aborted");
                    }
                }
            }
        }
    }
}

/// Asks the seat to act until it has acted, or until an offer or the clock has ended the turn.
fn play_turn(table: &mut dyn Table, players: &mut SeatedPlayers<'_>, seat: Seat) -> Result<(), PlayerError> {
    let mut spent = Millis::ZERO;
    let happened = table.log().len();
    for _ in 0..MAX_ANSWERS_PER_TURN {
        let started = Instant::now();
        let answer = players[seat.index()].answer(table, seat);
        spent += Millis(started.elapsed().as_millis() as u64);
        if let Some(flag) = table.flag_fall(spent) {
            table.apply(&flag).expect("a running game can be lost on time");
            return Ok(());
        }
        let answer = answer?;
        submit(table, seat, &answer, spent)?;
        answer_offers(table, players)?;
        if table.log().len() != happened {
            return Ok(());
        }
    }
    Err(PlayerError::TooManyOffers)
}

fn submit(table: &mut dyn Table, seat: Seat, answer: &Answer, spent: Millis) -> Result<(), PlayerError> {
    let applied = table.apply(&answer.clone().into_event(seat, spent)).map(|_| ());
    applied.map_err(|refusal| PlayerError::Refused { said: format!("{answer:?}"), refusal })
}

/// Has every asked player answer the pending offers. Anything but an acceptance declines.
fn answer_offers(table: &mut dyn Table, players: &mut SeatedPlayers<'_>) -> Result<(), PlayerError> {
    while let Some((seat, kind)) = next_pending_offer(table) {
        match players[seat.index()].answer(table, seat) {
            Ok(Answer::Accept(agreed)) if agreed == kind => {
                submit(table, seat, &Answer::Accept(kind), Millis::ZERO)?;
            }
            _ => submit(table, seat, &Answer::Decline(kind), Millis::ZERO)?,
        }
    }
    Ok(())
}

/// The next seat that has to answer an offer, and the offer.
fn next_pending_offer(table: &dyn Table) -> Option<(Seat, OfferKind)> {
    let offers = table.offers().iter();
    offers.filter_map(|offer| Some((offer.waiting.iter().next()?, offer.kind.clone()))).next()
}
