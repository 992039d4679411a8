//! Shares the engine between the owners of tables, so that one owner with many engine games cannot starve the
//! others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits how many engine requests each owner of tables may have in the common queue.
pub(crate) struct EngineQuota {
    per_owner: usize,
    owners: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl EngineQuota {
    /// Each owner gets half of the engine slots, but at least one.
    pub(crate) fn new(engines: usize) -> EngineQuota {
        EngineQuota { per_owner: (engines / 2).max(1), owners: Mutex::default() }
    }

    /// Waits until the owner may queue another request. Tables without a known owner share one quota.
    pub(crate) async fn acquire(&self, owner: Option<&str>) -> Option<OwnedSemaphorePermit> {
        let quota = {
            let mut owners = self.lock();
            let owner = owner.unwrap_or_default().to_string();
            Arc::clone(owners.entry(owner).or_insert_with(|| Arc::new(Semaphore::new(self.per_owner))))
        };
        quota.acquire_owned().await.ok()
    }

    /// Removes owners without pending requests.
    pub(crate) fn prune(&self) {
        self.lock().retain(|_, quota| Arc::strong_count(quota) > 1);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Semaphore>>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future as _;
    use std::pin::pin;
    use std::task::{Context, Waker};

    #[test]
    fn an_owner_over_quota_waits_without_blocking_others() {
        let quota = EngineQuota::new(1);
        let now = |owner: &'static str| {
            let mut context = Context::from_waker(Waker::noop());
            pin!(quota.acquire(Some(owner))).poll(&mut context).map(Option::unwrap)
        };
        let first = now("ada");
        assert!(first.is_ready() && now("ada").is_pending());
        assert!(now("bob").is_ready(), "others do not wait for her");
        drop(first);
        assert!(now("ada").is_ready());
        quota.prune();
        assert!(quota.lock().is_empty());
    }
}
