//! Which characters a terminal can show.

/// The characters to use.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Charset {
    /// Characters of common fonts.
    #[default]
    Unicode,
    /// Only ASCII.
    Ascii,
}

impl Charset {
    /// Picks the text for this character set.
    pub(crate) const fn choose<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        match self {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }
}
