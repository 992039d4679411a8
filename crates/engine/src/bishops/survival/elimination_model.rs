//! From how firmly the colours stand to what each can expect.
//!
//! The colour that goes first is drawn as if by lot, the more likely the worse it stands; then the next, and so on.
//! Weights are learnt from games with the same picture, by who really went first.

use crate::search::multiplayer::Shares;
use tetrarch_rules::bishops::DuelState;
use tetrarch_rules::{BySeat, SeatSet};

/// What those who are left get.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum PrizeRule {
    /// The last two play a duel.
    Duel,
    /// The last one wins.
    LastStanding,
    /// All but the first to go share the point.
    FirstToGoLoses,
}

/// How many hundredths of a pawn make it e times less likely to go first.
pub(crate) const ELIMINATION_SCALE: f64 = 500.0;

/// What White can expect of a duel.
pub(super) const WHITE_DUEL_SHARE: f64 = 0.52;

/// What each of the living can expect.
pub(super) fn expected_shares(living: SeatSet, standing: &BySeat<i32>, prize: PrizeRule) -> Shares {
    let best = living.iter().map(|seat| standing[seat]).max().unwrap_or(0);
    // How likely each is to go, as compared to the one that stands best.
    let risk = BySeat::from_fn(|seat| {
        if living.contains(seat) {
            (f64::from(best - standing[seat]) / ELIMINATION_SCALE).min(40.0).exp()
        } else {
            0.0
        }
    });
    let mut shares = Shares::default();
    add_shares(living, &risk, prize, 1.0, &mut shares);
    shares
}

/// Adds what each gets if `living` are left, which is so likely.
fn add_shares(living: SeatSet, risk: &BySeat<f64>, prize: PrizeRule, likely: f64, shares: &mut Shares) {
    let enough = match prize {
        PrizeRule::Duel => 2,
        PrizeRule::LastStanding => 1,
        PrizeRule::FirstToGoLoses => 3,
    };
    let left = living.len();
    if left == 2 && prize == PrizeRule::Duel {
        let [white, black] = DuelState::sides_for(living);
        shares[white] += likely * WHITE_DUEL_SHARE;
        shares[black] += likely * (1.0 - WHITE_DUEL_SHARE);
        return;
    }
    if left <= enough {
        living.iter().for_each(|seat| shares[seat] += likely / left as f64);
        return;
    }
    let all: f64 = living.iter().map(|seat| risk[seat]).sum();
    for seat in living.iter() {
        add_shares(living.without(seat), risk, prize, likely * risk[seat] / all, shares);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarch_rules::Seat;

    const ALL: [PrizeRule; 3] = [PrizeRule::Duel, PrizeRule::LastStanding, PrizeRule::FirstToGoLoses];

    fn standing(values: [i32; 4]) -> BySeat<i32> {
        BySeat::from_fn(|seat| values[seat.index()])
    }

    #[test]
    fn shares_add_up_to_one_and_who_stands_better_has_more() {
        for prize in ALL {
            let shares = expected_shares(SeatSet::first(4), &standing([300, 0, -200, 100]), prize);
            let shares: Vec<f64> = shares.first(4).map(|(_, share)| *share).collect();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
            assert!(shares[0] > shares[3] && shares[3] > shares[1] && shares[1] > shares[2], "{shares:?}");
        }
    }

    #[test]
    fn before_a_duel_nobody_expects_more_than_half_of_it() {
        let shares = expected_shares(SeatSet::first(3), &standing([5000, 0, 0, 0]), PrizeRule::Duel);
        assert!(shares[Seat::new(0)] > WHITE_DUEL_SHARE - 0.001 && shares[Seat::new(0)] <= WHITE_DUEL_SHARE);
        assert!(shares[Seat::new(3)] == 0.0);
    }

    #[test]
    fn who_stands_hopelessly_does_not_break_the_sum() {
        let shares = expected_shares(
            SeatSet::first(4),
            &standing([i32::MIN / 4, 0, 0, i32::MAX / 4]),
            PrizeRule::Duel,
        );
        assert!(shares.first(4).all(|(_, share)| share.is_finite()));
    }
}
