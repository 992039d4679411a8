//! Pseudo-legal moves: how pieces move, ignoring check, king safety and the die.

use super::action::Move;
use super::army::Army;
use super::attack_tables::{pawn_captures, pawn_steps, queen_leaps};
use super::piece::{Officer, Role};
use super::{Board, Enochian};
use shakmaty::{Bitboard, Square, attacks};
use std::ops::ControlFlow;

/// Tells the generator whether to go on. A caller that only needs to know if there is a move breaks at the first.
pub(super) type VisitFlow = ControlFlow<()>;

/// Generates the pseudo-legal moves of one army.
pub(super) struct MoveGenerator<'a> {
    board: &'a Board,
    army: Army,
    occupied: Bitboard,
    /// All pieces the army can capture: the unfrozen pieces of the other team.
    capturable: Bitboard,
    /// Only pieces on these squares move.
    sources: Bitboard,
}

impl<'a> MoveGenerator<'a> {
    pub(super) fn new(position: &'a Enochian, army: Army) -> MoveGenerator<'a> {
        let board = &position.board;
        let [one, two] = army.enemies().map(|enemy| position.if_unfrozen(enemy, board.by_army(enemy)));
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

    /// The same generator for pieces on these squares only.
    pub(super) fn with_sources(&self, sources: Bitboard) -> MoveGenerator<'a> {
        MoveGenerator { sources, ..*self }
    }

    pub(super) fn has_move(&self) -> bool {
        self.visit_all(&mut |_| VisitFlow::Break(())).is_break()
    }

    /// Visits every move. Pawns come first and the king last, because that finds a safe move soonest.
    pub(super) fn visit_all(&self, visit: &mut impl FnMut(Move) -> VisitFlow) -> VisitFlow {
        self.visit_non_kings(visit)?;
        self.visit_role(Role::King, visit)
    }

    pub(super) fn visit_non_kings(&self, visit: &mut impl FnMut(Move) -> VisitFlow) -> VisitFlow {
        self.visit_pawns(visit)?;
        Officer::ALL.into_iter().try_for_each(|officer| self.visit_role(Role::Officer(officer), visit))
    }

    pub(super) fn visit_role(&self, role: Role, visit: &mut impl FnMut(Move) -> VisitFlow) -> VisitFlow {
        let pieces = match role {
            Role::King => self.board.king_bitboard(self.army),
            Role::Officer(officer) => self.board.officers(officer) & self.board.non_kings_of(self.army),
            Role::Pawn => return self.visit_pawns(visit),
        };
        let destinations = self.destinations(role);
        for from in pieces & self.sources {
            for to in piece_attacks(role, from, self.occupied) & destinations {
                visit(Move { role, from, to, promotion: None })?;
            }
        }
        VisitFlow::Continue(())
    }

    /// The squares a king or officer may enter: empty ones, and those of unfrozen enemies except the ones it never
    /// captures.
    pub(super) fn destinations(&self, role: Role) -> Bitboard {
        match role {
            Role::Officer(officer @ (Officer::Queen | Officer::Bishop)) => {
                !self.occupied | self.capturable & !self.immune_to(officer)
            }
            _ => !self.occupied | self.capturable,
        }
    }

    /// Queens never capture queens and bishops never capture bishops, unless the square also holds a king.
    fn immune_to(&self, officer: Officer) -> Bitboard {
        let [one, two] = self.army.enemies().map(|enemy| self.board.king_bitboard(enemy));
        self.board.officers(officer) & !(one | two)
    }

    fn visit_pawns(&self, visit: &mut impl FnMut(Move) -> VisitFlow) -> VisitFlow {
        let pawns = self.board.pawns() & self.board.non_kings_of(self.army) & self.sources;
        for to in pawn_steps(self.army, pawns) & !self.occupied {
            // Allied pawns step in opposite directions, so the ally's step from here leads back to the source.
            for from in pawn_steps(self.army.ally(), to.into()) {
                self.visit_pawn_move(from, to, visit)?;
            }
        }
        for from in pawns {
            for to in pawn_captures(self.army, from) & self.capturable {
                self.visit_pawn_move(from, to, visit)?;
            }
        }
        VisitFlow::Continue(())
    }

    fn visit_pawn_move(
        &self,
        from: Square,
        to: Square,
        visit: &mut impl FnMut(Move) -> VisitFlow,
    ) -> VisitFlow {
        let step = Move { role: Role::Pawn, from, to, promotion: None };
        if !self.army.promotion_edge().contains(to) {
            return visit(step);
        }
        if self.board.is_privileged(self.army) {
            let mut promote_to = |officer| visit(Move { promotion: Some(officer), ..step });
            return Officer::ALL.into_iter().try_for_each(&mut promote_to);
        }
        visit(Move { promotion: Some(self.board.officer_at(from)), ..step })
    }
}

/// The squares a king or officer attacks, up to and including the first piece in each direction.
pub(super) fn piece_attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::King => attacks::king_attacks(from),
        Role::Officer(Officer::Queen) => queen_leaps(from),
        Role::Officer(Officer::Bishop) => attacks::bishop_attacks(from, occupied),
        Role::Officer(Officer::Knight) => attacks::knight_attacks(from),
        Role::Officer(Officer::Rook) => attacks::rook_attacks(from, occupied),
        Role::Pawn => Bitboard::EMPTY,
    }
}

impl Board {
    /// Whether the army's pawn is privileged and may choose its promotion: the army is a king and a pawn, alone or with
    /// one queen or bishop.
    pub(super) fn is_privileged(&self, army: Army) -> bool {
        let non_kings = self.non_kings_of(army);
        let officers = non_kings & !self.pawns();
        let queens_and_bishops = self.officers(Officer::Queen) | self.officers(Officer::Bishop);
        self.has_king(army)
            && (non_kings & self.pawns()).count() == 1
            && officers.count() <= 1
            && officers.is_subset(queens_and_bishops)
    }
}
