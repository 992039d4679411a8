//! Ban-Chess as PGN: each ban is a comment before the move it restricts.
//!
//! `1. {banning: e2e4} d4 {banning: e7e5} d5`

use super::error::TextPosition;
use super::pgn::{MoveCounter, Movetext, PgnToken, RawGame, TokenKind, split_games, write_tags};
use super::replay::{apply, play};
use super::results::result;
use super::{Format, Record, RecordError, Tags, phrases};
use crate::{Game, Millis, Table, TableError, TableEvent, TimeControl};
use serde_json::json;
use tetrarch_rules::ban_chess::{BLACK, WHITE};

/// The seven tag roster of PGN, with the value for "unknown". The seventh, the result, comes from the game.
const TAG_ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
/// Tags that repeat what other parts of the record say.
const DERIVED_TAGS: [&str; 5] = ["Result", "Variant", "SetUp", "FEN", "Termination"];

/// PGN with bans.
pub struct BanChessPgn;

impl Format for BanChessPgn {
    fn name(&self) -> &'static str {
        "pgn"
    }

    fn description(&self) -> &'static str {
        "PGN with each ban as a comment before the move it restricts"
    }

    fn write(&self, record: &Record, played: &dyn Table) -> String {
        format!("{}\n{}", write_tags(tags(record, played).iter()), movetext(played))
    }

    fn read(&self, game: &dyn Game, text: &str) -> Vec<Result<Record, RecordError>> {
        split_games(text).into_iter().map(|raw| read_game(game, raw?)).collect()
    }
}

fn tags(record: &Record, played: &dyn Table) -> Tags {
    let value = |(name, unknown)| (name, record.tags.get(name).unwrap_or(unknown));
    let mut tags: Tags = TAG_ROSTER.into_iter().map(value).collect();
    tags.set("Result", result(played));
    tags.set("Variant", "Ban Chess");
    for (name, value) in record.tags.iter() {
        if !DERIVED_TAGS.contains(&name) {
            tags.set(name, value);
        }
    }
    if let Some(start) = &record.start {
        tags.set("SetUp", "1");
        tags.set("FEN", start);
    }
    if let Some(outcome) = played.outcome() {
        tags.set("Termination", outcome.reason().description());
    }
    tags
}

fn movetext(played: &dyn Table) -> String {
    let mut text = Movetext::default();
    let mut counter = MoveCounter::from_fen(&played.rewound().text());
    for (number, step) in played.line().iter().enumerate() {
        let is_ban = step.phase == Some("ban");
        if is_ban || number == 0 {
            counter.write_number(&mut text);
        }
        if let Some(phrase) = phrases::phrase(&step.event, played.seats()) {
            text.push(&format!("{{{phrase}}}"));
        } else if is_ban {
            text.push(&format!("{{banning: {}}}", step.notation));
        } else {
            text.push(&step.notation);
            counter.advance();
        }
    }
    text.push(&result(played));
    text.finish() + "\n"
}

fn read_game(game: &dyn Game, raw: RawGame) -> Result<Record, RecordError> {
    let tags: Tags = raw.tags.into_iter().collect();
    check_variant(&tags, raw.start)?;
    let opened = game.open(&json!({}), tags.get("FEN"), TimeControl::None);
    let mut table = opened.map_err(|error| raw.start.error(error.to_string()))?;
    let end = read_movetext(&mut *table, &tags, raw.start, &raw.tokens);
    Record::from_table(&*table, custom_tags(&tags)).read_until(end)
}

fn read_movetext(
    table: &mut dyn Table,
    tags: &Tags,
    start: TextPosition,
    tokens: &[PgnToken],
) -> Result<(), RecordError> {
    let mut stated = tags.get("Result").map(|result| (result.to_string(), start));
    for token in tokens {
        match token.kind {
            TokenKind::Comment => read_comment(table, token)?,
            TokenKind::Move => read_move(table, token)?,
            TokenKind::Result => merge_result(&mut stated, token)?,
        }
    }
    stated.map_or(Ok(()), |(result, position)| apply_result(table, &result, tags, position))
}

/// Merges the result at the end with the one in the tags. They must agree if both are known.
fn merge_result(stated: &mut Option<(String, TextPosition)>, token: &PgnToken) -> Result<(), RecordError> {
    match stated {
        Some((tag, _)) if tag != "*" && token.text != "*" && *tag != token.text => {
            Err(token.position.error(format!("the result is {}, but the tag Result says {tag}", token.text)))
        }
        Some((tag, _)) if tag != "*" => Ok(()),
        _ => {
            *stated = Some((token.text.clone(), token.position));
            Ok(())
        }
    }
}

fn check_variant(tags: &Tags, position: TextPosition) -> Result<(), RecordError> {
    let Some(variant) = tags.get("Variant") else { return Ok(()) };
    let plain: String = variant.chars().filter(char::is_ascii_alphabetic).collect();
    if plain.eq_ignore_ascii_case("banchess") {
        return Ok(());
    }
    Err(position.error(format!("the variant is {variant:?}, not \"Ban Chess\"")))
}

/// The tags that add information: neither unknown nor derived from the game.
fn custom_tags(tags: &Tags) -> Tags {
    let is_custom =
        |(name, value): &(&str, &str)| !DERIVED_TAGS.contains(name) && !TAG_ROSTER.contains(&(name, value));
    tags.iter().filter(is_custom).collect()
}

/// Plays a ban or an end of the game given by a comment. Ignores other comments.
fn read_comment(table: &mut dyn Table, token: &PgnToken) -> Result<(), RecordError> {
    if let Some(pair) = ban(&token.text) {
        return play(table, &format!("b:{pair}"), token.position);
    }
    let event = phrases::parse(&token.text, table).filter(|_| table.outcome().is_none());
    event.map_or(Ok(()), |event| apply(table, &event, token.position))
}

/// The pair of squares in `banning: e2e4`, or as other programs write it: `[%clk 0:01:00] Ban e2-e4#`.
///
/// `banning:` always announces a ban, valid or not. After the other words a pair must follow, otherwise it is
/// an ordinary comment.
fn ban(comment: &str) -> Option<String> {
    let plain = without_commands(comment).to_ascii_lowercase();
    let mut words = plain.split(|c: char| c.is_whitespace() || c == ':').filter(|word| !word.is_empty());
    let first = words.next().filter(|word| matches!(*word, "banning" | "banned" | "bans" | "ban"))?;
    let pair = words.next().unwrap_or_default().replace('-', "");
    let pair = pair.trim_end_matches([',', '.', ';', '!', '?', '+', '#', '=']);
    let is_pair = pair.len() == 4
        && pair.bytes().zip(*b"a1a1").all(|(c, kind)| match kind {
            b'a' => c.is_ascii_lowercase(),
            _ => c.is_ascii_digit(),
        });
    (is_pair || first == "banning" && plain.contains(':')).then(|| pair.to_string())
}

/// A comment without embedded commands such as `[%clk 0:01:00]`.
fn without_commands(comment: &str) -> String {
    let mut plain = String::new();
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%") {
        plain += before;
        rest = command.split_once(']').map_or("", |(_, after)| after);
    }
    plain + rest
}

/// Plays a move in SAN.
fn read_move(table: &mut dyn Table, token: &PgnToken) -> Result<(), RecordError> {
    let illegal = |why: &str| token.position.error(format!("{} cannot be played: {why}", token.text));
    if token.text.contains(':') {
        return Err(illegal("write moves in SAN and bans as {banning: e2e4}."));
    }
    let seat = table.turn().seat().ok_or_else(|| illegal("The game is over."))?;
    let event = TableEvent::Acted { seat, action: token.text.clone(), spent: Millis::ZERO };
    match table.apply(&event) {
        Err(TableError::Rules(why)) if why.rule == "phase" => {
            Err(illegal("there is no ban before it; write one as {banning: e2e4}."))
        }
        played => played.map(drop).map_err(|error| illegal(&error.to_string())),
    }
}

/// Applies the stated result. If the game is not over on the board, it ended by agreement, on time or by
/// resignation.
fn apply_result(
    table: &mut dyn Table,
    stated: &str,
    tags: &Tags,
    position: TextPosition,
) -> Result<(), RecordError> {
    if table.outcome().is_none() {
        let late = tags.get("Termination").is_some_and(|why| why.to_ascii_lowercase().contains("time"));
        let forfeit = |seat| {
            if late {
                TableEvent::Flagged { seat, spent: Millis::ZERO }
            } else {
                TableEvent::Resigned { seat }
            }
        };
        let event = match stated {
            "1-0" => forfeit(BLACK),
            "0-1" => forfeit(WHITE),
            "1/2-1/2" => TableEvent::Agreed,
            _ => return Ok(()),
        };
        apply(table, &event, position)?;
    }
    let actual = result(table);
    if actual == stated || stated == "*" {
        return Ok(());
    }
    Err(position.error(format!("the record gives the result {stated}, but it is {actual}")))
}
