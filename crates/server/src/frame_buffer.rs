//! What a socket is about to write: each text as one frame, all of them with one call of the system, and nothing long copied.

use hyper::body::{Buf, Bytes};
use std::collections::VecDeque;
use std::io::IoSlice;

/// The longest head of a frame.
const MAX_HEADER_BYTES: usize = 10;
/// A whole message that is a text.
const FINAL_TEXT_FRAME: u8 = 0x81;
/// Up to here it is quicker to copy a text behind its head than to hand both to the system.
const MAX_COPIED_BYTES: usize = 8 * 1024;

/// Frames one after the other. It keeps no memory when it is empty: most sockets are silent most of the time.
#[derive(Default)]
pub(crate) struct FrameBuffer {
    /// What is to be written first: short frames together, long ones as their heads and texts.
    chunks: VecDeque<Bytes>,
    /// The short frames that came last, and how much of them is written.
    tail: Vec<u8>,
    tail_written: usize,
}

impl FrameBuffer {
    /// Adds a text.
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

    /// Adds whole frames as they are.
    pub(crate) fn push_frames(&mut self, frames: &[u8]) {
        self.tail.extend_from_slice(frames);
    }

    /// Whether all of it is in one piece.
    pub(crate) fn is_contiguous(&self) -> bool {
        self.chunks.len() + usize::from(!self.tail.is_empty()) == 1
    }

    fn unwritten_tail(&self) -> &[u8] {
        &self.tail[self.tail_written..]
    }
}

/// The head of a frame that is a whole text of this length. A server does not mask.
fn put_header(head: &mut Vec<u8>, length: usize) {
    head.push(FINAL_TEXT_FRAME);
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ ..126), _) => head.push(short),
        (_, Ok(long)) => {
            head.push(126);
            head.extend(long.to_be_bytes());
        }
        _ => {
            head.push(127);
            head.extend((length as u64).to_be_bytes());
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

    /// Every length at which the frame changes.
    const LENGTHS: [usize; 10] =
        [0, 1, 125, 126, 127, MAX_COPIED_BYTES, MAX_COPIED_BYTES + 1, 65_535, 65_536, 70_000];

    fn filled() -> FrameBuffer {
        let mut outbox = FrameBuffer::default();
        LENGTHS.into_iter().for_each(|length| outbox.push_text("x".repeat(length).into()));
        outbox
    }

    /// All that would be written, at most so many bytes at once.
    fn all_of(mut outbox: FrameBuffer, most: usize) -> Vec<u8> {
        let mut all = Vec::new();
        while outbox.has_remaining() {
            let mut slices = [IoSlice::new(&[]); 3];
            let count = outbox.chunks_vectored(&mut slices);
            let gathered: Vec<u8> = slices[..count].iter().flat_map(|slice| slice.iter().copied()).collect();
            let now = gathered.len().min(most);
            all.extend(&gathered[..now]);
            outbox.advance(now);
        }
        assert_eq!((outbox.chunks.capacity(), outbox.tail.capacity()), (0, 0), "nothing is kept");
        all
    }

    #[test]
    fn a_client_reads_what_was_added() {
        let bytes = all_of(filled(), usize::MAX);
        let mut client = WebSocket::from_raw_socket(std::io::Cursor::new(bytes), Role::Client, None);
        for length in LENGTHS {
            assert_eq!(client.read().unwrap(), Message::text("x".repeat(length)));
        }
    }

    #[test]
    fn what_is_added_while_something_is_written_comes_after_it() {
        for (first, written, second) in
            [(100, 50, 100), (100, 50, MAX_COPIED_BYTES + 1), (MAX_COPIED_BYTES + 1, 5, 100)]
        {
            let mut outbox = FrameBuffer::default();
            outbox.push_text("x".repeat(first).into());
            let mut bytes = outbox.chunk()[..written.min(outbox.chunk().len())].to_vec();
            outbox.advance(bytes.len());
            outbox.push_text("y".repeat(second).into());
            bytes.extend(all_of(outbox, usize::MAX));
            let mut client = WebSocket::from_raw_socket(std::io::Cursor::new(bytes), Role::Client, None);
            assert_eq!(client.read().unwrap(), Message::text("x".repeat(first)));
            assert_eq!(client.read().unwrap(), Message::text("y".repeat(second)));
        }
    }

    #[test]
    fn short_texts_go_out_in_one_piece() {
        let mut outbox = FrameBuffer::default();
        ["one", "and another"].into_iter().for_each(|text| outbox.push_text(text.into()));
        assert!(outbox.is_contiguous());
    }

    #[test]
    fn what_is_written_in_pieces_is_the_same() {
        let whole = all_of(filled(), usize::MAX);
        for most in [1000, 1_001, 65_537] {
            assert!(all_of(filled(), most) == whole, "{most} bytes at once");
        }
    }
}
