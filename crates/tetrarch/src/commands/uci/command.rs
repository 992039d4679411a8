//! Parses the commands of a UCI client.

use std::str::SplitWhitespace;

/// A command of the client. Unknown words before it are ignored, as the protocol requires.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        text: Option<String>,
        moves: Vec<String>,
    },
    /// A malformed `position` command.
    InvalidPosition(String),
    Go(GoParams),
    Stop,
    PonderHit,
    Quit,
    /// A line without a known command.
    Unknown(String),
}

/// The parameters of `go`.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct GoParams {
    pub(super) depth: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) movetime: Option<u64>,
    pub(super) movestogo: Option<u64>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    /// Whether the client sent `searchmoves`, which is not supported.
    pub(super) searchmoves: bool,
    /// The clocks, by seat name or by `w` and `b` for the first and second seat.
    pub(super) clocks: Vec<SeatClock>,
    /// Parameters with a missing or invalid number. The search is refused then, since it might never end.
    pub(super) missing_numbers: Vec<String>,
    /// Unknown parameters.
    pub(super) unknown: Vec<String>,
}

/// The remaining time and increment of a seat, in milliseconds.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SeatClock {
    pub(super) seat: String,
    pub(super) left: u64,
    pub(super) increment: u64,
}

impl UciCommand {
    /// Parses a line; `None` if it is empty.
    pub(super) fn parse(line: &str) -> Option<UciCommand> {
        let mut words = line.split_whitespace();
        // Ignore words before the first known command.
        let known = words.by_ref().find(|word| COMMANDS.contains(word));
        Some(match known {
            Some("uci") => UciCommand::Uci,
            Some("isready") => UciCommand::IsReady,
            Some("ucinewgame") => UciCommand::NewGame,
            Some("setoption") => set_option(words),
            Some("position") => position(line, words),
            Some("go") => UciCommand::Go(parse_go(words)),
            Some("stop") => UciCommand::Stop,
            Some("ponderhit") => UciCommand::PonderHit,
            Some("quit") => UciCommand::Quit,
            _ if line.trim().is_empty() => return None,
            _ => UciCommand::Unknown(line.trim().to_string()),
        })
    }
}

const COMMANDS: [&str; 9] =
    ["uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "quit"];

/// Parses `name NAME value VALUE`. Both may consist of several words.
fn set_option(words: SplitWhitespace<'_>) -> UciCommand {
    let (mut name, mut value, mut in_value) = (Vec::new(), Vec::new(), false);
    for word in words {
        match word {
            "name" if name.is_empty() && !in_value => {}
            "value" if !in_value => in_value = true,
            word if in_value => value.push(word),
            word => name.push(word),
        }
    }
    UciCommand::SetOption { name: name.join(" "), value: value.join(" ") }
}

/// Parses `startpos` or `fen TEXT`, then `moves` and the actions.
fn position(line: &str, mut words: SplitWhitespace<'_>) -> UciCommand {
    let start = words.next();
    let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let text = match start {
        Some("fen") => Some(text.join(" ")),
        Some("startpos") if text.is_empty() => None,
        _ => return UciCommand::InvalidPosition(line.trim().to_string()),
    };
    UciCommand::Position { text, moves: words.map(str::to_string).collect() }
}

fn parse_go(mut words: SplitWhitespace<'_>) -> GoParams {
    let mut go = GoParams::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => go.depth = go.number(word, &mut words),
            "nodes" => go.nodes = go.number(word, &mut words),
            "movetime" => go.movetime = go.number(word, &mut words),
            "movestogo" => go.movestogo = go.number(word, &mut words),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => go.searchmoves = true,
            // A mate in n moves is at most 2n plies away.
            "mate" => go.depth = go.number(word, &mut words).map(|moves| moves.saturating_mul(2)),
            "wtime" => go.set_time_left(word, "w", &mut words),
            "btime" => go.set_time_left(word, "b", &mut words),
            "winc" => go.set_increment(word, "w", &mut words),
            "binc" => go.set_increment(word, "b", &mut words),
            "clock" => {
                let seat = words.next().unwrap_or_default();
                go.set_time_left(word, seat, &mut words);
                go.set_increment(word, seat, &mut words);
            }
            // The moves of `searchmoves` have a different form in every game.
            _ if go.searchmoves => {}
            word => go.unknown.push(word.to_string()),
        }
    }
    go
}

impl GoParams {
    fn clock(&mut self, seat: &str) -> &mut SeatClock {
        let at = self.clocks.iter().position(|clock| clock.seat == seat).unwrap_or(self.clocks.len());
        if at == self.clocks.len() {
            self.clocks.push(SeatClock { seat: seat.to_string(), left: 0, increment: 0 });
        }
        &mut self.clocks[at]
    }

    /// Parses the number after a parameter. Negative numbers count as 0.
    fn number(&mut self, of: &str, words: &mut SplitWhitespace<'_>) -> Option<u64> {
        let number: Option<i64> = words.next().and_then(|word| word.parse().ok());
        if number.is_none() {
            self.missing_numbers.push(of.to_string());
        }
        number.map(|number| number.max(0) as u64)
    }

    fn set_time_left(&mut self, word: &str, seat: &str, words: &mut SplitWhitespace<'_>) {
        if let Some(left) = self.number(word, words) {
            self.clock(seat).left = left;
        }
    }

    fn set_increment(&mut self, word: &str, seat: &str, words: &mut SplitWhitespace<'_>) {
        if let Some(increment) = self.number(word, words) {
            self.clock(seat).increment = increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> UciCommand {
        UciCommand::parse(line).expect("a command")
    }

    #[test]
    fn option_names_and_values_may_contain_spaces() {
        let option = UciCommand::SetOption { name: "Clear Hash".into(), value: String::new() };
        assert_eq!(read("setoption name Clear Hash"), option);
        let option = UciCommand::SetOption { name: "Options".into(), value: r#"{"quiet_limit": 0}"#.into() };
        assert_eq!(read(r#"setoption name Options value {"quiet_limit": 0}"#), option);
    }

    #[test]
    fn a_position_is_a_start_and_a_list_of_actions() {
        let UciCommand::Position { text, moves } = read("position startpos moves b:e2e4 m:d2d4") else {
            panic!()
        };
        assert_eq!((text, moves.len()), (None, 2));
        let UciCommand::Position { text, moves } = read("position fen a b c moves ?b4 =q") else { panic!() };
        assert_eq!((text.as_deref(), moves), (Some("a b c"), vec!["?b4".to_string(), "=q".to_string()]));
    }

    #[test]
    fn go_takes_the_usual_parameters_and_the_clocks_of_seats() {
        let UciCommand::Go(go) = read("go wtime 1000 btime -5 winc 10 depth 7 clock yellow 300 20") else {
            panic!()
        };
        let clock = |seat: &str, left, increment| SeatClock { seat: seat.into(), left, increment };
        assert_eq!(go.clocks, [clock("w", 1000, 10), clock("b", 0, 0), clock("yellow", 300, 20)]);
        assert_eq!(go.depth, Some(7));
    }

    #[test]
    fn go_collects_missing_numbers_and_unknown_parameters() {
        let UciCommand::Go(go) =
            read("go nodes many perft depth 3 movetime 99999999999999999999 clock red 5")
        else {
            panic!()
        };
        assert_eq!(go.missing_numbers, ["nodes", "movetime", "clock"]);
        assert_eq!((go.unknown, go.depth), (vec!["perft".to_string()], Some(3)));
        let UciCommand::Go(go) = read("go searchmoves e2e4 d2d4 depth 2") else { panic!() };
        assert!(go.searchmoves && go.unknown.is_empty() && go.depth == Some(2));
    }

    #[test]
    fn words_before_a_command_are_ignored() {
        assert_eq!(read("joho isready"), UciCommand::IsReady);
        assert_eq!(read("joho"), UciCommand::Unknown("joho".into()));
        assert_eq!(UciCommand::parse("  "), None);
    }
}
