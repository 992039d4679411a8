//! Line by line, for scripts and screen readers: actions in, boards and events out, as plain text.

use crate::{Desk, News, Order, Page, Signs, Trouble, drawing, order, words};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::Duration;
use tetrarch_protocol::{Phase, StepNow, TableState};
use tetrarch_rules::{Choice, Gesture, SeatView, capital};

/// How long one look at the others lasts.
const MOMENT: Duration = Duration::from_millis(100);
/// The widest line of a list.
const WIDTH: usize = 78;

/// What line mode needs besides the desk.
#[derive(Copy, Clone)]
pub struct Plain<'a> {
    /// The signs it may use.
    pub signs: Signs,
    /// The rules of the game as text.
    pub rules: &'a str,
    /// Whether an action that comes too early waits for its turn, as a script's do.
    pub patient: bool,
}

/// Plays until the input ends, the player leaves, or nobody is left who could do anything.
///
/// # Errors
/// If nothing can be read or written.
pub fn play(
    desk: &mut dyn Desk,
    plain: Plain<'_>,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut lines = Lines::of(input);
    show_board(desk, plain, out)?;
    let mut shown = seen(desk);
    loop {
        let lost = let_others_act(desk, plain, &mut lines, out)?;
        let over = desk.state().now.phase == Phase::Over;
        if lost == Then::Leave || (over && !desk.attended()) {
            return Ok(());
        }
        // Who only speaks or asks is not shown the board again.
        if !over && shown != seen(desk) {
            show_board(desk, plain, out)?;
        }
        shown = seen(desk);
        if listen(desk, plain, &mut lines, out)? == Then::Leave {
            return Ok(());
        }
    }
}

/// What the board depends on: the table, and how far its game is.
fn seen(desk: &dyn Desk) -> (String, u64, Vec<StepNow>) {
    let state = desk.state();
    (state.table.clone(), state.version, state.line.clone())
}

/// The lines of the input, read beside everything else so that clocks and others are not kept waiting.
struct Lines {
    coming: Receiver<io::Result<String>>,
    /// An action that was typed while others were to act.
    kept: Option<String>,
}

impl Lines {
    fn of(input: impl BufRead + Send + 'static) -> Lines {
        let (sender, coming) = mpsc::channel();
        thread::spawn(move || {
            for line in input.lines() {
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        Lines { coming, kept: None }
    }

    fn next(&mut self, patience: Duration) -> Result<io::Result<String>, RecvTimeoutError> {
        match self.kept.take() {
            Some(kept) => Ok(Ok(kept)),
            None => self.coming.recv_timeout(patience),
        }
    }
}

/// Does what the lines say until something has happened.
fn listen(
    desk: &mut dyn Desk,
    plain: Plain<'_>,
    lines: &mut Lines,
    out: &mut impl Write,
) -> io::Result<Then> {
    loop {
        out.flush()?;
        match lines.next(MOMENT) {
            Ok(line) => match answer(desk, plain, &line?, out)? {
                Then::Stay => {}
                then => return Ok(then),
            },
            Err(RecvTimeoutError::Disconnected) => return Ok(Then::Leave),
            Err(RecvTimeoutError::Timeout) => {
                let before = desk.state().version;
                let lost = tell(desk.attend(Duration::ZERO), out)?;
                if lost || desk.state().version != before {
                    return Ok(Then::GoOn);
                }
            }
        }
    }
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Then {
    Stay,
    GoOn,
    Leave,
}

/// Waits until it is one's own turn. Engines answer soon; people may let one wait, so that meanwhile what is typed is done,
/// and the end of the input is the end.
fn let_others_act(
    desk: &mut dyn Desk,
    plain: Plain<'_>,
    lines: &mut Lines,
    out: &mut impl Write,
) -> io::Result<Then> {
    loop {
        let lost = tell(desk.attend(if desk.busy() { MOMENT } else { Duration::ZERO }), out)?;
        out.flush()?;
        if lost {
            return Ok(Then::Leave);
        }
        if !desk.busy() {
            return Ok(Then::GoOn);
        }
        if !desk.waits_for_others() || lines.kept.is_some() {
            continue;
        }
        match lines.coming.try_recv() {
            Ok(line) => {
                let line = line?;
                if plain.patient && matches!(Order::read(&line), Ok(Some(Order::Act(_)))) {
                    lines.kept = Some(line);
                } else if answer(desk, plain, &line, out)? == Then::Leave {
                    return Ok(Then::Leave);
                }
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Ok(Then::Leave),
        }
    }
}

/// Writes what has happened, and tells whether the table is lost.
fn tell(news: Vec<News>, out: &mut impl Write) -> io::Result<bool> {
    let mut lost = false;
    for news in news {
        match news {
            News::Words(words) => writeln!(out, "{words}")?,
            News::Analysis(report) => write_analysis(&report, out)?,
            News::Lost(words) => {
                writeln!(out, "{words}")?;
                lost = true;
            }
        }
    }
    Ok(lost)
}

fn write_analysis(report: &tetrarch_engine::Report, out: &mut impl Write) -> io::Result<()> {
    for line in &report.lines {
        writeln!(out, "depth {} score {}: {}", report.depth, line.score, line.moves.join(" "))?;
    }
    Ok(())
}

fn answer(desk: &mut dyn Desk, plain: Plain<'_>, line: &str, out: &mut impl Write) -> io::Result<Then> {
    let order = match Order::read(line) {
        Ok(Some(order)) => order,
        Ok(None) => return Ok(Then::Stay),
        Err(missing) => {
            writeln!(out, "! {missing}")?;
            return Ok(Then::Stay);
        }
    };
    if let Order::Show(page) = order {
        return show(desk, plain, &page, out);
    }
    match desk.obey(order) {
        Ok(said) => {
            said.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            Ok(Then::GoOn)
        }
        Err(Trouble(why)) => {
            writeln!(out, "! {why}")?;
            Ok(Then::Stay)
        }
    }
}

fn show(desk: &mut dyn Desk, plain: Plain<'_>, page: &Page, out: &mut impl Write) -> io::Result<Then> {
    match page {
        Page::Board | Page::Turn => show_board(desk, plain, out)?,
        Page::Moves(from) => show_moves(desk.state(), from.as_deref(), out)?,
        Page::Seats => write_all(&seats(desk), out)?,
        Page::Line => write_all(&line(desk.state()), out)?,
        Page::Said => writeln!(out, "Everything that is told and said is written as it comes.")?,
        Page::Text => writeln!(out, "{}", desk.text().unwrap_or_else(|| "Only the server knows.".into()))?,
        Page::Help => {
            order::WORDS
                .iter()
                .chain(drawing::LEGEND)
                .try_for_each(|(word, does)| writeln!(out, "{word}: {does}"))?;
        }
        Page::Rules => writeln!(out, "{}", plain.rules)?,
        Page::Quit => return Ok(Then::Leave),
    }
    Ok(Then::Stay)
}

fn write_all(lines: &[String], out: &mut impl Write) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The board, what lies beside it, and whose turn it is.
fn show_board(desk: &dyn Desk, plain: Plain<'_>, out: &mut impl Write) -> io::Result<()> {
    let state = desk.state();
    writeln!(out, "{}", drawing::board(&state.view, plain.signs))?;
    words::trays(&state.view).iter().try_for_each(|tray| writeln!(out, "{tray}"))?;
    if state.view.armies.iter().any(|army| army.frozen) {
        writeln!(out, "* frozen")?;
    }
    for seat in &state.view.seats {
        if let Some(note) = &seat.note {
            writeln!(out, "{}: {note}", capital(&seat.name))?;
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
        .map(|choice| words::written(&choice.text, &choice.label))
        .collect();
    if labels.is_empty() {
        return writeln!(out, "Nothing can be played{}.", if from.is_some() { " from there" } else { "" });
    }
    wrapped(&labels).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Words in lines that are not too wide.
pub(crate) fn wrapped(words: &[&str]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push((*word).to_string());
        } else {
            *last += if last.is_empty() { "" } else { " " };
            *last += word;
        }
    }
    lines
}

/// Who sits where, with the clocks and what is proposed.
pub(crate) fn seats(desk: &dyn Desk) -> Vec<String> {
    let state = desk.state();
    let seat = |seat: &SeatView| {
        let clock = state.now.clocks.as_ref().and_then(|clocks| {
            let since = if clocks.running.as_deref() == Some(&seat.name) {
                desk.seen().elapsed()
            } else {
                Duration::ZERO
            };
            Some(words::clock(clocks.left.get(&seat.name)?, since))
        });
        let place = seat.place.map(|place| format!("place {place}"));
        let told: Vec<String> =
            [Some(words::sitter(state, &seat.name)), clock, place].into_iter().flatten().collect();
        format!("{}: {}", capital(&seat.name), told.join(", "))
    };
    state.view.seats.iter().map(seat).chain(state.now.offers.iter().map(words::waiting)).collect()
}

/// What was played.
pub(crate) fn line(state: &TableState) -> Vec<String> {
    if state.line.is_empty() {
        return vec!["Nothing has been played.".to_string()];
    }
    let numbered = state.line.iter().enumerate();
    numbered.map(|(at, step)| format!("{}. {}", at + 1, words::step(step))).collect()
}
