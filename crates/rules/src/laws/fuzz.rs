//! No text makes a parser panic, and accepted texts obey the laws.

use super::SeededRng;
use crate::{Position, Presentation};

/// Characters with a meaning in some text, and a few that never have one.
const FUZZ_BYTES: &[u8] =
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /,:+-=?.#@>\0\xc3\xa9";

pub(super) fn check<P: Presentation>(position: &P, options: &P::Options, rng: &mut SeededRng) {
    check_position_text::<P>(&mutated(&position.to_string(), rng), options);
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    if let Some(action) = rng.choose(&legal) {
        check_action_text(position, &mutated(&action.to_string(), rng));
    }
}

/// Parses any text as a position. The parser must not panic, and an accepted position must obey the laws.
///
/// # Panics
/// If a law is broken.
pub fn check_position_text<P: Presentation>(text: &str, options: &P::Options) {
    match P::parse(text, options) {
        Err(errors) => assert!(errors.iter().count() > 0, "no error for the refused text {text:?}"),
        Ok(position) => {
            super::text::check(&position, options, false);
            super::actions::check(&position);
            super::outcome::check(&position);
        }
    }
}

/// Parses any text as an action. The parser must not panic, and an accepted action must be listed.
///
/// # Panics
/// If a law is broken.
pub fn check_action_text<P: Position>(position: &P, text: &str) {
    let Ok(action) = position.parse_action(text) else { return };
    let (mut listed, mut outcomes) = (Vec::new(), Vec::new());
    position.legal_actions(&mut listed);
    position.chance_outcomes(&mut outcomes);
    listed.extend(outcomes.into_iter().map(|(outcome, _)| outcome));
    assert!(listed.contains(&action), "{text:?} parses as {action}, which is not listed: {position}");
    position.clone().play(action);
}

/// The text with one to three random mutations.
fn mutated(text: &str, rng: &mut SeededRng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() + 1);
        let letter = FUZZ_BYTES[rng.below(FUZZ_BYTES.len())];
        match rng.below(4) {
            0 => bytes.insert(at, letter),
            1 if at < bytes.len() => bytes[at] = letter,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ if at < bytes.len() => {
                let other = rng.below(bytes.len());
                bytes.swap(at, other);
            }
            _ => bytes.truncate(at / 2),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
