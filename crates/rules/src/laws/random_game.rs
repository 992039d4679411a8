//! A random game and its history.

use super::SeededRng;
use super::text::hash;
use crate::{Eye, ForfeitCause, Position, Presentation, Reason, Repetition, Seat, Turn};
use std::collections::HashMap;

/// A game stops after this many steps.
const MAX_STEPS: usize = 400;
/// With at least this many keys, about half of all bits must be set.
const MIN_KEYS_FOR_BIT_TEST: usize = 50;

/// One step of a game, in a form that can be replayed.
#[derive(Clone, Debug)]
enum RandomStep {
    /// An action or a chance outcome, by its text.
    Played(String),
    /// A treaty, by its index in the list.
    Treaty(usize),
    /// An operator action, by its index in the list.
    OperatorAction(usize),
    Forfeit(Seat, ForfeitCause),
    Draw,
}

pub(super) struct RandomGame<P: Position> {
    /// All positions so far, the current one last. Never empty.
    positions: Vec<P>,
    steps: Vec<RandomStep>,
    ended_externally: bool,
}

impl<P: Position> RandomGame<P> {
    pub(super) fn new(start: P) -> RandomGame<P> {
        RandomGame { positions: vec![start], steps: Vec::new(), ended_externally: false }
    }

    pub(super) fn position(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }

    /// Whether the game ended by a forfeit or an agreed draw, which the position text does not show.
    pub(super) fn ended_externally(&self) -> bool {
        self.ended_externally
    }

    /// Plays one random step. Returns false if the game is over or has [`MAX_STEPS`] steps.
    pub(super) fn advance(&mut self, rng: &mut SeededRng) -> bool {
        if self.position().turn() == Turn::Over || self.steps.len() >= MAX_STEPS {
            return false;
        }
        let step = self.choose_step(rng);
        let next = apply(self.position(), self.before(), &step);
        let is_external = matches!(step, RandomStep::Forfeit(..) | RandomStep::Draw);
        self.ended_externally = is_external && next.turn() == Turn::Over;
        self.positions.push(next);
        self.steps.push(step);
        true
    }

    /// The position before the last step.
    fn before(&self) -> Option<&P> {
        self.positions.len().checked_sub(2).map(|i| &self.positions[i])
    }

    fn choose_step(&self, rng: &mut SeededRng) -> RandomStep {
        let position = self.position();
        let treaties = (P::SPECIAL.treaties)(position, self.before());
        if !treaties.is_empty() && rng.one_in(4) {
            return RandomStep::Treaty(rng.below(treaties.len()));
        }
        let actions = (P::SPECIAL.operator_actions)(position);
        if !actions.is_empty() && rng.one_in(60) {
            return RandomStep::OperatorAction(rng.below(actions.len()));
        }
        if rng.one_in(150) {
            let seats: Vec<Seat> = position.active_seats().iter().collect();
            let cause = if rng.one_in(2) { ForfeitCause::Resign } else { ForfeitCause::Flag };
            return rng.choose(&seats).map_or(RandomStep::Draw, |seat| RandomStep::Forfeit(*seat, cause));
        }
        if rng.one_in(600) {
            return RandomStep::Draw;
        }
        RandomStep::Played(self.random_action(rng))
    }

    fn random_action(&self, rng: &mut SeededRng) -> String {
        let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
        self.position().legal_actions(&mut legal);
        self.position().chance_outcomes(&mut outcomes);
        let action = rng.choose(&legal).copied().or_else(|| rng.choose_weighted(&outcomes));
        action.unwrap_or_else(|| panic!("no action in {}", self.position())).to_string()
    }

    /// A counted position is a repetition of itself, and repetitions have the same key.
    pub(super) fn check_repetition(&self) {
        let position = self.position();
        if position.repetition() == Repetition::Uncounted {
            return;
        }
        assert!(position.is_repetition_of(position), "not a repetition of itself: {position}");
        for earlier in &self.positions {
            if earlier.repetition() != Repetition::Uncounted && position.is_repetition_of(earlier) {
                assert_eq!(
                    position.key(),
                    earlier.key(),
                    "repetitions with different keys: {earlier} and {position}"
                );
            }
        }
    }

    /// Replaying all steps from their texts gives the same positions.
    pub(super) fn check_replay(&self) {
        let mut again = self.positions[0].clone();
        let mut before = None;
        for (step, expected) in self.steps.iter().zip(&self.positions[1..]) {
            let next = apply(&again, before.as_ref(), step);
            before = Some(std::mem::replace(&mut again, next));
            assert_eq!(again.to_string(), expected.to_string(), "replaying {step:?} gives another text");
            assert_eq!(&again, expected, "replaying {step:?} gives another position");
        }
    }
}

impl<P: Presentation> RandomGame<P> {
    /// Positions with the same key show the same pieces on the same cells, and every action changes the key.
    pub(super) fn check_keys_differ(&self) {
        let mut pieces_by_key = HashMap::new();
        for position in &self.positions {
            let pieces = position.view(Eye::Spectator).men;
            let first = pieces_by_key.entry(position.key()).or_insert_with(|| pieces.clone());
            assert_eq!(*first, pieces, "another position has the key of {position}");
        }
        if pieces_by_key.len() >= MIN_KEYS_FOR_BIT_TEST {
            let set: u32 = pieces_by_key.keys().map(|key: &u64| key.count_ones()).sum();
            let share = f64::from(set) / (64.0 * pieces_by_key.len() as f64);
            assert!((0.4..0.6).contains(&share), "{share} of the bits are set: such keys collide often");
        }
        for (step, positions) in self.steps.iter().zip(self.positions.windows(2)) {
            let [before, after] = positions else { continue };
            if let RandomStep::Played(text) = step {
                assert_ne!(before.key(), after.key(), "{text} does not change the key: {after}");
                assert_ne!(hash(before), hash(after), "{text} does not change the hash: {after}");
            }
        }
    }
}

fn apply<P: Position>(position: &P, before: Option<&P>, step: &RandomStep) -> P {
    let mut next = position.clone();
    match step {
        RandomStep::Played(text) => {
            let action =
                position.parse_action(text).unwrap_or_else(|why| panic!("{text} in {position}: {why}"));
            next.play(action);
        }
        RandomStep::Treaty(index) => {
            next.play((P::SPECIAL.treaties)(position, before)[*index].action);
        }
        RandomStep::OperatorAction(index) => {
            next.play((P::SPECIAL.operator_actions)(position)[*index]);
        }
        RandomStep::Forfeit(seat, cause) => next.forfeit(*seat, *cause),
        RandomStep::Draw => next.end(position.draw_outcome(Reason::Agreement)),
    }
    next
}
