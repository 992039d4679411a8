//! What a player says besides acting: proposals, answers, claims, resignation.

use crate::brain::Brain;
use crate::engine::{Answer, Think};
use crate::level::Level;
use crate::{Budget, Limits, Score, Task, Thinker};
use std::time::Duration;
use tetrarch_rules::{Outcome, Points, Position, Reason, Seat, Turn};
use tetrarch_table::{Match, OfferKind};

/// A draw is welcome to who stands worse than this.
const GLAD_OF_A_DRAW: Score = Score::centipawns(-40);
/// A draw among many is welcome to who expects less than its share of it by this much.
const GLAD_TO_SHARE: f64 = 0.03;
/// A draw is fair in a long game as level as this.
const LEVEL_GAME: i32 = 10;
/// A game is long if so many positions ago the same seats played on.
const LONG_GAME: usize = 160;
/// An agreement must promise this much, so that nobody changes the game for nothing.
const WORTH_AGREEING: i32 = 30;
/// Proposals are not repeated sooner than this many entries later.
const PATIENCE: usize = 20;
/// Weaker levels play on to the end, for to win is fun.
const RESIGNS_FROM: u8 = 5;
/// How far an agreement is thought about at most.
const CONSIDERED: Limits = Limits { depth: Some(8), nodes: Some(20_000), time: None };
/// The longest that one of the positions it is about is thought about.
const CONSIDERATION: Duration = Duration::from_millis(300);

impl<P: Position, T: Thinker<P>> Brain<P, T> {
    /// The answer to a proposal that waits for this seat.
    pub(crate) fn answer_to_offer(&mut self, game: &Match<P>, seat: Seat, think: &Think) -> Option<Answer> {
        let offer = game.offers().iter().find(|offer| offer.waiting.contains(seat))?;
        let kind = offer.kind.clone();
        let agrees = match &kind {
            OfferKind::Takeback => true,
            OfferKind::Draw => self.likes_a_draw(game, seat, think),
            OfferKind::Treaty(text) => self.likes_treaty(game, seat, think, (offer.by, text), 0),
        };
        Some(if agrees { Answer::Accept(kind) } else { Answer::Decline(kind) })
    }

    /// What it proposes though another seat is to act: what may be proposed right after one's own action.
    pub(crate) fn proposal_out_of_turn(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &Think,
    ) -> Option<Answer> {
        let kind = self.treaty_to_propose(game, seat, think)?;
        self.proposed = Some((kind.clone(), game.log().len()));
        Some(Answer::Offer(kind))
    }

    /// What it says instead of playing, having thought.
    pub(crate) fn manners(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &Think,
        score: Score,
    ) -> Option<Answer> {
        if game.claim().is_ok() && score <= Score::DRAW {
            return Some(Answer::Claim);
        }
        if self.gives_up(game, think, score) {
            return Some(Answer::Resign);
        }
        let kind = self.proposal(game, seat, think, score)?;
        self.proposed = Some((kind.clone(), game.log().len()));
        Some(Answer::Offer(kind))
    }

    /// Lost on the board for three decisions of its own, and strong enough to know.
    fn gives_up(&mut self, game: &Match<P>, think: &Think, score: Score) -> bool {
        self.lost_turns = if score.is_loss() { self.lost_turns + 1 } else { 0 };
        let two_sides = game.position().playing().len() == 2;
        two_sides && think.level.number() >= RESIGNS_FROM && self.lost_turns >= 3
    }

    /// What it would like to propose now.
    fn proposal(&mut self, game: &Match<P>, seat: Seat, think: &Think, score: Score) -> Option<OfferKind> {
        if let Some(treaty) = self.treaty_to_propose(game, seat, think) {
            return Some(treaty);
        }
        let log = game.log().len();
        if self.must_be_patient(log) {
            return None;
        }
        let level = score.value().abs() <= LEVEL_GAME;
        (level && is_long(game) && think.level > Level::FIRST && game.position().playing().len() == 2)
            .then_some(OfferKind::Draw)
    }

    /// Whether it has proposed something not long ago.
    fn must_be_patient(&self, log: usize) -> bool {
        self.proposed.as_ref().is_some_and(|(_, when)| log < when + PATIENCE)
    }

    /// The treaty that it would like to propose now.
    fn treaty_to_propose(&mut self, game: &Match<P>, seat: Seat, think: &Think) -> Option<OfferKind> {
        let log = game.log().len();
        if game.position().turn() == Turn::Over || self.must_be_patient(log) {
            return None;
        }
        let mut treaties = game.proposable(seat).into_iter();
        let liked =
            treaties.find(|text| self.likes_treaty(game, seat, think, (seat, text), WORTH_AGREEING))?;
        Some(OfferKind::Treaty(liked))
    }

    fn likes_a_draw(&mut self, game: &Match<P>, seat: Seat, think: &Think) -> bool {
        let position = game.position();
        if position.playing().len() > position.allies(seat).len() + 1 && position.allies(seat).len() == 1 {
            return self.likes_to_share(game, seat, think);
        }
        let score = self.worth(game, game.position(), seat, think);
        score <= GLAD_OF_A_DRAW || (score.value().abs() <= LEVEL_GAME && is_long(game))
    }

    /// Whether a draw among many gives a seat more than it can expect.
    fn likes_to_share(&mut self, game: &Match<P>, seat: Seat, think: &Think) -> bool {
        let drawn = game.position().drawn(Reason::Agreement).points(seat).value();
        let history: Vec<u64> = game.positions().map(Position::key).collect();
        let (position, limits, stop) = (game.position(), CONSIDERED, &think.stop);
        let task = Task { game: position, history: &history, limits, lines: 1, for_play: true, stop };
        position.turn().seat().is_some()
            && self.thinker.think(&task, &mut |_| {}).lines[0].shares[seat] + GLAD_TO_SHARE < drawn
    }

    /// Whether what is agreed is better for the seat than what is, by some hundredths of a pawn.
    fn likes_treaty(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &Think,
        (proposer, text): (Seat, &str),
        by: i32,
    ) -> bool {
        let Some(agreed) = game.after_treaty(proposer, text) else { return false };
        let now = self.worth(game, game.position(), seat, think);
        self.worth(game, &agreed, seat, think) >= now.plus(by)
    }

    /// What a position is worth to a seat.
    fn worth(&mut self, game: &Match<P>, position: &P, seat: Seat, think: &Think) -> Score {
        match position.turn() {
            Turn::Over => position.outcome().map_or(Score::DRAW, |outcome| worth_of_end(&outcome, seat)),
            Turn::Seat(actor) => {
                let history: Vec<u64> = game.positions().map(Position::key).collect();
                let (limits, stop) = (self.consideration(game, seat, think), &think.stop);
                let task = Task { game: position, history: &history, limits, lines: 1, for_play: true, stop };
                let score = self.thinker.think(&task, &mut |_| {}).lines[0].score;
                if position.allies(seat).contains(actor) { score } else { -score }
            }
            Turn::Chance => self.worth_of_chance(game, position, seat, think),
        }
    }

    /// How far a position is looked into that is only talked about: no further than for a decision, and in a part
    /// of its time.
    fn consideration(&self, game: &Match<P>, seat: Seat, think: &Think) -> Limits {
        let decision = self.limits(game, seat, think);
        let part = |time: Budget| CONSIDERATION.min(time.wanted / 4);
        Limits {
            depth: decision.depth.min(CONSIDERED.depth).or(CONSIDERED.depth),
            nodes: decision.nodes.min(CONSIDERED.nodes).or(CONSIDERED.nodes),
            time: decision.time.map(part).map(|time| Budget { wanted: time, most: time }),
        }
    }

    fn worth_of_chance(&mut self, game: &Match<P>, position: &P, seat: Seat, think: &Think) -> Score {
        let mut chances = Vec::new();
        position.chances(&mut chances);
        let (mut sum, mut weights) = (0i64, 0i64);
        for (outcome, weight) in chances {
            let mut after = position.clone();
            after.play(outcome);
            // A throw that nobody can use only leads to the next, perhaps without end: it is as if it were not thrown.
            if after.turn() == Turn::Chance {
                continue;
            }
            sum += i64::from(weight) * i64::from(self.worth(game, &after, seat, think).value());
            weights += i64::from(weight);
        }
        Score::DRAW.plus((sum / weights.max(1)) as i32)
    }
}

/// Whether the same seats have played on for long. When somebody drops out another game begins: a duel is new, however
/// long it took to come to it.
fn is_long<P: Position>(game: &Match<P>) -> bool {
    let playing = game.position().playing();
    let before: Vec<&P> = game.positions().collect();
    before.iter().rev().take_while(|position| position.playing() == playing).count() >= LONG_GAME
}

fn worth_of_end(outcome: &Outcome, seat: Seat) -> Score {
    match outcome.points(seat) {
        Points::WIN => Score::won_in(0),
        Points::NONE => Score::lost_in(0),
        _ => Score::DRAW,
    }
}
