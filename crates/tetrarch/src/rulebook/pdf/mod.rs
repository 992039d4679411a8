//! A page as a PDF on A4.

mod faces;
mod layout;
mod paint;

use super::Page;
use faces::Faces;
use krilla::Document;
use krilla::metadata::Metadata;
use layout::Layout;

/// Why no PDF can be made.
#[derive(Debug, thiserror::Error)]
pub enum NoPdf {
    /// The fonts have no such letter.
    #[error("the fonts have no {0:?}")]
    Letter(char),
    /// The file could not be put together.
    #[error("{0}")]
    File(String),
}

/// The size of the paper in points.
const PAPER: (f32, f32) = (595.0, 842.0);

/// A page as PDF.
///
/// # Errors
/// If a letter is missing in the fonts, or the file cannot be put together.
pub fn pdf(page: &Page) -> Result<Vec<u8>, NoPdf> {
    let faces = Faces::load()?;
    let mut layout = Layout::new(&faces);
    layout.set_all(&page.blocks)?;
    let sheets = layout.finish(&page.title())?;
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(page.title()).language("en".to_string()));
    sheets.iter().for_each(|sheet| paint::sheet(&mut document, &faces, sheet));
    document.finish().map_err(|error| NoPdf::File(format!("{error:?}")))
}
