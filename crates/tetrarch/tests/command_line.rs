//! Tests of the real program on the command line.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn tetrarch(args: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
    let mut child = program
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // A command that does not read its input may already have exited.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("an end")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

/// A directory for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn the_help_lists_commands_and_examples() {
    let output = tetrarch(&["--help"], "");
    assert!(output.status.success());
    for word in ["serve", "trace", "perft", "show", "record", "Examples"] {
        assert!(out(&output).contains(word), "{word}");
    }
}

#[test]
fn errors_about_games_and_options_list_the_valid_ones() {
    let output = tetrarch(&["show", "chess"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("the games are bishops"), "{}", err(&output));
    let output = tetrarch(&["show", "ban-chess", "--options", "{bans}"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("is not a JSON object"), "{}", err(&output));
    let output = tetrarch(&["perft", "ban-chess", "two"], "");
    assert_eq!(output.status.code(), Some(2));
    let output = tetrarch(&["show", "ban-chess", "8/8 w"], "");
    assert!(err(&output).contains("2 fields"), "{}", err(&output));
    let output = tetrarch(&["show", "ban-chess", "--seat", "pink"], "");
    assert!(err(&output).contains("the seats are white, black"), "{}", err(&output));
}

#[test]
fn show_prints_the_board_and_the_legal_actions() {
    let output = tetrarch(&["show", "ban-chess"], "");
    let text = out(&output);
    assert!(text.starts_with("  8  r  n  b  q  k  b  n  r"), "{text}");
    assert!(text.contains("Black to ban one of White's moves."), "{text}");
    assert!(text.contains("Legal actions (20):") && text.contains("b:e2e4"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colour in a pipe");
    let turned = tetrarch(&["show", "ban-chess", "--seat", "black"], "");
    assert!(out(&turned).starts_with("  1  R  N  B  K  Q  B  N  R"), "{}", out(&turned));
}

#[test]
fn perft_counts_and_divides() {
    let output = tetrarch(&["perft", "ban-chess", "3"], "");
    assert_eq!(out(&output).trim(), "7600");
    let output =
        tetrarch(&["perft", "ban-chess", "2", "--divide", "--start", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1 1"], "");
    assert!(out(&output).contains("b:a7a8: 7\n") && out(&output).ends_with("\n44\n"), "{}", out(&output));
}

#[test]
fn trace_responds_line_by_line() {
    let line = r#"{"game":"ban-chess","options":{},"start":null,"actions":["b:e2e4","d4"]}"#;
    let output = tetrarch(&["trace"], &format!("{line}\n\nnonsense\n"));
    assert!(output.status.success());
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].ends_with(r#""outcome":null,"error":null}"#)
            && lines[1].starts_with(r#"{"error":{"reason":"#)
    );
}

#[test]
fn record_converts_between_all_formats_and_back() {
    let game = "b:d2d4 m:e2e4 b:e7e5 m:f7f6 b:b1c3 m:d1h5 b:g7g6";
    let mut text = format!("{game}\n");
    for (from, to) in [("bcn", "pgn"), ("pgn", "json"), ("json", "bcn")] {
        let output = tetrarch(&["record", "--from", from, "--to", to], &text);
        assert!(output.status.success(), "{}", err(&output));
        text = out(&output).to_string();
    }
    assert_eq!(text.trim(), game);
}

#[test]
fn record_continues_after_a_bad_game_and_counts_failures() {
    let folder = folder("records");
    let file = folder.join("games.bcn");
    std::fs::write(&file, "b:e2e4 m:d2d4\n\nb:e2e4 m:e2e4\n\nb:a2a3\n").unwrap();
    let output = tetrarch(&["record", "--to", "bcn", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "b:e2e4 m:d2d4\n\nb:a2a3\n\n");
    assert!(err(&output).contains("games.bcn: line 3, column 8"), "{}", err(&output));
    assert!(err(&output).contains("2 good, 1 bad"), "{}", err(&output));
}

#[test]
fn record_reads_directories_and_continues_after_a_bad_file() {
    let folder = folder("season");
    std::fs::create_dir_all(folder.join("may")).unwrap();
    std::fs::write(folder.join("a.bcn"), "b:e2e4 m:d2d4\n").unwrap();
    std::fs::write(folder.join("b.txt"), "").unwrap();
    std::fs::write(folder.join("c.pgn"), [0xff, 0xfe, b'{']).unwrap();
    std::fs::write(folder.join("may/d.bcn"), "b:a2a3\n\nb:a2a9\n").unwrap();
    let output = tetrarch(&["record", "--game", "ban-chess", "--to", "bcn", folder.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "b:e2e4 m:d2d4\n\nb:a2a3\n\n");
    assert!(err(&output).contains("d.bcn: line 3, column 1"), "{}", err(&output));
    assert!(err(&output).contains("b.txt") && err(&output).contains("c.pgn"), "{}", err(&output));
    assert!(err(&output).contains("2 good, "), "{}", err(&output));
}

#[test]
fn errors_name_the_unreadable_file() {
    let output = tetrarch(&["record", "/no/such/file.pgn"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("/no/such/file.pgn"), "{}", err(&output));
    let output = tetrarch(&["record", "--to", "docx"], "b:e2e4\n");
    assert!(err(&output).contains("it has pgn, bcn, json"), "{}", err(&output));
}

#[test]
fn serve_starts_within_two_seconds_and_shuts_down_on_sigterm() {
    let folder = folder("serve");
    let database = format!("sqlite:{}", folder.join("games.db").display());
    let begun = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
    let program =
        program.args(["serve", "--listen", "127.0.0.1:0", "--db", &database]).stdout(Stdio::piped());
    let mut child = program.stderr(Stdio::null()).spawn().expect("the program");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let (address, kept) = (lines.next().unwrap().unwrap(), lines.next().unwrap().unwrap());
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert!(kept.contains("games.db"), "{kept}");
    let address = address.split("http://").nth(1).expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.write_all(b"GET /api HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("bishops"), "{answer}");
    let health = tetrarch(&["health", address], "");
    assert!(health.status.success() && out(&health).contains("is ready"), "{health:?}");
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(kill.success() && child.wait().expect("an end").success());
    let health = tetrarch(&["health", address], "");
    assert!(health.status.code() == Some(1) && err(&health).contains("no answer from"), "{health:?}");
}

#[test]
fn the_version_includes_the_commit_if_known() {
    let output = tetrarch(&["--version"], "");
    let commit = env!("CARGO_PKG_VERSION").len() + "tetrarch ".len();
    let (name, commit) = out(&output).trim_end().split_at(commit);
    assert_eq!(name, concat!("tetrarch ", env!("CARGO_PKG_VERSION")));
    assert!(commit.is_empty() || commit.starts_with(" (") && commit.ends_with(')'), "{commit:?}");
}

#[test]
fn serve_reports_an_invalid_address_or_database() {
    let output = tetrarch(&["serve", "--listen", "nowhere:x", "--db", "sqlite::memory:"], "");
    assert!(!output.status.success() && err(&output).contains("nowhere:x"), "{}", err(&output));
    let output = tetrarch(&["serve", "--listen", "127.0.0.1:0", "--db", "mysql://ada:secret@host/x"], "");
    assert!(!output.status.success() && err(&output).contains("postgres://"), "{}", err(&output));
    assert!(!err(&output).contains("secret"), "{}", err(&output));
}

#[test]
fn serve_reports_why_it_cannot_start() {
    let other = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = other.local_addr().expect("an address").to_string();
    let memory = ["--db", "sqlite::memory:"];
    let serve = |args: &[&str]| tetrarch(&[&["serve"][..], &memory, args].concat(), "");
    let output = serve(&["--listen", &taken]);
    assert!(err(&output).starts_with("tetrarch: cannot listen on"), "{}", err(&output));
    let output = serve(&["--listen", "nonsense"]);
    assert!(output.status.code() == Some(2) && err(&output).contains("HOST:PORT"), "{}", err(&output));
    let output = serve(&["--listen", "127.0.0.1:0", "--rules-dir", "/no/such/folder"]);
    assert!(!output.status.success() && err(&output).contains("no such directory"), "{}", err(&output));
    let output = tetrarch(&["serve", "--listen", "127.0.0.1:0", "--db", "sqlite:/no/such/folder/x.db"], "");
    assert!(err(&output).contains("there is no directory /no/such/folder"), "{}", err(&output));
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
    let program = program.args(["serve", "--listen", "127.0.0.1:0", "--db", "sqlite::memory:"]);
    let output = program.env("TETRARCH_LOG", "=====").output().expect("the program");
    assert!(!output.status.success() && err(&output).contains("TETRARCH_LOG"), "{}", err(&output));
}

#[test]
fn a_backup_is_restored_and_an_invalid_one_is_refused() {
    let folder = folder("backup");
    let at = |name: &str| folder.join(name).display().to_string();
    for name in ["old.db", "new.db", "games.backup", "games.part"] {
        let _ = std::fs::remove_file(at(name));
    }
    let (old, new, file) =
        (format!("sqlite:{}", at("old.db")), format!("sqlite:{}", at("new.db")), at("games.backup"));
    let output = tetrarch(&["backup", &file, "--db", &old], "");
    assert!(!output.status.success() && err(&output).contains("there is no file"), "{}", err(&output));
    assert!(!Path::new(&at("old.db")).exists(), "a backup does not create the database");
    std::fs::write(at("games.part"), "my own").expect("a file");
    std::fs::write(at("old.db"), "").expect("a file");
    let output = tetrarch(&["backup", &file, "--db", &old], "");
    assert!(output.status.success() && err(&output).contains("Games: 0"), "{}", err(&output));
    assert_eq!(std::fs::metadata(&file).expect("a backup").permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_to_string(at("games.part")).expect("the other file is untouched"), "my own");
    let output = tetrarch(&["restore", "-", "--db", &new], "nonsense");
    assert!(!output.status.success() && err(&output).contains("line 1"), "{}", err(&output));
    assert!(!Path::new(&at("new.db")).exists(), "an invalid backup does not create the database");
    let output = tetrarch(&["restore", &file, "--db", &new], "");
    assert!(output.status.success(), "{}", err(&output));
    let output = tetrarch(&["restore", "-", "--db", &new], "nonsense");
    assert!(!output.status.success() && err(&output).contains("line 1"), "{}", err(&output));
    let output = tetrarch(&["restore", "/no/such/file", "--db", &new], "");
    assert!(!output.status.success() && err(&output).contains("/no/such/file"), "{}", err(&output));
}

#[test]
fn lan_mode_prints_the_address_and_a_qr_code() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
    let program = program.args(["serve", "--lan", "--listen", "127.0.0.1:0", "--db", "sqlite::memory:"]);
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first: Vec<String> = lines.take(12).map(|line| line.expect("a line")).collect();
    child.kill().expect("an end");
    child.wait().expect("an end");
    assert!(first[0].contains("listening on http://") && !first[0].contains("127.0.0.1"), "{first:?}");
    assert!(first.iter().any(|line| line.contains('█')), "{first:?}");
}

/// Sends one request and returns the response.
fn ask(address: &str, request: &str, cookie: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let request = format!(
        "{request} HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: application/json\r\n\
         cookie: {cookie}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    // In one write: the server might respond to the first half and close the connection.
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_log_is_structured_and_holds_no_secret() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
    let program = program
        .args(["serve", "--listen", "127.0.0.1:0", "--db", "sqlite::memory:", "--log-format", "json"])
        .env("TETRARCH_LOG", "trace");
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    let mut log = child.stderr.take().expect("a pipe");
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).expect("a log");
        text
    });
    // Kept open: a server that cannot write its output exits.
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.split("http://").nth(1).expect("an address").to_string();
    let answer = ask(&address, "POST /api/me", "", "");
    let cookie =
        answer.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next()).expect("a cookie");
    ask(&address, "POST /api/account", cookie, r#"{"account":"ada","password":"correct horse"}"#);
    ask(&address, "POST /api/login", "", r#"{"account":"ada","password":"wrong horse"}"#);
    let made =
        ask(&address, "POST /api/tables", cookie, r#"{"game":"banqi","seats":{"first":{"kind":"mine"}}}"#);
    let token = made.split(r#""token":""#).nth(1).and_then(|rest| rest.split('"').next()).expect("a token");
    ask(&address, "GET /api/sets/x/sheet?key=thekey", cookie, "");
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(kill.success() && child.wait().expect("an end").success());
    let log = reading.join().expect("a log");
    assert!(log.lines().all(|line| line.starts_with('{')) && log.contains(r#""path":"/api/login""#), "{log}");
    for secret in ["correct horse", "wrong horse", token, "thekey", cookie.split_once('=').unwrap().1] {
        assert!(!log.contains(secret), "the log holds {secret}");
    }
}
