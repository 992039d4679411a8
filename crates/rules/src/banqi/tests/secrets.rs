//! No position, view, text or debug output depends on what nobody has seen.

use super::*;
use crate::laws::SeededRng;

type ShuffledPieces = Vec<Piece>;

fn shuffled(luck: &mut SeededRng) -> ShuffledPieces {
    let mut deal: ShuffledPieces =
        Piece::all().flat_map(|piece| (0..piece.role().count_per_side()).map(move |_| piece)).collect();
    (1..deal.len()).rev().for_each(|last| deal.swap(last, luck.below(last + 1)));
    deal
}

/// What lies where, so far as anybody knows, and every byte that a position gives away.
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

/// Plays what `choose` says; a flip shows what the deal has there. Every state's bytes come back.
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
fn two_deals_with_the_same_public_past_give_the_same_bytes() {
    for seed in 0..60 {
        let mut luck = SeededRng::new(seed);
        let deal = shuffled(&mut luck);
        let plies = luck.below(60);
        let mut left = plies;
        let (states, choices) = played(&deal, |position| {
            left = left.checked_sub(1)?;
            let mut legal = Vec::new();
            position.legal_actions(&mut legal);
            luck.choose(&legal).copied()
        });
        let other = same_where_turned(&deal, &choices, &mut luck);
        let mut again = choices.iter().copied();
        let (same, _) = played(&other, |_| again.next());
        assert_eq!(states, same, "seed {seed}");
    }
}

/// Another deal that has the same pieces on all squares that were turned over.
fn same_where_turned(deal: &ShuffledPieces, choices: &[Action], luck: &mut SeededRng) -> ShuffledPieces {
    let turned = |index: &usize| {
        choices.iter().any(|action| matches!(action, Action::Flip(square) if square.index() == *index))
    };
    let unknown: Vec<usize> = (0..deal.len()).filter(|index| !turned(index)).collect();
    let mut other = deal.clone();
    for (place, index) in unknown.iter().enumerate().skip(1).rev() {
        other.swap(*index, unknown[luck.below(place + 1)]);
    }
    other
}

#[test]
fn a_position_says_nothing_of_the_piece_being_turned() {
    let turning = after(start(), "?b4 =q ?c4");
    assert_eq!(turning.board.piece_at(Square::from_coords(2, 3)), None);
    assert!(turning.board.face_down().contains(Square::from_coords(2, 3)));
    assert_eq!(turning.unrevealed.total(), 31, "it is still one of those in the bag");
}
