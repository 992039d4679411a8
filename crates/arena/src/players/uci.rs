//! An engine in another program that speaks UCI.

use super::no_to_all;
use super::program::Program;
use crate::{Player, PlayerFault};
use std::time::Duration;
use tetrarch_engine::{Answer, Limits, budget};
use tetrarch_rules::Seat;
use tetrarch_table::{Control, Table};

/// A program that plays a game of ours as `docs/uci.md` says, or a chess program in the duel of Bishops.
pub(crate) struct UciPlayer {
    program: Program,
    limits: Limits,
    options: Vec<(String, String)>,
    /// The lines in which it told what can be set.
    offered: Vec<String>,
    /// It was asked and has not answered yet.
    thinks: bool,
}

/// How long a program may take for what needs no thought.
const READY: Duration = Duration::from_secs(20);
/// How long it may think where nothing else limits it.
const LONGEST: Duration = Duration::from_secs(600);
/// The position of a duel begins with this.
const DUEL: &str = "duel ";

impl UciPlayer {
    pub(crate) fn start(
        command: &str,
        options: Vec<(String, String)>,
        limits: Limits,
    ) -> Result<UciPlayer, PlayerFault> {
        let mut program = Program::start(command)?;
        let mut offered = Vec::new();
        program.say("uci")?;
        program.hear("uciok", READY, |line| offered.push(line.to_string()))?;
        offered.retain(|line| line.starts_with("option "));
        Ok(UciPlayer { program, limits, options, offered, thinks: false })
    }

    /// The line in which an option is offered.
    fn offer(&self, name: &str) -> Option<&str> {
        let begins = format!("option name {name} type ");
        self.offered.iter().map(String::as_str).find(|line| line.starts_with(&begins))
    }

    /// Whether it says that it knows a game of ours.
    fn knows(&self, game: &str) -> bool {
        let words = self.offer("UCI_Variant").map(|line| line.split_whitespace().collect::<Vec<_>>());
        words.is_some_and(|words| words.windows(2).any(|pair| pair == ["var", game]))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), PlayerFault> {
        self.program.say(&format!("setoption name {name} value {value}"))
    }

    fn be_ready(&mut self) -> Result<(), PlayerFault> {
        if std::mem::take(&mut self.thinks) {
            self.program.say("stop")?;
            self.program.hear("bestmove", READY, |_| {})?;
        }
        self.program.say("isready")?;
        self.program.hear("readyok", READY, |_| {}).map(|_| ())
    }

    fn position(&self, table: &dyn Table) -> Result<String, PlayerFault> {
        let start = table.start_text();
        let words: Vec<String> = table.line().into_iter().map(|step| step.word).collect();
        let told = |start: Option<&str>, words: &[String]| {
            let start = start.map_or_else(|| "startpos".to_string(), |text| format!("fen {text}"));
            let moves = if words.is_empty() { String::new() } else { format!(" moves {}", words.join(" ")) };
            format!("position {start}{moves}")
        };
        if self.knows(table.game()) {
            return Ok(told(start.as_deref(), &words));
        }
        match start.as_deref().and_then(chess) {
            Some(fen) => Ok(told(Some(&fen), &words)),
            None => {
                let fen = chess(&table.text());
                let fen = fen.ok_or_else(|| self.program.fault(format!("does not know {}", table.game())))?;
                Ok(told(Some(&fen), &[]))
            }
        }
    }

    /// How it is told to think, and how long to wait for it.
    fn go(&self, table: &dyn Table, seat: Seat) -> (String, Duration) {
        let Limits { depth, nodes, time } = self.limits;
        let clocks = table.clocks();
        let mut go = "go".to_string();
        depth.iter().for_each(|depth| go += &format!(" depth {depth}"));
        nodes.iter().for_each(|nodes| go += &format!(" nodes {nodes}"));
        let left = clocks.left(seat).map(|left| Duration::from_millis(left.0) + READY);
        if let Some(time) = time {
            go += &format!(" movetime {}", time.most.as_millis());
        } else if let Control::Fischer { increment, .. } = clocks.control() {
            go += &self.times(table, seat, increment.0);
        } else if left.is_some() || go == "go" {
            go += &format!(" movetime {}", budget(clocks, seat).wanted.as_millis());
        }
        (go, left.unwrap_or(LONGEST))
    }

    /// What everybody has left on the clock.
    fn times(&self, table: &dyn Table, seat: Seat, increment: u64) -> String {
        let left = |seat: Seat| table.clocks().left(seat).unwrap_or_default().0;
        let playing = table.playing().iter();
        if self.knows(table.game()) {
            let name = |seat: Seat| seat.name(table.seats());
            return playing.map(|s| format!(" clock {} {} {increment}", name(s), left(s))).collect();
        }
        // In a duel the side to move is ours.
        let text = chess(&table.text()).unwrap_or_default();
        let sides = if text.split(' ').nth(1) == Some("b") { ['b', 'w'] } else { ['w', 'b'] };
        let other = table.playing().without(seat).iter().next().unwrap_or(seat);
        let each = [seat, other].into_iter().zip(sides);
        each.map(|(seat, side)| format!(" {side}time {} {side}inc {increment}", left(seat))).collect()
    }
}

/// The chess position in the text of a duel.
fn chess(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.strip_prefix(DUEL)?.split(' ').skip(2).collect();
    Some(fields.join(" "))
}

impl Player for UciPlayer {
    fn new_game(&mut self, table: &dyn Table, seed: u64) -> Result<(), PlayerFault> {
        self.be_ready()?;
        if self.knows(table.game()) {
            self.set("UCI_Variant", table.game())?;
        }
        if self.offer("Options").is_some() {
            self.set("Options", &table.options().to_string())?;
        }
        if self.offer("Seed").is_some() {
            self.set("Seed", &(seed % 1_000_000_000).to_string())?;
        }
        for (name, value) in self.options.clone() {
            if self.offer(&name).is_none() {
                return Err(self.program.fault(format!("has no option {name}")));
            }
            self.set(&name, &value)?;
        }
        self.program.say("ucinewgame")?;
        self.be_ready()
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerFault> {
        if let Some(no) = no_to_all(table, seat) {
            return Ok(no);
        }
        let (position, (go, patience)) = (self.position(table)?, self.go(table, seat));
        self.program.say(&position)?;
        self.program.say(&go)?;
        self.thinks = true;
        let line = self.program.hear("bestmove", patience, |_| {})?;
        self.thinks = false;
        match line.split_whitespace().nth(1) {
            None | Some("(none)" | "0000" | "NULL") => Err(PlayerFault::Silent),
            Some(action) => Ok(Answer::Act(action.to_string())),
        }
    }
}
