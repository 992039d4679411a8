//! Line mode, as scripts and screen readers use it.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Plays with these input lines, and returns the output.
fn play(args: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetrarch"))
        .args(["play", "--plain"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("failed to run tetrarch");
    // The program may exit before it has read all input.
    let _ = child.stdin.take().expect("standard input is piped").write_all(lines.as_bytes());
    let output = child.wait_with_output().expect("failed to wait for tetrarch");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("invalid UTF-8")
}

#[test]
fn end_of_input_ends_the_program() {
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let out = play(&[game, "--hotseat"], "");
        assert!(!out.contains('!') && !out.is_empty(), "{out}");
    }
}

#[test]
fn a_script_plays_a_game_to_its_end() {
    let out = play(&["ban-chess", "--hotseat"], "b:d2d4\ne4\nb:e7e5\nf6\nb:b1c3\nQh5+\nb:g7g6\nrecord pgn\n");
    assert!(out.contains("Game over (checkmate): white 1, black 0."), "{out}");
    assert!(out.contains("{banning: g7g6} 1-0"), "{out}");
    assert!(!out.contains('\u{1b}'), "escape codes although the output is not a terminal");
}

#[test]
fn invalid_commands_are_reported_and_the_game_continues() {
    let out = play(
        &["ban-chess", "--hotseat"],
        "e4\nload\nload /nowhere\nseat green me\nb:e2e4\nundo\nundo\nredo\nline\n",
    );
    let refused = out.lines().filter(|line| line.starts_with("! ")).count();
    assert_eq!(refused, 5, "{out}");
    assert!(out.ends_with("1. Black: b:e2e4\n"), "{out}");
}

#[test]
fn engines_play_every_game_to_its_end() {
    for (game, seats, options) in [
        ("ban-chess", &["white", "black"][..], "{}"),
        ("banqi", &["first", "second"], r#"{"quiet_limit":20}"#),
        ("enochian", &["blue", "red", "black", "yellow"], r#"{"quiet_limit":20}"#),
        ("bishops", &["white", "grey", "black", "pink"], r#"{"short":true}"#),
    ] {
        let seats: Vec<String> =
            seats.iter().flat_map(|seat| ["--seat".to_string(), format!("{seat}=engine:2")]).collect();
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        let out = play(&[&[game, "--think", "5", "--options", options], &seats[..]].concat(), "");
        assert!(out.lines().last().is_some_and(|line| line.starts_with("Game over (")), "{game}: {out}");
    }
}

#[test]
fn a_prisoner_exchange_is_proposed_and_accepted() {
    let start = "yK,6,bK/8/8/8/8/8/4,rR,3/1,kR,6 b brky rk r:b,k:y 0 1 -";
    let out = play(&["enochian", "--hotseat", "--start", start], "exchange\naccept\nseats\n");
    assert!(out.contains("proposes the treaty \"exchange\"") && out.contains("Agreed: exchange"), "{out}");
}

#[test]
fn the_operator_can_force_the_duel_add_time_and_seat_engines() {
    let out = play(
        &["bishops", "--hotseat", "--clock", "5+3", "--options", r#"{"force_duel":"anytime"}"#],
        "time white 60\nseat pink engine:2\nseats\nforce-duel\nreset\nline\n",
    );
    assert!(
        out.contains("Added 60 seconds to White's clock.") && out.contains("Pink: engine 2, 5:00"),
        "{out}"
    );
    assert!(out.contains("White: you, 5:59") || out.contains("White: you, 6:00"), "{out}");
    assert!(out.contains("Operator: force-duel") && out.contains("in the duel"), "{out}");
    assert!(out.ends_with("No actions yet.\n"), "{out}");
}

#[test]
fn a_flag_falls() {
    let folder = tempfile::tempdir().expect("failed to create a temporary folder");
    let script = folder.path().join("slow");
    std::fs::write(&script, "sleep 2; echo line").expect("failed to write the file");
    let command = format!(
        "sh {} | {} play ban-chess --hotseat --plain --clock 1/move",
        script.display(),
        env!("CARGO_BIN_EXE_tetrarch")
    );
    let output = Command::new("sh").args(["-c", &command]).output().expect("failed to run sh");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && out.contains("Black ran out of time"), "{out}");
}

#[test]
fn an_offer_does_not_return_time() {
    let command = format!(
        "(sleep 2; echo draw; echo 'seat white me'; echo seats) | {} play ban-chess --hotseat --plain --clock 1+0",
        env!("CARGO_BIN_EXE_tetrarch")
    );
    let output = Command::new("sh").args(["-c", &command]).output().expect("failed to run sh");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("Black offers a draw") && !out.contains("Black: you, 1:00"), "{out}");
    assert!(out.contains("Black: you, 0:5"), "{out}");
}

#[test]
fn a_loaded_record_can_be_continued() {
    let folder = tempfile::tempdir().expect("failed to create a temporary folder");
    let file = folder.path().join("game.pgn");
    std::fs::write(&file, "1. {banning: d2d4} e4 *\n").expect("failed to write the file");
    let out = play(&["--load", file.to_str().expect("the value is not text")], "b:e7e5\nline\n");
    assert!(out.contains("2. White: e4\n3. White: b:e7e5"), "{out}");
}

/// Each save of version 0.1.0, and the line of its game.
const FIRST_SAVES: [(&str, &str, &str); 5] = [
    (
        "ban-chess.json",
        "redo\nline\n",
        "1. Black: b:d2d4\n2. White: e4\n3. White: b:e7e5\n4. Black: f6\n5. Black: b:b1c3\n",
    ),
    // What was undone does not fit any more.
    ("ban-chess-drawn.json", "redo\nline\n", "1. Black: b:d2d4\n2. Draw agreed.\n"),
    ("banqi.json", "line\n", "1. First: ?a1\n2. Chance: K\n3. Second: ?b2\n4. Chance: g\n"),
    ("bishops.json", "line\n", "1. Chance: wgbp\n2. White: g2-g4\n3. Grey resigned.\n4. Pink resigned.\n"),
    ("enochian.json", "line\n", "1. Chance: 2\n2. Red resigned.\n"),
];

#[test]
fn saved_games_of_version_0_1_0_can_be_resumed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/saves_0.1.0");
    for (file, lines, expected) in FIRST_SAVES {
        let out = play(&["--load", &format!("{folder}/{file}")], lines);
        assert!(out.ends_with(expected), "{file}: {out}");
    }
}

#[test]
fn what_was_undone_is_forgotten_once_something_else_happens() {
    let folder = tempfile::tempdir().expect("failed to create a temporary folder");
    let file = folder.path().join("drawn.json");
    let name = file.to_str().expect("the path is UTF-8");
    let out =
        play(&["ban-chess", "--hotseat"], &format!("b:d2d4\ne2e4\nundo\ndraw\naccept\nsave {name}\nredo\n"));
    assert!(out.contains("Saved to") && out.contains("Nothing to redo."), "{out}");
    assert!(play(&["--load", name], "line\n").ends_with("1. Black: b:d2d4\n2. Draw agreed.\n"));
}
