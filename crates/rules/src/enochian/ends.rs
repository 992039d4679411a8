//! How a game ends, in the order of the rules, and whose turn it is if it goes on.

use super::Enochian;
use super::army::{Army, Team};
use super::dice::Die;
use super::options::team_of;
use crate::{Cause, Outcome, Points, Position as _, Reason, Seat, SeatSet};

impl Enochian {
    /// Judges the position as just reached: ends it, or passes over whoever cannot act.
    ///
    /// A game that is over keeps the army whose turn it would have been.
    pub(super) fn settle(&mut self) {
        self.ended = self.decided_by_men();
        if self.ended.is_some() {
            return;
        }
        let acting = self.first_who_can_act();
        self.ended = match acting {
            None => Some(self.drawn(Reason::NobodyCanAct)),
            Some(_) if self.is_too_quiet() => Some(self.drawn(Reason::QuietLimit)),
            Some(_) => None,
        };
        match acting {
            Some(army) if self.ended.is_none() && self.die == Die::Unused => self.army = army,
            Some(_) if self.ended.is_none() => self.skip_with_dice(),
            _ => {}
        }
    }

    fn decided_by_men(&self) -> Option<Outcome> {
        let without_kings = |team: &Team| !team.armies().iter().any(|army| self.board.has_king(*army));
        if let Some(lost) = [Team::BlueBlack, Team::RedYellow].into_iter().find(without_kings) {
            return Some(self.won_by(lost.other(), Reason::KingsCaptured));
        }
        match (self.is_bare(Team::BlueBlack), self.is_bare(Team::RedYellow)) {
            (true, true) => Some(self.drawn(Reason::FourBareKings)),
            (true, false) | (false, true) => Some(self.drawn(Reason::BareKings)),
            (false, false) => None,
        }
    }

    /// Whether both kings of the team live, with no other man.
    fn is_bare(&self, team: Team) -> bool {
        team.armies().iter().all(|army| self.board.has_king(*army) && self.board.men_of(*army).is_empty())
    }

    /// From the army whose turn it is: the first that can act, or with dice that has a move.
    fn first_who_can_act(&self) -> Option<Army> {
        let turns = std::iter::successors(Some(self.army), |army| Some(army.next(self.rules.direction)));
        turns.take(4).find(|army| match self.die {
            Die::Unused => self.can_act(*army),
            Die::ToThrow | Die::Thrown(_) => self.can_move(*army),
        })
    }

    fn is_too_quiet(&self) -> bool {
        self.rules.quiet_limit > 0 && self.quiet >= self.rules.quiet_limit
    }

    fn won_by(&self, team: Team, reason: Reason) -> Outcome {
        Outcome::win(self.rules.players.seats_of(team), reason)
    }

    /// Everybody gets half a point, also who has lost a king: allies score alike.
    pub(super) fn draw(&self, reason: Reason) -> Outcome {
        Outcome::new(SeatSet::first(self.seats().len()), Points::HALF, reason)
    }

    /// The seat's kings leave. Its team has lost if no king is left, as when one seat has both armies.
    pub(super) fn leave(&mut self, seat: Seat, cause: Cause) {
        for army in self.rules.players.armies_of(seat) {
            self.lose_king(army, None);
        }
        self.settle();
        if self.ended.is_some_and(|outcome| outcome.reason() == Reason::KingsCaptured) {
            self.ended = Some(self.won_by(team_of(seat).other(), cause.into()));
        }
    }

    /// The seats with a living king.
    pub(super) fn seats_with_kings(&self) -> SeatSet {
        let alive = Army::ALL.into_iter().filter(|army| self.board.has_king(*army));
        alive.map(|army| self.rules.players.seat_of(army)).collect()
    }
}
