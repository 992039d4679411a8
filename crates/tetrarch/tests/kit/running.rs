//! A server in a process of its own.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server that runs until it is killed or forgotten.
pub(crate) struct Running {
    child: Child,
    /// Kept open: a program that cannot say what it wants to say would end.
    _out: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
}

impl Running {
    /// `tetrarch serve` with a database.
    pub(crate) fn serve(database: &str) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--no-limits", "--db", database]);
        Running::start(&mut command)
    }

    /// Any program that says `… listens on http://ADDRESS` first.
    pub(crate) fn start(command: &mut Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output is read"));
        out.read_line(&mut line).expect("it says something");
        let address = line.trim().rsplit_once("http://").and_then(|(_, address)| address.parse().ok());
        Running { address: address.unwrap_or_else(|| panic!("no address in {line:?}")), child, _out: out }
    }

    /// The same as `kill -9`: the program has no time to do anything.
    #[allow(dead_code, reason = "measurements kill nobody")]
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Stops it as its operator does, and waits until it has ended.
    #[allow(dead_code, reason = "only tests of faults stop it well")]
    pub(crate) fn stop(mut self) {
        let told = Command::new("kill").arg(self.child.id().to_string()).status().expect("kill runs");
        assert!(told.success(), "it is told to stop");
        assert!(self.child.wait().expect("it ends").success(), "it ends well");
    }

    /// The memory that the process really uses, in bytes.
    #[allow(dead_code, reason = "only measurements ask for it")]
    pub(crate) fn memory(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("Linux tells");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory is told");
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        kilobytes * 1024
    }

    /// Its number among the processes.
    #[allow(dead_code, reason = "only measurements ask for it")]
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
