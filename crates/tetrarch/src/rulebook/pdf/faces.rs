//! The fonts and how wide their letters are.

use super::NoPdf;
use crate::rulebook::Style;
use krilla::text::Font;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

const FILES: [&[u8]; 6] = [
    include_bytes!("../../../fonts/LibertinusSerif-Regular.otf"),
    include_bytes!("../../../fonts/LibertinusSerif-Bold.otf"),
    include_bytes!("../../../fonts/LibertinusSerif-Italic.otf"),
    include_bytes!("../../../fonts/Mono.ttf"),
    include_bytes!("../../../fonts/ChessMen.ttf"),
    include_bytes!("../../../fonts/BanqiMen.ttf"),
];

/// A font by what it is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Face {
    Regular,
    Bold,
    Italic,
    Mono,
    Men,
    /// The Chinese characters on the men of Banqi.
    Banqi,
}

impl From<Style> for Face {
    fn from(style: Style) -> Face {
        match style {
            Style::Plain => Face::Regular,
            Style::Bold => Face::Bold,
            Style::Italic => Face::Italic,
            Style::Code => Face::Mono,
        }
    }
}

pub(super) struct Faces {
    fonts: Vec<Font>,
    metrics: Vec<FontRef<'static>>,
}

impl Faces {
    pub(super) fn load() -> Result<Faces, NoPdf> {
        let bad = || NoPdf::File("a font of this program cannot be read".to_string());
        let fonts = FILES.iter().map(|file| Font::new((*file).into(), 0).ok_or_else(bad));
        let metrics = FILES.iter().map(|file| FontRef::new(file).map_err(|_| bad()));
        Ok(Faces { fonts: fonts.collect::<Result<_, _>>()?, metrics: metrics.collect::<Result<_, _>>()? })
    }

    pub(super) fn font(&self, face: Face) -> Font {
        self.fonts[face as usize].clone()
    }

    /// The face itself, or that of the Chinese characters if a text begins with one.
    pub(super) fn able(&self, face: Face, text: &str) -> Face {
        let knows = |face: Face| {
            let letters = self.metrics[face as usize].charmap();
            text.chars().next().is_some_and(|letter| letters.map(letter).is_some())
        };
        if !knows(face) && knows(Face::Banqi) { Face::Banqi } else { face }
    }

    /// How wide a text is set.
    pub(super) fn width(&self, face: Face, size: f32, text: &str) -> Result<f32, NoPdf> {
        let font = &self.metrics[face as usize];
        let (letters, widths) = (font.charmap(), font.glyph_metrics(Size::new(size), LocationRef::default()));
        let width = |letter: char| {
            let glyph = letters.map(letter).ok_or(NoPdf::Letter(letter))?;
            Ok(widths.advance_width(glyph).unwrap_or(0.0))
        };
        text.chars().map(width).sum()
    }
}
