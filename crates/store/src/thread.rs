//! Threads of the store's own. SQLite works on the thread that asks it, and waits there for the disk.

use crate::StoreError;

/// Does something on a thread of this name.
pub(crate) fn spawn<F: Future>(
    name: &str,
    work: impl FnOnce() -> F + Send + 'static,
) -> Result<(), StoreError> {
    let no_thread = |why: std::io::Error| StoreError::Unavailable(format!("no thread for {name}: {why}"));
    let own = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(no_thread)?;
    let thread = std::thread::Builder::new().name(name.into());
    thread.spawn(move || drop(own.block_on(work()))).map(drop).map_err(no_thread)
}
