use super::*;

/// The army to move and the die.
fn die(position: &Enochian) -> String {
    format!("{} {}", field(position, 1), field(position, 7))
}

/// Blue can move a piece with every role.
const PIECES: &str = "h8=bK h1=rK a1=kK a8=yK d4=bN c5=bB f6=bQ e3=bR g2=bPn b8=yN c2=kN h2=rN";

#[test]
fn the_game_starts_with_a_throw_for_the_first_army() {
    let start = Enochian::start(&dice());
    assert_eq!((start.turn(), die(&start).as_str()), (Turn::Chance, "b ?"));
    assert_eq!(legal(&start), ["=1", "=2", "=3", "=4", "=5", "=6"]);
    let mut chances = Vec::new();
    start.chance_outcomes(&mut chances);
    assert!(chances.iter().all(|(_, weight)| *weight == 1));
    assert_eq!(why(&start, "Pg8f8"), "throw");
}

#[test]
fn only_pieces_of_the_thrown_kind_may_move() {
    let chance = set(PIECES, "b brky - - 0 1 ?", &dice());
    for (throw, letters) in [("=1", "KP"), ("=2", "N"), ("=3", "B"), ("=4", "Q"), ("=5", "R"), ("=6", "P")] {
        let thrown = after(&chance, throw);
        assert_eq!(to_move(&thrown), "blue");
        let mut roles: Vec<char> = legal(&thrown).iter().filter_map(|text| text.chars().next()).collect();
        roles.dedup();
        assert_eq!(roles.into_iter().collect::<String>(), letters, "{throw}");
    }
    assert_eq!(why(&after(&chance, "=2"), "Kh8g8"), "die");
    assert_eq!(why(&after(&chance, "=2"), "=3"), "throw");
}

#[test]
fn the_die_overrides_check_and_safety() {
    let pieces = format!("{PIECES} h5=rR");
    for options in [dice(), Options { king_safety: KingSafety::Strict, ..dice() }] {
        let thrown = set(&pieces, "b brky - - 0 1 2", &options);
        assert!(thrown.in_check(Army::Blue));
        assert_eq!(legal(&thrown).len(), 7, "every knight move but onto the ally on c2");
    }
}

#[test]
fn the_die_overrides_stalemate() {
    let pieces = "h8=bK h7=bN h3=rR g3=rR e1=rK a1=kK a8=yK c3=kN b8=yN";
    let chance = set(pieces, "b brky - - 0 1 ?", &dice());
    assert_eq!(die(&chance), "b ?", "a stalemated army still throws");
    assert_eq!(legal(&after(&chance, "=2")), ["Nh7f6", "Nh7f8", "Nh7g5"]);
}

#[test]
fn if_that_kind_cannot_move_the_turn_is_lost_and_the_next_army_throws_at_once() {
    let start = Enochian::start(&dice());
    let lost = after(&start, "=3");
    assert_eq!((die(&lost).as_str(), lost.turn()), ("r ?", Turn::Chance));
    assert_eq!((field(&lost, 5).as_str(), field(&lost, 6).as_str()), ("0", "1"), "neither ply nor quiet ply");
    let gone = after(&set("h8=bK h1=rK a1=kK a8=yK g3=bPq b8=yN", "b brky - - 3 9 ?", &dice()), "=4");
    assert_eq!((die(&gone).as_str(), field(&gone, 5).as_str()), ("r ?", "3"), "it has no queen at all");
}

#[test]
fn throws_count_neither_as_ply_nor_as_quiet_ply() {
    let thrown = after(&set(PIECES, "b brky - - 3 9 ?", &dice()), "=2");
    assert_eq!((field(&thrown, 5).as_str(), field(&thrown, 6).as_str()), ("3", "9"));
    let moved = after(&thrown, "Nd4b5");
    assert_eq!(
        (field(&moved, 5).as_str(), field(&moved, 6).as_str(), die(&moved).as_str()),
        ("4", "10", "r ?")
    );
}

#[test]
fn a_frozen_army_is_skipped_without_a_throw() {
    let pieces = "h8=bK a1=kK a8=yK d4=bN b8=yN c2=kN h2=rN";
    assert_eq!(die(&set(pieces, "r brky r r:b 0 1 ?", &dice())), "k ?");
    assert_eq!(die(&after(&set(pieces, "b brky r r:b 0 1 2", &dice()), "Nd4b5")), "k ?");
    assert_eq!(die(&after(&set(pieces, "b brky r r:b 0 1 ?", &dice()), "=4")), "k ?");
}

#[test]
fn the_die_is_still_thrown_for_an_unfrozen_army_without_moves() {
    let pieces = "h8=bK g8=bPr g7=bPq h7=bPn f8=kN f7=kN h1=rK a1=kK a8=yK b8=yN";
    let chance = set(pieces, "b brky - - 0 1 ?", &dice());
    assert_eq!(die(&chance), "b ?");
    for throw in ["=1", "=2", "=3", "=4", "=5", "=6"] {
        assert_eq!(die(&after(&chance, throw)), "r ?", "{throw}");
    }
}

#[test]
fn a_revived_army_without_a_king_moves_its_pawns_with_a_one() {
    let pieces = "h8=kK h1=rK a8=yK d4=bPq b8=yN";
    assert_eq!(legal(&set(pieces, "b krky - b:y 0 1 1", &dice())), ["Pd4c4"]);
}

#[test]
fn with_dice_nobody_can_act_if_no_unfrozen_army_has_a_pseudo_legal_move() {
    let pieces = "h8=bK g8=kN g7=kN h7=yN h1=rK g1=kB g2=yPq h2=yPr";
    let over = set(pieces, "b brky ky k:r,y:b 0 1 ?", &dice());
    assert_eq!(result(&over), Some((Reason::NobodyCanAct, 0.5, 0.5)));
    let open = set(&format!("{pieces} d4=bPq"), "b brky ky k:r,y:b 0 1 ?", &dice());
    assert_eq!(result(&open), None);
    assert_eq!(die(&after(&open, "=3")), "r ?");
    assert_eq!(die(&after(&open, "=3 =1")), "b ?", "lost turns go round until the pawn may move");
}

#[test]
fn lost_turns_pass_over_frozen_armies() {
    let pieces = "h8=bK h1=yK d5=yPq";
    let position = set(pieces, "b brky rk r:b,k:y 0 1 ?", &dice());
    assert_eq!(die(&after(&position, "=2")), "y ?");
    assert_eq!(die(&after(&position, "=2 =2")), "b ?");
}

#[test]
fn parsing_a_die_without_a_move_passes_the_turn() {
    let pieces = "h8=bK h1=rK a1=kK a8=yK g3=bPq b8=yN";
    assert_eq!(die(&set(pieces, "b brky - - 0 1 4", &dice())), "r ?");
    assert_eq!(die(&set(pieces, "b brky - - 0 1 6", &dice())), "b 6");
    let frozen = "h8=bK a1=kK a8=yK g3=bPq b8=yN e4=rR";
    assert_eq!(die(&set(frozen, "r brky r r:b 0 1 5", &dice())), "k ?", "a frozen army has no die");
}

#[test]
fn with_dice_an_army_that_would_be_stalemated_can_still_act() {
    // Black's king can only step to a2, which Yellow's pawn attacks. Frozen pieces shut Yellow in.
    let pieces = "a1=kK b1=rR b2=rR b3=yPn h8=yK g8=rR g7=rR h7=rR";
    let stalemated = at(pieces, "k brky br b:y,r:k 0 1 -");
    assert_eq!(stalemated.outcome().map(|outcome| outcome.reason()), Some(Reason::NobodyCanAct));
    let with_dice = set(pieces, "k brky br b:y,r:k 0 1 ?", &dice());
    assert_eq!((with_dice.outcome(), to_move(&with_dice)), (None, "chance"));
    assert_eq!(legal(&after(&with_dice, "=1")), ["Ka1a2"]);
}
