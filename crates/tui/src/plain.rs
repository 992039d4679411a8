//! Line mode, for scripts and screen readers: reads commands and writes boards and events as plain text.

use crate::{
    Charset, InfoPage, PlaySession, SessionEvent, UserCommand, UserError, command, drawing, state_text,
};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::Duration;
use tetrarch_protocol::{PlayedStep, TablePhase, TableState};
use tetrarch_rules::{Choice, Gesture, SeatView, capitalised};
use tetrarch_table::search::SearchReport;

/// How long to wait for an event before checking the input again.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The width at which lists of actions wrap.
const MAX_LINE_WIDTH: usize = 78;

/// The settings of the line mode.
#[derive(Copy, Clone)]
pub struct PlainOptions<'a> {
    /// The characters it may use.
    pub charset: Charset,
    /// The rules of the game, as text.
    pub rules: &'a str,
    /// Whether an action that arrives before its turn waits for it, as scripts need.
    pub queue_early_actions: bool,
}

/// Plays until the input ends, the player quits, or the game is over and nobody here has a seat.
///
/// # Errors
/// If reading the input or writing the output fails.
pub fn play(
    session: &mut dyn PlaySession,
    options: PlainOptions<'_>,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut lines = InputLines::new(input);
    show_board(session, options, out)?;
    let mut shown = board_key(session);
    loop {
        let waited = wait_for_turn(session, options, &mut lines, out)?;
        let over = session.state().now.phase == TablePhase::Over;
        if waited == NextStep::Quit || (over && !session.has_local_player()) {
            return Ok(());
        }
        // Chat and questions do not print the board again.
        if !over && shown != board_key(session) {
            show_board(session, options, out)?;
        }
        shown = board_key(session);
        if read_commands(session, options, &mut lines, out)? == NextStep::Quit {
            return Ok(());
        }
    }
}

/// Identifies what the board shows: the table, its version and the actions so far.
fn board_key(session: &dyn PlaySession) -> (String, u64, Vec<PlayedStep>) {
    let state = session.state();
    (state.table.clone(), state.version, state.line.clone())
}

/// The lines of the input. A thread reads them so that clocks and other players keep running.
struct InputLines {
    receiver: Receiver<io::Result<String>>,
    /// An action typed before its turn.
    queued_action: Option<String>,
}

impl InputLines {
    fn new(input: impl BufRead + Send + 'static) -> InputLines {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for line in input.lines() {
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        InputLines { receiver, queued_action: None }
    }

    fn next(&mut self, timeout: Duration) -> Result<io::Result<String>, RecvTimeoutError> {
        match self.queued_action.take() {
            Some(queued) => Ok(Ok(queued)),
            None => self.receiver.recv_timeout(timeout),
        }
    }
}

/// Executes input lines until the game changes.
fn read_commands(
    session: &mut dyn PlaySession,
    options: PlainOptions<'_>,
    lines: &mut InputLines,
    out: &mut impl Write,
) -> io::Result<NextStep> {
    loop {
        out.flush()?;
        match lines.next(POLL_INTERVAL) {
            Ok(line) => match run_command(session, options, &line?, out)? {
                NextStep::ReadMore => {}
                step => return Ok(step),
            },
            Err(RecvTimeoutError::Disconnected) => return Ok(NextStep::Quit),
            Err(RecvTimeoutError::Timeout) => {
                let before = session.state().version;
                let lost = write_events(session.poll(Duration::ZERO), out)?;
                if lost || session.state().version != before {
                    return Ok(NextStep::Refresh);
                }
            }
        }
    }
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum NextStep {
    ReadMore,
    Refresh,
    Quit,
}

/// Waits for the local player's turn. While waiting for people, who may take long, it keeps executing commands, and the end of
/// the input ends the session.
fn wait_for_turn(
    session: &mut dyn PlaySession,
    options: PlainOptions<'_>,
    lines: &mut InputLines,
    out: &mut impl Write,
) -> io::Result<NextStep> {
    loop {
        let lost =
            write_events(session.poll(if session.is_busy() { POLL_INTERVAL } else { Duration::ZERO }), out)?;
        out.flush()?;
        if lost {
            return Ok(NextStep::Quit);
        }
        if !session.is_busy() {
            return Ok(NextStep::Refresh);
        }
        if !session.waits_for_others() || lines.queued_action.is_some() {
            continue;
        }
        match lines.receiver.try_recv() {
            Ok(line) => {
                let line = line?;
                if options.queue_early_actions
                    && matches!(UserCommand::parse(&line), Ok(Some(UserCommand::Act(_))))
                {
                    lines.queued_action = Some(line);
                } else if run_command(session, options, &line, out)? == NextStep::Quit {
                    return Ok(NextStep::Quit);
                }
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Ok(NextStep::Quit),
        }
    }
}

/// Writes events. Returns whether the connection is lost.
fn write_events(news: Vec<SessionEvent>, out: &mut impl Write) -> io::Result<bool> {
    let mut lost = false;
    for news in news {
        match news {
            SessionEvent::Message(words) => writeln!(out, "{words}")?,
            SessionEvent::Analysis(report) => write_analysis(&report, out)?,
            SessionEvent::Disconnected(words) => {
                writeln!(out, "{words}")?;
                lost = true;
            }
        }
    }
    Ok(lost)
}

fn write_analysis(report: &SearchReport, out: &mut impl Write) -> io::Result<()> {
    for line in &report.lines {
        writeln!(out, "depth {} score {}: {}", report.depth, line.score, line.moves.join(" "))?;
    }
    Ok(())
}

fn run_command(
    session: &mut dyn PlaySession,
    options: PlainOptions<'_>,
    line: &str,
    out: &mut impl Write,
) -> io::Result<NextStep> {
    let command = match UserCommand::parse(line) {
        Ok(Some(command)) => command,
        Ok(None) => return Ok(NextStep::ReadMore),
        Err(missing) => {
            writeln!(out, "! {missing}")?;
            return Ok(NextStep::ReadMore);
        }
    };
    if let UserCommand::Show(page) = command {
        return show_page(session, options, &page, out);
    }
    match session.execute(command) {
        Ok(lines) => {
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            Ok(NextStep::Refresh)
        }
        Err(UserError(why)) => {
            writeln!(out, "! {why}")?;
            Ok(NextStep::ReadMore)
        }
    }
}

fn show_page(
    session: &mut dyn PlaySession,
    options: PlainOptions<'_>,
    page: &InfoPage,
    out: &mut impl Write,
) -> io::Result<NextStep> {
    match page {
        InfoPage::Board | InfoPage::Rotate => show_board(session, options, out)?,
        InfoPage::Moves(from) => show_moves(session.state(), from.as_deref(), out)?,
        InfoPage::Seats => write_lines(&seat_lines(session), out)?,
        InfoPage::History => write_lines(&move_lines(session.state()), out)?,
        InfoPage::Messages => writeln!(out, "Messages are printed as they arrive.")?,
        InfoPage::Text => writeln!(
            out,
            "{}",
            session
                .position_text()
                .unwrap_or_else(|| "The position text is not available in server games.".into())
        )?,
        InfoPage::Help => {
            command::COMMAND_HELP
                .iter()
                .chain(drawing::LEGEND)
                .try_for_each(|(word, does)| writeln!(out, "{word}: {does}"))?;
        }
        InfoPage::Rules => writeln!(out, "{}", options.rules)?,
        InfoPage::Quit => return Ok(NextStep::Quit),
    }
    Ok(NextStep::ReadMore)
}

fn write_lines(lines: &[String], out: &mut impl Write) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Writes the board, the trays, the notes and whose turn it is.
fn show_board(session: &dyn PlaySession, options: PlainOptions<'_>, out: &mut impl Write) -> io::Result<()> {
    let state = session.state();
    writeln!(out, "{}", drawing::draw_board(&state.view, options.charset))?;
    state_text::trays(&state.view).iter().try_for_each(|tray| writeln!(out, "{tray}"))?;
    if state.view.armies.iter().any(|army| army.frozen) {
        writeln!(out, "* frozen")?;
    }
    for seat in &state.view.seats {
        if let Some(note) = &seat.note {
            writeln!(out, "{}: {note}", capitalised(&seat.name))?;
        }
    }
    match &state.now.outcome {
        Some(outcome) => writeln!(out, "{}", state_text::outcome(outcome)),
        None => writeln!(out, "{}.", state.view.turn.words),
    }
}

fn show_moves(state: &TableState, from: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    let there = |choice: &&Choice| match (&choice.gesture, from) {
        (_, None) => true,
        (Gesture::Move { from: cell, .. } | Gesture::Tap { cell }, Some(from)) => cell == from,
        (Gesture::Button { .. }, Some(_)) => false,
    };
    let labels: Vec<&str> = state
        .view
        .choices
        .iter()
        .filter(there)
        .map(|choice| state_text::displayed_action(&choice.text, &choice.label))
        .collect();
    if labels.is_empty() {
        return writeln!(out, "No legal actions{}.", if from.is_some() { " from there" } else { "" });
    }
    wrap_words(&labels).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Wraps words into lines of at most [`MAX_LINE_WIDTH`] characters.
pub(crate) fn wrap_words(words: &[&str]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > MAX_LINE_WIDTH {
            lines.push((*word).to_string());
        } else {
            *last += if last.is_empty() { "" } else { " " };
            *last += word;
        }
    }
    lines
}

/// The seats with their players and clocks, and the pending offers.
pub(crate) fn seat_lines(session: &dyn PlaySession) -> Vec<String> {
    let state = session.state();
    let seat = |seat: &SeatView| {
        let clock = state.now.clocks.as_ref().and_then(|clocks| {
            let since = if clocks.running.as_deref() == Some(&seat.name) {
                session.seen_at().elapsed()
            } else {
                Duration::ZERO
            };
            Some(state_text::clock(clocks.left.get(&seat.name)?, since))
        });
        let place = seat.place.map(|place| format!("place {place}"));
        let parts: Vec<String> =
            [Some(state_text::seat_player(state, &seat.name)), clock, place].into_iter().flatten().collect();
        format!("{}: {}", capitalised(&seat.name), parts.join(", "))
    };
    state.view.seats.iter().map(seat).chain(state.now.offers.iter().map(state_text::pending_offer)).collect()
}

/// The actions so far, numbered.
pub(crate) fn move_lines(state: &TableState) -> Vec<String> {
    if state.line.is_empty() {
        return vec!["No actions yet.".to_string()];
    }
    let numbered = state.line.iter().enumerate();
    numbered.map(|(at, step)| format!("{}. {}", at + 1, state_text::step(step))).collect()
}
