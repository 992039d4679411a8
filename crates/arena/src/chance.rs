//! What chance does in a game: dealt before play, so that both games of a pair have the same luck.

use std::num::NonZeroU32;
use tetrarch_engine::Rng;
use tetrarch_fair::{Dealer, Entropies, FairGameId, FairnessRecord, Secret};
use tetrarch_table::Table;

/// What a fair dealer has fixed for the chance turn at a table; none where it does not deal.
pub type DealFn = fn(&Dealer, &dyn Table) -> Option<String>;

/// The luck of one game.
pub struct ChanceSource {
    dealer: Dealer,
    deal: DealFn,
    published: FairnessRecord,
    draws: u64,
}

impl ChanceSource {
    /// The luck that a seed fixes, for a table of so many seats.
    pub fn new(seed: u64, seats: usize, deal: DealFn) -> ChanceSource {
        let mut luck = Rng::new(seed);
        let secret = Secret::from_bytes(std::array::from_fn(|_| luck.below(256) as u8));
        let game = FairGameId::new(format!("match-{seed:016x}")).expect("a short text");
        let entropies = Entropies::empty(seats as u8);
        ChanceSource {
            dealer: Dealer::new(&secret, &game, &entropies),
            deal,
            published: FairnessRecord::revealed(&game, &secret, &entropies),
            draws: 0,
        }
    }

    /// What happens at the chance turn of this table. None if it has none.
    pub fn outcome(&mut self, table: &dyn Table) -> Option<String> {
        // A deal is made for the usual start; other starts are thrown for.
        let dealt = table.start_text().is_none().then(|| (self.deal)(&self.dealer, table)).flatten();
        dealt.or_else(|| self.draw(&table.chances()))
    }

    /// One of several outcomes by their weights.
    fn draw(&mut self, chances: &[(String, u32)]) -> Option<String> {
        let sides = NonZeroU32::new(chances.iter().map(|(_, weight)| weight).sum())?;
        self.draws += 1;
        let mut left = self.dealer.roll(sides, self.draws);
        let hit = chances.iter().find(|(_, weight)| {
            let here = left <= *weight;
            left = left.saturating_sub(*weight);
            here
        });
        hit.map(|(outcome, _)| outcome.clone())
    }

    /// What everybody needs to check the deal, as a record holds it.
    pub(crate) fn published(&self) -> String {
        serde_json::to_string(&self.published).expect("texts")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_come_as_often_as_they_weigh() {
        let chances = [("=a".to_string(), 1), ("=b".to_string(), 3)];
        let mut chance = ChanceSource::new(7, 2, |_, _| None);
        let b = (0..4000).filter(|_| chance.draw(&chances).as_deref() == Some("=b")).count();
        assert!((2850..3150).contains(&b), "{b}");
        assert_eq!(chance.draw(&[]), None);
    }
}
