//! Tables that must be open although nobody looks: clocks run and engines think there.

use crate::rooms::{AppState, LoadError};
use std::time::Duration;
use tetrarch_store::{GameId, StoreError};

/// How long it takes until a table that could not be opened is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(2);

impl AppState {
    /// Opens every table that is not finished.
    pub(crate) async fn reopen_unfinished(&self) -> Result<(), StoreError> {
        for id in self.store().unfinished().await? {
            match self.get_or_open_room(&id).await {
                Ok(_) => {}
                Err(LoadError::ShuttingDown) => return Ok(()),
                Err(LoadError::Store(_)) => self.reopen_room(id),
                Err(error) => tracing::error!(table = %id, %error, "could not open"),
            }
        }
        Ok(())
    }

    /// Opens a table again whose room has ended because the store failed, as soon as the store answers.
    pub(crate) fn reopen_room(&self, id: GameId) {
        let rooms = self.clone();
        self.tasks().spawn(async move {
            loop {
                tokio::select! {
                    () = rooms.shutdown_requested() => return,
                    () = tokio::time::sleep(RETRY_DELAY) => {}
                }
                match rooms.get_or_open_room(&id).await {
                    Ok(_) | Err(LoadError::ShuttingDown) => return,
                    Err(LoadError::Store(_)) => {}
                    Err(error) => return tracing::error!(table = %id, %error, "could not open again"),
                }
            }
        });
    }
}
