//! Full-screen mode: menu, hotseat, resizing, invalid input, help and rules.

use crate::support::{DOWN, ENTER, ESCAPE, F1, F2, REDO, RIGHT, Terminal, UNDO};

#[test]
fn without_arguments_a_menu_offers_games_and_seats() {
    let mut terminal = Terminal::start((80, 24), &["play"]);
    for game in ["Bishops", "Enochian chess", "Ban-Chess"] {
        terminal.wait_for(game);
        terminal.press(RIGHT);
    }
    terminal.wait_for("Banqi");
    // The second seat: from level 3 to level 4.
    terminal.press(&[DOWN, DOWN, RIGHT].concat());
    terminal.wait_for("engine, level 4");
    terminal.press(ENTER);
    terminal.wait_for("First to flip any piece");
    assert!(terminal.screen().contains("Second (engine 4)"));
    terminal.leave();
}

#[test]
fn four_people_play_at_one_keyboard() {
    let mut terminal = Terminal::start((80, 24), &["play", "bishops", "--hotseat"]);
    for (turn, action) in
        [("White", "g2g4"), ("Grey", "b6d6"), ("Black", "g11g9"), ("Pink", "k4i4"), ("White", "f2f4")]
    {
        terminal.wait_for(&format!("▶ {turn} (you)"));
        terminal.type_line(action);
    }
    terminal.wait_for("Pink: k4-i4");
    // Three players resign, and the last one wins.
    for seat in ["pink", "grey"] {
        terminal.type_line(&format!("resign {seat}"));
    }
    terminal.wait_for("in the duel");
    terminal.type_line("resign black");
    let seen = terminal.wait_for("Game over (resignation)");
    assert!(seen.contains("white 1"), "{seen}");
    terminal.leave();
}

#[test]
fn resizing_does_not_disturb_the_game() {
    let mut terminal = Terminal::start((80, 24), &["play", "enochian", "--hotseat"]);
    terminal.wait_for("Blue to move");
    for (columns, rows) in [(120, 40), (20, 5), (61, 21), (200, 60), (1, 1), (80, 24)] {
        terminal.resize(columns, rows);
        std::thread::sleep(std::time::Duration::from_millis(120));
    }
    terminal.type_line("Pg6f6");
    terminal.wait_for("Blue: Pg6f6");
    terminal.leave();
}

#[test]
fn invalid_input_is_reported_and_changes_nothing() {
    let mut terminal = Terminal::start((80, 24), &["play", "ban-chess", "--hotseat"]);
    terminal.wait_for("Black to ban");
    terminal.type_line("e9e10");
    terminal.wait_for("e9e10");
    terminal.type_line("load");
    terminal.wait_for("Load which file?");
    terminal.type_line("save /nowhere/at/all");
    terminal.wait_for("No such file");
    terminal.press("\x1b[99~\x07\x00");
    terminal.type_line("why e2 e5");
    terminal.type_line("b:e2e4");
    terminal.wait_for("Black: b:e2e4");
    terminal.type_line("e4");
    terminal.wait_for("banned e2e4");
    terminal.leave();
}

#[test]
fn help_and_rules_are_shown_over_the_board() {
    let mut terminal = Terminal::start((80, 24), &["play", "banqi"]);
    terminal.wait_for("to flip any piece");
    terminal.press(F1);
    terminal.wait_for("scroll the record");
    terminal.wait_for("x x: banned");
    // The help is longer than the screen: scroll to the end.
    terminal.press("  ");
    terminal.wait_for("turn, rules, help, quit");
    terminal.press(ESCAPE);
    terminal.wait_until("the board again", |seen| !seen.contains("Esc closes"));
    terminal.press(F2);
    terminal.wait_for("Chinese dark chess");
    terminal.press(ESCAPE);
    terminal.leave();
}

#[test]
fn undo_and_redo_go_to_the_players_own_turn() {
    let mut terminal = Terminal::start((80, 24), &["play", "ban-chess", "--level", "1", "--think", "20"]);
    // The engine may have banned either move.
    let own = if terminal.wait_for("▶ White").contains("b:g1f3") { "Nc3" } else { "Nf3" };
    terminal.type_line(own);
    terminal.wait_for(&format!("White: {own}"));
    terminal.press(UNDO);
    terminal.wait_for("Back to action");
    terminal.press(REDO);
    terminal.wait_for(&format!("2 White: {own}"));
    terminal.leave();
}

#[test]
fn commands_show_the_same_as_in_line_mode() {
    let mut terminal = Terminal::start((80, 24), &["play", "banqi", "--hotseat", "--clock", "5+3"]);
    terminal.wait_for("First to flip");
    terminal.type_line("?a1");
    terminal.wait_for("2 Chance: ");
    for (word, shown) in [("line", "1. First: ?a1"), ("seats", "Second: you, "), ("text", "Position: Esc")] {
        terminal.type_line(word);
        terminal.wait_for(shown);
        terminal.press(ESCAPE);
        terminal.wait_until("the board again", |seen| !seen.contains("Esc closes"));
    }
    terminal.leave();
}

#[test]
fn the_mouse_moves_pieces_and_presses_buttons() {
    let mut terminal = Terminal::start((80, 24), &["play", "ban-chess", "--hotseat"]);
    let foot = |seen: &str| {
        let line = seen.lines().find(|line| line.starts_with("    a   b"))?.to_string();
        line.chars().position(|letter| letter == 'e')
    };
    let seen = terminal.wait_until("the whole board", |seen| foot(seen).is_some());
    let column = foot(&seen).expect("a column");
    let row = |label: char| seen.lines().position(|line| line.chars().nth(1) == Some(label)).expect("a row");
    let (two, four) = (row('2'), row('4'));
    terminal.click(column, two);
    terminal.wait_for("»P«");
    terminal.click(column, four);
    let seen = terminal.wait_for("Black: b:e2e4");
    let button = |line: &str| Some(line[..line.find("[resign]")?].chars().count());
    let (column, row) =
        seen.lines().enumerate().find_map(|(row, line)| Some((button(line)?, row))).expect("a button");
    terminal.click(column + 1, row);
    terminal.wait_for("Game over (resignation): white 0, black 1");
    terminal.leave();
}
