//! What a player says besides acting: proposals, answers, claims, resignation.

use crate::engine::{Answer, MoveRequest};
use crate::engine_player::EnginePlayer;
use crate::level::Level;
use crate::{Score, SearchLimits, SearchRequest, Searcher, TimeBudget};
use std::time::Duration;
use tetrarch_rules::{Outcome, Points, Position, Reason, Seat, Turn};
use tetrarch_table::{Match, OfferKind};

/// A draw is welcome to who stands worse than this.
const ACCEPT_DRAW_BELOW: Score = Score::centipawns(-40);
/// A draw among many is welcome to who expects less than its share of it by this much.
const SHARED_DRAW_MARGIN: f64 = 0.03;
/// A draw is fair in a long game as level as this.
const EVEN_SCORE_CENTIPAWNS: i32 = 10;
/// A game is long if so many positions ago the same seats played on.
const LONG_GAME_POSITIONS: usize = 160;
/// An agreement must promise this much, so that nobody changes the game for nothing.
const TREATY_GAIN_CENTIPAWNS: i32 = 30;
/// Proposals are not repeated sooner than this many entries later.
const OFFER_COOLDOWN_EVENTS: usize = 20;
/// Weaker levels play on to the end, for to win is fun.
const MIN_RESIGNING_LEVEL: u8 = 5;
/// How far an agreement is thought about at most.
const OFFER_SEARCH_LIMITS: SearchLimits = SearchLimits { depth: Some(8), nodes: Some(20_000), time: None };
/// The longest that one of the positions it is about is thought about.
const MAX_OFFER_SEARCH_TIME: Duration = Duration::from_millis(300);

impl<P: Position, T: Searcher<P>> EnginePlayer<P, T> {
    /// The answer to a proposal that waits for this seat.
    pub(crate) fn answer_to_offer(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &MoveRequest,
    ) -> Option<Answer> {
        let offer = game.offers().iter().find(|offer| offer.waiting.contains(seat))?;
        let kind = offer.kind.clone();
        let agrees = match &kind {
            OfferKind::Takeback => true,
            OfferKind::Draw => self.accepts_draw(game, seat, think),
            OfferKind::Treaty(text) => self.prefers_treaty(game, seat, think, (offer.by, text), 0),
        };
        Some(if agrees { Answer::Accept(kind) } else { Answer::Decline(kind) })
    }

    /// What it proposes though another seat is to act: what may be proposed right after one's own action.
    pub(crate) fn offer_out_of_turn(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &MoveRequest,
    ) -> Option<Answer> {
        let kind = self.treaty_to_offer(game, seat, think)?;
        self.last_offer = Some((kind.clone(), game.log().len()));
        Some(Answer::Offer(kind))
    }

    /// What it says instead of playing, having thought.
    pub(crate) fn claim_resign_or_offer(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &MoveRequest,
        score: Score,
    ) -> Option<Answer> {
        if game.claim().is_ok() && score <= Score::DRAW {
            return Some(Answer::Claim);
        }
        if self.should_resign(game, think, score) {
            return Some(Answer::Resign);
        }
        let kind = self.offer_to_make(game, seat, think, score)?;
        self.last_offer = Some((kind.clone(), game.log().len()));
        Some(Answer::Offer(kind))
    }

    /// Lost on the board for three decisions of its own, and strong enough to know.
    fn should_resign(&mut self, game: &Match<P>, think: &MoveRequest, score: Score) -> bool {
        self.lost_turns = if score.is_loss() { self.lost_turns + 1 } else { 0 };
        let two_sides = game.position().active_seats().len() == 2;
        two_sides && think.level.number() >= MIN_RESIGNING_LEVEL && self.lost_turns >= 3
    }

    /// What it would like to propose now.
    fn offer_to_make(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &MoveRequest,
        score: Score,
    ) -> Option<OfferKind> {
        if let Some(treaty) = self.treaty_to_offer(game, seat, think) {
            return Some(treaty);
        }
        let log = game.log().len();
        if self.made_offer_recently(log) {
            return None;
        }
        let level = score.value().abs() <= EVEN_SCORE_CENTIPAWNS;
        (level && is_long_game(game) && think.level > Level::MIN && game.position().active_seats().len() == 2)
            .then_some(OfferKind::Draw)
    }

    /// Whether it has proposed something not long ago.
    fn made_offer_recently(&self, log: usize) -> bool {
        self.last_offer.as_ref().is_some_and(|(_, when)| log < when + OFFER_COOLDOWN_EVENTS)
    }

    /// The treaty that it would like to propose now.
    fn treaty_to_offer(&mut self, game: &Match<P>, seat: Seat, think: &MoveRequest) -> Option<OfferKind> {
        let log = game.log().len();
        if game.position().turn() == Turn::Over || self.made_offer_recently(log) {
            return None;
        }
        let mut treaties = game.proposable(seat).into_iter();
        let liked = treaties
            .find(|text| self.prefers_treaty(game, seat, think, (seat, text), TREATY_GAIN_CENTIPAWNS))?;
        Some(OfferKind::Treaty(liked))
    }

    fn accepts_draw(&mut self, game: &Match<P>, seat: Seat, think: &MoveRequest) -> bool {
        let position = game.position();
        if position.active_seats().len() > position.allies(seat).len() + 1 && position.allies(seat).len() == 1
        {
            return self.accepts_shared_draw(game, seat, think);
        }
        let score = self.score_for_seat(game, game.position(), seat, think);
        score <= ACCEPT_DRAW_BELOW || (score.value().abs() <= EVEN_SCORE_CENTIPAWNS && is_long_game(game))
    }

    /// Whether a draw among many gives a seat more than it can expect.
    fn accepts_shared_draw(&mut self, game: &Match<P>, seat: Seat, think: &MoveRequest) -> bool {
        let drawn = game.position().draw_outcome(Reason::Agreement).points(seat).value();
        let history: Vec<u64> = game.positions().map(Position::key).collect();
        let (position, limits, stop) = (game.position(), OFFER_SEARCH_LIMITS, &think.stop);
        let task =
            SearchRequest { game: position, history: &history, limits, lines: 1, for_play: true, stop };
        position.turn().seat().is_some()
            && self.searcher.search(&task, &mut |_| {}).lines[0].shares[seat] + SHARED_DRAW_MARGIN < drawn
    }

    /// Whether what is agreed is better for the seat than what is, by some hundredths of a pawn.
    fn prefers_treaty(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &MoveRequest,
        (proposer, text): (Seat, &str),
        by: i32,
    ) -> bool {
        let Some(agreed) = game.after_treaty(proposer, text) else { return false };
        let now = self.score_for_seat(game, game.position(), seat, think);
        self.score_for_seat(game, &agreed, seat, think) >= now.plus(by)
    }

    /// What a position is worth to a seat.
    fn score_for_seat(&mut self, game: &Match<P>, position: &P, seat: Seat, think: &MoveRequest) -> Score {
        match position.turn() {
            Turn::Over => position.outcome().map_or(Score::DRAW, |outcome| score_of_outcome(&outcome, seat)),
            Turn::Seat(actor) => {
                let history: Vec<u64> = game.positions().map(Position::key).collect();
                let (limits, stop) = (self.offer_search_limits(game, seat, think), &think.stop);
                let task = SearchRequest {
                    game: position,
                    history: &history,
                    limits,
                    lines: 1,
                    for_play: true,
                    stop,
                };
                let score = self.searcher.search(&task, &mut |_| {}).lines[0].score;
                if position.allies(seat).contains(actor) { score } else { -score }
            }
            Turn::Chance => self.score_of_chance_node(game, position, seat, think),
        }
    }

    /// How far a position is looked into that is only talked about: no further than for a decision, and in a part
    /// of its time.
    fn offer_search_limits(&self, game: &Match<P>, seat: Seat, think: &MoveRequest) -> SearchLimits {
        let decision = self.search_limits(game, seat, think);
        let part = |time: TimeBudget| MAX_OFFER_SEARCH_TIME.min(time.soft / 4);
        SearchLimits {
            depth: decision.depth.min(OFFER_SEARCH_LIMITS.depth).or(OFFER_SEARCH_LIMITS.depth),
            nodes: decision.nodes.min(OFFER_SEARCH_LIMITS.nodes).or(OFFER_SEARCH_LIMITS.nodes),
            time: decision.time.map(part).map(|time| TimeBudget { soft: time, hard: time }),
        }
    }

    fn score_of_chance_node(
        &mut self,
        game: &Match<P>,
        position: &P,
        seat: Seat,
        think: &MoveRequest,
    ) -> Score {
        let mut chances = Vec::new();
        position.chance_outcomes(&mut chances);
        let (mut sum, mut weights) = (0i64, 0i64);
        for (outcome, weight) in chances {
            let mut after = position.clone();
            after.play(outcome);
            // A throw that nobody can use only leads to the next, perhaps without end: it is as if it were not thrown.
            if after.turn() == Turn::Chance {
                continue;
            }
            sum += i64::from(weight) * i64::from(self.score_for_seat(game, &after, seat, think).value());
            weights += i64::from(weight);
        }
        Score::DRAW.plus((sum / weights.max(1)) as i32)
    }
}

/// Whether the same seats have played on for long. When somebody drops out another game begins: a duel is new, however
/// long it took to come to it.
fn is_long_game<P: Position>(game: &Match<P>) -> bool {
    let playing = game.position().active_seats();
    let before: Vec<&P> = game.positions().collect();
    before.iter().rev().take_while(|position| position.active_seats() == playing).count()
        >= LONG_GAME_POSITIONS
}

fn score_of_outcome(outcome: &Outcome, seat: Seat) -> Score {
    match outcome.points(seat) {
        Points::WIN => Score::won_in(0),
        Points::NONE => Score::lost_in(0),
        _ => Score::DRAW,
    }
}
