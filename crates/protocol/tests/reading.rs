//! Parsing of messages: no input panics, and deltas reproduce the views.

use proptest::prelude::*;
use tetrarch_protocol::{ClientMessage, CreateTableRequest, ViewDelta};
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Eye, PieceView, Presentation, Seat, View};

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
    fn a_mutated_message_never_panics_and_round_trips_if_it_parses(
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
fn unknown_keys_are_errors_everywhere() {
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
fn valid_messages_parse_and_unknown_ones_are_rejected() {
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

/// The order of the pieces has no meaning.
fn sorted(mut view: View) -> View {
    view.men.sort_by_key(|piece: &PieceView| (piece.cell.clone(), piece.letter.clone(), piece.kind.clone()));
    view
}

/// In a random game, deltas lead from each view to the next, and from the first view to every later one. Returns the number
/// of actions.
fn deltas_lead_on<P: Presentation>(seed: u64) -> usize {
    let mut rng = SeededRng::new(seed);
    let mut position = P::start(&P::Options::default());
    let eyes = [Eye::Spectator, Eye::Seat(Seat::new(0)), Eye::Seat(Seat::new(1))];
    let first: Vec<View> = eyes.iter().map(|eye| position.view(*eye)).collect();
    for played in 0..80 {
        let (mut legal, mut chances) = (Vec::new(), Vec::new());
        position.legal_actions(&mut legal);
        position.chance_outcomes(&mut chances);
        legal.extend(chances.into_iter().map(|(outcome, _)| outcome));
        let Some(action) = rng.choose(&legal).copied() else { return played };
        let before = position.clone();
        position.play(action);
        for (eye, first) in eyes.iter().zip(&first) {
            let new = position.view(*eye);
            for old in [before.view(*eye), first.clone()] {
                let mut view = old.clone();
                let delta = ViewDelta::between(&old, &new);
                let sent = serde_json::to_string(&delta).unwrap();
                serde_json::from_str::<ViewDelta>(&sent).unwrap().apply(&mut view);
                assert_eq!(sorted(view), sorted(new.clone()));
            }
        }
    }
    80
}

#[test]
fn deltas_lead_from_view_to_view_in_every_game() {
    let games = [deltas_lead_on::<BanChess>, deltas_lead_on::<Banqi>, deltas_lead_on::<Enochian>];
    for game in games.into_iter().chain([deltas_lead_on::<Bishops> as fn(u64) -> usize]) {
        let played: usize = (0..5).map(game).sum();
        assert!(played > 5 * 60, "only {played} actions in five games");
    }
}
