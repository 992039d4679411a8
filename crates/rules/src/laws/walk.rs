//! A random game and what happened in it.

use super::Luck;
use super::texts::hash;
use crate::{Cause, Eye, Position, Reason, Repetition, Seat, Turn};
use std::collections::HashMap;

/// How long a game may become.
const LONGEST: usize = 400;
/// Of so many keys about half of all bits are set.
const MANY: usize = 50;

/// What happened, in a form that can be done again.
#[derive(Clone, Debug)]
enum Event {
    /// An action or a chance outcome, by its text.
    Played(String),
    /// A treaty or an operation, by its place in the list.
    Treaty(usize),
    Operation(usize),
    Forfeit(Seat, Cause),
    Draw,
}

pub(super) struct Walk<P: Position> {
    /// Every state so far; never empty.
    states: Vec<P>,
    events: Vec<Event>,
    ended_from_outside: bool,
}

impl<P: Position> Walk<P> {
    pub(super) fn new(start: P) -> Walk<P> {
        Walk { states: vec![start], events: Vec::new(), ended_from_outside: false }
    }

    pub(super) fn position(&self) -> &P {
        &self.states[self.states.len() - 1]
    }

    /// Whether the game ended by something that the position's text does not hold.
    pub(super) fn was_ended_from_outside(&self) -> bool {
        self.ended_from_outside
    }

    /// Goes on by one event; not if the game is over or long enough.
    pub(super) fn step(&mut self, luck: &mut Luck) -> bool {
        if self.position().turn() == Turn::Over || self.events.len() >= LONGEST {
            return false;
        }
        let event = self.choose(luck);
        let before = self.states.len().checked_sub(2).map(|i| &self.states[i]);
        let next = happen(self.position(), before, &event);
        let from_outside = matches!(event, Event::Forfeit(..) | Event::Draw);
        self.ended_from_outside = from_outside && next.turn() == Turn::Over;
        self.states.push(next);
        self.events.push(event);
        true
    }

    fn choose(&self, luck: &mut Luck) -> Event {
        let position = self.position();
        let mut treaties = Vec::new();
        let before = self.states.len().checked_sub(2).map(|i| &self.states[i]);
        position.treaties(before, &mut treaties);
        if !treaties.is_empty() && luck.once_in(4) {
            return Event::Treaty(luck.below(treaties.len()));
        }
        let mut operations = Vec::new();
        position.operations(&mut operations);
        if !operations.is_empty() && luck.once_in(60) {
            return Event::Operation(luck.below(operations.len()));
        }
        if luck.once_in(150) {
            let playing: Vec<Seat> = position.playing().iter().collect();
            let cause = if luck.once_in(2) { Cause::Resign } else { Cause::Flag };
            return luck.pick(&playing).map_or(Event::Draw, |seat| Event::Forfeit(*seat, cause));
        }
        if luck.once_in(600) {
            return Event::Draw;
        }
        Event::Played(self.play_on(luck))
    }

    fn play_on(&self, luck: &mut Luck) -> String {
        let (mut legal, mut chances) = (Vec::new(), Vec::new());
        self.position().legal(&mut legal);
        self.position().chances(&mut chances);
        let action = luck.pick(&legal).copied().or_else(|| luck.draw(&chances));
        action.unwrap_or_else(|| panic!("nothing to play in {}", self.position())).to_string()
    }

    /// States that repeat each other have the same key, and a counted state repeats itself.
    pub(super) fn check_repetition(&self) {
        let position = self.position();
        if position.repetition() == Repetition::Uncounted {
            return;
        }
        assert!(position.repeats(position), "does not repeat itself: {position}");
        for earlier in &self.states {
            if earlier.repetition() != Repetition::Uncounted && position.repeats(earlier) {
                assert_eq!(position.key(), earlier.key(), "same state, other key: {earlier} and {position}");
            }
        }
    }

    /// States with the same key show the same men on the same cells, and what was played changes the key.
    pub(super) fn check_keys(&self) {
        let mut men_by_key = HashMap::new();
        for state in &self.states {
            let men = state.view(Eye::Spectator).men;
            let first = men_by_key.entry(state.key()).or_insert_with(|| men.clone());
            assert_eq!(*first, men, "another position has the key of {state}");
        }
        if men_by_key.len() >= MANY {
            let set: u32 = men_by_key.keys().map(|key: &u64| key.count_ones()).sum();
            let share = f64::from(set) / (64.0 * men_by_key.len() as f64);
            assert!(
                (0.4..0.6).contains(&share),
                "{share} of the bits are set: such keys meet each other often"
            );
        }
        for (event, states) in self.events.iter().zip(self.states.windows(2)) {
            let [before, after] = states else { continue };
            if let Event::Played(text) = event {
                assert_ne!(before.key(), after.key(), "{text} leaves the key as it was: {after}");
                assert_ne!(hash(before), hash(after), "{text} leaves the hash as it was: {after}");
            }
        }
    }

    /// Doing everything again from the texts gives the same states.
    pub(super) fn check_replay(&self) {
        let mut again = self.states[0].clone();
        let mut before = None;
        for (event, expected) in self.events.iter().zip(&self.states[1..]) {
            let next = happen(&again, before.as_ref(), event);
            before = Some(std::mem::replace(&mut again, next));
            assert_eq!(again.to_string(), expected.to_string(), "replaying {event:?} gives another text");
            assert_eq!(&again, expected, "replaying {event:?} gives another position");
        }
    }
}

fn happen<P: Position>(position: &P, before: Option<&P>, event: &Event) -> P {
    let mut next = position.clone();
    match event {
        Event::Played(text) => {
            let action = position.read(text).unwrap_or_else(|why| panic!("{text} in {position}: {why}"));
            next.play(action);
        }
        Event::Treaty(place) => {
            let mut treaties = Vec::new();
            position.treaties(before, &mut treaties);
            next.play(treaties[*place].action);
        }
        Event::Operation(place) => {
            let mut operations = Vec::new();
            position.operations(&mut operations);
            next.play(operations[*place]);
        }
        Event::Forfeit(seat, cause) => next.forfeit(*seat, *cause),
        Event::Draw => next.end(position.drawn(Reason::Agreement)),
    }
    next
}
