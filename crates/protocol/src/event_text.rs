//! An event on its way to many people.

use crate::{Event, Named};
use serde::Serialize;
use tetrarch_rules::{Choice, Gesture};
use tetrarch_table::OfferKind;

/// The text of an event, as [`ServerMessage::Event`](crate::ServerMessage::Event) is written. What everybody is told is
/// written once; what only some may know is put in for each of them.
pub struct EventText {
    text: String,
    /// Where the choices belong.
    choices_at: usize,
}

/// What closes the standing and the event.
const END: &str = "}}";

impl EventText {
    /// The text of what everybody is told, which has neither choices nor proposals.
    pub fn new(event: &Event) -> EventText {
        debug_assert!(event.change.choices.is_none() && event.now.proposable.is_none(), "not for everybody");
        let mut text = format!(r#"{{"kind":"event","from":{},"version":{}"#, event.from, event.version);
        if let Some(cut) = event.cut {
            text += &format!(r#","cut":{cut}"#);
        }
        if !event.played.is_empty() {
            text += r#","played":"#;
            json(&mut text, &event.played);
        }
        text += r#","change":"#;
        json(&mut text, &event.change);
        let choices_at = text.len() - 1;
        text += r#","now":"#;
        json(&mut text, &event.now);
        text.push('}');
        EventText { text, choices_at }
    }

    /// The same with what these people can do, if that has changed, and with what they may propose.
    pub fn with(&self, choices: Option<&[Choice]>, proposable: Option<&Named<Vec<OfferKind>>>) -> String {
        let room = choices.map_or(0, |choices| 96 * choices.len()) + 64;
        let mut text = String::with_capacity(self.text.len() + room);
        let (change, rest) = self.text.split_at(self.choices_at);
        text += change;
        if let Some(choices) = choices {
            text += if change.ends_with('{') { r#""choices":"# } else { r#","choices":"# };
            list(&mut text, choices);
        }
        text += rest.strip_suffix(END).unwrap_or(rest);
        if let Some(proposable) = proposable {
            text += r#","proposable":"#;
            json(&mut text, proposable);
        }
        text += END;
        text
    }
}

fn json(text: &mut String, value: &impl Serialize) {
    // Made of texts, numbers and lists: there is nothing in it that JSON could not hold.
    *text += &serde_json::to_string(value).unwrap_or_default();
}

/// The choices are most of what is sent at all, so most of them are written by hand.
fn list(text: &mut String, choices: &[Choice]) {
    text.push('[');
    for (number, choice) in choices.iter().enumerate() {
        if number > 0 {
            text.push(',');
        }
        match &choice.gesture {
            Gesture::Move { from, to, man: None }
                if [&choice.text, &choice.label, from, to].into_iter().all(|word| is_plain(word)) =>
            {
                *text += r#"{"text":""#;
                *text += &choice.text;
                *text += r#"","label":""#;
                *text += &choice.label;
                *text += r#"","gesture":{"kind":"move","from":""#;
                *text += from;
                *text += r#"","to":""#;
                *text += to;
                *text += r#""}}"#;
            }
            _ => json(text, choice),
        }
    }
    text.push(']');
}

/// Whether there is nothing to escape in it. Words are short: all of it is looked at, which is quicker than to stop early.
fn is_plain(word: &str) -> bool {
    word.bytes().fold(true, |plain, byte| plain & (byte >= b' ') & (byte != b'"') & (byte != b'\\'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Phase, ServerMessage, Standing, StepNow, ViewChange};
    use serde_json::Value;
    use tetrarch_rules::TurnView;

    fn event(played: bool, changed: bool) -> Event {
        let step = StepNow {
            word: "m:e2e4".to_string(),
            notation: Some("e4".to_string()),
            by: Some("white".to_string()),
        };
        let words = "Black \"bans\"\n},\"now\":{\"phase\":".to_string();
        let turn = TurnView { who: "black".into(), army: None, phase: "ban".into(), words, die: None };
        Event {
            from: 3,
            version: 4,
            cut: played.then_some(2),
            played: if played { vec![step] } else { Vec::new() },
            change: ViewChange { turn: changed.then_some(turn), ..ViewChange::default() },
            now: Standing { next: played.then(|| "k3mzq9abcdef".to_string()), ..standing() },
        }
    }

    fn standing() -> Standing {
        serde_json::from_value(serde_json::json!({ "phase": Phase::Playing })).expect("a standing")
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

    fn written(event: Event) -> Value {
        serde_json::to_value(ServerMessage::Event(Box::new(event))).expect("an event")
    }

    fn read(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn the_text_says_what_the_message_says() {
        let offers: Named<Vec<OfferKind>> =
            [("white", vec![OfferKind::Takeback, OfferKind::Treaty("exchange".to_string())])]
                .into_iter()
                .collect();
        for (played, changed) in [(false, false), (false, true), (true, false), (true, true)] {
            let common = event(played, changed);
            let text = EventText::new(&common);
            for own in [None, Some(Vec::new()), Some(choices())] {
                for proposable in [None, Some(offers.clone())] {
                    let said = text.with(own.as_deref(), proposable.as_ref());
                    let mut whole = common.clone();
                    whole.change.choices.clone_from(&own);
                    whole.now.proposable.clone_from(&proposable);
                    assert_eq!(read(&said), written(whole));
                }
            }
        }
    }
}
