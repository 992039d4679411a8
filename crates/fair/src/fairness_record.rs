//! What everybody gets to see of a fair deal.

use crate::{Commitment, Dealer, Entropies, FairError, FairGameId, Secret, VERSION};
use serde::{Deserialize, Serialize};

/// The data that goes with a game, as it is published: texts that may come from anywhere.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FairnessRecord {
    /// The way of dealing: [`VERSION`].
    pub version: String,
    /// The game's id.
    pub game: String,
    /// The commitment, published before play.
    pub commitment: String,
    /// The secret, published when the game has ended.
    pub secret: Option<String>,
    /// What each seat gave, in seat order.
    pub entropies: Vec<Option<String>>,
}

impl FairnessRecord {
    /// What is published while the game is played.
    pub fn committed(game: &FairGameId, commitment: Commitment, entropies: &Entropies) -> FairnessRecord {
        FairnessRecord {
            version: VERSION.to_string(),
            game: game.as_str().to_string(),
            commitment: commitment.to_string(),
            secret: None,
            entropies: entropies.to_hex(),
        }
    }

    /// What is published when the game has ended.
    pub fn revealed(game: &FairGameId, secret: &Secret, entropies: &Entropies) -> FairnessRecord {
        let during = FairnessRecord::committed(game, secret.commitment(game), entropies);
        FairnessRecord { secret: Some(secret.reveal()), ..during }
    }

    /// The dealer of the game, to recompute anything with. It does not look at the commitment.
    ///
    /// # Errors
    /// The first thing that cannot be used.
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
