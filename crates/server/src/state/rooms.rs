//! The open rooms.

use crate::room::RoomHandle;
use crate::state::LoadError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tetrarch_store::GameId;
use tokio::sync::OnceCell;

/// A slot for a room, so that two concurrent requests do not open it twice.
type RoomSlot = Arc<OnceCell<Arc<RoomHandle>>>;

/// The open rooms, by the id of their table. It does not know how a room is opened.
pub(crate) struct RoomRegistry {
    /// `None` once the server is shutting down.
    open: Mutex<Option<HashMap<GameId, RoomSlot>>>,
}

impl RoomRegistry {
    pub(super) fn new() -> RoomRegistry {
        RoomRegistry { open: Mutex::new(Some(HashMap::new())) }
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().as_ref().map_or(0, HashMap::len)
    }

    pub(crate) fn is_shutting_down(&self) -> bool {
        self.lock().is_none()
    }

    /// The room of a table, if it is open.
    pub(super) fn get(&self, id: &GameId) -> Option<Arc<RoomHandle>> {
        self.lock().as_ref()?.get(id)?.get().cloned()
    }

    /// All open rooms.
    pub(super) fn all(&self) -> Vec<Arc<RoomHandle>> {
        self.lock().iter().flat_map(HashMap::values).filter_map(|slot| slot.get().cloned()).collect()
    }

    /// The room of a table, opened with `open` if necessary; `None` if there is no such table.
    pub(super) async fn get_or_open(
        &self,
        id: &GameId,
        open: impl Future<Output = Result<Option<Arc<RoomHandle>>, LoadError>>,
    ) -> Result<Option<Arc<RoomHandle>>, LoadError> {
        // A room that has failed leaves its handle behind.
        self.remove_closed(id);
        let slot = {
            let mut rooms = self.lock();
            let rooms = rooms.as_mut().ok_or(LoadError::ShuttingDown)?;
            Arc::clone(rooms.entry(id.clone()).or_default())
        };
        let opened = slot.get_or_try_init(async || open.await.map_err(Some)?.ok_or(None)).await;
        match opened {
            Ok(handle) => Ok(Some(Arc::clone(handle))),
            Err(error) => {
                self.remove_empty_slot(id);
                error.map_or(Ok(None), Err)
            }
        }
    }

    /// Removes the room of a table, unless somebody holds its handle or a message is queued.
    pub(crate) fn close_if_unused(&self, id: &GameId) -> bool {
        let mut rooms = self.lock();
        let Some(rooms) = rooms.as_mut() else { return false };
        let unused = |slot: &RoomSlot| {
            Arc::strong_count(slot) == 1
                && slot.get().is_some_and(|handle| Arc::strong_count(handle) == 1 && handle.is_empty())
        };
        if !rooms.get(id).is_some_and(unused) {
            return false;
        }
        rooms.remove(id);
        true
    }

    /// Removes the room of a table after it has closed.
    pub(crate) fn remove_closed(&self, id: &GameId) {
        // Another room may have been opened since; only a closed one is removed.
        self.remove_if(id, |slot| slot.get().is_some_and(|handle| handle.is_closed()));
    }

    fn remove_empty_slot(&self, id: &GameId) {
        self.remove_if(id, |slot| slot.get().is_none());
    }

    fn remove_if(&self, id: &GameId, condition: impl Fn(&RoomSlot) -> bool) {
        if let Some(rooms) = self.lock().as_mut()
            && rooms.get(id).is_some_and(condition)
        {
            rooms.remove(id);
        }
    }

    /// Opens no more rooms, and returns those that are open.
    pub(super) fn shut_down(&self) -> Vec<Arc<RoomHandle>> {
        let rooms = self.lock().take().unwrap_or_default();
        rooms.values().filter_map(|slot| slot.get().cloned()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<GameId, RoomSlot>>> {
        // Nothing panics while it holds the lock; and if it did, the map would still be consistent.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
