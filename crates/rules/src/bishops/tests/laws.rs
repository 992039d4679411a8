use super::options::any_options;
use super::piece::Piece;
use super::*;
use crate::laws;
use proptest::prelude::*;

#[test]
fn the_laws_hold_under_the_default_options() {
    laws::check_random_games::<Bishops>(&Options::default(), 12);
}

#[test]
fn the_laws_hold_under_every_option() {
    for json in [
        r#"{"swap":"turn"}"#,
        r#"{"castling":false}"#,
        r#"{"corners":"blocked"}"#,
        r#"{"kq_sides":"random"}"#,
        r#"{"material_limit":18}"#,
        r#"{"material_limit":30,"duel":"never"}"#,
        r#"{"short":true}"#,
        r#"{"duel":"operator"}"#,
        r#"{"duel":"never","quiet_limit":30}"#,
        r#"{"force_duel":"anytime","kq_sides":"random"}"#,
    ] {
        laws::check_random_games::<Bishops>(&options(json), 3);
    }
}

/// Positions close to rare events.
const RARE_POSITIONS: [(&str, char, char, &str); 10] = [
    ("wKb2 wQf4 wQg4 wPe9 gKj10 bKd12 pKl9 pNd3 gRb10 bQh9", 'p', 'w', "wb"),
    ("wKb2 wRf5 gKb11 gBf9 bKk11 bRc10 bBg8 pKk2 pRl3 pBg4", 'p', 'w', "sanctuaries"),
    ("wKc3 wNf6 wRa10 gKa6 gRf1 bKf12 bRj6 bNa8 pKl9", 'p', 'w', "king captures"),
    ("wKc3 wRj2 wRc11 wRf6 wRg5 wRg7 gKa6 bKe12 bNd6 bNi6 pKl6", 'p', 'w', "mates"),
    ("gKa3 wRb8 wRh4 wKg1 bKg10 pKl6", 'p', 'w', "passes"),
    ("wKe4 wQe5 gKe9 gQf9 bKi9 bQi8 pKi4 pQh4", 'p', 'w', "open queens"),
    ("wKe4 wPa9 wPl9 gKe9 gPi1 gPi12 bKi9 bPa4 bPl4 pKi4 pPd1 pPd12", 'p', 'w', "promotions"),
    ("wKc3 wBe4 wBh5 wQj2 gKc10 gBf8 gBg7 gQh7 bKj10 bBe8 pKj3 pBf3", 'p', 'w', "entries"),
    ("wKg1 wQf1 wRf8 wRh8 wRc1 wRj1 gKd5 bKg12 pKl5", 'p', 'w', "swap"),
    ("wKa5 wPa6 wPa4 wPc4 bPa7 bPc5 bPc6 bKl8 bPl7 bPl9 bPj9 wPl6 wPj8 wPj7 gKf6 pKh3", 'w', 'g', "walls"),
];

#[test]
fn the_laws_hold_from_positions_close_to_rare_events() {
    for (pieces, last, to_act, name) in RARE_POSITIONS {
        for json in
            ["{}", r#"{"duel":"never","quiet_limit":60}"#, r#"{"material_limit":18,"duel":"operator"}"#]
        {
            let mut setup = setup(pieces).last_mover(last).options(json);
            if name == "swap" {
                setup = setup.unmoved("w").rooks("c1,j1");
            }
            laws::check_random_games_from(&setup.to_act(to_act), &setup.options, 4);
        }
    }
}

#[test]
fn the_laws_hold_in_duels() {
    for fen in [
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "r3k2r/8/8/2pPp3/2PpP3/8/8/R3K2R w KQkq c6 0 1",
        "7k/8/6K1/8/8/8/8/R7 b - - 97 99",
    ] {
        let text = format!("duel p:g w4,b3 {fen}");
        let game = Bishops::parse(&text, &Options::default()).unwrap();
        laws::check_random_games_from(&game, &Options::default(), 6);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_laws_hold_under_any_options(options in any_options()) {
        laws::check_random_games::<Bishops>(&options, 1);
    }
}

/// A random field that is valid in some place.
fn any_field() -> impl Strategy<Value = String> {
    prop_oneof![
        "[wgbp?-]{1,4}",
        "([wgbp][KQRBNP]|[0-9]{1,2})(,([wgbp][KQRBNP]|[0-9]{1,2})){0,12}",
        "[a-l][0-9]{1,2}(,[a-l][0-9]{1,2}){0,3}",
        "[0-9]{1,12}",
        "[wgbp][0-9](,[wgbp][0-9]){0,3}",
        Just(board("wKg1 gKa6 bKg12 pKl6 wRc1")),
        Just("duel".to_string()),
    ]
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(fields in proptest::collection::vec(any_field(), 8..12), options in any_options()) {
        laws::check_position_text::<Bishops>(&fields.join(" "), &options);
    }

    #[test]
    fn kings_anywhere_are_parsed_or_refused(
        squares in proptest::collection::vec(("[a-l]", 1..=12u8), 4),
        rest in "[wgbp-] (wgbp|wgb|bp|-) (-|w|wgbp) (-|c1) [wgbp] [0-9]{1,3} [0-9]{1,3} 0,0,[0-9]{1,2},0 (-|p4|w3,g3)",
        options in any_options(),
    ) {
        let pieces: Vec<String> = squares.iter().zip("wgbp".chars()).map(|((f, r), c)| format!("{c}K{f}{r}")).collect();
        laws::check_position_text::<Bishops>(&format!("{} {rest}", board(&pieces.join(" "))), &options);
    }

    #[test]
    fn any_action_text_is_parsed_or_refused(text in "(swap|[a-l][0-9]{1,2}[a-l][0-9]{1,2}|=[wgbp-]{0,4}|\\PC{0,6})") {
        for position in [start("{}"), start(r#"{"kq_sides":"random"}"#), after(&start("{}"), "resign:grey resign:pink")] {
            laws::check_action_text(&position, &text);
        }
    }
}

/// Plays random moves and passes every unfinished position of the survival phase to the test. Returns how many there were.
fn random_walk(start: &Bishops, seed: u64, mut test: impl FnMut(&Survival)) -> usize {
    let mut rng = laws::SeededRng::new(seed);
    let mut game = start.clone();
    for tested in 0..120 {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let (Phase::Survival(survival), Some(action)) = (&game.phase, rng.choose(&legal)) else {
            return tested;
        };
        test(survival);
        game.play(*action);
    }
    120
}

/// The move generator uses pins and evasions. This test looks at the board after each move instead.
fn check_safety(game: &Survival) {
    let seat = game.turn.seat().expect("an unfinished game without a chance turn");
    let position = Bishops::new(Phase::Survival(*game));
    let legal = legal(&position);
    for (from, Piece { role, .. }) in game.pieces().filter(|(_, piece)| piece.seat == seat) {
        for to in Square::all() {
            let text = format!("{from}{to}");
            let gesture = Gesture::from_to(from.to_string(), to.to_string());
            let why = position.explain(&gesture).map(|why| why.rule.to_string());
            let mut after = game.board;
            match why.as_deref() {
                None => {
                    after.make_move(seat, Move { from, to, role });
                    assert!(legal.contains(&text) && !after.in_check(seat), "{text} in {position}");
                }
                Some("king_attacked" | "in_check") if role != Role::King || from.is_next_to(to) => {
                    after.make_move(seat, Move { from, to, role });
                    assert!(
                        after.in_check(seat),
                        "{text} is illegal for the safety of the king in {position}"
                    );
                }
                Some(_) => assert!(!legal.contains(&text), "{text} in {position}"),
            }
        }
    }
}

#[test]
fn exactly_the_safe_moves_are_legal() {
    for (pieces, last, to_act, name) in RARE_POSITIONS {
        let game = setup(pieces).last_mover(last).options(r#"{"duel":"never"}"#).to_act(to_act);
        let tested: usize = (0..6).map(|seed| random_walk(&game, seed, check_safety)).sum();
        assert!(tested > 600, "{name}: {tested} positions");
    }
    let tested: usize = (0..6).map(|seed| random_walk(&start("{}"), seed, check_safety)).sum();
    assert_eq!(tested, 6 * 120);
}

#[test]
fn incrementally_updated_checks_equal_the_checks_on_the_board() {
    for (pieces, last, to_act, name) in RARE_POSITIONS {
        let game = setup(pieces).last_mover(last).options(r#"{"duel":"never"}"#).to_act(to_act);
        let mut checks = 0;
        let mut check = |game: &Survival| {
            let position = Bishops::new(Phase::Survival(*game));
            assert_eq!(game.seats_in_check, game.board.seats_in_check(), "{position}");
            checks += game.seats_in_check.len();
        };
        for seed in 0..40 {
            random_walk(&game, seed, &mut check);
        }
        assert!(checks > 100, "{name}: only {checks} checks");
    }
}
