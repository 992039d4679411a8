use super::*;
use proptest::prelude::*;

#[test]
fn every_input_changes_the_deal() {
    let deal = |game: &str, secret: &str, texts: &[Option<&str>]| dealt_letters(&dealer(game, secret, texts));
    let other_secret = EXAMPLE_SECRET.replace("1f", "1e");
    let deals = [
        deal("a", EXAMPLE_SECRET, &[None, None]),
        deal("b", EXAMPLE_SECRET, &[None, None]),
        deal("a", &other_secret, &[None, None]),
        deal("a", EXAMPLE_SECRET, &[Some(""), None]),
        deal("a", EXAMPLE_SECRET, &[None, Some("")]),
        deal("a", EXAMPLE_SECRET, &[Some("aa"), Some("bb")]),
        deal("a", EXAMPLE_SECRET, &[Some("bb"), Some("aa")]),
        deal("a", EXAMPLE_SECRET, &[Some("aabb"), Some("")]),
        deal("a", EXAMPLE_SECRET, &[Some(""), Some("aabb")]),
        deal("a", EXAMPLE_SECRET, &[Some("00"), None]),
        deal("a", EXAMPLE_SECRET, &[None, None, None]),
        deal("a", EXAMPLE_SECRET, &[]),
    ];
    let distinct: std::collections::HashSet<&String> = deals.iter().collect();
    assert_eq!(distinct.len(), deals.len());
}

#[test]
fn the_commitment_does_not_depend_on_entropy_and_binds_the_game() {
    let secret = Secret::parse(EXAMPLE_SECRET).unwrap();
    let commitment = |game| secret.commitment(&FairGameId::new(game).unwrap());
    assert_ne!(commitment("a"), commitment("b"));
    let game = FairGameId::new("a").unwrap();
    for texts in [[None, None], [Some("aa"), Some("bb")]] {
        let record = FairnessRecord::revealed(&game, &secret, &entropies(&texts));
        assert_eq!(record.commitment, commitment("a").to_string(), "{texts:?}");
    }
    assert_eq!(Commitment::parse(&commitment("a").to_string()), Ok(commitment("a")));
}

#[test]
fn hexadecimal_must_be_lower_case_and_complete() {
    for (bad, words) in [
        (
            EXAMPLE_SECRET.to_uppercase(),
            "the secret has the invalid digit 'A' at position 22; use only 0123456789abcdef",
        ),
        (EXAMPLE_SECRET[1..].to_string(), "the secret has an odd number of digits, 63"),
        (EXAMPLE_SECRET[2..].to_string(), "the secret has 31 bytes instead of 32"),
        (format!("{EXAMPLE_SECRET}00"), "the secret has 33 bytes instead of 32"),
        (String::new(), "the secret has 0 bytes instead of 32"),
        (
            format!(" {EXAMPLE_SECRET}"),
            "the secret has the invalid digit ' ' at position 1; use only 0123456789abcdef",
        ),
        (
            format!("é{EXAMPLE_SECRET}"),
            "the secret has the invalid digit 'é' at position 1; use only 0123456789abcdef",
        ),
    ] {
        assert_eq!(Secret::parse(&bad).unwrap_err().to_string(), words);
    }
    let words = Commitment::parse("0x").unwrap_err().to_string();
    assert_eq!(words, "the commitment has the invalid digit 'x' at position 2; use only 0123456789abcdef");
    let words = Entropies::parse(&[None, Some("abc".to_string())]).unwrap_err().to_string();
    assert_eq!(words, "the entropy of seat 2 has an odd number of digits, 3");
}

#[test]
fn a_game_id_has_1_to_255_bytes() {
    assert_eq!(FairGameId::new("").unwrap_err().to_string(), "the game id has 0 bytes instead of 1 to 255");
    assert!(FairGameId::new("x".repeat(255)).is_ok());
    assert!(FairGameId::new("é".repeat(128)).is_err());
}

#[test]
fn a_seat_contributes_limited_entropy_once() {
    let mut entropies = Entropies::empty(2);
    let some = Entropy::new(vec![1; 255]).unwrap();
    assert_eq!(entropies.set(1, some.clone()), Ok(()));
    assert_eq!(entropies.set(1, some.clone()), Err(FairError::AlreadyGiven(1)));
    assert_eq!(entropies.set(2, some), Err(FairError::NoSuchSeat { seat: 2, seats: 2 }));
    let words = Entropy::new(vec![1; 256]).unwrap_err().to_string();
    assert_eq!(words, "256 bytes of entropy, but the maximum is 255");
    assert_eq!(Entropies::parse(&vec![None; 256]), Err(FairError::TooManySeats(256)));
}

#[test]
fn debug_output_hides_secrets() {
    let secret = Secret::parse(EXAMPLE_SECRET).unwrap();
    let dealer = example().dealer().unwrap();
    assert_eq!(format!("{secret:?}"), "Secret(…)");
    assert_eq!(format!("{dealer:?}"), "Dealer(…)");
}

#[test]
fn the_fairness_record_serialises_to_json() {
    let json = serde_json::to_string(&example()).unwrap();
    let expected = format!(
        r#"{{"version":"tetrarch-fair-1","game":"example-1","commitment":"{}","secret":"{EXAMPLE_SECRET}","entropies":["6865616473",null]}}"#,
        example().commitment
    );
    assert_eq!(json, expected);
    assert_eq!(serde_json::from_str::<FairnessRecord>(&json).unwrap(), example());
    let during = FairnessRecord { secret: None, ..example() };
    assert!(serde_json::to_string(&during).unwrap().contains(r#""secret":null"#));
    assert_eq!(during.dealer().unwrap_err(), FairError::SecretNotRevealed);
}

proptest! {
    #[test]
    fn a_deal_is_a_permutation_of_its_letters(
        secret in any::<[u8; 32]>(), game in "\\PC{1,20}", given in prop::collection::vec(any::<Option<Vec<u8>>>(), 0..5),
    ) {
        let mut entropies = Entropies::empty(given.len() as u8);
        for (seat, bytes) in given.into_iter().enumerate() {
            if let Some(bytes) = bytes {
                entropies.set(seat, Entropy::new(bytes).unwrap()).unwrap();
            }
        }
        let (secret, game) = (Secret::from_bytes(secret), FairGameId::new(game).unwrap());
        let published = FairnessRecord::revealed(&game, &secret, &entropies);
        let dealer = published.dealer().unwrap();
        let mut letters = dealer.shuffle(LETTERS);
        let mut all: Vec<char> = LETTERS.chars().collect();
        letters.sort_unstable();
        all.sort_unstable();
        prop_assert_eq!(letters, all);
        prop_assert!((1..=6).contains(&dealer.roll_die(3)));
        let line = DealtLine { words: &[], set_up: false };
        prop_assert_eq!(verify(&published, &squares_rule(), line).verdict(), Verdict::Verified);
        prop_assert_eq!(Entropies::parse(&entropies.to_hex()).unwrap(), entropies);
    }

    #[test]
    fn nothing_panics(version in "(tetrarch-fair-1|\\PC*)", game in "\\PC*", commitment in "(\\PC*|[0-9a-f]{64})",
        secret in prop::option::of("(\\PC*|[0-9a-f]{64})"), entropies in prop::collection::vec(prop::option::of("\\PC{0,9}|([0-9a-f]{2})*"), 0..4),
        letters in "\\PC{0,4}", sides in prop::collection::vec("\\PC{0,3}", 0..4), after in "\\PC{0,3}", outcome in "=\\PC{0,3}", set_up in any::<bool>()) {
        let published = FairnessRecord { version, game, commitment, secret, entropies };
        let words = [after.clone(), outcome.clone(), outcome];
        let outcomes = 2 + usize::from(after.starts_with('='));
        for rule in [ChanceRule::Deal { letters, reveals: vec![after] }, ChanceRule::Roll { outcomes: sides }] {
            let verification = verify(&published, &rule, DealtLine { words: &words, set_up });
            prop_assert_eq!(verification.findings().len(), 5 + outcomes);
            prop_assert!(verification.to_string().lines().count() >= 5 + outcomes);
        }
    }
}
