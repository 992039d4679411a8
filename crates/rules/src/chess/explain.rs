//! Why a pair of squares is not a legal chess move, in plain words.

use super::FromTo;
use crate::{IllegalAction, cell_name};
use shakmaty::san::San;
use shakmaty::{
    Bitboard, ByColor, CastlingSide, Chess, Color, File, Move, Piece, Position as _, Rank, Role, Square,
    attacks,
};
use smol_str::SmolStr;

/// How those who play white and black are called at the beginning of a sentence.
pub(crate) type SideNames<'a> = ByColor<&'a str>;

/// The reason why `pair` is not a legal chess move of the side to move. It must not be one.
pub(crate) fn explain_chess_move(chess: &Chess, pair: FromTo, names: SideNames<'_>) -> IllegalAction {
    let FromTo { from, to } = pair;
    let board = chess.board();
    let Some(piece) = board.piece_at(from) else {
        return IllegalAction::new("empty", format!("There is nothing on {from}."));
    };
    let (side, name) = (chess.turn(), role_name(piece.role));
    if piece.color != side {
        return IllegalAction::new(
            "not_yours",
            format!("The {name} on {from} is {}'s.", names.get(piece.color)),
        );
    }
    if from == to {
        return IllegalAction::new("stays", format!("The {name} must leave {from}."));
    }
    if board.by_color(side).contains(to) {
        return IllegalAction::new("own_piece", format!("{}'s own piece stands on {to}.", names.get(side)));
    }
    if is_castling(piece, pair) {
        return explain_castling(chess, to);
    }
    if piece.role == Role::Pawn {
        return explain_pawn_move(chess, pair).unwrap_or_else(|| explain_unsafe_king(chess, piece, names));
    }
    if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
        return IllegalAction::new("shape", format!("A {name} does not go from {from} to {to}."));
    }
    if !attacks::attacks(from, piece, board.occupied()).contains(to) {
        return IllegalAction::new("blocked", format!("Something stands between {from} and {to}."));
    }
    explain_unsafe_king(chess, piece, names)
}

fn explain_unsafe_king(chess: &Chess, piece: Piece, names: SideNames<'_>) -> IllegalAction {
    let side = names.get(chess.turn());
    if piece.role == Role::King {
        return IllegalAction::new("king_attacked", format!("{side}'s king would stand attacked there."));
    }
    if chess.is_check() {
        return IllegalAction::new("in_check", format!("{side} is in check, and this does not end it."));
    }
    IllegalAction::new("king_attacked", format!("This would leave {side}'s king attacked."))
}

fn explain_pawn_move(chess: &Chess, FromTo { from, to }: FromTo) -> Option<IllegalAction> {
    let (side, board) = (chess.turn(), chess.board());
    if attacks::pawn_attacks(side, from).contains(to) {
        let takes = board.by_color(!side).contains(to) || chess.maybe_ep_square() == Some(to);
        return (!takes)
            .then(|| IllegalAction::new("pawn_capture", format!("There is nothing to capture on {to}.")));
    }
    let ahead = if side == Color::White { 8 } else { -8 };
    let (one, home) = (from.offset(ahead), side.fold_wb(Rank::Second, Rank::Seventh));
    let two = one.and_then(|square| square.offset(ahead)).filter(|_| from.rank() == home);
    if Some(to) != one && Some(to) != two {
        return Some(IllegalAction::new("shape", format!("A pawn does not go from {from} to {to}.")));
    }
    let path = Bitboard::from_iter(one) | Bitboard::from(to);
    (path & board.occupied())
        .any()
        .then(|| IllegalAction::new("blocked", format!("The pawn on {from} is blocked.")))
}

fn is_castling(piece: Piece, FromTo { from, to }: FromTo) -> bool {
    piece.role == Role::King
        && from == Square::from_coords(File::E, piece.color.backrank())
        && to.rank() == from.rank()
        && matches!(to.file(), File::C | File::G)
}

fn explain_castling(chess: &Chess, to: Square) -> IllegalAction {
    let (side, castling) = (chess.turn(), CastlingSide::from_king_side(to.file() == File::G));
    let castles = chess.castles();
    if !castles.has(side, castling) {
        return IllegalAction::new(
            "castling_right",
            "King or rook has moved, or the rook is gone: no castling on this side.",
        );
    }
    if (castles.path(side, castling) & chess.board().occupied()).any() {
        return IllegalAction::new("blocked", "Something stands between king and rook.");
    }
    if chess.is_check() {
        return IllegalAction::new("in_check", "The king may not castle out of check.");
    }
    IllegalAction::new("king_attacked", "The king would cross or reach an attacked square.")
}

/// `e4`.
pub(crate) fn square_name(square: Square) -> SmolStr {
    cell_name(square.file().to_u32() as u8, square.rank().to_u32() as u8)
}

/// How players write a move, without the signs of check and mate.
pub(crate) fn san(chess: &Chess, m: Move) -> SmolStr {
    let mut text = String::with_capacity(8);
    San::from_move(chess, m).append_to_string(&mut text);
    text.into()
}

pub(crate) const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
