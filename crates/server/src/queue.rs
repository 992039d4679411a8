//! A bounded queue from a room to one client. Thousands of them are empty nearly all the time, and an empty one costs next to
//! nothing: tokio's own keeps room for 32 messages from the beginning.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A queue for at most so many messages.
pub(crate) fn bounded<T>(most: usize) -> (QueueSender<T>, QueueReceiver<T>) {
    let inside = QueueState { capacity: most, messages: VecDeque::new(), waker: None, open: true };
    let shared = Arc::new(Mutex::new(inside));
    (QueueSender(Arc::clone(&shared)), QueueReceiver(shared))
}

struct QueueState<T> {
    capacity: usize,
    messages: VecDeque<T>,
    /// Who waits for the next message.
    waker: Option<Waker>,
    /// Whether both ends are there.
    open: bool,
}

type SharedQueue<T> = Arc<Mutex<QueueState<T>>>;

fn lock<T>(shared: &SharedQueue<T>) -> MutexGuard<'_, QueueState<T>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The end that is sent to.
pub(crate) struct QueueSender<T>(SharedQueue<T>);

/// The end that is received from.
pub(crate) struct QueueReceiver<T>(SharedQueue<T>);

/// Why a message was not taken.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TrySendError<T> {
    /// As many wait as may: here it is again.
    Full(T),
    /// Nobody receives any more.
    Closed,
}

impl<T> QueueSender<T> {
    /// Sends a message if there is room for it.
    pub(crate) fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let mut inside = lock(&self.0);
        if !inside.open {
            return Err(TrySendError::Closed);
        }
        if inside.messages.len() >= inside.capacity {
            return Err(TrySendError::Full(message));
        }
        inside.messages.push_back(message);
        let waker = inside.waker.take();
        drop(inside);
        waker.into_iter().for_each(Waker::wake);
        Ok(())
    }

    /// Whether nobody receives any more.
    pub(crate) fn is_closed(&self) -> bool {
        !lock(&self.0).open
    }
}

impl<T> Drop for QueueSender<T> {
    fn drop(&mut self) {
        let waker = {
            let mut inside = lock(&self.0);
            inside.open = false;
            inside.waker.take()
        };
        waker.into_iter().for_each(Waker::wake);
    }
}

impl<T> QueueReceiver<T> {
    /// The next message; none when all were received and nobody sends any more.
    pub(crate) async fn recv(&mut self) -> Option<T> {
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &Context<'_>) -> Poll<Option<T>> {
        let mut inside = lock(&self.0);
        match inside.next() {
            Some(message) => Poll::Ready(Some(message)),
            None if !inside.open => Poll::Ready(None),
            None => {
                match &mut inside.waker {
                    Some(waker) => waker.clone_from(context.waker()),
                    none => *none = Some(context.waker().clone()),
                }
                Poll::Pending
            }
        }
    }

    /// Whether no message waits.
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.0).messages.is_empty()
    }
}

impl<T> Drop for QueueReceiver<T> {
    fn drop(&mut self) {
        let mut inside = lock(&self.0);
        inside.open = false;
        // What nobody will receive is not kept until the sender notices.
        let left = std::mem::take(&mut inside.messages);
        drop(inside);
        drop(left);
    }
}

impl<T> QueueState<T> {
    fn next(&mut self) -> Option<T> {
        let message = self.messages.pop_front();
        if self.messages.is_empty() {
            self.messages = VecDeque::new();
        }
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_come_in_their_order_and_then_the_end() {
        let (sender, mut receiver) = bounded(2);
        assert!(receiver.is_empty());
        assert_eq!(sender.try_send(1), Ok(()));
        assert_eq!(sender.try_send(2), Ok(()));
        assert_eq!(sender.try_send(3), Err(TrySendError::Full(3)), "no more than two wait");
        assert_eq!(receiver.recv().await, Some(1));
        assert_eq!(sender.try_send(3), Ok(()));
        drop(sender);
        assert_eq!(receiver.recv().await, Some(2));
        assert_eq!((receiver.recv().await, receiver.recv().await), (Some(3), None));
    }

    #[tokio::test]
    async fn who_waits_is_woken_by_a_message_and_by_the_end() {
        let (sender, mut receiver) = bounded(1);
        let waiting = tokio::spawn(async move { (receiver.recv().await, receiver.recv().await) });
        tokio::task::yield_now().await;
        sender.try_send("news").unwrap();
        tokio::task::yield_now().await;
        drop(sender);
        assert_eq!(waiting.await.unwrap(), (Some("news"), None));
    }

    #[test]
    fn what_nobody_will_receive_is_not_kept() {
        let (sender, receiver) = bounded(1);
        let message = Arc::new(());
        sender.try_send(Arc::clone(&message)).unwrap();
        assert!(!sender.is_closed());
        drop(receiver);
        assert!(sender.is_closed() && Arc::strong_count(&message) == 1);
        assert_eq!(sender.try_send(message), Err(TrySendError::Closed));
    }
}
