//! How a game ends, in the order of the rules, and whose turn it is if it goes on.

use super::Enochian;
use super::army::{Army, Team};
use super::dice::Die;
use super::options::team_of;
use crate::{ForfeitCause, Outcome, Points, Position as _, Reason, Seat, SeatSet};

impl Enochian {
    /// Judges the position as just reached: ends it, or passes over whoever cannot act.
    ///
    /// A game that is over keeps the army whose turn it would have been.
    pub(super) fn resolve(&mut self) {
        self.stored_outcome = self.is_decided_on_board().then(|| self.board_outcome());
        if self.stored_outcome.is_none() {
            self.resolve_turn();
        }
    }

    /// The same if nobody was captured, when only the turn is in question.
    #[inline]
    pub(super) fn resolve_turn(&mut self) {
        if self.is_quiet_limit_reached() || !self.has_free_pawn_step() {
            self.find_acting_army();
        }
    }

    fn find_acting_army(&mut self) {
        match self.next_army_that_can_act() {
            None => self.stored_outcome = Some(self.draw(Reason::NobodyCanAct)),
            Some(_) if self.is_quiet_limit_reached() => {
                self.stored_outcome = Some(self.draw(Reason::QuietLimit))
            }
            Some(army) if self.die == Die::Unused => self.army = army,
            Some(_) => self.skip_armies_with_dice(),
        }
    }

    fn is_decided_on_board(&self) -> bool {
        [Team::BlueBlack, Team::RedYellow].iter().any(|team| self.has_lost(*team) || self.is_bare(*team))
    }

    fn board_outcome(&self) -> Outcome {
        if let Some(lost) = [Team::BlueBlack, Team::RedYellow].into_iter().find(|team| self.has_lost(*team)) {
            return self.win_outcome(lost.other(), Reason::KingsCaptured);
        }
        let all = self.is_bare(Team::BlueBlack) && self.is_bare(Team::RedYellow);
        self.draw(if all { Reason::FourBareKings } else { Reason::BareKings })
    }

    /// Whether both kings of the team are gone.
    fn has_lost(&self, team: Team) -> bool {
        let [one, two] = team.armies();
        (self.board.king_bitboard(one) | self.board.king_bitboard(two)).is_empty()
    }

    /// Whether both kings of the team live, with no other man.
    fn is_bare(&self, team: Team) -> bool {
        let [one, two] = team.armies();
        (self.board.non_kings_of(one) | self.board.non_kings_of(two)).is_empty()
            && self.board.has_king(one)
            && self.board.has_king(two)
    }

    /// From the army whose turn it is: the first that can act, or with dice that has a move.
    fn next_army_that_can_act(&self) -> Option<Army> {
        let turns = std::iter::successors(Some(self.army), |army| Some(army.next(self.rules.direction)));
        turns.take(4).find(|army| match self.die {
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

    /// Everybody gets half a point, also who has lost a king: allies score alike.
    #[cold]
    pub(super) fn draw(&self, reason: Reason) -> Outcome {
        Outcome::new(SeatSet::first(self.seats().len()), Points::HALF, reason)
    }

    /// The seat's king leaves. Its team has lost if no king is left, or if nobody else plays for it: "A seat that
    /// plays both armies of its team loses the game."
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

    /// "A die thrown for that army is discarded": one that has just been frozen.
    fn discard_throw(&mut self) {
        if matches!(self.die, Die::Thrown(_)) && self.frozen.contains(self.army) {
            self.die = Die::ToThrow;
        }
    }

    /// The seats with a living king.
    pub(super) fn seats_with_kings(&self) -> SeatSet {
        let alive = Army::ALL.into_iter().filter(|army| self.board.has_king(*army));
        alive.map(|army| self.rules.players.seat_of(army)).collect()
    }
}
