//! Which search thinks about what.

use super::{DuelMind, Survivors};
use crate::search::many::{Against, Crowd as _, MaxN, Others, Shares, fair_score};
use crate::{Line, Outlook, Search, Task, Thinker, Thought};
use tetrarch_rules::bishops::Action;
use tetrarch_rules::{Bishops, BySeat, Position as _, Seat};

/// Thinks about both phases of Bishops.
pub struct BishopsThinker {
    duel: Search<DuelMind>,
    against: Search<Against<Survivors>>,
    max_n: MaxN<Survivors>,
    survivors: Survivors,
    outlook: Outlook,
}

/// The first phase needs no large memory: a decision there is thought about from the beginning.
const MOST_FOR_SURVIVAL: usize = 16;

/// Lines are told no further than this.
const LONGEST_LINE: usize = 24;

/// So many lines go through all seats; to fill in more would keep who asked waiting.
const FILLED_LINES: usize = 4;

/// How the memory is shared out: to the first phase and to the duel.
fn shared_out(mebibytes: usize) -> (usize, usize) {
    let survival = (mebibytes / 2).clamp(1, MOST_FOR_SURVIVAL);
    (survival, mebibytes.saturating_sub(survival).max(1))
}

impl BishopsThinker {
    /// A thinker with a memory of so many mebibytes, in so many threads.
    pub fn new(duel: DuelMind, survivors: Survivors, mebibytes: usize, threads: usize) -> BishopsThinker {
        let (for_survival, for_duel) = shared_out(mebibytes);
        let against = Against::new(survivors.clone(), Seat::new(0), Others::InTurn);
        BishopsThinker {
            duel: Search::new(duel, for_duel, threads),
            against: Search::new(against, for_survival, threads),
            max_n: MaxN::new(survivors.clone()),
            survivors,
            outlook: Outlook::Usual,
        }
    }

    fn survive(
        &mut self,
        task: &Task<'_, Bishops>,
        seat: Seat,
        report: &mut dyn FnMut(&Thought<Action>),
    ) -> Thought<Action> {
        let survivors = self.survivors.clone();
        let told = |thought: Thought<Action>| tell(&survivors, task, thought);
        let mut tell_on = |thought: &Thought<Action>| report(&told(thought.clone()));
        let others = match self.outlook {
            Outlook::EachForItself => {
                return told(self.max_n.think(task, &mut tell_on));
            }
            Outlook::AllAgainstOne => Others::InTurn,
            Outlook::BestReply | Outlook::Usual => Others::BestReply,
        };
        // What another seat has thought about must not change what this one decides, so nothing is remembered.
        if task.for_play {
            self.against.forget();
        }
        self.against.mind_mut().be(seat, others);
        told(self.against.think(task, &mut tell_on))
    }
}

impl Thinker<Bishops> for BishopsThinker {
    fn think(
        &mut self,
        task: &Task<'_, Bishops>,
        report: &mut dyn FnMut(&Thought<Action>),
    ) -> Thought<Action> {
        if let (Some(_), Some(seat)) = (task.game.survival(), task.game.turn().seat()) {
            return self.survive(task, seat, report);
        }
        let told = |thought: Thought<Action>| between_two(task.game, thought);
        let thought = self.duel.think(task, &mut |thought| report(&told(thought.clone())));
        told(thought)
    }

    fn forget(&mut self) {
        self.duel.forget();
        self.against.forget();
    }

    fn set_memory(&mut self, mebibytes: usize) {
        let (for_survival, for_duel) = shared_out(mebibytes);
        self.duel.set_memory(for_duel);
        self.against.set_memory(for_survival);
    }

    fn set_threads(&mut self, threads: usize) {
        self.duel.set_threads(threads);
        self.against.set_threads(threads);
    }

    fn suppose(&mut self, outlook: Outlook) -> bool {
        self.outlook = outlook;
        true
    }
}

/// Lines with the shares of all seats where they end, and scores that are zero where nobody is ahead.
fn tell(survivors: &Survivors, task: &Task<'_, Bishops>, thought: Thought<Action>) -> Thought<Action> {
    let living = survivors.living(task.game).len();
    let line = |(number, line): (usize, Line<Action>)| {
        let (moves, shares) = followed(survivors, task, &line.moves, !task.for_play && number < FILLED_LINES);
        Line { score: fair_score(line.score, living), shares, moves }
    };
    Thought { lines: thought.lines.into_iter().enumerate().map(line).collect(), ..thought }
}

/// A line through all seats, and the shares at its end. Where a search has left out turns, the line ends, or, if it is to
/// be `filled`, the seat does what is best for itself at once.
fn followed(
    survivors: &Survivors,
    task: &Task<'_, Bishops>,
    moves: &[Action],
    filled: bool,
) -> (Vec<Action>, Shares) {
    let mut after = task.game.clone();
    let mut played = Vec::new();
    let mut expected = moves.iter().copied().peekable();
    while played.len() < LONGEST_LINE && expected.peek().is_some() {
        let mut legal = Vec::new();
        after.legal(&mut legal);
        let action = match expected.next_if(|action| legal.contains(action)) {
            Some(action) => action,
            None if !filled || survivors.end(&after).is_some() => break,
            None => match best_at_once(survivors, &after, &legal) {
                Some(action) => action,
                None => break,
            },
        };
        after.play(action);
        played.push(action);
    }
    let shares = survivors.end(&after).unwrap_or_else(|| survivors.judge(&after));
    (played, shares)
}

/// What promises the seat to act most at once.
fn best_at_once(survivors: &Survivors, game: &Bishops, legal: &[Action]) -> Option<Action> {
    let seat = game.turn().seat()?;
    let promise = |action: &Action| {
        let mut after = game.clone();
        after.play(*action);
        survivors.end(&after).unwrap_or_else(|| survivors.judge(&after))[seat]
    };
    let steps = legal.iter().filter(|action| !survivors.keeps_turn(**action));
    steps.copied().max_by(|a, b| promise(a).total_cmp(&promise(b)))
}

/// In the duel the point is between two.
fn between_two(game: &Bishops, thought: Thought<Action>) -> Thought<Action> {
    let plays = |seat: Seat| game.duel().is_some_and(|duel| duel.players().contains(&seat));
    let line = |line: Line<Action>| {
        let shares = BySeat::from_fn(|seat| if plays(seat) { line.shares[seat] } else { 0.0 });
        Line { shares, ..line }
    };
    Thought { lines: thought.lines.into_iter().map(line).collect(), ..thought }
}
