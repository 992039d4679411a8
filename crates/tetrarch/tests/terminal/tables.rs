//! A table on a server, from two terminals.

use crate::kit::Terminal;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Server {
    process: Child,
    /// Kept, since a server that cannot write ends.
    _output: BufReader<std::process::ChildStdout>,
    address: String,
}

impl Server {
    fn start(folder: &std::path::Path) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tetrarch"))
            .args(["serve", "--listen", "127.0.0.1:0", "--db"])
            .arg(format!("sqlite:{}", folder.join("games.db").display()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a server");
        let mut line = String::new();
        let mut output = BufReader::new(process.stdout.take().expect("its output"));
        output.read_line(&mut line).expect("a line");
        let address = line.trim().rsplit("http://").next().expect("an address").to_string();
        Server { process, _output: output, address }
    }

    /// Asks for a table whose seats are all open, and returns its id.
    fn new_table(&self, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the server");
        let length = body.len();
        write!(
            stream,
            "POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let json = answer.split("\r\n\r\n").nth(1).expect("a body");
        let json = &json[json.find('{').expect("an object")..=json.rfind('}').expect("its end")];
        let made: serde_json::Value = serde_json::from_str(json).expect("JSON");
        made["table"].as_str().expect("a table").to_string()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn two_terminals_play_at_a_table_of_a_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let table = server.new_table(r#"{"game":"ban-chess"}"#);
    let url = format!("http://{}", server.address);
    let at = |seat: &str, name: &str| {
        Terminal::start(
            (80, 24),
            &["play", "--server", &url, "--table", &table, "--seat", seat, "--name", name],
        )
    };
    let mut white = at("white", "Ada");
    white.wait_for("White (you)");
    let mut black = at("black", "Bob");
    black.wait_for("▶ Black (you)");
    black.wait_for("White (Ada)");
    black.type_line("b:e2e4");
    white.wait_for("Black: b:e2e4");
    white.type_line("why e2 e4");
    white.wait_for("banned e2e4");
    white.type_line("d4");
    black.wait_for("White: d4");
    white.type_line("b:e7e5");
    black.wait_for("White: b:e7e5");
    black.type_line("draw");
    white.wait_for("Black proposes a draw");
    white.type_line("accept");
    for terminal in [white, black] {
        terminal.wait_for("Over by agreement");
        terminal.leave();
    }
}
