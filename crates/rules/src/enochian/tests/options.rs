use super::*;
use proptest::prelude::*;

fn options(json: &str) -> Result<Options, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

#[test]
fn the_defaults_follow_the_rules() {
    let all = r#"{"array":"air","board":"water","players":4,"direction":"clockwise","king_safety":"free",
                  "quiet_limit":200,"divination":false}"#;
    assert_eq!(options("{}"), Ok(Options::default()));
    assert_eq!(options(all), Ok(Options::default()));
    let other = r#"{"array":"fire","board":"earth","players":2,"direction":"widdershins","king_safety":"strict",
                    "quiet_limit":0,"divination":true}"#;
    assert_eq!(
        options(other),
        Ok(Options {
            array: Element::Fire,
            board: Element::Earth,
            players: PlayerCount::Two,
            direction: TurnDirection::Widdershins,
            king_safety: KingSafety::Strict,
            quiet_limit: 0,
            divination: true,
        })
    );
}

#[test]
fn unknown_names_and_bad_values_are_errors() {
    for bad in [
        r#"{"arrays":"air"}"#,
        r#"{"array":"metal"}"#,
        r#"{"array":"Air"}"#,
        r#"{"board":null}"#,
        r#"{"players":3}"#,
        r#"{"players":"4"}"#,
        r#"{"players":4.0}"#,
        r#"{"players":260}"#,
        r#"{"direction":"up"}"#,
        r#"{"king_safety":true}"#,
        r#"{"quiet_limit":-1}"#,
        r#"{"quiet_limit":1.5}"#,
        r#"{"quiet_limit":4294967296}"#,
        r#"{"divination":1}"#,
    ] {
        assert!(options(bad).is_err(), "{bad}");
    }
}

fn any_options() -> impl Strategy<Value = Options> {
    let element = || proptest::sample::select(Element::ALL.to_vec());
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (element(), element(), flags, any::<u32>()).prop_map(|(array, board, flags, quiet_limit)| Options {
        array,
        board,
        players: if flags.0 { PlayerCount::Two } else { PlayerCount::Four },
        direction: if flags.1 { TurnDirection::Widdershins } else { TurnDirection::Clockwise },
        king_safety: if flags.2 { KingSafety::Strict } else { KingSafety::Free },
        quiet_limit,
        divination: flags.3,
    })
}

proptest! {
    #[test]
    fn options_round_trip(chosen in any_options()) {
        let json = serde_json::to_string(&chosen).expect("JSON");
        prop_assert_eq!(options(&json), Ok(chosen));
    }

    #[test]
    fn every_starting_position_round_trips(chosen in any_options()) {
        let start = Enochian::start(&chosen);
        prop_assert_eq!(Enochian::parse(&start.to_string(), &chosen), Ok(start));
    }
}
