//! Pseudo-legal moves: how men move, whatever check, safety and the die say.

use super::action::Move;
use super::army::Army;
use super::attacks::{leaps, pawn_captures, pawn_steps};
use super::man::{Figure, Kind};
use super::{Board, Enochian};
use shakmaty::{Bitboard, Square, attacks};
use std::ops::ControlFlow;

/// Whether to look at the next move. Whoever only asks if there is a move stops at the first.
pub(super) type Next = ControlFlow<()>;

/// The pseudo-legal moves of one army.
pub(super) struct Moves<'a> {
    board: &'a Board,
    army: Army,
    occupied: Bitboard,
    /// Unfrozen men of the other team: all that can be captured.
    prey: Bitboard,
    /// The squares whose men are asked.
    asked: Bitboard,
}

impl<'a> Moves<'a> {
    pub(super) fn of(position: &'a Enochian, army: Army) -> Moves<'a> {
        let board = &position.board;
        let [one, two] = army.foes().map(|foe| position.if_unfrozen(foe, board.all_of(foe)));
        Moves { board, army, occupied: board.occupied(), prey: one | two, asked: Bitboard::FULL }
    }

    pub(super) fn army(&self) -> Army {
        self.army
    }

    /// Only the moves of men on these squares.
    pub(super) fn among(&self, asked: Bitboard) -> Moves<'a> {
        Moves { asked, ..*self }
    }

    pub(super) fn is_any(&self) -> bool {
        self.all(&mut |_| Next::Break(())).is_break()
    }

    /// Every move. Pawns come first and the king last: that is how a safe one is found soonest.
    pub(super) fn all(&self, see: &mut impl FnMut(Move) -> Next) -> Next {
        self.without_king(see)?;
        self.of_kind(Kind::King, see)
    }

    pub(super) fn without_king(&self, see: &mut impl FnMut(Move) -> Next) -> Next {
        self.pawns(see)?;
        Figure::ALL.into_iter().try_for_each(|figure| self.of_kind(Kind::Figure(figure), see))
    }

    pub(super) fn of_kind(&self, kind: Kind, see: &mut impl FnMut(Move) -> Next) -> Next {
        let men = match kind {
            Kind::King => self.board.king_set(self.army),
            Kind::Figure(figure) => self.board.figures(figure) & self.board.men_of(self.army),
            Kind::Pawn => return self.pawns(see),
        };
        let enterable = self.enterable(kind);
        for from in men & self.asked {
            for to in reach(kind, from, self.occupied) & enterable {
                see(Move { kind, from, to, promotion: None })?;
            }
        }
        Next::Continue(())
    }

    /// Where a king or figure may go: empty squares, and unfrozen men of the other team except those it never
    /// captures.
    pub(super) fn enterable(&self, kind: Kind) -> Bitboard {
        match kind {
            Kind::Figure(figure @ (Figure::Queen | Figure::Bishop)) => {
                !self.occupied | self.prey & !self.spared(figure)
            }
            _ => !self.occupied | self.prey,
        }
    }

    /// Queens spare queens and bishops spare bishops, unless a king stands there too.
    fn spared(&self, figure: Figure) -> Bitboard {
        let [one, two] = self.army.foes().map(|foe| self.board.king_set(foe));
        self.board.figures(figure) & !(one | two)
    }

    fn pawns(&self, see: &mut impl FnMut(Move) -> Next) -> Next {
        let pawns = self.board.pawns() & self.board.men_of(self.army) & self.asked;
        for to in pawn_steps(self.army, pawns) & !self.occupied {
            // Allies' pawns step the opposite way: theirs from here would come to where this one came from.
            for from in pawn_steps(self.army.ally(), to.into()) {
                self.pawn_move(from, to, see)?;
            }
        }
        for from in pawns {
            for to in pawn_captures(self.army, from) & self.prey {
                self.pawn_move(from, to, see)?;
            }
        }
        Next::Continue(())
    }

    fn pawn_move(&self, from: Square, to: Square, see: &mut impl FnMut(Move) -> Next) -> Next {
        let step = Move { kind: Kind::Pawn, from, to, promotion: None };
        if !self.army.promotion_edge().contains(to) {
            return see(step);
        }
        if self.board.is_privileged(self.army) {
            let mut become_one = |figure| see(Move { promotion: Some(figure), ..step });
            return Figure::ALL.into_iter().try_for_each(&mut become_one);
        }
        see(Move { promotion: Some(self.board.figure_on(from)), ..step })
    }
}

/// Where a king or figure gets to from a square, up to the first man in each direction.
pub(super) fn reach(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::King => attacks::king_attacks(from),
        Kind::Figure(Figure::Queen) => leaps(from),
        Kind::Figure(Figure::Bishop) => attacks::bishop_attacks(from, occupied),
        Kind::Figure(Figure::Knight) => attacks::knight_attacks(from),
        Kind::Figure(Figure::Rook) => attacks::rook_attacks(from, occupied),
        Kind::Pawn => Bitboard::EMPTY,
    }
}

impl Board {
    /// Whether the army's pawn may choose what it becomes: the army is king and pawn, perhaps with a queen or
    /// a bishop.
    pub(super) fn is_privileged(&self, army: Army) -> bool {
        let men = self.men_of(army);
        let pieces = men & !self.pawns();
        let may_stay = self.figures(Figure::Queen) | self.figures(Figure::Bishop);
        self.has_king(army)
            && (men & self.pawns()).count() == 1
            && pieces.count() <= 1
            && pieces.is_subset(may_stay)
    }
}
