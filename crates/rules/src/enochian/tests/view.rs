use super::*;
use crate::{Ground, MarkKind, PieceState, Side};
use smol_str::SmolStr;

fn looks(position: &Enochian, name: &str) -> View {
    position.view(Eye::Seat(Seat::from_name(name, position.seats()).expect("a seat")))
}

#[test]
fn thrones_have_owners_and_each_seat_sees_its_own_side_near() {
    let start = Enochian::start(&Options::default());
    let view = looks(&start, "blue");
    let thrones: Vec<(&str, &str)> = view
        .board
        .cells
        .iter()
        .filter(|cell| cell.ground == Ground::Throne)
        .filter_map(|cell| Some((cell.name.as_str(), cell.owner.as_deref()?)))
        .collect();
    assert_eq!(thrones, [("a1", "black"), ("h1", "red"), ("a8", "yellow"), ("h8", "blue")]);
    let sides = ["blue", "red", "black", "yellow"].map(|name| looks(&start, name).board.near);
    assert_eq!(sides, [Side::East, Side::South, Side::West, Side::North]);
    let letters: String = view.armies.iter().map(|army| army.letter).collect();
    assert_eq!(letters, "brky");
    let ground = |name: &str| view.board.cells.iter().find(|cell| cell.name == name).expect(name).ground;
    assert_eq!(
        ["b1", "c1", "d4", "e4"].map(ground),
        [Ground::Light, Ground::Dark, Ground::Dark, Ground::Light]
    );
}

#[test]
fn both_pieces_on_a_shared_throne_can_be_selected() {
    let position = at("h8=bK+bR h1=rK a1=kK a8=yK b8=yN", "b brky - -");
    let view = looks(&position, "blue");
    let there: Vec<&str> =
        view.men.iter().filter(|piece| piece.cell == "h8").map(|piece| piece.letter.as_str()).collect();
    assert_eq!(there, ["K", "R"]);
    let named = |text: &str| {
        let choice = view.choices.iter().find(|choice| choice.text == text).expect("listed");
        match &choice.gesture {
            Gesture::Move { man, .. } => man.clone(),
            _ => None,
        }
    };
    assert_eq!((named("Kh8g8").as_deref(), named("Rh8g8").as_deref()), (Some("K"), Some("R")));
}

#[test]
fn frozen_armies_captured_kings_and_captors_are_shown() {
    let position = at("h8=bK a1=kK a8=yK h2=rR b8=yN g8=bPr", "b brky r r:k");
    let view = position.view(Eye::Spectator);
    let red = &view.armies[1];
    assert_eq!((red.frozen, red.captured_by.as_deref()), (true, Some("black")));
    assert!(
        view.men
            .iter()
            .all(|piece| (piece.state == PieceState::Frozen) == (piece.army.as_deref() == Some("red")))
    );
    assert_eq!(view.trays.len(), 1);
    assert_eq!(
        (view.trays[0].title.as_str(), view.trays[0].men[0].army.as_str()),
        ("captured by Black", "red")
    );
    assert_eq!(view.seats[1].note.as_deref(), Some("Red is frozen"));
    assert!(!view.seats[1].playing && view.choices.is_empty());
}

#[test]
fn the_army_to_move_and_its_controller_are_shown() {
    let position = at("a1=bK h1=rK c4=kK a8=yK d5=kN b8=yN", "k brby - -");
    let view = looks(&position, "blue");
    assert_eq!((view.turn.who.as_str(), view.turn.army.as_deref()), ("blue", Some("black")));
    assert_eq!(view.turn.words, "Blue to move Black's army");
    assert_eq!(view.armies[2].controller.as_deref(), Some("blue"));
    assert_eq!(view.seats[2].note.as_deref(), Some("Black is commanded by Blue"));
    assert!(!view.choices.is_empty() && looks(&position, "black").choices.is_empty());
}

#[test]
fn every_king_in_check_is_marked() {
    let position = at("h8=bK h1=rK a1=kK a8=yK h4=rR d1=yR b5=bPr c4=kR", "b brky - -");
    let view = position.view(Eye::Spectator);
    let marked: Vec<&str> = view
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Check)
        .flat_map(|mark| mark.cells.iter().map(SmolStr::as_str))
        .collect();
    assert_eq!(marked, ["h8", "a1"]);
    assert!(view.armies[0].in_check && !view.armies[1].in_check && view.armies[2].in_check);
    assert_eq!(view.turn.words, "Blue to move; its king is in check");
}

#[test]
fn the_die_and_the_types_of_pawns_are_shown() {
    let start = Enochian::start(&dice());
    let view = start.view(Eye::Spectator);
    assert_eq!((view.turn.who.as_str(), view.turn.phase.as_str(), view.turn.die), ("chance", "throw", None));
    assert_eq!(
        (view.turn.army.as_deref(), view.turn.words.as_str()),
        (Some("blue"), "Rolling the die for Blue")
    );
    let pawn = view.men.iter().find(|piece| piece.cell == "g6").expect("a pawn");
    assert_eq!((pawn.kind.as_str(), pawn.promotes_to.as_deref()), ("pawn", Some("knight")));
    let thrown = after(&start, "=1").view(Eye::Spectator);
    assert_eq!((thrown.turn.phase.as_str(), thrown.turn.die), ("move", Some(1)));
    assert_eq!(thrown.turn.words, "Blue to move; the die shows 1: king or pawn");
    let mut left = after(&start, "=1");
    left.forfeit(Seat::new(1), ForfeitCause::Resign);
    left.forfeit(Seat::new(3), ForfeitCause::Resign);
    let over = left.view(Eye::Spectator).turn;
    assert_eq!((over.phase.as_str(), over.army, over.die), ("over", None, None));
}

#[test]
fn with_two_players_a_note_mentions_a_revived_army() {
    let position = set("a1=bK h1=rK a8=yK d5=kN b8=yN", "k brbr - k:r", &two());
    let view = looks(&position, "blue");
    assert_eq!(view.turn.words, "Blue to move Black's army");
    assert_eq!(view.seats[0].note.as_deref(), Some("Black plays on without its king"));
    assert_eq!(view.trays[0].title, "captured by Red");
}
