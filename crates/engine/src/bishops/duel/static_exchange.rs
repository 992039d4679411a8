//! What a series of captures on one square brings.

use super::PIECE_VALUES;
use tetrarch_rules::{ChessBoard, ChessRole, SquareBits};

/// What the side to move wins by a move and all captures that both sides then like on its square.
pub(super) fn static_exchange_evaluation(men: &ChessBoard, from: usize, to: usize) -> i32 {
    let worth = |kind: Option<ChessRole>| kind.map_or(0, |kind| PIECE_VALUES[kind as usize]);
    let mut gains = [0; 32];
    gains[0] = worth(men.role_on(to));
    let mut standing = worth(men.role_on(from));
    let mut occupied = men.occupied() & !(1 << from);
    let (mut side, mut depth) = (1 - men.to_move, 0);
    while let Some((square, kind)) = least_attacker(men, side, to, occupied) {
        if depth + 1 >= gains.len() {
            break;
        }
        depth += 1;
        gains[depth] = standing - gains[depth - 1];
        standing = PIECE_VALUES[kind as usize];
        occupied &= !(1 << square);
        side = 1 - side;
    }
    // Whoever would lose by going on stops before.
    for place in (1..=depth).rev() {
        gains[place - 1] = -gains[place].max(-gains[place - 1]);
    }
    gains[0]
}

/// The cheapest man of a side that can take on a square. A king takes only what nobody defends.
fn least_attacker(
    men: &ChessBoard,
    side: usize,
    to: usize,
    occupied: SquareBits,
) -> Option<(u32, ChessRole)> {
    let all = men.attackers(to as u32, occupied);
    let own = all & men.by_side(side);
    let kind = ChessRole::ALL.into_iter().find(|kind| own & men.pieces(side, *kind) != 0)?;
    if kind == ChessRole::King && all & men.by_side(1 - side) != 0 {
        return None;
    }
    Some(((own & men.pieces(side, kind)).trailing_zeros(), kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarch_rules::bishops::{Action, Options};
    use tetrarch_rules::{Bishops, Position as _};

    fn worth(fen: &str, text: &str) -> i32 {
        let game = Bishops::parse(&format!("duel w:b g4,p3 {fen}"), &Options::default()).unwrap();
        let Action::Duel(m) = game.parse_action(text).unwrap() else { panic!("a duel") };
        let (from, to) = m.square_indices();
        static_exchange_evaluation(&game.duel().unwrap().chess_board(), from, to)
    }

    #[test]
    fn an_undefended_man_is_won() {
        assert_eq!(worth("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100);
    }

    #[test]
    fn a_rook_for_a_defended_pawn_loses() {
        assert_eq!(worth("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100 - 500);
    }

    #[test]
    fn men_behind_join_in() {
        assert_eq!(worth("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(worth("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100 - 500);
    }

    #[test]
    fn a_king_does_not_take_what_is_defended() {
        assert_eq!(worth("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
    }
}
