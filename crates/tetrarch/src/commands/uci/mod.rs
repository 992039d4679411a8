//! `tetrarch uci`: engines for any program that speaks the Universal Chess Interface. `docs/uci.md` says what is
//! added to it.

mod command;
mod options;
mod says;
mod search;

use crate::games::engine;
use command::{Command, Go, SeatClock};
use options::{Change, Options};
use says::Says;
use search::{Search, Task};
use std::io::{BufRead, Write};
use std::sync::Arc;
use tetrarch_engine::{Engine, Settings};
use tetrarch_rules::Turn;
use tetrarch_table::{Control, Table};

/// The longest line that is read; a longer one is no command.
const LONGEST_LINE: usize = 1 << 20;

/// Talks with a client until it says goodbye or is gone.
///
/// # Errors
/// If its words cannot be read.
pub fn run(mut input: impl BufRead, output: impl Write + Send + 'static) -> anyhow::Result<()> {
    let mut house = House::new(Says::to(Box::new(output)));
    let mut line = Vec::new();
    while !house.says.is_unheard() {
        line.clear();
        let read = std::io::Read::take(&mut input, LONGEST_LINE as u64).read_until(b'\n', &mut line)?;
        if read == 0 {
            house.wait_if_it_ends();
            break;
        }
        if read == LONGEST_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            house.says.note("this line is too long");
            continue;
        }
        match Command::read(&String::from_utf8_lossy(&line)) {
            Some(Command::Quit) => break,
            Some(command) => house.hear(command),
            None => {}
        }
    }
    house.interrupt();
    Ok(())
}

/// The engine, what it is set to, and the position it looks at.
struct House {
    says: Arc<Says>,
    options: Options,
    /// None while it searches.
    engine: Option<Box<dyn Engine>>,
    search: Option<Search>,
    /// None if the client told a position that is none.
    table: Option<Box<dyn Table>>,
    /// Whether the search that runs ends by itself.
    ends: bool,
    games: u64,
}

impl House {
    fn new(says: Says) -> House {
        let (says, options) = (Arc::new(says), Options::new());
        let mut house =
            House { says, options, engine: None, search: None, table: None, ends: false, games: 0 };
        house.set_up();
        house
    }

    fn hear(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.says.line("readyok"),
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position { text, moves } => self.place(text.as_deref(), &moves),
            Command::Misplaced(line) => {
                self.table = None;
                self.says.note(&format!("a position is `startpos` or `fen TEXT`, then `moves …`: {line}"));
            }
            Command::Go(go) => self.go(go),
            Command::Stop => self.search.iter().for_each(Search::stop),
            Command::PonderHit => self.search.iter().for_each(Search::ponder_hit),
            Command::Unknown(line) => self.says.note(&format!("this means nothing: {line}")),
            Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let (version, options) = (env!("CARGO_PKG_VERSION"), Options::announce());
        self.says
            .line(&format!("id name Tetrarch {version}\nid author the Tetrarch developers\n{options}uciok"));
    }

    /// The start of the game that is set, and an engine for it.
    fn set_up(&mut self) {
        self.engine = engine(self.options.game.name(), &self.settings()).and_then(Result::ok);
        self.place(None, &[]);
        self.begin_game();
    }

    fn settings(&self) -> Settings {
        Settings { memory: self.options.hash, threads: self.options.threads, weights: None }
    }

    fn new_game(&mut self) {
        self.interrupt();
        self.games += 1;
        self.begin_game();
    }

    fn begin_game(&mut self) {
        let seed = self.options.seed.wrapping_add(self.games);
        self.engine.iter_mut().for_each(|engine| engine.new_game(seed));
    }

    fn set(&mut self, name: &str, value: &str) {
        self.interrupt();
        match self.options.set(name, value) {
            Ok(Change::Nothing) => {}
            Ok(Change::Game) => self.set_up(),
            Ok(Change::Forget) => self.begin_game(),
            Ok(Change::Engine) => {
                let Settings { memory, threads, .. } = self.settings();
                if let Some(engine) = &mut self.engine {
                    engine.set_memory(memory);
                    engine.set_threads(threads);
                }
            }
            Err(wrong) => self.says.note(&wrong),
        }
    }

    /// Sets up a position and plays what has been played.
    fn place(&mut self, text: Option<&str>, moves: &[String]) {
        let opened = self.options.game.open(&self.options.rules, text, Control::None);
        let placed = opened.map_err(|error| error.to_string()).and_then(|mut table| {
            for (number, word) in moves.iter().enumerate() {
                enter(&mut *table, word).map_err(|wrong| format!("move {} ({word}): {wrong}", number + 1))?;
            }
            Ok(table)
        });
        self.table = placed.map_err(|wrong| self.says.note(&wrong)).ok();
    }

    fn go(&mut self, go: Go) {
        self.interrupt();
        if go.searchmoves {
            self.says.note("searchmoves is not known here: all moves are searched");
        }
        for word in &go.unknown {
            self.says.note(&format!("{word} means nothing to go and is passed over"));
        }
        if let Some(why_not) = self.misunderstood(&go) {
            self.says.note(&why_not);
            return self.says.line("bestmove (none)");
        }
        let to_act = self.table.as_ref().map(|table| (table.snapshot(), table.turn()));
        let why_not = match to_act {
            Some((table, Turn::Seat(seat))) => match self.engine.take() {
                Some(engine) => return self.search(engine, table, seat, go),
                None => "there is no engine",
            },
            Some((_, Turn::Chance)) => "chance is to decide: tell what it shows among the moves, like =q",
            Some((_, Turn::Over)) => "the game is over",
            None => "the position could not be set up",
        };
        self.says.note(why_not);
        self.says.line("bestmove (none)");
    }

    /// Why a search is not begun that might not end when the client expects it to.
    fn misunderstood(&self, go: &Go) -> Option<String> {
        if let Some(word) = go.without_number.first() {
            let wanted = if word == "clock" { "SEAT MILLISECONDS INCREMENT" } else { "a number" };
            return Some(format!("{word} must be followed by {wanted}"));
        }
        let seats = self.table.as_ref()?.seats();
        let is_none = |seat: &&SeatClock| !["w", "b"].contains(&&*seat.seat) && !seats.contains(&&*seat.seat);
        let stranger = go.clocks.iter().find(is_none)?;
        Some(format!("there is no seat {}: clocks are those of {}", stranger.seat, seats.join(", ")))
    }

    fn search(
        &mut self,
        mut engine: Box<dyn Engine>,
        table: Box<dyn Table>,
        seat: tetrarch_rules::Seat,
        mut go: Go,
    ) {
        let unlimited =
            go.depth.is_none() && go.nodes.is_none() && go.movetime.is_none() && go.clocks.is_empty();
        // Without a limit a full-strength engine searches until it is stopped.
        go.infinite |= unlimited && self.options.level == tetrarch_engine::Level::FULL;
        self.ends = !go.infinite && !go.ponder;
        let Options { level, lines, shares, others, .. } = self.options;
        // Where only two play, there is nothing to suppose.
        engine.suppose(others);
        let task = Task { table, seat, go, level, lines, shares };
        self.search = Some(Search::begin(engine, task, Arc::clone(&self.says)));
    }

    /// Ends the search that runs.
    fn interrupt(&mut self) {
        let Some(search) = self.search.take() else { return };
        if !search.is_over() {
            search.stop();
        }
        self.engine = search.finish();
        if self.engine.is_none() {
            self.says.note("the engine has failed; another one takes its place");
            self.says.line("bestmove (none)");
            self.engine = engine(self.options.game.name(), &self.settings()).and_then(Result::ok);
        }
    }

    /// The client is gone, but what it asked for may be piped somewhere.
    fn wait_if_it_ends(&mut self) {
        if self.ends
            && let Some(search) = self.search.take()
        {
            self.engine = search.finish();
        }
    }
}

/// Enters a word of a record. A chess move may be written as other programs do, without saying that it is no ban.
fn enter(table: &mut dyn Table, word: &str) -> Result<(), String> {
    table.enter_recorded(word).or_else(|refusal| {
        let plain = word.len() >= 4 && !word.contains(':');
        let retold = plain.then(|| table.enter_recorded(&format!("m:{word}")).ok()).flatten();
        retold.ok_or_else(|| refusal.to_string())
    })
}
