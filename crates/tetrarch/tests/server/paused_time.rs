//! Time that passes only when a test says so.

use crate::client::Client;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Longer than any test takes on a busy machine. After it, time passes by itself, so that the timeouts of a test that
/// waits in vain end it.
const HANG_TIMEOUT: Duration = Duration::from_secs(300);

/// Holds the paused time of a test that begins with `start_paused = true`. The server of the test runs in the same
/// runtime, so its timers wait too, and its dates follow.
///
/// Paused time jumps to the next timer whenever the runtime has nothing to do. A server also has nothing to do while
/// a socket or the database is busy, so a blocking task keeps the time from jumping, as the documentation of
/// [`tokio::time::pause`] suggests.
pub(crate) struct PausedTime {
    _held: Sender<()>,
}

impl PausedTime {
    pub(crate) fn hold() -> PausedTime {
        let (held, dropped) = channel();
        tokio::task::spawn_blocking(move || dropped.recv_timeout(HANG_TIMEOUT));
        PausedTime { _held: held }
    }

    /// Lets this much time pass at once. Before it does, these clients answer the server's pings, and after it the
    /// server has told them what it had to do by then.
    pub(crate) async fn advance<'a>(
        &self,
        time: Duration,
        clients: impl IntoIterator<Item = &'a mut Client>,
    ) {
        let mut clients: Vec<&mut Client> = clients.into_iter().collect();
        for client in &mut clients {
            client.settle().await;
        }
        tokio::time::advance(time).await;
        for client in &mut clients {
            client.settle().await;
        }
    }
}
