use super::*;

fn throw(number: u64, value: u32) -> Observation {
    Observation::Throw { sides: std::num::NonZeroU32::new(6).unwrap(), number, value }
}

fn piece(square: &str, letter: char) -> Observation {
    Observation::Piece { square: square.to_string(), letter }
}

/// The claims that do not hold.
fn wrong(verdict: &Verification) -> Vec<(Claim, Judgement)> {
    let wrong = verdict.findings().iter().filter(|finding| finding.judgement != Judgement::Holds);
    wrong.map(|finding| (finding.claim, finding.judgement)).collect()
}

#[test]
fn an_honest_game_holds() {
    let shown = [piece("a1", 'E'), piece("h4", 'G'), throw(4, 6)];
    let verdict = verify(&example(), &DealLayout::BANQI, &shown);
    assert!(verdict.is_valid());
    assert_eq!(
        verdict.to_string(),
        "holds   the deal is tetrarch-fair-1\n\
         holds   the game is \"example-1\"\n\
         holds   the seats gave as entropy: \"6865616473\", nothing\n\
         holds   the secret is published\n\
         holds   the secret fits the commitment 4a6b1c762b7ab0a54efb456b5e8422887974de51bbdbbc7a9c1418108760eb2e\n\
         holds   the piece on a1 was E, as dealt\n\
         holds   the piece on h4 was G, as dealt\n\
         holds   throw 4 was 6, as dealt\n"
    );
}

#[test]
fn a_piece_that_was_not_dealt_is_named() {
    let verdict =
        verify(&example(), &DealLayout::BANQI, &[piece("a1", 'e'), piece("b1", 'P'), piece("z9", 'k')]);
    assert!(!verdict.is_valid());
    assert_eq!(wrong(&verdict), [(Claim::Shown(0), Judgement::Fails), (Claim::Shown(2), Judgement::Fails)]);
    assert_eq!(verdict.findings()[5].words, "the piece on a1 was e, but E was dealt");
    assert_eq!(verdict.findings()[7].words, "the piece on z9 was k, but nothing is dealt there");
}

#[test]
fn a_throw_that_did_not_fall_is_named() {
    let verdict = verify(&example(), &DealLayout::BANQI, &[throw(1, 6)]);
    assert_eq!(verdict.findings()[5].words, "throw 1 was 6, but 1 was dealt");
}

#[test]
fn another_secret_does_not_fit_the_commitment() {
    let published = FairnessRecord { secret: Some("00".repeat(32)), ..example() };
    let verdict = verify(&published, &DealLayout::BANQI, &[]);
    assert_eq!(wrong(&verdict), [(Claim::Commitment, Judgement::Fails)]);
    assert!(verdict.findings()[4].words.starts_with("the commitment is 4a6b1c76"));
}

#[test]
fn another_game_does_not_fit_the_commitment_either() {
    let published = FairnessRecord { game: "example-2".to_string(), ..example() };
    let verdict = verify(&published, &DealLayout::BANQI, &[piece("a1", 'E')]);
    assert_eq!(wrong(&verdict), [(Claim::Commitment, Judgement::Fails), (Claim::Shown(0), Judgement::Fails)]);
}

#[test]
fn other_entropy_fits_the_commitment_but_not_the_deal() {
    let published = FairnessRecord { entropies: vec![None, None], ..example() };
    let verdict = verify(&published, &DealLayout::BANQI, &[piece("a1", 'E')]);
    assert_eq!(wrong(&verdict), [(Claim::Shown(0), Judgement::Fails)]);
}

#[test]
fn without_the_secret_nothing_can_be_told() {
    let published = FairnessRecord { secret: None, ..example() };
    let verdict = verify(&published, &DealLayout::BANQI, &[piece("a1", 'E')]);
    assert_eq!(
        wrong(&verdict),
        [
            (Claim::Secret, Judgement::Fails),
            (Claim::Commitment, Judgement::Unknown),
            (Claim::Shown(0), Judgement::Unknown)
        ]
    );
    assert_eq!(verdict.findings()[3].words, "the secret is not published yet");
}

#[test]
fn another_version_is_not_judged() {
    let published = FairnessRecord { version: "tetrarch-fair-2".to_string(), ..example() };
    let verdict = verify(&published, &DealLayout::BANQI, &[piece("a1", 'E')]);
    assert_eq!(
        wrong(&verdict),
        [
            (Claim::Version, Judgement::Fails),
            (Claim::Commitment, Judgement::Unknown),
            (Claim::Shown(0), Judgement::Unknown)
        ]
    );
}

#[test]
fn everything_that_is_malformed_is_told() {
    let published = FairnessRecord {
        version: "x".to_string(),
        game: String::new(),
        commitment: "4A".to_string(),
        secret: Some("00".to_string()),
        entropies: vec![Some("x".to_string())],
    };
    let verdict = verify(&published, &DealLayout::BANQI, &[]);
    let claims = [Claim::Version, Claim::Game, Claim::Entropies, Claim::Secret, Claim::Commitment];
    assert_eq!(wrong(&verdict), claims.map(|claim| (claim, Judgement::Fails)));
}
