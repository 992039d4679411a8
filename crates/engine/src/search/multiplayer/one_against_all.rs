//! One seat against all others, as two sides.

use super::{MultiplayerAction, MultiplayerGame, score_from_share};
use crate::Score;
use crate::search_game::{NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use tetrarch_rules::{Position as _, Seat, SeatSet};

/// How the others play.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Others {
    /// All move in turn, and all against the one.
    InTurn,
    /// Only the one whose reply is the best against it moves, then it is its turn again.
    BestReply,
}

/// The mind of one seat that takes all others for one side.
#[derive(Clone, Debug)]
pub struct OneAgainstAll<C> {
    game: C,
    me: Seat,
    others: Others,
}

impl<C: MultiplayerGame> OneAgainstAll<C> {
    /// A mind for one seat.
    pub fn new(game: C, me: Seat, others: Others) -> OneAgainstAll<C> {
        OneAgainstAll { game, me, others }
    }

    /// Turns to the side of a seat, and to what it thinks of the others.
    pub fn set_perspective(&mut self, me: Seat, others: Others) {
        (self.me, self.others) = (me, others);
    }

    /// The same for all the others.
    fn opponents(&self, game: &C::Game) -> SeatSet {
        self.game.living_seats(game).without(self.me)
    }

    fn is_my_turn(&self, game: &C::Game) -> bool {
        self.game.seat_to_move(game) == Some(self.me)
    }

    /// A share of mine as a score for the side to decide.
    fn for_side_to_move(&self, game: &C::Game, score: Score) -> Score {
        if self.is_my_turn(game) { score } else { -score }
    }

    fn terminal(&self, game: &C::Game) -> Option<Terminal> {
        let lost = if self.is_my_turn(game) { Terminal::Lost } else { Terminal::Won };
        if let Some(shares) = self.game.terminal_shares(game) {
            return Some(match shares[self.me] {
                share if share <= 0.0 => lost,
                share if share >= 1.0 => {
                    if self.is_my_turn(game) {
                        Terminal::Won
                    } else {
                        Terminal::Lost
                    }
                }
                share => Terminal::Score(self.for_side_to_move(game, score_from_share(share))),
            });
        }
        (!self.game.living_seats(game).contains(self.me)).then_some(lost)
    }

    /// Whether any of the others may reply: in best-reply search, while nobody must.
    fn may_any_opponent_reply(&self, game: &C::Game) -> bool {
        self.others == Others::BestReply && !self.is_my_turn(game) && !self.game.in_danger(game)
    }

    /// Hands each position in which one of the others may reply.
    fn for_each_reply(&self, game: &C::Game, mut hand: impl FnMut(&C::Game)) {
        for seat in self.opponents(game).iter() {
            if self.game.seat_to_move(game) == Some(seat) {
                hand(game);
            } else if let Some(game) = self.game.with_turn_of(game, seat) {
                hand(&game);
            }
        }
    }
}

impl<C: MultiplayerGame> SearchGame for OneAgainstAll<C> {
    type Game = C::Game;

    const HISTORY_SIZE: usize = C::HISTORY_SIZE;
    const FUTILITY_MARGIN: i32 = C::FUTILITY_MARGIN;

    fn side_to_move(&self, game: &C::Game) -> SearchSide {
        if self.is_my_turn(game) { SearchSide::Us } else { SearchSide::Them }
    }

    fn generate_moves(&self, game: &C::Game, _: NodeDepth, out: &mut Vec<MultiplayerAction<C>>) -> NodeKind {
        if let Some(end) = self.terminal(game) {
            return NodeKind::Terminal(end);
        }
        if self.may_any_opponent_reply(game) {
            self.for_each_reply(game, |game| {
                self.game.generate_moves(game, out);
                // Who may come next is open, so nobody keeps the turn.
                out.retain(|action| !self.game.keeps_turn(*action));
            });
        } else {
            self.game.generate_moves(game, out);
        }
        NodeKind::Decision
    }

    /// The others gain nothing by taking from each other here, so they take from the one.
    fn generate_tactical_moves(
        &self,
        game: &C::Game,
        spot: NodeDepth,
        out: &mut Vec<MultiplayerAction<C>>,
    ) -> NodeKind {
        if self.game.in_danger(game) {
            return self.generate_moves(game, spot, out);
        }
        if let Some(end) = self.terminal(game) {
            return NodeKind::Terminal(end);
        }
        let me = SeatSet::one(self.me);
        if self.is_my_turn(game) {
            self.game.generate_tactical_moves(game, self.opponents(game), out);
        } else if self.may_any_opponent_reply(game) {
            self.for_each_reply(game, |game| self.game.generate_tactical_moves(game, me, out));
        } else {
            self.game.generate_tactical_moves(game, me, out);
        }
        NodeKind::Decision
    }

    fn play(&self, game: &mut C::Game, action: MultiplayerAction<C>) {
        if self.may_any_opponent_reply(game)
            && let Some(mover) = self.game.moving_seat(game, action)
        {
            if self.game.seat_to_move(game) != Some(mover)
                && let Some(turned) = self.game.with_turn_of(game, mover)
            {
                *game = turned;
            }
            game.play(action);
            if self.game.seat_to_move(game) != Some(self.me)
                && let Some(turned) = self.game.with_turn_of(game, self.me)
            {
                *game = turned;
            }
            return;
        }
        game.play(action);
    }

    fn null_move(&self, game: &C::Game) -> Option<C::Game> {
        let seat = self.game.seat_to_move(game)?;
        let next = if self.others == Others::BestReply && seat != self.me {
            self.me
        } else {
            let living = self.game.living_seats(game);
            (1..Seat::MAX_COUNT)
                .map(|step| Seat::new((seat.index() + step) % Seat::MAX_COUNT))
                .find(|next| living.contains(*next))?
        };
        self.game.with_turn_of(game, next)
    }

    fn evaluate(&self, game: &C::Game) -> Score {
        self.for_side_to_move(game, score_from_share(self.game.evaluate(game)[self.me]))
    }

    fn in_danger(&self, game: &C::Game) -> bool {
        self.game.in_danger(game)
    }

    fn tactical_gain(&self, game: &C::Game, action: MultiplayerAction<C>) -> Option<i32> {
        let (gain, from) = self.game.tactical_gain(game, action)?;
        let counts = self.is_my_turn(game) || from.is_none_or(|seat| seat == self.me);
        counts.then_some(gain)
    }

    fn history_index(&self, game: &C::Game, action: MultiplayerAction<C>) -> usize {
        self.game.history_index(game, action)
    }

    fn key(&self, game: &C::Game) -> u64 {
        let number = 1 + self.me.index() as u64 + 4 * self.others as u64;
        game.key() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn reversible_plies(&self, _: &C::Game) -> usize {
        0
    }
}
