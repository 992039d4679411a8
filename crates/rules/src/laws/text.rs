//! Texts round-trip, and key and hash are the same as those made from scratch.

use crate::Position;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

pub(super) fn check<P: Position>(position: &P, options: &P::Options, ended_from_outside: bool) {
    let text = position.to_string();
    if ended_from_outside {
        let _ = P::parse(&text, options);
        return;
    }
    let again = P::parse(&text, options).unwrap_or_else(|faults| panic!("{text} does not parse: {faults}"));
    assert_eq!(again.to_string(), text, "another text comes back");
    assert_eq!(&again, position, "another position comes back from {text}");
    assert_eq!(
        again.key(),
        position.key(),
        "the key kept up to date differs from the one from scratch: {text}"
    );
    assert_eq!(hash(&again), hash(position), "equal positions hash differently: {text}");
}

pub(super) fn hash<P: Position>(position: &P) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(position)
}
