//! The frames that a socket has yet to write: one frame per text, written with a single system call, without
//! copying long texts.

use hyper::body::{Buf, Bytes};
use std::collections::VecDeque;
use std::io::IoSlice;

const MAX_HEADER_BYTES: usize = 10;
/// The first byte of an unfragmented text frame.
const FINAL_TEXT_FRAME: u8 = 0x81;
/// Up to this length, copying a text behind its header is faster than passing both to the system.
const MAX_COPIED_BYTES: usize = 8 * 1024;

/// A queue of frames. It frees its memory when it is empty, since most sockets are idle most of the time.
#[derive(Default)]
pub(crate) struct FrameBuffer {
    /// The first bytes to write: short frames together, long ones as header and text.
    chunks: VecDeque<Bytes>,
    /// The short frames that came last, and how much of them is written.
    tail: Vec<u8>,
    tail_written: usize,
}

impl FrameBuffer {
    pub(crate) fn push_text(&mut self, text: Bytes) {
        let is_short = text.len() <= MAX_COPIED_BYTES;
        self.tail.reserve(MAX_HEADER_BYTES + if is_short { text.len() } else { 0 });
        put_header(&mut self.tail, text.len());
        if is_short {
            self.tail.extend_from_slice(&text);
        } else {
            let mut before = Bytes::from(std::mem::take(&mut self.tail));
            before.advance(std::mem::take(&mut self.tail_written));
            self.chunks.extend([before, text]);
        }
    }

    /// Adds complete frames.
    pub(crate) fn push_frames(&mut self, frames: &[u8]) {
        self.tail.extend_from_slice(frames);
    }

    /// Whether everything is in one chunk.
    pub(crate) fn is_contiguous(&self) -> bool {
        self.chunks.len() + usize::from(!self.tail.is_empty()) == 1
    }

    fn unwritten_tail(&self) -> &[u8] {
        &self.tail[self.tail_written..]
    }
}

/// Writes the header of an unfragmented text frame. Servers do not mask.
fn put_header(header: &mut Vec<u8>, length: usize) {
    header.push(FINAL_TEXT_FRAME);
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ ..126), _) => header.push(short),
        (_, Ok(long)) => {
            header.push(126);
            header.extend(long.to_be_bytes());
        }
        _ => {
            header.push(127);
            header.extend((length as u64).to_be_bytes());
        }
    }
}

impl Buf for FrameBuffer {
    fn remaining(&self) -> usize {
        self.chunks.iter().map(Bytes::len).sum::<usize>() + self.unwritten_tail().len()
    }

    fn chunk(&self) -> &[u8] {
        match self.chunks.front() {
            Some(piece) => piece,
            None => self.unwritten_tail(),
        }
    }

    fn chunks_vectored<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> usize {
        let last = (!self.tail.is_empty()).then(|| IoSlice::new(self.unwritten_tail()));
        let pieces = self.chunks.iter().map(|piece| IoSlice::new(piece)).chain(last);
        slices.iter_mut().zip(pieces).map(|(slice, piece)| *slice = piece).count()
    }

    fn advance(&mut self, mut written: usize) {
        while let Some(piece) = self.chunks.front_mut() {
            if written < piece.len() {
                piece.advance(written);
                return;
            }
            written -= piece.len();
            self.chunks.pop_front();
        }
        self.chunks = VecDeque::new();
        self.tail_written += written;
        if self.tail_written == self.tail.len() {
            (self.tail, self.tail_written) = (Vec::new(), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};

    /// The lengths around which the header changes.
    const LENGTHS: [usize; 10] =
        [0, 1, 125, 126, 127, MAX_COPIED_BYTES, MAX_COPIED_BYTES + 1, 65_535, 65_536, 70_000];

    fn filled() -> FrameBuffer {
        let mut buffer = FrameBuffer::default();
        LENGTHS.into_iter().for_each(|length| buffer.push_text("x".repeat(length).into()));
        buffer
    }

    /// Everything that would be written, with a limit on the bytes per write.
    fn all_of(mut buffer: FrameBuffer, most: usize) -> Vec<u8> {
        let mut all = Vec::new();
        while buffer.has_remaining() {
            let mut slices = [IoSlice::new(&[]); 3];
            let count = buffer.chunks_vectored(&mut slices);
            let gathered: Vec<u8> = slices[..count].iter().flat_map(|slice| slice.iter().copied()).collect();
            let now = gathered.len().min(most);
            all.extend(&gathered[..now]);
            buffer.advance(now);
        }
        assert_eq!((buffer.chunks.capacity(), buffer.tail.capacity()), (0, 0), "nothing is kept");
        all
    }

    #[test]
    fn a_client_can_read_the_frames() {
        let bytes = all_of(filled(), usize::MAX);
        let mut client = WebSocket::from_raw_socket(std::io::Cursor::new(bytes), Role::Client, None);
        for length in LENGTHS {
            assert_eq!(client.read().unwrap(), Message::text("x".repeat(length)));
        }
    }

    #[test]
    fn texts_added_during_a_partial_write_come_after_it() {
        for (first, written, second) in
            [(100, 50, 100), (100, 50, MAX_COPIED_BYTES + 1), (MAX_COPIED_BYTES + 1, 5, 100)]
        {
            let mut buffer = FrameBuffer::default();
            buffer.push_text("x".repeat(first).into());
            let mut bytes = buffer.chunk()[..written.min(buffer.chunk().len())].to_vec();
            buffer.advance(bytes.len());
            buffer.push_text("y".repeat(second).into());
            bytes.extend(all_of(buffer, usize::MAX));
            let mut client = WebSocket::from_raw_socket(std::io::Cursor::new(bytes), Role::Client, None);
            assert_eq!(client.read().unwrap(), Message::text("x".repeat(first)));
            assert_eq!(client.read().unwrap(), Message::text("y".repeat(second)));
        }
    }

    #[test]
    fn short_texts_share_one_chunk() {
        let mut buffer = FrameBuffer::default();
        ["one", "and another"].into_iter().for_each(|text| buffer.push_text(text.into()));
        assert!(buffer.is_contiguous());
    }

    #[test]
    fn partial_writes_produce_the_same_bytes() {
        let whole = all_of(filled(), usize::MAX);
        for most in [1000, 1_001, 65_537] {
            assert!(all_of(filled(), most) == whole, "{most} bytes at once");
        }
    }
}
