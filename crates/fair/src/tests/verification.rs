use super::*;

fn roll(number: u64, value: u32) -> Observation {
    Observation::Throw { sides: std::num::NonZeroU32::new(6).unwrap(), number, value }
}

fn piece(square: &str, letter: char) -> Observation {
    Observation::Piece { square: square.to_string(), letter }
}

/// The claims that do not hold.
fn failed(verification: &Verification) -> Vec<(Claim, Judgement)> {
    let failed = verification.findings().iter().filter(|finding| finding.judgement != Judgement::Holds);
    failed.map(|finding| (finding.claim, finding.judgement)).collect()
}

#[test]
fn an_honest_game_passes_verification() {
    let observations = [piece("a1", 'E'), piece("h4", 'G'), roll(4, 6)];
    let verification = verify(&example(), &DealLayout::BANQI, &observations);
    assert!(verification.is_valid());
    assert_eq!(
        verification.to_string(),
        "holds   the dealing scheme is tetrarch-fair-1\n\
         holds   the game is \"example-1\"\n\
         holds   the entropy of the seats: \"6865616473\", none\n\
         holds   the secret is revealed\n\
         holds   the secret matches the commitment 4a6b1c762b7ab0a54efb456b5e8422887974de51bbdbbc7a9c1418108760eb2e\n\
         holds   the piece on a1 was E, as dealt\n\
         holds   the piece on h4 was G, as dealt\n\
         holds   roll 4 was 6, as dealt\n"
    );
}

#[test]
fn a_piece_that_was_not_dealt_fails_verification() {
    let verification =
        verify(&example(), &DealLayout::BANQI, &[piece("a1", 'e'), piece("b1", 'P'), piece("z9", 'k')]);
    assert!(!verification.is_valid());
    assert_eq!(
        failed(&verification),
        [(Claim::Shown(0), Judgement::Fails), (Claim::Shown(2), Judgement::Fails)]
    );
    assert_eq!(verification.findings()[5].words, "the piece on a1 was e, but E was dealt");
    assert_eq!(verification.findings()[7].words, "the piece on z9 was k, but no piece is dealt there");
}

#[test]
fn a_wrong_roll_fails_verification() {
    let verification = verify(&example(), &DealLayout::BANQI, &[roll(1, 6)]);
    assert_eq!(verification.findings()[5].words, "roll 1 was 6, but 1 was dealt");
}

#[test]
fn another_secret_does_not_match_the_commitment() {
    let record = FairnessRecord { secret: Some("00".repeat(32)), ..example() };
    let verification = verify(&record, &DealLayout::BANQI, &[]);
    assert_eq!(failed(&verification), [(Claim::Commitment, Judgement::Fails)]);
    assert!(verification.findings()[4].words.starts_with("the commitment is 4a6b1c76"));
}

#[test]
fn another_game_does_not_match_the_commitment() {
    let record = FairnessRecord { game: "example-2".to_string(), ..example() };
    let verification = verify(&record, &DealLayout::BANQI, &[piece("a1", 'E')]);
    assert_eq!(
        failed(&verification),
        [(Claim::Commitment, Judgement::Fails), (Claim::Shown(0), Judgement::Fails)]
    );
}

#[test]
fn other_entropy_matches_the_commitment_but_not_the_deal() {
    let record = FairnessRecord { entropies: vec![None, None], ..example() };
    let verification = verify(&record, &DealLayout::BANQI, &[piece("a1", 'E')]);
    assert_eq!(failed(&verification), [(Claim::Shown(0), Judgement::Fails)]);
}

#[test]
fn without_the_secret_nothing_can_be_checked() {
    let record = FairnessRecord { secret: None, ..example() };
    let verification = verify(&record, &DealLayout::BANQI, &[piece("a1", 'E')]);
    assert_eq!(
        failed(&verification),
        [
            (Claim::Secret, Judgement::Fails),
            (Claim::Commitment, Judgement::Unknown),
            (Claim::Shown(0), Judgement::Unknown)
        ]
    );
    assert_eq!(verification.findings()[3].words, "the secret is not revealed yet");
}

#[test]
fn another_version_cannot_be_checked() {
    let record = FairnessRecord { version: "tetrarch-fair-2".to_string(), ..example() };
    let verification = verify(&record, &DealLayout::BANQI, &[piece("a1", 'E')]);
    assert_eq!(
        failed(&verification),
        [
            (Claim::Version, Judgement::Fails),
            (Claim::Commitment, Judgement::Unknown),
            (Claim::Shown(0), Judgement::Unknown)
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
    let verification = verify(&record, &DealLayout::BANQI, &[]);
    let claims = [Claim::Version, Claim::Game, Claim::Entropies, Claim::Secret, Claim::Commitment];
    assert_eq!(failed(&verification), claims.map(|claim| (claim, Judgement::Fails)));
}
