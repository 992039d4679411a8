//! Rules pages as blocks of text, tables and diagrams.

use crate::Study;
use serde::{Deserialize, Serialize};

/// A page about the rules of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesPage {
    /// Its name. `/api/rules/{name}` returns its text in Markdown, `/api/rules/{name}/blocks` its blocks.
    pub name: String,
    /// Its first heading.
    pub title: String,
    /// Whether the operator of this server added it.
    pub own: bool,
}

/// The content of a rules page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesDocument {
    /// The first heading.
    pub title: String,
    /// The content, in order.
    pub blocks: Vec<RulesBlock>,
}

/// A block of a rules page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RulesBlock {
    /// A heading.
    Heading {
        /// From 1, the title, to 6.
        level: u8,
        /// The text.
        spans: Vec<TextSpan>,
    },
    /// A paragraph.
    Paragraph {
        /// The text.
        spans: Vec<TextSpan>,
    },
    /// A list.
    List {
        /// The first number. Absent if the list is not numbered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
        first: Option<u64>,
        /// The items.
        items: Vec<Vec<TextSpan>>,
    },
    /// A table.
    Table {
        /// The cells of the header.
        head: Vec<Vec<TextSpan>>,
        /// The cells of each row.
        rows: Vec<Vec<Vec<TextSpan>>>,
    },
    /// A board diagram.
    Diagram(RulesDiagram),
    /// Preformatted text.
    Code {
        /// The text, with its line breaks.
        text: String,
    },
}

/// Text in one style.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct TextSpan {
    /// The text.
    pub text: String,
    /// The style. Absent for regular text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<TextStyle>,
    /// The target of a link, as the page gives it: another page such as `rulings.md`, or an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// The style of a text.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TextStyle {
    /// Bold.
    Bold,
    /// Italic.
    Italic,
    /// Code.
    Code,
}

/// A position with highlights, on which readers can try moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct RulesDiagram {
    /// The line of play that leads to the position.
    pub study: Study,
    /// The seat whose point of view to show. By default the standard orientation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// Arrows to draw.
    pub arrows: Vec<CellPair>,
    /// Moves to cross out.
    pub bans: Vec<CellPair>,
    /// Cells to highlight.
    pub cells: Vec<String>,
    /// The caption.
    pub caption: String,
    /// What the reader should try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
}

/// Two cells of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellPair {
    /// The first cell.
    pub from: String,
    /// The second cell.
    pub to: String,
}
