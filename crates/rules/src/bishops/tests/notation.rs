use super::*;

#[test]
fn notation_writes_moves_as_players_do() {
    let written = |game: &Bishops, text: &str| game.notation(game.parse_action(text).unwrap());
    let game = start("{}");
    assert_eq!(written(&game, "g2g4"), "g2-g4");
    assert_eq!(written(&game, "d1e3"), "Nd1-e3");
    assert_eq!(written(&game, "swap"), "swap");
    let game = setup("wKg1 wRc1 wRj1 wPc9 wQd5 bNd9 bKi12 gKa4 pKl3").rooks("c1,j1").to_act('w');
    assert_eq!(written(&game, "g1i1"), "O-O");
    assert_eq!(written(&game, "g1e1"), "O-O-O");
    assert_eq!(written(&game, "c9c10"), "c9-c10=Q");
    assert_eq!(written(&game, "d5d9"), "Qd5xNd9");
    assert_eq!(written(&game, "d5i5"), "Qd5-i5+");
    let game = setup(MATING).to_act('w');
    assert_eq!(written(&game, "d3d12"), "Rd3-d12#");
}
