//! Static exchange evaluation (SEE).

use super::piece_value;
use tetrarch_rules::{ChessBoard, ChessRole, SquareBits};

/// The material that the side to move wins by a move and all following captures on its target square, if each
/// side stops when it is best to.
pub(super) fn static_exchange_evaluation(board: &ChessBoard, from: usize, to: usize) -> i32 {
    let value = |role: Option<ChessRole>| role.map_or(0, piece_value);
    let mut gains = [0; 32];
    gains[0] = value(board.role_on(to));
    let mut on_square = value(board.role_on(from));
    let mut occupied = board.occupied() & !(1 << from);
    let (mut side, mut depth) = (1 - board.to_move, 0);
    while let Some((square, role)) = least_attacker(board, side, to, occupied) {
        if depth + 1 >= gains.len() {
            break;
        }
        depth += 1;
        gains[depth] = on_square - gains[depth - 1];
        on_square = piece_value(role);
        occupied &= !(1 << square);
        side = 1 - side;
    }
    // A side that would lose by recapturing does not recapture.
    for index in (1..=depth).rev() {
        gains[index - 1] = -gains[index].max(-gains[index - 1]);
    }
    gains[0]
}

/// The least valuable attacker of a square. A king captures only undefended pieces.
fn least_attacker(
    board: &ChessBoard,
    side: usize,
    to: usize,
    occupied: SquareBits,
) -> Option<(u32, ChessRole)> {
    let all = board.attackers(to as u32, occupied);
    let own = all & board.by_side(side);
    let role = ChessRole::ALL.into_iter().find(|role| own & board.pieces(side, *role) != 0)?;
    if role == ChessRole::King && all & board.by_side(1 - side) != 0 {
        return None;
    }
    Some(((own & board.pieces(side, role)).trailing_zeros(), role))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarch_rules::bishops::{Action, Options};
    use tetrarch_rules::{Bishops, Position as _};

    fn see(fen: &str, text: &str) -> i32 {
        let game = Bishops::parse(&format!("duel w:b g4,p3 {fen}"), &Options::default()).unwrap();
        let Action::Duel(m) = game.parse_action(text).unwrap() else { panic!("a duel move") };
        let (from, to) = m.square_indices();
        static_exchange_evaluation(&game.duel().unwrap().chess_board(), from, to)
    }

    #[test]
    fn an_undefended_piece_is_won() {
        assert_eq!(see("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100);
    }

    #[test]
    fn a_rook_that_captures_a_defended_pawn_is_lost() {
        assert_eq!(see("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100 - 500);
    }

    #[test]
    fn x_ray_attackers_join_the_exchange() {
        assert_eq!(see("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(see("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100 - 500);
    }

    #[test]
    fn a_king_does_not_capture_a_defended_piece() {
        assert_eq!(see("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
    }
}
