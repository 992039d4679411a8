//! What a player types, in both modes: an action of the game, or a word to the program.

use std::path::PathBuf;
use tetrarch_protocol::Adjudication;
use tetrarch_rules::Gesture;
use tetrarch_table::{Millis, OfferKind};

/// Something a player asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum UserCommand {
    /// To act, or whatever else the game knows by this text: a treaty, an operator's action.
    Act(String),
    /// To propose something.
    Propose(OfferKind),
    /// To agree; without a kind, to whatever waits.
    Accept(Option<OfferKind>),
    /// To decline; without a kind, whatever waits.
    Decline(Option<OfferKind>),
    /// To claim a draw.
    Claim,
    /// To give up, for a seat of one's own.
    Resign(Option<String>),
    /// To end the game without a result.
    Abort,
    /// To go back to before one's last action.
    Undo,
    /// To go forward again.
    Redo,
    /// To be told a good action.
    Hint,
    /// To turn the analysis on or off.
    Analyse,
    /// Why a gesture leads to nothing.
    Why(Gesture),
    /// To write the game to a file; without one, to the file it is kept in.
    Save(Option<PathBuf>),
    /// To go on with another game.
    Load(PathBuf),
    /// To see the record in a format of the game.
    Record(Option<String>),
    /// To say who sits on a seat: `me`, `engine` or `engine:LEVEL`.
    SetPlayer(String, String),
    /// To give a seat more time.
    AddTime(String, Millis),
    /// To begin the same game anew.
    Reset,
    /// What only a server's table knows.
    Remote(RemoteCommand),
    /// To see something, or to leave.
    Show(InfoPage),
}

/// What is asked for only at a server's table.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RemoteCommand {
    /// To say something to those at the table.
    Say(String),
    /// To play again with the same people.
    Rematch,
    /// To begin, at a table that waits for its owner.
    Begin,
    /// To stop the clock.
    Pause,
    /// To go on.
    Resume,
    /// To take the seat of somebody who has left as given up.
    ClaimAbsent(String),
    /// To decide the game.
    Adjudicate(Adjudication),
    /// To take the seat from whoever sits there.
    Remove(String),
    /// To let two seats change their people.
    SwapSeats(String, String),
    /// To give the table to whoever sits there.
    HandOver(String),
    /// To let who sits there say nothing more, or speak again.
    Mute {
        /// The seat.
        seat: String,
        /// Whether they are to be silent.
        muted: bool,
    },
}

/// What the program shows without touching the game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum InfoPage {
    /// The board.
    Board,
    /// What can be played; with a cell, from there.
    Moves(Option<String>),
    /// Who sits where, with the clocks.
    Seats,
    /// What was played.
    History,
    /// What was told and said.
    Messages,
    /// The position as text.
    Text,
    /// What can be typed.
    Help,
    /// The rules of the game.
    Rules,
    /// The board from the next side.
    Rotate,
    /// The end.
    Quit,
}

/// Every word with what it does, for the help.
pub(crate) const COMMAND_HELP: &[(&str, &str)] = &[
    ("ACTION", "plays it: e4, b:e2e4, ?b4, Kh8g8, swap, exchange, force-duel …"),
    ("moves [CELL]", "what can be played"),
    (
        "board, seats, line, text, said",
        "shows the board, who sits where, what was played, the position's text, what was told and said",
    ),
    ("why CELL [CELL]", "why this cannot be played"),
    ("hint, analysis", "what the engine would play; its lines, on and off"),
    ("undo, redo", "back and forward, at tables of your own"),
    ("draw, takeback, claim, resign [SEAT], abort", "as at any table"),
    ("accept, decline", "answers what was proposed"),
    ("save [FILE], load FILE, record [FORMAT]", "keeps the game, fetches one, shows its record"),
    ("seat NAME me|engine[:LEVEL], time SEAT SECONDS, reset", "the operator's part"),
    (
        "say WORDS, rematch, absent SEAT",
        "at a server's table: speaks, plays again, claims the seat of who has left",
    ),
    (
        "begin, pause, resume, adjudicate SEAT|draw|none, remove SEAT, swap-seats SEAT SEAT, hand-over SEAT, mute SEAT, unmute SEAT",
        "for the owner of a server's table",
    ),
    ("turn, rules, help, quit", "turns the board, shows the rules, this page, the end"),
];

impl UserCommand {
    /// What a line means. Whatever is no word of ours is left to the game. None if it is empty.
    ///
    /// # Errors
    /// What is missing.
    pub fn parse(line: &str) -> Result<Option<UserCommand>, String> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = (!rest.is_empty()).then(|| rest.to_string());
        if first.is_empty() {
            return Ok(None);
        }
        if let Some(page) = parse_page(first, word.clone()) {
            return Ok(Some(UserCommand::Show(page)));
        }
        Ok(Some(match first.to_lowercase().as_str() {
            "undo" => UserCommand::Undo,
            "redo" => UserCommand::Redo,
            "hint" => UserCommand::Hint,
            "analysis" | "analyse" | "analyze" => UserCommand::Analyse,
            "draw" => UserCommand::Propose(OfferKind::Draw),
            "takeback" => UserCommand::Propose(OfferKind::Takeback),
            "propose" => {
                UserCommand::Propose(parse_offer(&word.ok_or("Propose what? draw, takeback or a treaty.")?))
            }
            "accept" => UserCommand::Accept(word.as_deref().map(parse_offer)),
            "decline" => UserCommand::Decline(word.as_deref().map(parse_offer)),
            "claim" => UserCommand::Claim,
            "resign" => UserCommand::Resign(word),
            "abort" => UserCommand::Abort,
            "reset" => UserCommand::Reset,
            "why" => UserCommand::Why(parse_gesture(rest)?),
            "save" => UserCommand::Save(word.map(PathBuf::from)),
            "load" => UserCommand::Load(word.ok_or("Load which file?")?.into()),
            "record" => UserCommand::Record(word),
            "say" => UserCommand::Remote(RemoteCommand::Say(word.ok_or("Say what?")?)),
            "rematch" => UserCommand::Remote(RemoteCommand::Rematch),
            "begin" => UserCommand::Remote(RemoteCommand::Begin),
            "pause" => UserCommand::Remote(RemoteCommand::Pause),
            "resume" => UserCommand::Remote(RemoteCommand::Resume),
            "seat" => parse_set_player(rest)?,
            "time" => parse_add_time(rest)?,
            first => match parse_remote(first, word)? {
                Some(there) => UserCommand::Remote(there),
                None => UserCommand::Act(line.to_string()),
            },
        }))
    }
}

/// What is about other people's seats.
fn parse_remote(first: &str, word: Option<String>) -> Result<Option<RemoteCommand>, String> {
    let seat = || word.clone().ok_or(format!("Whose seat? Like: {first} black"));
    Ok(Some(match first {
        "absent" => RemoteCommand::ClaimAbsent(seat()?),
        "adjudicate" => RemoteCommand::Adjudicate(match seat()?.as_str() {
            "draw" => Adjudication::Draw,
            "none" => Adjudication::None,
            seat => Adjudication::Win(seat.to_string()),
        }),
        "remove" => RemoteCommand::Remove(seat()?),
        "hand-over" => RemoteCommand::HandOver(seat()?),
        "mute" | "unmute" => RemoteCommand::Mute { seat: seat()?, muted: first == "mute" },
        "swap-seats" => {
            let seats = word.unwrap_or_default();
            let (one, other) =
                seats.split_once(' ').ok_or("Which two seats? Like: swap-seats white black")?;
            RemoteCommand::SwapSeats(one.to_string(), other.trim().to_string())
        }
        _ => return Ok(None),
    }))
}

fn parse_page(first: &str, word: Option<String>) -> Option<InfoPage> {
    Some(match first.to_lowercase().as_str() {
        "board" => InfoPage::Board,
        "moves" | "legal" => InfoPage::Moves(word),
        "seats" | "clocks" => InfoPage::Seats,
        "line" => InfoPage::History,
        "said" => InfoPage::Messages,
        "text" => InfoPage::Text,
        "help" | "?" => InfoPage::Help,
        "rules" => InfoPage::Rules,
        "turn" => InfoPage::Rotate,
        "quit" | "exit" => InfoPage::Quit,
        _ => return None,
    })
}

fn parse_offer(text: &str) -> OfferKind {
    match text {
        "draw" => OfferKind::Draw,
        "takeback" => OfferKind::Takeback,
        treaty => OfferKind::Treaty(treaty.to_string()),
    }
}

/// Reads `e2e4`, `e2 e4`, `e2-e4` or `b4`. Cells are a letter and a number; anything else is a button's name.
fn parse_gesture(text: &str) -> Result<Gesture, String> {
    let joined: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let digits = joined.find(|c: char| c.is_ascii_digit());
    let second = digits.and_then(|at| joined[at..].find(char::is_alphabetic).map(|letter| at + letter));
    match (joined.is_empty(), digits, second) {
        (true, ..) => Err("Why what? Name one cell or two, like: why e2 e4".to_string()),
        (_, None, _) => Ok(Gesture::Button { name: text.into() }),
        (_, Some(_), None) => Ok(Gesture::Tap { cell: joined.as_str().into() }),
        (_, Some(_), Some(second)) => Ok(Gesture::from_to(&joined[..second], &joined[second..])),
    }
}

fn parse_set_player(text: &str) -> Result<UserCommand, String> {
    let (seat, who) =
        text.split_once([' ', '=']).ok_or("Who sits where? Like: seat black engine:3, seat white me")?;
    Ok(UserCommand::SetPlayer(seat.trim().to_string(), who.trim().to_string()))
}

fn parse_add_time(text: &str) -> Result<UserCommand, String> {
    let (seat, seconds) = text.split_once(' ').ok_or("How much time for whom? Like: time white 60")?;
    let seconds = seconds.trim().parse().map_err(|_| format!("{seconds:?} is no number of seconds."))?;
    Ok(UserCommand::AddTime(seat.to_string(), Millis::from_secs(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> UserCommand {
        UserCommand::parse(line).unwrap().unwrap()
    }

    #[test]
    fn what_is_no_word_of_ours_is_left_to_the_game() {
        assert_eq!(read(" ?b4 "), UserCommand::Act("?b4".to_string()));
        assert_eq!(read("swap"), UserCommand::Act("swap".to_string()));
        assert_eq!(read("?"), UserCommand::Show(InfoPage::Help));
        assert_eq!(UserCommand::parse("  ").unwrap(), None);
    }

    #[test]
    fn why_takes_one_cell_or_two_or_a_button() {
        assert_eq!(read("why e2 e4"), UserCommand::Why(Gesture::from_to("e2", "e4")));
        assert_eq!(read("why a10b11"), UserCommand::Why(Gesture::from_to("a10", "b11")));
        assert_eq!(read("why l12"), UserCommand::Why(Gesture::Tap { cell: "l12".into() }));
        assert_eq!(read("why swap"), UserCommand::Why(Gesture::Button { name: "swap".into() }));
        assert!(UserCommand::parse("why").is_err());
    }

    #[test]
    fn an_owners_words_name_seats() {
        let there = |line| if let UserCommand::Remote(there) = read(line) { there } else { panic!("{line}") };
        assert_eq!(there("adjudicate draw"), RemoteCommand::Adjudicate(Adjudication::Draw));
        assert_eq!(
            there("adjudicate black"),
            RemoteCommand::Adjudicate(Adjudication::Win("black".to_string()))
        );
        assert_eq!(there("swap-seats white black"), RemoteCommand::SwapSeats("white".into(), "black".into()));
        assert_eq!(there("unmute red"), RemoteCommand::Mute { seat: "red".to_string(), muted: false });
    }

    #[test]
    fn words_that_need_more_say_so() {
        for line in
            ["load", "seat", "time", "time white soon", "propose", "remove", "swap-seats white", "adjudicate"]
        {
            assert!(UserCommand::parse(line).is_err(), "{line}");
        }
    }
}
