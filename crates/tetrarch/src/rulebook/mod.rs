//! The rules pages in all formats, from one source.
//!
//! A page is Markdown with fenced blocks called `diagram`. A diagram names a game, a position or the actions from the start, and
//! arrows and cells to highlight. It is drawn from the same view that clients draw.

mod block;
mod diagram;
mod html;
mod pdf;
mod shapes;
mod text;

pub use block::{Block, Page};
pub use diagram::Diagram;
pub use html::html;
pub use pdf::{PdfError, pdf};
pub use text::{markdown, text};
