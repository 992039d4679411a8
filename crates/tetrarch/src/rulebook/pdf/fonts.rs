//! The fonts and their metrics.

use super::PdfError;
use krilla::text::Font;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};
use tetrarch_protocol::TextStyle;

const FONT_FILES: [&[u8]; 6] = [
    include_bytes!("../../../fonts/LibertinusSerif-Regular.otf"),
    include_bytes!("../../../fonts/LibertinusSerif-Bold.otf"),
    include_bytes!("../../../fonts/LibertinusSerif-Italic.otf"),
    include_bytes!("../../../fonts/Mono.ttf"),
    include_bytes!("../../../fonts/ChessMen.ttf"),
    include_bytes!("../../../fonts/ChineseMen.ttf"),
];

/// A font, by its use.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum FontFace {
    Regular,
    Bold,
    Italic,
    Mono,
    Pieces,
    /// The Chinese characters on pieces.
    Chinese,
}

impl From<Option<TextStyle>> for FontFace {
    fn from(style: Option<TextStyle>) -> FontFace {
        match style {
            None => FontFace::Regular,
            Some(TextStyle::Bold) => FontFace::Bold,
            Some(TextStyle::Italic) => FontFace::Italic,
            Some(TextStyle::Code) => FontFace::Mono,
        }
    }
}

pub(super) struct FontSet {
    fonts: Vec<Font>,
    metrics: Vec<FontRef<'static>>,
}

impl FontSet {
    pub(super) fn load() -> Result<FontSet, PdfError> {
        let bad = || PdfError::File("an embedded font is invalid".to_string());
        let fonts = FONT_FILES.iter().map(|file| Font::new((*file).into(), 0).ok_or_else(bad));
        let metrics = FONT_FILES.iter().map(|file| FontRef::new(file).map_err(|_| bad()));
        Ok(FontSet { fonts: fonts.collect::<Result<_, _>>()?, metrics: metrics.collect::<Result<_, _>>()? })
    }

    pub(super) fn font(&self, face: FontFace) -> Font {
        self.fonts[face as usize].clone()
    }

    /// The given face, or the one with Chinese characters if only that has the first character of the text.
    pub(super) fn face_for(&self, face: FontFace, text: &str) -> FontFace {
        let knows = |face: FontFace| {
            let letters = self.metrics[face as usize].charmap();
            text.chars().next().is_some_and(|letter| letters.map(letter).is_some())
        };
        if !knows(face) && knows(FontFace::Chinese) { FontFace::Chinese } else { face }
    }

    /// The width of a text.
    pub(super) fn width(&self, face: FontFace, size: f32, text: &str) -> Result<f32, PdfError> {
        let font = &self.metrics[face as usize];
        let (letters, widths) = (font.charmap(), font.glyph_metrics(Size::new(size), LocationRef::default()));
        let width = |letter: char| {
            let glyph = letters.map(letter).ok_or(PdfError::MissingGlyph(letter))?;
            Ok(widths.advance_width(glyph).unwrap_or(0.0))
        };
        text.chars().map(width).sum()
    }
}
