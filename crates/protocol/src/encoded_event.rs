//! Encoding an event once for many recipients.

use crate::EventMessage;
use serde::Serialize;
use tetrarch_rules::{Choice, Gesture};
use tetrarch_table::{OfferKind, SeatMap};

/// The JSON text of a [`ServerMessage::Event`](crate::ServerMessage::Event). The shared part is encoded once;
/// the parts that only some recipients may see are spliced in per recipient.
pub struct EncodedEvent {
    text: Vec<u8>,
    /// Where to insert the choices.
    choices_offset: usize,
}

/// Few events are longer than this many bytes.
const INITIAL_CAPACITY: usize = 1024;

/// Closes the status and the event.
const CLOSING_BRACES: &[u8] = b"}}";

impl EncodedEvent {
    /// Encodes the shared part of an event, which has no choices and no proposable offers.
    pub fn new(event: &EventMessage) -> EncodedEvent {
        debug_assert!(
            event.change.choices.is_none() && event.now.proposable.is_none(),
            "the shared part has no private fields"
        );
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

    /// The event for recipients with these choices, if their choices changed, and these proposable offers.
    pub fn personalise(
        &self,
        choices: Option<&[Choice]>,
        proposable: Option<&SeatMap<Vec<OfferKind>>>,
    ) -> String {
        let extra = choices.map_or(0, |choices| 96 * choices.len()) + 64;
        let mut text = Vec::with_capacity(self.text.len() + extra);
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
        // Concatenated from complete UTF-8 strings, so this cannot fail.
        String::from_utf8(text).unwrap_or_default()
    }
}

fn push_str(text: &mut Vec<u8>, part: &str) {
    text.extend_from_slice(part.as_bytes());
}

fn push_json(text: &mut Vec<u8>, value: &impl Serialize) {
    // Strings, numbers and lists only: serialisation cannot fail.
    let _ = serde_json::to_writer(text, value);
}

/// Choices make up most of the traffic, so the common kind is encoded by hand.
fn push_choices(text: &mut Vec<u8>, choices: &[Choice]) {
    text.push(b'[');
    for (index, choice) in choices.iter().enumerate() {
        if index > 0 {
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

/// Whether the text needs no JSON escaping. The texts are short, so checking all bytes is faster than
/// stopping early.
fn needs_no_escaping(word: &str) -> bool {
    word.bytes().fold(true, |plain, byte| plain & (byte >= b' ') & (byte != b'"') & (byte != b'\\'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlayedStep, ServerMessage, StepKind, TablePhase, TableStatus, ViewDelta};
    use serde_json::Value;
    use tetrarch_rules::TurnView;

    fn event(played: bool, changed: bool) -> EventMessage {
        let step = PlayedStep {
            kind: StepKind::Acted,
            word: "m:e2e4".to_string(),
            notation: Some("e4".to_string()),
            by: Some("white".to_string()),
            phase: None,
        };
        let words = "Black \"bans\"\n},\"now\":{\"phase\":".to_string();
        let turn = TurnView { who: "black".into(), army: None, phase: "ban".into(), words, die: None };
        EventMessage {
            from: 3,
            version: 4,
            cut: played.then_some(2),
            played: if played { vec![step] } else { Vec::new() },
            change: ViewDelta { turn: changed.then_some(turn), ..ViewDelta::default() },
            now: TableStatus { next: played.then(|| "k3mzq9abcdef".to_string()), ..status() },
        }
    }

    fn status() -> TableStatus {
        serde_json::from_value(serde_json::json!({ "phase": TablePhase::Playing })).expect("a status")
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

    fn to_json(event: EventMessage) -> Value {
        serde_json::to_value(ServerMessage::Event(Box::new(event))).expect("an event")
    }

    fn parse(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn encoding_by_hand_equals_serde() {
        let offers: SeatMap<Vec<OfferKind>> =
            [("white", vec![OfferKind::Takeback, OfferKind::Treaty("exchange".to_string())])]
                .into_iter()
                .collect();
        for (played, changed) in [(false, false), (false, true), (true, false), (true, true)] {
            let shared = event(played, changed);
            let encoded = EncodedEvent::new(&shared);
            for own in [None, Some(Vec::new()), Some(choices())] {
                for proposable in [None, Some(offers.clone())] {
                    let text = encoded.personalise(own.as_deref(), proposable.as_ref());
                    let mut whole = shared.clone();
                    whole.change.choices.clone_from(&own);
                    whole.now.proposable.clone_from(&proposable);
                    assert_eq!(parse(&text), to_json(whole));
                }
            }
        }
    }
}
