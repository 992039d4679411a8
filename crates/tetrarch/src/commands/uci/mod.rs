//! `tetrarch uci`: runs the engines over the Universal Chess Interface. `docs/uci.md` describes the extensions.

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
use tetrarch_table::search::{Level, SearchRequest};
use tetrarch_table::{Table, TimeControl};
use writer::UciWriter;

/// The maximum length of a line; longer lines are ignored.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Serves a client until it quits or closes the connection.
///
/// # Errors
/// If reading the input fails.
pub fn run(mut input: impl BufRead, output: impl Write + Send + 'static) -> anyhow::Result<()> {
    let mut session = UciSession::new(UciWriter::new(Box::new(output)));
    let mut line = Vec::new();
    while !session.writer.is_closed() {
        line.clear();
        let read = std::io::Read::take(&mut input, MAX_LINE_BYTES as u64).read_until(b'\n', &mut line)?;
        if read == 0 {
            session.finish_pending_search();
            break;
        }
        if read == MAX_LINE_BYTES && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            session.writer.note("line too long");
            continue;
        }
        match UciCommand::parse(&String::from_utf8_lossy(&line)) {
            Some(UciCommand::Quit) => break,
            Some(command) => session.handle(command),
            None => {}
        }
    }
    session.stop_search();
    Ok(())
}

/// The state of a session: the engine, its options and the current position.
struct UciSession {
    writer: Arc<UciWriter>,
    options: UciOptions,
    /// `None` during a search.
    engine: Option<Box<dyn Engine>>,
    search: Option<RunningSearch>,
    /// `None` if the client sent an invalid position.
    table: Option<Box<dyn Table>>,
    /// Whether the running search ends without a `stop`.
    search_ends_by_itself: bool,
    games_started: u64,
}

impl UciSession {
    fn new(writer: UciWriter) -> UciSession {
        let (writer, options) = (Arc::new(writer), UciOptions::new());
        let mut session = UciSession {
            writer,
            options,
            engine: None,
            search: None,
            table: None,
            search_ends_by_itself: false,
            games_started: 0,
        };
        session.reset();
        session
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
                self.writer.note(&format!(
                    "invalid position, expected `startpos` or `fen TEXT`, then `moves …`: {line}"
                ));
            }
            UciCommand::Go(go) => self.go(go),
            UciCommand::Stop => self.search.iter().for_each(RunningSearch::stop),
            UciCommand::PonderHit => self.search.iter().for_each(RunningSearch::ponder_hit),
            UciCommand::Unknown(line) => self.writer.note(&format!("unknown command: {line}")),
            UciCommand::Quit => {}
        }
    }

    fn identify(&self) {
        let (version, options) = (env!("CARGO_PKG_VERSION"), UciOptions::announce());
        self.writer
            .line(&format!("id name Tetrarch {version}\nid author the Tetrarch developers\n{options}uciok"));
    }

    /// Resets to the start position of the current game, with a new engine.
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
            Err(error) => self.writer.note(&error),
        }
    }

    /// Sets up a position and plays the given actions.
    fn set_position(&mut self, text: Option<&str>, moves: &[String]) {
        let opened = self.options.game.open(&self.options.rules, text, TimeControl::None);
        let placed = opened.map_err(|error| error.to_string()).and_then(|mut table| {
            for (number, word) in moves.iter().enumerate() {
                play_move(&mut *table, word)
                    .map_err(|error| format!("move {} ({word}): {error}", number + 1))?;
            }
            Ok(table)
        });
        self.table = placed.map_err(|error| self.writer.note(&error)).ok();
    }

    fn go(&mut self, go: GoParams) {
        self.stop_search();
        if go.searchmoves {
            self.writer.note("searchmoves is not supported: searching all moves");
        }
        for word in &go.unknown {
            self.writer.note(&format!("unknown go parameter, ignored: {word}"));
        }
        if let Some(error) = self.go_error(&go) {
            self.writer.note(&error);
            return self.writer.line("bestmove (none)");
        }
        let to_act = self.table.as_ref().map(|table| (table.snapshot(), table.turn()));
        let error = match to_act {
            Some((table, Turn::Seat(seat))) => match self.engine.take() {
                Some(engine) => return self.start_search(engine, table, seat, go),
                None => "no engine available",
            },
            Some((_, Turn::Chance)) => "it is a chance turn: add the outcome to the moves, like =q",
            Some((_, Turn::Over)) => "the game is over",
            None => "the position is invalid",
        };
        self.writer.note(error);
        self.writer.line("bestmove (none)");
    }

    /// Why a `go` is refused: with invalid parameters the search might not end when the client expects it to.
    fn go_error(&self, go: &GoParams) -> Option<String> {
        if let Some(word) = go.missing_numbers.first() {
            let wanted = if word == "clock" { "SEAT MILLISECONDS INCREMENT" } else { "a number" };
            return Some(format!("{word} must be followed by {wanted}"));
        }
        let seats = self.table.as_ref()?.seats();
        let is_none = |seat: &&SeatClock| !["w", "b"].contains(&&*seat.seat) && !seats.contains(&&*seat.seat);
        let unknown = go.clocks.iter().find(is_none)?;
        Some(format!("no such seat: {}; the seats are {}", unknown.seat, seats.join(", ")))
    }

    fn start_search(
        &mut self,
        engine: Box<dyn Engine>,
        table: Box<dyn Table>,
        seat: tetrarch_rules::Seat,
        mut go: GoParams,
    ) {
        let unlimited =
            go.depth.is_none() && go.nodes.is_none() && go.movetime.is_none() && go.clocks.is_empty();
        // Without a limit, a full-strength engine searches until it is stopped.
        go.infinite |= unlimited && self.options.level == Level::MAX;
        self.search_ends_by_itself = !go.infinite && !go.ponder;
        let UciOptions { level, lines, shares, opponent_model, .. } = self.options;
        let request = SearchRequest { level, lines, opponent_model, ..SearchRequest::default() };
        let job = SearchJob { table, seat, go, request, shares };
        self.search = Some(RunningSearch::start(engine, job, Arc::clone(&self.writer)));
    }

    /// Stops the running search and takes the engine back.
    fn stop_search(&mut self) {
        let Some(search) = self.search.take() else { return };
        if !search.is_finished() {
            search.stop();
        }
        self.engine = search.finish();
        if self.engine.is_none() {
            self.writer.note("the engine has failed; starting a new one");
            self.writer.line("bestmove (none)");
            self.engine = engine(self.options.game.name(), &self.settings()).and_then(Result::ok);
        }
    }

    /// Waits for a search that ends by itself: the output may be piped even after the input has ended.
    fn finish_pending_search(&mut self) {
        if self.search_ends_by_itself
            && let Some(search) = self.search.take()
        {
            self.engine = search.finish();
        }
    }
}

/// Plays an action of a record. A chess move may omit the prefix `m:`, as other programs write it.
fn play_move(table: &mut dyn Table, word: &str) -> Result<(), String> {
    table.play_recorded(word).map(|_| ()).or_else(|refusal| {
        let plain = word.len() >= 4 && !word.contains(':');
        let retold = plain.then(|| table.play_recorded(&format!("m:{word}")).ok()).flatten();
        retold.map(|_| ()).ok_or_else(|| refusal.to_string())
    })
}
