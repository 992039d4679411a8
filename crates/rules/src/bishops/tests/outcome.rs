use super::*;

#[test]
fn without_a_duel_the_last_two_play_on_until_one_is_eliminated() {
    let never = r#"{"duel":"never"}"#;
    let game = after(&start(never), "resign:grey resign:pink");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wb", "white"));
    assert_eq!(result(&after(&game, "resign:white")), "last_standing 0,0,12,0 2,4,1,3");
    assert_eq!(result(&after(&game, "flag:black")), "last_standing 12,0,0,0 1,4,2,3");
}

#[test]
fn a_short_game_ends_at_the_first_elimination_and_the_remaining_colours_share_the_win() {
    let short = r#"{"short":true}"#;
    let game = after(&start(short), "resign:black");
    assert_eq!(result(&game), "short_game 4,4,0,4 1,1,4,1");
    assert!(game.to_string().contains(" - wgp "), "{game}");
    assert_eq!(Bishops::parse(&game.to_string(), &options(short)).unwrap(), game);
    // Two are eliminated together: the others share.
    let game = setup("wKc3 wRf1 wRg5 wRg7 gKa6 bKj10 pKl6").options(short).to_act('w');
    assert_eq!(result(&after(&game, "f1f6")), "short_game 6,0,6,0 1,3,1,3");
    // The first elimination ends the game; the mates that it uncovers do not count.
    let pieces = "wKc3 wRj2 wRc11 wRf6 wRg5 wRg7 gKa6 bKe12 bNd6 bNi6 pKl6";
    let game = setup(pieces).options(short).to_act('w');
    assert_eq!(result(&after(&game, "j2j12")), "short_game 4,4,0,4 1,1,4,1");
}

#[test]
fn an_agreed_draw_shares_the_point_among_the_living_seats() {
    let mut game = after(&start("{}"), "resign:grey");
    game.end(game.draw_outcome(Reason::Agreement));
    assert_eq!(result(&game), "agreement 4,0,4,4 1,4,1,1");
    assert!(game.to_string().contains(" - wbp "), "{game}");
    assert!(legal(&game).is_empty() && game.active_seats().is_empty());
    assert_eq!(refused(&game, "g2g4"), "over");
    assert_eq!(start("{}").draw_outcome(Reason::Agreement).points(WHITE), Points::share(4));
}

#[test]
fn the_quiet_limit_draws_the_game_for_all_living_colours() {
    let game = setup(KINGS).quiet_plies(9).options(r#"{"quiet_limit":10}"#).to_act('w');
    let game = after(&game, "g1g2");
    assert_eq!(result(&game), "quiet_limit 3,3,3,3 1,1,1,1");
    assert_eq!(Bishops::parse(&game.to_string(), &options(r#"{"quiet_limit":10}"#)).unwrap(), game);
    let game = setup(KINGS).quiet_plies(9999).options(r#"{"quiet_limit":0}"#).to_act('w');
    assert_eq!(turn(&after(&game, "g1g2")), "grey", "0 is off");
    let game = setup(KINGS).quiet_plies(399).to_act('w');
    assert_eq!(result(&after(&game, "g1g2")), "quiet_limit 3,3,3,3 1,1,1,1");
}

#[test]
fn captures_and_pawn_moves_reset_the_quiet_plies_but_eliminations_do_not() {
    let pieces = "wKg1 wPd4 wRj5 bNj9 gKa6 bKg12 pKl9";
    let quiet = |game: &Bishops| game.to_string().split(' ').nth(7).unwrap().to_string();
    let game = setup(pieces).quiet_plies(7).to_act('w');
    assert_eq!(quiet(&after(&game, "d4d5")), "0");
    assert_eq!(quiet(&after(&game, "j5j9")), "0");
    assert_eq!(quiet(&after(&game, "g1g2")), "8");
    assert_eq!(quiet(&after(&game, "resign:grey")), "7");
    let mating = setup(MATING).quiet_plies(7).to_act('w');
    assert_eq!(quiet(&after(&mating, "d3d12")), "8");
}

#[test]
fn mates_are_resolved_before_the_quiet_limit() {
    let game = setup(MATING).quiet_plies(9).options(r#"{"quiet_limit":10}"#).to_act('w');
    assert_eq!(result(&after(&game, "d3d12")), "quiet_limit 4,4,0,4 1,1,4,1");
    // If the mate starts the duel, the quiet plies no longer matter.
    let game = setup("wKc3 wRf1 wRg5 wRg7 gKa6 bKj10 pKl6")
        .quiet_plies(9)
        .options(r#"{"quiet_limit":10}"#)
        .to_act('w');
    assert!(after(&game, "f1f6").to_string().starts_with("duel w:b g3,p3 "));
}

/// Each king is shut in by its own pawns and by squares that the other's pawns attack. All pawns block each other.
const WALLS: &str = "wKa5 wPa6 wPa4 wPc4 bPa7 bPc5 bPc6 bKl8 bPl7 bPl9 bPj9 wPl6 wPj8 wPj7";

#[test]
fn the_game_is_drawn_if_no_living_colour_can_act() {
    let setup = setup(WALLS).options(r#"{"duel":"never"}"#);
    let game = setup.to_act('-');
    assert_eq!(result(&game), "nobody_can_act 6,0,6,0 1,3,1,3");
    assert_eq!(Bishops::parse(&game.to_string(), &setup.options).unwrap(), game);
    assert!(errors(&setup.text('w'), r#"{"duel":"never"}"#).contains("no colour can act, so it must be -"));
    let unlimited = setup.options(r#"{"duel":"never","quiet_limit":0}"#).to_act('-');
    assert_eq!(result(&unlimited), "nobody_can_act 6,0,6,0 1,3,1,3");
}

#[test]
fn if_all_colours_are_eliminated_the_last_ones_share_the_win() {
    // White's rooks mate Grey, Grey's pieces mate Black, Black's pieces mate White. Only a position text can set it up.
    let pieces = "gKa3 wRa10 wRb10 bPh10 bKl10 gRl3 gRk3 gNj9 wKc12 bNe11 bRc4 bRd4";
    let game = setup(pieces).to_act('w');
    assert_eq!(result(&game), "last_standing 4,4,4,0 1,1,1,4");
    assert!(game.to_string().ends_with(" - - - - p 20 0 0,0,0,0 w1,g1,b1,p4"), "{game}");
    assert_eq!(Bishops::parse(&game.to_string(), &Options::default()).unwrap(), game);
}

#[test]
fn there_is_no_repetition_rule_and_no_claim_before_the_duel() {
    let game = setup(KINGS).quiet_plies(300).to_act('w');
    assert_eq!((game.repetition(), game.claimable_draw()), (Repetition::Uncounted, None));
    assert!(!game.is_repetition_of(&game));
}
