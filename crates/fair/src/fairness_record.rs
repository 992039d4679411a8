//! The published data of a fair deal.

use crate::{Commitment, Dealer, Entropies, FairError, FairGameId, Secret, VERSION};
use serde::{Deserialize, Serialize};

/// The published data of a game: the commitment, the entropy and, after the game, the secret. The texts are
/// untrusted and may be malformed.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FairnessRecord {
    /// The dealing scheme: [`VERSION`].
    pub version: String,
    /// The id of the game.
    pub game: String,
    /// The commitment, published before play.
    pub commitment: String,
    /// The secret, revealed when the game has ended.
    pub secret: Option<String>,
    /// The contribution of each seat, in seat order.
    pub entropies: Vec<Option<String>>,
}

impl FairnessRecord {
    /// The data published during the game: without the secret.
    pub fn committed(game: &FairGameId, commitment: Commitment, entropies: &Entropies) -> FairnessRecord {
        FairnessRecord {
            version: VERSION.to_string(),
            game: game.as_str().to_string(),
            commitment: commitment.to_string(),
            secret: None,
            entropies: entropies.to_hex(),
        }
    }

    /// The data published after the game: with the secret.
    pub fn revealed(game: &FairGameId, secret: &Secret, entropies: &Entropies) -> FairnessRecord {
        let committed = FairnessRecord::committed(game, secret.commitment(game), entropies);
        FairnessRecord { secret: Some(secret.reveal()), ..committed }
    }

    /// The dealer of the game, to recompute its deal and rolls. Does not check the commitment.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn dealer(&self) -> Result<Dealer, FairError> {
        self.check_version()?;
        let game = FairGameId::new(self.game.as_str())?;
        Ok(Dealer::new(&self.parse_secret()?, &game, &Entropies::parse(&self.entropies)?))
    }

    pub(crate) fn check_version(&self) -> Result<(), FairError> {
        if self.version == VERSION { Ok(()) } else { Err(FairError::Version(self.version.clone())) }
    }

    pub(crate) fn parse_secret(&self) -> Result<Secret, FairError> {
        Secret::parse(self.secret.as_deref().ok_or(FairError::SecretNotRevealed)?)
    }
}
