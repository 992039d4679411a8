//! Where the men stand, in plain numbers, for those who judge positions.

use super::ChessMove;
use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role, Square, attacks};

/// A kind of chess man.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[allow(missing_docs, reason = "the six kinds")]
pub enum ChessKind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl ChessKind {
    /// All kinds, the pawn first.
    pub const ALL: [ChessKind; 6] = [
        ChessKind::Pawn,
        ChessKind::Knight,
        ChessKind::Bishop,
        ChessKind::Rook,
        ChessKind::Queen,
        ChessKind::King,
    ];

    const fn of(role: Role) -> ChessKind {
        ChessKind::ALL[role as usize - 1]
    }
}

/// A set of squares as 64 bits, a1 first, then b1.
pub type SquareBits = u64;

/// Where the men of both sides stand and whose turn it is. White is 0, Black is 1.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Men {
    kinds: [SquareBits; 6],
    sides: [SquareBits; 2],
    /// The side to move.
    pub to_move: usize,
}

impl Men {
    pub(crate) fn of(chess: &Chess) -> Men {
        let board = chess.board();
        Men {
            kinds: [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
                .map(|role| board.by_role(role).0),
            sides: [Color::White, Color::Black].map(|color| board.by_color(color).0),
            to_move: if chess.turn() == Color::White { 0 } else { 1 },
        }
    }

    /// The men of one kind and side.
    pub const fn set(&self, side: usize, kind: ChessKind) -> SquareBits {
        self.kinds[kind as usize] & self.sides[side]
    }

    /// All men of a side.
    pub const fn side(&self, side: usize) -> SquareBits {
        self.sides[side]
    }

    /// All men.
    pub const fn all(&self) -> SquareBits {
        self.sides[0] | self.sides[1]
    }

    /// What a man on a square attacks.
    pub fn attacks(&self, side: usize, kind: ChessKind, square: u32) -> SquareBits {
        let (square, occupied) = (Square::new(square), Bitboard(self.all()));
        let reach = match kind {
            ChessKind::Pawn => {
                attacks::pawn_attacks(if side == 0 { Color::White } else { Color::Black }, square)
            }
            ChessKind::Knight => attacks::knight_attacks(square),
            ChessKind::Bishop => attacks::bishop_attacks(square, occupied),
            ChessKind::Rook => attacks::rook_attacks(square, occupied),
            ChessKind::Queen => attacks::queen_attacks(square, occupied),
            ChessKind::King => attacks::king_attacks(square),
        };
        reach.0
    }
}

impl Men {
    /// All men of both sides that attack a square, if only `occupied` squares are.
    pub fn attackers(&self, square: u32, occupied: SquareBits) -> SquareBits {
        let (on, occupied) = (Square::new(square), Bitboard(occupied));
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let pawns = attacks::pawn_attacks(Color::Black, on).0 & pawns & self.sides[0]
            | attacks::pawn_attacks(Color::White, on).0 & pawns & self.sides[1];
        let steps = attacks::knight_attacks(on).0 & knights | attacks::king_attacks(on).0 & kings;
        let lines = attacks::bishop_attacks(on, occupied).0 & (bishops | queens)
            | attacks::rook_attacks(on, occupied).0 & (rooks | queens);
        (pawns | steps | lines) & occupied.0
    }

    /// What stands on a square.
    pub fn kind_on(&self, square: usize) -> Option<ChessKind> {
        ChessKind::ALL.into_iter().find(|kind| self.kinds[*kind as usize] & 1 << square != 0)
    }
}

impl ChessMove {
    /// What moves.
    pub fn kind(self) -> ChessKind {
        ChessKind::of(self.0.role())
    }

    /// What it takes.
    pub fn takes(self) -> Option<ChessKind> {
        self.0.capture().map(ChessKind::of)
    }

    /// What a pawn becomes by it.
    pub fn promotes_to(self) -> Option<ChessKind> {
        self.0.promotion().map(ChessKind::of)
    }

    /// The squares it goes from and to, counted from a1, then b1; castling is the king's two squares.
    pub fn squares(self) -> (usize, usize) {
        let pair = self.pair();
        (usize::from(pair.from), usize::from(pair.to))
    }

    /// Whether it is castling.
    pub fn castles(self) -> bool {
        matches!(self.0, Move::Castle { .. })
    }
}
