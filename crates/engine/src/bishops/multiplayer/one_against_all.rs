//! One seat against all others, as a two-sided game: paranoid and best-reply search.

use super::score_from_share;
use crate::bishops::SurvivalSearchGame;
use crate::search_game::{NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use tetrarch_rules::bishops::Action;
use tetrarch_rules::{Bishops, Position as _, Seat, SeatSet};
use tetrarch_table::search::{OpponentModel, Score};

/// The survival phase seen by one seat that treats all opponents as one side.
#[derive(Clone, Debug)]
pub struct OneAgainstAll {
    game: SurvivalSearchGame,
    me: Seat,
    /// Best-reply search: only the opponent with the strongest reply moves, then the seat moves again. Otherwise
    /// all opponents move in turn (paranoid).
    best_reply: bool,
}

impl OneAgainstAll {
    /// Creates the view of one seat. The model is paranoid or best reply, which is also the default.
    pub fn new(game: SurvivalSearchGame, me: Seat, model: OpponentModel) -> OneAgainstAll {
        debug_assert!(model != OpponentModel::MaxN, "max-n is not a two-sided model");
        OneAgainstAll { game, me, best_reply: model != OpponentModel::Paranoid }
    }

    /// Changes the seat and its model of the opponents.
    pub fn set_perspective(&mut self, me: Seat, model: OpponentModel) {
        debug_assert!(model != OpponentModel::MaxN, "max-n is not a two-sided model");
        (self.me, self.best_reply) = (me, model != OpponentModel::Paranoid);
    }

    /// The living opponents.
    fn opponents(&self, position: &Bishops) -> SeatSet {
        self.game.living_seats(position).without(self.me)
    }

    fn is_my_turn(&self, position: &Bishops) -> bool {
        self.game.seat_to_move(position) == Some(self.me)
    }

    /// Converts a score for this seat into one for the side to move.
    fn for_side_to_move(&self, position: &Bishops, score: Score) -> Score {
        if self.is_my_turn(position) { score } else { -score }
    }

    fn terminal(&self, position: &Bishops) -> Option<Terminal> {
        let (won, lost) = if self.is_my_turn(position) {
            (Terminal::Won, Terminal::Lost)
        } else {
            (Terminal::Lost, Terminal::Won)
        };
        if let Some(shares) = self.game.terminal_shares(position) {
            return Some(match shares[self.me] {
                share if share <= 0.0 => lost,
                share if share >= 1.0 => won,
                share => Terminal::Score(self.for_side_to_move(position, score_from_share(share))),
            });
        }
        (!self.game.living_seats(position).contains(self.me)).then_some(lost)
    }

    /// Whether any opponent may reply: in best-reply search, unless a seat in check must respond.
    fn may_any_opponent_reply(&self, position: &Bishops) -> bool {
        self.best_reply && !self.is_my_turn(position) && !self.game.in_danger(position)
    }

    /// Calls `visit` with every position in which an opponent may reply.
    fn for_each_reply(&self, position: &Bishops, mut visit: impl FnMut(&Bishops)) {
        for seat in self.opponents(position).iter() {
            if self.game.seat_to_move(position) == Some(seat) {
                visit(position);
            } else if let Some(position) = position.with_turn(seat) {
                visit(&position);
            }
        }
    }
}

impl SearchGame for OneAgainstAll {
    type Game = Bishops;

    const HISTORY_SIZE: usize = SurvivalSearchGame::HISTORY_SIZE;
    const FUTILITY_MARGIN: i32 = SurvivalSearchGame::FUTILITY_MARGIN;

    fn side_to_move(&self, position: &Bishops) -> SearchSide {
        if self.is_my_turn(position) { SearchSide::Us } else { SearchSide::Them }
    }

    fn generate_moves(&self, position: &Bishops, _: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        if let Some(terminal) = self.terminal(position) {
            return NodeKind::Terminal(terminal);
        }
        if self.may_any_opponent_reply(position) {
            self.for_each_reply(position, |position| {
                self.game.generate_moves(position, out);
                // The next seat is undetermined, so actions that keep the turn make no sense.
                out.retain(|action| !self.game.keeps_turn(*action));
            });
        } else {
            self.game.generate_moves(position, out);
        }
        NodeKind::Decision
    }

    /// In this model opponents gain nothing by capturing from each other, so they only capture from this seat.
    fn generate_tactical_moves(
        &self,
        position: &Bishops,
        node: NodeDepth,
        out: &mut Vec<Action>,
    ) -> NodeKind {
        if self.game.in_danger(position) {
            return self.generate_moves(position, node, out);
        }
        if let Some(terminal) = self.terminal(position) {
            return NodeKind::Terminal(terminal);
        }
        let me = SeatSet::one(self.me);
        if self.is_my_turn(position) {
            self.game.generate_tactical_moves(position, self.opponents(position), out);
        } else if self.may_any_opponent_reply(position) {
            self.for_each_reply(position, |position| self.game.generate_tactical_moves(position, me, out));
        } else {
            self.game.generate_tactical_moves(position, me, out);
        }
        NodeKind::Decision
    }

    fn play(&self, position: &mut Bishops, action: Action) {
        if self.may_any_opponent_reply(position)
            && let Some(mover) = self.game.moving_seat(position, action)
        {
            if self.game.seat_to_move(position) != Some(mover)
                && let Some(turned) = position.with_turn(mover)
            {
                *position = turned;
            }
            position.play(action);
            if self.game.seat_to_move(position) != Some(self.me)
                && let Some(turned) = position.with_turn(self.me)
            {
                *position = turned;
            }
            return;
        }
        position.play(action);
    }

    fn null_move(&self, position: &Bishops) -> Option<Bishops> {
        let seat = self.game.seat_to_move(position)?;
        let next = if self.best_reply && seat != self.me {
            self.me
        } else {
            let living = self.game.living_seats(position);
            (1..Seat::MAX_COUNT)
                .map(|step| Seat::new((seat.index() + step) % Seat::MAX_COUNT))
                .find(|next| living.contains(*next))?
        };
        position.with_turn(next)
    }

    fn evaluate(&self, position: &Bishops) -> Score {
        self.for_side_to_move(position, score_from_share(self.game.evaluate(position)[self.me]))
    }

    fn in_danger(&self, position: &Bishops) -> bool {
        self.game.in_danger(position)
    }

    fn tactical_gain(&self, position: &Bishops, action: Action) -> Option<i32> {
        let (gain, from) = self.game.tactical_gain(position, action)?;
        let counts = self.is_my_turn(position) || from.is_none_or(|seat| seat == self.me);
        counts.then_some(gain)
    }

    fn history_index(&self, position: &Bishops, action: Action) -> usize {
        self.game.history_index(position, action)
    }

    fn key(&self, position: &Bishops) -> u64 {
        let perspective = 1 + self.me.index() as u64 + 4 * u64::from(self.best_reply);
        position.key() ^ perspective.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn reversible_plies(&self, _: &Bishops) -> usize {
        0
    }
}
