//! What everybody gets to see of a fair deal.

use crate::{Commitment, Dealer, Entropies, GameId, Secret, Unfit, VERSION};
use serde::{Deserialize, Serialize};

/// The data that goes with a game, as it is published: texts that may come from anywhere.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Published {
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

impl Published {
    /// What is published while the game is played.
    pub fn during(game: &GameId, commitment: Commitment, entropies: &Entropies) -> Published {
        Published {
            version: VERSION.to_string(),
            game: game.as_str().to_string(),
            commitment: commitment.to_string(),
            secret: None,
            entropies: entropies.publish(),
        }
    }

    /// What is published when the game has ended.
    pub fn after(game: &GameId, secret: &Secret, entropies: &Entropies) -> Published {
        let during = Published::during(game, secret.commitment(game), entropies);
        Published { secret: Some(secret.reveal()), ..during }
    }

    /// The dealer of the game, to recompute anything with. It does not look at the commitment.
    ///
    /// # Errors
    /// The first thing that cannot be used.
    pub fn dealer(&self) -> Result<Dealer, Unfit> {
        self.known_version()?;
        let game = GameId::new(self.game.as_str())?;
        Ok(Dealer::new(&self.read_secret()?, &game, &Entropies::read(&self.entropies)?))
    }

    pub(crate) fn known_version(&self) -> Result<(), Unfit> {
        if self.version == VERSION { Ok(()) } else { Err(Unfit::Version(self.version.clone())) }
    }

    pub(crate) fn read_secret(&self) -> Result<Secret, Unfit> {
        Secret::read(self.secret.as_deref().ok_or(Unfit::SecretKept)?)
    }
}
