use super::*;

/// Verifies the words of a line from the standard start.
fn verify_line(record: &FairnessRecord, rule: &ChanceRule, words: &[&str]) -> Verification {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    verify(record, rule, DealtLine { words: &words, set_up: false })
}

fn die() -> ChanceRule {
    ChanceRule::Roll { outcomes: (1..=6).map(|side| format!("={side}")).collect() }
}

/// The claims that do not hold.
fn failed(verification: &Verification) -> Vec<(Claim, Judgement)> {
    let failed = verification.findings().iter().filter(|finding| finding.judgement != Judgement::Holds);
    failed.map(|finding| (finding.claim, finding.judgement)).collect()
}

#[test]
fn an_honest_game_passes_verification() {
    let verification =
        verify_line(&example(), &squares_rule(), &["?a1", "=E", "a1a2", "?h4", "=G", "resign"]);
    assert_eq!(verification.verdict(), Verdict::Verified);
    assert_eq!(
        verification.to_string(),
        "holds   the dealing scheme is tetrarch-fair-1\n\
         holds   the game is \"example-1\"\n\
         holds   the entropy of the seats: \"6865616473\", none\n\
         holds   the secret is revealed\n\
         holds   the secret matches the commitment 4a6b1c762b7ab0a54efb456b5e8422887974de51bbdbbc7a9c1418108760eb2e\n\
         holds   ?a1 revealed E, as dealt\n\
         holds   ?h4 revealed G, as dealt\n"
    );
    let verification = verify_line(&example(), &die(), &["=1", "x", "=3", "y"]);
    assert_eq!(verification.verdict(), Verdict::Verified);
    assert_eq!(verification.findings()[6].words, "roll 2 was 3, as dealt");
}

#[test]
fn a_letter_that_was_not_dealt_fails_verification() {
    let line = ["?a1", "=e", "?b1", "=P", "?z9", "=k"];
    let verification = verify_line(&example(), &squares_rule(), &line);
    assert_eq!(verification.verdict(), Verdict::Fails);
    assert_eq!(
        failed(&verification),
        [(Claim::Outcome(1), Judgement::Fails), (Claim::Outcome(3), Judgement::Fails)]
    );
    assert_eq!(verification.findings()[5].words, "?a1 revealed e, but E was dealt");
    assert_eq!(verification.findings()[7].words, "?z9 revealed k, but nothing is dealt there");
}

#[test]
fn a_wrong_roll_fails_verification() {
    let verification = verify_line(&example(), &die(), &["=6"]);
    assert_eq!(verification.findings()[5].words, "roll 1 was 6, but 1 was dealt");
}

#[test]
fn outcomes_from_a_start_that_was_set_up_cannot_be_checked() {
    let words = ["?a1".to_string(), "=e".to_string()];
    let from_set_up = |record: &FairnessRecord, words: &[String]| {
        verify(record, &squares_rule(), DealtLine { words, set_up: true })
    };
    let verification = from_set_up(&example(), &words);
    assert_eq!(verification.verdict(), Verdict::CannotBeChecked);
    assert_eq!(failed(&verification), [(Claim::Outcome(1), Judgement::Unknown)]);
    assert_eq!(from_set_up(&example(), &[]).verdict(), Verdict::Verified, "there is nothing to check");
    let forged = FairnessRecord { secret: Some("00".repeat(32)), ..example() };
    assert_eq!(from_set_up(&forged, &words).verdict(), Verdict::Fails);
}

#[test]
fn another_secret_does_not_match_the_commitment() {
    let record = FairnessRecord { secret: Some("00".repeat(32)), ..example() };
    let verification = verify_line(&record, &squares_rule(), &[]);
    assert_eq!(failed(&verification), [(Claim::Commitment, Judgement::Fails)]);
    assert!(verification.findings()[4].words.starts_with("the commitment is 4a6b1c76"));
}

#[test]
fn another_game_does_not_match_the_commitment() {
    let record = FairnessRecord { game: "example-2".to_string(), ..example() };
    let verification = verify_line(&record, &squares_rule(), &["?a1", "=E"]);
    assert_eq!(
        failed(&verification),
        [(Claim::Commitment, Judgement::Fails), (Claim::Outcome(1), Judgement::Fails)]
    );
}

#[test]
fn other_entropy_matches_the_commitment_but_not_the_deal() {
    let record = FairnessRecord { entropies: vec![None, None], ..example() };
    let verification = verify_line(&record, &squares_rule(), &["?a1", "=E"]);
    assert_eq!(failed(&verification), [(Claim::Outcome(1), Judgement::Fails)]);
}

#[test]
fn without_the_secret_nothing_can_be_checked() {
    let record = FairnessRecord { secret: None, ..example() };
    let verification = verify_line(&record, &squares_rule(), &["?a1", "=E"]);
    assert_eq!(
        failed(&verification),
        [
            (Claim::Secret, Judgement::Unknown),
            (Claim::Commitment, Judgement::Unknown),
            (Claim::Outcome(1), Judgement::Unknown)
        ]
    );
    assert_eq!(verification.findings()[3].words, "the secret is not revealed yet");
}

#[test]
fn another_version_cannot_be_checked() {
    let record = FairnessRecord { version: "tetrarch-fair-2".to_string(), ..example() };
    let verification = verify_line(&record, &squares_rule(), &["?a1", "=E"]);
    assert_eq!(
        failed(&verification),
        [
            (Claim::Version, Judgement::Unknown),
            (Claim::Commitment, Judgement::Unknown),
            (Claim::Outcome(1), Judgement::Unknown)
        ]
    );
}

#[test]
fn every_malformed_field_is_reported() {
    let record = FairnessRecord {
        version: "x".to_string(),
        game: String::new(),
        commitment: "4A".to_string(),
        secret: Some("00".to_string()),
        entropies: vec![Some("x".to_string())],
    };
    let verification = verify_line(&record, &squares_rule(), &[]);
    let claims = [Claim::Version, Claim::Game, Claim::Entropies, Claim::Secret, Claim::Commitment];
    let judgement = |claim| if claim == Claim::Version { Judgement::Unknown } else { Judgement::Fails };
    assert_eq!(failed(&verification), claims.map(|claim| (claim, judgement(claim))));
    assert_eq!(verification.verdict(), Verdict::Fails);
}
