//! Max-n search: each seat maximises its own share.

use super::{Shares, score_from_share};
use crate::bishops::SurvivalSearchGame;
use crate::search::SearchFlags;
use crate::search::move_ordering::MoveHistory;
use crate::search::worker::MAX_PLY;
use crate::search_control::SearchControl;
use crate::searcher::{SearchInput, Searcher};
use crate::{PvLine, SearchResult};
use tetrarch_rules::bishops::Action;
use tetrarch_rules::{Bishops, BySeat, Position as _, Seat};
use tetrarch_table::search::Score;

/// Depth of the quiescence search, and the number of moves it tries at each node.
const QUIESCENCE_PLIES: u32 = 3;
const QUIESCENCE_MOVES: usize = 3;
/// How many nodes to search between checks of the limits.
const NODES_PER_LIMIT_CHECK: u64 = 64;
/// Tolerance for rounding errors in the sum of the shares.
const ROUNDING_TOLERANCE: f64 = 1e-9;
const CAPTURE_SCORE: i32 = 1 << 24;
/// The stand-pat value of a seat in danger, which may not stand pat.
const NO_STAND_PAT: Shares = BySeat::all(-1.0);

/// A search in which each seat plays for itself.
pub struct MaxNSearch {
    game: SurvivalSearchGame,
    flags: SearchFlags,
}

impl MaxNSearch {
    /// Creates a search of a game.
    pub fn new(game: SurvivalSearchGame) -> MaxNSearch {
        MaxNSearch { game, flags: SearchFlags::ALL }
    }

    /// The same search with other flags.
    #[must_use]
    pub fn with_flags(self, flags: SearchFlags) -> MaxNSearch {
        MaxNSearch { flags, ..self }
    }
}

impl Searcher<Bishops> for MaxNSearch {
    fn search(
        &mut self,
        input: &SearchInput<'_, Bishops>,
        report: &mut dyn FnMut(&SearchResult<Action>),
    ) -> SearchResult<Action> {
        let control = input.control();
        MaxNWorker::new(&self.game, &control, self.flags).iterative_deepening(input, report)
    }

    fn clear(&mut self) {}

    fn set_hash_size(&mut self, _: usize) {}

    fn set_threads(&mut self, _: usize) {}

    fn uses_opponent_model(&self) -> bool {
        false
    }
}

/// A root move and its result.
#[derive(Clone)]
struct MaxNRootMove {
    action: Action,
    shares: Shares,
    pv: Vec<Action>,
}

/// A running search.
struct MaxNWorker<'a> {
    game: &'a SurvivalSearchGame,
    control: &'a SearchControl,
    flags: SearchFlags,
    nodes: u64,
    stopped: bool,
    history: MoveHistory<Action>,
    pv: Vec<Vec<Action>>,
}

impl<'a> MaxNWorker<'a> {
    fn new(game: &'a SurvivalSearchGame, control: &'a SearchControl, flags: SearchFlags) -> MaxNWorker<'a> {
        let history = MoveHistory::new(SurvivalSearchGame::HISTORY_SIZE);
        let pv = vec![Vec::new(); MAX_PLY + 2];
        MaxNWorker { game, control, flags, nodes: 0, stopped: false, history, pv }
    }

    fn iterative_deepening(
        mut self,
        input: &SearchInput<'_, Bishops>,
        report: &mut dyn FnMut(&SearchResult<Action>),
    ) -> SearchResult<Action> {
        let mut actions = Vec::new();
        self.game.generate_moves(input.position, &mut actions);
        let evaluation = self.game.evaluate(input.position);
        let mut moves: Vec<MaxNRootMove> = actions
            .into_iter()
            .map(|action| MaxNRootMove { action, shares: evaluation, pv: vec![action] })
            .collect();
        let seat = self.game.seat_to_move(input.position).unwrap_or(Seat::new(0));
        let (mut depth, mut completed) = (1, 0);
        while (depth as usize) < MAX_PLY && self.control.may_start_depth(depth, self.nodes) {
            self.search_depth(input, seat, &mut moves, depth);
            if self.stopped {
                break;
            }
            completed = depth;
            report(&self.result(input, seat, &moves, completed));
            if input.for_play && moves.len() == 1 && input.limits().depth.is_none() {
                break;
            }
            depth += 1;
        }
        self.result(input, seat, &moves, completed)
    }

    /// Searches all root moves to a depth. If it is stopped, the best move so far comes first.
    fn search_depth(
        &mut self,
        input: &SearchInput<'_, Bishops>,
        seat: Seat,
        moves: &mut [MaxNRootMove],
        depth: u32,
    ) {
        let mut best = f64::NEG_INFINITY;
        for index in 0..moves.len() {
            let mut child = input.position.clone();
            child.play(moves[index].action);
            let floor = if input.request.lines > 1 { f64::NEG_INFINITY } else { best };
            let shares = self.search(&child, 1, depth - 1, Some((seat, floor)));
            if self.stopped {
                return;
            }
            let root_move = &mut moves[index];
            root_move.shares = shares;
            root_move.pv = std::iter::once(root_move.action).chain(self.pv[1].iter().copied()).collect();
            if shares[seat] > best {
                best = shares[seat];
                moves[..=index].rotate_right(1);
            }
        }
        if input.request.lines > 1 {
            moves.sort_by(|a, b| b.shares[seat].total_cmp(&a.shares[seat]));
        }
    }

    /// The shares that a position leads to. `parent` is the seat that moved before, with the share that it is
    /// sure of.
    fn search(&mut self, position: &Bishops, ply: usize, depth: u32, parent: Option<(Seat, f64)>) -> Shares {
        self.pv[ply].clear();
        if !self.count_node() {
            return BySeat::default();
        }
        if let Some(shares) = self.game.terminal_shares(position) {
            return shares;
        }
        if depth == 0 || ply >= MAX_PLY {
            return self.qsearch(position, ply, QUIESCENCE_PLIES);
        }
        let mut actions = Vec::new();
        self.game.generate_moves(position, &mut actions);
        self.best_shares(position, ply, depth, &actions, None, parent)
    }

    /// Quiescence search. The seat to move may stand pat unless it is in danger.
    fn qsearch(&mut self, position: &Bishops, ply: usize, depth: u32) -> Shares {
        self.pv[ply].clear();
        if let Some(shares) = self.game.terminal_shares(position) {
            return shares;
        }
        let stand_pat = self.game.evaluate(position);
        if depth == 0 || ply >= MAX_PLY || !self.flags.quiescence {
            return stand_pat;
        }
        let mut actions = Vec::new();
        if self.game.in_danger(position) {
            self.game.generate_moves(position, &mut actions);
            return self.best_shares(position, ply, 0, &actions, Some((NO_STAND_PAT, depth)), None);
        }
        self.game.generate_tactical_moves(position, self.game.living_seats(position), &mut actions);
        let gain = |action: &Action| self.game.tactical_gain(position, *action).map_or(0, |(gain, _)| gain);
        actions.sort_by_key(|action| std::cmp::Reverse(gain(action)));
        actions.truncate(QUIESCENCE_MOVES);
        self.best_shares(position, ply, 0, &actions, Some((stand_pat, depth)), None)
    }

    /// The best of some moves for the seat to move. In the quiescence search, `stand_pat` holds the stand-pat
    /// shares and the remaining depth.
    fn best_shares(
        &mut self,
        position: &Bishops,
        ply: usize,
        depth: u32,
        actions: &[Action],
        stand_pat: Option<(Shares, u32)>,
        parent: Option<(Seat, f64)>,
    ) -> Shares {
        let Some(seat) = self.game.seat_to_move(position) else { return self.game.evaluate(position) };
        let (mut best, mut own) = match stand_pat {
            Some((shares, _)) => (shares, shares[seat]),
            None => (BySeat::default(), f64::NEG_INFINITY),
        };
        // Shares add up to one: what this seat gets, the parent's seat cannot have (shallow pruning).
        let enough = parent
            .filter(|(parent_seat, _)| *parent_seat != seat)
            .map_or(f64::INFINITY, |(_, share)| 1.0 - share + ROUNDING_TOLERANCE);
        let mut tried = Vec::new();
        for action in self.order_moves(position, ply, actions) {
            let mut child = position.clone();
            child.play(action);
            let shares = match stand_pat {
                Some((_, depth)) if self.count_node() => self.qsearch(&child, ply + 1, depth - 1),
                Some(_) => best,
                None => self.search(&child, ply + 1, depth - 1, Some((seat, own))),
            };
            if self.stopped {
                return best;
            }
            if shares[seat] > own {
                (best, own) = (shares, shares[seat]);
                let (head, tail) = self.pv.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(action);
                head[ply].extend_from_slice(&tail[0]);
                if own >= enough {
                    self.reward_cutoff(position, ply, depth, action, &tried);
                    break;
                }
            }
            tried.push(self.game.history_index(position, action));
        }
        best
    }

    /// Updates killers and history after a cutoff by a quiet move.
    fn reward_cutoff(&mut self, position: &Bishops, ply: usize, depth: u32, action: Action, tried: &[usize]) {
        if self.game.tactical_gain(position, action).is_none() {
            let index = self.game.history_index(position, action);
            self.history.reward(ply, depth as i32, (action, index), tried);
        }
    }

    /// Orders moves: captures, killers, then by history.
    fn order_moves(&self, position: &Bishops, ply: usize, actions: &[Action]) -> Vec<Action> {
        if !self.flags.pruning {
            return actions.to_vec();
        }
        let ordering_score = |action: Action| match self.game.tactical_gain(position, action) {
            Some((gain, _)) => CAPTURE_SCORE + gain,
            None => self.history.ordering_score(ply, action, self.game.history_index(position, action)),
        };
        let mut scored: Vec<_> = actions.iter().map(|action| (ordering_score(*action), *action)).collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        scored.into_iter().map(|(_, action)| action).collect()
    }

    /// Counts a node. Returns false if the search has to stop.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        let limit_reached = self.control.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        self.stopped = self.stopped
            || limit_reached
            || self.nodes.is_multiple_of(NODES_PER_LIMIT_CHECK) && self.control.should_stop(self.nodes);
        !self.stopped
    }

    fn result(
        &self,
        input: &SearchInput<'_, Bishops>,
        seat: Seat,
        moves: &[MaxNRootMove],
        depth: u32,
    ) -> SearchResult<Action> {
        let line = |root_move: &MaxNRootMove| PvLine {
            score: score_at_leaf(root_move.shares[seat], root_move.pv.len()),
            shares: root_move.shares,
            moves: root_move.pv.clone(),
        };
        SearchResult {
            lines: moves.iter().take(input.request.lines.max(1)).map(line).collect(),
            depth,
            nodes: self.nodes,
            time: self.control.started.elapsed(),
            hashfull: 0,
        }
    }
}

/// The score of a share at the end of a line.
fn score_at_leaf(share: f64, plies: usize) -> Score {
    match share {
        share if share <= 0.0 => Score::lost_in(plies),
        share if share >= 1.0 => Score::won_in(plies),
        share => score_from_share(share),
    }
}
