//! A player that searches one ply and maximises material.

use super::{decline_offer, material};
use crate::{Player, PlayerError};
use tetrarch_engine::{Answer, Rng};
use tetrarch_rules::{Eye, Outcome, Seat, SeatSet};
use tetrarch_table::Table;

/// Plays the action with the best immediate result or material, ties broken at random. When it has to ban, it bans the move it
/// would play itself.
pub(crate) struct GreedyPlayer {
    rng: Rng,
}

/// The value of a win: more than all pieces together.
const WIN_VALUE: i32 = 10_000;

impl GreedyPlayer {
    pub(crate) fn new() -> GreedyPlayer {
        GreedyPlayer { rng: Rng::new(0) }
    }

    /// A random one of the best.
    fn pick_best(&mut self, mut rated: Vec<(String, i32)>) -> Option<String> {
        let best = rated.iter().map(|(_, value)| *value).max()?;
        rated.retain(|(_, value)| *value == best);
        self.rng.choose(&rated).map(|(text, _)| text.clone())
    }

    /// Bans the opponent's best move.
    fn ban(&mut self, table: &dyn Table) -> Option<String> {
        let bans = table.legal();
        // A ban only removes the moves of one pair of squares, so two different bans together show all moves.
        let shown = bans.iter().take(2).filter_map(|ban| after(table, ban));
        let replies: Vec<(String, i32)> = shown
            .filter_map(|after| Some(rated_actions(&*after, after.allies(after.turn().seat()?))))
            .flatten()
            .collect();
        let danger = |ban: &str| {
            let pair = ban.trim_start_matches("b:");
            let moves = replies.iter().filter(|(text, _)| text.trim_start_matches("m:").starts_with(pair));
            moves.map(|(_, value)| *value).max().unwrap_or(-WIN_VALUE)
        };
        self.pick_best(bans.iter().map(|ban| (ban.clone(), danger(ban))).collect())
    }
}

impl Player for GreedyPlayer {
    fn new_game(&mut self, _table: &dyn Table, seed: u64) -> Result<(), PlayerError> {
        self.rng = Rng::new(seed);
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError> {
        if let Some(no) = decline_offer(table, seat) {
            return Ok(no);
        }
        let bans = table.view(Eye::Spectator).turn.phase == "ban";
        let picked =
            if bans { self.ban(table) } else { self.pick_best(rated_actions(table, table.allies(seat))) };
        picked.map(Answer::Act).ok_or(PlayerError::NoAnswer)
    }
}

/// The legal actions with their immediate values.
fn rated_actions(table: &dyn Table, friends: SeatSet) -> Vec<(String, i32)> {
    let value = |text: &String| Some(value(&*after(table, text)?, friends));
    table.legal().into_iter().filter_map(|text| Some((text.clone(), value(&text)?))).collect()
}

fn after(table: &dyn Table, text: &str) -> Option<Box<dyn Table>> {
    let mut after = table.snapshot();
    after.play(text).ok()?;
    Some(after)
}

fn value(table: &dyn Table, friends: SeatSet) -> i32 {
    match table.outcome() {
        None => material::balance(table, friends),
        Some(outcome) => result(&outcome, friends, table.seats().len()),
    }
}

/// From `-WIN_VALUE` to [`WIN_VALUE`] by the friends' share of the points; equal shares are 0.
fn result(outcome: &Outcome, friends: SeatSet, seats: usize) -> i32 {
    let points = |of: SeatSet| of.iter().map(|seat| outcome.points(seat).value()).sum::<f64>();
    let others = points(SeatSet::first(seats).minus(friends));
    let own = points(friends);
    if own + others == 0.0 { 0 } else { ((own - others) / (own + others) * f64::from(WIN_VALUE)) as i32 }
}
