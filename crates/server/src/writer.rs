//! The way out of a socket. A room writes to it itself, as long as the system takes at once what it says: to wake a task for it
//! would take longer. What the system does not take is left to the socket's own task.

use crate::frame_buffer::FrameBuffer;
use axum::body::Bytes;
use hyper::body::Buf as _;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use tetrarch_protocol::CloseReason;
use tokio::net::tcp::OwnedWriteHalf;

/// How many pieces are handed to the system at once.
const MAX_IO_SLICES: usize = 16;
/// How many bytes of what the protocol says for itself may wait: who pings and pings and reads no answer is let go.
const MAX_PROTOCOL_BYTES: usize = 16 * 1024;

type SharedWriter = Arc<Mutex<WriterState>>;

fn lock(shared: &SharedWriter) -> MutexGuard<'_, WriterState> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

struct WriterState {
    /// None once the socket is closed.
    stream: Option<OwnedWriteHalf>,
    /// Whole frames, but for what was written of the first.
    frames: FrameBuffer,
    /// How many texts of the room wait in it.
    queued_texts: usize,
    /// How many bytes the protocol has said for itself since it was empty.
    protocol_bytes: usize,
    /// Whether the socket's task is needed, and how it is woken.
    task_needed: bool,
    waker: Option<Waker>,
    /// Whether the room has let go of it, and what it had said why.
    room_gone: bool,
    closing: Option<CloseReason>,
    /// Whether the room is not listened to any more.
    muted: bool,
}

impl WriterState {
    fn is_closed(&self) -> bool {
        self.muted || self.stream.is_none()
    }

    /// Writes what the system takes at once, and tells whether that was all.
    fn write(&mut self) -> io::Result<bool> {
        while self.frames.has_remaining() {
            let stream = self.stream.as_ref().ok_or(ErrorKind::BrokenPipe)?;
            let written = if self.frames.is_contiguous() {
                // Most often it is, and this is a simpler call of the system.
                stream.try_write(self.frames.chunk())
            } else {
                let mut pieces = [IoSlice::new(&[]); MAX_IO_SLICES];
                let count = self.frames.chunks_vectored(&mut pieces);
                stream.try_write_vectored(&pieces[..count])
            };
            match written {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => self.frames.advance(written),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        (self.queued_texts, self.protocol_bytes) = (0, 0);
        Ok(true)
    }

    /// The same, unless the socket's task is at it; if that was not all, it is to go on.
    fn write_or_wake_task(&mut self) {
        if !self.task_needed && !matches!(self.write(), Ok(true)) {
            self.wake_task();
        }
    }

    fn wake_task(&mut self) {
        self.task_needed = true;
        self.waker.take().into_iter().for_each(Waker::wake);
    }
}

/// The end that the socket's task has.
#[derive(Clone)]
pub(crate) struct SocketWriter(SharedWriter);

impl SocketWriter {
    pub(crate) fn new(stream: OwnedWriteHalf) -> SocketWriter {
        SocketWriter(Arc::new(Mutex::new(WriterState {
            stream: Some(stream),
            frames: FrameBuffer::default(),
            queued_texts: 0,
            protocol_bytes: 0,
            task_needed: false,
            waker: None,
            room_gone: false,
            closing: None,
            muted: false,
        })))
    }

    /// The end for a room, which may have so many texts wait.
    pub(crate) fn room_writer(&self, most: usize) -> RoomWriter {
        RoomWriter { shared: Arc::clone(&self.0), max_queued: most }
    }

    /// Adds a text, which is written with the next flush.
    pub(crate) fn queue_text(&self, text: Bytes) {
        lock(&self.0).frames.push_text(text);
    }

    /// Takes whole frames as they are, and writes what the system takes at once.
    pub(crate) fn write_frames(&self, frames: &[u8]) -> io::Result<()> {
        let mut inside = lock(&self.0);
        inside.protocol_bytes += frames.len();
        if inside.protocol_bytes > MAX_PROTOCOL_BYTES {
            return Err(ErrorKind::OutOfMemory.into());
        }
        inside.frames.push_frames(frames);
        if !inside.write()? {
            inside.wake_task();
        }
        Ok(())
    }

    /// Writes all there is.
    pub(crate) fn poll_flush(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut inside = lock(&self.0);
        while !inside.write()? {
            if let Some(stream) = &inside.stream {
                ready!(stream.as_ref().poll_write_ready(context))?;
            }
        }
        Poll::Ready(Ok(()))
    }

    /// The task has done what it was needed for.
    pub(crate) fn task_done(&self) {
        let mut inside = lock(&self.0);
        inside.task_needed = inside.frames.has_remaining();
    }

    /// Waits until the socket's task is needed: the system has not taken all that was said, or the room says no more.
    pub(crate) async fn task_needed(&self) {
        poll_fn(|context| self.poll_task_needed(context)).await;
    }

    fn poll_task_needed(&self, context: &Context<'_>) -> Poll<()> {
        let mut inside = lock(&self.0);
        if inside.task_needed || inside.room_gone || inside.closing.is_some() {
            return Poll::Ready(());
        }
        match &mut inside.waker {
            Some(waker) => waker.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    /// Whether the room says no more, and what it has said why.
    pub(crate) fn room_closed(&self) -> Option<Option<CloseReason>> {
        let inside = lock(&self.0);
        (inside.room_gone || inside.closing.is_some()).then_some(inside.closing)
    }

    /// The room is not listened to any more: what is written next is the end.
    pub(crate) fn mute(&self) {
        lock(&self.0).muted = true;
    }

    /// Nothing can be written any more.
    pub(crate) fn close(&self) {
        let mut inside = lock(&self.0);
        inside.stream = None;
        inside.frames = FrameBuffer::default();
    }
}

/// The end that a room has.
pub(crate) struct RoomWriter {
    shared: SharedWriter,
    max_queued: usize,
}

/// Why a text was not taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum SinkError {
    /// As many wait as may.
    Full,
    /// The socket is closed.
    Closed,
}

impl RoomWriter {
    /// Adds a text if there is room for it. It is written with the next flush.
    pub(crate) fn queue_text(&self, text: Bytes) -> Result<(), SinkError> {
        let mut inside = lock(&self.shared);
        if inside.is_closed() {
            return Err(SinkError::Closed);
        }
        if !self.has_capacity(&mut inside) {
            return Err(SinkError::Full);
        }
        inside.frames.push_text(text);
        inside.queued_texts += 1;
        Ok(())
    }

    /// Whether another text may wait, if need be after the others are written.
    fn has_capacity(&self, inside: &mut WriterState) -> bool {
        if inside.queued_texts >= self.max_queued {
            inside.write_or_wake_task();
        }
        inside.queued_texts < self.max_queued
    }

    /// Writes what was said, unless the socket's task is at it.
    pub(crate) fn flush(&self) {
        let mut inside = lock(&self.shared);
        if !inside.muted {
            inside.write_or_wake_task();
        }
    }

    /// Leaves what was said to the socket's task.
    pub(crate) fn wake_task(&self) {
        lock(&self.shared).wake_task();
    }

    /// Says why nothing more will be said. A client that takes nothing is not told.
    pub(crate) fn close(&self, why: CloseReason) {
        let mut inside = lock(&self.shared);
        if self.has_capacity(&mut inside) {
            inside.closing = Some(why);
            inside.wake_task();
        }
    }

    /// Whether the socket is closed.
    pub(crate) fn is_closed(&self) -> bool {
        lock(&self.shared).is_closed()
    }
}

impl Drop for RoomWriter {
    fn drop(&mut self) {
        let mut inside = lock(&self.shared);
        inside.room_gone = true;
        inside.wake_task();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt as _;
    use tokio::net::tcp::OwnedReadHalf;
    use tokio::net::{TcpListener, TcpStream};
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};

    const MOST: usize = 16;
    /// A pong without words.
    const PONG: [u8; 2] = [0x8A, 0];

    /// A client's socket and both ends of a server's way out to it.
    async fn connected() -> (TcpStream, SocketWriter, RoomWriter, OwnedReadHalf) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (read, write) = listener.accept().await.unwrap().0.into_split();
        write.writable().await.unwrap();
        let outlet = SocketWriter::new(write);
        let speaker = outlet.room_writer(MOST);
        (client, outlet, speaker, read)
    }

    fn long(number: usize) -> String {
        format!("{number} {}", "x".repeat(1_000_000))
    }

    /// All that a client receives until the server has closed.
    async fn received(mut client: TcpStream) -> Vec<Message> {
        let mut bytes = Vec::new();
        client.read_to_end(&mut bytes).await.unwrap();
        let mut socket = WebSocket::from_raw_socket(io::Cursor::new(bytes), Role::Client, None);
        std::iter::from_fn(|| socket.read().ok()).collect()
    }

    async fn is_needed(outlet: &SocketWriter) -> bool {
        poll_fn(|context| Poll::Ready(outlet.poll_task_needed(context).is_ready())).await
    }

    #[tokio::test]
    async fn what_a_room_says_arrives_without_the_task_of_the_socket() {
        let (client, outlet, speaker, _read) = connected().await;
        speaker.queue_text("one".into()).unwrap();
        speaker.queue_text("two".into()).unwrap();
        speaker.flush();
        assert!(!is_needed(&outlet).await);
        outlet.close();
        assert_eq!(received(client).await, [Message::text("one"), Message::text("two")]);
    }

    #[tokio::test]
    async fn what_the_system_does_not_take_is_left_to_the_task_and_stays_in_order() {
        let (client, outlet, speaker, _read) = connected().await;
        let mut said = 0;
        loop {
            match speaker.queue_text(long(said).into()) {
                Ok(()) => said += 1,
                Err(unsaid) => {
                    assert_eq!(unsaid, SinkError::Full);
                    break;
                }
            }
            // In the middle of a text the socket says something for itself.
            if said == 8 {
                outlet.write_frames(&PONG).unwrap();
            }
            speaker.flush();
        }
        assert!(said >= MOST);
        assert!(is_needed(&outlet).await);
        let reading = tokio::spawn(received(client));
        poll_fn(|context| outlet.poll_flush(context)).await.unwrap();
        assert!(
            is_needed(&outlet).await,
            "whoever has written it, the task must look what else there is to do"
        );
        outlet.task_done();
        assert!(!is_needed(&outlet).await);
        speaker.queue_text("again".into()).unwrap();
        speaker.flush();
        outlet.close();
        let mut texts: Vec<Message> = (0..said).map(|number| Message::text(long(number))).collect();
        texts.insert(8, Message::Pong(Bytes::new()));
        texts.push(Message::text("again"));
        assert!(reading.await.unwrap() == texts);
    }

    #[tokio::test]
    async fn more_than_may_wait_is_said_where_the_system_takes_it() {
        let (client, outlet, speaker, _read) = connected().await;
        for _ in 0..10 * MOST {
            speaker.queue_text("short".into()).unwrap();
        }
        speaker.flush();
        outlet.close();
        assert_eq!(received(client).await.len(), 10 * MOST);
    }

    #[tokio::test]
    async fn the_task_is_needed_as_long_as_something_is_left() {
        let (_client, outlet, speaker, _read) = connected().await;
        while speaker.queue_text(long(0).into()).is_ok() {
            speaker.flush();
        }
        outlet.task_done();
        assert!(is_needed(&outlet).await);
    }

    #[tokio::test]
    async fn nothing_is_said_after_the_end() {
        let (client, outlet, speaker, _read) = connected().await;
        speaker.queue_text("one".into()).unwrap();
        outlet.mute();
        assert!(speaker.is_closed());
        assert_eq!(speaker.queue_text("two".into()), Err(SinkError::Closed));
        outlet.write_frames(&PONG).unwrap();
        speaker.flush();
        outlet.close();
        assert_eq!(received(client).await, [Message::text("one"), Message::Pong(Bytes::new())]);
    }

    #[tokio::test]
    async fn who_pings_and_reads_no_answer_is_let_go() {
        let (client, outlet, speaker, _read) = connected().await;
        while speaker.queue_text(long(0).into()).is_ok() {
            speaker.flush();
        }
        let pongs = (0..).take_while(|_| outlet.write_frames(&PONG).is_ok()).count();
        assert!(pongs <= MAX_PROTOCOL_BYTES / PONG.len(), "{pongs}");
        drop(client);
    }

    #[tokio::test]
    async fn why_is_told_where_the_system_takes_all_that_waits() {
        let (_client, outlet, speaker, _read) = connected().await;
        (0..MOST).for_each(|_| speaker.queue_text("short".into()).unwrap());
        speaker.close(CloseReason::LoggedOut);
        assert_eq!(outlet.room_closed(), Some(Some(CloseReason::LoggedOut)));
    }

    #[tokio::test]
    async fn the_task_learns_why_a_room_says_no_more() {
        let (_client, outlet, speaker, _read) = connected().await;
        assert_eq!(outlet.room_closed(), None);
        speaker.close(CloseReason::Shutdown);
        outlet.task_needed().await;
        assert_eq!(outlet.room_closed(), Some(Some(CloseReason::Shutdown)));
    }

    #[tokio::test]
    async fn the_task_learns_that_a_room_has_gone() {
        let (_client, outlet, speaker, _read) = connected().await;
        drop(speaker);
        outlet.task_needed().await;
        assert_eq!(outlet.room_closed(), Some(None));
    }

    #[tokio::test]
    async fn a_room_learns_that_the_socket_is_closed() {
        let (_client, outlet, speaker, _read) = connected().await;
        outlet.close();
        assert!(speaker.is_closed());
        assert_eq!(speaker.queue_text("one".into()), Err(SinkError::Closed));
        speaker.flush();
    }
}
