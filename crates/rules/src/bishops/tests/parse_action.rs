use super::*;

#[test]
fn malformed_action_texts_are_refused_with_the_format() {
    let game = start("{}");
    for text in [
        "", "g2", "g2-g4", "g2g4q", "G2G4", "g02g4", "g2g13", "z1a1", "Swap", "swap ", "=w", "é2g4",
        "g2\u{0}",
    ] {
        assert_eq!(refused(&game, text), "format", "{text:?}");
    }
}
