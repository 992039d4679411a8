use super::*;
use proptest::prelude::*;

#[test]
fn the_default_options_are_those_of_the_rules() {
    let json = serde_json::to_value(Options::default()).unwrap();
    let expected = serde_json::json!({
        "swap": "free", "castling": true, "corners": "sanctuary", "kq_sides": "fixed", "material_limit": 0,
        "short": false, "duel": "immediate", "force_duel": "two-left", "quiet_limit": 400,
    });
    assert_eq!(json, expected);
    assert_eq!(options("{}"), Options::default());
}

#[test]
fn unknown_names_and_bad_values_are_errors() {
    for bad in [
        r#"{"x":1}"#,
        r#"{"swap":"Free"}"#,
        r#"{"swap":true}"#,
        r#"{"castling":"yes"}"#,
        r#"{"corners":"open"}"#,
        r#"{"kq_sides":"swapped"}"#,
        r#"{"material_limit":17}"#,
        r#"{"material_limit":-1}"#,
        r#"{"material_limit":"18"}"#,
        r#"{"short":1}"#,
        r#"{"duel":"later"}"#,
        r#"{"force_duel":"any-time"}"#,
        r#"{"quiet_limit":-1}"#,
        r#"{"quiet_limit":1.5}"#,
        r#"{"quiet_limit":null}"#,
    ] {
        assert!(serde_json::from_str::<Options>(bad).is_err(), "{bad}");
    }
}

pub(super) fn any_options() -> impl Strategy<Value = Options> {
    let limits = [MaterialLimit::Off, MaterialLimit::Eighteen, MaterialLimit::Thirty];
    let duels = [DuelStart::Immediate, DuelStart::Operator, DuelStart::Never];
    (any::<[bool; 6]>(), 0..3usize, 0..3usize, prop_oneof![Just(0), Just(400), 1..40u32]).prop_map(
        move |([turn, castling, blocked, random, short, anytime], limit, duel, quiet_limit)| Options {
            swap: if turn { Swap::Turn } else { Swap::Free },
            castling,
            corners: if blocked { Corners::Blocked } else { Corners::Sanctuary },
            kq_sides: if random { KingQueenSides::Random } else { KingQueenSides::Fixed },
            material_limit: limits[limit],
            short,
            duel: duels[duel],
            force_duel: if anytime { ForceDuel::Anytime } else { ForceDuel::TwoLeft },
            quiet_limit,
        },
    )
}

proptest! {
    #[test]
    fn options_read_back_as_written(options in any_options()) {
        let json = serde_json::to_string(&options).unwrap();
        prop_assert_eq!(serde_json::from_str::<Options>(&json).unwrap(), options);
    }
}

#[test]
fn random_sides_start_with_a_chance_turn_of_sixteen_outcomes() {
    let game = start(r#"{"kq_sides":"random"}"#);
    assert_eq!(turn(&game), "chance");
    let all = [
        "=-", "=b", "=bp", "=g", "=gb", "=gbp", "=gp", "=p", "=w", "=wb", "=wbp", "=wg", "=wgb", "=wgbp",
        "=wgp", "=wp",
    ];
    assert_eq!(legal(&game), all);
    let mut chances = Vec::new();
    game.chance_outcomes(&mut chances);
    let first: Vec<String> = chances.iter().take(4).map(|(sides, _)| sides.to_string()).collect();
    assert_eq!(first, ["=-", "=w", "=g", "=wg"], "dealing depends on this order");
    assert!(game.to_string().contains(" ? wgbp wgbp a10,a3,c1,c12,j1,j12,l10,l3 p 0 0 0,0,0,0 -"));
    let drawn = after(&game, "=-");
    assert_eq!(drawn.to_string(), start("{}").to_string());
    let drawn = after(&game, "=wp");
    assert_eq!(turn(&drawn), "white");
    assert!(drawn.to_string().contains("/2,wR,wN,wB,wK,wQ,wB,wN,wR,2 w wgbp wgbp "), "{drawn}");
    assert!(legal(&drawn).contains(&"swap".to_string()), "everyone may still swap");
    assert_eq!(refused(&game, "g2g4"), "chance");
    for bad in ["=", "=pw", "=ww", "=x", "=w-", "=W"] {
        assert_eq!(refused(&game, bad), "format", "{bad}");
    }
}

#[test]
fn a_seat_may_forfeit_before_the_sides_are_drawn() {
    let game = after(&start(r#"{"kq_sides":"random"}"#), "resign:white");
    assert_eq!((turn(&game), legal(&game).len()), ("chance", 8));
    assert_eq!(refused(&game, "=w"), "gone");
    assert_eq!(Bishops::parse(&game.to_string(), &options(r#"{"kq_sides":"random"}"#)).unwrap(), game);
    assert_eq!(turn(&after(&game, "=gb")), "grey");
    assert!(after(&game, "flag:pink").to_string().starts_with("duel g:b w4,p3 "));
    // Parsing a text with two colours left resolves it as if it had just been reached.
    let waiting = after(&start(r#"{"kq_sides":"random","duel":"never"}"#), "resign:white flag:pink");
    assert_eq!(turn(&waiting), "chance");
    let resolved = Bishops::parse(&waiting.to_string(), &options(r#"{"kq_sides":"random"}"#)).unwrap();
    assert!(resolved.to_string().starts_with("duel g:b w4,p3 "), "{resolved}");
}
