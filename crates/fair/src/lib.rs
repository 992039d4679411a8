//! Provably fair deals and dice with a commitment scheme: `tetrarch-fair-1`.
//!
//! Before play the server publishes a [`Commitment`] to a [`Secret`]. Then each seat may contribute
//! [`Entropy`]. The secret, the game id and the entropy determine the order of every shuffle and the result of
//! every roll. The server reveals the secret when the game ends. `docs/fair-dealing.md` specifies the scheme
//! exactly, so that other programs can verify a game.
//!
//! This crate generates no random numbers and knows no game: the secret is an argument, and a [`ChanceRule`] says what
//! is dealt or rolled.
//!
//! ```
//! use tetrarch_fair::{ChanceRule, Dealer, Entropies, Entropy, FairGameId, Secret};
//!
//! let secret = Secret::from_bytes(std::array::from_fn(|i| i as u8)); // use random bytes in practice
//! let game = FairGameId::new("example-1")?;
//! let commitment = secret.commitment(&game);
//!
//! let mut entropies = Entropies::empty(2);
//! entropies.set(0, Entropy::new(b"heads")?)?;
//!
//! let dealer = Dealer::new(&secret, &game, &entropies);
//! let cards = ChanceRule::Deal { letters: "abc".into(), reveals: vec!["left".into(), "mid".into(), "right".into()] };
//! assert_eq!(cards.outcome(&dealer, 1, Some("mid")).as_deref(), Some("=a"));
//! let coin = ChanceRule::Roll { outcomes: vec!["=heads".into(), "=tails".into()] };
//! assert_eq!(coin.outcome(&dealer, 1, None).as_deref(), Some("=heads"));
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
mod secret;
mod stream;
mod verify;

#[cfg(test)]
mod tests;

pub use chance_rule::ChanceRule;
pub use commitment::Commitment;
pub use dealer::Dealer;
pub use entropy::{Entropies, Entropy};
pub use error::FairError;
pub use fairness_record::FairnessRecord;
pub use game_id::FairGameId;
pub use hex::HexError;
pub use secret::Secret;
pub use verify::{Claim, DealtLine, Finding, Judgement, Verdict, Verification, verify};

/// The name of the dealing scheme that this crate implements.
pub const VERSION: &str = "tetrarch-fair-1";
