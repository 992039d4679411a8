//! What a socket is about to write: each text as one frame, all of them with one call of the system, and nothing long copied.

use hyper::body::{Buf, Bytes};
use std::collections::VecDeque;
use std::io::IoSlice;

/// The longest head of a frame.
const LONGEST_HEAD: usize = 10;
/// A whole message that is a text.
const TEXT: u8 = 0x81;
/// Up to here it is quicker to copy a text behind its head than to hand both to the system.
const SHORT: usize = 8 * 1024;

/// Frames one after the other. It keeps no memory when it is empty: most sockets are silent most of the time.
#[derive(Default)]
pub(crate) struct Outbox {
    /// What is to be written first: short frames together, long ones as their heads and texts.
    pieces: VecDeque<Bytes>,
    /// The short frames that came last, and how much of them is written.
    last: Vec<u8>,
    written: usize,
}

impl Outbox {
    /// Adds a text.
    pub(crate) fn add(&mut self, text: Bytes) {
        let is_short = text.len() <= SHORT;
        self.last.reserve(LONGEST_HEAD + if is_short { text.len() } else { 0 });
        put_head(&mut self.last, text.len());
        if is_short {
            self.last.extend_from_slice(&text);
        } else {
            let mut before = Bytes::from(std::mem::take(&mut self.last));
            before.advance(std::mem::take(&mut self.written));
            self.pieces.extend([before, text]);
        }
    }

    /// Adds whole frames as they are.
    pub(crate) fn put(&mut self, frames: &[u8]) {
        self.last.extend_from_slice(frames);
    }

    /// Whether all of it is in one piece.
    pub(crate) fn is_one(&self) -> bool {
        self.pieces.len() + usize::from(!self.last.is_empty()) == 1
    }

    fn last(&self) -> &[u8] {
        &self.last[self.written..]
    }
}

/// The head of a frame that is a whole text of this length. A server does not mask.
fn put_head(head: &mut Vec<u8>, length: usize) {
    head.push(TEXT);
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

impl Buf for Outbox {
    fn remaining(&self) -> usize {
        self.pieces.iter().map(Bytes::len).sum::<usize>() + self.last().len()
    }

    fn chunk(&self) -> &[u8] {
        match self.pieces.front() {
            Some(piece) => piece,
            None => self.last(),
        }
    }

    fn chunks_vectored<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> usize {
        let last = (!self.last.is_empty()).then(|| IoSlice::new(self.last()));
        let pieces = self.pieces.iter().map(|piece| IoSlice::new(piece)).chain(last);
        slices.iter_mut().zip(pieces).map(|(slice, piece)| *slice = piece).count()
    }

    fn advance(&mut self, mut written: usize) {
        while let Some(piece) = self.pieces.front_mut() {
            if written < piece.len() {
                piece.advance(written);
                return;
            }
            written -= piece.len();
            self.pieces.pop_front();
        }
        self.pieces = VecDeque::new();
        self.written += written;
        if self.written == self.last.len() {
            (self.last, self.written) = (Vec::new(), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};

    /// Every length at which the frame changes.
    const LENGTHS: [usize; 10] = [0, 1, 125, 126, 127, SHORT, SHORT + 1, 65_535, 65_536, 70_000];

    fn filled() -> Outbox {
        let mut outbox = Outbox::default();
        LENGTHS.into_iter().for_each(|length| outbox.add("x".repeat(length).into()));
        outbox
    }

    /// All that would be written, at most so many bytes at once.
    fn all_of(mut outbox: Outbox, most: usize) -> Vec<u8> {
        let mut all = Vec::new();
        while outbox.has_remaining() {
            let mut slices = [IoSlice::new(&[]); 3];
            let count = outbox.chunks_vectored(&mut slices);
            let gathered: Vec<u8> = slices[..count].iter().flat_map(|slice| slice.iter().copied()).collect();
            let now = gathered.len().min(most);
            all.extend(&gathered[..now]);
            outbox.advance(now);
        }
        assert_eq!((outbox.pieces.capacity(), outbox.last.capacity()), (0, 0), "nothing is kept");
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
        for (first, written, second) in [(100, 50, 100), (100, 50, SHORT + 1), (SHORT + 1, 5, 100)] {
            let mut outbox = Outbox::default();
            outbox.add("x".repeat(first).into());
            let mut bytes = outbox.chunk()[..written.min(outbox.chunk().len())].to_vec();
            outbox.advance(bytes.len());
            outbox.add("y".repeat(second).into());
            bytes.extend(all_of(outbox, usize::MAX));
            let mut client = WebSocket::from_raw_socket(std::io::Cursor::new(bytes), Role::Client, None);
            assert_eq!(client.read().unwrap(), Message::text("x".repeat(first)));
            assert_eq!(client.read().unwrap(), Message::text("y".repeat(second)));
        }
    }

    #[test]
    fn short_texts_go_out_in_one_piece() {
        let mut outbox = Outbox::default();
        ["one", "and another"].into_iter().for_each(|text| outbox.add(text.into()));
        assert!(outbox.is_one());
    }

    #[test]
    fn what_is_written_in_pieces_is_the_same() {
        let whole = all_of(filled(), usize::MAX);
        for most in [1000, 1_001, 65_537] {
            assert!(all_of(filled(), most) == whole, "{most} bytes at once");
        }
    }
}
