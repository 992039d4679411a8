//! Reopens tables that need a room although nobody is connected, since their clocks run and their engines search.

use crate::state::{AppState, LoadError};
use std::time::Duration;
use tetrarch_store::{GameId, StoreError};

/// Delay before another attempt to reopen a table.
const RETRY_DELAY: Duration = Duration::from_secs(2);

impl AppState {
    /// Opens a room for every unfinished table.
    pub(crate) async fn reopen_unfinished(&self) -> Result<(), StoreError> {
        for id in self.store().unfinished().await? {
            match self.get_or_open_room(&id).await {
                Ok(_) => {}
                Err(LoadError::ShuttingDown) => return Ok(()),
                Err(LoadError::Store(_)) => self.reopen_room(id),
                Err(error) => tracing::error!(table = %id, %error, "failed to open the table"),
            }
        }
        Ok(())
    }

    /// Reopens a table whose room closed after a store failure, as soon as the store is available again.
    pub(crate) fn reopen_room(&self, id: GameId) {
        let state = self.clone();
        self.tasks().spawn(async move {
            loop {
                tokio::select! {
                    () = state.shutdown_requested() => return,
                    () = tokio::time::sleep(RETRY_DELAY) => {}
                }
                match state.get_or_open_room(&id).await {
                    Ok(_) | Err(LoadError::ShuttingDown) => return,
                    Err(LoadError::Store(_)) => {}
                    Err(error) => return tracing::error!(table = %id, %error, "failed to reopen the table"),
                }
            }
        });
    }
}
