//! Provably fair deals and dice with a commitment scheme: `tetrarch-fair-1`.
//!
//! Before play the server publishes a [`Commitment`] to a [`Secret`]. Then each seat may contribute
//! [`Entropy`]. The secret, the game id and the entropy determine the piece on every square and the result of
//! every roll. The server reveals the secret when the game ends. `docs/fair-dealing.md` specifies the scheme
//! exactly, so that other programs can verify a game.
//!
//! This crate generates no random numbers and knows no game rules: the secret is an argument, and a deal is a
//! list of letters.
//!
//! ```
//! use tetrarch_fair::{DealLayout, Dealer, Entropies, Entropy, FairGameId, Secret};
//!
//! let secret = Secret::from_bytes(std::array::from_fn(|i| i as u8)); // use random bytes in practice
//! let game = FairGameId::new("example-1")?;
//! let commitment = secret.commitment(&game);
//!
//! let mut entropies = Entropies::empty(2);
//! entropies.set(0, Entropy::new(b"heads")?)?;
//!
//! let dealer = Dealer::new(&secret, &game, &entropies);
//! assert_eq!(dealer.deal(&DealLayout::BANQI).letter_on("b4"), Some('h'));
//! assert_eq!(dealer.roll_die(1), 1);
//! assert_eq!(commitment.to_string(), "4a6b1c762b7ab0a54efb456b5e8422887974de51bbdbbc7a9c1418108760eb2e");
//! # Ok::<(), tetrarch_fair::FairError>(())
//! ```

mod chance_rule;
mod commitment;
mod dealer;
mod entropy;
mod error;
mod fairness_record;
mod game_id;
mod hash;
mod hex;
mod layout;
mod secret;
mod stream;
mod verify;

#[cfg(test)]
mod tests;

pub use chance_rule::ChanceRule;
pub use commitment::Commitment;
pub use dealer::{Deal, Dealer};
pub use entropy::{Entropies, Entropy};
pub use error::FairError;
pub use fairness_record::FairnessRecord;
pub use game_id::FairGameId;
pub use hex::HexError;
pub use layout::DealLayout;
pub use secret::Secret;
pub use verify::{Claim, Finding, Judgement, Observation, Verification, verify};

/// The name of the dealing scheme that this crate implements.
pub const VERSION: &str = "tetrarch-fair-1";
