//! Snapshot tests of every board on small and large screens. `BLESS=1 cargo test` rewrites the snapshots.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use serde_json::json;
use std::path::Path;
use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian};
use tetrarch_table::{GameKind, Games, TimeControl};
use tetrarch_tui::screen::{App, Colours, Theme};
use tetrarch_tui::{Charset, Deps, LocalSession, PlaySession as _, PlayerKind};

const GAMES: Games = Games::new(&[
    &GameKind::<BanChess>::with_formats(&[]),
    &GameKind::<Banqi>::with_formats(&[]),
    &GameKind::<Enochian>::with_formats(&[]),
    &GameKind::<Bishops>::with_formats(&[]),
]);

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Dependencies without engines; chance always picks the first outcome.
fn deps() -> Deps {
    Deps {
        games: GAMES,
        engine: |_| None,
        deal_chance: |_, _, table| table.chances().first().map(|(outcome, _)| outcome.clone()),
        new_secret: || "00".repeat(32),
        limits: None,
    }
}

fn new_session(game: &str, start: Option<&str>, words: &[&str]) -> LocalSession {
    let game = GAMES.by_name(game).unwrap();
    let mut table = game.open(&json!({}), start, TimeControl::None).unwrap();
    for word in words {
        table.play(word).unwrap_or_else(|why| panic!("{word}: {why}"));
    }
    let seats = table.seats().len();
    LocalSession::new(deps(), table, vec![PlayerKind::Human; seats])
}

fn drawn(app: &mut App<'_>, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let line =
        |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
    (0..height).map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Compares a screen with its snapshot file.
fn check(name: &str, seen: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, seen).unwrap();
    }
    let right = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(seen, right, "{name} looks different");
}

fn check_sizes(name: &str, session: &mut LocalSession, look: Theme) {
    for size in SIZES {
        let mut app = App::new(session, look, "The rules.");
        check(&format!("{name}-{}x{}", size.0, size.1), &drawn(&mut app, size));
    }
}

#[test]
fn ban_chess_shows_the_ban_and_the_record() {
    let mut session = new_session("ban-chess", None, &["b:d2d4", "e4", "b:e7e5"]);
    check_sizes("ban-chess", &mut session, Theme::default());
}

#[test]
fn banqi_shows_face_down_pieces_and_the_bag() {
    let mut session = new_session("banqi", None, &["?d3", "=g", "?e2", "=P"]);
    check_sizes("banqi", &mut session, Theme::default());
}

#[test]
fn enochian_shows_two_pieces_on_a_throne() {
    let mut session = new_session("enochian", None, &["Pg6f6"]);
    check_sizes("enochian", &mut session, Theme::default());
}

#[test]
fn enochian_shows_frozen_armies() {
    let start = "yK,7/yPr,7/8/8/8/8/bK,1,kR,5/1,kN,5,rK b brky k k:r 0 1 -";
    check_sizes("enochian-frozen", &mut new_session("enochian", Some(start), &[]), Theme::default());
}

#[test]
fn bishops_shows_the_cross_and_its_corners() {
    let mut session = new_session("bishops", None, &["g2g4", "b6d6"]);
    check_sizes("bishops", &mut session, Theme::default());
}

#[test]
fn the_duel_of_bishops_has_its_own_board() {
    let start = "duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check_sizes("bishops-duel", &mut new_session("bishops", Some(start), &["e4"]), Theme::default());
}

#[test]
fn ascii_mode_uses_only_ascii() {
    let look = Theme { charset: Charset::Ascii, colours: Colours::Off };
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let mut session = new_session(game, None, &[]);
        let mut app = App::new(&mut session, look, "The rules.");
        let seen = drawn(&mut app, (80, 24));
        assert!(seen.is_ascii(), "{seen}");
        for key in [KeyCode::F(1), KeyCode::Esc, KeyCode::F(2)] {
            app.handle_event(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
            assert!(drawn(&mut app, (80, 24)).is_ascii());
        }
    }
}

#[test]
fn any_screen_size_is_drawn_without_a_panic() {
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let mut session = new_session(game, None, &[]);
        let mut app = App::new(&mut session, Theme::default(), "The rules.");
        for width in (1..140).step_by(9) {
            for height in (1..60).step_by(7) {
                drawn(&mut app, (width, height));
                app.handle_event(&Event::Resize(width, height));
            }
        }
    }
}

fn press(app: &mut App<'_>, keys: &[KeyCode]) {
    for key in keys {
        app.handle_event(&Event::Key(KeyEvent::new(*key, KeyModifiers::NONE)));
    }
}

fn typed(app: &mut App<'_>, text: &str) {
    let keys: Vec<KeyCode> = text.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect();
    press(app, &keys);
}

#[test]
fn a_piece_is_selected_and_moved_with_the_cursor() {
    let mut session = new_session("ban-chess", None, &["b:d2d4"]);
    let mut app = App::new(&mut session, Theme::default(), "");
    // Move from a1 to e2, select the pawn and go two cells up.
    press(&mut app, &[KeyCode::Right; 4]);
    press(&mut app, &[KeyCode::Up, KeyCode::Enter]);
    let seen = drawn(&mut app, (80, 24));
    assert!(seen.contains("»P«"), "{seen}");
    assert_eq!(seen.matches('•').count(), 2, "the two targets\n{seen}");
    press(&mut app, &[KeyCode::Up, KeyCode::Up, KeyCode::Enter]);
    assert!(drawn(&mut app, (80, 24)).contains("White: e4"));
}

#[test]
fn a_click_on_a_face_down_piece_flips_it() {
    let mut session = new_session("banqi", None, &[]);
    let mut app = App::new(&mut session, Theme::default(), "");
    drawn(&mut app, (80, 24));
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.handle_event(&Event::Mouse(MouseEvent { kind, column: 6, row: 2, modifiers: KeyModifiers::NONE }));
    app.poll();
    let seen = drawn(&mut app, (80, 24));
    assert!(seen.contains("First: ?a4") && seen.contains("Chance: "), "{seen}");
}

#[test]
fn illegal_actions_are_explained() {
    let mut session = new_session("ban-chess", None, &["b:e2e4"]);
    let mut app = App::new(&mut session, Theme::default(), "");
    press(&mut app, &[KeyCode::Right; 4]);
    press(&mut app, &[KeyCode::Up, KeyCode::Enter, KeyCode::Up, KeyCode::Up, KeyCode::Enter]);
    let seen = drawn(&mut app, (80, 24));
    assert!(seen.contains("Black banned e2e4 this turn."), "{seen}");
    typed(&mut app, "e9");
    assert!(!drawn(&mut app, (80, 24)).contains("White: "), "nothing was played");
}

#[test]
fn a_promotion_asks_which_piece() {
    let start = "7k/4P3/8/8/8/8/8/K7 w - - 0 1 2:a1b1";
    let mut session = new_session("ban-chess", Some(start), &[]);
    let mut app = App::new(&mut session, Theme::default(), "");
    press(&mut app, &[KeyCode::Right; 4]);
    press(&mut app, &[KeyCode::Up; 6]);
    press(&mut app, &[KeyCode::Enter, KeyCode::Up, KeyCode::Enter]);
    let seen = drawn(&mut app, (80, 24));
    assert!(seen.contains("Which one?"), "{seen}");
    press(&mut app, &[KeyCode::Char('1')]);
    assert!(drawn(&mut app, (80, 24)).contains("White: e8="));
}

#[test]
fn undo_and_redo_cross_chance_and_keep_the_deal() {
    let mut session = new_session("banqi", None, &[]);
    let control = |app: &mut App<'_>, letter| {
        app.handle_event(&Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)));
    };
    let mut app = App::new(&mut session, Theme::default(), "");
    typed(&mut app, "?a1");
    app.poll();
    let played = drawn(&mut app, (80, 24));
    control(&mut app, 'z');
    app.poll();
    assert!(!drawn(&mut app, (80, 24)).contains("  1 First: ?a1"));
    control(&mut app, 'y');
    app.poll();
    let again = drawn(&mut app, (80, 24));
    let board = |seen: &str| seen.lines().take(18).map(String::from).collect::<Vec<_>>();
    assert_eq!(board(&played), board(&again));
    drop(app);
    assert_eq!(session.state().line.len(), 2);
}
