//! The elimination model: from the safety of the colours to their expected shares.
//!
//! The next colour to be eliminated is drawn with a probability that grows exponentially with its lack of
//! safety, then the next one, and so on. The weights are fitted to games under the same model.

use crate::bishops::multiplayer::Shares;
use tetrarch_rules::bishops::DuelState;
use tetrarch_rules::{BySeat, SeatSet};

/// What the survivors get.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum PrizeRule {
    /// The last two play a duel.
    Duel,
    /// The last one wins.
    LastStanding,
    /// All but the first to be eliminated share the point.
    FirstEliminatedLoses,
}

/// Centipawns of safety that divide the risk of elimination by e.
pub(crate) const ELIMINATION_SCALE: f64 = 500.0;

/// White's expected share of a duel.
pub(super) const WHITE_DUEL_SHARE: f64 = 0.52;

/// The expected share of each living colour.
pub(super) fn expected_shares(living: SeatSet, safety: &BySeat<i32>, prize: PrizeRule) -> Shares {
    let best = living.iter().map(|seat| safety[seat]).max().unwrap_or(0);
    // The risk of each colour relative to the safest one.
    let risk = BySeat::from_fn(|seat| {
        if living.contains(seat) {
            (f64::from(best - safety[seat]) / ELIMINATION_SCALE).min(40.0).exp()
        } else {
            0.0
        }
    });
    let mut shares = Shares::default();
    add_shares(living, &risk, prize, 1.0, &mut shares);
    shares
}

/// Adds the shares for the case that `living` are left, with the given probability.
fn add_shares(living: SeatSet, risk: &BySeat<f64>, prize: PrizeRule, probability: f64, shares: &mut Shares) {
    let places = match prize {
        PrizeRule::Duel => 2,
        PrizeRule::LastStanding => 1,
        PrizeRule::FirstEliminatedLoses => 3,
    };
    let left = living.len();
    if left == 2 && prize == PrizeRule::Duel {
        let [white, black] = DuelState::sides_for(living);
        shares[white] += probability * WHITE_DUEL_SHARE;
        shares[black] += probability * (1.0 - WHITE_DUEL_SHARE);
        return;
    }
    if left <= places {
        living.iter().for_each(|seat| shares[seat] += probability / left as f64);
        return;
    }
    let total_risk: f64 = living.iter().map(|seat| risk[seat]).sum();
    for seat in living.iter() {
        add_shares(living.without(seat), risk, prize, probability * risk[seat] / total_risk, shares);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarch_rules::Seat;

    const ALL: [PrizeRule; 3] = [PrizeRule::Duel, PrizeRule::LastStanding, PrizeRule::FirstEliminatedLoses];

    fn safety(values: [i32; 4]) -> BySeat<i32> {
        BySeat::from_fn(|seat| values[seat.index()])
    }

    #[test]
    fn shares_add_up_to_one_and_grow_with_safety() {
        for prize in ALL {
            let shares = expected_shares(SeatSet::first(4), &safety([300, 0, -200, 100]), prize);
            let shares: Vec<f64> = shares.first(4).map(|(_, share)| *share).collect();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
            assert!(shares[0] > shares[3] && shares[3] > shares[1] && shares[1] > shares[2], "{shares:?}");
        }
    }

    #[test]
    fn before_a_duel_nobody_expects_more_than_the_duel_share() {
        let shares = expected_shares(SeatSet::first(3), &safety([5000, 0, 0, 0]), PrizeRule::Duel);
        assert!(shares[Seat::new(0)] > WHITE_DUEL_SHARE - 0.001 && shares[Seat::new(0)] <= WHITE_DUEL_SHARE);
        assert!(shares[Seat::new(3)] == 0.0);
    }

    #[test]
    fn extreme_safety_scores_give_finite_shares() {
        let shares =
            expected_shares(SeatSet::first(4), &safety([i32::MIN / 4, 0, 0, i32::MAX / 4]), PrizeRule::Duel);
        assert!(shares.first(4).all(|(_, share)| share.is_finite()));
    }
}
