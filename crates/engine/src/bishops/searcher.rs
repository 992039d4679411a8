//! Which search thinks about what.

use super::{DuelSearchGame, SurvivalSearchGame};
use crate::search::multiplayer::{
    MaxNSearch, MultiplayerGame as _, OneAgainstAll, Others, Shares, score_relative_to_equal_share,
};
use crate::{AlphaBetaSearch, OpponentModel, PvLine, SearchRequest, SearchResult, Searcher};
use tetrarch_rules::bishops::Action;
use tetrarch_rules::{Bishops, BySeat, Position as _, Seat};

/// Thinks about both phases of Bishops.
pub struct BishopsSearcher {
    duel: AlphaBetaSearch<DuelSearchGame>,
    one_against_all: AlphaBetaSearch<OneAgainstAll<SurvivalSearchGame>>,
    max_n: MaxNSearch<SurvivalSearchGame>,
    survival: SurvivalSearchGame,
    opponent_model: OpponentModel,
}

/// The first phase needs no large memory: a decision there is thought about from the beginning.
const MAX_SURVIVAL_MEBIBYTES: usize = 16;

/// Lines are told no further than this.
const MAX_LINE_LENGTH: usize = 24;

/// So many lines go through all seats; to fill in more would keep who asked waiting.
const MAX_FILLED_LINES: usize = 4;

/// How the memory is shared out: to the first phase and to the duel.
fn split_hash_size(mebibytes: usize) -> (usize, usize) {
    let survival = (mebibytes / 2).clamp(1, MAX_SURVIVAL_MEBIBYTES);
    (survival, mebibytes.saturating_sub(survival).max(1))
}

impl BishopsSearcher {
    /// A thinker with a memory of so many mebibytes, in so many threads.
    pub fn new(
        duel: DuelSearchGame,
        survival: SurvivalSearchGame,
        mebibytes: usize,
        threads: usize,
    ) -> BishopsSearcher {
        let (for_survival, for_duel) = split_hash_size(mebibytes);
        let against = OneAgainstAll::new(survival.clone(), Seat::new(0), Others::InTurn);
        BishopsSearcher {
            duel: AlphaBetaSearch::new(duel, for_duel, threads),
            one_against_all: AlphaBetaSearch::new(against, for_survival, threads),
            max_n: MaxNSearch::new(survival.clone()),
            survival,
            opponent_model: OpponentModel::Default,
        }
    }

    fn search_survival(
        &mut self,
        task: &SearchRequest<'_, Bishops>,
        seat: Seat,
        report: &mut dyn FnMut(&SearchResult<Action>),
    ) -> SearchResult<Action> {
        let survivors = self.survival.clone();
        let told = |thought: SearchResult<Action>| finalize_survival_lines(&survivors, task, thought);
        let mut tell_on = |thought: &SearchResult<Action>| report(&told(thought.clone()));
        let others = match self.opponent_model {
            OpponentModel::MaxN => {
                return told(self.max_n.search(task, &mut tell_on));
            }
            OpponentModel::Paranoid => Others::InTurn,
            OpponentModel::BestReply | OpponentModel::Default => Others::BestReply,
        };
        // What another seat has thought about must not change what this one decides, so nothing is remembered.
        if task.for_play {
            self.one_against_all.clear();
        }
        self.one_against_all.game_mut().set_perspective(seat, others);
        told(self.one_against_all.search(task, &mut tell_on))
    }
}

impl Searcher<Bishops> for BishopsSearcher {
    fn search(
        &mut self,
        task: &SearchRequest<'_, Bishops>,
        report: &mut dyn FnMut(&SearchResult<Action>),
    ) -> SearchResult<Action> {
        if let (Some(_), Some(seat)) = (task.game.survival(), task.game.turn().seat()) {
            return self.search_survival(task, seat, report);
        }
        let told = |thought: SearchResult<Action>| finalize_duel_lines(task.game, thought);
        let thought = self.duel.search(task, &mut |thought| report(&told(thought.clone())));
        told(thought)
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

    fn set_opponent_model(&mut self, outlook: OpponentModel) -> bool {
        self.opponent_model = outlook;
        true
    }
}

/// Lines with the shares of all seats where they end, and scores that are zero where nobody is ahead.
fn finalize_survival_lines(
    survivors: &SurvivalSearchGame,
    task: &SearchRequest<'_, Bishops>,
    thought: SearchResult<Action>,
) -> SearchResult<Action> {
    let living = survivors.living_seats(task.game).len();
    let line = |(number, line): (usize, PvLine<Action>)| {
        let (moves, shares) =
            replay_line(survivors, task, &line.moves, !task.for_play && number < MAX_FILLED_LINES);
        PvLine { score: score_relative_to_equal_share(line.score, living), shares, moves }
    };
    SearchResult { lines: thought.lines.into_iter().enumerate().map(line).collect(), ..thought }
}

/// A line through all seats, and the shares at its end. Where a search has left out turns, the line ends, or, if it is to
/// be `filled`, the seat does what is best for itself at once.
fn replay_line(
    survivors: &SurvivalSearchGame,
    task: &SearchRequest<'_, Bishops>,
    moves: &[Action],
    filled: bool,
) -> (Vec<Action>, Shares) {
    let mut after = task.game.clone();
    let mut played = Vec::new();
    let mut expected = moves.iter().copied().peekable();
    while played.len() < MAX_LINE_LENGTH && expected.peek().is_some() {
        let mut legal = Vec::new();
        after.legal_actions(&mut legal);
        let action = match expected.next_if(|action| legal.contains(action)) {
            Some(action) => action,
            None if !filled || survivors.terminal_shares(&after).is_some() => break,
            None => match best_static_action(survivors, &after, &legal) {
                Some(action) => action,
                None => break,
            },
        };
        after.play(action);
        played.push(action);
    }
    let shares = survivors.terminal_shares(&after).unwrap_or_else(|| survivors.evaluate(&after));
    (played, shares)
}

/// What promises the seat to act most at once.
fn best_static_action(survivors: &SurvivalSearchGame, game: &Bishops, legal: &[Action]) -> Option<Action> {
    let seat = game.turn().seat()?;
    let promise = |action: &Action| {
        let mut after = game.clone();
        after.play(*action);
        survivors.terminal_shares(&after).unwrap_or_else(|| survivors.evaluate(&after))[seat]
    };
    let steps = legal.iter().filter(|action| !survivors.keeps_turn(**action));
    steps.copied().max_by(|a, b| promise(a).total_cmp(&promise(b)))
}

/// In the duel the point is between two.
fn finalize_duel_lines(game: &Bishops, thought: SearchResult<Action>) -> SearchResult<Action> {
    let plays = |seat: Seat| game.duel().is_some_and(|duel| duel.sides().contains(&seat));
    let line = |line: PvLine<Action>| {
        let shares = BySeat::from_fn(|seat| if plays(seat) { line.shares[seat] } else { 0.0 });
        PvLine { shares, ..line }
    };
    SearchResult { lines: thought.lines.into_iter().map(line).collect(), ..thought }
}
