//! Selects the search for each phase of Bishops.

use super::{DuelSearchGame, SurvivalSearchGame};
use crate::bishops::multiplayer::{MaxNSearch, OneAgainstAll, Shares, score_relative_to_equal_share};
use crate::{AlphaBetaSearch, PvLine, SearchInput, SearchResult, Searcher};
use tetrarch_rules::bishops::Action;
use tetrarch_rules::{Bishops, BySeat, Position as _, Seat};
use tetrarch_table::search::OpponentModel;

/// Searches both phases of Bishops.
pub struct BishopsSearcher {
    duel: AlphaBetaSearch<DuelSearchGame>,
    one_against_all: AlphaBetaSearch<OneAgainstAll>,
    max_n: MaxNSearch,
    survival: SurvivalSearchGame,
}

/// The survival phase needs no large table, because each decision starts with an empty one.
const MAX_SURVIVAL_MEBIBYTES: usize = 16;

/// Reported lines are cut off at this length.
const MAX_LINE_LENGTH: usize = 24;

/// Only this many lines are filled up with the moves of all seats; more would delay the report.
const MAX_FILLED_LINES: usize = 4;

/// Splits the hash size between the survival phase and the duel.
fn split_hash_size(mebibytes: usize) -> (usize, usize) {
    let survival = (mebibytes / 2).clamp(1, MAX_SURVIVAL_MEBIBYTES);
    (survival, mebibytes.saturating_sub(survival).max(1))
}

impl BishopsSearcher {
    /// Creates a searcher with a hash size in mebibytes and a number of threads.
    pub fn new(
        duel: DuelSearchGame,
        survival: SurvivalSearchGame,
        mebibytes: usize,
        threads: usize,
    ) -> BishopsSearcher {
        let (for_survival, for_duel) = split_hash_size(mebibytes);
        let one_against_all = OneAgainstAll::new(survival.clone(), Seat::new(0), OpponentModel::Paranoid);
        BishopsSearcher {
            duel: AlphaBetaSearch::new(duel, for_duel, threads),
            one_against_all: AlphaBetaSearch::new(one_against_all, for_survival, threads),
            max_n: MaxNSearch::new(survival.clone()),
            survival,
        }
    }

    fn search_survival(
        &mut self,
        input: &SearchInput<'_, Bishops>,
        seat: Seat,
        report: &mut dyn FnMut(&SearchResult<Action>),
    ) -> SearchResult<Action> {
        let survival = self.survival.clone();
        let finalize = |result: SearchResult<Action>| finalize_survival_lines(&survival, input, result);
        let mut report = |result: &SearchResult<Action>| report(&finalize(result.clone()));
        let model = input.request.opponent_model;
        if model == OpponentModel::MaxN {
            return finalize(self.max_n.search(input, &mut report));
        }
        // The search of another seat must not influence this one, so the table starts empty.
        if input.for_play {
            self.one_against_all.clear();
        }
        self.one_against_all.game_mut().set_perspective(seat, model);
        finalize(self.one_against_all.search(input, &mut report))
    }
}

impl Searcher<Bishops> for BishopsSearcher {
    fn search(
        &mut self,
        input: &SearchInput<'_, Bishops>,
        report: &mut dyn FnMut(&SearchResult<Action>),
    ) -> SearchResult<Action> {
        if let (Some(_), Some(seat)) = (input.position.survival(), input.position.turn().seat()) {
            return self.search_survival(input, seat, report);
        }
        let finalize = |result: SearchResult<Action>| finalize_duel_lines(input.position, result);
        let result = self.duel.search(input, &mut |result| report(&finalize(result.clone())));
        finalize(result)
    }

    fn clear(&mut self) {
        self.duel.clear();
        self.one_against_all.clear();
    }

    fn set_hash_size(&mut self, mebibytes: usize) {
        let (for_survival, for_duel) = split_hash_size(mebibytes);
        self.duel.set_hash_size(for_duel);
        self.one_against_all.set_hash_size(for_survival);
    }

    fn set_threads(&mut self, threads: usize) {
        self.duel.set_threads(threads);
        self.one_against_all.set_threads(threads);
    }

    fn uses_opponent_model(&self) -> bool {
        true
    }
}

/// Extends the lines with all seats' shares at their end and centres the scores, so that zero means an equal
/// share.
fn finalize_survival_lines(
    survival: &SurvivalSearchGame,
    input: &SearchInput<'_, Bishops>,
    result: SearchResult<Action>,
) -> SearchResult<Action> {
    let living = survival.living_seats(input.position).len();
    let line = |(number, line): (usize, PvLine<Action>)| {
        let (moves, shares) =
            replay_line(survival, input, &line.moves, !input.for_play && number < MAX_FILLED_LINES);
        PvLine { score: score_relative_to_equal_share(line.score, living), shares, moves }
    };
    SearchResult { lines: result.lines.into_iter().enumerate().map(line).collect(), ..result }
}

/// Replays a line and returns it with the shares at its end. Where the search skipped turns, the line ends,
/// or, if `filled`, the seat plays its statically best action.
fn replay_line(
    survival: &SurvivalSearchGame,
    input: &SearchInput<'_, Bishops>,
    moves: &[Action],
    filled: bool,
) -> (Vec<Action>, Shares) {
    let mut after = input.position.clone();
    let mut played = Vec::new();
    let mut expected = moves.iter().copied().peekable();
    while played.len() < MAX_LINE_LENGTH && expected.peek().is_some() {
        let mut legal = Vec::new();
        after.legal_actions(&mut legal);
        let action = match expected.next_if(|action| legal.contains(action)) {
            Some(action) => action,
            None if !filled || survival.terminal_shares(&after).is_some() => break,
            None => match best_static_action(survival, &after, &legal) {
                Some(action) => action,
                None => break,
            },
        };
        after.play(action);
        played.push(action);
    }
    let shares = survival.terminal_shares(&after).unwrap_or_else(|| survival.evaluate(&after));
    (played, shares)
}

/// The action with the best static evaluation for the seat to move.
fn best_static_action(survival: &SurvivalSearchGame, game: &Bishops, legal: &[Action]) -> Option<Action> {
    let seat = game.turn().seat()?;
    let share_after = |action: &Action| {
        let mut after = game.clone();
        after.play(*action);
        survival.terminal_shares(&after).unwrap_or_else(|| survival.evaluate(&after))[seat]
    };
    let moves = legal.iter().filter(|action| !survival.keeps_turn(**action));
    moves.copied().max_by(|a, b| share_after(a).total_cmp(&share_after(b)))
}

/// In the duel only two seats share the point.
fn finalize_duel_lines(game: &Bishops, result: SearchResult<Action>) -> SearchResult<Action> {
    let plays = |seat: Seat| game.duel().is_some_and(|duel| duel.sides().contains(&seat));
    let line = |line: PvLine<Action>| {
        let shares = BySeat::from_fn(|seat| if plays(seat) { line.shares[seat] } else { 0.0 });
        PvLine { shares, ..line }
    };
    SearchResult { lines: result.lines.into_iter().map(line).collect(), ..result }
}
