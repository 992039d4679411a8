//! `tetrarch uci`: engines for any program that speaks the Universal Chess Interface. `docs/uci.md` says what is
//! added to it.

mod command;
mod options;
mod search;
mod writer;

use crate::games::engine;
use command::{GoParams, SeatClock, UciCommand};
use options::{OptionEffect, UciOptions};
use search::{RunningSearch, SearchJob};
use std::io::{BufRead, Write};
use std::sync::Arc;
use tetrarch_engine::{Engine, EngineSettings};
use tetrarch_rules::Turn;
use tetrarch_table::{Table, TimeControl};
use writer::UciWriter;

/// The longest line that is read; a longer one is no command.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Talks with a client until it says goodbye or is gone.
///
/// # Errors
/// If its words cannot be read.
pub fn run(mut input: impl BufRead, output: impl Write + Send + 'static) -> anyhow::Result<()> {
    let mut house = UciSession::new(UciWriter::new(Box::new(output)));
    let mut line = Vec::new();
    while !house.writer.is_closed() {
        line.clear();
        let read = std::io::Read::take(&mut input, MAX_LINE_BYTES as u64).read_until(b'\n', &mut line)?;
        if read == 0 {
            house.finish_pending_search();
            break;
        }
        if read == MAX_LINE_BYTES && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            house.writer.note("this line is too long");
            continue;
        }
        match UciCommand::parse(&String::from_utf8_lossy(&line)) {
            Some(UciCommand::Quit) => break,
            Some(command) => house.handle(command),
            None => {}
        }
    }
    house.stop_search();
    Ok(())
}

/// The engine, what it is set to, and the position it looks at.
struct UciSession {
    writer: Arc<UciWriter>,
    options: UciOptions,
    /// None while it searches.
    engine: Option<Box<dyn Engine>>,
    search: Option<RunningSearch>,
    /// None if the client told a position that is none.
    table: Option<Box<dyn Table>>,
    /// Whether the search that runs ends by itself.
    search_ends_by_itself: bool,
    games_started: u64,
}

impl UciSession {
    fn new(says: UciWriter) -> UciSession {
        let (says, options) = (Arc::new(says), UciOptions::new());
        let mut house = UciSession {
            writer: says,
            options,
            engine: None,
            search: None,
            table: None,
            search_ends_by_itself: false,
            games_started: 0,
        };
        house.reset();
        house
    }

    fn handle(&mut self, command: UciCommand) {
        match command {
            UciCommand::Uci => self.identify(),
            UciCommand::IsReady => self.writer.line("readyok"),
            UciCommand::NewGame => self.new_game(),
            UciCommand::SetOption { name, value } => self.set_option(&name, &value),
            UciCommand::Position { text, moves } => self.set_position(text.as_deref(), &moves),
            UciCommand::InvalidPosition(line) => {
                self.table = None;
                self.writer.note(&format!("a position is `startpos` or `fen TEXT`, then `moves …`: {line}"));
            }
            UciCommand::Go(go) => self.go(go),
            UciCommand::Stop => self.search.iter().for_each(RunningSearch::stop),
            UciCommand::PonderHit => self.search.iter().for_each(RunningSearch::ponder_hit),
            UciCommand::Unknown(line) => self.writer.note(&format!("this means nothing: {line}")),
            UciCommand::Quit => {}
        }
    }

    fn identify(&self) {
        let (version, options) = (env!("CARGO_PKG_VERSION"), UciOptions::announce());
        self.writer
            .line(&format!("id name Tetrarch {version}\nid author the Tetrarch developers\n{options}uciok"));
    }

    /// The start of the game that is set, and an engine for it.
    fn reset(&mut self) {
        self.engine = engine(self.options.game.name(), &self.settings()).and_then(Result::ok);
        self.set_position(None, &[]);
        self.begin_game();
    }

    fn settings(&self) -> EngineSettings {
        EngineSettings { hash_mebibytes: self.options.hash, threads: self.options.threads, weights: None }
    }

    fn new_game(&mut self) {
        self.stop_search();
        self.games_started += 1;
        self.begin_game();
    }

    fn begin_game(&mut self) {
        let seed = self.options.seed.wrapping_add(self.games_started);
        self.engine.iter_mut().for_each(|engine| engine.new_game(seed));
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.stop_search();
        match self.options.set(name, value) {
            Ok(OptionEffect::None) => {}
            Ok(OptionEffect::ResetGame) => self.reset(),
            Ok(OptionEffect::ClearHash) => self.begin_game(),
            Ok(OptionEffect::ResizeEngine) => {
                let EngineSettings { hash_mebibytes: memory, threads, .. } = self.settings();
                if let Some(engine) = &mut self.engine {
                    engine.set_hash_size(memory);
                    engine.set_threads(threads);
                }
            }
            Err(wrong) => self.writer.note(&wrong),
        }
    }

    /// Sets up a position and plays what has been played.
    fn set_position(&mut self, text: Option<&str>, moves: &[String]) {
        let opened = self.options.game.open(&self.options.rules, text, TimeControl::None);
        let placed = opened.map_err(|error| error.to_string()).and_then(|mut table| {
            for (number, word) in moves.iter().enumerate() {
                play_move(&mut *table, word)
                    .map_err(|wrong| format!("move {} ({word}): {wrong}", number + 1))?;
            }
            Ok(table)
        });
        self.table = placed.map_err(|wrong| self.writer.note(&wrong)).ok();
    }

    fn go(&mut self, go: GoParams) {
        self.stop_search();
        if go.searchmoves {
            self.writer.note("searchmoves is not known here: all moves are searched");
        }
        for word in &go.unknown {
            self.writer.note(&format!("{word} means nothing to go and is passed over"));
        }
        if let Some(why_not) = self.go_error(&go) {
            self.writer.note(&why_not);
            return self.writer.line("bestmove (none)");
        }
        let to_act = self.table.as_ref().map(|table| (table.snapshot(), table.turn()));
        let why_not = match to_act {
            Some((table, Turn::Seat(seat))) => match self.engine.take() {
                Some(engine) => return self.start_search(engine, table, seat, go),
                None => "there is no engine",
            },
            Some((_, Turn::Chance)) => "chance is to decide: tell what it shows among the moves, like =q",
            Some((_, Turn::Over)) => "the game is over",
            None => "the position could not be set up",
        };
        self.writer.note(why_not);
        self.writer.line("bestmove (none)");
    }

    /// Why a search is not begun that might not end when the client expects it to.
    fn go_error(&self, go: &GoParams) -> Option<String> {
        if let Some(word) = go.missing_numbers.first() {
            let wanted = if word == "clock" { "SEAT MILLISECONDS INCREMENT" } else { "a number" };
            return Some(format!("{word} must be followed by {wanted}"));
        }
        let seats = self.table.as_ref()?.seats();
        let is_none = |seat: &&SeatClock| !["w", "b"].contains(&&*seat.seat) && !seats.contains(&&*seat.seat);
        let stranger = go.clocks.iter().find(is_none)?;
        Some(format!("there is no seat {}: clocks are those of {}", stranger.seat, seats.join(", ")))
    }

    fn start_search(
        &mut self,
        mut engine: Box<dyn Engine>,
        table: Box<dyn Table>,
        seat: tetrarch_rules::Seat,
        mut go: GoParams,
    ) {
        let unlimited =
            go.depth.is_none() && go.nodes.is_none() && go.movetime.is_none() && go.clocks.is_empty();
        // Without a limit a full-strength engine searches until it is stopped.
        go.infinite |= unlimited && self.options.level == tetrarch_engine::Level::MAX;
        self.search_ends_by_itself = !go.infinite && !go.ponder;
        let UciOptions { level, lines, shares, others, .. } = self.options;
        // Where only two play, there is nothing to suppose.
        engine.set_opponent_model(others);
        let task = SearchJob { table, seat, go, level, lines, shares };
        self.search = Some(RunningSearch::start(engine, task, Arc::clone(&self.writer)));
    }

    /// Ends the search that runs.
    fn stop_search(&mut self) {
        let Some(search) = self.search.take() else { return };
        if !search.is_finished() {
            search.stop();
        }
        self.engine = search.finish();
        if self.engine.is_none() {
            self.writer.note("the engine has failed; another one takes its place");
            self.writer.line("bestmove (none)");
            self.engine = engine(self.options.game.name(), &self.settings()).and_then(Result::ok);
        }
    }

    /// The client is gone, but what it asked for may be piped somewhere.
    fn finish_pending_search(&mut self) {
        if self.search_ends_by_itself
            && let Some(search) = self.search.take()
        {
            self.engine = search.finish();
        }
    }
}

/// Enters a word of a record. A chess move may be written as other programs do, without saying that it is no ban.
fn play_move(table: &mut dyn Table, word: &str) -> Result<(), String> {
    table.apply_recorded(word).or_else(|refusal| {
        let plain = word.len() >= 4 && !word.contains(':');
        let retold = plain.then(|| table.apply_recorded(&format!("m:{word}")).ok()).flatten();
        retold.ok_or_else(|| refusal.to_string())
    })
}
