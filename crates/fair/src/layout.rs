//! The letters to deal and the squares to deal them to.

/// The letters of a deal in their order before the shuffle, and the squares they are dealt to: rank by rank,
/// the files of the first rank first.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct DealLayout {
    letters: &'static str,
    files: usize,
}

impl DealLayout {
    /// Banqi: 32 pieces on `a1` to `h4`. Red pieces are lower case, black pieces are upper case.
    pub const BANQI: DealLayout = DealLayout { letters: "kggeecchhpppppqqKGGEECCHHPPPPPQQ", files: 8 };

    /// The letters before the shuffle.
    pub const fn letters(&self) -> &'static str {
        self.letters
    }

    /// The squares in order.
    pub fn squares(&self) -> impl Iterator<Item = String> {
        let files = self.files;
        (0..self.letters.len())
            .map(move |index| format!("{}{}", file_letter(index % files), index / files + 1))
    }

    /// The index of a square in the layout, counted from 0.
    pub(crate) fn index_of(&self, square: &str) -> Option<usize> {
        self.squares().position(|other| other == square)
    }
}

fn file_letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}
