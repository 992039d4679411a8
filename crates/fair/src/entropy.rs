//! The entropy that players contribute.

use crate::{FairError, hex};
use std::fmt;

/// Up to 255 bytes of a player's choice. An empty contribution and no contribution give different deals.
#[derive(Clone, Eq, PartialEq, Hash)]
pub struct Entropy(Vec<u8>);

impl Entropy {
    /// The maximum number of bytes that a seat may contribute.
    pub const MAX_LEN: usize = 255;

    /// Entropy from these bytes.
    ///
    /// # Errors
    /// If there are more than [`MAX_LEN`](Entropy::MAX_LEN) bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Entropy, FairError> {
        let bytes = bytes.into();
        if bytes.len() > Entropy::MAX_LEN {
            return Err(FairError::EntropyTooLong(bytes.len()));
        }
        Ok(Entropy(bytes))
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The published form: hexadecimal.
impl fmt::Display for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entropy({self})")
    }
}

/// The contribution of each seat, in seat order.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Entropies(Vec<Option<Entropy>>);

impl Entropies {
    /// No contributions yet.
    pub fn empty(seats: u8) -> Entropies {
        Entropies(vec![None; usize::from(seats)])
    }

    /// Sets the contribution of a seat, counted from 0.
    ///
    /// # Errors
    /// If there is no such seat, or it has already contributed.
    pub fn set(&mut self, seat: usize, entropy: Entropy) -> Result<(), FairError> {
        let seats = self.0.len();
        let slot = self.0.get_mut(seat).ok_or(FairError::NoSuchSeat { seat, seats })?;
        if slot.is_some() {
            return Err(FairError::AlreadyGiven(seat));
        }
        *slot = Some(entropy);
        Ok(())
    }

    /// Removes and returns the contribution of a seat.
    pub fn take(&mut self, seat: usize) -> Option<Entropy> {
        self.0.get_mut(seat)?.take()
    }

    /// Swaps the contributions of two seats, when their players swap seats.
    pub fn swap(&mut self, one: usize, other: usize) {
        if one.max(other) < self.0.len() {
            self.0.swap(one, other);
        }
    }

    /// Parses the published contributions: lower-case hexadecimal digits or nothing for each seat.
    ///
    /// # Errors
    /// The first problem found.
    pub fn parse(published: &[Option<String>]) -> Result<Entropies, FairError> {
        let seats = u8::try_from(published.len()).map_err(|_| FairError::TooManySeats(published.len()))?;
        let mut entropies = Entropies::empty(seats);
        for (seat, text) in published.iter().enumerate() {
            if let Some(text) = text {
                let bytes = hex::decode(text).map_err(|why| FairError::Entropy { seat, why })?;
                entropies.set(seat, Entropy::new(bytes)?)?;
            }
        }
        Ok(entropies)
    }

    /// The published form.
    pub fn to_hex(&self) -> Vec<Option<String>> {
        self.0.iter().map(|entropy| entropy.as_ref().map(ToString::to_string)).collect()
    }

    /// The number of seats.
    pub fn seat_count(&self) -> u8 {
        // Both constructors limit the number of seats to a `u8`.
        self.0.len() as u8
    }

    /// The contribution of each seat, in seat order.
    pub fn iter(&self) -> impl Iterator<Item = Option<&Entropy>> {
        self.0.iter().map(Option::as_ref)
    }
}
