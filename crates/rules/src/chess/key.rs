//! The Zobrist key: pieces, side to move, castling rights, and en passant if the capture is legal.

use super::FromTo;
use crate::zobrist::random_numbers;
use shakmaty::{Chess, Color, EnPassantMode, Move, Piece, Position as _, Role, Square, attacks};

static PIECE_SQUARES: [[u64; 64]; 12] = {
    let all: [u64; 768] = random_numbers(1);
    let mut table = [[0; 64]; 12];
    let mut i = 0;
    while i < 768 {
        table[i / 64][i % 64] = all[i];
        i += 1;
    }
    table
};
/// Castling rights by the square of the rook; only the corners are used.
static RIGHTS: [u64; 64] = random_numbers(2);
static EN_PASSANT: [u64; 8] = random_numbers(3);
const BLACK_TO_MOVE: u64 = random_numbers::<1>(6)[0];

pub(crate) fn compute(chess: &Chess) -> u64 {
    let pieces = chess.board().iter().fold(0, |key, (square, piece)| key ^ piece_key(piece, square));
    let side = if chess.turn() == Color::Black { BLACK_TO_MOVE } else { 0 };
    pieces ^ side ^ state_key(chess)
}

/// The change of the key by a move, without the [`state_key`] after it. `chess` is the position before the move.
pub(crate) fn delta_before_move(chess: &Chess, m: Move) -> u64 {
    let (us, them) = (chess.turn(), !chess.turn());
    let piece = |square, role, color| piece_key(Piece { color, role }, square);
    let moved = match m {
        Move::Normal { role, from, capture, to, promotion } => {
            piece(from, role, us)
                ^ piece(to, promotion.unwrap_or(role), us)
                ^ capture.map_or(0, |captured| piece(to, captured, them))
        }
        Move::EnPassant { from, to } => {
            let captured = Square::from_coords(to.file(), from.rank());
            piece(from, Role::Pawn, us) ^ piece(to, Role::Pawn, us) ^ piece(captured, Role::Pawn, them)
        }
        Move::Castle { king, rook } => {
            let to = FromTo::from_move(m).to;
            let rook_to = if rook.file() > king.file() { to.offset(-1) } else { to.offset(1) };
            piece(king, Role::King, us)
                ^ piece(to, Role::King, us)
                ^ piece(rook, Role::Rook, us)
                ^ rook_to.map_or(0, |square| piece(square, Role::Rook, us))
        }
        Move::Put { .. } => 0,
    };
    moved ^ BLACK_TO_MOVE ^ state_key(chess)
}

fn piece_key(piece: Piece, square: Square) -> u64 {
    let kind = usize::from(piece.role) - 1 + if piece.color == Color::Black { 6 } else { 0 };
    PIECE_SQUARES[kind][usize::from(square)]
}

/// The castling rights and the en passant file.
pub(crate) fn state_key(chess: &Chess) -> u64 {
    let rights = chess.castles().castling_rights();
    let rights = rights.into_iter().fold(0, |key, rook| key ^ RIGHTS[usize::from(rook)]);
    rights ^ en_passant_key(chess)
}

fn en_passant_key(chess: &Chess) -> u64 {
    let Some(square) = chess.maybe_ep_square() else { return 0 };
    // Looking for a capturing pawn first almost always avoids the expensive legality test.
    let beside = attacks::pawn_attacks(!chess.turn(), square) & chess.our(Role::Pawn);
    if beside.is_empty() || chess.ep_square(EnPassantMode::Legal).is_none() {
        return 0;
    }
    EN_PASSANT[usize::from(square.file())]
}
