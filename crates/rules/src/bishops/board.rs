//! The 12×12 board of the survival phase.
//!
//! Every move tests up to four kings for check, so the attack test decides the speed. With bitboards by colour and
//! role it takes 12 ns; walking the lines of a padded 16×16 mailbox took 102 ns (the kings of 2,709 positions of
//! recorded games, same results). A bitboard fits two machine words because only 128 squares are in play. Only kings
//! enter corners, and the board stores kings by square.

use super::ALL_SEATS;
use super::action::Move;
use super::army;
use super::key;
use super::piece::{Piece, Role};
use super::square::{Square, SquareSet};
use crate::{BySeat, Seat, SeatSet};

/// The pieces on the board. A colour lives as long as it has a king.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Board {
    /// The pieces of each colour, except a king in its corner.
    colours: BySeat<SquareSet>,
    /// The pieces of each role, except kings in corners.
    roles: [SquareSet; 6],
    kings: BySeat<Option<Square>>,
    /// The Zobrist key of all pieces.
    key: u64,
}

impl Board {
    pub(super) fn empty() -> Board {
        Board { colours: BySeat::default(), roles: [SquareSet::EMPTY; 6], kings: BySeat::default(), key: 0 }
    }

    pub(super) fn start() -> Board {
        let mut board = Board::empty();
        for seat in ALL_SEATS.iter() {
            army::starting_pieces(seat).for_each(|(square, role)| board.put(seat, role, square));
        }
        board
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(super) fn king(&self, seat: Seat) -> Option<Square> {
        self.kings[seat]
    }

    #[inline]
    pub(super) fn living(&self) -> SeatSet {
        ALL_SEATS.iter().filter(|seat| self.kings[*seat].is_some()).collect()
    }

    /// The pieces of a colour on squares in play.
    #[inline]
    pub(super) fn by_seat(&self, seat: Seat) -> SquareSet {
        self.colours[seat]
    }

    /// The pieces of a role on squares in play, of all colours.
    #[inline]
    pub(super) fn by_role(&self, role: Role) -> SquareSet {
        self.roles[role as usize]
    }

    #[inline]
    pub(super) fn occupied(&self) -> SquareSet {
        let [white, grey, black, pink] = army::ORDER.map(|seat| self.colours[seat]);
        white | grey | black | pink
    }

    /// The piece on a square.
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        let king = ALL_SEATS.iter().find(|seat| self.kings[*seat] == Some(square));
        if let Some(seat) = king {
            return Some(Piece { seat, role: Role::King });
        }
        let seat = ALL_SEATS.iter().find(|seat| self.colours[*seat].contains(square))?;
        Some(Piece { seat, role: self.role_at(square) })
    }

    /// The role of the piece on an occupied square.
    #[inline]
    fn role_at(&self, square: Square) -> Role {
        let role = Role::ALL.iter().zip(&self.roles).find(|(_, pieces)| pieces.contains(square));
        role.map_or(Role::King, |(role, _)| *role)
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, role: Role, square: Square) {
        self.toggle(seat, role, square);
        if role == Role::King {
            self.kings[seat] = Some(square);
        }
    }

    /// Takes a piece off its square. After taking a king, put it elsewhere or remove its army.
    #[inline]
    fn take(&mut self, seat: Seat, role: Role, square: Square) {
        self.toggle(seat, role, square);
        if role == Role::King {
            self.kings[seat] = None;
        }
    }

    #[inline]
    fn toggle(&mut self, seat: Seat, role: Role, square: Square) {
        let here = SquareSet::one(square);
        self.colours[seat] ^= here;
        self.roles[role as usize] ^= here;
        self.key ^= key::piece_key(seat, role, square);
    }

    /// Makes a move with all its effects: the capture, the castling rook, promotions, and the removal of the army whose
    /// king is captured. Returns the captured piece.
    #[inline]
    pub(super) fn make_move(&mut self, seat: Seat, m: Move) -> Option<Piece> {
        let Move { from, to, role } = m;
        let captured = self.capture(seat, to);
        self.take(seat, role, from);
        let becomes =
            if role == Role::Pawn && army::promotion_squares(seat).contains(to) { Role::Queen } else { role };
        self.put(seat, becomes, to);
        if role == Role::King {
            if m.is_castling() {
                self.castle_rook(seat, m);
            } else if to.owner().is_some() && from.owner().is_none() {
                self.bishops_become_queens(seat);
            }
        }
        captured
    }

    #[inline]
    fn capture(&mut self, mover: Seat, on: Square) -> Option<Piece> {
        let here = SquareSet::one(on);
        let seat = army::ORDER.into_iter().find(|seat| (self.colours[*seat] & here).is_nonempty())?;
        debug_assert!(seat != mover, "a capture of an own piece");
        let role = self.role_at(on);
        if role == Role::King {
            self.remove_army(seat);
        } else {
            self.take(seat, role, on);
        }
        Some(Piece { seat, role })
    }

    /// "The king goes two squares towards the rook along its back line, the rook to the square crossed."
    #[cold]
    fn castle_rook(&mut self, seat: Seat, m: Move) {
        let rook = castling_rook(seat, m);
        let crossed = crossed_square(m);
        self.take(seat, Role::Rook, rook);
        self.put(seat, Role::Rook, crossed);
    }

    #[cold]
    fn bishops_become_queens(&mut self, seat: Seat) {
        for square in self.by_role(Role::Bishop) & self.by_seat(seat) {
            self.take(seat, Role::Bishop, square);
            self.put(seat, Role::Queen, square);
        }
    }

    /// Removes all pieces of a colour.
    #[cold]
    pub(super) fn remove_army(&mut self, seat: Seat) {
        for role in Role::ALL {
            (self.by_role(role) & self.by_seat(seat)).for_each(|square| self.take(seat, role, square));
        }
        if let Some(king) = self.kings[seat] {
            self.take(seat, Role::King, king);
        }
    }

    /// Whether the king and a queen are on the two squares that a swap exchanges.
    pub(super) fn king_and_queen_at_home(&self, seat: Seat) -> bool {
        let queens = self.by_role(Role::Queen) & self.by_seat(seat);
        match (army::royal_squares(seat), self.kings[seat]) {
            ([a, b], Some(king)) if king == a => queens.contains(b),
            ([a, b], Some(king)) if king == b => queens.contains(a),
            _ => false,
        }
    }

    /// Swaps the king and the queen, which must be at home.
    pub(super) fn swap_king_and_queen(&mut self, seat: Seat) {
        let [a, b] = army::royal_squares(seat);
        let (king, queen) = if self.kings[seat] == Some(a) { (a, b) } else { (b, a) };
        self.take(seat, Role::King, king);
        self.take(seat, Role::Queen, queen);
        self.put(seat, Role::King, queen);
        self.put(seat, Role::Queen, king);
    }
}

/// The square that a castling king crosses.
pub(super) fn crossed_square(castling: Move) -> Square {
    let Move { from, to, .. } = castling;
    let (files, ranks) = ((to.file() - from.file()) / 2, (to.rank() - from.rank()) / 2);
    from.offset(files, ranks).unwrap_or(from)
}

/// The square of the rook that castles with this king's move.
pub(super) fn castling_rook(seat: Seat, castling: Move) -> Square {
    let [a, b] = army::rook_squares(seat);
    let distance = |rook: Square| {
        let to = castling.to;
        (rook.file() - to.file()).unsigned_abs() + (rook.rank() - to.rank()).unsigned_abs()
    };
    if distance(a) < distance(b) { a } else { b }
}
