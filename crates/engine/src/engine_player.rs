//! An engine player: a searcher plus the behaviour of a player at a table.

use crate::engine::{Answer, Engine, EngineSettings};
use crate::evaluation::Weights;
use crate::skill::{Skill, Skills};
use crate::tune::Tunable;
use crate::{AlphaBetaSearch, PvLine, Rng, SearchInput, SearchResult, Searcher, time_management};
use tetrarch_rules::{Position, Presentation, Seat, Turn};
use tetrarch_table::search::{Score, SearchLimits, SearchReport, SearchRequest};
use tetrarch_table::{Match, OfferKind, Table};

/// An engine for the game `P` that searches with `T`.
pub struct EnginePlayer<P: Presentation, T: Searcher<P>> {
    pub(crate) searcher: T,
    skills: Skills,
    rng: Rng,
    /// The last offer it made, and the length of the log at that time.
    pub(crate) last_offer: Option<(OfferKind, usize)>,
    /// For how many of its own turns the search has found a forced loss.
    pub(crate) lost_turns: u32,
    game: std::marker::PhantomData<fn() -> P>,
}

/// Creates an engine that plays by alpha-beta search, with the weights in `settings` or the default ones.
///
/// # Errors
/// Returns a message if the weights in `settings` cannot be parsed.
pub(crate) fn alpha_beta_engine<G: Tunable + Default>(
    settings: &EngineSettings,
    skills: Skills,
) -> Result<Box<dyn Engine>, String> {
    let mut search_game = G::default();
    if let Some(text) = &settings.weights {
        search_game = search_game.with_weights(Weights::parse::<G::FeatureSet>(text)?);
    }
    let searcher = AlphaBetaSearch::new(search_game, settings.hash_mebibytes, settings.threads);
    Ok(Box::new(EnginePlayer::new(searcher, skills)))
}

/// How many lines a level with mistakes chooses from.
const MISTAKE_CANDIDATES: usize = 12;

impl<P: Presentation, T: Searcher<P>> EnginePlayer<P, T> {
    /// Creates an engine with the given skills.
    pub fn new(searcher: T, skills: Skills) -> EnginePlayer<P, T> {
        EnginePlayer {
            searcher,
            skills,
            rng: Rng::new(0),
            last_offer: None,
            lost_turns: 0,
            game: std::marker::PhantomData,
        }
    }

    /// Searches the position of a match, or one that an offer would lead to.
    pub(crate) fn search(
        &mut self,
        game: &Match<P>,
        position: &P,
        request: &SearchRequest,
        for_play: bool,
        report: &mut dyn FnMut(&SearchResult<P::Action>),
    ) -> SearchResult<P::Action> {
        let history: Vec<u64> = game.positions().map(Position::key).collect();
        let input = SearchInput { position, history: &history, request, for_play };
        self.searcher.search(&input, report)
    }

    pub(crate) fn search_limits(&self, game: &Match<P>, seat: Seat, request: &SearchRequest) -> SearchLimits {
        let skill = self.skills.for_level(request.level);
        let given = request.limits.unwrap_or_else(|| SearchLimits {
            time: Some(time_management::time_budget(game.clocks(), seat)),
            ..SearchLimits::NONE
        });
        let tighter = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        SearchLimits {
            depth: tighter(given.depth.map(u64::from), skill.depth.map(u64::from)).map(|depth| depth as u32),
            nodes: tighter(given.nodes, skill.nodes),
            time: given.time,
        }
    }

    /// The line it decides to play.
    fn choose_line(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        request: &SearchRequest,
        report: &mut dyn FnMut(&SearchResult<P::Action>),
    ) -> PvLine<P::Action> {
        let skill = self.skills.for_level(request.level);
        let lines = if skill.makes_mistakes() { MISTAKE_CANDIDATES } else { 1 };
        let limits = Some(self.search_limits(game, seat, request));
        let request = SearchRequest { limits, lines, ..request.clone() };
        let result = self.search(game, game.position(), &request, true, report);
        self.choose_with_mistakes(result.lines, skill)
    }

    /// Applies the skill's mistakes: some lines are missed, the scores of the others get noise.
    fn choose_with_mistakes(&mut self, lines: Vec<PvLine<P::Action>>, skill: Skill) -> PvLine<P::Action> {
        let best = lines[0].clone();
        if !skill.makes_mistakes() {
            return best;
        }
        let mut noticed = Vec::new();
        for line in lines.into_iter().filter(|line| line.score > Score::WORST) {
            let noise = self.rng.approx_normal() * f64::from(skill.eval_noise);
            if self.rng.below(100) >= u64::from(skill.missed_percent) {
                noticed.push((line.score.plus(noise as i32), line));
            }
        }
        // Of equal scores, take the first.
        noticed.into_iter().rev().max_by_key(|(score, _)| *score).map_or(best, |(_, line)| line)
    }
}

impl<P: Presentation, T: Searcher<P>> Engine for EnginePlayer<P, T> {
    fn answer(&mut self, table: &dyn Table, seat: Seat, request: &SearchRequest) -> Option<Answer> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        if let Some(answer) = self.answer_to_offer(game, seat, request) {
            return Some(answer);
        }
        if game.position().turn() != Turn::Seat(seat) {
            return self.offer_out_of_turn(game, seat, request);
        }
        let line = self.choose_line(game, seat, request, &mut |_| {});
        let instead = self.claim_resign_or_offer(game, seat, request, line.score);
        Some(instead.unwrap_or_else(|| Answer::Act(line.moves[0].to_string())))
    }

    fn choose(
        &mut self,
        table: &dyn Table,
        request: &SearchRequest,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<String> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        let seat = game.position().turn().seat()?;
        let seats = game.position().seats();
        let line = self.choose_line(game, seat, request, &mut |result| report(&result.report(seats)));
        Some(line.moves[0].to_string())
    }

    fn analyse(
        &mut self,
        table: &dyn Table,
        request: &SearchRequest,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        game.position().turn().seat()?;
        let (position, seats) = (game.position(), game.position().seats());
        let mut report = |result: &SearchResult<P::Action>| report(&result.report(seats));
        Some(self.search(game, position, request, false, &mut report).report(seats))
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.last_offer = None;
        self.lost_turns = 0;
        self.searcher.clear();
    }

    fn set_hash_size(&mut self, mebibytes: usize) {
        self.searcher.set_hash_size(mebibytes);
    }

    fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    fn uses_opponent_model(&self) -> bool {
        self.searcher.uses_opponent_model()
    }
}
