//! What the players add.

use crate::{FairError, hex};
use std::fmt;

/// Bytes of a player's choice, up to 255 of them. None at all is less than no bytes: the two give different deals.
#[derive(Clone, Eq, PartialEq, Hash)]
pub struct Entropy(Vec<u8>);

impl Entropy {
    /// The most bytes that one seat may give.
    pub const MAX_LEN: usize = 255;

    /// The entropy of these bytes.
    ///
    /// # Errors
    /// If there are too many.
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

/// How it is published.
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

/// What each seat has given, in seat order.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Entropies(Vec<Option<Entropy>>);

impl Entropies {
    /// Nobody has given anything yet.
    pub fn empty(seats: u8) -> Entropies {
        Entropies(vec![None; usize::from(seats)])
    }

    /// A seat, counted from 0, gives its entropy.
    ///
    /// # Errors
    /// If there is no such seat, or it has given some before.
    pub fn set(&mut self, seat: usize, entropy: Entropy) -> Result<(), FairError> {
        let seats = self.0.len();
        let place = self.0.get_mut(seat).ok_or(FairError::NoSuchSeat { seat, seats })?;
        if place.is_some() {
            return Err(FairError::AlreadyGiven(seat));
        }
        *place = Some(entropy);
        Ok(())
    }

    /// A seat takes back what it has given.
    pub fn take(&mut self, seat: usize) -> Option<Entropy> {
        self.0.get_mut(seat)?.take()
    }

    /// Two seats change their players, who take along what they have given.
    pub fn swap(&mut self, one: usize, other: usize) {
        if one.max(other) < self.0.len() {
            self.0.swap(one, other);
        }
    }

    /// Reads what was published: digits in lower case, or nothing, for each seat.
    ///
    /// # Errors
    /// The first thing that is wrong.
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

    /// How they are published.
    pub fn to_hex(&self) -> Vec<Option<String>> {
        self.0.iter().map(|entropy| entropy.as_ref().map(ToString::to_string)).collect()
    }

    /// How many seats there are.
    pub fn seat_count(&self) -> u8 {
        // Both ways to make one count the seats in a byte.
        self.0.len() as u8
    }

    /// What each seat has given, in seat order.
    pub fn iter(&self) -> impl Iterator<Item = Option<&Entropy>> {
        self.0.iter().map(Option::as_ref)
    }
}
