//! Whole games against the engine, in full-screen mode.

use crate::support::{ESCAPE, Terminal};
use tetrarch_rules::laws::SeededRng;

/// More actions of the player than any of these games takes.
const MAX_ACTIONS: usize = 400;

/// The legal actions, as the program lists them.
fn moves(terminal: &mut Terminal) -> Vec<String> {
    terminal.type_line("moves");
    let seen = terminal.wait_for("Esc closes");
    terminal.press(ESCAPE);
    terminal.wait_until("the board again", |seen| !seen.contains("Esc closes"));
    let inside =
        seen.lines().filter_map(|line| line.strip_prefix('│')).map(|line| line.trim_end_matches('│'));
    inside.flat_map(|line| line.split_whitespace().map(String::from).collect::<Vec<_>>()).collect()
}

fn over(seen: &str) -> bool {
    seen.lines().next().is_some_and(|title| title.contains("Game over ("))
}

/// Plays random actions until the game ends.
fn play_to_the_end(args: &[&str], my_turn: &str) {
    let mut terminal = Terminal::start((120, 40), &[&["play", "--think", "20"], args].concat());
    let mut rng = SeededRng::new(7);
    for played in 0.. {
        let seen = terminal.wait_until("my turn or the end", |seen| over(seen) || seen.contains(my_turn));
        if over(&seen) {
            // Neither the player nor the engine resigns here.
            assert!(!seen.contains("Game over (resignation)"), "{seen}");
            assert!(played > 2, "the game ended after {played} actions of the player:\n{seen}");
            break;
        }
        assert!(played < MAX_ACTIONS, "the game does not end:\n{seen}");
        let choice = rng.choose(&moves(&mut terminal)).cloned();
        let count = seen_count(&terminal);
        // The game may have ended since the screen was read; then there is no legal action.
        let Some(choice) = choice else { continue };
        terminal.type_line(&choice);
        let what = format!("{choice} to be played after action {count}");
        terminal.wait_until(&what, |seen| over(seen) || count_in(seen) > count);
    }
    terminal.leave();
}

/// The number of the last action in the record pane.
fn count_in(seen: &str) -> usize {
    let mut lines = seen.lines().skip_while(|line| !line.contains("Record"));
    let title = lines.next().unwrap_or_default();
    let left = title.split("Record").next().unwrap_or_default().chars().count();
    let pane = |line: &str| line.chars().skip(left).collect::<String>();
    let numbers = lines.filter_map(|line| pane(line).split_whitespace().next()?.parse::<usize>().ok());
    numbers.max().unwrap_or(0)
}

fn seen_count(terminal: &Terminal) -> usize {
    count_in(&terminal.screen())
}

#[test]
fn a_game_of_ban_chess_against_the_engine() {
    play_to_the_end(&["ban-chess", "--level", "5"], "▶ White");
}

#[test]
fn a_game_of_banqi_against_the_engine() {
    play_to_the_end(&["banqi", "--level", "5", "--options", r#"{"quiet_limit":20}"#], "▶ First");
}

#[test]
fn a_game_of_enochian_chess_against_engines() {
    play_to_the_end(
        &["enochian", "--level", "4", "--options", r#"{"players":2,"quiet_limit":30}"#],
        "▶ Blue",
    );
}

#[test]
fn a_game_of_bishops_against_engines() {
    play_to_the_end(
        &["bishops", "--level", "4", "--options", r#"{"short":true,"material_limit":18}"#],
        "▶ White",
    );
}
