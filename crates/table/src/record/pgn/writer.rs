//! Writing tag pairs and movetext.

/// The maximum line length in PGN export format.
const MAX_LINE_WIDTH: usize = 79;

/// Writes tag pairs, one per line.
pub(crate) fn write_tags<'a>(tags: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let line = |(name, value): (&str, &str)| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{name} \"{value}\"]\n")
    };
    tags.map(line).collect()
}

/// Movetext with line breaks between moves.
#[derive(Default)]
pub(crate) struct Movetext {
    text: String,
    column: usize,
}

impl Movetext {
    /// Appends a move, a number or a whole comment.
    pub(crate) fn push(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > MAX_LINE_WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }

    pub(crate) fn finish(self) -> String {
        self.text + "\n"
    }
}
