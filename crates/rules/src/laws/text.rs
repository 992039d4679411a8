//! Position texts round-trip, with the same key and hash.

use crate::Position;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

pub(super) fn check<P: Position>(position: &P, options: &P::Options, ended_externally: bool) {
    let text = position.to_string();
    if ended_externally {
        let _ = P::parse(&text, options);
        return;
    }
    let again = P::parse(&text, options).unwrap_or_else(|errors| panic!("{text} does not parse: {errors}"));
    assert_eq!(again.to_string(), text, "the text does not round-trip");
    assert_eq!(&again, position, "the position does not round-trip: {text}");
    assert_eq!(again.key(), position.key(), "the incremental key differs from the computed key: {text}");
    assert_eq!(hash(&again), hash(position), "equal positions hash differently: {text}");
}

pub(super) fn hash<P: Position>(position: &P) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(position)
}
