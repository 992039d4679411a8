//! A player that runs a UCI engine.

use super::decline_offer;
use super::process::UciProcess;
use crate::{Player, PlayerError};
use std::time::Duration;
use tetrarch_engine::{Answer, time_budget};
use tetrarch_rules::Seat;
use tetrarch_table::search::SearchLimits;
use tetrarch_table::{Table, TimeControl};

/// A UCI engine: one that supports our games as described in `docs/uci.md`, or a chess engine for positions that are chess.
pub(crate) struct UciPlayer {
    program: UciProcess,
    limits: SearchLimits,
    options: Vec<(String, String)>,
    /// The `option` lines of the engine.
    option_lines: Vec<String>,
    /// Whether a search is running.
    searching: bool,
}

/// The timeout of commands that need no search.
const READY_TIMEOUT: Duration = Duration::from_secs(20);
/// The timeout of a search without a clock.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(600);
/// The start of the position text of a duel.
const DUEL_PREFIX: &str = "duel ";

impl UciPlayer {
    pub(crate) fn start(
        command: &str,
        options: Vec<(String, String)>,
        limits: SearchLimits,
    ) -> Result<UciPlayer, PlayerError> {
        let mut program = UciProcess::start(command)?;
        let mut offered = Vec::new();
        program.send("uci")?;
        program.read_until("uciok", READY_TIMEOUT, |line| offered.push(line.to_string()))?;
        offered.retain(|line| line.starts_with("option "));
        Ok(UciPlayer { program, limits, options, option_lines: offered, searching: false })
    }

    /// The `option` line of an option.
    fn option_line(&self, name: &str) -> Option<&str> {
        let begins = format!("option name {name} type ");
        self.option_lines.iter().map(String::as_str).find(|line| line.starts_with(&begins))
    }

    /// Whether the engine lists a game in `UCI_Variant`.
    fn supports(&self, game: &str) -> bool {
        let words = self.option_line("UCI_Variant").map(|line| line.split_whitespace().collect::<Vec<_>>());
        words.is_some_and(|words| words.windows(2).any(|pair| pair == ["var", game]))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        self.program.send(&format!("setoption name {name} value {value}"))
    }

    fn wait_until_ready(&mut self) -> Result<(), PlayerError> {
        if std::mem::take(&mut self.searching) {
            self.program.send("stop")?;
            self.program.read_until("bestmove", READY_TIMEOUT, |_| {})?;
        }
        self.program.send("isready")?;
        self.program.read_until("readyok", READY_TIMEOUT, |_| {}).map(|_| ())
    }

    fn position(&self, table: &dyn Table) -> Result<String, PlayerError> {
        let start = table.start_text();
        let words: Vec<String> = table.line().into_iter().map(|step| step.word).collect();
        let format_position = |start: Option<&str>, words: &[String]| {
            let start = start.map_or_else(|| "startpos".to_string(), |text| format!("fen {text}"));
            let moves = if words.is_empty() { String::new() } else { format!(" moves {}", words.join(" ")) };
            format!("position {start}{moves}")
        };
        if self.supports(table.game()) {
            return Ok(format_position(start.as_deref(), &words));
        }
        match start.as_deref().and_then(duel_fen) {
            Some(fen) => Ok(format_position(Some(&fen), &words)),
            None => {
                let fen = duel_fen(&table.text());
                let fen =
                    fen.ok_or_else(|| self.program.error(format!("does not support {}", table.game())))?;
                Ok(format_position(Some(&fen), &[]))
            }
        }
    }

    /// The `go` command, and the timeout for its answer.
    fn go_command(&self, table: &dyn Table, seat: Seat) -> (String, Duration) {
        let SearchLimits { depth, nodes, time } = self.limits;
        let clocks = table.clocks();
        let mut go = "go".to_string();
        depth.iter().for_each(|depth| go += &format!(" depth {depth}"));
        nodes.iter().for_each(|nodes| go += &format!(" nodes {nodes}"));
        let left = clocks.left(seat).map(|left| Duration::from_millis(left.0) + READY_TIMEOUT);
        if let Some(time) = time {
            go += &format!(" movetime {}", time.hard.as_millis());
        } else if let TimeControl::Fischer { increment, .. } = clocks.control() {
            go += &self.clock_arguments(table, seat, increment.0);
        } else if left.is_some() || go == "go" {
            go += &format!(" movetime {}", time_budget(clocks, seat).soft.as_millis());
        }
        (go, left.unwrap_or(MAX_SEARCH_TIME))
    }

    /// The clocks of all seats as arguments of `go`.
    fn clock_arguments(&self, table: &dyn Table, seat: Seat, increment: u64) -> String {
        let left = |seat: Seat| table.clocks().left(seat).unwrap_or_default().0;
        let playing = table.playing().iter();
        if self.supports(table.game()) {
            let name = |seat: Seat| seat.name(table.seats());
            return playing.map(|s| format!(" clock {} {} {increment}", name(s), left(s))).collect();
        }
        // In a duel we are the side to move.
        let text = duel_fen(&table.text()).unwrap_or_default();
        let sides = if text.split(' ').nth(1) == Some("b") { ['b', 'w'] } else { ['w', 'b'] };
        let other = table.playing().without(seat).iter().next().unwrap_or(seat);
        let each = [seat, other].into_iter().zip(sides);
        each.map(|(seat, side)| format!(" {side}time {} {side}inc {increment}", left(seat))).collect()
    }
}

/// The FEN in the position text of a duel.
fn duel_fen(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.strip_prefix(DUEL_PREFIX)?.split(' ').skip(2).collect();
    Some(fields.join(" "))
}

impl Player for UciPlayer {
    fn new_game(&mut self, table: &dyn Table, seed: u64) -> Result<(), PlayerError> {
        self.wait_until_ready()?;
        if self.supports(table.game()) {
            self.set_option("UCI_Variant", table.game())?;
        }
        if self.option_line("Options").is_some() {
            self.set_option("Options", &table.options().to_string())?;
        }
        if self.option_line("Seed").is_some() {
            self.set_option("Seed", &(seed % 1_000_000_000).to_string())?;
        }
        for (name, value) in self.options.clone() {
            if self.option_line(&name).is_none() {
                return Err(self.program.error(format!("has no option {name}")));
            }
            self.set_option(&name, &value)?;
        }
        self.program.send("ucinewgame")?;
        self.wait_until_ready()
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError> {
        if let Some(no) = decline_offer(table, seat) {
            return Ok(no);
        }
        let (position, (go, timeout)) = (self.position(table)?, self.go_command(table, seat));
        self.program.send(&position)?;
        self.program.send(&go)?;
        self.searching = true;
        let line = self.program.read_until("bestmove", timeout, |_| {})?;
        self.searching = false;
        match line.split_whitespace().nth(1) {
            None | Some("(none)" | "0000" | "NULL") => Err(PlayerError::NoAnswer),
            Some(action) => Ok(Answer::Act(action.to_string())),
        }
    }
}
