//! Games of four armies as a PGN-like sheet of rounds.
//!
//! After the tag pairs (players, `Variant`, the options, `Start` if it is not the standard start) comes a
//! line for each round: its number and, in the order of play, what each army did.
//!
//! | in a round | |
//! |---|---|
//! | `Nh5f6`, `g2-g4` | an action; in [PGN4 spelling](Spelling::Pgn4) with a dash, and `..` between the colours |
//! | `-` | this army did not act: it was skipped, frozen or eliminated |
//! | `=4` | a chance outcome: a die roll before its action, or alone before `-` if the turn was lost |
//! | `exchange`, `exchange:blue` | a treaty, proposed by the seat to act or by the named seat |
//! | `force-duel` | an operator action |
//! | `{Red resigns}`, `{Red's time is up}`, `{Draw agreed}` | a step that is not an action |
//!
//! A duel follows as numbered SAN after the comment `{duel}`. The last word is the result: the points in seat
//! order (`1-0-1-0`, `1/2-1/2-1/2-1/2`), or `*`. Numbers, dashes and line breaks are for human readers; the
//! parser ignores them.

use super::pgn::{MoveCounter, Movetext, PgnToken, RawGame, TokenKind, split_games, write_tags};
use super::replay::{apply, play};
use super::results::result;
use super::{Format, Record, RecordError, Tags, option_tags, phrases};
use crate::{Game, GameStep, Table, TimeControl};
use tetrarch_rules::{SeatNames, Turn, capitalised};

/// Tags that every sheet has, with the value for "unknown".
const TAG_ROSTER: [(&str, &str); 4] = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
const DERIVED_TAGS: [&str; 4] = ["Result", "Variant", "Start", "Termination"];

/// A sheet of rounds.
pub struct RoundSheet {
    /// The value of the tag `Variant`.
    pub variant: &'static str,
    /// The letters of the armies in the order of play, starting with the first to act. The army to act is the
    /// second field of a position text.
    pub order: fn(&dyn Table) -> Vec<char>,
    /// How actions are spelled.
    pub spelling: Spelling,
}

/// How actions are spelled in a sheet.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Spelling {
    /// The usual texts, separated by blanks: `Nh5f6`.
    Plain,
    /// As in PGN4: `g2-g4 .. b6-d6`. The parser also accepts piece letters, `x`, `+`, `#` and promotions.
    Pgn4,
}

impl Spelling {
    fn separator(self) -> Option<&'static str> {
        (self == Spelling::Pgn4).then_some("..")
    }

    fn write(self, word: &str) -> String {
        let second = word.bytes().skip(1).position(|byte| byte.is_ascii_lowercase()).map(|at| at + 1);
        match second.filter(|_| self == Spelling::Pgn4 && is_two_squares(word)) {
            Some(at) => format!("{}-{}", &word[..at], &word[at..]),
            None => word.to_string(),
        }
    }

    fn read(self, word: &str) -> String {
        if self == Spelling::Plain {
            return word.to_string();
        }
        let plain = word.trim_end_matches(['+', '#']).trim_end_matches("=Q").trim_end_matches("=D");
        let plain = plain.strip_prefix(['K', 'Q', 'R', 'B', 'N', 'P']).unwrap_or(plain);
        let squares = plain.replacen(['-', 'x'], "", 1);
        if is_two_squares(&squares) { squares } else { word.to_string() }
    }
}

/// Whether the word is two squares of a board of any size: a letter and a number, twice.
fn is_two_squares(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    letters == 2
        && letters + digits == word.len()
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.ends_with(|c: char| c.is_ascii_digit())
}

impl Format for RoundSheet {
    fn name(&self) -> &'static str {
        "sheet"
    }

    fn description(&self) -> &'static str {
        "PGN-like: tags and one line per round"
    }

    fn write(&self, record: &Record, played: &dyn Table) -> String {
        let tags = self.tags(record, played);
        let sheet = SheetWriter::new((self.order)(&*played.rewound()), self.spelling);
        format!("{}\n{}", write_tags(tags.iter()), sheet.write(played))
    }

    fn read(&self, game: &dyn Game, text: &str) -> Vec<Result<Record, RecordError>> {
        split_games(text).into_iter().map(|raw| self.read_game(game, raw?)).collect()
    }
}

impl RoundSheet {
    fn tags(&self, record: &Record, played: &dyn Table) -> Tags {
        let players = played.seats().iter().map(|seat| (capitalised(seat), "?".to_string()));
        let roster = TAG_ROSTER.map(|(name, unknown)| (name.to_string(), unknown.to_string()));
        let mut tags: Tags = roster.into_iter().chain(players).collect();
        tags.set("Result", result(played));
        tags.set("Variant", self.variant);
        option_tags::write(&record.options, &mut tags);
        record
            .tags
            .iter()
            .filter(|(name, _)| !DERIVED_TAGS.contains(name))
            .for_each(|(name, value)| tags.set(name, value));
        if let Some(start) = &record.start {
            tags.set("Start", start);
        }
        if let Some(outcome) = played.outcome() {
            tags.set("Termination", outcome.reason().description());
        }
        tags
    }

    fn read_game(&self, game: &dyn Game, raw: RawGame) -> Result<Record, RecordError> {
        let tags: Tags = raw.tags.into_iter().collect();
        if let Some(variant) =
            tags.get("Variant").filter(|variant| !variant.eq_ignore_ascii_case(self.variant))
        {
            return Err(raw.start.error(format!("the variant is {variant:?}, not {:?}", self.variant)));
        }
        let defaults = game.default_options();
        let options = option_tags::read(&tags, &defaults).map_err(|message| raw.start.error(message))?;
        let opened = game.open(&options, tags.get("Start"), TimeControl::None);
        let mut table = opened.map_err(|error| raw.start.error(error.to_string()))?;
        let end = self
            .read_rounds(&mut *table, &raw.tokens)
            .and_then(|()| check_result(&tags, &*table).map_err(|message| raw.start.error(message)));
        Record::from_table(&*table, custom_tags(&tags, &*table, &defaults)).read_until(end)
    }

    fn read_rounds(&self, table: &mut dyn Table, tokens: &[PgnToken]) -> Result<(), RecordError> {
        for token in tokens {
            match token.kind {
                TokenKind::Move if token.text == "-" => {}
                TokenKind::Move if duel_fen(table).is_some() => play(table, &token.text, token.position)?,
                TokenKind::Move => play(table, &self.spelling.read(&token.text), token.position)?,
                TokenKind::Comment => {
                    if let Some(event) = phrases::parse(&token.text, table) {
                        apply(table, &event, token.position)?;
                    }
                }
                TokenKind::Result if token.text == result(table) => {}
                TokenKind::Result => {
                    let actual = result(table);
                    return Err(token
                        .position
                        .error(format!("the record gives the result {}, but it is {actual}", token.text)));
                }
            }
        }
        Ok(())
    }
}

/// Checks that the tag `Result`, if it is known, agrees with the board.
fn check_result(tags: &Tags, table: &dyn Table) -> Result<(), String> {
    let actual = result(table);
    match tags.get("Result").filter(|stated| *stated != "*" && *stated != "?" && *stated != actual) {
        Some(stated) => Err(format!("the tag Result says {stated}, but it is {actual}")),
        None => Ok(()),
    }
}

/// The tags that add information: neither unknown nor derived from the game.
fn custom_tags(tags: &Tags, table: &dyn Table, defaults: &serde_json::Value) -> Tags {
    let options: Vec<String> =
        defaults.as_object().into_iter().flatten().map(|(name, _)| option_tags::name(name)).collect();
    let unknown = |name: &str, value: &str| {
        TAG_ROSTER.contains(&(name, value))
            || value == "?" && table.seats().iter().any(|seat| capitalised(seat) == name)
    };
    let is_custom = |(name, value): &(&str, &str)| {
        !DERIVED_TAGS.contains(name) && !options.iter().any(|option| option == name) && !unknown(name, value)
    };
    tags.iter().filter(is_custom).collect()
}

/// Writes a sheet.
struct SheetWriter {
    order: Vec<char>,
    spelling: Spelling,
    lines: String,
    line: Vec<String>,
    round: u32,
    /// The column to fill next.
    column: usize,
    /// The column of the last action; the same army may act again, as after a free swap.
    last: Option<usize>,
    /// Whether this line has its round number.
    numbered: bool,
    /// Whether this line has an action.
    begun: bool,
}

impl SheetWriter {
    fn new(order: Vec<char>, spelling: Spelling) -> SheetWriter {
        let (lines, line) = (String::new(), Vec::new());
        SheetWriter {
            order,
            spelling,
            lines,
            line,
            round: 0,
            column: 0,
            last: None,
            numbered: false,
            begun: false,
        }
    }

    fn write(mut self, played: &dyn Table) -> String {
        let mut table = played.rewound();
        let mut steps = played.line().into_iter().peekable();
        while let Some(step) = steps.next_if(|_| duel_fen(&*table).is_none()) {
            match phrases::phrase(&step.event, played.seats()) {
                Some(phrase) => self.line.push(format!("{{{phrase}}}")),
                None => self.fill(&*table, &self.spelling.write(&step.word), step.by.is_some()),
            }
            let _ = table.apply(&step.event);
        }
        self.end_line();
        let duel = duel_fen(&*table).map(|fen| format!("{{duel}}\n{}", duel(&fen, played.seats(), steps)));
        self.lines + &duel.unwrap_or_default() + &result(played) + "\n\n"
    }

    /// Writes a word into the column of the army to act.
    fn fill(&mut self, table: &dyn Table, word: &str, is_action: bool) {
        if !is_action && table.turn() != Turn::Chance {
            return self.put(word);
        }
        let column = self.column_of(table);
        if self.last == Some(column) {
            return self.put(word);
        }
        while self.column != column {
            self.put_in_column("-", true);
        }
        self.put_in_column(word, is_action);
        self.last = is_action.then_some(column).or(self.last);
    }

    fn put_in_column(&mut self, word: &str, filled: bool) {
        if self.column == 0 && self.begun {
            self.end_line();
        }
        let separator = self.spelling.separator().filter(|_| self.begun);
        separator.into_iter().for_each(|separator| self.put(separator));
        self.put(word);
        if filled {
            self.begun = true;
            self.column = (self.column + 1) % self.order.len();
            self.last = None;
        }
    }

    fn column_of(&self, table: &dyn Table) -> usize {
        let text = table.text();
        let letter = text.split(' ').nth(1).and_then(|field| field.chars().next());
        self.order.iter().position(|own| Some(*own) == letter).unwrap_or(self.column)
    }

    fn put(&mut self, word: &str) {
        if !self.numbered {
            self.round += 1;
            self.line.push(format!("{}.", self.round));
            self.numbered = true;
        }
        self.line.push(word.to_string());
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.lines += &self.line.join(" ");
            self.lines += "\n";
        }
        self.line.clear();
        self.numbered = false;
        self.begun = false;
    }
}

/// The FEN of a duel, which follows the finalists and the places in the position text.
fn duel_fen(table: &dyn Table) -> Option<String> {
    let text = table.text();
    let mut fields = text.strip_prefix("duel ")?.splitn(3, ' ');
    fields.nth(2).map(str::to_string)
}

fn duel(fen: &str, seats: SeatNames, steps: impl Iterator<Item = GameStep>) -> String {
    let mut text = Movetext::default();
    let mut counter = MoveCounter::from_fen(fen);
    for step in steps {
        match phrases::phrase(&step.event, seats) {
            Some(phrase) => text.push(&format!("{{{phrase}}}")),
            None => {
                counter.write_number(&mut text);
                text.push(&step.notation);
                counter.advance();
            }
        }
    }
    text.finish()
}

#[cfg(test)]
mod tests {
    use super::Spelling;

    #[test]
    fn pgn4_is_read_with_letters_captures_checks_and_promotions() {
        for (text, plain) in [
            ("g2-g4", "g2g4"),
            ("Nd1-e3+", "d1e3"),
            ("Qf1xf11#", "f1f11"),
            ("e9-e10=Q", "e9e10"),
            ("e9xd10=D+", "e9d10"),
            ("swap", "swap"),
            ("O-O", "O-O"),
            ("force-duel", "force-duel"),
        ] {
            assert_eq!(Spelling::Pgn4.read(text), plain);
        }
        assert_eq!(Spelling::Plain.read("Nd1-e3+"), "Nd1-e3+");
        assert_eq!(Spelling::Plain.write("g2g4"), "g2g4");
    }
}
