//! One seat against all others, as two sides.

use super::{ActionIn, Crowd, score_of};
use crate::Score;
use crate::mind::{End, Mind, Moves, Side, Spot};
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
pub struct Against<C> {
    crowd: C,
    me: Seat,
    others: Others,
}

impl<C: Crowd> Against<C> {
    /// A mind for one seat.
    pub fn new(crowd: C, me: Seat, others: Others) -> Against<C> {
        Against { crowd, me, others }
    }

    /// Turns to the side of a seat, and to what it thinks of the others.
    pub fn be(&mut self, me: Seat, others: Others) {
        (self.me, self.others) = (me, others);
    }

    /// The same for all the others.
    fn opponents(&self, game: &C::Game) -> SeatSet {
        self.crowd.living(game).without(self.me)
    }

    fn is_mine(&self, game: &C::Game) -> bool {
        self.crowd.seat(game) == Some(self.me)
    }

    /// A share of mine as a score for the side to decide.
    fn told(&self, game: &C::Game, score: Score) -> Score {
        if self.is_mine(game) { score } else { -score }
    }

    fn end(&self, game: &C::Game) -> Option<End> {
        let lost = if self.is_mine(game) { End::Lost } else { End::Won };
        if let Some(shares) = self.crowd.end(game) {
            return Some(match shares[self.me] {
                share if share <= 0.0 => lost,
                share if share >= 1.0 => {
                    if self.is_mine(game) {
                        End::Won
                    } else {
                        End::Lost
                    }
                }
                share => End::Worth(self.told(game, score_of(share))),
            });
        }
        (!self.crowd.living(game).contains(self.me)).then_some(lost)
    }

    /// Whether any of the others may reply: in best-reply search, while nobody must.
    fn anyone_replies(&self, game: &C::Game) -> bool {
        self.others == Others::BestReply && !self.is_mine(game) && !self.crowd.is_tense(game)
    }

    /// Hands each position in which one of the others may reply.
    fn each_reply(&self, game: &C::Game, mut hand: impl FnMut(&C::Game)) {
        for seat in self.opponents(game).iter() {
            if self.crowd.seat(game) == Some(seat) {
                hand(game);
            } else if let Some(game) = self.crowd.as_if_turn_of(game, seat) {
                hand(&game);
            }
        }
    }
}

impl<C: Crowd> Mind for Against<C> {
    type Game = C::Game;

    const SLOTS: usize = C::SLOTS;
    const MARGIN: i32 = C::MARGIN;

    fn side(&self, game: &C::Game) -> Side {
        if self.is_mine(game) { Side::Us } else { Side::Them }
    }

    fn expand(&self, game: &C::Game, _: Spot, out: &mut Vec<ActionIn<C>>) -> Moves {
        if let Some(end) = self.end(game) {
            return Moves::Over(end);
        }
        if self.anyone_replies(game) {
            self.each_reply(game, |game| {
                self.crowd.expand(game, out);
                // Who may come next is open, so nobody keeps the turn.
                out.retain(|action| !self.crowd.keeps_turn(*action));
            });
        } else {
            self.crowd.expand(game, out);
        }
        Moves::Pick
    }

    /// The others gain nothing by taking from each other here, so they take from the one.
    fn expand_loud(&self, game: &C::Game, spot: Spot, out: &mut Vec<ActionIn<C>>) -> Moves {
        if self.crowd.is_tense(game) {
            return self.expand(game, spot, out);
        }
        if let Some(end) = self.end(game) {
            return Moves::Over(end);
        }
        let me = SeatSet::one(self.me);
        if self.is_mine(game) {
            self.crowd.expand_loud(game, self.opponents(game), out);
        } else if self.anyone_replies(game) {
            self.each_reply(game, |game| self.crowd.expand_loud(game, me, out));
        } else {
            self.crowd.expand_loud(game, me, out);
        }
        Moves::Pick
    }

    fn play(&self, game: &mut C::Game, action: ActionIn<C>) {
        if self.anyone_replies(game)
            && let Some(mover) = self.crowd.mover(game, action)
        {
            if self.crowd.seat(game) != Some(mover)
                && let Some(turned) = self.crowd.as_if_turn_of(game, mover)
            {
                *game = turned;
            }
            game.play(action);
            if self.crowd.seat(game) != Some(self.me)
                && let Some(turned) = self.crowd.as_if_turn_of(game, self.me)
            {
                *game = turned;
            }
            return;
        }
        game.play(action);
    }

    fn pass(&self, game: &C::Game) -> Option<C::Game> {
        let seat = self.crowd.seat(game)?;
        let next = if self.others == Others::BestReply && seat != self.me {
            self.me
        } else {
            let living = self.crowd.living(game);
            (1..Seat::MOST)
                .map(|step| Seat::new((seat.index() + step) % Seat::MOST))
                .find(|next| living.contains(*next))?
        };
        self.crowd.as_if_turn_of(game, next)
    }

    fn evaluate(&self, game: &C::Game) -> Score {
        self.told(game, score_of(self.crowd.judge(game)[self.me]))
    }

    fn is_tense(&self, game: &C::Game) -> bool {
        self.crowd.is_tense(game)
    }

    fn gain(&self, game: &C::Game, action: ActionIn<C>) -> Option<i32> {
        let (gain, from) = self.crowd.gain(game, action)?;
        let counts = self.is_mine(game) || from.is_none_or(|seat| seat == self.me);
        counts.then_some(gain)
    }

    fn slot(&self, game: &C::Game, action: ActionIn<C>) -> usize {
        self.crowd.slot(game, action)
    }

    fn key(&self, game: &C::Game) -> u64 {
        let number = 1 + self.me.index() as u64 + 4 * self.others as u64;
        game.key() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn reversible(&self, _: &C::Game) -> usize {
        0
    }
}
