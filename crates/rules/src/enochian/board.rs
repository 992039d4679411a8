//! The board.

use super::army::{Army, ByArmy};
use super::key;
use super::piece::{Officer, Piece};
use shakmaty::{Bitboard, Square};

/// The pieces on the board, and their part of the Zobrist key.
///
/// Two pieces can share a square, but one of them is always a king. Kings are therefore stored apart, so that
/// each layer has at most one piece per square. Bitboards make slider attacks and attacker lookups fast. An officer
/// and a pawn of its type share a bitboard, so a promotion only removes a square from `pawns` and a demotion adds
/// one. A mailbox board would be slower: every ply tests which army can act, which is one test on all pawns at
/// once, and which king is in check.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Board {
    kings: ByArmy<Bitboard>,
    /// The pieces of each army except its king.
    non_kings: ByArmy<Bitboard>,
    /// Officers of all armies by kind, together with the pawns that promote to that kind.
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

    /// The Zobrist key of the placement: equal for equal pieces on equal squares.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn occupied(&self) -> Bitboard {
        let [a, b, c, d] = Army::ALL.map(|army| self.by_army(army));
        a | b | c | d
    }

    /// The squares of all pieces of an army, including its king.
    pub(super) fn by_army(&self, army: Army) -> Bitboard {
        self.non_kings[army] | self.kings[army]
    }

    /// The squares of an army's pieces, excluding its king.
    pub(super) fn non_kings_of(&self, army: Army) -> Bitboard {
        self.non_kings[army]
    }

    pub(super) fn king_of(&self, army: Army) -> Option<Square> {
        self.kings[army].first()
    }

    /// The king's square as a bitboard, which is empty if the army has no king.
    pub(super) fn king_bitboard(&self, army: Army) -> Bitboard {
        self.kings[army]
    }

    pub(super) fn has_king(&self, army: Army) -> bool {
        self.kings[army].any()
    }

    /// The pawns of all armies.
    pub(super) fn pawns(&self) -> Bitboard {
        self.pawns
    }

    /// The officers of one kind of all armies.
    pub(super) fn officers(&self, officer: Officer) -> Bitboard {
        self.by_officer[officer as usize] & !self.pawns
    }

    /// The kind of the officer on a square, or the type of the pawn there. The square must hold one of them.
    pub(super) fn officer_at(&self, square: Square) -> Officer {
        let on = |officer: &Officer| self.by_officer[*officer as usize].contains(square);
        Officer::ALL.into_iter().find(on).unwrap_or(Officer::Rook)
    }

    /// The army's officer or pawn on a square.
    pub(super) fn non_king_at(&self, army: Army, square: Square) -> Option<Piece> {
        self.non_kings[army].contains(square).then(|| {
            let officer = self.officer_at(square);
            if self.pawns.contains(square) { Piece::Pawn(officer) } else { Piece::Officer(officer) }
        })
    }

    /// The pieces on a square; the king comes first where two share it.
    pub(super) fn pieces_at(&self, square: Square) -> impl Iterator<Item = (Army, Piece)> {
        let king = Army::ALL.into_iter().find(|army| self.kings[*army].contains(square));
        let piece = Army::ALL.into_iter().find_map(|army| Some((army, self.non_king_at(army, square)?)));
        king.map(|army| (army, Piece::King)).into_iter().chain(piece)
    }

    /// Places a piece on a square where its layer is empty, or removes the same piece from it.
    pub(super) fn toggle(&mut self, army: Army, piece: Piece, square: Square) {
        self.key ^= key::piece_key(army, piece, square);
        self.toggle_squares(army, piece, square.into());
    }

    /// Moves a piece to a square where its layer is empty.
    pub(super) fn move_piece(&mut self, army: Army, piece: Piece, from: Square, to: Square) {
        self.key ^= key::piece_key(army, piece, from) ^ key::piece_key(army, piece, to);
        self.toggle_squares(army, piece, Bitboard::from(from) | Bitboard::from(to));
    }

    /// Toggles the bitboards without updating the key.
    fn toggle_squares(&mut self, army: Army, piece: Piece, squares: Bitboard) {
        match piece {
            Piece::King => self.kings[army] ^= squares,
            Piece::Officer(officer) => {
                self.non_kings[army] ^= squares;
                self.by_officer[officer as usize] ^= squares;
            }
            Piece::Pawn(officer) => {
                self.non_kings[army] ^= squares;
                self.by_officer[officer as usize] ^= squares;
                self.pawns ^= squares;
            }
        }
    }
}
