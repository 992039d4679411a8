//! The ends of a game in the order of the rules, and the next turn if the game goes on.

use super::Enochian;
use super::army::{Army, Team};
use super::dice::Die;
use super::options::team_of;
use crate::{ForfeitCause, Outcome, Position as _, Reason, Seat, SeatSet};

impl Enochian {
    /// Ends the game if the position decides it, else skips armies that cannot act.
    ///
    /// A finished game keeps the army whose turn it would have been.
    pub(super) fn resolve(&mut self) {
        self.stored_outcome = self.board_outcome();
        if self.stored_outcome.is_none() {
            self.resolve_turn();
        }
    }

    /// The same after a ply without a capture, which can end the game only by the turn or the quiet limit.
    #[inline]
    pub(super) fn resolve_turn(&mut self) {
        if self.is_quiet_limit_reached() || !self.has_free_pawn_step() {
            self.find_army_to_move();
        }
    }

    fn find_army_to_move(&mut self) {
        match self.next_army_that_can_act() {
            None => self.stored_outcome = Some(self.draw_outcome(Reason::NobodyCanAct)),
            Some(_) if self.is_quiet_limit_reached() => {
                self.stored_outcome = Some(self.draw_outcome(Reason::QuietLimit));
            }
            Some(army) if self.die == Die::Unused => self.army = army,
            Some(_) => self.skip_armies_with_dice(),
        }
    }

    /// The outcome that the pieces on the board decide.
    fn board_outcome(&self) -> Option<Outcome> {
        let decides = |team: &Team| self.has_lost(*team) || self.is_bare(*team);
        [Team::BlueBlack, Team::RedYellow].iter().any(decides).then(|| self.decided_outcome())
    }

    fn decided_outcome(&self) -> Outcome {
        if let Some(lost) = [Team::BlueBlack, Team::RedYellow].into_iter().find(|team| self.has_lost(*team)) {
            return self.win_outcome(lost.other(), Reason::KingsCaptured);
        }
        let all = self.is_bare(Team::BlueBlack) && self.is_bare(Team::RedYellow);
        self.draw_outcome(if all { Reason::FourBareKings } else { Reason::BareKings })
    }

    /// Whether the team has no king left.
    fn has_lost(&self, team: Team) -> bool {
        let [one, two] = team.armies();
        (self.board.king_bitboard(one) | self.board.king_bitboard(two)).is_empty()
    }

    /// Whether the team has both kings and no other piece.
    fn is_bare(&self, team: Team) -> bool {
        let [one, two] = team.armies();
        (self.board.non_kings_of(one) | self.board.non_kings_of(two)).is_empty()
            && self.board.has_king(one)
            && self.board.has_king(two)
    }

    /// The first army that can act, starting with the one whose turn it is. With dice a pseudo-legal move is enough.
    fn next_army_that_can_act(&self) -> Option<Army> {
        let turn_order = std::iter::successors(Some(self.army), |army| Some(army.next(self.rules.direction)));
        turn_order.take(4).find(|army| match self.die {
            Die::Unused => self.can_act(*army),
            Die::ToThrow | Die::Thrown(_) => self.can_move(*army),
        })
    }

    fn is_quiet_limit_reached(&self) -> bool {
        self.rules.quiet_limit > 0 && self.quiet_plies >= self.rules.quiet_limit
    }

    #[cold]
    fn win_outcome(&self, team: Team, reason: Reason) -> Outcome {
        Outcome::win(self.rules.players.seats_of(team), reason)
    }

    /// Removes the seat's kings after a resignation or a flag. The team loses if it has no king left, or if no other
    /// seat plays for it: "A seat that plays both armies of its team loses the game."
    pub(super) fn remove_seat(&mut self, seat: Seat, cause: ForfeitCause) {
        let team = team_of(seat);
        let plays_both = team.armies().iter().all(|army| self.controllers[*army] == seat);
        for army in self.rules.players.armies_of(seat) {
            self.remove_king(army, None);
        }
        if plays_both || self.has_lost(team) {
            self.discard_throw();
            self.stored_outcome = Some(self.win_outcome(team.other(), cause.into()));
        } else {
            self.resolve();
        }
    }

    /// "A die thrown for that army is discarded" when the army freezes.
    fn discard_throw(&mut self) {
        if matches!(self.die, Die::Thrown(_)) && self.frozen.contains(self.army) {
            self.die = Die::ToThrow;
        }
    }

    /// The seats that still have a king.
    pub(super) fn seats_with_kings(&self) -> SeatSet {
        let with_king = Army::ALL.into_iter().filter(|army| self.board.has_king(*army));
        with_king.map(|army| self.rules.players.seat_of(army)).collect()
    }
}
