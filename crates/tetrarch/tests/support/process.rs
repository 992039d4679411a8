//! A server in its own process.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server that runs until it is killed or dropped.
pub(crate) struct ServerProcess {
    child: Child,
    /// Kept open: the server would exit if it could not write to its standard output.
    _out: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
}

impl ServerProcess {
    /// Runs `tetrarch serve` with this database.
    pub(crate) fn serve(database: &str) -> ServerProcess {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--no-limits", "--db", database]);
        ServerProcess::start(&mut command)
    }

    /// Runs a program whose first line of output is `… listening on http://ADDRESS`.
    pub(crate) fn start(command: &mut Command) -> ServerProcess {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("failed to start the server");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("standard output is piped"));
        out.read_line(&mut line).expect("failed to read the first line");
        let address = line.trim().rsplit_once("http://").and_then(|(_, address)| address.parse().ok());
        ServerProcess {
            address: address.unwrap_or_else(|| panic!("no address in {line:?}")),
            child,
            _out: out,
        }
    }

    /// Like `kill -9`: the process gets no chance to clean up.
    #[allow(dead_code, reason = "benchmarks do not kill the server")]
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("failed to kill the server");
        self.child.wait().expect("failed to wait for the server");
    }

    /// Stops the server with SIGTERM, as an operator does, and waits for it to exit.
    #[allow(dead_code, reason = "only the fault tests stop the server gracefully")]
    pub(crate) fn stop(mut self) {
        let signalled =
            Command::new("kill").arg(self.child.id().to_string()).status().expect("failed to run kill");
        assert!(signalled.success(), "kill failed");
        assert!(
            self.child.wait().expect("failed to wait for the server").success(),
            "the server exited with an error"
        );
    }

    /// The resident memory of the process, in bytes.
    #[allow(dead_code, reason = "only benchmarks use it")]
    pub(crate) fn resident_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))
            .expect("failed to read /proc");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("VmRSS is missing");
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("not a number");
        kilobytes * 1024
    }

    /// The process id.
    #[allow(dead_code, reason = "only benchmarks use it")]
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
