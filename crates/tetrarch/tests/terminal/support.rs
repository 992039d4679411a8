//! Runs the program in a pseudo-terminal.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read as _, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for the screen. Generous, for busy machines.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Terminal {
    screen: Arc<Mutex<vt100::Parser<Frames>>>,
    keys: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
}

/// The last complete frame.
#[derive(Default)]
struct Frames {
    open: bool,
    shown: String,
}

impl vt100::Callbacks for Frames {
    /// The program marks the start and end of a frame with mode 2026 (synchronised output).
    fn unhandled_csi(
        &mut self,
        screen: &mut vt100::Screen,
        first: Option<u8>,
        _second: Option<u8>,
        parameters: &[&[u16]],
        sign: char,
    ) {
        if first == Some(b'?') && parameters == [[2026]] {
            self.open = sign == 'h';
            if !self.open {
                self.shown = screen.contents();
            }
        }
    }
}

pub(crate) const ENTER: &str = "\r";
pub(crate) const ESCAPE: &str = "\x1b";
pub(crate) const F1: &str = "\x1bOP";
pub(crate) const F2: &str = "\x1bOQ";
pub(crate) const UNDO: &str = "\x1a";
pub(crate) const REDO: &str = "\x19";
pub(crate) const LEAVE: &str = "\x03";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const RIGHT: &str = "\x1b[C";

const fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    /// Starts `tetrarch` with these arguments on a screen of this size.
    pub(crate) fn start(size: (u16, u16), args: &[&str]) -> Terminal {
        Terminal::start_with(size, args, &[])
    }

    /// Starts `tetrarch` with these arguments and environment variables.
    pub(crate) fn start_with(
        (columns, rows): (u16, u16),
        args: &[&str],
        variables: &[(&str, &str)],
    ) -> Terminal {
        let pair = native_pty_system().openpty(size(columns, rows)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetrarch"));
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).expect("the program");
        drop(pair.slave);
        let screen = vt100::Parser::new_with_callbacks(rows, columns, 0, Frames::default());
        let screen = Arc::new(Mutex::new(screen));
        let mut output = pair.master.try_clone_reader().expect("its output");
        let shown = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 8192];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let mut screen = shown.lock().expect("a screen");
                screen.process(&bytes[..count]);
                let contents = screen.screen().contents();
                let frames = screen.callbacks_mut();
                if !frames.open {
                    frames.shown = contents;
                }
            }
        });
        let keys = pair.master.take_writer().expect("its input");
        Terminal { screen, keys, master: pair.master, child }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("a terminal takes keys");
    }

    /// Types a line.
    pub(crate) fn type_line(&mut self, text: &str) {
        self.press(&format!("{text}{ENTER}"));
    }

    /// Clicks on a screen position, counted from 0.
    pub(crate) fn click(&mut self, column: usize, row: usize) {
        let (column, row) = (column + 1, row + 1);
        self.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    pub(crate) fn screen(&self) -> String {
        self.screen.lock().expect("a screen").callbacks().shown.clone()
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.lock().expect("a screen").screen_mut().set_size(rows, columns);
        self.master.resize(size(columns, rows)).expect("another size");
    }

    /// Waits until the screen meets a condition.
    pub(crate) fn wait_until(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let seen = self.screen();
            if holds(&seen) {
                return seen;
            }
            assert!(begun.elapsed() < WAIT_TIMEOUT, "timed out waiting for {what}:\n{seen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |seen| seen.contains(text))
    }

    /// Quits, confirming as often as asked, and checks that the program exits successfully.
    pub(crate) fn leave(mut self) {
        let begun = Instant::now();
        loop {
            // Once the program has given the terminal back, the key would interrupt it. It may also have exited.
            if !self.screen().trim().is_empty() {
                let _ = self.keys.write_all(LEAVE.as_bytes()).and_then(|()| self.keys.flush());
            }
            for _ in 0..25 {
                if let Some(status) = self.child.try_wait().expect("a program") {
                    assert!(status.success(), "{status:?}\n{}", self.screen());
                    return;
                }
                thread::sleep(Duration::from_millis(20));
            }
            assert!(begun.elapsed() < WAIT_TIMEOUT, "the program does not quit:\n{}", self.screen());
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
