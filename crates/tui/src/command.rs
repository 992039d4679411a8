//! Parses what the player types: an action of the game or a command to the program.

use std::path::PathBuf;
use tetrarch_protocol::Adjudication;
use tetrarch_rules::Gesture;
use tetrarch_table::{Millis, OfferKind};

/// A command of the player.
#[derive(Clone, PartialEq, Debug)]
pub enum UserCommand {
    /// Play an action, propose a treaty or run an operator's action, whichever the game knows by this text.
    Act(String),
    /// Make an offer.
    Propose(OfferKind),
    /// Accept an offer; without a kind, the pending one.
    Accept(Option<OfferKind>),
    /// Decline an offer; without a kind, the pending one.
    Decline(Option<OfferKind>),
    /// Claim a draw.
    Claim,
    /// Resign, for the named seat if several are yours.
    Resign(Option<String>),
    /// End the game without a result.
    Abort,
    /// Go back to before your last action.
    Undo,
    /// Redo what was undone.
    Redo,
    /// Ask the engine for a good action.
    Hint,
    /// Turn the engine analysis on or off.
    Analyse,
    /// Explain why a gesture is not a legal action.
    Why(Gesture),
    /// Save the game to a file; without one, to the autosave file.
    Save(Option<PathBuf>),
    /// Load a game.
    Load(PathBuf),
    /// Show the record in one of the game's formats.
    Record(Option<String>),
    /// Set who plays a seat: `me`, `engine` or `engine:LEVEL`.
    SetPlayer(String, String),
    /// Add time to a seat's clock.
    AddTime(String, Millis),
    /// Restart the game.
    Reset,
    /// A command for tables on a server.
    Remote(RemoteCommand),
    /// Show a page, or quit.
    Show(InfoPage),
}

/// A command that only tables on a server support.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RemoteCommand {
    /// Send a chat message.
    Say(String),
    /// Ask for a rematch.
    Rematch,
    /// Start the game at a table that waits for its owner.
    Begin,
    /// Pause the game and its clocks.
    Pause,
    /// Resume a paused game.
    Resume,
    /// Remove a player who left from the game.
    ClaimAbsent(String),
    /// Decide the result of the game.
    Adjudicate(Adjudication),
    /// Remove the person on a seat.
    Remove(String),
    /// Swap the people on two seats.
    SwapSeats(String, String),
    /// Make the person on a seat the owner of the table.
    HandOver(String),
    /// Mute or unmute the person on a seat.
    Mute {
        /// The seat.
        seat: String,
        /// Whether to mute rather than unmute.
        muted: bool,
    },
}

/// What the program can show without touching the game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum InfoPage {
    /// The board.
    Board,
    /// The legal actions; with a cell, those from it.
    Moves(Option<String>),
    /// The seats, their players and clocks.
    Seats,
    /// The actions played so far.
    History,
    /// The messages and the chat.
    Messages,
    /// The position text.
    Text,
    /// The list of commands.
    Help,
    /// The rules of the game.
    Rules,
    /// The board, rotated to the next side.
    Rotate,
    /// Quit.
    Quit,
}

/// All commands with a description, for the help.
pub(crate) const COMMAND_HELP: &[(&str, &str)] = &[
    ("ACTION", "play it: e4, b:e2e4, ?b4, Kh8g8, swap, exchange, force-duel …"),
    ("moves [CELL]", "list the legal actions, all of them or those from a cell"),
    (
        "board, seats, line, text, said",
        "show the board, the seats and clocks, the actions so far, the position text, the messages",
    ),
    ("why CELL [CELL]", "explain why an action is illegal"),
    ("hint, analysis", "ask the engine for a move; turn its analysis on or off"),
    ("undo, redo", "step back and forward, in local games"),
    (
        "draw, takeback, claim, resign [SEAT], abort",
        "offer a draw, ask to take back a move, claim a draw, resign, abort the game",
    ),
    ("accept, decline", "answer an offer"),
    ("save [FILE], load FILE, record [FORMAT]", "save the game, load a game, show the record"),
    (
        "seat NAME me|engine[:LEVEL], time SEAT SECONDS, reset",
        "change who plays a seat, add time, restart the game",
    ),
    ("say WORDS, rematch, absent SEAT", "on a server: chat, ask for a rematch, remove a player who left"),
    (
        "begin, pause, resume, adjudicate SEAT|draw|none, remove SEAT, swap-seats SEAT SEAT, hand-over SEAT, mute SEAT, unmute SEAT",
        "on a server, for the host of the table",
    ),
    ("turn, rules, help, quit", "rotate the board, show the rules, show this help, quit"),
];

impl UserCommand {
    /// Parses a line. An unknown command is taken for an action of the game; an empty line is `None`.
    ///
    /// # Errors
    /// If an argument is missing or invalid.
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
            "propose" => UserCommand::Propose(parse_offer(
                &word.ok_or("Propose what? Name draw, takeback or a treaty.")?,
            )),
            "accept" => UserCommand::Accept(word.as_deref().map(parse_offer)),
            "decline" => UserCommand::Decline(word.as_deref().map(parse_offer)),
            "claim" => UserCommand::Claim,
            "resign" => UserCommand::Resign(word),
            "abort" => UserCommand::Abort,
            "reset" => UserCommand::Reset,
            "why" => UserCommand::Why(parse_gesture(rest)?),
            "save" => UserCommand::Save(word.map(PathBuf::from)),
            "load" => UserCommand::Load(word.ok_or("Load which file? Type: load FILE")?.into()),
            "record" => UserCommand::Record(word),
            "say" => UserCommand::Remote(RemoteCommand::Say(word.ok_or("Say what? Type: say WORDS")?)),
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

/// Parses the commands about other people's seats.
fn parse_remote(first: &str, word: Option<String>) -> Result<Option<RemoteCommand>, String> {
    let seat = || word.clone().ok_or(format!("Which seat? Example: {first} black"));
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
                seats.split_once(' ').ok_or("Which two seats? Example: swap-seats white black")?;
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

/// Parses `e2e4`, `e2 e4`, `e2-e4` or `b4`. A cell is letters and a number; anything else is the name of a button.
fn parse_gesture(text: &str) -> Result<Gesture, String> {
    let joined: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let digits = joined.find(|c: char| c.is_ascii_digit());
    let second = digits.and_then(|at| joined[at..].find(char::is_alphabetic).map(|letter| at + letter));
    match (joined.is_empty(), digits, second) {
        (true, ..) => Err("Explain which action? Name one or two cells, for example: why e2 e4".to_string()),
        (_, None, _) => Ok(Gesture::Button { name: text.into() }),
        (_, Some(_), None) => Ok(Gesture::Tap { cell: joined.as_str().into() }),
        (_, Some(_), Some(second)) => Ok(Gesture::from_to(&joined[..second], &joined[second..])),
    }
}

fn parse_set_player(text: &str) -> Result<UserCommand, String> {
    let (seat, who) = text
        .split_once([' ', '='])
        .ok_or("Which seat, and who plays it? Examples: seat black engine:3, seat white me")?;
    Ok(UserCommand::SetPlayer(seat.trim().to_string(), who.trim().to_string()))
}

fn parse_add_time(text: &str) -> Result<UserCommand, String> {
    let (seat, seconds) =
        text.split_once(' ').ok_or("Which seat, and how many seconds? Example: time white 60")?;
    let seconds = seconds.trim().parse().map_err(|_| format!("Invalid number of seconds: {seconds:?}."))?;
    Ok(UserCommand::AddTime(seat.to_string(), Millis::from_secs(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> UserCommand {
        UserCommand::parse(line).unwrap().unwrap()
    }

    #[test]
    fn unknown_commands_are_taken_for_actions() {
        assert_eq!(read(" ?b4 "), UserCommand::Act("?b4".to_string()));
        assert_eq!(read("swap"), UserCommand::Act("swap".to_string()));
        assert_eq!(read("?"), UserCommand::Show(InfoPage::Help));
        assert_eq!(UserCommand::parse("  ").unwrap(), None);
    }

    #[test]
    fn why_takes_one_cell_two_cells_or_a_button() {
        assert_eq!(read("why e2 e4"), UserCommand::Why(Gesture::from_to("e2", "e4")));
        assert_eq!(read("why a10b11"), UserCommand::Why(Gesture::from_to("a10", "b11")));
        assert_eq!(read("why l12"), UserCommand::Why(Gesture::Tap { cell: "l12".into() }));
        assert_eq!(read("why swap"), UserCommand::Why(Gesture::Button { name: "swap".into() }));
        assert!(UserCommand::parse("why").is_err());
    }

    #[test]
    fn owner_commands_name_seats() {
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
    fn missing_arguments_are_errors() {
        for line in
            ["load", "seat", "time", "time white soon", "propose", "remove", "swap-seats white", "adjudicate"]
        {
            assert!(UserCommand::parse(line).is_err(), "{line}");
        }
    }
}
