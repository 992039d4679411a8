//! Max-n: each seat takes what is best for itself.

use super::{ActionIn, Crowd, Shares, score_of};
use crate::limits::Watch;
use crate::search::Machinery;
use crate::search::order::Habits;
use crate::search::worker::DEEPEST;
use crate::thinker::{Task, Thinker};
use crate::{Line, Score, Thought};
use tetrarch_rules::{BySeat, Position as _, Seat};

/// Captures are followed this far, and so many of them.
const LOUD_PLIES: u32 = 3;
const LOUD_MOVES: usize = 3;
/// How many positions are seen between two looks at the clock.
const LOOK: u64 = 64;
/// What the sum of shares may miss by the way numbers are written.
const NOISE: f64 = 1e-9;
const LOUD: i32 = 1 << 24;
/// What somebody has who cannot afford to do nothing.
const NOTHING: Shares = BySeat::all(-1.0);

/// A search in which each seat plays for itself alone.
pub struct MaxN<C> {
    crowd: C,
    machinery: Machinery,
}

impl<C: Crowd> MaxN<C> {
    /// A search with this knowledge of the game.
    pub fn new(crowd: C) -> MaxN<C> {
        MaxN { crowd, machinery: Machinery::FULL }
    }

    /// The same with some of the machinery off.
    #[must_use]
    pub fn with_machinery(self, machinery: Machinery) -> MaxN<C> {
        MaxN { machinery, ..self }
    }
}

impl<C: Crowd> Thinker<C::Game> for MaxN<C> {
    fn think(
        &mut self,
        task: &Task<'_, C::Game>,
        report: &mut dyn FnMut(&Thought<ActionIn<C>>),
    ) -> Thought<ActionIn<C>> {
        let watch = task.watch();
        Walk::new(&self.crowd, &watch, self.machinery).deepen(task, report)
    }

    fn forget(&mut self) {}

    fn set_memory(&mut self, _: usize) {}

    fn set_threads(&mut self, _: usize) {}
}

/// A move of the root with what it leads to.
#[derive(Clone)]
struct Candidate<A> {
    action: A,
    shares: Shares,
    line: Vec<A>,
}

/// One search under way.
struct Walk<'a, C: Crowd> {
    crowd: &'a C,
    watch: &'a Watch,
    machinery: Machinery,
    nodes: u64,
    stopped: bool,
    habits: Habits<ActionIn<C>>,
    lines: Vec<Vec<ActionIn<C>>>,
}

impl<'a, C: Crowd> Walk<'a, C> {
    fn new(crowd: &'a C, watch: &'a Watch, machinery: Machinery) -> Walk<'a, C> {
        let lines = vec![Vec::new(); DEEPEST + 2];
        Walk { crowd, watch, machinery, nodes: 0, stopped: false, habits: Habits::new(C::SLOTS), lines }
    }

    fn deepen(
        mut self,
        task: &Task<'_, C::Game>,
        report: &mut dyn FnMut(&Thought<ActionIn<C>>),
    ) -> Thought<ActionIn<C>> {
        let mut actions = Vec::new();
        self.crowd.expand(task.game, &mut actions);
        let judged = self.crowd.judge(task.game);
        let mut candidates: Vec<Candidate<ActionIn<C>>> = actions
            .into_iter()
            .map(|action| Candidate { action, shares: judged, line: vec![action] })
            .collect();
        let seat = self.crowd.seat(task.game).unwrap_or(Seat::new(0));
        let (mut depth, mut reached) = (1, 0);
        while (depth as usize) < DEEPEST && self.watch.may_go_on(depth, self.nodes) {
            self.look(task, seat, &mut candidates, depth);
            if self.stopped {
                break;
            }
            reached = depth;
            report(&self.thought(task, seat, &candidates, reached));
            if task.for_play && candidates.len() == 1 && task.limits.depth.is_none() {
                break;
            }
            depth += 1;
        }
        self.thought(task, seat, &candidates, reached)
    }

    /// One look at all moves of the root. Stopped, it leaves the best found in front.
    fn look(
        &mut self,
        task: &Task<'_, C::Game>,
        seat: Seat,
        candidates: &mut [Candidate<ActionIn<C>>],
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
            candidate.line = std::iter::once(candidate.action).chain(self.lines[1].iter().copied()).collect();
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
        self.lines[ply].clear();
        if !self.count() {
            return BySeat::default();
        }
        if let Some(shares) = self.crowd.end(game) {
            return shares;
        }
        if depth == 0 || ply >= DEEPEST {
            return self.settle(game, ply, LOUD_PLIES);
        }
        let mut actions = Vec::new();
        self.crowd.expand(game, &mut actions);
        self.best_of(game, ply, depth, &actions, None, above)
    }

    /// The shares once nothing more is taken. Whoever decides may always do something quiet instead.
    fn settle(&mut self, game: &C::Game, ply: usize, depth: u32) -> Shares {
        self.lines[ply].clear();
        if let Some(shares) = self.crowd.end(game) {
            return shares;
        }
        let quiet = self.crowd.judge(game);
        if depth == 0 || ply >= DEEPEST || !self.machinery.captures {
            return quiet;
        }
        let mut actions = Vec::new();
        if self.crowd.is_tense(game) {
            self.crowd.expand(game, &mut actions);
            return self.best_of(game, ply, 0, &actions, Some((NOTHING, depth)), None);
        }
        self.crowd.expand_loud(game, self.crowd.living(game), &mut actions);
        let gain = |action: &ActionIn<C>| self.crowd.gain(game, *action).map_or(0, |(gain, _)| gain);
        actions.sort_by_key(|action| std::cmp::Reverse(gain(action)));
        actions.truncate(LOUD_MOVES);
        self.best_of(game, ply, 0, &actions, Some((quiet, depth)), None)
    }

    /// The best of some moves for the seat that decides. `instead` is what it has without them, in the search of
    /// captures, and how far that goes.
    fn best_of(
        &mut self,
        game: &C::Game,
        ply: usize,
        depth: u32,
        actions: &[ActionIn<C>],
        instead: Option<(Shares, u32)>,
        above: Option<(Seat, f64)>,
    ) -> Shares {
        let Some(seat) = self.crowd.seat(game) else { return self.crowd.judge(game) };
        let (mut best, mut own) = match instead {
            Some((shares, _)) => (shares, shares[seat]),
            None => (BySeat::default(), f64::NEG_INFINITY),
        };
        // Shares add up to one: what this seat takes, the one above cannot have.
        let enough =
            above.filter(|(who, _)| *who != seat).map_or(f64::INFINITY, |(_, has)| 1.0 - has + NOISE);
        let mut tried = Vec::new();
        for action in self.ordered(game, ply, actions) {
            let mut below = game.clone();
            below.play(action);
            let shares = match instead {
                Some((_, left)) if self.count() => self.settle(&below, ply + 1, left - 1),
                Some(_) => best,
                None => self.search(&below, ply + 1, depth - 1, Some((seat, own))),
            };
            if self.stopped {
                return best;
            }
            if shares[seat] > own {
                (best, own) = (shares, shares[seat]);
                let (head, tail) = self.lines.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(action);
                head[ply].extend_from_slice(&tail[0]);
                if own >= enough {
                    self.praise(game, ply, depth, action, &tried);
                    break;
                }
            }
            tried.push(self.crowd.slot(game, action));
        }
        best
    }

    fn praise(&mut self, game: &C::Game, ply: usize, depth: u32, action: ActionIn<C>, tried: &[usize]) {
        if self.crowd.gain(game, action).is_none() {
            let slot = self.crowd.slot(game, action);
            self.habits.learn(ply, depth as i32, (action, slot), tried);
        }
    }

    /// The moves in the order in which they are tried.
    fn ordered(&self, game: &C::Game, ply: usize, actions: &[ActionIn<C>]) -> Vec<ActionIn<C>> {
        if !self.machinery.guesses {
            return actions.to_vec();
        }
        let rank = |action: ActionIn<C>| match self.crowd.gain(game, action) {
            Some((gain, _)) => LOUD + gain,
            None => self.habits.rank(ply, action, self.crowd.slot(game, action)),
        };
        let mut ranked: Vec<_> = actions.iter().map(|action| (rank(*action), *action)).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().map(|(_, action)| action).collect()
    }

    /// Counts a position. False if the search has to stop.
    fn count(&mut self) -> bool {
        self.nodes += 1;
        let limit = self.watch.limits.nodes.is_some_and(|most| self.nodes >= most);
        self.stopped =
            self.stopped || limit || self.nodes.is_multiple_of(LOOK) && self.watch.must_stop(self.nodes);
        !self.stopped
    }

    fn thought(
        &self,
        task: &Task<'_, C::Game>,
        seat: Seat,
        candidates: &[Candidate<ActionIn<C>>],
        depth: u32,
    ) -> Thought<ActionIn<C>> {
        let line = |candidate: &Candidate<ActionIn<C>>| Line {
            score: as_score(candidate.shares[seat], candidate.line.len()),
            shares: candidate.shares,
            moves: candidate.line.clone(),
        };
        Thought {
            lines: candidates.iter().take(task.lines.max(1)).map(line).collect(),
            depth,
            nodes: self.nodes,
            time: self.watch.begun.elapsed(),
            memory_permille: 0,
        }
    }
}

/// What a share at the end of a line is as a score.
fn as_score(share: f64, plies: usize) -> Score {
    match share {
        share if share <= 0.0 => Score::lost_in(plies),
        share if share >= 1.0 => Score::won_in(plies),
        share => score_of(share),
    }
}
