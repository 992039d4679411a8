//! Nothing panics on any text from outside, and what is accepted is in order.

use super::SeededRng;
use crate::Position;

/// Characters that mean something in some text, and a few that never do.
const FUZZ_BYTES: &[u8] =
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /,:+-=?.#@>\0\xc3\xa9";

pub(super) fn check<P: Position>(position: &P, options: &P::Options, luck: &mut SeededRng) {
    check_position_text::<P>(&mutated(&position.to_string(), luck), options);
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    if let Some(action) = luck.choose(&legal) {
        check_action_text(position, &mutated(&action.to_string(), luck));
    }
}

/// Reads any text as a position: it must not panic, and what it accepts must be in order.
///
/// # Panics
/// If a law is broken.
pub fn check_position_text<P: Position>(text: &str, options: &P::Options) {
    match P::parse(text, options) {
        Err(faults) => assert!(faults.iter().count() > 0, "refused without a reason: {text:?}"),
        Ok(position) => {
            super::text::check(&position, options, false);
            super::actions::check(&position);
            super::outcome::check(&position);
        }
    }
}

/// Reads any text as an action of a position: it must not panic, and what it accepts must be listed.
///
/// # Panics
/// If a law is broken.
pub fn check_action_text<P: Position>(position: &P, text: &str) {
    let Ok(action) = position.parse_action(text) else { return };
    let (mut listed, mut chances) = (Vec::new(), Vec::new());
    position.legal_actions(&mut listed);
    position.chance_outcomes(&mut chances);
    listed.extend(chances.into_iter().map(|(outcome, _)| outcome));
    assert!(listed.contains(&action), "{text:?} is read as {action}, which is not listed: {position}");
    position.clone().play(action);
}

/// The text with one to three small damages.
fn mutated(text: &str, luck: &mut SeededRng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=luck.below(3) {
        let at = luck.below(bytes.len() + 1);
        let letter = FUZZ_BYTES[luck.below(FUZZ_BYTES.len())];
        match luck.below(4) {
            0 => bytes.insert(at, letter),
            1 if at < bytes.len() => bytes[at] = letter,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ if at < bytes.len() => {
                let other = luck.below(bytes.len());
                bytes.swap(at, other);
            }
            _ => bytes.truncate(at / 2),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
