//! The men on the board.

use super::army::{Army, ByArmy};
use super::key;
use super::piece::{Officer, Piece};
use shakmaty::{Bitboard, Square};

/// The men on the board, and the part of the key that belongs to them.
///
/// Two men can share a square, but one of them is always a king: so kings are kept apart from the others, and
/// on each of the two layers there is one man to a square. Sets of squares make sliding and the search for
/// attackers fast, and an army fits into them with few: a man is a figure or a pawn that will be one, so a
/// promotion only takes a square out of `pawns`, and a demotion puts one in. A board of men by square was not
/// chosen because every ply asks who can act, which is one look at all pawns at once, and who is in check.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Board {
    kings: ByArmy<Bitboard>,
    /// Everybody but the kings.
    non_kings: ByArmy<Bitboard>,
    /// The men of all armies by figure, and pawns by their type.
    by_officer: [Bitboard; 4],
    pawns: Bitboard,
    key: u64,
}

impl Board {
    pub(super) const fn empty() -> Board {
        Board {
            kings: ByArmy([Bitboard::EMPTY; 4]),
            non_kings: ByArmy([Bitboard::EMPTY; 4]),
            by_officer: [Bitboard::EMPTY; 4],
            pawns: Bitboard::EMPTY,
            key: 0,
        }
    }

    /// The key of placement: the same for the same men on the same squares.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn occupied(&self) -> Bitboard {
        let [a, b, c, d] = Army::ALL.map(|army| self.by_army(army));
        a | b | c | d
    }

    /// The squares of all men of an army, the king too.
    pub(super) fn by_army(&self, army: Army) -> Bitboard {
        self.non_kings[army] | self.kings[army]
    }

    /// The squares of an army's men without the king.
    pub(super) fn non_kings_of(&self, army: Army) -> Bitboard {
        self.non_kings[army]
    }

    pub(super) fn king_of(&self, army: Army) -> Option<Square> {
        self.kings[army].first()
    }

    /// The square of an army's king, if it has one, as a set.
    pub(super) fn king_bitboard(&self, army: Army) -> Bitboard {
        self.kings[army]
    }

    pub(super) fn has_king(&self, army: Army) -> bool {
        self.kings[army].any()
    }

    /// All pawns of all armies.
    pub(super) fn pawns(&self) -> Bitboard {
        self.pawns
    }

    /// All queens, bishops, knights or rooks of all armies.
    pub(super) fn officers(&self, figure: Officer) -> Bitboard {
        self.by_officer[figure as usize] & !self.pawns
    }

    /// The figure on a square, or the type of the pawn there. Some man other than a king must stand there.
    pub(super) fn officer_at(&self, square: Square) -> Officer {
        let on = |figure: &Officer| self.by_officer[*figure as usize].contains(square);
        Officer::ALL.into_iter().find(on).unwrap_or(Officer::Rook)
    }

    /// The man of an army on a square who is not its king.
    pub(super) fn non_king_at(&self, army: Army, square: Square) -> Option<Piece> {
        self.non_kings[army].contains(square).then(|| {
            let figure = self.officer_at(square);
            if self.pawns.contains(square) { Piece::Pawn(figure) } else { Piece::Officer(figure) }
        })
    }

    /// Who stands on a square; the king first where two share it.
    pub(super) fn pieces_at(&self, square: Square) -> impl Iterator<Item = (Army, Piece)> {
        let king = Army::ALL.into_iter().find(|army| self.kings[*army].contains(square));
        let man = Army::ALL.into_iter().find_map(|army| Some((army, self.non_king_at(army, square)?)));
        king.map(|army| (army, Piece::King)).into_iter().chain(man)
    }

    /// Puts a man on a square where there is none of his layer, or takes the one away that stands there.
    pub(super) fn toggle(&mut self, army: Army, man: Piece, square: Square) {
        self.key ^= key::piece_key(army, man, square);
        self.toggle_squares(army, man, square.into());
    }

    /// A man goes from one square to another, where there is none of his layer.
    pub(super) fn move_piece(&mut self, army: Army, man: Piece, from: Square, to: Square) {
        self.key ^= key::piece_key(army, man, from) ^ key::piece_key(army, man, to);
        self.toggle_squares(army, man, Bitboard::from(from) | Bitboard::from(to));
    }

    /// The sets without the key.
    fn toggle_squares(&mut self, army: Army, man: Piece, squares: Bitboard) {
        match man {
            Piece::King => self.kings[army] ^= squares,
            Piece::Officer(figure) => {
                self.non_kings[army] ^= squares;
                self.by_officer[figure as usize] ^= squares;
            }
            Piece::Pawn(figure) => {
                self.non_kings[army] ^= squares;
                self.by_officer[figure as usize] ^= squares;
                self.pawns ^= squares;
            }
        }
    }
}
