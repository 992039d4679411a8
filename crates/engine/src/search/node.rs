//! One position of the search in which a side decides.

use super::best::{Best, Choice};
use super::order::{Ranked, next_best};
use super::worker::{DEEPEST, Worker};
use crate::memory::{Bound, Memo};
use crate::mind::ActionOf;
use crate::{Mind, Moves, Score, Spot};

/// The scores that still matter: those at or below `alpha` and at or above `beta` are as good as each other.
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: Score::WORST, beta: Score::BEST };

    /// The narrowest window above a score.
    pub(super) const fn just_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.above() }
    }

    pub(super) const fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    pub(super) fn turned(self, turn: bool) -> Window {
        if turn { Window { alpha: -self.beta, beta: -self.alpha } } else { self }
    }

    pub(super) fn bound_of(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

impl<M: Mind> Worker<'_, M> {
    /// The score of a position for the side that decides in it.
    pub(super) fn search(&mut self, game: &M::Game, spot: Spot, window: Window, may_pass: bool) -> Score {
        self.lines[spot.ply].clear();
        if !self.count() {
            return Score::DRAW;
        }
        let key = self.mind.key(game);
        if spot.ply > 0 && self.is_repeated(game, key) {
            return Score::DRAW;
        }
        let tense = self.mind.is_tense(game);
        let extended = tense && self.machinery.guesses && (1..self.horizon).contains(&spot.ply);
        let spot = if extended && spot.depth >= 0 { Spot { depth: spot.depth + 1, ..spot } } else { spot };
        if spot.depth <= 0 || spot.ply >= DEEPEST {
            return self.search_loud(game, spot, window);
        }
        let memo = if self.machinery.memory { self.memory.recall(key) } else { None };
        if let Some(score) = memo.and_then(|memo| known(memo, spot, window, self.is_expected(window))) {
            return score;
        }
        self.listed.clear();
        match self.mind.expand(game, spot, &mut self.listed) {
            Moves::Over(end) => return end.score(spot.ply),
            Moves::Chance => return self.search_chance(game, key, spot, window),
            Moves::Pick => {}
        }
        let list = self.rank_listed(game, spot.ply, memo);
        self.enter(key);
        let score = self.search_moves(game, key, spot, window, list, tense, may_pass);
        self.leave();
        score
    }

    /// Whether the position is on the line that is expected so far. No line goes on beyond a turn of chance, where
    /// windows are wide for another reason.
    pub(super) fn is_expected(&self, window: Window) -> bool {
        window.is_open() && self.under_chance == 0
    }

    #[allow(clippy::too_many_arguments, reason = "what one position hands to its loop over moves")]
    fn search_moves(
        &mut self,
        game: &M::Game,
        key: u64,
        spot: Spot,
        window: Window,
        mut list: Vec<Ranked<ActionOf<M>>>,
        tense: bool,
        may_pass: bool,
    ) -> Score {
        let expected = self.is_expected(window);
        let guesses = self.machinery.guesses && !tense && !expected;
        let judged = if guesses { Some(self.mind.evaluate(game)) } else { None };
        if let Some(judged) = judged
            && let Some(score) = self.guess_good(game, spot, window, judged, may_pass)
        {
            self.give_back(list);
            return score;
        }
        let mut best = Best::new(self.mind.choice(game));
        let mut tried = Tried::default();
        let mut place = 0;
        while let Some(ranked) = next_best(&mut list, place) {
            place += 1;
            let alpha = window.alpha.max(best.score());
            let quiet = ranked.gain.is_none();
            let loses = ranked.gain.is_some_and(|gain| gain < -M::MARGIN);
            if let Some(judged) = judged
                && best.score() > Score::lost_in(DEEPEST)
                && (quiet && is_hopeless::<M>(judged, alpha, spot.depth, place)
                    || loses && is_wasted::<M>(ranked.gain, spot.depth))
            {
                continue;
            }
            let mut below = game.clone();
            self.mind.play(&mut below, ranked.action);
            let inner = Window { alpha, beta: window.beta };
            let opinion = if quiet { self.habits.opinion(self.mind.slot(game, ranked.action)) } else { 0 };
            let less = self.reduction(spot, place, quiet || loses, tense, expected, opinion);
            let score = self.search_below(game, &below, spot, inner, place, less);
            if self.stopped {
                break;
            }
            let line = if expected && score > alpha { self.lines[spot.ply + 1].clone() } else { Vec::new() };
            let group = self.mind.group(ranked.action);
            best.add(Choice { score, group, number: ranked.number, line });
            if best.score() >= window.beta {
                self.praise(game, spot, ranked, &tried);
                break;
            }
            if quiet {
                tried.add(self.mind.slot(game, ranked.action));
            }
        }
        let score = best.score();
        if !self.stopped {
            self.remember(key, spot, window, &best);
            if expected {
                self.write_line(spot.ply, &list, best);
            }
        }
        self.give_back(list);
        score
    }

    /// Searches the position after a move: first with a narrow window and perhaps less deep, then as far as it
    /// turns out to matter.
    pub(super) fn search_below(
        &mut self,
        game: &M::Game,
        below: &M::Game,
        spot: Spot,
        window: Window,
        place: usize,
        less: i32,
    ) -> Score {
        let turn = self.mind.side(game) != self.mind.side(below);
        let deep = Spot { ply: spot.ply + 1, depth: spot.depth - 1 };
        let look = |worker: &mut Self, spot: Spot, window: Window| {
            let score = worker.search(below, spot, window.turned(turn), true);
            if turn { -score } else { score }
        };
        if !self.machinery.guesses || place <= self.mind.choice(game) {
            return look(self, deep, window);
        }
        let narrow = Window::just_above(window.alpha);
        if less > 0 {
            let shallow = Spot { depth: (deep.depth - less).max(1).min(deep.depth), ..deep };
            let score = look(self, shallow, narrow);
            if score <= window.alpha || self.stopped {
                return score;
            }
        }
        let score = look(self, deep, narrow);
        if score > window.alpha && score < window.beta { look(self, deep, window) } else { score }
    }

    /// How many plies less a move is searched that comes late in the order.
    fn reduction(&self, spot: Spot, place: usize, quiet: bool, tense: bool, open: bool, opinion: i32) -> i32 {
        if !self.machinery.guesses || spot.depth < 3 || place <= 3 || !quiet || tense {
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
        spot: Spot,
        window: Window,
        judged: Score,
        may_pass: bool,
    ) -> Option<Score> {
        if window.beta.is_win() || window.beta.is_loss() {
            return None;
        }
        if spot.depth <= 6 && judged.plus(-M::MARGIN * spot.depth) >= window.beta {
            return Some(judged);
        }
        if !may_pass || spot.depth < 3 || judged < window.beta {
            return None;
        }
        let below = self.mind.pass(game)?;
        let rest = Spot { ply: spot.ply + 1, depth: spot.depth - 3 - spot.depth / 4 };
        let narrow = Window { alpha: window.beta.plus(-1), beta: window.beta };
        let turn = self.mind.side(game) != self.mind.side(&below);
        let score = self.search(&below, rest, narrow.turned(turn), false);
        let score = if turn { -score } else { score };
        let enough = score >= window.beta && !self.stopped;
        enough.then(|| if score.is_win() { window.beta } else { score })
    }

    fn praise(&mut self, game: &M::Game, spot: Spot, ranked: Ranked<ActionOf<M>>, tried: &Tried) {
        if ranked.gain.is_none() {
            let slot = self.mind.slot(game, ranked.action);
            self.habits.learn(spot.ply, spot.depth, (ranked.action, slot), tried.slots());
        }
    }

    fn remember(&self, key: u64, spot: Spot, window: Window, best: &Best<ActionOf<M>>) {
        let score = best.score();
        let memo = Memo {
            score: score.seen_here(spot.ply),
            bound: window.bound_of(score),
            depth: spot.depth.clamp(0, 255) as u8,
            moves: best.numbers(),
        };
        self.memory.keep(key, memo);
    }

    /// Keeps the line that is expected: what is forbidden, what is then played, and what follows.
    pub(super) fn write_line(
        &mut self,
        ply: usize,
        list: &[Ranked<ActionOf<M>>],
        mut best: Best<ActionOf<M>>,
    ) {
        let action =
            |number: u16| list.iter().find(|ranked| ranked.number == number).map(|ranked| ranked.action);
        let forbidden = best.forbidden().and_then(|choice| self.mind.forbid(action(choice.number)?));
        let Some(choice) = best.take_counting() else { return };
        let line = &mut self.lines[ply];
        line.clear();
        line.extend(forbidden);
        line.extend(action(choice.number));
        line.extend(choice.line);
    }
}

/// What a remembered score settles.
pub(super) fn known(memo: Memo, spot: Spot, window: Window, expected: bool) -> Option<Score> {
    if spot.ply == 0 || expected || i32::from(memo.depth) < spot.depth {
        return None;
    }
    let score = memo.score.seen_from_root(spot.ply);
    let settles = match memo.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    settles.then_some(score)
}

/// Whether a capture loses more than so little depth can bring back.
fn is_wasted<M: Mind>(gain: Option<i32>, depth: i32) -> bool {
    depth <= 5 && gain.is_some_and(|gain| gain < -M::MARGIN * depth)
}

/// Whether a quiet move cannot be expected to change a hopeless balance, or comes too late to matter.
fn is_hopeless<M: Mind>(judged: Score, alpha: Score, depth: i32, place: usize) -> bool {
    let late = 6 + 2 * (depth * depth) as usize;
    depth <= 4 && (judged.plus(M::MARGIN * (depth + 1)) <= alpha || place > late)
}

/// The slots of the quiet moves that were tried, as many as are worth a lesson.
#[derive(Default)]
struct Tried {
    slots: [usize; 32],
    count: usize,
}

impl Tried {
    fn add(&mut self, slot: usize) {
        if let Some(place) = self.slots.get_mut(self.count) {
            *place = slot;
            self.count += 1;
        }
    }

    fn slots(&self) -> &[usize] {
        &self.slots[..self.count]
    }
}
