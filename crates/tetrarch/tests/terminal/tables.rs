//! Games at tables on a server.

use crate::server::{CreatedTable, Proxy, Server};
use crate::support::Terminal;
use std::io::Write as _;
use std::process::{Command, Stdio};

const SIZE: (u16, u16) = (80, 24);

/// Two terminals at a new table of Ban-Chess. The first owns the table.
fn pair(server: &Server) -> (Terminal, Terminal) {
    let wanted = r#"{"game":"ban-chess","name":"Ada","seats":{"white":{"kind":"mine"}}}"#;
    let CreatedTable { table, token, .. } = server.new_table(wanted);
    let url = server.url();
    let white = ["play", "--server", &url, "--table", &table, "--token", &token, "--name", "Ada"];
    let white = Terminal::start(SIZE, &white);
    white.wait_for("Waiting for players");
    let black = ["play", "--server", &url, "--table", &table, "--seat", "black", "--name", "Bob"];
    let black = Terminal::start(SIZE, &black);
    white.wait_for("Black (Bob)");
    black.wait_for("▶ Black (you)");
    (white, black)
}

fn server() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    (folder, server)
}

#[test]
fn two_terminals_play_at_a_table_on_a_server() {
    let (_folder, server) = server();
    let (mut white, mut black) = pair(&server);
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
    white.wait_for("Black offers a draw");
    white.type_line("accept");
    for terminal in [white, black] {
        terminal.wait_for("Game over (agreement)");
        terminal.leave();
    }
}

#[test]
fn players_can_chat() {
    let (_folder, server) = server();
    let (mut white, mut black) = pair(&server);
    white.type_line("say good luck");
    black.wait_for("Ada says: good luck");
    black.type_line("say and to you");
    white.wait_for("Bob says: and to you");
    white.type_line("said");
    let said = white.wait_for("Messages: Esc closes");
    assert!(said.contains("Ada says: good luck"), "{said}");
}

#[test]
fn the_owner_controls_the_table() {
    let (_folder, server) = server();
    let (mut white, mut black) = pair(&server);
    white.type_line("pause");
    for terminal in [&white, &black] {
        terminal.wait_for("moves. Paused.");
    }
    black.type_line("b:e2e4");
    black.wait_for("The host has paused the game.");
    black.type_line("resume");
    black.wait_for("! ");
    white.type_line("resume");
    black.wait_for("The game continues.");
    white.type_line("seat black engine:1");
    white.wait_for("Black (engine 1, filling in)");
    white.wait_for("▶ White (you)");
    white.type_line("seat black me");
    white.wait_for("Black (Bob)");
    white.type_line("mute black");
    // This message arrives after the mute took effect.
    white.type_line("say silence please");
    black.wait_for("Ada says: silence please");
    black.type_line("say may I?");
    black.wait_for("muted you");
    white.type_line("adjudicate black");
    for terminal in [white, black] {
        terminal.wait_for("white 0, black 1");
        terminal.leave();
    }
}

#[test]
fn a_rematch_swaps_the_sides() {
    let (_folder, server) = server();
    let (mut white, mut black) = pair(&server);
    black.type_line("resign");
    white.wait_for("Game over (resignation)");
    white.type_line("rematch");
    black.wait_for("White wants a rematch");
    black.type_line("rematch");
    let (mut black, mut white) = (white, black);
    white.wait_for("White (you)");
    black.wait_for("▶ Black (you)");
    black.type_line("b:e2e4");
    white.wait_for("1 Black: b:e2e4");
    white.type_line("d4");
    black.wait_for("2 White: d4");
}

#[test]
fn an_invite_link_takes_the_seat() {
    let (_folder, server) = server();
    let wanted =
        r#"{"game":"banqi","seats":{"first":{"kind":"engine","level":1},"second":{"kind":"invited"}}}"#;
    let CreatedTable { table, invites, .. } = server.new_table(wanted);
    let invite = invites["second"].as_str().expect("an invite");
    let link = format!("{}/table/{table}?invite={invite}", server.url());
    let terminal = Terminal::start(SIZE, &["play", &link, "--name", "Eve"]);
    terminal.wait_for("▶ Second (you)");
    terminal.leave();
    let without = format!("{}/table/{table}", server.url());
    let output = Command::new(env!("CARGO_BIN_EXE_tetrarch")).args(["play", &without, "--plain"]).output();
    assert_eq!(output.expect("the program").status.code(), Some(1));
}

#[test]
fn the_game_continues_after_a_server_restart() {
    let (_folder, mut server) = server();
    let (mut white, mut black) = pair(&server);
    black.type_line("b:e2e4");
    white.wait_for("1 Black: b:e2e4");
    server.kill();
    white.wait_for("Connection lost");
    // Typed while the server is down: it is sent after the reconnect.
    white.type_line("d4");
    server.start_again();
    for terminal in [&white, &black] {
        terminal.wait_for("2 White: d4");
    }
    white.type_line("b:e7e5");
    black.wait_for("3 White: b:e7e5");
    black.type_line("say still here");
    white.wait_for("Bob says: still here");
}

#[test]
fn a_table_can_be_played_over_https() {
    let (folder, server) = server();
    let proxy = Proxy::before(&server, folder.path());
    let CreatedTable { table, .. } = server.new_table(r#"{"game":"ban-chess"}"#);
    let link = format!("{}/table/{table}", proxy.url);
    let trust = proxy.certificate.to_str().expect("a name");
    let at = |seat: &str| {
        Terminal::start_with(SIZE, &["play", &link, "--seat", seat], &[("SSL_CERT_FILE", trust)])
    };
    let (mut white, mut black) = (at("white"), at("black"));
    black.wait_for("▶ Black (you)");
    black.type_line("b:e2e4");
    white.wait_for("1 Black: b:e2e4");
    white.type_line("say it is safe here");
    black.wait_for("says: it is safe here");
    let stranger = Command::new(env!("CARGO_BIN_EXE_tetrarch"))
        .args(["play", &link, "--watch", "--plain"])
        .env_remove("SSL_CERT_FILE")
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&stranger.stderr);
    assert!(stranger.status.code() == Some(1) && said.contains("certificate"), "{said}");
}

/// Plays at a table in line mode and waits for the program to exit.
fn lines(link: &str, more: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetrarch"))
        .args(["play", link, "--plain"])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn in_line_mode_the_end_of_the_input_ends_the_session_on_any_turn() {
    let (_folder, server) = server();
    let CreatedTable { table, .. } = server.new_table(r#"{"game":"ban-chess"}"#);
    let link = format!("{}/table/{table}", server.url());
    let seen = lines(&link, &["--seat", "white", "--name", "Ada"], "seats\nsay hello\n");
    assert!(seen.contains("White: you") && seen.contains("Ada says: hello"), "{seen}");
}

#[test]
fn in_line_mode_early_actions_of_a_script_wait_for_their_turn() {
    let (_folder, server) = server();
    let wanted = r#"{"game":"ban-chess","seats":{"black":{"kind":"engine","level":1}}}"#;
    let CreatedTable { table, .. } = server.new_table(wanted);
    let link = format!("{}/table/{table}", server.url());
    // The engine bans first, so d4 may be banned.
    let seen = lines(&link, &["--seat", "white"], "d4\nb:e7e5\nline\nquit\n");
    assert!(seen.contains("White: d4") || seen.contains("banned d2d4"), "{seen}");
}
