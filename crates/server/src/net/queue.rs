//! A bounded queue from a room to one client. There are thousands of them, nearly always empty, and an empty one
//! takes almost no memory; tokio's channel allocates space for 32 messages up front.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Creates a queue for at most `capacity` messages.
pub(crate) fn bounded<T>(capacity: usize) -> (QueueSender<T>, QueueReceiver<T>) {
    let state = QueueState { capacity, messages: VecDeque::new(), waker: None, open: true };
    let shared = Arc::new(Mutex::new(state));
    (QueueSender(Arc::clone(&shared)), QueueReceiver(shared))
}

struct QueueState<T> {
    capacity: usize,
    messages: VecDeque<T>,
    /// The waiting receiver.
    waker: Option<Waker>,
    /// Whether both ends exist.
    open: bool,
}

type SharedQueue<T> = Arc<Mutex<QueueState<T>>>;

fn lock<T>(shared: &SharedQueue<T>) -> MutexGuard<'_, QueueState<T>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) struct QueueSender<T>(SharedQueue<T>);

pub(crate) struct QueueReceiver<T>(SharedQueue<T>);

/// Why a message was not queued.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TrySendError<T> {
    /// The queue is full; returns the message.
    Full(T),
    /// The receiver is gone.
    Closed,
}

impl<T> QueueSender<T> {
    /// Queues a message if there is space.
    pub(crate) fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let mut state = lock(&self.0);
        if !state.open {
            return Err(TrySendError::Closed);
        }
        if state.messages.len() >= state.capacity {
            return Err(TrySendError::Full(message));
        }
        state.messages.push_back(message);
        let waker = state.waker.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
        Ok(())
    }

    /// Whether the receiver is gone.
    pub(crate) fn is_closed(&self) -> bool {
        !lock(&self.0).open
    }
}

impl<T> Drop for QueueSender<T> {
    fn drop(&mut self) {
        let waker = {
            let mut state = lock(&self.0);
            state.open = false;
            state.waker.take()
        };
        waker.into_iter().for_each(Waker::wake);
    }
}

impl<T> QueueReceiver<T> {
    /// The next message; `None` once the sender is gone and the queue is empty.
    pub(crate) async fn recv(&mut self) -> Option<T> {
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &Context<'_>) -> Poll<Option<T>> {
        let mut state = lock(&self.0);
        match state.next() {
            Some(message) => Poll::Ready(Some(message)),
            None if !state.open => Poll::Ready(None),
            None => {
                match &mut state.waker {
                    Some(waker) => waker.clone_from(context.waker()),
                    none => *none = Some(context.waker().clone()),
                }
                Poll::Pending
            }
        }
    }

    /// Whether no message is queued.
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.0).messages.is_empty()
    }
}

impl<T> Drop for QueueReceiver<T> {
    fn drop(&mut self) {
        let mut state = lock(&self.0);
        state.open = false;
        // Drop undelivered messages now, not when the sender notices.
        let undelivered = std::mem::take(&mut state.messages);
        drop(state);
        drop(undelivered);
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
    async fn messages_arrive_in_order_and_then_the_end() {
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
    async fn a_waiting_receiver_is_woken_by_a_message_and_by_the_end() {
        let (sender, mut receiver) = bounded(1);
        let waiting = tokio::spawn(async move { (receiver.recv().await, receiver.recv().await) });
        tokio::task::yield_now().await;
        sender.try_send("news").unwrap();
        tokio::task::yield_now().await;
        drop(sender);
        assert_eq!(waiting.await.unwrap(), (Some("news"), None));
    }

    #[test]
    fn dropping_the_receiver_drops_queued_messages() {
        let (sender, receiver) = bounded(1);
        let message = Arc::new(());
        sender.try_send(Arc::clone(&message)).unwrap();
        assert!(!sender.is_closed());
        drop(receiver);
        assert!(sender.is_closed() && Arc::strong_count(&message) == 1);
        assert_eq!(sender.try_send(message), Err(TrySendError::Closed));
    }
}
