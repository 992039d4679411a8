//! The effects of moves, swaps and forfeits, in the order of the rules.

use super::action::{Action, Move};
use super::army;
use super::piece::Role;
use super::survival::{PhaseChange, Survival};
use super::{DuelStart, Swap};
use crate::{Seat, SeatSet, Turn};

impl Survival {
    /// Plays a legal action of the seat to act, or a chance outcome.
    pub(super) fn play(&mut self, action: Action) -> PhaseChange {
        match (action, self.turn) {
            (Action::Move(m), Turn::Seat(seat)) => self.play_move(seat, m),
            (Action::Swap, Turn::Seat(seat)) => self.play_swap(seat),
            (Action::Sides(seats), Turn::Chance) => self.draw_sides(seats),
            _ => {
                debug_assert!(false, "{action} is not an action of {:?}", self.turn);
                PhaseChange::Stay
            }
        }
    }

    /// "The move with its promotions; a captured king's colour removed; the material limit; then all colours
    /// that are mated … removed …; the quiet limit; the turn."
    fn play_move(&mut self, seat: Seat, m: Move) -> PhaseChange {
        let captured = self.board.make_move(seat, m);
        self.record_move(seat, m, captured.is_some());
        if let Some(captured) = captured {
            self.lost_value[captured.seat] =
                self.lost_value[captured.seat].saturating_add(captured.role.value());
        }
        let king = captured.filter(|captured| captured.role == Role::King);
        if let Some(change) = king.and_then(|king| self.eliminate(SeatSet::one(king.seat))) {
            return change;
        }
        let eliminated = self.over_material_limit();
        if let Some(change) = eliminated.and_then(|seat| self.eliminate(SeatSet::one(seat))) {
            return change;
        }
        // Castling moves two pieces, and entering a corner can turn bishops into queens.
        let no_elimination = king.is_none() && eliminated.is_none();
        let one_piece_moved = no_elimination && !m.is_castling() && m.to.owner().is_none();
        self.seats_in_check = if one_piece_moved {
            self.board.seats_in_check_after(seat, m, captured, self.seats_in_check)
        } else {
            self.board.seats_in_check()
        };
        self.resolve_checks()
    }

    /// Updates the state beside the board.
    #[inline]
    fn record_move(&mut self, seat: Seat, m: Move, is_capture: bool) {
        self.castling_rights = self.castling_rights.without_square(m.from).without_square(m.to);
        if m.role == Role::King {
            self.castling_rights = self.castling_rights.without_seat(seat);
        }
        self.unmoved = self.unmoved.without(seat);
        self.last_mover = seat;
        self.move_count = self.move_count.saturating_add(1);
        let is_quiet = !is_capture && m.role != Role::Pawn;
        self.quiet_plies = if is_quiet { self.quiet_plies.saturating_add(1) } else { 0 };
    }

    /// "The first colour in the order White, Grey, Black, Pink whose captured pieces add up to at least that much
    /// is eliminated, one per move."
    fn over_material_limit(&self) -> Option<Seat> {
        let limit = self.options.material_limit.value()?;
        self.living().iter().find(|seat| self.lost_value[*seat] >= limit)
    }

    #[cold]
    fn play_swap(&mut self, seat: Seat) -> PhaseChange {
        self.board.swap_king_and_queen(seat);
        self.unmoved = self.unmoved.without(seat);
        self.seats_in_check = self.board.seats_in_check();
        match self.options.swap {
            // "A free swap is not a move: no mates are tested, the last mover stays who it was."
            Swap::Free if self.can_act(seat) => PhaseChange::Stay,
            // The swap was its only action, so now it passes.
            Swap::Free => self.resolve_checks(),
            Swap::Turn => {
                self.last_mover = seat;
                self.quiet_plies = self.quiet_plies.saturating_add(1);
                let eliminated = self.over_material_limit();
                if let Some(change) = eliminated.and_then(|seat| self.eliminate(SeatSet::one(seat))) {
                    return change;
                }
                self.resolve()
            }
        }
    }

    /// "Each colour's king and queen change places by chance at the start."
    #[cold]
    fn draw_sides(&mut self, seats: SeatSet) -> PhaseChange {
        seats.iter().for_each(|seat| self.board.swap_king_and_queen(seat));
        self.resolve()
    }

    /// Eliminates a colour that resigned or ran out of time.
    pub(super) fn forfeit(&mut self, seat: Seat) -> PhaseChange {
        let before_draw = self.turn == Turn::Chance;
        if let Some(change) = self.eliminate(SeatSet::one(seat)) {
            return change;
        }
        if before_draw { PhaseChange::Stay } else { self.resolve() }
    }

    /// The operator starts the duel: "the first two in the order White, Grey, Black, Pink go to the duel, the
    /// others are eliminated."
    pub(super) fn force_duel(&mut self) {
        let others: SeatSet = self.living().iter().skip(2).collect();
        self.remove(others);
    }

    /// Resolves the position as if it had just been reached.
    pub(super) fn resolve(&mut self) -> PhaseChange {
        if let Some(change) = self.phase_change_by_living_count() {
            return change;
        }
        self.seats_in_check = self.board.seats_in_check();
        self.resolve_checks()
    }

    /// Resolves mates, the quiet limit and the turn, given the colours in check.
    fn resolve_checks(&mut self) -> PhaseChange {
        while !self.seats_in_check.is_empty() {
            let mated: SeatSet = self.seats_in_check.iter().filter(|seat| !self.can_act(*seat)).collect();
            if mated.is_empty() {
                break;
            }
            if let Some(change) = self.eliminate(mated) {
                return change;
            }
            // "The removal can uncover checks."
            self.seats_in_check = self.board.seats_in_check();
        }
        let limit = self.options.quiet_limit;
        if limit > 0 && self.quiet_plies >= limit {
            return self.finish();
        }
        match self.next_to_act() {
            Some(seat) => self.turn = Turn::Seat(seat),
            None => return self.finish(),
        }
        PhaseChange::Stay
    }

    /// The first colour in check clockwise from the last mover; if no colour is in check, the first that can act.
    pub(super) fn next_to_act(&self) -> Option<Seat> {
        let mut clockwise = army::clockwise_from(self.last_mover);
        if self.seats_in_check.is_empty() {
            clockwise.find(|seat| self.can_act(*seat))
        } else {
            clockwise.find(|seat| self.seats_in_check.contains(*seat))
        }
    }

    /// Eliminates colours together. Returns the phase change if the survival phase ends.
    #[cold]
    fn eliminate(&mut self, seats: SeatSet) -> Option<PhaseChange> {
        self.remove(seats);
        self.phase_change_by_living_count()
    }

    pub(super) fn remove(&mut self, seats: SeatSet) {
        self.places.eliminate(seats);
        for seat in seats.iter() {
            self.board.remove_army(seat);
            self.castling_rights = self.castling_rights.without_seat(seat);
            self.unmoved = self.unmoved.without(seat);
        }
        self.seats_in_check = self.seats_in_check.minus(seats);
    }

    /// "After each removal: with `short` the game ends; with two living colours the duel begins without further
    /// tests; one has won; none (all went together): those who went last share the win."
    pub(super) fn phase_change_by_living_count(&mut self) -> Option<PhaseChange> {
        let living = self.living().len();
        if living < 2 || self.options.short && living < Seat::MAX_COUNT {
            return Some(self.finish());
        }
        (living == 2 && self.options.duel == DuelStart::Immediate).then_some(PhaseChange::StartDuel)
    }

    fn finish(&mut self) -> PhaseChange {
        self.turn = Turn::Over;
        self.seats_in_check = SeatSet::EMPTY;
        PhaseChange::Stay
    }
}
