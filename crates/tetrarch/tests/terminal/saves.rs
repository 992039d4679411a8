//! Saved games.

use crate::support::Terminal;
use std::fs;

#[test]
fn a_saved_game_can_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.save");
    let name = file.to_str().expect("a name");
    let mut terminal = Terminal::start((80, 24), &["play", "banqi", "--hotseat"]);
    terminal.wait_for("First to flip");
    terminal.type_line("?a1");
    let seen = terminal.wait_for("2 Chance: ");
    terminal.type_line(&format!("save {name}"));
    terminal.wait_for("Saved to");
    terminal.leave();
    let board = |seen: &str| {
        seen.lines().skip(1).take(12).map(|line| line.chars().take(50).collect()).collect::<Vec<String>>()
    };
    let terminal = Terminal::start((80, 24), &["play", "--load", name]);
    let again = terminal.wait_for("2 Chance: ");
    assert_eq!(board(&seen), board(&again));
    terminal.leave();
}

#[test]
fn autosave_writes_after_every_action() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept.save");
    let name = file.to_str().expect("a name");
    let mut terminal = Terminal::start((80, 24), &["play", "ban-chess", "--hotseat", "--save", name]);
    terminal.wait_for("Black to ban");
    terminal.type_line("b:e2e4");
    terminal.wait_for("1 Black: b:e2e4");
    drop(terminal);
    let terminal = Terminal::start((80, 24), &["play", "--save", name]);
    terminal.wait_for("1 Black: b:e2e4");
    terminal.leave();
}

#[test]
fn a_file_that_is_not_a_game_is_an_error_and_is_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("letter.txt");
    let name = file.to_str().expect("a name");
    for text in [
        "Dear Ada",
        "{\"format\":\"tetrarch-save-1\",\"game\":\"chess\"}",
        "{\"format\":\"tetrarch-save-9\"}",
    ] {
        fs::write(&file, text).expect("a file");
        for way in [&["--load", name][..], &["--save", name]] {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_tetrarch"))
                .args(["play", "--plain"])
                .args(way)
                .output()
                .expect("the program");
            assert_eq!(output.status.code(), Some(1), "{text}");
            assert!(String::from_utf8_lossy(&output.stderr).contains("letter.txt"), "{output:?}");
        }
        let mut terminal = Terminal::start((80, 24), &["play", "ban-chess", "--hotseat"]);
        terminal.wait_for("Black to ban");
        terminal.type_line(&format!("save {name}"));
        terminal.wait_for("is not a saved game");
        terminal.leave();
        assert_eq!(fs::read_to_string(&file).expect("a file"), text);
    }
}
