//! Dedicated threads. SQLite blocks the calling thread while it waits for the disk.

use crate::StoreError;

/// Runs a future on a new named thread with its own runtime.
pub(crate) fn spawn<F: Future>(
    name: &str,
    work: impl FnOnce() -> F + Send + 'static,
) -> Result<(), StoreError> {
    let spawn_error =
        |why: std::io::Error| StoreError::Unavailable(format!("failed to start thread {name}: {why}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(spawn_error)?;
    let thread = std::thread::Builder::new().name(name.into());
    thread.spawn(move || drop(runtime.block_on(work()))).map(drop).map_err(spawn_error)
}
