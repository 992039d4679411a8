//! Parses a page into blocks of text, tables and diagrams.

use super::Diagram;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// The style of a text run.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum TextStyle {
    /// Regular.
    #[default]
    Plain,
    /// Bold.
    Bold,
    /// Italic.
    Italic,
    /// Code.
    Code,
}

/// A run of text in one style.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct TextRun {
    /// The text.
    pub text: String,
    /// The style.
    pub style: TextStyle,
}

/// A block of a page.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading and its level, from 1.
    Heading(u8, Vec<TextRun>),
    /// A paragraph.
    Paragraph(Vec<TextRun>),
    /// A list; a numbered one has a first number.
    List(Option<u64>, Vec<Vec<TextRun>>),
    /// A table; the first row is the header.
    Table(Vec<Vec<Vec<TextRun>>>),
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
#[derive(Default)]
struct PageParser {
    blocks: Vec<Block>,
    runs: Vec<TextRun>,
    bold: bool,
    italic: bool,
    list: Option<(Option<u64>, Vec<Vec<TextRun>>)>,
    table: Vec<Vec<Vec<TextRun>>>,
    code: Option<(String, String)>,
}

impl Page {
    /// Parses a page of Markdown.
    ///
    /// # Errors
    /// If a diagram is invalid.
    pub fn parse(markdown: &str) -> Result<Page, String> {
        let mut reader = PageParser::default();
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
            reader.handle(event)?;
        }
        Ok(Page { blocks: reader.blocks })
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
pub(super) fn plain_text(runs: &[TextRun]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

/// Replaces straight quotation marks by typographic ones, except in code.
pub(super) fn with_curly_quotes(runs: &[TextRun]) -> Vec<TextRun> {
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
    let mut typeset = |run: &TextRun| {
        let text: String = run.text.chars().map(&mut set).collect();
        if run.style == TextStyle::Code { run.clone() } else { TextRun { text, style: run.style } }
    };
    runs.iter().map(&mut typeset).collect()
}

impl PageParser {
    fn handle(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => return self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => self.runs.push(TextRun { text: text.to_string(), style: TextStyle::Code }),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Strong => self.bold = true,
            Tag::Emphasis => self.italic = true,
            Tag::List(first) => self.list = Some((*first, Vec::new())),
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
            TagEnd::Heading(level) => {
                let runs = self.take_runs();
                self.blocks.push(Block::Heading(heading_level(level), runs));
            }
            // In a list, a paragraph is part of its item.
            TagEnd::Paragraph if self.list.is_some() => self.text(" "),
            TagEnd::Paragraph => {
                let runs = self.take_runs();
                self.blocks.push(Block::Paragraph(runs));
            }
            TagEnd::Item => {
                let runs = self.take_runs();
                self.list.iter_mut().for_each(|(_, items)| items.push(runs.clone()));
            }
            TagEnd::List(_) => {
                let list = self.list.take();
                self.blocks.extend(list.map(|(first, items)| Block::List(first, items)));
            }
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
            "diagram" => Block::Diagram(Box::new(Diagram::parse(&text)?)),
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
            (true, _) => TextStyle::Bold,
            (_, true) => TextStyle::Italic,
            _ => TextStyle::Plain,
        };
        self.runs.push(TextRun { text: text.to_string(), style });
    }

    fn take_runs(&mut self) -> Vec<TextRun> {
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
        let run = |text: &str, style| TextRun { text: text.to_string(), style };
        let typed = [
            run("The \"first\" ", TextStyle::Plain),
            run("king", TextStyle::Bold),
            run("'s move: ", TextStyle::Plain),
            run("\"x\"", TextStyle::Code),
        ];
        assert_eq!(plain_text(&with_curly_quotes(&typed)), "The “first” king’s move: \"x\"");
    }
}
