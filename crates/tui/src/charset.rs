//! Which signs a terminal can show.

/// The signs that may be used.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Charset {
    /// Anything that common fonts have.
    #[default]
    Unicode,
    /// Only ASCII.
    Ascii,
}

impl Charset {
    /// One of two texts.
    pub(crate) const fn choose<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        match self {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }
}
