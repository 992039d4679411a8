//! Properties of random texts.

use super::*;
use crate::laws::{check_action_text, check_position_text};
use proptest::prelude::*;

/// A board of random letters, often with more pieces than exist.
fn any_board() -> impl Strategy<Value = String> {
    let letters = prop::sample::select("kgechpqKGECHPQ????????........".chars().collect::<Vec<_>>());
    prop::collection::vec(letters, 32).prop_map(|letters| {
        let ranks: Vec<String> = letters.chunks(8).map(|rank| rank.iter().collect()).collect();
        ranks.join("/")
    })
}

/// A consistent position: shuffled pieces, some face-down, some captured.
fn sound_text() -> impl Strategy<Value = String> {
    let all: Vec<char> = Piece::all()
        .flat_map(|piece| std::iter::repeat_n(piece.letter(), usize::from(piece.role().count_per_side())))
        .collect();
    let states = prop::collection::vec(0..3u8, 32);
    (Just(all).prop_shuffle(), states, any::<bool>(), 0..120u32, 1..500u32).prop_map(
        |(letters, states, red, quiet, ply)| {
            let shown: Vec<char> = (0..32).map(|i| [letters[i], '?', '.'][usize::from(states[i])]).collect();
            let ranks: Vec<String> = shown.chunks(8).map(|rank| rank.iter().collect()).collect();
            let face_down: String = (0..32).filter(|i| states[*i] == 1).map(|i| letters[i]).collect();
            let ranks = ranks.join("/");
            let (side, seat) = (if red { 'r' } else { 'b' }, 2 - ply % 2);
            format!("{ranks} {side} {seat} {} {quiet} {ply} -", gone(&ranks, &face_down))
        },
    )
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in "\\PC{0,80}") {
        check_position_text::<Banqi>(&text, &Options::default());
        check_action_text(&start(), &text);
    }

    #[test]
    fn any_fields_are_parsed_or_refused(
        board in any_board(), side in "[rb-]", seat in "[12]", captured in "(-|[kgechpqKGECHPQ]{0,20})",
        quiet in 0..200u32, ply in 0..20u32, flipping in "(-|[a-h][1-4])",
    ) {
        check_position_text::<Banqi>(&format!("{board} {side} {seat} {captured} {quiet} {ply} {flipping}"), &Options::default());
    }

    #[test]
    fn consistent_positions_round_trip(text in sound_text(), action in "[?=a-hA-H1-4>kgechpqKGECHPQ]{1,6}") {
        let position = at(&text);
        prop_assert_eq!(position.to_string(), text.clone());
        check_position_text::<Banqi>(&text, &Options::default());
        check_action_text(&position, &action);
    }

    #[test]
    fn every_action_keeps_all_32_pieces(text in sound_text()) {
        let position = at(&text);
        let mut all = Vec::new();
        position.perft_actions(&mut all);
        for action in all {
            let mut next = position;
            next.play(action);
            let shown: usize = Piece::all().map(|piece| next.board.count(piece)).sum();
            prop_assert_eq!(shown as u32 + next.unrevealed.total() + next.captured().total(), 32);
            prop_assert_eq!(next.key, key::compute(&next));
        }
    }

    #[test]
    fn random_options_round_trip(
        preset in "(standard|document|olympiad|tcga)", quiet in any::<u32>(), repetition in 2..u32::MAX, pawn in any::<bool>(),
    ) {
        let json = format!(
            r#"{{"preset":"{preset}","quiet_limit":{quiet},"repetition":{repetition},"pawn_takes_cannon":{pawn}}}"#
        );
        prop_assert_eq!(serde_json::to_string(&options(&json)).unwrap(), json);
    }
}
