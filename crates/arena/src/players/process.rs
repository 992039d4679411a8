//! An engine process with line-based input and output.

use crate::PlayerError;
use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running engine process.
pub(super) struct UciProcess {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// How long a process may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

impl UciProcess {
    /// Starts a process from a command line: the path and arguments, separated by spaces.
    pub(super) fn start(command: &str) -> Result<UciProcess, PlayerError> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or_default().to_string();
        let failed = |problem: String| PlayerError::Process { program: name.clone(), problem };
        let mut child = Command::new(&name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(format!("failed to start: {error}")))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| failed("has no standard input or output".to_string()))?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.take_while(|line| sender.send(line.trim().to_string()).is_ok()).count()
        });
        Ok(UciProcess { name, child, input, lines })
    }

    pub(super) fn error(&self, problem: impl Into<String>) -> PlayerError {
        PlayerError::Process { program: self.name.clone(), problem: problem.into() }
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| match error.kind() {
            // The process may exit before a write or during a read: report both alike.
            ErrorKind::BrokenPipe => self.error("has exited"),
            _ => self.error(format!("does not accept input: {error}")),
        })
    }

    /// Reads lines until one starts with a word, and returns it. Calls `tell` for every line.
    pub(super) fn read_until(
        &self,
        word: &str,
        timeout: Duration,
        mut on_line: impl FnMut(&str),
    ) -> Result<String, PlayerError> {
        let end = Instant::now() + timeout;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    on_line(&line);
                    if line.split_whitespace().next() == Some(word) {
                        return Ok(line);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(PlayerError::Timeout(timeout)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.error("has exited")),
            }
        }
    }
}

impl Drop for UciProcess {
    /// Quits the process, or kills it if it does not exit.
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
