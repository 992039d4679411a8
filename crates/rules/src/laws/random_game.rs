//! A random game and what happened in it.

use super::SeededRng;
use super::text::hash;
use crate::{Eye, ForfeitCause, Position, Reason, Repetition, Seat, Turn};
use std::collections::HashMap;

/// How long a game may become.
const MAX_STEPS: usize = 400;
/// Of so many keys about half of all bits are set.
const MIN_KEYS_FOR_BIT_TEST: usize = 50;

/// What happened, in a form that can be done again.
#[derive(Clone, Debug)]
enum RandomStep {
    /// An action or a chance outcome, by its text.
    Played(String),
    /// A treaty or an operation, by its place in the list.
    Treaty(usize),
    OperatorAction(usize),
    Forfeit(Seat, ForfeitCause),
    Draw,
}

pub(super) struct RandomGame<P: Position> {
    /// Every state so far; never empty.
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

    /// Whether the game ended by something that the position's text does not hold.
    pub(super) fn ended_externally(&self) -> bool {
        self.ended_externally
    }

    /// Goes on by one event; not if the game is over or long enough.
    pub(super) fn advance(&mut self, luck: &mut SeededRng) -> bool {
        if self.position().turn() == Turn::Over || self.steps.len() >= MAX_STEPS {
            return false;
        }
        let event = self.choose_step(luck);
        let before = self.positions.len().checked_sub(2).map(|i| &self.positions[i]);
        let next = apply(self.position(), before, &event);
        let from_outside = matches!(event, RandomStep::Forfeit(..) | RandomStep::Draw);
        self.ended_externally = from_outside && next.turn() == Turn::Over;
        self.positions.push(next);
        self.steps.push(event);
        true
    }

    fn choose_step(&self, luck: &mut SeededRng) -> RandomStep {
        let position = self.position();
        let mut treaties = Vec::new();
        let before = self.positions.len().checked_sub(2).map(|i| &self.positions[i]);
        position.treaties(before, &mut treaties);
        if !treaties.is_empty() && luck.one_in(4) {
            return RandomStep::Treaty(luck.below(treaties.len()));
        }
        let mut operations = Vec::new();
        position.operator_actions(&mut operations);
        if !operations.is_empty() && luck.one_in(60) {
            return RandomStep::OperatorAction(luck.below(operations.len()));
        }
        if luck.one_in(150) {
            let playing: Vec<Seat> = position.active_seats().iter().collect();
            let cause = if luck.one_in(2) { ForfeitCause::Resign } else { ForfeitCause::Flag };
            return luck.choose(&playing).map_or(RandomStep::Draw, |seat| RandomStep::Forfeit(*seat, cause));
        }
        if luck.one_in(600) {
            return RandomStep::Draw;
        }
        RandomStep::Played(self.random_action(luck))
    }

    fn random_action(&self, luck: &mut SeededRng) -> String {
        let (mut legal, mut chances) = (Vec::new(), Vec::new());
        self.position().legal_actions(&mut legal);
        self.position().chance_outcomes(&mut chances);
        let action = luck.choose(&legal).copied().or_else(|| luck.choose_weighted(&chances));
        action.unwrap_or_else(|| panic!("nothing to play in {}", self.position())).to_string()
    }

    /// States that repeat each other have the same key, and a counted state repeats itself.
    pub(super) fn check_repetition(&self) {
        let position = self.position();
        if position.repetition() == Repetition::Uncounted {
            return;
        }
        assert!(position.is_repetition_of(position), "does not repeat itself: {position}");
        for earlier in &self.positions {
            if earlier.repetition() != Repetition::Uncounted && position.is_repetition_of(earlier) {
                assert_eq!(position.key(), earlier.key(), "same state, other key: {earlier} and {position}");
            }
        }
    }

    /// States with the same key show the same men on the same cells, and what was played changes the key.
    pub(super) fn check_keys_differ(&self) {
        let mut men_by_key = HashMap::new();
        for state in &self.positions {
            let men = state.view(Eye::Spectator).men;
            let first = men_by_key.entry(state.key()).or_insert_with(|| men.clone());
            assert_eq!(*first, men, "another position has the key of {state}");
        }
        if men_by_key.len() >= MIN_KEYS_FOR_BIT_TEST {
            let set: u32 = men_by_key.keys().map(|key: &u64| key.count_ones()).sum();
            let share = f64::from(set) / (64.0 * men_by_key.len() as f64);
            assert!(
                (0.4..0.6).contains(&share),
                "{share} of the bits are set: such keys meet each other often"
            );
        }
        for (event, states) in self.steps.iter().zip(self.positions.windows(2)) {
            let [before, after] = states else { continue };
            if let RandomStep::Played(text) = event {
                assert_ne!(before.key(), after.key(), "{text} leaves the key as it was: {after}");
                assert_ne!(hash(before), hash(after), "{text} leaves the hash as it was: {after}");
            }
        }
    }

    /// Doing everything again from the texts gives the same states.
    pub(super) fn check_replay(&self) {
        let mut again = self.positions[0].clone();
        let mut before = None;
        for (event, expected) in self.steps.iter().zip(&self.positions[1..]) {
            let next = apply(&again, before.as_ref(), event);
            before = Some(std::mem::replace(&mut again, next));
            assert_eq!(again.to_string(), expected.to_string(), "replaying {event:?} gives another text");
            assert_eq!(&again, expected, "replaying {event:?} gives another position");
        }
    }
}

fn apply<P: Position>(position: &P, before: Option<&P>, event: &RandomStep) -> P {
    let mut next = position.clone();
    match event {
        RandomStep::Played(text) => {
            let action =
                position.parse_action(text).unwrap_or_else(|why| panic!("{text} in {position}: {why}"));
            next.play(action);
        }
        RandomStep::Treaty(place) => {
            let mut treaties = Vec::new();
            position.treaties(before, &mut treaties);
            next.play(treaties[*place].action);
        }
        RandomStep::OperatorAction(place) => {
            let mut operations = Vec::new();
            position.operator_actions(&mut operations);
            next.play(operations[*place]);
        }
        RandomStep::Forfeit(seat, cause) => next.forfeit(*seat, *cause),
        RandomStep::Draw => next.end(position.draw_outcome(Reason::Agreement)),
    }
    next
}
