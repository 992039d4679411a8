//! Another program that is talked to in lines.

use crate::PlayerError;
use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A program that runs, and what it says.
pub(super) struct UciProcess {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// How long a program may take to end when it is told to.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

impl UciProcess {
    /// Starts a program by its command line: its path and what follows, separated by blanks.
    pub(super) fn start(command: &str) -> Result<UciProcess, PlayerError> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or_default().to_string();
        let failed = |wrong: String| PlayerError::Process { program: name.clone(), wrong };
        let mut child = Command::new(&name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(format!("cannot be started: {error}")))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| failed("has no pipes".to_string()))?;
        let (say, lines) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.take_while(|line| say.send(line.trim().to_string()).is_ok()).count()
        });
        Ok(UciProcess { name, child, input, lines })
    }

    pub(super) fn error(&self, wrong: impl Into<String>) -> PlayerError {
        PlayerError::Process { program: self.name.clone(), wrong: wrong.into() }
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| match error.kind() {
            // It may end before it is talked to or while it is listened to: that is told alike.
            ErrorKind::BrokenPipe => self.error("has ended"),
            _ => self.error(format!("cannot be talked to: {error}")),
        })
    }

    /// Hears lines until one begins with a word; every line is told.
    pub(super) fn read_until(
        &self,
        word: &str,
        patience: Duration,
        mut tell: impl FnMut(&str),
    ) -> Result<String, PlayerError> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    tell(&line);
                    if line.split_whitespace().next() == Some(word) {
                        return Ok(line);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(PlayerError::Timeout(patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.error("has ended")),
            }
        }
    }
}

impl Drop for UciProcess {
    /// Nothing that was started is left behind.
    fn drop(&mut self) {
        let _ = self.send("quit");
        let end = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < end {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
