//! Deals and dice that everybody can check after the game: `tetrarch-fair-1`.
//!
//! Before play the server publishes a [`Commitment`] to a [`Secret`]; then each seat may add [`Entropy`]; secret, game id and
//! entropy fix what lies on every square and what every throw shows; the secret is published when the game ends. The page
//! `docs/fair-dealing.md` says exactly how, so that another program can check it.
//!
//! Nothing here draws a random number or knows a rule: the secret is an argument, and a deal is a list of letters.
//!
//! ```
//! use tetrarch_fair::{Dealer, Entropies, Entropy, GameId, Layout, Secret};
//!
//! let secret = Secret::from_bytes(std::array::from_fn(|i| i as u8)); // random bytes in real life
//! let game = GameId::new("example-1")?;
//! let published_first = secret.commitment(&game);
//!
//! let mut entropies = Entropies::none(2);
//! entropies.give(0, Entropy::new(b"heads")?)?;
//!
//! let dealer = Dealer::new(&secret, &game, &entropies);
//! assert_eq!(dealer.deal(&Layout::BANQI).on("b4"), Some('h'));
//! assert_eq!(dealer.die(1), 1);
//! assert_eq!(published_first.to_string(), "4a6b1c762b7ab0a54efb456b5e8422887974de51bbdbbc7a9c1418108760eb2e");
//! # Ok::<(), tetrarch_fair::Unfit>(())
//! ```

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

/// The name of the way of dealing that this crate knows.
pub const VERSION: &str = "tetrarch-fair-1";
