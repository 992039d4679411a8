//! Which letters are dealt on which squares.

/// The letters of a deal in the order in which the shuffle finds them, and the squares they are dealt on: the files of the first
/// rank, then those of the second, and so on.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct DealLayout {
    letters: &'static str,
    files: usize,
}

impl DealLayout {
    /// Banqi: 32 pieces on `a1` to `h4`, red in small letters, black in capitals.
    pub const BANQI: DealLayout = DealLayout { letters: "kggeecchhpppppqqKGGEECCHHPPPPPQQ", files: 8 };

    /// The letters before the shuffle.
    pub const fn letters(&self) -> &'static str {
        self.letters
    }

    /// The squares in order.
    pub fn squares(&self) -> impl Iterator<Item = String> {
        let files = self.files;
        (0..self.letters.len())
            .map(move |place| format!("{}{}", file_letter(place % files), place / files + 1))
    }

    /// The place of a square in the order, from 0.
    pub(crate) fn index_of(&self, square: &str) -> Option<usize> {
        self.squares().position(|other| other == square)
    }
}

fn file_letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}
