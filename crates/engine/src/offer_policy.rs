//! Offer policy: when an engine offers, accepts and declines draws and treaties, claims a draw, and resigns.

use crate::engine::Answer;
use crate::engine_player::EnginePlayer;
use crate::{PvLine, Searcher};
use std::time::Duration;
use tetrarch_rules::{Outcome, Points, Presentation, Reason, Seat, Turn};
use tetrarch_table::search::{Level, Score, SearchLimits, SearchRequest, TimeBudget};
use tetrarch_table::{Match, OfferKind, Table as _};

/// Accepts a draw at or below this score.
const ACCEPT_DRAW_BELOW: Score = Score::centipawns(-40);
/// Accepts a draw among many if it expects less than its share of the draw by at least this much.
const SHARED_DRAW_MARGIN: f64 = 0.03;
/// In a long game, a score this close to zero is even enough for a draw.
const EVEN_SCORE_CENTIPAWNS: i32 = 10;
/// A game is long if the same seats have played for this many positions.
const LONG_GAME_POSITIONS: usize = 160;
/// A treaty must gain this much before the engine offers it, so that it does not change the game for nothing.
const TREATY_GAIN_CENTIPAWNS: i32 = 30;
/// Number of log entries to wait between two offers.
const OFFER_COOLDOWN_EVENTS: usize = 20;
/// Weaker levels play on to the end, because winning is fun for a beginner.
const MIN_RESIGNING_LEVEL: u8 = 5;
/// Limits of the search that decides on an offer.
const OFFER_SEARCH_LIMITS: SearchLimits = SearchLimits { depth: Some(8), nodes: Some(20_000), time: None };
/// Maximum time for each position that this search compares.
const MAX_OFFER_SEARCH_TIME: Duration = Duration::from_millis(300);

impl<P: Presentation, T: Searcher<P>> EnginePlayer<P, T> {
    /// The response to an offer that waits for this seat.
    pub(crate) fn answer_to_offer(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        request: &SearchRequest,
    ) -> Option<Answer> {
        let offer = game.offers().iter().find(|offer| offer.waiting.contains(seat))?;
        let kind = offer.kind.clone();
        let accepts = match &kind {
            OfferKind::Takeback => true,
            OfferKind::Draw => self.accepts_draw(game, seat, request),
            OfferKind::Treaty(text) => self.prefers_treaty(game, seat, request, (offer.by, text), 0),
        };
        Some(if accepts { Answer::Accept(kind) } else { Answer::Decline(kind) })
    }

    /// The offer it makes while another seat is to move: some treaties may be offered right after one's own
    /// action.
    pub(crate) fn offer_out_of_turn(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        request: &SearchRequest,
    ) -> Option<Answer> {
        let kind = self.treaty_to_offer(game, seat, request)?;
        self.last_offer = Some((kind.clone(), game.log().len()));
        Some(Answer::Offer(kind))
    }

    /// What it does instead of playing, after the search.
    pub(crate) fn claim_resign_or_offer(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        request: &SearchRequest,
        score: Score,
    ) -> Option<Answer> {
        if game.claimable().is_some() && score <= Score::DRAW {
            return Some(Answer::Claim);
        }
        if self.should_resign(game, request, score) {
            return Some(Answer::Resign);
        }
        let kind = self.offer_to_make(game, seat, request, score)?;
        self.last_offer = Some((kind.clone(), game.log().len()));
        Some(Answer::Offer(kind))
    }

    /// Resigns after three own turns with a forced loss, if the level is strong enough.
    fn should_resign(&mut self, game: &Match<P>, request: &SearchRequest, score: Score) -> bool {
        self.lost_turns = if score.is_loss() { self.lost_turns + 1 } else { 0 };
        let two_sides = game.position().active_seats().len() == 2;
        two_sides && request.level.number() >= MIN_RESIGNING_LEVEL && self.lost_turns >= 3
    }

    /// The offer it makes now, if any.
    fn offer_to_make(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        request: &SearchRequest,
        score: Score,
    ) -> Option<OfferKind> {
        if let Some(treaty) = self.treaty_to_offer(game, seat, request) {
            return Some(treaty);
        }
        let log = game.log().len();
        if self.made_offer_recently(log) {
            return None;
        }
        let is_even = score.value().abs() <= EVEN_SCORE_CENTIPAWNS;
        (is_even
            && is_long_game(game)
            && request.level > Level::MIN
            && game.position().active_seats().len() == 2)
            .then_some(OfferKind::Draw)
    }

    /// Whether it made an offer recently.
    fn made_offer_recently(&self, log: usize) -> bool {
        self.last_offer.as_ref().is_some_and(|(_, when)| log < when + OFFER_COOLDOWN_EVENTS)
    }

    /// The treaty that it offers now, if any.
    fn treaty_to_offer(&mut self, game: &Match<P>, seat: Seat, request: &SearchRequest) -> Option<OfferKind> {
        let log = game.log().len();
        if game.position().turn() == Turn::Over || self.made_offer_recently(log) {
            return None;
        }
        let mut treaties = game.proposable(seat).into_iter();
        let preferred = treaties
            .find(|text| self.prefers_treaty(game, seat, request, (seat, text), TREATY_GAIN_CENTIPAWNS))?;
        Some(OfferKind::Treaty(preferred))
    }

    fn accepts_draw(&mut self, game: &Match<P>, seat: Seat, request: &SearchRequest) -> bool {
        let allies = game.allies(seat).len();
        if game.position().active_seats().len() > allies + 1 && allies == 1 {
            return self.accepts_shared_draw(game, seat, request);
        }
        let score = self.score_for_seat(game, game.position(), seat, request);
        score <= ACCEPT_DRAW_BELOW || (score.value().abs() <= EVEN_SCORE_CENTIPAWNS && is_long_game(game))
    }

    /// Whether a draw among many gives a seat more than it expects.
    fn accepts_shared_draw(&mut self, game: &Match<P>, seat: Seat, request: &SearchRequest) -> bool {
        let draw_share = game.position().draw_outcome(Reason::Agreement).points(seat).value();
        if game.position().turn().seat().is_none() {
            return false;
        }
        let line = self.search_for_offer(game, game.position(), request, OFFER_SEARCH_LIMITS);
        line.shares[seat] + SHARED_DRAW_MARGIN < draw_share
    }

    /// The best line of a position that is only considered.
    fn search_for_offer(
        &mut self,
        game: &Match<P>,
        position: &P,
        request: &SearchRequest,
        limits: SearchLimits,
    ) -> PvLine<P::Action> {
        let request = SearchRequest { limits: Some(limits), lines: 1, ..request.clone() };
        self.search(game, position, &request, true, &mut |_| {}).lines.swap_remove(0)
    }

    /// Whether a treaty improves the seat's score by at least `by` centipawns.
    fn prefers_treaty(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        request: &SearchRequest,
        (proposer, text): (Seat, &str),
        by: i32,
    ) -> bool {
        let Some(after_treaty) = game.after_treaty(proposer, text) else { return false };
        let now = self.score_for_seat(game, game.position(), seat, request);
        self.score_for_seat(game, &after_treaty, seat, request) >= now.plus(by)
    }

    /// The score of a position for a seat.
    fn score_for_seat(
        &mut self,
        game: &Match<P>,
        position: &P,
        seat: Seat,
        request: &SearchRequest,
    ) -> Score {
        match position.turn() {
            Turn::Over => position.outcome().map_or(Score::DRAW, |outcome| score_of_outcome(&outcome, seat)),
            Turn::Seat(actor) => {
                let limits = self.offer_search_limits(game, seat, request);
                let score = self.search_for_offer(game, position, request, limits).score;
                if game.allies(seat).contains(actor) { score } else { -score }
            }
            Turn::Chance => self.score_of_chance_node(game, position, seat, request),
        }
    }

    /// The limits for a position that is only considered: never deeper than for a decision, and in a part of
    /// its time.
    fn offer_search_limits(&self, game: &Match<P>, seat: Seat, request: &SearchRequest) -> SearchLimits {
        let decision = self.search_limits(game, seat, request);
        let reduced = |time: TimeBudget| MAX_OFFER_SEARCH_TIME.min(time.soft / 4);
        SearchLimits {
            depth: decision.depth.min(OFFER_SEARCH_LIMITS.depth).or(OFFER_SEARCH_LIMITS.depth),
            nodes: decision.nodes.min(OFFER_SEARCH_LIMITS.nodes).or(OFFER_SEARCH_LIMITS.nodes),
            time: decision.time.map(reduced).map(|time| TimeBudget { soft: time, hard: time }),
        }
    }

    fn score_of_chance_node(
        &mut self,
        game: &Match<P>,
        position: &P,
        seat: Seat,
        request: &SearchRequest,
    ) -> Score {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let (mut sum, mut total_weight) = (0i64, 0i64);
        for (outcome, weight) in outcomes {
            let mut child = position.clone();
            child.play(outcome);
            // A throw that nobody can use only leads to the next one, perhaps without end, so leave it out.
            if child.turn() == Turn::Chance {
                continue;
            }
            sum += i64::from(weight) * i64::from(self.score_for_seat(game, &child, seat, request).value());
            total_weight += i64::from(weight);
        }
        Score::DRAW.plus((sum / total_weight.max(1)) as i32)
    }
}

/// Whether the same seats have played for long. An elimination starts the count again: a duel is new however
/// long the game took to reach it.
fn is_long_game<P: Presentation>(game: &Match<P>) -> bool {
    let active = game.position().active_seats();
    let positions: Vec<&P> = game.positions().collect();
    positions.iter().rev().take_while(|position| position.active_seats() == active).count()
        >= LONG_GAME_POSITIONS
}

fn score_of_outcome(outcome: &Outcome, seat: Seat) -> Score {
    match outcome.points(seat) {
        Points::WIN => Score::won_in(0),
        Points::NONE => Score::lost_in(0),
        _ => Score::DRAW,
    }
}
