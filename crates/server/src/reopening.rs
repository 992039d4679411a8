//! Tables that must be open although nobody looks: clocks run and engines think there.

use crate::rooms::{LoadError, Rooms};
use std::time::Duration;
use tetrarch_store::{GameId, StoreError};

/// How long it takes until a table that could not be opened is tried again.
const PAUSE: Duration = Duration::from_secs(2);

impl Rooms {
    /// Opens every table that is not finished.
    pub(crate) async fn open_unfinished(&self) -> Result<(), StoreError> {
        for id in self.store().unfinished().await? {
            match self.enter(&id).await {
                Ok(_) => {}
                Err(LoadError::Stopping) => return Ok(()),
                Err(LoadError::Store(_)) => self.reopen(id),
                Err(error) => tracing::error!(table = %id, %error, "could not open"),
            }
        }
        Ok(())
    }

    /// Opens a table again whose room has ended because the store failed, as soon as the store answers.
    pub(crate) fn reopen(&self, id: GameId) {
        let rooms = self.clone();
        self.tasks().spawn(async move {
            loop {
                tokio::select! {
                    () = rooms.stopping() => return,
                    () = tokio::time::sleep(PAUSE) => {}
                }
                match rooms.enter(&id).await {
                    Ok(_) | Err(LoadError::Stopping) => return,
                    Err(LoadError::Store(_)) => {}
                    Err(error) => return tracing::error!(table = %id, %error, "could not open again"),
                }
            }
        });
    }
}
