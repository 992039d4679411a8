//! A lexer for PGN-like texts: games of tag pairs and tokens, each with its position.

use super::super::RecordError;
use super::super::error::TextPosition;
use super::super::results::is_result;
use super::super::tags::tag_name;
use std::iter::Peekable;
use std::str::Chars;

/// A game whose tokens are not interpreted yet.
#[derive(Debug)]
pub(crate) struct RawGame {
    pub(crate) start: TextPosition,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) tokens: Vec<PgnToken>,
}

#[derive(Debug)]
pub(crate) struct PgnToken {
    pub(crate) kind: TokenKind,
    pub(crate) text: String,
    pub(crate) position: TextPosition,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum TokenKind {
    Move,
    Comment,
    Result,
}

/// Splits a text into games. Drops move numbers, annotation glyphs and variations.
pub(crate) fn split_games(text: &str) -> Vec<Result<RawGame, RecordError>> {
    let mut reader =
        PgnLexer { chars: text.chars().peekable(), position: TextPosition::START, next_tag: None };
    std::iter::from_fn(|| reader.game()).collect()
}

struct PgnLexer<'a> {
    chars: Peekable<Chars<'a>>,
    position: TextPosition,
    /// A tag that belongs to the next game.
    next_tag: Option<(String, String)>,
}

impl PgnLexer<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        self.position = self.position.after(c);
        Some(c)
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }

    /// Skips blanks, byte order marks and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            if c == '%' && self.position.column == 1 {
                self.rest_of_line();
            } else if c.is_whitespace() || c == '\u{feff}' {
                self.next();
            } else {
                return;
            }
        }
    }

    /// Consumes everything up to and including `end`. `None` if `end` is missing.
    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        while let Some(c) = self.next() {
            if c == end {
                return Some(text);
            }
            text.push(c);
        }
        None
    }

    fn rest_of_line(&mut self) -> String {
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|c| *c != '\n') {
            self.next();
            text.push(c);
        }
        text
    }

    fn game(&mut self) -> Option<Result<RawGame, RecordError>> {
        self.skip_blanks();
        let tags: Vec<_> = self.next_tag.take().into_iter().collect();
        if tags.is_empty() {
            self.peek()?;
        }
        let mut game = RawGame { start: self.position, tags, tokens: Vec::new() };
        let mut error = None;
        while let Some(c) = self.after_blanks() {
            if c == '[' && !game.tokens.is_empty() {
                break;
            }
            let read = if c == '[' { self.tag_of(&mut game) } else { self.token(&mut game.tokens) };
            error = error.or(read.err());
            let ended = game.tokens.last().is_some_and(|token| token.kind == TokenKind::Result);
            if ended || self.next_tag.is_some() {
                break;
            }
        }
        Some(error.map_or(Ok(game), Err))
    }

    /// Reads a tag. A tag that the game already has starts the next game.
    fn tag_of(&mut self, game: &mut RawGame) -> Result<(), RecordError> {
        let tag = self.tag()?;
        if game.tags.iter().any(|(name, _)| *name == tag.0) {
            self.next_tag = Some(tag);
        } else {
            game.tags.push(tag);
        }
        Ok(())
    }

    fn after_blanks(&mut self) -> Option<char> {
        self.skip_blanks();
        self.peek()
    }

    fn tag(&mut self) -> Result<(String, String), RecordError> {
        let position = self.position;
        let malformed = || position.error("a tag must have the form [Name \"value\"]");
        self.next();
        let line = self.tag_body().ok_or_else(malformed)?;
        let (name, value) = line.split_once(char::is_whitespace).ok_or_else(malformed)?;
        let value = value.trim().strip_prefix('"').and_then(|v| v.strip_suffix('"')).ok_or_else(malformed)?;
        Ok((tag_name(name).ok_or_else(malformed)?, unescape(value)))
    }

    /// The text between the brackets. The quoted value may contain brackets too.
    fn tag_body(&mut self) -> Option<String> {
        let (mut body, mut quoted, mut escaped) = (String::new(), false, false);
        while let Some(c) = self.peek().filter(|c| *c != '\n') {
            self.next();
            if c == ']' && !quoted {
                return Some(body);
            }
            quoted ^= c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            body.push(c);
        }
        None
    }

    fn token(&mut self, tokens: &mut Vec<PgnToken>) -> Result<(), RecordError> {
        let position = self.position;
        let mut push = |kind, text| tokens.push(PgnToken { kind, text, position });
        match self.peek() {
            Some('{') => {
                self.next();
                let text = self.until('}').ok_or_else(|| position.error("a comment is not closed with }"))?;
                push(TokenKind::Comment, text);
            }
            Some(';') => {
                self.next();
                push(TokenKind::Comment, self.rest_of_line());
            }
            Some('(') => return self.skip_variation(),
            Some(')' | '}' | ']') => {
                let c = self.next().unwrap_or_default();
                return Err(position.error(format!("{c} without an opening bracket")));
            }
            _ => {
                let word = self.word();
                if let Some((kind, text)) = classify(&word) {
                    push(kind, text.to_string());
                }
            }
        }
        Ok(())
    }

    fn skip_variation(&mut self) -> Result<(), RecordError> {
        let (position, mut depth) = (self.position, 0usize);
        while let Some(c) = self.next() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                '{' => drop(self.until('}')),
                ';' => drop(self.rest_of_line()),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
        Err(position.error("a variation is not closed with )"))
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.peek().filter(|c| !c.is_whitespace() && !"{}()[];".contains(*c)) {
            // A glyph ends the move it is attached to.
            if c == '$' && !word.is_empty() {
                break;
            }
            self.next();
            word.push(c);
        }
        word
    }
}

/// Removes the backslashes before quotes and backslashes.
fn unescape(value: &str) -> String {
    let mut chars = value.chars();
    let mut plain = String::new();
    while let Some(c) = chars.next() {
        plain.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    plain
}

/// The kind of a word; `None` for move numbers, glyphs and annotation marks.
fn classify(word: &str) -> Option<(TokenKind, &str)> {
    if is_result(word) {
        return Some((TokenKind::Result, word));
    }
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let unnumbered =
        if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    let plain = unnumbered.trim_end_matches(['!', '?']);
    (!plain.is_empty() && !plain.starts_with('$') && plain != "e.p.").then_some((TokenKind::Move, plain))
}
