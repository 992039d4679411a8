//! Nothing from outside panics, and what is read is what was meant.

use proptest::prelude::*;
use tetrarch_protocol::{ClientMessage, CreateTableRequest, ViewDelta};
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Eye, PieceView, Position, Seat, View};

const MESSAGES: [&str; 5] = [
    r#"{"kind":"hello","token":"abc","version":7}"#,
    r#"{"kind":"command","id":"c1","version":3,"seat":"white","do":{"act":"b:e2e4"}}"#,
    r#"{"kind":"command","id":"c2","version":3,"do":{"propose":{"treaty":"exchange"}}}"#,
    r#"{"kind":"command","id":"c3","version":3,"do":"resign"}"#,
    r#"{"kind":"explain","id":"q","gesture":{"kind":"move","from":"e2","to":"e4"}}"#,
];

proptest! {
    #[test]
    fn no_text_panics(text in ".*") {
        let _ = serde_json::from_str::<ClientMessage>(&text);
        let _ = serde_json::from_str::<CreateTableRequest>(&text);
    }

    #[test]
    fn no_change_of_a_good_message_panics_and_what_is_read_can_be_written(
        which in 0..MESSAGES.len(), place in any::<prop::sample::Index>(), byte in 0u8..128,
    ) {
        let mut bytes = MESSAGES[which].as_bytes().to_vec();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(message) = serde_json::from_slice::<ClientMessage>(&bytes) {
            let written = serde_json::to_string(&message).unwrap();
            prop_assert_eq!(serde_json::from_str::<ClientMessage>(&written).unwrap(), message);
        }
    }
}

#[test]
fn keys_that_nobody_knows_are_errors_everywhere() {
    for message in [
        r#"{"kind":"look","x":1}"#,
        r#"{"kind":"explain","id":"q","gesture":{"kind":"move","from":"e2","to":"e4","x":1}}"#,
        r#"{"kind":"explain","id":"q","gesture":{"kind":"tap","cell":"e2","to":"e4"}}"#,
    ] {
        assert!(serde_json::from_str::<ClientMessage>(message).is_err(), "{message}");
    }
    let look: ClientMessage = serde_json::from_str(r#"{"kind":"look"}"#).unwrap();
    assert_eq!(serde_json::to_string(&look).unwrap(), r#"{"kind":"look"}"#);
}

#[test]
fn good_messages_are_read_and_closed_ones_stay_closed() {
    for message in MESSAGES {
        assert!(serde_json::from_str::<ClientMessage>(message).is_ok(), "{message}");
    }
    for message in [
        r#"{"kind":"shout","words":"hey"}"#,
        r#"{"kind":"hello","admin":true}"#,
        r#"{"kind":"command","id":"c1","version":3,"do":{"act":"e4"},"force":true}"#,
        r#"{"kind":"command","id":"","version":3,"do":"resign"}"#,
        r#"{"kind":"command","id":"c1","version":3,"do":"cheat"}"#,
    ] {
        assert!(serde_json::from_str::<ClientMessage>(message).is_err(), "{message}");
    }
}

/// The order of the men means nothing.
fn sorted(mut view: View) -> View {
    view.men.sort_by_key(|man: &PieceView| (man.cell.clone(), man.letter.clone(), man.kind.clone()));
    view
}

/// Over a random game, what has changed leads from each view to the next and between any two.
fn changes_lead_on<P: Position>(seed: u64) {
    let mut luck = SeededRng::new(seed);
    let mut position = P::start(&P::Options::default());
    let eyes = [Eye::Spectator, Eye::Seat(Seat::new(0)), Eye::Seat(Seat::new(1))];
    let first: Vec<View> = eyes.iter().map(|eye| position.view(*eye)).collect();
    for _ in 0..80 {
        let (mut legal, mut chances) = (Vec::new(), Vec::new());
        position.legal_actions(&mut legal);
        position.chance_outcomes(&mut chances);
        legal.extend(chances.into_iter().map(|(outcome, _)| outcome));
        let Some(action) = luck.choose(&legal).copied() else { return };
        let before = position.clone();
        position.play(action);
        for (eye, first) in eyes.iter().zip(&first) {
            let new = position.view(*eye);
            for old in [before.view(*eye), first.clone()] {
                let mut view = old.clone();
                let change = ViewDelta::between(&old, &new);
                let sent = serde_json::to_string(&change).unwrap();
                serde_json::from_str::<ViewDelta>(&sent).unwrap().apply(&mut view);
                assert_eq!(sorted(view), sorted(new.clone()));
            }
        }
    }
}

#[test]
fn changes_lead_from_view_to_view_in_every_game() {
    for seed in 0..5 {
        changes_lead_on::<BanChess>(seed);
        changes_lead_on::<Banqi>(seed);
        changes_lead_on::<Enochian>(seed);
        changes_lead_on::<Bishops>(seed);
    }
}
