//! One position of the search in which a side decides.

use super::best_moves::{BestMoves, SearchedMove};
use super::move_ordering::{ScoredMove, pick_next};
use super::worker::{MAX_PLY, Worker};
use crate::search_game::ActionOf;
use crate::transposition_table::{Bound, TtEntry};
use crate::{NodeDepth, NodeKind, Score, SearchGame};

/// The scores that still matter: those at or below `alpha` and at or above `beta` are as good as each other.
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: Score::WORST, beta: Score::BEST };

    /// The narrowest window above a score.
    pub(super) const fn null_window(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next_above() }
    }

    pub(super) const fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    pub(super) fn negated_if(self, turn: bool) -> Window {
        if turn { Window { alpha: -self.beta, beta: -self.alpha } } else { self }
    }

    pub(super) fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

impl<M: SearchGame> Worker<'_, M> {
    /// The score of a position for the side that decides in it.
    pub(super) fn alpha_beta(
        &mut self,
        game: &M::Game,
        spot: NodeDepth,
        window: Window,
        may_pass: bool,
    ) -> Score {
        self.pv[spot.ply].clear();
        if !self.count_node() {
            return Score::DRAW;
        }
        let key = self.game.key(game);
        if spot.ply > 0 && self.is_repetition(game, key) {
            return Score::DRAW;
        }
        let tense = self.game.in_danger(game);
        let extended = tense && self.flags.pruning && (1..self.max_extension_ply).contains(&spot.ply);
        let spot =
            if extended && spot.depth >= 0 { NodeDepth { depth: spot.depth + 1, ..spot } } else { spot };
        if spot.depth <= 0 || spot.ply >= MAX_PLY {
            return self.qsearch(game, spot, window);
        }
        let memo = if self.flags.transposition_table { self.table.probe(key) } else { None };
        if let Some(score) = memo.and_then(|memo| table_cutoff(memo, spot, window, self.is_pv_node(window))) {
            return score;
        }
        self.generated.clear();
        match self.game.generate_moves(game, spot, &mut self.generated) {
            NodeKind::Terminal(end) => return end.score(spot.ply),
            NodeKind::Chance => return self.search_chance_node(game, key, spot, window),
            NodeKind::Decision => {}
        }
        let list = self.score_moves(game, spot.ply, memo);
        self.push_key(key);
        let score = self.search_moves(game, key, spot, window, list, tense, may_pass);
        self.pop_key();
        score
    }

    /// Whether the position is on the line that is expected so far. No line goes on beyond a turn of chance, where
    /// windows are wide for another reason.
    pub(super) fn is_pv_node(&self, window: Window) -> bool {
        window.is_open() && self.chance_nodes_above == 0
    }

    #[allow(clippy::too_many_arguments, reason = "what one position hands to its loop over moves")]
    fn search_moves(
        &mut self,
        game: &M::Game,
        key: u64,
        spot: NodeDepth,
        window: Window,
        mut list: Vec<ScoredMove<ActionOf<M>>>,
        tense: bool,
        may_pass: bool,
    ) -> Score {
        let expected = self.is_pv_node(window);
        let guesses = self.flags.pruning && !tense && !expected;
        let judged = if guesses { Some(self.game.evaluate(game)) } else { None };
        if let Some(judged) = judged
            && let Some(score) = self.guess_good(game, spot, window, judged, may_pass)
        {
            self.return_list(list);
            return score;
        }
        let mut best = BestMoves::new(self.game.effective_rank(game));
        let mut tried = QuietsTried::default();
        let mut place = 0;
        while let Some(ranked) = pick_next(&mut list, place) {
            place += 1;
            let alpha = window.alpha.max(best.score());
            let quiet = ranked.tactical_gain.is_none();
            let loses = ranked.tactical_gain.is_some_and(|gain| gain < -M::FUTILITY_MARGIN);
            if let Some(judged) = judged
                && best.score() > Score::lost_in(MAX_PLY)
                && (quiet && is_hopeless::<M>(judged, alpha, spot.depth, place)
                    || loses && losing_capture_prune::<M>(ranked.tactical_gain, spot.depth))
            {
                continue;
            }
            let mut below = game.clone();
            self.game.play(&mut below, ranked.action);
            let inner = Window { alpha, beta: window.beta };
            let opinion = if quiet {
                self.history.history_score(self.game.history_index(game, ranked.action))
            } else {
                0
            };
            let less = self.late_move_reduction(spot, place, quiet || loses, tense, expected, opinion);
            let score = self.search_child(game, &below, spot, inner, place, less);
            if self.stopped {
                break;
            }
            let line = if expected && score > alpha { self.pv[spot.ply + 1].clone() } else { Vec::new() };
            let group = self.game.ban_group(ranked.action);
            best.add(SearchedMove { score, ban_group: group, index: ranked.index, pv: line });
            if best.score() >= window.beta {
                self.reward_cutoff(game, spot, ranked, &tried);
                break;
            }
            if quiet {
                tried.add(self.game.history_index(game, ranked.action));
            }
        }
        let score = best.score();
        if !self.stopped {
            self.store_entry(key, spot, window, &best);
            if expected {
                self.update_pv(spot.ply, &list, best);
            }
        }
        self.return_list(list);
        score
    }

    /// Searches the position after a move: first with a narrow window and perhaps less deep, then as far as it
    /// turns out to matter.
    pub(super) fn search_child(
        &mut self,
        game: &M::Game,
        below: &M::Game,
        spot: NodeDepth,
        window: Window,
        place: usize,
        less: i32,
    ) -> Score {
        let turn = self.game.side_to_move(game) != self.game.side_to_move(below);
        let deep = NodeDepth { ply: spot.ply + 1, depth: spot.depth - 1 };
        let look = |worker: &mut Self, spot: NodeDepth, window: Window| {
            let score = worker.alpha_beta(below, spot, window.negated_if(turn), true);
            if turn { -score } else { score }
        };
        if !self.flags.pruning || place <= self.game.effective_rank(game) {
            return look(self, deep, window);
        }
        let narrow = Window::null_window(window.alpha);
        if less > 0 {
            let shallow = NodeDepth { depth: (deep.depth - less).max(1).min(deep.depth), ..deep };
            let score = look(self, shallow, narrow);
            if score <= window.alpha || self.stopped {
                return score;
            }
        }
        let score = look(self, deep, narrow);
        if score > window.alpha && score < window.beta { look(self, deep, window) } else { score }
    }

    /// How many plies less a move is searched that comes late in the order.
    fn late_move_reduction(
        &self,
        spot: NodeDepth,
        place: usize,
        quiet: bool,
        tense: bool,
        open: bool,
        opinion: i32,
    ) -> i32 {
        if !self.flags.pruning || spot.depth < 3 || place <= 3 || !quiet || tense {
            return 0;
        }
        let (depth, place) = (f64::from(spot.depth), place as f64);
        let less = (0.4 + depth.ln() * place.ln() / 2.3) as i32;
        (less - i32::from(open) - opinion / 4).max(0)
    }

    /// A position so good that even with less, or after doing nothing, it is good enough.
    fn guess_good(
        &mut self,
        game: &M::Game,
        spot: NodeDepth,
        window: Window,
        judged: Score,
        may_pass: bool,
    ) -> Option<Score> {
        if window.beta.is_win() || window.beta.is_loss() {
            return None;
        }
        if spot.depth <= 6 && judged.plus(-M::FUTILITY_MARGIN * spot.depth) >= window.beta {
            return Some(judged);
        }
        if !may_pass || spot.depth < 3 || judged < window.beta {
            return None;
        }
        let below = self.game.null_move(game)?;
        let rest = NodeDepth { ply: spot.ply + 1, depth: spot.depth - 3 - spot.depth / 4 };
        let narrow = Window { alpha: window.beta.plus(-1), beta: window.beta };
        let turn = self.game.side_to_move(game) != self.game.side_to_move(&below);
        let score = self.alpha_beta(&below, rest, narrow.negated_if(turn), false);
        let score = if turn { -score } else { score };
        let enough = score >= window.beta && !self.stopped;
        enough.then(|| if score.is_win() { window.beta } else { score })
    }

    fn reward_cutoff(
        &mut self,
        game: &M::Game,
        spot: NodeDepth,
        ranked: ScoredMove<ActionOf<M>>,
        tried: &QuietsTried,
    ) {
        if ranked.tactical_gain.is_none() {
            let slot = self.game.history_index(game, ranked.action);
            self.history.reward(spot.ply, spot.depth, (ranked.action, slot), tried.history_indices());
        }
    }

    fn store_entry(&self, key: u64, spot: NodeDepth, window: Window, best: &BestMoves<ActionOf<M>>) {
        let score = best.score();
        let memo = TtEntry {
            score: score.relative_to_node(spot.ply),
            bound: window.bound(score),
            depth: spot.depth.clamp(0, 255) as u8,
            moves: best.move_indices(),
        };
        self.table.store(key, memo);
    }

    /// Keeps the line that is expected: what is forbidden, what is then played, and what follows.
    pub(super) fn update_pv(
        &mut self,
        ply: usize,
        list: &[ScoredMove<ActionOf<M>>],
        mut best: BestMoves<ActionOf<M>>,
    ) {
        let action =
            |number: u16| list.iter().find(|ranked| ranked.index == number).map(|ranked| ranked.action);
        let forbidden = best.banned().and_then(|choice| self.game.ban_of(action(choice.index)?));
        let Some(choice) = best.take_effective() else { return };
        let line = &mut self.pv[ply];
        line.clear();
        line.extend(forbidden);
        line.extend(action(choice.index));
        line.extend(choice.pv);
    }
}

/// What a remembered score settles.
pub(super) fn table_cutoff(memo: TtEntry, spot: NodeDepth, window: Window, expected: bool) -> Option<Score> {
    if spot.ply == 0 || expected || i32::from(memo.depth) < spot.depth {
        return None;
    }
    let score = memo.score.relative_to_root(spot.ply);
    let settles = match memo.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    settles.then_some(score)
}

/// Whether a capture loses more than so little depth can bring back.
fn losing_capture_prune<M: SearchGame>(gain: Option<i32>, depth: i32) -> bool {
    depth <= 5 && gain.is_some_and(|gain| gain < -M::FUTILITY_MARGIN * depth)
}

/// Whether a quiet move cannot be expected to change a hopeless balance, or comes too late to matter.
fn is_hopeless<M: SearchGame>(judged: Score, alpha: Score, depth: i32, place: usize) -> bool {
    let late = 6 + 2 * (depth * depth) as usize;
    depth <= 4 && (judged.plus(M::FUTILITY_MARGIN * (depth + 1)) <= alpha || place > late)
}

/// The slots of the quiet moves that were tried, as many as are worth a lesson.
#[derive(Default)]
struct QuietsTried {
    history_indices: [usize; 32],
    count: usize,
}

impl QuietsTried {
    fn add(&mut self, slot: usize) {
        if let Some(place) = self.history_indices.get_mut(self.count) {
            *place = slot;
            self.count += 1;
        }
    }

    fn history_indices(&self) -> &[usize] {
        &self.history_indices[..self.count]
    }
}
