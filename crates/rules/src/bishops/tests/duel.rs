use super::*;

const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn duel(fen: &str) -> Bishops {
    Bishops::parse(&format!("duel w:b g4,p3 {fen}"), &Options::default()).unwrap()
}

#[test]
fn the_duel_starts_from_the_chess_position_as_soon_as_two_colours_are_left() {
    let game = after(&start("{}"), "resign:grey");
    assert_eq!(turn(&game), "white");
    let game = after(&game, "g2g4 resign:pink");
    assert_eq!(game.to_string(), format!("duel w:b g4,p3 {STANDARD}"));
    assert_eq!((turn(&game), legal(&game).len()), ("white", 20));
}

#[test]
fn the_survivors_determine_the_sides_of_the_duel() {
    for (gone, sides, first) in [
        (["black", "pink"], "w:g g", "white"),
        (["grey", "pink"], "w:b g", "white"),
        (["grey", "black"], "w:p g", "white"),
        (["white", "pink"], "g:b w", "grey"),
        (["white", "grey"], "p:b w", "pink"),
        (["white", "black"], "p:g w", "pink"),
    ] {
        let game = after(&start("{}"), &format!("resign:{} resign:{}", gone[0], gone[1]));
        let text = game.to_string();
        assert!(text.starts_with(&format!("duel {}", &sides[..3])), "{text}");
        assert_eq!(turn(&game), first);
        assert_eq!(Bishops::parse(&text, &Options::default()).unwrap(), game);
    }
}

#[test]
fn seats_keep_their_names_in_the_duel() {
    let game = after(&start("{}"), "resign:white resign:black e2e4");
    assert_eq!((turn(&game), living(&game).as_str()), ("grey", "gp"));
    assert!(game.to_string().starts_with("duel p:g w4,b3 rnbqkbnr/pppppppp/8/8/4P3/"));
}

#[test]
fn the_duel_accepts_uci_and_san_and_writes_san() {
    let game = after(&start("{}"), "resign:grey resign:pink e4 Nc6 f1b5 a7a6 Bxc6");
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let written: Vec<String> = legal.iter().map(|action| game.notation(*action)).collect();
    assert!(written.contains(&"dxc6".to_string()) && written.contains(&"bxc6".to_string()));
    let castled = after(&duel("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "O-O");
    assert_eq!(castled, after(&duel("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"));
    let promoted = duel("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
    assert_eq!(after(&promoted, "e8=N"), after(&promoted, "e7e8n"));
    assert_eq!(from(&promoted, "e7"), ["e8b", "e8n", "e8q", "e8r"]);
}

#[test]
fn every_illegal_move_of_the_duel_has_a_reason() {
    let game = duel("8/4P3/8/8/8/1k6/8/RN2K2R w - - 0 1");
    for (text, rule) in [
        ("e7e8", "promotion"),
        ("e8", "promotion"),
        ("h1h2q", "promotion"),
        ("e7e8k", "format"),
        ("e1g1", "castling_right"),
        ("h1g2", "shape"),
        ("b3b4", "not_yours"),
        ("e4e5", "empty"),
        ("Nc4", "not_a_move"),
        ("swap", "format"),
        ("", "format"),
        ("é2e4", "format"),
        ("force-duel", "force_duel"),
    ] {
        assert_eq!(refused(&game, text), rule, "{text}");
    }
    assert_eq!(refused(&duel("6k1/8/8/8/8/8/4K3/R6R w - - 0 1"), "Rd1"), "ambiguous");
    let game = after(&start("{}"), "resign:white resign:black");
    assert_eq!(game.parse_action("e7e5").unwrap_err().words, "The pawn on e7 is Grey's.");
}

#[test]
fn mate_stalemate_insufficient_material_and_seventy_five_moves_end_the_duel() {
    for (fen, expected) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate 12,0,0,0 1,4,2,3"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate 6,0,6,0 1,4,1,3"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "insufficient_material 6,0,6,0 1,4,1,3"),
        ("7k/8/6K1/8/8/8/8/R7 b - - 150 99", "seventy_five_moves 6,0,6,0 1,4,1,3"),
        ("R6k/8/6K1/8/8/8/8/8 b - - 150 99", "checkmate 12,0,0,0 1,4,2,3"),
    ] {
        let game = duel(fen);
        assert_eq!(result(&game), expected);
        assert!(legal(&game).is_empty());
    }
    let game = after(&start("{}"), "resign:white resign:black f2f3 e7e5 g2g4 d8h4");
    assert_eq!(result(&game), "checkmate 0,12,0,0 4,1,3,2", "Grey plays black and mates Pink");
}

#[test]
fn fifty_moves_and_threefold_repetition_need_a_claim_and_fivefold_repetition_does_not() {
    let game = duel("7k/8/6K1/8/8/8/8/R7 b - - 100 99");
    assert_eq!(game.claimable_draw(), Some(Reason::FiftyMoves));
    assert_eq!(duel("7k/8/6K1/8/8/8/8/R7 b - - 99 99").claimable_draw(), None);
    assert_eq!(game.repetition(), Repetition::Counted { claim: Some(3), automatic: Some(5) });
    let game = duel(STANDARD);
    let again = after(&game, "g1f3 g8f6 f3g1 f6g8");
    assert!(again.is_repetition_of(&game) && again.key() == game.key() && again != game);
    assert!(!after(&game, "g1f3").is_repetition_of(&game));
    // En passant counts only if the capture is possible.
    let game = duel("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let double = after(&game, "e2e4");
    let single = duel("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    assert!(double.is_repetition_of(&single) && double.key() == single.key() && double != single);
}

#[test]
fn a_resignation_or_a_flag_loses_the_duel() {
    let game = duel(STANDARD);
    assert_eq!(result(&after(&game, "resign:white")), "resignation 0,0,12,0 2,4,1,3");
    assert_eq!(result(&after(&game, "flag:black")), "flag 12,0,0,0 1,4,2,3");
    // A flag draws against a bare king.
    let bare = duel("7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    assert_eq!(result(&after(&bare, "flag:white")), "flag 6,0,6,0 1,4,1,3");
    assert_eq!(result(&after(&bare, "resign:white")), "resignation 0,0,12,0 2,4,1,3");
    assert_eq!(result(&after(&bare, "flag:black")), "flag 12,0,0,0 1,4,2,3");
}

#[test]
fn an_agreed_draw_in_the_duel_gives_half_a_point_each() {
    let mut game = duel(STANDARD);
    game.end(game.draw_outcome(Reason::Agreement));
    assert_eq!(result(&game), "agreement 6,0,6,0 1,4,1,3");
}

fn operator_actions(game: &Bishops) -> Vec<String> {
    game.operator_actions().iter().map(ToString::to_string).collect()
}

fn forced(game: &Bishops) -> Bishops {
    let mut forced = game.clone();
    forced.play(Action::ForceDuel);
    forced
}

#[test]
fn the_operator_may_force_the_duel_when_exactly_two_colours_are_left() {
    let game = start(r#"{"duel":"operator"}"#);
    assert_eq!(operator_actions(&game), [""; 0], "with more it is refused");
    let game = after(&game, "resign:grey");
    assert_eq!(operator_actions(&game), [""; 0]);
    let game = after(&game, "resign:pink");
    assert_eq!(
        (turn(&game), operator_actions(&game).as_slice()),
        ("white", ["force-duel".to_string()].as_slice())
    );
    assert!(!legal(&game).contains(&"force-duel".to_string()));
    assert_eq!(forced(&game).to_string(), format!("duel w:b g4,p3 {STANDARD}"));
    assert_eq!(operator_actions(&forced(&game)), [""; 0]);
    assert_eq!(refused(&game, "force-duel"), "operator");
    // Otherwise they play on until one is eliminated.
    assert_eq!(result(&after(&game, "g2g4 resign:black")), "last_standing 12,0,0,0 1,4,2,3");
}

#[test]
fn the_operator_may_force_a_duel_that_would_never_start() {
    let game = after(&start(r#"{"duel":"never"}"#), "resign:grey resign:pink");
    assert_eq!(operator_actions(&game), ["force-duel"]);
    assert_eq!(forced(&game).to_string(), format!("duel w:b g4,p3 {STANDARD}"));
}

#[test]
fn force_duel_explains_why_it_is_illegal() {
    let why = |game: &Bishops| game.parse_action("force-duel").unwrap_err().words;
    assert!(why(&start("{}")).contains("exactly two colours"));
    assert!(why(&after(&start("{}"), "resign:grey resign:pink")).contains("already started"));
    assert!(why(&start(r#"{"kq_sides":"random","force_duel":"anytime"}"#)).contains("Chance first decides"));
}

#[test]
fn a_duel_forced_at_any_time_takes_the_first_two_of_white_grey_black_pink() {
    let game = start(r#"{"force_duel":"anytime"}"#);
    assert_eq!(operator_actions(&game), ["force-duel"]);
    assert_eq!(forced(&game).to_string(), format!("duel w:g b3,p3 {STANDARD}"));
    let game = after(&game, "resign:grey");
    assert_eq!(forced(&game).to_string(), format!("duel w:b g4,p3 {STANDARD}"));
    let game = after(&start(r#"{"force_duel":"anytime"}"#), "resign:white");
    assert_eq!(forced(&game).to_string(), format!("duel g:b w4,p3 {STANDARD}"));
    let mut over = game.clone();
    over.end(over.draw_outcome(Reason::Agreement));
    assert_eq!(operator_actions(&over), [""; 0]);
    assert_eq!(
        operator_actions(&start(r#"{"force_duel":"anytime","kq_sides":"random"}"#)),
        [""; 0],
        "not at a chance turn"
    );
}

#[test]
fn the_last_colour_wins_without_a_duel() {
    let pieces = "wKc3 wRj2 wRc11 wRf6 wRg5 wRg7 gKa6 bKe12 bNd6 bNi6 pKl6";
    let game = after(&setup(pieces).to_act('w'), "j2j12");
    assert_eq!(turn(&game), "over");
}
