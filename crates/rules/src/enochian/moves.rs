//! Pseudo-legal moves: how men move, whatever check, safety and the die say.

use super::action::Move;
use super::army::Army;
use super::attacks::{pawn_captures, pawn_steps, queen_leaps};
use super::piece::{Officer, Role};
use super::{Board, Enochian};
use shakmaty::{Bitboard, Square, attacks};
use std::ops::ControlFlow;

/// Whether to look at the next move. Whoever only asks if there is a move stops at the first.
pub(super) type VisitFlow = ControlFlow<()>;

/// The pseudo-legal moves of one army.
pub(super) struct MoveGenerator<'a> {
    board: &'a Board,
    army: Army,
    occupied: Bitboard,
    /// Unfrozen men of the other team: all that can be captured.
    capturable: Bitboard,
    /// The squares whose men are asked.
    sources: Bitboard,
}

impl<'a> MoveGenerator<'a> {
    pub(super) fn new(position: &'a Enochian, army: Army) -> MoveGenerator<'a> {
        let board = &position.board;
        let [one, two] = army.enemies().map(|foe| position.if_unfrozen(foe, board.by_army(foe)));
        MoveGenerator {
            board,
            army,
            occupied: board.occupied(),
            capturable: one | two,
            sources: Bitboard::FULL,
        }
    }

    pub(super) fn army(&self) -> Army {
        self.army
    }

    /// Only the moves of men on these squares.
    pub(super) fn from_sources(&self, asked: Bitboard) -> MoveGenerator<'a> {
        MoveGenerator { sources: asked, ..*self }
    }

    pub(super) fn has_move(&self) -> bool {
        self.visit_all(&mut |_| VisitFlow::Break(())).is_break()
    }

    /// Every move. Pawns come first and the king last: that is how a safe one is found soonest.
    pub(super) fn visit_all(&self, see: &mut impl FnMut(Move) -> VisitFlow) -> VisitFlow {
        self.visit_non_kings(see)?;
        self.visit_role(Role::King, see)
    }

    pub(super) fn visit_non_kings(&self, see: &mut impl FnMut(Move) -> VisitFlow) -> VisitFlow {
        self.visit_pawns(see)?;
        Officer::ALL.into_iter().try_for_each(|figure| self.visit_role(Role::Officer(figure), see))
    }

    pub(super) fn visit_role(&self, kind: Role, see: &mut impl FnMut(Move) -> VisitFlow) -> VisitFlow {
        let men = match kind {
            Role::King => self.board.king_bitboard(self.army),
            Role::Officer(figure) => self.board.officers(figure) & self.board.non_kings_of(self.army),
            Role::Pawn => return self.visit_pawns(see),
        };
        let enterable = self.destinations(kind);
        for from in men & self.sources {
            for to in piece_attacks(kind, from, self.occupied) & enterable {
                see(Move { role: kind, from, to, promotion: None })?;
            }
        }
        VisitFlow::Continue(())
    }

    /// Where a king or figure may go: empty squares, and unfrozen men of the other team except those it never
    /// captures.
    pub(super) fn destinations(&self, kind: Role) -> Bitboard {
        match kind {
            Role::Officer(figure @ (Officer::Queen | Officer::Bishop)) => {
                !self.occupied | self.capturable & !self.immune_to(figure)
            }
            _ => !self.occupied | self.capturable,
        }
    }

    /// Queens spare queens and bishops spare bishops, unless a king stands there too.
    fn immune_to(&self, figure: Officer) -> Bitboard {
        let [one, two] = self.army.enemies().map(|foe| self.board.king_bitboard(foe));
        self.board.officers(figure) & !(one | two)
    }

    fn visit_pawns(&self, see: &mut impl FnMut(Move) -> VisitFlow) -> VisitFlow {
        let pawns = self.board.pawns() & self.board.non_kings_of(self.army) & self.sources;
        for to in pawn_steps(self.army, pawns) & !self.occupied {
            // Allies' pawns step the opposite way: theirs from here would come to where this one came from.
            for from in pawn_steps(self.army.ally(), to.into()) {
                self.visit_pawn_move(from, to, see)?;
            }
        }
        for from in pawns {
            for to in pawn_captures(self.army, from) & self.capturable {
                self.visit_pawn_move(from, to, see)?;
            }
        }
        VisitFlow::Continue(())
    }

    fn visit_pawn_move(
        &self,
        from: Square,
        to: Square,
        see: &mut impl FnMut(Move) -> VisitFlow,
    ) -> VisitFlow {
        let step = Move { role: Role::Pawn, from, to, promotion: None };
        if !self.army.promotion_edge().contains(to) {
            return see(step);
        }
        if self.board.is_privileged(self.army) {
            let mut become_one = |figure| see(Move { promotion: Some(figure), ..step });
            return Officer::ALL.into_iter().try_for_each(&mut become_one);
        }
        see(Move { promotion: Some(self.board.officer_at(from)), ..step })
    }
}

/// Where a king or figure gets to from a square, up to the first man in each direction.
pub(super) fn piece_attacks(kind: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Role::King => attacks::king_attacks(from),
        Role::Officer(Officer::Queen) => queen_leaps(from),
        Role::Officer(Officer::Bishop) => attacks::bishop_attacks(from, occupied),
        Role::Officer(Officer::Knight) => attacks::knight_attacks(from),
        Role::Officer(Officer::Rook) => attacks::rook_attacks(from, occupied),
        Role::Pawn => Bitboard::EMPTY,
    }
}

impl Board {
    /// Whether the army's pawn may choose what it becomes: the army is king and pawn, perhaps with a queen or
    /// a bishop.
    pub(super) fn is_privileged(&self, army: Army) -> bool {
        let men = self.non_kings_of(army);
        let pieces = men & !self.pawns();
        let may_stay = self.officers(Officer::Queen) | self.officers(Officer::Bishop);
        self.has_king(army)
            && (men & self.pawns()).count() == 1
            && pieces.count() <= 1
            && pieces.is_subset(may_stay)
    }
}
