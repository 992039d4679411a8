use super::*;

fn values(json: &str) -> (u32, u32, bool) {
    let options = options(json);
    (options.quiet_limit, options.repetition, options.pawn_takes_cannon)
}

#[test]
fn presets_have_the_values_of_the_rules() {
    assert_eq!(values("{}"), (100, 3, true));
    assert_eq!(values(r#"{"preset":"standard"}"#), (100, 3, true));
    assert_eq!(values(r#"{"preset":"document"}"#), (0, 0, true));
    assert_eq!(values(r#"{"preset":"olympiad"}"#), (180, 3, true));
    assert_eq!(values(r#"{"preset":"tcga"}"#), (60, 3, false));
    assert_eq!(options("{}"), Options::default());
    assert_eq!(options(r#"{"preset":"tcga","quiet_limit":7}"#).preset, Preset::Tcga);
}

#[test]
fn further_options_override_the_preset_in_any_order() {
    assert_eq!(values(r#"{"preset":"tcga","pawn_takes_cannon":true}"#), (60, 3, true));
    assert_eq!(values(r#"{"quiet_limit":7,"preset":"document"}"#), (7, 0, true));
    assert_eq!(values(r#"{"repetition":5,"preset":"olympiad","quiet_limit":0}"#), (0, 5, true));
    assert_eq!(values(r#"{"pawn_takes_cannon":false}"#), (100, 3, false));
}

#[test]
fn repetition_is_0_or_at_least_2() {
    assert_eq!(values(r#"{"repetition":0}"#).1, 0);
    assert_eq!(values(r#"{"repetition":2}"#).1, 2);
    let error = serde_json::from_str::<Options>(r#"{"repetition":1}"#).unwrap_err().to_string();
    assert!(error.contains("0 (off) or at least 2"), "{error}");
}

#[test]
fn unknown_names_and_wrong_values_are_errors() {
    for bad in [
        r#"{"quiet":1}"#,
        r#"{"quiet_limit":-1}"#,
        r#"{"quiet_limit":1.0}"#,
        r#"{"quiet_limit":"100"}"#,
        r#"{"quiet_limit":null}"#,
        r#"{"quiet_limit":true}"#,
        r#"{"quiet_limit":4294967296}"#,
        r#"{"quiet_limit":1,"quiet_limit":1}"#,
        r#"{"repetition":-3}"#,
        r#"{"repetition":null}"#,
        r#"{"repetition":[3]}"#,
        r#"{"pawn_takes_cannon":0}"#,
        r#"{"pawn_takes_cannon":"false"}"#,
        r#"{"pawn_takes_cannon":null}"#,
        r#"{"preset":"Standard"}"#,
        r#"{"preset":"taiwan"}"#,
        r#"{"preset":""}"#,
        r#"{"preset":null}"#,
        r#"{"preset":1}"#,
        r#"{"preset":{"tcga":null}}"#,
        "null",
        "3",
    ] {
        assert!(serde_json::from_str::<Options>(bad).is_err(), "{bad}");
    }
    let error = serde_json::from_str::<Options>(r#"{"preset":"taiwan"}"#).unwrap_err().to_string();
    assert!(error.contains("standard, document, olympiad or tcga"), "{error}");
}

#[test]
fn options_round_trip() {
    for json in ["{}", r#"{"preset":"tcga","quiet_limit":9}"#, r#"{"preset":"document","repetition":2}"#] {
        let options = options(json);
        let written = serde_json::to_string(&options).unwrap();
        assert_eq!(serde_json::from_str::<Options>(&written).unwrap(), options, "{written}");
    }
    let written = serde_json::to_string(&options(r#"{"preset":"tcga","quiet_limit":9}"#)).unwrap();
    assert_eq!(written, r#"{"preset":"tcga","quiet_limit":9,"repetition":3,"pawn_takes_cannon":false}"#);
}
