//! Max-n: each seat takes what is best for itself.

use super::{MultiplayerAction, MultiplayerGame, Shares, score_from_share};
use crate::limits::SearchControl;
use crate::search::SearchFlags;
use crate::search::move_ordering::MoveHistory;
use crate::search::worker::MAX_PLY;
use crate::searcher::{SearchRequest, Searcher};
use crate::{PvLine, Score, SearchResult};
use tetrarch_rules::{BySeat, Position as _, Seat};

/// Captures are followed this far, and so many of them.
const QUIESCENCE_PLIES: u32 = 3;
const QUIESCENCE_MOVES: usize = 3;
/// How many positions are seen between two looks at the clock.
const NODES_PER_LIMIT_CHECK: u64 = 64;
/// What the sum of shares may miss by the way numbers are written.
const ROUNDING_TOLERANCE: f64 = 1e-9;
const CAPTURE_SCORE: i32 = 1 << 24;
/// What somebody has who cannot afford to do nothing.
const NO_STAND_PAT: Shares = BySeat::all(-1.0);

/// A search in which each seat plays for itself alone.
pub struct MaxNSearch<C> {
    game: C,
    flags: SearchFlags,
}

impl<C: MultiplayerGame> MaxNSearch<C> {
    /// A search with this knowledge of the game.
    pub fn new(game: C) -> MaxNSearch<C> {
        MaxNSearch { game, flags: SearchFlags::ALL }
    }

    /// The same with some of the machinery off.
    #[must_use]
    pub fn with_flags(self, machinery: SearchFlags) -> MaxNSearch<C> {
        MaxNSearch { flags: machinery, ..self }
    }
}

impl<C: MultiplayerGame> Searcher<C::Game> for MaxNSearch<C> {
    fn search(
        &mut self,
        task: &SearchRequest<'_, C::Game>,
        report: &mut dyn FnMut(&SearchResult<MultiplayerAction<C>>),
    ) -> SearchResult<MultiplayerAction<C>> {
        let watch = task.control();
        MaxNWorker::new(&self.game, &watch, self.flags).iterative_deepening(task, report)
    }

    fn clear(&mut self) {}

    fn set_hash_size(&mut self, _: usize) {}

    fn set_threads(&mut self, _: usize) {}
}

/// A move of the root with what it leads to.
#[derive(Clone)]
struct MaxNRootMove<A> {
    action: A,
    shares: Shares,
    pv: Vec<A>,
}

/// One search under way.
struct MaxNWorker<'a, C: MultiplayerGame> {
    game: &'a C,
    control: &'a SearchControl,
    flags: SearchFlags,
    nodes: u64,
    stopped: bool,
    history: MoveHistory<MultiplayerAction<C>>,
    pv: Vec<Vec<MultiplayerAction<C>>>,
}

impl<'a, C: MultiplayerGame> MaxNWorker<'a, C> {
    fn new(game: &'a C, control: &'a SearchControl, flags: SearchFlags) -> MaxNWorker<'a, C> {
        let pv = vec![Vec::new(); MAX_PLY + 2];
        MaxNWorker {
            game,
            control,
            flags,
            nodes: 0,
            stopped: false,
            history: MoveHistory::new(C::HISTORY_SIZE),
            pv,
        }
    }

    fn iterative_deepening(
        mut self,
        task: &SearchRequest<'_, C::Game>,
        report: &mut dyn FnMut(&SearchResult<MultiplayerAction<C>>),
    ) -> SearchResult<MultiplayerAction<C>> {
        let mut actions = Vec::new();
        self.game.generate_moves(task.game, &mut actions);
        let judged = self.game.evaluate(task.game);
        let mut candidates: Vec<MaxNRootMove<MultiplayerAction<C>>> = actions
            .into_iter()
            .map(|action| MaxNRootMove { action, shares: judged, pv: vec![action] })
            .collect();
        let seat = self.game.seat_to_move(task.game).unwrap_or(Seat::new(0));
        let (mut depth, mut reached) = (1, 0);
        while (depth as usize) < MAX_PLY && self.control.may_start_depth(depth, self.nodes) {
            self.search_depth(task, seat, &mut candidates, depth);
            if self.stopped {
                break;
            }
            reached = depth;
            report(&self.result(task, seat, &candidates, reached));
            if task.for_play && candidates.len() == 1 && task.limits.depth.is_none() {
                break;
            }
            depth += 1;
        }
        self.result(task, seat, &candidates, reached)
    }

    /// One look at all moves of the root. Stopped, it leaves the best found in front.
    fn search_depth(
        &mut self,
        task: &SearchRequest<'_, C::Game>,
        seat: Seat,
        candidates: &mut [MaxNRootMove<MultiplayerAction<C>>],
        depth: u32,
    ) {
        let mut best = f64::NEG_INFINITY;
        for place in 0..candidates.len() {
            let mut below = task.game.clone();
            below.play(candidates[place].action);
            let floor = if task.lines > 1 { f64::NEG_INFINITY } else { best };
            let shares = self.search(&below, 1, depth - 1, Some((seat, floor)));
            if self.stopped {
                return;
            }
            let candidate = &mut candidates[place];
            candidate.shares = shares;
            candidate.pv = std::iter::once(candidate.action).chain(self.pv[1].iter().copied()).collect();
            if shares[seat] > best {
                best = shares[seat];
                candidates[..=place].rotate_right(1);
            }
        }
        if task.lines > 1 {
            candidates.sort_by(|a, b| b.shares[seat].total_cmp(&a.shares[seat]));
        }
    }

    /// The shares that a position leads to. `above` is the seat that decided before, with what it has already.
    fn search(&mut self, game: &C::Game, ply: usize, depth: u32, above: Option<(Seat, f64)>) -> Shares {
        self.pv[ply].clear();
        if !self.count_node() {
            return BySeat::default();
        }
        if let Some(shares) = self.game.terminal_shares(game) {
            return shares;
        }
        if depth == 0 || ply >= MAX_PLY {
            return self.qsearch(game, ply, QUIESCENCE_PLIES);
        }
        let mut actions = Vec::new();
        self.game.generate_moves(game, &mut actions);
        self.best_reply_shares(game, ply, depth, &actions, None, above)
    }

    /// The shares once nothing more is taken. Whoever decides may always do something quiet instead.
    fn qsearch(&mut self, game: &C::Game, ply: usize, depth: u32) -> Shares {
        self.pv[ply].clear();
        if let Some(shares) = self.game.terminal_shares(game) {
            return shares;
        }
        let quiet = self.game.evaluate(game);
        if depth == 0 || ply >= MAX_PLY || !self.flags.quiescence {
            return quiet;
        }
        let mut actions = Vec::new();
        if self.game.in_danger(game) {
            self.game.generate_moves(game, &mut actions);
            return self.best_reply_shares(game, ply, 0, &actions, Some((NO_STAND_PAT, depth)), None);
        }
        self.game.generate_tactical_moves(game, self.game.living_seats(game), &mut actions);
        let gain = |action: &MultiplayerAction<C>| {
            self.game.tactical_gain(game, *action).map_or(0, |(gain, _)| gain)
        };
        actions.sort_by_key(|action| std::cmp::Reverse(gain(action)));
        actions.truncate(QUIESCENCE_MOVES);
        self.best_reply_shares(game, ply, 0, &actions, Some((quiet, depth)), None)
    }

    /// The best of some moves for the seat that decides. `instead` is what it has without them, in the search of
    /// captures, and how far that goes.
    fn best_reply_shares(
        &mut self,
        game: &C::Game,
        ply: usize,
        depth: u32,
        actions: &[MultiplayerAction<C>],
        instead: Option<(Shares, u32)>,
        above: Option<(Seat, f64)>,
    ) -> Shares {
        let Some(seat) = self.game.seat_to_move(game) else { return self.game.evaluate(game) };
        let (mut best, mut own) = match instead {
            Some((shares, _)) => (shares, shares[seat]),
            None => (BySeat::default(), f64::NEG_INFINITY),
        };
        // Shares add up to one: what this seat takes, the one above cannot have.
        let enough = above
            .filter(|(who, _)| *who != seat)
            .map_or(f64::INFINITY, |(_, has)| 1.0 - has + ROUNDING_TOLERANCE);
        let mut tried = Vec::new();
        for action in self.order_moves(game, ply, actions) {
            let mut below = game.clone();
            below.play(action);
            let shares = match instead {
                Some((_, left)) if self.count_node() => self.qsearch(&below, ply + 1, left - 1),
                Some(_) => best,
                None => self.search(&below, ply + 1, depth - 1, Some((seat, own))),
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
                    self.reward_cutoff(game, ply, depth, action, &tried);
                    break;
                }
            }
            tried.push(self.game.history_index(game, action));
        }
        best
    }

    fn reward_cutoff(
        &mut self,
        game: &C::Game,
        ply: usize,
        depth: u32,
        action: MultiplayerAction<C>,
        tried: &[usize],
    ) {
        if self.game.tactical_gain(game, action).is_none() {
            let slot = self.game.history_index(game, action);
            self.history.reward(ply, depth as i32, (action, slot), tried);
        }
    }

    /// The moves in the order in which they are tried.
    fn order_moves(
        &self,
        game: &C::Game,
        ply: usize,
        actions: &[MultiplayerAction<C>],
    ) -> Vec<MultiplayerAction<C>> {
        if !self.flags.pruning {
            return actions.to_vec();
        }
        let rank = |action: MultiplayerAction<C>| match self.game.tactical_gain(game, action) {
            Some((gain, _)) => CAPTURE_SCORE + gain,
            None => self.history.ordering_score(ply, action, self.game.history_index(game, action)),
        };
        let mut ranked: Vec<_> = actions.iter().map(|action| (rank(*action), *action)).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().map(|(_, action)| action).collect()
    }

    /// Counts a position. False if the search has to stop.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        let limit = self.control.limits.nodes.is_some_and(|most| self.nodes >= most);
        self.stopped = self.stopped
            || limit
            || self.nodes.is_multiple_of(NODES_PER_LIMIT_CHECK) && self.control.should_stop(self.nodes);
        !self.stopped
    }

    fn result(
        &self,
        task: &SearchRequest<'_, C::Game>,
        seat: Seat,
        candidates: &[MaxNRootMove<MultiplayerAction<C>>],
        depth: u32,
    ) -> SearchResult<MultiplayerAction<C>> {
        let line = |candidate: &MaxNRootMove<MultiplayerAction<C>>| PvLine {
            score: score_at_leaf(candidate.shares[seat], candidate.pv.len()),
            shares: candidate.shares,
            moves: candidate.pv.clone(),
        };
        SearchResult {
            lines: candidates.iter().take(task.lines.max(1)).map(line).collect(),
            depth,
            nodes: self.nodes,
            time: self.control.started.elapsed(),
            hashfull: 0,
        }
    }
}

/// What a share at the end of a line is as a score.
fn score_at_leaf(share: f64, plies: usize) -> Score {
    match share {
        share if share <= 0.0 => Score::lost_in(plies),
        share if share >= 1.0 => Score::won_in(plies),
        share => score_from_share(share),
    }
}
