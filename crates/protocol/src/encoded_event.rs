//! An event on its way to many people.

use crate::{EventMessage, SeatMap};
use serde::Serialize;
use tetrarch_rules::{Choice, Gesture};
use tetrarch_table::OfferKind;

/// The text of an event, as [`ServerMessage::Event`](crate::ServerMessage::Event) is written. What everybody is told is
/// written once; what only some may know is put in for each of them.
pub struct EncodedEvent {
    text: Vec<u8>,
    /// Where the choices belong.
    choices_offset: usize,
}

/// Few events are longer than this.
const INITIAL_CAPACITY: usize = 1024;

/// What closes the standing and the event.
const CLOSING_BRACES: &[u8] = b"}}";

impl EncodedEvent {
    /// The text of what everybody is told, which has neither choices nor proposals.
    pub fn new(event: &EventMessage) -> EncodedEvent {
        debug_assert!(event.change.choices.is_none() && event.now.proposable.is_none(), "not for everybody");
        let mut text = Vec::with_capacity(INITIAL_CAPACITY);
        push_str(&mut text, r#"{"kind":"event","from":"#);
        push_json(&mut text, &event.from);
        push_str(&mut text, r#","version":"#);
        push_json(&mut text, &event.version);
        if let Some(cut) = event.cut {
            push_str(&mut text, r#","cut":"#);
            push_json(&mut text, &cut);
        }
        if !event.played.is_empty() {
            push_str(&mut text, r#","played":"#);
            push_json(&mut text, &event.played);
        }
        push_str(&mut text, r#","change":"#);
        push_json(&mut text, &event.change);
        let choices_offset = text.len() - 1;
        push_str(&mut text, r#","now":"#);
        push_json(&mut text, &event.now);
        push_str(&mut text, "}");
        EncodedEvent { text, choices_offset }
    }

    /// The same with what these people can do, if that has changed, and with what they may propose.
    pub fn personalise(
        &self,
        choices: Option<&[Choice]>,
        proposable: Option<&SeatMap<Vec<OfferKind>>>,
    ) -> String {
        let room = choices.map_or(0, |choices| 96 * choices.len()) + 64;
        let mut text = Vec::with_capacity(self.text.len() + room);
        let (change, rest) = self.text.split_at(self.choices_offset);
        text.extend_from_slice(change);
        if let Some(choices) = choices {
            push_str(&mut text, if change.ends_with(b"{") { r#""choices":"# } else { r#","choices":"# });
            push_choices(&mut text, choices);
        }
        text.extend_from_slice(rest.strip_suffix(CLOSING_BRACES).unwrap_or(rest));
        if let Some(proposable) = proposable {
            push_str(&mut text, r#","proposable":"#);
            push_json(&mut text, proposable);
        }
        text.extend_from_slice(CLOSING_BRACES);
        // Put together from nothing but whole texts.
        String::from_utf8(text).unwrap_or_default()
    }
}

fn push_str(text: &mut Vec<u8>, words: &str) {
    text.extend_from_slice(words.as_bytes());
}

fn push_json(text: &mut Vec<u8>, value: &impl Serialize) {
    // Made of texts, numbers and lists: there is nothing in it that JSON could not hold.
    let _ = serde_json::to_writer(text, value);
}

/// The choices are most of what is sent at all, so most of them are written by hand.
fn push_choices(text: &mut Vec<u8>, choices: &[Choice]) {
    text.push(b'[');
    for (number, choice) in choices.iter().enumerate() {
        if number > 0 {
            text.push(b',');
        }
        match &choice.gesture {
            Gesture::Move { from, to, man: None }
                if [&choice.text, &choice.label, from, to]
                    .into_iter()
                    .all(|word| needs_no_escaping(word)) =>
            {
                push_str(text, r#"{"text":""#);
                push_str(text, &choice.text);
                push_str(text, r#"","label":""#);
                push_str(text, &choice.label);
                push_str(text, r#"","gesture":{"kind":"move","from":""#);
                push_str(text, from);
                push_str(text, r#"","to":""#);
                push_str(text, to);
                push_str(text, r#""}}"#);
            }
            _ => push_json(text, choice),
        }
    }
    text.push(b']');
}

/// Whether there is nothing to escape in it. Words are short: all of it is looked at, which is quicker than to stop early.
fn needs_no_escaping(word: &str) -> bool {
    word.bytes().fold(true, |plain, byte| plain & (byte >= b' ') & (byte != b'"') & (byte != b'\\'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlayedStep, ServerMessage, TablePhase, TableStatus, ViewDelta};
    use serde_json::Value;
    use tetrarch_rules::TurnView;

    fn event(played: bool, changed: bool) -> EventMessage {
        let step = PlayedStep {
            word: "m:e2e4".to_string(),
            notation: Some("e4".to_string()),
            by: Some("white".to_string()),
        };
        let words = "Black \"bans\"\n},\"now\":{\"phase\":".to_string();
        let turn = TurnView { who: "black".into(), army: None, phase: "ban".into(), words, die: None };
        EventMessage {
            from: 3,
            version: 4,
            cut: played.then_some(2),
            played: if played { vec![step] } else { Vec::new() },
            change: ViewDelta { turn: changed.then_some(turn), ..ViewDelta::default() },
            now: TableStatus { next: played.then(|| "k3mzq9abcdef".to_string()), ..standing() },
        }
    }

    fn standing() -> TableStatus {
        serde_json::from_value(serde_json::json!({ "phase": TablePhase::Playing })).expect("a standing")
    }

    fn choices() -> Vec<Choice> {
        let gestures = [
            Gesture::from_to("e2", "e4"),
            Gesture::Move { from: "a\"1".into(), to: "b\\2".into(), man: Some("\u{1}將".into()) },
            Gesture::Tap { cell: "c3".into() },
            Gesture::Button { name: "pass".into() },
        ];
        let choice = |gesture| Choice { text: "m:e2e4\t".into(), label: "e4 \"x\" 車".into(), gesture };
        let plain = |text: &str| Choice {
            text: text.into(),
            label: "車e4".into(),
            gesture: Gesture::from_to("e2", "e4"),
        };
        let escaped = gestures.into_iter().map(choice);
        [plain("m:e2e4")].into_iter().chain(escaped).chain([plain("m:e7e8q")]).collect()
    }

    fn written(event: EventMessage) -> Value {
        serde_json::to_value(ServerMessage::Event(Box::new(event))).expect("an event")
    }

    fn read(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn the_text_says_what_the_message_says() {
        let offers: SeatMap<Vec<OfferKind>> =
            [("white", vec![OfferKind::Takeback, OfferKind::Treaty("exchange".to_string())])]
                .into_iter()
                .collect();
        for (played, changed) in [(false, false), (false, true), (true, false), (true, true)] {
            let common = event(played, changed);
            let text = EncodedEvent::new(&common);
            for own in [None, Some(Vec::new()), Some(choices())] {
                for proposable in [None, Some(offers.clone())] {
                    let said = text.personalise(own.as_deref(), proposable.as_ref());
                    let mut whole = common.clone();
                    whole.change.choices.clone_from(&own);
                    whole.now.proposable.clone_from(&proposable);
                    assert_eq!(read(&said), written(whole));
                }
            }
        }
    }
}
