//! The players of one worker thread.

use crate::play::SeatedPlayers;
use crate::{EngineMatch, MatchPlayer, Player, PlayerSpec, PlayerSpecError, Seating};
use tetrarch_engine::MakeEngine;
use tetrarch_rules::Seat;

/// One instance of each match player for every seat, so that the player of a seat knows nothing of the other seats.
pub(crate) struct PlayerPool {
    a: Vec<Box<dyn Player>>,
    b: Vec<Box<dyn Player>>,
}

impl PlayerPool {
    pub(crate) fn new(game_match: &EngineMatch, seats: usize) -> Result<PlayerPool, PlayerSpecError> {
        Ok(PlayerPool {
            a: make_players(&game_match.a, game_match.engine, seats)?,
            b: make_players(&game_match.b, game_match.engine, seats)?,
        })
    }

    /// The players for a seating, in seat order.
    pub(crate) fn seated(&mut self, seating: Seating) -> SeatedPlayers<'_> {
        let both = self.a.iter_mut().zip(self.b.iter_mut()).enumerate();
        both.map(|(seat, (a, b))| match seating.holder(Seat::new(seat)) {
            MatchPlayer::A => &mut **a as &mut dyn Player,
            MatchPlayer::B => &mut **b as &mut dyn Player,
        })
        .collect()
    }
}

fn make_players(
    spec: &PlayerSpec,
    engine: Option<MakeEngine>,
    seats: usize,
) -> Result<Vec<Box<dyn Player>>, PlayerSpecError> {
    (0..seats).map(|_| spec.make(engine)).collect()
}
