//! Why a move is not legal chess, in plain words.

use super::FromTo;
use super::notation::role_name;
use crate::IllegalAction;
use shakmaty::{
    Bitboard, ByColor, CastlingSide, Chess, Color, File, Piece, Position as _, Rank, Role, Square, attacks,
};

/// The names of the players of the white and the black pieces, capitalised.
pub(crate) type SideNames<'a> = ByColor<&'a str>;

/// Why `from_to` is not a legal move of the side to move, in words for that side. The move must be illegal.
pub(crate) fn explain_chess_move(chess: &Chess, from_to: FromTo, names: SideNames<'_>) -> IllegalAction {
    Explanation { chess, names, mover: Mover::Reader }.of(from_to)
}

/// Like [`explain_chess_move`], in words for the opponent, who chooses a move to ban.
pub(crate) fn explain_chess_move_to_opponent(
    chess: &Chess,
    from_to: FromTo,
    names: SideNames<'_>,
) -> IllegalAction {
    let mover = Mover::Named(names.get(chess.turn()));
    Explanation { chess, names, mover }.of(from_to)
}

/// How sentences refer to the side to move.
#[derive(Copy, Clone)]
enum Mover<'a> {
    /// "Your king".
    Reader,
    /// "White's king".
    Named(&'a str),
}

impl Mover<'_> {
    fn is_in_check(self) -> String {
        match self {
            Mover::Reader => "You're in check".to_string(),
            Mover::Named(name) => format!("{name} is in check"),
        }
    }

    fn cannot(self) -> String {
        match self {
            Mover::Reader => "You can't".to_string(),
            Mover::Named(name) => format!("{name} can't"),
        }
    }

    /// The possessive inside a sentence.
    fn possessive(self) -> String {
        match self {
            Mover::Reader => "your".to_string(),
            Mover::Named(name) => format!("{name}'s"),
        }
    }

    /// The possessive at the beginning of a sentence.
    fn initial_possessive(self) -> String {
        match self {
            Mover::Reader => "Your".to_string(),
            Mover::Named(_) => self.possessive(),
        }
    }
}

struct Explanation<'a> {
    chess: &'a Chess,
    names: SideNames<'a>,
    mover: Mover<'a>,
}

impl Explanation<'_> {
    fn of(&self, from_to: FromTo) -> IllegalAction {
        let FromTo { from, to } = from_to;
        let board = self.chess.board();
        let Some(piece) = board.piece_at(from) else {
            return IllegalAction::new("empty", format!("There is no piece on {from}."));
        };
        let (side, name) = (self.chess.turn(), role_name(piece.role));
        if piece.color != side {
            let owner = self.names.get(piece.color);
            return IllegalAction::new("not_yours", format!("The {name} on {from} is {owner}'s."));
        }
        if from == to {
            return IllegalAction::new("stays", format!("The {name} must leave {from}."));
        }
        if board.by_color(side).contains(to) {
            let whose = self.mover.initial_possessive();
            return IllegalAction::new("own_piece", format!("{whose} own piece is on {to}."));
        }
        if is_castling(piece, from_to) {
            return self.castling(to);
        }
        if piece.role == Role::Pawn {
            return self.pawn_move(from_to).unwrap_or_else(|| self.unsafe_king(piece));
        }
        if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
            return IllegalAction::new("shape", format!("A {name} can't move from {from} to {to}."));
        }
        if !attacks::attacks(from, piece, board.occupied()).contains(to) {
            return IllegalAction::new("blocked", "There's a piece in the way.");
        }
        self.unsafe_king(piece)
    }

    fn unsafe_king(&self, piece: Piece) -> IllegalAction {
        if piece.role == Role::King {
            let whose = self.mover.initial_possessive();
            return IllegalAction::new("king_attacked", format!("{whose} king would be in check there."));
        }
        if self.chess.is_check() {
            let in_check = self.mover.is_in_check();
            return IllegalAction::new("in_check", format!("{in_check}, and that doesn't stop it."));
        }
        let whose = self.mover.possessive();
        IllegalAction::new("king_attacked", format!("That would leave {whose} king in check."))
    }

    /// What is wrong with a pawn move apart from the safety of the king, if anything.
    fn pawn_move(&self, FromTo { from, to }: FromTo) -> Option<IllegalAction> {
        let (side, board) = (self.chess.turn(), self.chess.board());
        if attacks::pawn_attacks(side, from).contains(to) {
            let captures = board.by_color(!side).contains(to) || self.chess.maybe_ep_square() == Some(to);
            return (!captures).then(|| {
                IllegalAction::new("pawn_capture", format!("There is nothing to capture on {to}."))
            });
        }
        let forward = if side == Color::White { 8 } else { -8 };
        let (one, start_rank) = (from.offset(forward), side.fold_wb(Rank::Second, Rank::Seventh));
        let two = one.and_then(|square| square.offset(forward)).filter(|_| from.rank() == start_rank);
        if Some(to) != one && Some(to) != two {
            return Some(IllegalAction::new("shape", format!("A pawn can't move from {from} to {to}.")));
        }
        let path = Bitboard::from_iter(one) | Bitboard::from(to);
        let blocked = (path & board.occupied()).any();
        blocked.then(|| IllegalAction::new("blocked", format!("The pawn on {from} is blocked.")))
    }

    fn castling(&self, to: Square) -> IllegalAction {
        let (side, castling) = (self.chess.turn(), CastlingSide::from_king_side(to.file() == File::G));
        let castles = self.chess.castles();
        if !castles.has(side, castling) {
            let cannot = self.mover.cannot();
            let words = format!(
                "{cannot} castle on this side: the king has moved, or the rook has moved or been captured."
            );
            return IllegalAction::new("castling_right", words);
        }
        if (castles.path(side, castling) & self.chess.board().occupied()).any() {
            return IllegalAction::new("blocked", "There's a piece between king and rook.");
        }
        if self.chess.is_check() {
            return IllegalAction::new("in_check", "The king can't castle out of check.");
        }
        IllegalAction::new("king_attacked", "The king can't castle through or into check.")
    }
}

fn is_castling(piece: Piece, FromTo { from, to }: FromTo) -> bool {
    piece.role == Role::King
        && from == Square::from_coords(File::E, piece.color.backrank())
        && to.rank() == from.rank()
        && matches!(to.file(), File::C | File::G)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mover_reads_about_your_king_and_the_opponent_about_a_named_one() {
        let names = SideNames { white: "White", black: "Black" };
        for (fen, from_to, mover, opponent) in [
            (
                "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                "e1e2",
                "Your own piece is on e2.",
                "White's own piece is on e2.",
            ),
            (
                "3rk3/8/8/8/8/8/8/4K3 w - - 0 1",
                "e1d1",
                "Your king would be in check there.",
                "White's king would be in check there.",
            ),
            (
                "4r2k/8/8/8/8/8/N7/4K3 w - - 0 1",
                "a2c3",
                "You're in check, and that doesn't stop it.",
                "White is in check, and that doesn't stop it.",
            ),
            (
                "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1",
                "e2c3",
                "That would leave your king in check.",
                "That would leave White's king in check.",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
                "e1g1",
                "You can't castle on this side: the king has moved, or the rook has moved or been captured.",
                "White can't castle on this side: the king has moved, or the rook has moved or been captured.",
            ),
        ] {
            let chess = super::super::fen::parse_legal(fen).expect(fen);
            let from_to = FromTo::parse(from_to).expect(from_to);
            assert_eq!(explain_chess_move(&chess, from_to, names).words, mover);
            assert_eq!(explain_chess_move_to_opponent(&chess, from_to, names).words, opponent);
        }
    }
}
