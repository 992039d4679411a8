//! Waiting for something that no message announces.

use std::time::{Duration, Instant};

/// Longer than anything takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Polls until the condition holds.
#[allow(dead_code, reason = "not every test polls")]
pub(crate) async fn eventually(what: &str, holds: impl AsyncFnMut() -> bool) {
    within(TIMEOUT, what, holds).await;
}

/// Polls until the condition holds, which it must do in this time. This takes real time, even in a test that has paused
/// tokio's.
#[allow(dead_code, reason = "not every test polls")]
pub(crate) async fn within(limit: Duration, what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let end = Instant::now() + limit;
    while !holds().await {
        assert!(Instant::now() < end, "timed out waiting for {what}");
        let pause = || std::thread::sleep(POLL_INTERVAL);
        tokio::task::spawn_blocking(pause).await.expect("sleeping does not panic");
    }
}
