//! The writing half of a WebSocket, shared between its room and its task. The room writes directly while the
//! socket is writable, since waking a task would take longer; otherwise the socket's task takes over.

use crate::net::frame_buffer::FrameBuffer;
use axum::body::Bytes;
use hyper::body::Buf as _;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use tetrarch_protocol::CloseReason;
use tokio::net::tcp::OwnedWriteHalf;

/// How many buffers are passed to one vectored write.
const MAX_IO_SLICES: usize = 16;
/// How many bytes of control frames may be queued: a client that keeps pinging and does not read the pongs is
/// disconnected.
const MAX_PROTOCOL_BYTES: usize = 16 * 1024;

type SharedWriter = Arc<Mutex<WriterState>>;

fn lock(shared: &SharedWriter) -> MutexGuard<'_, WriterState> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

struct WriterState {
    /// `None` once the socket is closed.
    stream: Option<OwnedWriteHalf>,
    /// Whole frames, except for the part of the first that was written.
    frames: FrameBuffer,
    /// How many of the room's texts are queued.
    queued_texts: usize,
    /// How many bytes of control frames were queued since the buffer was last empty.
    protocol_bytes: usize,
    /// Whether the socket's task has to act, and how to wake it.
    task_needed: bool,
    waker: Option<Waker>,
    /// Whether the room has dropped its writer, and the reason it gave for closing.
    room_gone: bool,
    closing: Option<CloseReason>,
    /// Whether texts from the room are rejected.
    muted: bool,
}

impl WriterState {
    fn is_closed(&self) -> bool {
        self.muted || self.stream.is_none()
    }

    /// Writes as much as the socket accepts; returns whether that was everything.
    fn write(&mut self) -> io::Result<bool> {
        while self.frames.has_remaining() {
            let stream = self.stream.as_ref().ok_or(ErrorKind::BrokenPipe)?;
            let written = if self.frames.is_contiguous() {
                // The common case, for which a plain write is cheaper.
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

    /// Writes unless the socket's task is already writing; wakes the task if something is left.
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

/// The end that the socket's task holds.
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

    /// The end for a room, which may queue up to `max_queued` texts.
    pub(crate) fn room_writer(&self, max_queued: usize) -> RoomWriter {
        RoomWriter { shared: Arc::clone(&self.0), max_queued }
    }

    /// Queues a text, which the next flush writes.
    pub(crate) fn queue_text(&self, text: Bytes) {
        lock(&self.0).frames.push_text(text);
    }

    /// Queues whole frames and writes as much as the socket accepts.
    pub(crate) fn write_frames(&self, frames: &[u8]) -> io::Result<()> {
        let mut state = lock(&self.0);
        state.protocol_bytes += frames.len();
        if state.protocol_bytes > MAX_PROTOCOL_BYTES {
            return Err(ErrorKind::OutOfMemory.into());
        }
        state.frames.push_frames(frames);
        if !state.write()? {
            state.wake_task();
        }
        Ok(())
    }

    /// Writes everything that is queued.
    pub(crate) fn poll_flush(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut state = lock(&self.0);
        while !state.write()? {
            if let Some(stream) = &state.stream {
                ready!(stream.as_ref().poll_write_ready(context))?;
            }
        }
        Poll::Ready(Ok(()))
    }

    /// The task has finished its work.
    pub(crate) fn task_done(&self) {
        let mut state = lock(&self.0);
        state.task_needed = state.frames.has_remaining();
    }

    /// Waits until the socket's task has to act: writes are pending, or the room is done with the client.
    pub(crate) async fn task_needed(&self) {
        poll_fn(|context| self.poll_task_needed(context)).await;
    }

    fn poll_task_needed(&self, context: &Context<'_>) -> Poll<()> {
        let mut state = lock(&self.0);
        if state.task_needed || state.room_gone || state.closing.is_some() {
            return Poll::Ready(());
        }
        match &mut state.waker {
            Some(waker) => waker.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    /// Whether the room is done with the client, and the reason it gave.
    pub(crate) fn room_closed(&self) -> Option<Option<CloseReason>> {
        let state = lock(&self.0);
        (state.room_gone || state.closing.is_some()).then_some(state.closing)
    }

    /// Rejects further texts from the room: only closing frames follow.
    pub(crate) fn mute(&self) {
        lock(&self.0).muted = true;
    }

    /// Closes the stream and discards what is queued.
    pub(crate) fn close(&self) {
        let mut state = lock(&self.0);
        state.stream = None;
        state.frames = FrameBuffer::default();
    }
}

/// The end that a room holds.
pub(crate) struct RoomWriter {
    shared: SharedWriter,
    max_queued: usize,
}

/// Why a text was not queued.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum SinkError {
    /// The queue is full.
    Full,
    /// The socket is closed.
    Closed,
}

impl RoomWriter {
    /// Queues a text if there is space. The next flush writes it.
    pub(crate) fn queue_text(&self, text: Bytes) -> Result<(), SinkError> {
        let mut state = lock(&self.shared);
        if state.is_closed() {
            return Err(SinkError::Closed);
        }
        if !self.has_capacity(&mut state) {
            return Err(SinkError::Full);
        }
        state.frames.push_text(text);
        state.queued_texts += 1;
        Ok(())
    }

    /// Whether another text may be queued, if necessary after writing what is queued.
    fn has_capacity(&self, state: &mut WriterState) -> bool {
        if state.queued_texts >= self.max_queued {
            state.write_or_wake_task();
        }
        state.queued_texts < self.max_queued
    }

    /// Writes what is queued, unless the socket's task is already writing.
    pub(crate) fn flush(&self) {
        let mut state = lock(&self.shared);
        if !state.muted {
            state.write_or_wake_task();
        }
    }

    /// Leaves the writing to the socket's task.
    pub(crate) fn wake_task(&self) {
        lock(&self.shared).wake_task();
    }

    /// Gives the reason for closing. A client whose queue is full does not get it.
    pub(crate) fn close(&self, why: CloseReason) {
        let mut state = lock(&self.shared);
        if self.has_capacity(&mut state) {
            state.closing = Some(why);
            state.wake_task();
        }
    }

    /// Whether the socket is closed.
    pub(crate) fn is_closed(&self) -> bool {
        lock(&self.shared).is_closed()
    }
}

impl Drop for RoomWriter {
    fn drop(&mut self) {
        let mut state = lock(&self.shared);
        state.room_gone = true;
        state.wake_task();
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

    const MAX_QUEUED: usize = 16;
    /// An empty pong frame.
    const PONG: [u8; 2] = [0x8A, 0];

    /// A client's stream and both ends of the server's writer for it.
    async fn connected() -> (TcpStream, SocketWriter, RoomWriter, OwnedReadHalf) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (read, write) = listener.accept().await.unwrap().0.into_split();
        write.writable().await.unwrap();
        let writer = SocketWriter::new(write);
        let room_writer = writer.room_writer(MAX_QUEUED);
        (client, writer, room_writer, read)
    }

    fn long(number: usize) -> String {
        format!("{number} {}", "x".repeat(1_000_000))
    }

    /// Everything the client receives until the server closes the socket.
    async fn received(mut client: TcpStream) -> Vec<Message> {
        let mut bytes = Vec::new();
        client.read_to_end(&mut bytes).await.unwrap();
        let mut socket = WebSocket::from_raw_socket(io::Cursor::new(bytes), Role::Client, None);
        std::iter::from_fn(|| socket.read().ok()).collect()
    }

    async fn is_needed(writer: &SocketWriter) -> bool {
        poll_fn(|context| Poll::Ready(writer.poll_task_needed(context).is_ready())).await
    }

    #[tokio::test]
    async fn a_room_writes_directly_without_the_socket_task() {
        let (client, writer, room_writer, _read) = connected().await;
        room_writer.queue_text("one".into()).unwrap();
        room_writer.queue_text("two".into()).unwrap();
        room_writer.flush();
        assert!(!is_needed(&writer).await);
        writer.close();
        assert_eq!(received(client).await, [Message::text("one"), Message::text("two")]);
    }

    #[tokio::test]
    async fn writes_that_would_block_are_left_to_the_task_in_order() {
        let (client, writer, room_writer, _read) = connected().await;
        let mut count = 0;
        loop {
            match room_writer.queue_text(long(count).into()) {
                Ok(()) => count += 1,
                Err(error) => {
                    assert_eq!(error, SinkError::Full);
                    break;
                }
            }
            // A control frame in the middle of a text.
            if count == 8 {
                writer.write_frames(&PONG).unwrap();
            }
            room_writer.flush();
        }
        assert!(count >= MAX_QUEUED);
        assert!(is_needed(&writer).await);
        let reading = tokio::spawn(received(client));
        poll_fn(|context| writer.poll_flush(context)).await.unwrap();
        assert!(
            is_needed(&writer).await,
            "the task must look for more work even if the room wrote everything"
        );
        writer.task_done();
        assert!(!is_needed(&writer).await);
        room_writer.queue_text("again".into()).unwrap();
        room_writer.flush();
        writer.close();
        let mut texts: Vec<Message> = (0..count).map(|number| Message::text(long(number))).collect();
        texts.insert(8, Message::Pong(Bytes::new()));
        texts.push(Message::text("again"));
        assert!(reading.await.unwrap() == texts);
    }

    #[tokio::test]
    async fn a_full_queue_is_written_out_if_the_socket_is_writable() {
        let (client, writer, room_writer, _read) = connected().await;
        for _ in 0..10 * MAX_QUEUED {
            room_writer.queue_text("short".into()).unwrap();
        }
        room_writer.flush();
        writer.close();
        assert_eq!(received(client).await.len(), 10 * MAX_QUEUED);
    }

    #[tokio::test]
    async fn the_task_is_needed_while_writes_are_pending() {
        let (_client, writer, room_writer, _read) = connected().await;
        while room_writer.queue_text(long(0).into()).is_ok() {
            room_writer.flush();
        }
        writer.task_done();
        assert!(is_needed(&writer).await);
    }

    #[tokio::test]
    async fn a_muted_room_cannot_write() {
        let (client, writer, room_writer, _read) = connected().await;
        room_writer.queue_text("one".into()).unwrap();
        writer.mute();
        assert!(room_writer.is_closed());
        assert_eq!(room_writer.queue_text("two".into()), Err(SinkError::Closed));
        writer.write_frames(&PONG).unwrap();
        room_writer.flush();
        writer.close();
        assert_eq!(received(client).await, [Message::text("one"), Message::Pong(Bytes::new())]);
    }

    #[tokio::test]
    async fn a_client_that_pings_without_reading_is_disconnected() {
        let (client, writer, room_writer, _read) = connected().await;
        while room_writer.queue_text(long(0).into()).is_ok() {
            room_writer.flush();
        }
        let pongs = (0..).take_while(|_| writer.write_frames(&PONG).is_ok()).count();
        assert!(pongs <= MAX_PROTOCOL_BYTES / PONG.len(), "{pongs}");
        drop(client);
    }

    #[tokio::test]
    async fn the_close_reason_is_kept_if_the_queue_can_be_written_out() {
        let (_client, writer, room_writer, _read) = connected().await;
        (0..MAX_QUEUED).for_each(|_| room_writer.queue_text("short".into()).unwrap());
        room_writer.close(CloseReason::LoggedOut);
        assert_eq!(writer.room_closed(), Some(Some(CloseReason::LoggedOut)));
    }

    #[tokio::test]
    async fn the_task_learns_the_close_reason() {
        let (_client, writer, room_writer, _read) = connected().await;
        assert_eq!(writer.room_closed(), None);
        room_writer.close(CloseReason::Shutdown);
        writer.task_needed().await;
        assert_eq!(writer.room_closed(), Some(Some(CloseReason::Shutdown)));
    }

    #[tokio::test]
    async fn the_task_learns_that_the_room_dropped_its_writer() {
        let (_client, writer, room_writer, _read) = connected().await;
        drop(room_writer);
        writer.task_needed().await;
        assert_eq!(writer.room_closed(), Some(None));
    }

    #[tokio::test]
    async fn a_room_learns_that_the_socket_is_closed() {
        let (_client, writer, room_writer, _read) = connected().await;
        writer.close();
        assert!(room_writer.is_closed());
        assert_eq!(room_writer.queue_text("one".into()), Err(SinkError::Closed));
        room_writer.flush();
    }
}
