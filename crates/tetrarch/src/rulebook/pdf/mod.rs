//! Renders a page as a PDF in A4 format.

mod fonts;
mod layout;
mod paint;

use super::Page;
use fonts::FontSet;
use krilla::Document;
use krilla::metadata::Metadata;
use layout::PdfLayout;

/// Why no PDF can be created.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The fonts lack a character.
    #[error("the fonts lack the character {0:?}")]
    MissingGlyph(char),
    /// The file could not be assembled.
    #[error("{0}")]
    File(String),
}

/// The page size, in points.
const PAGE_SIZE: (f32, f32) = (595.0, 842.0);

/// Renders a page as PDF.
///
/// # Errors
/// If the fonts lack a character or the file cannot be assembled.
pub fn pdf(page: &Page) -> Result<Vec<u8>, PdfError> {
    let faces = FontSet::load()?;
    let mut layout = PdfLayout::new(&faces);
    layout.place_blocks(&page.blocks)?;
    let sheets = layout.finish(&page.title())?;
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(page.title()).language("en".to_string()));
    sheets.iter().for_each(|sheet| paint::paint_page(&mut document, &faces, sheet));
    document.finish().map_err(|error| PdfError::File(format!("{error:?}")))
}
