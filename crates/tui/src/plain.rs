//! Line by line, for scripts and screen readers: actions in, boards and events out, as plain text.

use crate::{Charset, InfoPage, PlaySession, SessionEvent, UserCommand, UserError, command, drawing, words};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::Duration;
use tetrarch_protocol::{PlayedStep, TablePhase, TableState};
use tetrarch_rules::{Choice, Gesture, SeatView, capitalised};

/// How long one look at the others lasts.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The widest line of a list.
const MAX_LINE_WIDTH: usize = 78;

/// What line mode needs besides the desk.
#[derive(Copy, Clone)]
pub struct PlainOptions<'a> {
    /// The signs it may use.
    pub charset: Charset,
    /// The rules of the game as text.
    pub rules: &'a str,
    /// Whether an action that comes too early waits for its turn, as a script's do.
    pub queue_early_actions: bool,
}

/// Plays until the input ends, the player leaves, or nobody is left who could do anything.
///
/// # Errors
/// If nothing can be read or written.
pub fn play(
    desk: &mut dyn PlaySession,
    plain: PlainOptions<'_>,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut lines = InputLines::new(input);
    show_board(desk, plain, out)?;
    let mut shown = board_key(desk);
    loop {
        let lost = wait_for_turn(desk, plain, &mut lines, out)?;
        let over = desk.state().now.phase == TablePhase::Over;
        if lost == NextStep::Quit || (over && !desk.has_local_player()) {
            return Ok(());
        }
        // Who only speaks or asks is not shown the board again.
        if !over && shown != board_key(desk) {
            show_board(desk, plain, out)?;
        }
        shown = board_key(desk);
        if read_commands(desk, plain, &mut lines, out)? == NextStep::Quit {
            return Ok(());
        }
    }
}

/// What the board depends on: the table, and how far its game is.
fn board_key(desk: &dyn PlaySession) -> (String, u64, Vec<PlayedStep>) {
    let state = desk.state();
    (state.table.clone(), state.version, state.line.clone())
}

/// The lines of the input, read beside everything else so that clocks and others are not kept waiting.
struct InputLines {
    receiver: Receiver<io::Result<String>>,
    /// An action that was typed while others were to act.
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

    fn next(&mut self, patience: Duration) -> Result<io::Result<String>, RecvTimeoutError> {
        match self.queued_action.take() {
            Some(kept) => Ok(Ok(kept)),
            None => self.receiver.recv_timeout(patience),
        }
    }
}

/// Does what the lines say until something has happened.
fn read_commands(
    desk: &mut dyn PlaySession,
    plain: PlainOptions<'_>,
    lines: &mut InputLines,
    out: &mut impl Write,
) -> io::Result<NextStep> {
    loop {
        out.flush()?;
        match lines.next(POLL_INTERVAL) {
            Ok(line) => match run_command(desk, plain, &line?, out)? {
                NextStep::ReadMore => {}
                then => return Ok(then),
            },
            Err(RecvTimeoutError::Disconnected) => return Ok(NextStep::Quit),
            Err(RecvTimeoutError::Timeout) => {
                let before = desk.state().version;
                let lost = write_events(desk.poll(Duration::ZERO), out)?;
                if lost || desk.state().version != before {
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

/// Waits until it is one's own turn. Engines answer soon; people may let one wait, so that meanwhile what is typed is done,
/// and the end of the input is the end.
fn wait_for_turn(
    desk: &mut dyn PlaySession,
    plain: PlainOptions<'_>,
    lines: &mut InputLines,
    out: &mut impl Write,
) -> io::Result<NextStep> {
    loop {
        let lost = write_events(desk.poll(if desk.is_busy() { POLL_INTERVAL } else { Duration::ZERO }), out)?;
        out.flush()?;
        if lost {
            return Ok(NextStep::Quit);
        }
        if !desk.is_busy() {
            return Ok(NextStep::Refresh);
        }
        if !desk.waits_for_others() || lines.queued_action.is_some() {
            continue;
        }
        match lines.receiver.try_recv() {
            Ok(line) => {
                let line = line?;
                if plain.queue_early_actions
                    && matches!(UserCommand::parse(&line), Ok(Some(UserCommand::Act(_))))
                {
                    lines.queued_action = Some(line);
                } else if run_command(desk, plain, &line, out)? == NextStep::Quit {
                    return Ok(NextStep::Quit);
                }
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Ok(NextStep::Quit),
        }
    }
}

/// Writes what has happened, and tells whether the table is lost.
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

fn write_analysis(report: &tetrarch_engine::SearchReport, out: &mut impl Write) -> io::Result<()> {
    for line in &report.lines {
        writeln!(out, "depth {} score {}: {}", report.depth, line.score, line.moves.join(" "))?;
    }
    Ok(())
}

fn run_command(
    desk: &mut dyn PlaySession,
    plain: PlainOptions<'_>,
    line: &str,
    out: &mut impl Write,
) -> io::Result<NextStep> {
    let order = match UserCommand::parse(line) {
        Ok(Some(order)) => order,
        Ok(None) => return Ok(NextStep::ReadMore),
        Err(missing) => {
            writeln!(out, "! {missing}")?;
            return Ok(NextStep::ReadMore);
        }
    };
    if let UserCommand::Show(page) = order {
        return show_page(desk, plain, &page, out);
    }
    match desk.execute(order) {
        Ok(said) => {
            said.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            Ok(NextStep::Refresh)
        }
        Err(UserError(why)) => {
            writeln!(out, "! {why}")?;
            Ok(NextStep::ReadMore)
        }
    }
}

fn show_page(
    desk: &mut dyn PlaySession,
    plain: PlainOptions<'_>,
    page: &InfoPage,
    out: &mut impl Write,
) -> io::Result<NextStep> {
    match page {
        InfoPage::Board | InfoPage::Rotate => show_board(desk, plain, out)?,
        InfoPage::Moves(from) => show_moves(desk.state(), from.as_deref(), out)?,
        InfoPage::Seats => write_lines(&seat_lines(desk), out)?,
        InfoPage::History => write_lines(&move_lines(desk.state()), out)?,
        InfoPage::Messages => writeln!(out, "Everything that is told and said is written as it comes.")?,
        InfoPage::Text => {
            writeln!(out, "{}", desk.position_text().unwrap_or_else(|| "Only the server knows.".into()))?
        }
        InfoPage::Help => {
            command::COMMAND_HELP
                .iter()
                .chain(drawing::LEGEND)
                .try_for_each(|(word, does)| writeln!(out, "{word}: {does}"))?;
        }
        InfoPage::Rules => writeln!(out, "{}", plain.rules)?,
        InfoPage::Quit => return Ok(NextStep::Quit),
    }
    Ok(NextStep::ReadMore)
}

fn write_lines(lines: &[String], out: &mut impl Write) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The board, what lies beside it, and whose turn it is.
fn show_board(desk: &dyn PlaySession, plain: PlainOptions<'_>, out: &mut impl Write) -> io::Result<()> {
    let state = desk.state();
    writeln!(out, "{}", drawing::draw_board(&state.view, plain.charset))?;
    words::trays(&state.view).iter().try_for_each(|tray| writeln!(out, "{tray}"))?;
    if state.view.armies.iter().any(|army| army.frozen) {
        writeln!(out, "* frozen")?;
    }
    for seat in &state.view.seats {
        if let Some(note) = &seat.note {
            writeln!(out, "{}: {note}", capitalised(&seat.name))?;
        }
    }
    match &state.now.outcome {
        Some(outcome) => writeln!(out, "{}", words::outcome(outcome)),
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
        .map(|choice| words::displayed_action(&choice.text, &choice.label))
        .collect();
    if labels.is_empty() {
        return writeln!(out, "Nothing can be played{}.", if from.is_some() { " from there" } else { "" });
    }
    wrap_words(&labels).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Words in lines that are not too wide.
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

/// Who sits where, with the clocks and what is proposed.
pub(crate) fn seat_lines(desk: &dyn PlaySession) -> Vec<String> {
    let state = desk.state();
    let seat = |seat: &SeatView| {
        let clock = state.now.clocks.as_ref().and_then(|clocks| {
            let since = if clocks.running.as_deref() == Some(&seat.name) {
                desk.seen_at().elapsed()
            } else {
                Duration::ZERO
            };
            Some(words::clock(clocks.left.get(&seat.name)?, since))
        });
        let place = seat.place.map(|place| format!("place {place}"));
        let told: Vec<String> =
            [Some(words::seat_player(state, &seat.name)), clock, place].into_iter().flatten().collect();
        format!("{}: {}", capitalised(&seat.name), told.join(", "))
    };
    state.view.seats.iter().map(seat).chain(state.now.offers.iter().map(words::pending_offer)).collect()
}

/// What was played.
pub(crate) fn move_lines(state: &TableState) -> Vec<String> {
    if state.line.is_empty() {
        return vec!["Nothing has been played.".to_string()];
    }
    let numbered = state.line.iter().enumerate();
    numbered.map(|(at, step)| format!("{}. {}", at + 1, words::step(step))).collect()
}
