//! Players who wait for their games.

use crate::play::Players;
use crate::{Contest, Holder, Player, PlayerSpec, Seating, SpecFault};
use tetrarch_engine::MakeEngine;
use tetrarch_rules::Seat;

/// For each of two, one player for every seat that they may take: who plays a seat knows nothing of the other seats.
pub(crate) struct Bench {
    a: Vec<Box<dyn Player>>,
    b: Vec<Box<dyn Player>>,
}

impl Bench {
    pub(crate) fn new(contest: &Contest, seats: usize) -> Result<Bench, SpecFault> {
        Ok(Bench {
            a: several(&contest.a, contest.engine, seats)?,
            b: several(&contest.b, contest.engine, seats)?,
        })
    }

    /// Who plays, in seat order.
    pub(crate) fn seated(&mut self, seating: Seating) -> Players<'_> {
        let both = self.a.iter_mut().zip(self.b.iter_mut()).enumerate();
        both.map(|(seat, (a, b))| match seating.holder(Seat::new(seat)) {
            Holder::A => &mut **a as &mut dyn Player,
            Holder::B => &mut **b as &mut dyn Player,
        })
        .collect()
    }
}

fn several(
    spec: &PlayerSpec,
    engine: Option<MakeEngine>,
    seats: usize,
) -> Result<Vec<Box<dyn Player>>, SpecFault> {
    (0..seats).map(|_| spec.make(engine)).collect()
}
