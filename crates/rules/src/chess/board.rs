//! A chess board as plain bitboards, for evaluation and search.

use super::{ChessMove, FromTo};
use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role, Square, attacks};

/// A kind of chess piece.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[allow(missing_docs, reason = "the six kinds of pieces")]
pub enum ChessRole {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl ChessRole {
    /// All roles, the pawn first.
    pub const ALL: [ChessRole; 6] = [
        ChessRole::Pawn,
        ChessRole::Knight,
        ChessRole::Bishop,
        ChessRole::Rook,
        ChessRole::Queen,
        ChessRole::King,
    ];

    const fn from_role(role: Role) -> ChessRole {
        ChessRole::ALL[role as usize - 1]
    }
}

/// A set of squares as a bitboard: bit 0 is a1, bit 1 is b1.
pub type SquareBits = u64;

/// The pieces of both sides and the side to move. White is 0, Black is 1.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ChessBoard {
    roles: [SquareBits; 6],
    sides: [SquareBits; 2],
    /// The side to move.
    pub to_move: usize,
}

impl ChessBoard {
    pub(crate) fn new(chess: &Chess) -> ChessBoard {
        let board = chess.board();
        ChessBoard {
            roles: [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
                .map(|role| board.by_role(role).0),
            sides: [Color::White, Color::Black].map(|color| board.by_color(color).0),
            to_move: if chess.turn() == Color::White { 0 } else { 1 },
        }
    }

    /// The pieces of one side and role.
    pub const fn pieces(&self, side: usize, role: ChessRole) -> SquareBits {
        self.roles[role as usize] & self.sides[side]
    }

    /// All pieces of a side.
    pub const fn by_side(&self, side: usize) -> SquareBits {
        self.sides[side]
    }

    /// All pieces.
    pub const fn occupied(&self) -> SquareBits {
        self.sides[0] | self.sides[1]
    }

    /// The squares that a piece on `square` attacks.
    pub fn attacks(&self, side: usize, role: ChessRole, square: u32) -> SquareBits {
        let (square, occupied) = (Square::new(square), Bitboard(self.occupied()));
        let attacked = match role {
            ChessRole::Pawn => {
                attacks::pawn_attacks(if side == 0 { Color::White } else { Color::Black }, square)
            }
            ChessRole::Knight => attacks::knight_attacks(square),
            ChessRole::Bishop => attacks::bishop_attacks(square, occupied),
            ChessRole::Rook => attacks::rook_attacks(square, occupied),
            ChessRole::Queen => attacks::queen_attacks(square, occupied),
            ChessRole::King => attacks::king_attacks(square),
        };
        attacked.0
    }

    /// The pieces of both sides that attack `square`, among the pieces on `occupied` squares.
    pub fn attackers(&self, square: u32, occupied: SquareBits) -> SquareBits {
        let (on, occupied) = (Square::new(square), Bitboard(occupied));
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let pawns = attacks::pawn_attacks(Color::Black, on).0 & pawns & self.sides[0]
            | attacks::pawn_attacks(Color::White, on).0 & pawns & self.sides[1];
        let leapers = attacks::knight_attacks(on).0 & knights | attacks::king_attacks(on).0 & kings;
        let sliders = attacks::bishop_attacks(on, occupied).0 & (bishops | queens)
            | attacks::rook_attacks(on, occupied).0 & (rooks | queens);
        (pawns | leapers | sliders) & occupied.0
    }

    /// The role of the piece on a square.
    pub fn role_on(&self, square: usize) -> Option<ChessRole> {
        ChessRole::ALL.into_iter().find(|role| self.roles[*role as usize] & 1 << square != 0)
    }
}

impl ChessMove {
    /// The role of the moving piece.
    pub fn role(self) -> ChessRole {
        ChessRole::from_role(self.0.role())
    }

    /// The role of the captured piece.
    pub fn captured(self) -> Option<ChessRole> {
        self.0.capture().map(ChessRole::from_role)
    }

    /// The role that a pawn promotes to.
    pub fn promotion(self) -> Option<ChessRole> {
        self.0.promotion().map(ChessRole::from_role)
    }

    /// The indices of the origin and the destination, a1 first, then b1. Castling is the king's move.
    pub fn square_indices(self) -> (usize, usize) {
        let FromTo { from, to } = self.from_to();
        (usize::from(from), usize::from(to))
    }

    /// Whether the move is castling.
    pub fn is_castling(self) -> bool {
        matches!(self.0, Move::Castle { .. })
    }
}
