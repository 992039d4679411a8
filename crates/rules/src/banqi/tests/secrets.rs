//! No position, view, text or debug output depends on an unrevealed piece.

use super::*;
use crate::laws::SeededRng;

type ShuffledPieces = Vec<Piece>;

fn shuffled(rng: &mut SeededRng) -> ShuffledPieces {
    let mut deal: ShuffledPieces =
        Piece::all().flat_map(|piece| (0..piece.role().count_per_side()).map(move |_| piece)).collect();
    (1..deal.len()).rev().for_each(|last| deal.swap(last, rng.below(last + 1)));
    deal
}

/// Every output of a position that a player could see.
fn bytes(position: &Banqi) -> Vec<String> {
    let view = |eye| serde_json::to_string(&position.view(eye)).unwrap();
    let (mut legal, mut chances) = (Vec::new(), Vec::new());
    position.legal_actions(&mut legal);
    position.chance_outcomes(&mut chances);
    vec![
        position.to_string(),
        format!("{position:?}"),
        format!("{position:#?}"),
        position.key().to_string(),
        view(Eye::Seat(FIRST)),
        view(Eye::Seat(SECOND)),
        view(Eye::Spectator),
        format!("{legal:?} {chances:?}"),
    ]
}

/// Plays the actions that `choose` returns and reveals flips from `deal`. Returns the outputs of every position and the
/// chosen actions.
fn played(
    deal: &ShuffledPieces,
    mut choose: impl FnMut(&Banqi) -> Option<Action>,
) -> (Vec<Vec<String>>, Vec<Action>) {
    let (mut position, mut choices, mut states) = (start(), Vec::new(), Vec::new());
    loop {
        states.push(bytes(&position));
        let action = match (position.turn(), position.flipping) {
            (Turn::Over, _) => return (states, choices),
            (Turn::Chance, Some(square)) => Action::Reveal(deal[square.index()]),
            _ => {
                let Some(action) = choose(&position) else { return (states, choices) };
                choices.push(action);
                action
            }
        };
        position.play(action);
    }
}

#[test]
fn two_shuffles_with_the_same_public_history_give_the_same_bytes() {
    let mut different_deals = 0;
    for seed in 0..60 {
        let mut rng = SeededRng::new(seed);
        let deal = shuffled(&mut rng);
        let plies = rng.below(60);
        let mut left = plies;
        let (states, choices) = played(&deal, |position| {
            left = left.checked_sub(1)?;
            let mut legal = Vec::new();
            position.legal_actions(&mut legal);
            rng.choose(&legal).copied()
        });
        let other = same_where_flipped(&deal, &choices, &mut rng);
        let mut again = choices.iter().copied();
        let (same, _) = played(&other, |_| again.next());
        assert_eq!(states, same, "seed {seed}");
        different_deals += u32::from(other != deal);
    }
    assert!(different_deals > 40, "only {different_deals} deals differ");
}

/// Another shuffle with the same pieces on all flipped squares.
fn same_where_flipped(deal: &ShuffledPieces, choices: &[Action], rng: &mut SeededRng) -> ShuffledPieces {
    let flipped = |index: &usize| {
        choices.iter().any(|action| matches!(action, Action::Flip(square) if square.index() == *index))
    };
    let unknown: Vec<usize> = (0..deal.len()).filter(|index| !flipped(index)).collect();
    let mut other = deal.clone();
    for (place, index) in unknown.iter().enumerate().skip(1).rev() {
        other.swap(*index, unknown[rng.below(place + 1)]);
    }
    other
}

#[test]
fn a_position_does_not_know_the_piece_being_flipped() {
    let flipping = after(start(), "?b4 =q ?c4");
    assert_eq!(flipping.board.piece_at(Square::from_coords(2, 3)), None);
    assert!(flipping.board.face_down().contains(Square::from_coords(2, 3)));
    assert_eq!(flipping.unrevealed.total(), 31, "it still counts as unrevealed");
}
