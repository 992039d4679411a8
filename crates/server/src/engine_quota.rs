//! The engines are shared: whoever has many tables at which engines play does not keep the engines from all others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many questions to the engine each owner of tables may have in the common queue.
pub(crate) struct EngineQuota {
    per_owner: usize,
    owners: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl EngineQuota {
    /// Half of the engines for each, but at least one.
    pub(crate) fn new(engines: usize) -> EngineQuota {
        EngineQuota { per_owner: (engines / 2).max(1), owners: Mutex::default() }
    }

    /// Waits until one of an owner's questions may join the common queue. Those whose owner nobody knows share one share.
    pub(crate) async fn acquire(&self, owner: Option<&str>) -> Option<OwnedSemaphorePermit> {
        let share = {
            let mut owners = self.lock();
            let owner = owner.unwrap_or_default().to_string();
            Arc::clone(owners.entry(owner).or_insert_with(|| Arc::new(Semaphore::new(self.per_owner))))
        };
        share.acquire_owned().await.ok()
    }

    /// Forgets those who ask nothing now.
    pub(crate) fn prune(&self) {
        self.lock().retain(|_, share| Arc::strong_count(share) > 1);
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
    fn one_owner_waits_for_themselves_and_for_nobody_else() {
        let shares = EngineQuota::new(1);
        let now = |owner: &'static str| {
            let mut context = Context::from_waker(Waker::noop());
            pin!(shares.acquire(Some(owner))).poll(&mut context).map(Option::unwrap)
        };
        let first = now("ada");
        assert!(first.is_ready() && now("ada").is_pending());
        assert!(now("bob").is_ready(), "others do not wait for her");
        drop(first);
        assert!(now("ada").is_ready());
        shares.prune();
        assert!(shares.lock().is_empty());
    }
}
