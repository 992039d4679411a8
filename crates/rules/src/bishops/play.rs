//! Moves, swaps and departures, with their order of effects.

use super::action::{Action, Step};
use super::army::{self, Role};
use super::survival::{Fate, Survival};
use super::{DuelStart, Swap};
use crate::{Seat, SeatSet, Turn};

impl Survival {
    /// Plays an action that is listed for the seat to act, or a chance.
    pub(super) fn play(&mut self, action: Action) -> Fate {
        match (action, self.turn) {
            (Action::Step(step), Turn::Seat(seat)) => self.play_step(seat, step),
            (Action::Swap, Turn::Seat(seat)) => self.play_swap(seat),
            (Action::Sides(seats), Turn::Chance) => self.draw_sides(seats),
            _ => {
                debug_assert!(false, "{action} is not for {:?}", self.turn);
                Fate::Stays
            }
        }
    }

    /// "The move with its promotions; a captured king's colour removed; the material limit; then all colours
    /// that are mated … removed …; the quiet limit; the turn."
    fn play_step(&mut self, seat: Seat, step: Step) -> Fate {
        let taken = self.board.make(seat, step);
        self.note_step(seat, step, taken.is_some());
        if let Some(taken) = taken {
            self.lost[taken.seat] = self.lost[taken.seat].saturating_add(taken.role.value());
        }
        let king = taken.filter(|taken| taken.role == Role::King);
        if let Some(fate) = king.and_then(|king| self.eliminate(SeatSet::one(king.seat))) {
            return fate;
        }
        let poor = self.over_material_limit();
        if let Some(fate) = poor.and_then(|poor| self.eliminate(SeatSet::one(poor))) {
            return fate;
        }
        // Castling moves two men, and a king's entry can turn bishops into queens.
        let nobody_left = king.is_none() && poor.is_none();
        let one_man_moved = nobody_left && !step.is_castling() && step.to.owner().is_none();
        self.checked = if one_man_moved {
            self.board.checked_after(seat, step, taken, self.checked)
        } else {
            self.board.checked()
        };
        self.settle()
    }

    /// What a move changes beside the board.
    #[inline]
    fn note_step(&mut self, seat: Seat, step: Step, capture: bool) {
        self.rooks = self.rooks.without_square(step.from).without_square(step.to);
        if step.role == Role::King {
            self.rooks = self.rooks.without_seat(seat);
        }
        self.fresh = self.fresh.without(seat);
        self.last = seat;
        self.moves = self.moves.saturating_add(1);
        let is_quiet = !capture && step.role != Role::Pawn;
        self.quiet = if is_quiet { self.quiet.saturating_add(1) } else { 0 };
    }

    /// "The first colour in the order White, Grey, Black, Pink whose captured pieces add up to at least that much
    /// is eliminated, one per move."
    fn over_material_limit(&self) -> Option<Seat> {
        let limit = self.options.material_limit.value()?;
        self.living().iter().find(|seat| self.lost[*seat] >= limit)
    }

    #[cold]
    fn play_swap(&mut self, seat: Seat) -> Fate {
        self.board.swap_royals(seat);
        self.fresh = self.fresh.without(seat);
        self.checked = self.board.checked();
        match self.options.swap {
            // "A free swap is not a move: no mates are tested, the last mover stays who it was."
            Swap::Free if self.can_act(seat) => Fate::Stays,
            // The swap was all that it could do: now it passes.
            Swap::Free => self.settle(),
            Swap::Turn => {
                self.last = seat;
                self.quiet = self.quiet.saturating_add(1);
                let poor = self.over_material_limit();
                if let Some(fate) = poor.and_then(|poor| self.eliminate(SeatSet::one(poor))) {
                    return fate;
                }
                self.judge()
            }
        }
    }

    /// "Each colour's king and queen change places by chance at the start."
    #[cold]
    fn draw_sides(&mut self, seats: SeatSet) -> Fate {
        seats.iter().for_each(|seat| self.board.swap_royals(seat));
        self.judge()
    }

    /// A resignation or a fallen flag.
    pub(super) fn leave(&mut self, seat: Seat) -> Fate {
        let before_the_draw = self.turn == Turn::Chance;
        if let Some(fate) = self.eliminate(SeatSet::one(seat)) {
            return fate;
        }
        if before_the_draw { Fate::Stays } else { self.judge() }
    }

    /// The operator begins the duel: "the first two in the order White, Grey, Black, Pink go to the duel, the
    /// others are eliminated."
    pub(super) fn force_duel(&mut self) {
        let others: SeatSet = self.living().iter().skip(2).collect();
        self.remove(others);
    }

    /// Judges the position as if it had just been reached.
    pub(super) fn judge(&mut self) -> Fate {
        if let Some(fate) = self.fate_of_the_living() {
            return fate;
        }
        self.checked = self.board.checked();
        self.settle()
    }

    /// From known checks: mates, the quiet limit, the turn.
    fn settle(&mut self) -> Fate {
        while !self.checked.is_empty() {
            let mated: SeatSet = self.checked.iter().filter(|seat| !self.can_act(*seat)).collect();
            if mated.is_empty() {
                break;
            }
            if let Some(fate) = self.eliminate(mated) {
                return fate;
            }
            // "The removal can uncover checks."
            self.checked = self.board.checked();
        }
        let limit = self.options.quiet_limit;
        if limit > 0 && self.quiet >= limit {
            return self.finish();
        }
        match self.next_to_act() {
            Some(seat) => self.turn = Turn::Seat(seat),
            None => return self.finish(),
        }
        Fate::Stays
    }

    /// The first colour in check clockwise from the last mover; if there is none, the first that can act.
    pub(super) fn next_to_act(&self) -> Option<Seat> {
        let mut clockwise = army::clockwise_from(self.last);
        if self.checked.is_empty() {
            clockwise.find(|seat| self.can_act(*seat))
        } else {
            clockwise.find(|seat| self.checked.contains(*seat))
        }
    }

    /// Removes colours together, and says so if the first phase does not go on.
    #[cold]
    fn eliminate(&mut self, seats: SeatSet) -> Option<Fate> {
        self.remove(seats);
        self.fate_of_the_living()
    }

    pub(super) fn remove(&mut self, seats: SeatSet) {
        self.places.leave(seats);
        for seat in seats.iter() {
            self.board.remove(seat);
            self.rooks = self.rooks.without_seat(seat);
            self.fresh = self.fresh.without(seat);
        }
        self.checked = self.checked.minus(seats);
    }

    /// "After each removal: with `short` the game ends; with two living colours the duel begins without further
    /// tests; one has won; none (all went together): those who went last share the win."
    pub(super) fn fate_of_the_living(&mut self) -> Option<Fate> {
        let living = self.living().len();
        if living < 2 || self.options.short && living < Seat::MOST {
            return Some(self.finish());
        }
        (living == 2 && self.options.duel == DuelStart::Immediate).then_some(Fate::Duel)
    }

    fn finish(&mut self) -> Fate {
        self.turn = Turn::Over;
        self.checked = SeatSet::EMPTY;
        Fate::Stays
    }
}
