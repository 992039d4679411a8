//! From how firmly the colours stand to what each can expect.
//!
//! The colour that goes first is drawn as if by lot, the more likely the worse it stands; then the next, and so on.
//! Weights are learnt from games with the same picture, by who really went first.

use crate::search::many::Shares;
use tetrarch_rules::bishops::DuelLook;
use tetrarch_rules::{BySeat, SeatSet};

/// What those who are left get.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Prize {
    /// The last two play a duel.
    Duel,
    /// The last one wins.
    LastStanding,
    /// All but the first to go share the point.
    FirstToGoLoses,
}

/// How many hundredths of a pawn make it e times less likely to go first.
pub(crate) const NERVE: f64 = 500.0;

/// What White can expect of a duel.
pub(super) const FIRST_MOVE: f64 = 0.52;

/// What each of the living can expect.
pub(super) fn outlook(living: SeatSet, standing: &BySeat<i32>, prize: Prize) -> Shares {
    let best = living.iter().map(|seat| standing[seat]).max().unwrap_or(0);
    // How likely each is to go, as compared to the one that stands best.
    let risk = BySeat::from_fn(|seat| {
        if living.contains(seat) { (f64::from(best - standing[seat]) / NERVE).min(40.0).exp() } else { 0.0 }
    });
    let mut shares = Shares::default();
    share_out(living, &risk, prize, 1.0, &mut shares);
    shares
}

/// Adds what each gets if `living` are left, which is so likely.
fn share_out(living: SeatSet, risk: &BySeat<f64>, prize: Prize, likely: f64, shares: &mut Shares) {
    let enough = match prize {
        Prize::Duel => 2,
        Prize::LastStanding => 1,
        Prize::FirstToGoLoses => 3,
    };
    let left = living.len();
    if left == 2 && prize == Prize::Duel {
        let [white, black] = DuelLook::players_among(living);
        shares[white] += likely * FIRST_MOVE;
        shares[black] += likely * (1.0 - FIRST_MOVE);
        return;
    }
    if left <= enough {
        living.iter().for_each(|seat| shares[seat] += likely / left as f64);
        return;
    }
    let all: f64 = living.iter().map(|seat| risk[seat]).sum();
    for seat in living.iter() {
        share_out(living.without(seat), risk, prize, likely * risk[seat] / all, shares);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarch_rules::Seat;

    const ALL: [Prize; 3] = [Prize::Duel, Prize::LastStanding, Prize::FirstToGoLoses];

    fn standing(values: [i32; 4]) -> BySeat<i32> {
        BySeat::from_fn(|seat| values[seat.index()])
    }

    #[test]
    fn shares_add_up_to_one_and_who_stands_better_has_more() {
        for prize in ALL {
            let shares = outlook(SeatSet::first(4), &standing([300, 0, -200, 100]), prize);
            let shares: Vec<f64> = shares.first(4).map(|(_, share)| *share).collect();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
            assert!(shares[0] > shares[3] && shares[3] > shares[1] && shares[1] > shares[2], "{shares:?}");
        }
    }

    #[test]
    fn before_a_duel_nobody_expects_more_than_half_of_it() {
        let shares = outlook(SeatSet::first(3), &standing([5000, 0, 0, 0]), Prize::Duel);
        assert!(shares[Seat::new(0)] > FIRST_MOVE - 0.001 && shares[Seat::new(0)] <= FIRST_MOVE);
        assert!(shares[Seat::new(3)] == 0.0);
    }

    #[test]
    fn who_stands_hopelessly_does_not_break_the_sum() {
        let shares = outlook(SeatSet::first(4), &standing([i32::MIN / 4, 0, 0, i32::MAX / 4]), Prize::Duel);
        assert!(shares.first(4).all(|(_, share)| share.is_finite()));
    }
}
