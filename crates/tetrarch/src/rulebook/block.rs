//! Parses a page into blocks of text, tables and diagrams.

use super::Diagram;
use crate::games::GAMES;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use tetrarch_protocol::{RulesBlock, RulesDocument, TextSpan, TextStyle};
use tetrarch_table::Game;

/// A block of a page.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading and its level, from 1.
    Heading(u8, Vec<TextSpan>),
    /// A paragraph.
    Paragraph(Vec<TextSpan>),
    /// A list; a numbered one has a first number.
    List(Option<u64>, Vec<Vec<TextSpan>>),
    /// A table; the first row is the header.
    Table(Vec<Vec<Vec<TextSpan>>>),
    /// A board diagram.
    Diagram(Box<Diagram>),
    /// Preformatted text.
    Code(String),
}

/// A rules page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The content.
    pub blocks: Vec<Block>,
}

/// The state of the parser.
struct PageParser<'a> {
    games: &'a [&'static dyn Game],
    blocks: Vec<Block>,
    runs: Vec<TextSpan>,
    bold: bool,
    italic: bool,
    link: Option<String>,
    list: Option<OpenList>,
    table: Vec<Vec<Vec<TextSpan>>>,
    code: Option<(String, String)>,
}

/// A list that has not ended. The items of lists inside it become its own.
struct OpenList {
    first: Option<u64>,
    items: Vec<Vec<TextSpan>>,
    depth: usize,
}

impl Page {
    /// Parses a page of Markdown.
    ///
    /// # Errors
    /// If a diagram is invalid.
    pub fn parse(markdown: &str) -> Result<Page, String> {
        Page::parse_with_games(&GAMES.iter().collect::<Vec<_>>(), markdown)
    }

    /// Parses a page whose diagrams may show these games.
    ///
    /// # Errors
    /// If a diagram is invalid.
    pub fn parse_with_games(games: &[&'static dyn Game], markdown: &str) -> Result<Page, String> {
        let mut parser = PageParser::new(games);
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
            parser.handle(event)?;
        }
        Ok(Page { blocks: parser.blocks })
    }

    /// The page as clients get it.
    pub fn document(&self) -> RulesDocument {
        RulesDocument { title: self.title(), blocks: self.blocks.iter().map(RulesBlock::from).collect() }
    }

    /// The first heading.
    pub fn title(&self) -> String {
        let headings = self.blocks.iter().filter_map(|block| match block {
            Block::Heading(_, runs) => Some(plain_text(runs)),
            _ => None,
        });
        headings.into_iter().next().unwrap_or_else(|| "Rules".to_string())
    }
}

/// The text of runs, without styles.
pub(super) fn plain_text(runs: &[TextSpan]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

/// Replaces straight quotation marks by typographic ones, except in code.
pub(super) fn with_curly_quotes(runs: &[TextSpan]) -> Vec<TextSpan> {
    let mut before = ' ';
    let mut set = |letter: char| {
        let opens = before.is_whitespace() || before == '(';
        before = letter;
        match (letter, opens) {
            ('"', true) => '“',
            ('"', false) => '”',
            ('\'', true) => '‘',
            ('\'', false) => '’',
            _ => letter,
        }
    };
    let mut typeset = |run: &TextSpan| {
        let text: String = run.text.chars().map(&mut set).collect();
        if run.style == Some(TextStyle::Code) { run.clone() } else { TextSpan { text, ..run.clone() } }
    };
    runs.iter().map(&mut typeset).collect()
}

impl From<&Block> for RulesBlock {
    fn from(block: &Block) -> RulesBlock {
        match block.clone() {
            Block::Heading(level, spans) => RulesBlock::Heading { level, spans },
            Block::Paragraph(spans) => RulesBlock::Paragraph { spans },
            Block::List(first, items) => RulesBlock::List { first, items },
            Block::Table(rows) => {
                let mut rows = rows.into_iter();
                RulesBlock::Table { head: rows.next().unwrap_or_default(), rows: rows.collect() }
            }
            Block::Diagram(diagram) => RulesBlock::Diagram(diagram.content),
            Block::Code(text) => RulesBlock::Code { text },
        }
    }
}

impl<'a> PageParser<'a> {
    fn new(games: &'a [&'static dyn Game]) -> PageParser<'a> {
        PageParser {
            games,
            blocks: Vec::new(),
            runs: Vec::new(),
            bold: false,
            italic: false,
            link: None,
            list: None,
            table: Vec::new(),
            code: None,
        }
    }

    fn handle(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => return self.end(tag),
            // HTML has no meaning in a page: it is text like any other.
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => self.push(&text, Some(TextStyle::Code)),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Strong => self.bold = true,
            Tag::Emphasis => self.italic = true,
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.to_string()),
            Tag::List(first) => self.start_list(*first),
            Tag::Table(_) => self.table.clear(),
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            Tag::CodeBlock(kind) => {
                let name =
                    if let CodeBlockKind::Fenced(name) = kind { name.to_string() } else { String::new() };
                self.code = Some((name, String::new()));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) -> Result<(), String> {
        match tag {
            TagEnd::Strong => self.bold = false,
            TagEnd::Emphasis => self.italic = false,
            TagEnd::Link => self.link = None,
            TagEnd::Heading(level) => {
                let runs = self.take_runs();
                self.blocks.push(Block::Heading(heading_level(level), runs));
            }
            // In a list, a paragraph is part of its item.
            TagEnd::Paragraph if self.list.is_some() => self.text(" "),
            TagEnd::Paragraph | TagEnd::HtmlBlock => {
                let runs = self.take_runs();
                self.blocks.push(Block::Paragraph(runs));
            }
            TagEnd::Item => self.end_item(),
            TagEnd::List(_) => self.end_list(),
            TagEnd::TableCell => {
                let runs = self.take_runs();
                self.table.last_mut().into_iter().for_each(|row| row.push(runs.clone()));
            }
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.table))),
            TagEnd::CodeBlock => self.end_code()?,
            _ => {}
        }
        Ok(())
    }

    fn end_code(&mut self) -> Result<(), String> {
        let Some((name, text)) = self.code.take() else { return Ok(()) };
        self.blocks.push(match name.as_str() {
            "diagram" => Block::Diagram(Box::new(Diagram::parse(self.games, &text)?)),
            _ => Block::Code(text),
        });
        Ok(())
    }

    fn text(&mut self, text: &str) {
        if let Some((_, code)) = &mut self.code {
            code.push_str(text);
            return;
        }
        let style = match (self.bold, self.italic) {
            (true, _) => Some(TextStyle::Bold),
            (_, true) => Some(TextStyle::Italic),
            _ => None,
        };
        self.push(text, style);
    }

    /// Appends text. Text in the same style continues the last run.
    fn push(&mut self, text: &str, style: Option<TextStyle>) {
        match self.runs.last_mut().filter(|last| last.style == style && last.link == self.link) {
            Some(last) => last.text.push_str(text),
            None => self.runs.push(TextSpan { text: text.to_string(), style, link: self.link.clone() }),
        }
    }

    fn start_list(&mut self, first: Option<u64>) {
        self.end_item();
        match &mut self.list {
            Some(outer) => outer.depth += 1,
            None => self.list = Some(OpenList { first, items: Vec::new(), depth: 0 }),
        }
    }

    fn end_item(&mut self) {
        if let Some(list) = self.list.as_mut().filter(|_| !self.runs.is_empty()) {
            list.items.push(std::mem::take(&mut self.runs));
        }
    }

    fn end_list(&mut self) {
        match self.list.take() {
            Some(inner) if inner.depth > 0 => {
                self.list = Some(OpenList { depth: inner.depth - 1, ..inner });
            }
            Some(OpenList { first, items, .. }) => self.blocks.push(Block::List(first, items)),
            None => {}
        }
    }

    fn take_runs(&mut self) -> Vec<TextSpan> {
        std::mem::take(&mut self.runs)
    }
}

fn heading_level(level: HeadingLevel) -> u8 {
    level as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_are_curly_except_in_code() {
        let run = |text: &str, style| TextSpan { text: text.to_string(), style, link: None };
        let typed = [
            run("The \"first\" ", None),
            run("king", Some(TextStyle::Bold)),
            run("'s move: ", None),
            run("\"x\"", Some(TextStyle::Code)),
        ];
        assert_eq!(plain_text(&with_curly_quotes(&typed)), "The “first” king’s move: \"x\"");
    }

    /// The runs of the first block, as `text`, `text|style` or `text>link`.
    fn runs(markdown: &str) -> Vec<String> {
        let page = Page::parse(markdown).unwrap();
        let Some(Block::Paragraph(runs)) = page.blocks.first() else { panic!("not a paragraph: {page:?}") };
        let style = |run: &TextSpan| run.style.map(|style| format!("|{style:?}")).unwrap_or_default();
        let link = |run: &TextSpan| run.link.as_ref().map(|link| format!(">{link}")).unwrap_or_default();
        runs.iter().map(|run| format!("{}{}{}", run.text, style(run), link(run))).collect()
    }

    #[test]
    fn styles_and_links_are_kept_and_html_stays_text() {
        assert_eq!(
            runs("a **b** *c* `d*` [e `f`](../g.md) <b>\\"),
            ["a ", "b|Bold", " ", "c|Italic", " ", "d*|Code", " ", "e >../g.md", "f|Code>../g.md", " <b>\\"]
        );
        assert_eq!(runs("<p>one</p>"), ["<p>one</p>"]);
    }

    #[test]
    fn the_items_of_inner_lists_follow_the_item_that_contains_them() {
        let page = Page::parse("- a\n  - b\n  - c\n\n    more\n- d\n\nEnd.\n").unwrap();
        let [Block::List(None, items), Block::Paragraph(_)] = &page.blocks[..] else { panic!("{page:?}") };
        let items: Vec<String> = items.iter().map(|item| plain_text(item).trim().to_string()).collect();
        assert_eq!(items, ["a", "b", "c more", "d"]);
    }
}
