//! Where the men stand, in plain numbers, for those who judge positions.

use super::ChessMove;
use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role, Square, attacks};

/// A kind of chess man.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[allow(missing_docs, reason = "the six kinds")]
pub enum ChessRole {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl ChessRole {
    /// All kinds, the pawn first.
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

/// A set of squares as 64 bits, a1 first, then b1.
pub type SquareBits = u64;

/// Where the men of both sides stand and whose turn it is. White is 0, Black is 1.
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

    /// The men of one kind and side.
    pub const fn pieces(&self, side: usize, kind: ChessRole) -> SquareBits {
        self.roles[kind as usize] & self.sides[side]
    }

    /// All men of a side.
    pub const fn by_side(&self, side: usize) -> SquareBits {
        self.sides[side]
    }

    /// All men.
    pub const fn occupied(&self) -> SquareBits {
        self.sides[0] | self.sides[1]
    }

    /// What a man on a square attacks.
    pub fn attacks(&self, side: usize, kind: ChessRole, square: u32) -> SquareBits {
        let (square, occupied) = (Square::new(square), Bitboard(self.occupied()));
        let reach = match kind {
            ChessRole::Pawn => {
                attacks::pawn_attacks(if side == 0 { Color::White } else { Color::Black }, square)
            }
            ChessRole::Knight => attacks::knight_attacks(square),
            ChessRole::Bishop => attacks::bishop_attacks(square, occupied),
            ChessRole::Rook => attacks::rook_attacks(square, occupied),
            ChessRole::Queen => attacks::queen_attacks(square, occupied),
            ChessRole::King => attacks::king_attacks(square),
        };
        reach.0
    }
}

impl ChessBoard {
    /// All men of both sides that attack a square, if only `occupied` squares are.
    pub fn attackers(&self, square: u32, occupied: SquareBits) -> SquareBits {
        let (on, occupied) = (Square::new(square), Bitboard(occupied));
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let pawns = attacks::pawn_attacks(Color::Black, on).0 & pawns & self.sides[0]
            | attacks::pawn_attacks(Color::White, on).0 & pawns & self.sides[1];
        let steps = attacks::knight_attacks(on).0 & knights | attacks::king_attacks(on).0 & kings;
        let lines = attacks::bishop_attacks(on, occupied).0 & (bishops | queens)
            | attacks::rook_attacks(on, occupied).0 & (rooks | queens);
        (pawns | steps | lines) & occupied.0
    }

    /// What stands on a square.
    pub fn role_on(&self, square: usize) -> Option<ChessRole> {
        ChessRole::ALL.into_iter().find(|kind| self.roles[*kind as usize] & 1 << square != 0)
    }
}

impl ChessMove {
    /// What moves.
    pub fn role(self) -> ChessRole {
        ChessRole::from_role(self.0.role())
    }

    /// What it takes.
    pub fn captured(self) -> Option<ChessRole> {
        self.0.capture().map(ChessRole::from_role)
    }

    /// What a pawn becomes by it.
    pub fn promotion(self) -> Option<ChessRole> {
        self.0.promotion().map(ChessRole::from_role)
    }

    /// The squares it goes from and to, counted from a1, then b1; castling is the king's two squares.
    pub fn square_indices(self) -> (usize, usize) {
        let pair = self.from_to();
        (usize::from(pair.from), usize::from(pair.to))
    }

    /// Whether it is castling.
    pub fn is_castling(self) -> bool {
        matches!(self.0, Move::Castle { .. })
    }
}
