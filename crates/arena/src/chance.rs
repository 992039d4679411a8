//! Chance outcomes, fixed by a seed so that both games of a pair see the same ones.

use std::num::NonZeroU32;
use tetrarch_engine::Rng;
use tetrarch_fair::{Dealer, Entropies, FairGameId, FairnessRecord, Secret};
use tetrarch_table::Table;

/// The outcome that a fair dealer has fixed for the chance turn at a table; `None` if it deals nothing in this game.
pub type DealFn = fn(&Dealer, &dyn Table) -> Option<String>;

/// The chance outcomes of one game.
pub struct ChanceSource {
    dealer: Dealer,
    deal: DealFn,
    published: FairnessRecord,
    draws: u64,
}

impl ChanceSource {
    /// The chance outcomes for a seed, at a table with this many seats.
    pub fn new(seed: u64, seats: usize, deal: DealFn) -> ChanceSource {
        let mut rng = Rng::new(seed);
        let secret = Secret::from_bytes(std::array::from_fn(|_| rng.below(256) as u8));
        let game = FairGameId::new(format!("match-{seed:016x}")).expect("the id is short enough");
        let entropies = Entropies::empty(seats as u8);
        ChanceSource {
            dealer: Dealer::new(&secret, &game, &entropies),
            deal,
            published: FairnessRecord::revealed(&game, &secret, &entropies),
            draws: 0,
        }
    }

    /// The outcome of the current chance turn; `None` if there is none.
    pub fn outcome(&mut self, table: &dyn Table) -> Option<String> {
        // The deal is for the standard start; from other starts, draw by weight.
        let dealt = table.start_text().is_none().then(|| (self.deal)(&self.dealer, table)).flatten();
        dealt.or_else(|| self.draw(&table.chances()))
    }

    /// Draws an outcome by weight.
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

    /// The data to verify the deal, as the record's `Fair` tag holds it.
    pub(crate) fn published(&self) -> String {
        serde_json::to_string(&self.published).expect("published data serialises to JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_drawn_by_weight() {
        let chances = [("=a".to_string(), 1), ("=b".to_string(), 3)];
        let mut chance = ChanceSource::new(7, 2, |_, _| None);
        let b = (0..4000).filter(|_| chance.draw(&chances).as_deref() == Some("=b")).count();
        assert!((2850..3150).contains(&b), "{b}");
        assert_eq!(chance.draw(&[]), None);
    }
}
