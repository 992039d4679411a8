use super::*;
use shakmaty::{Bitboard, Square};

/// The possible exchanges, as `proposer:signer`.
fn offers(position: &Enochian, before: Option<&Enochian>) -> String {
    let treaties = position.treaties(before);
    let names = position.seats();
    let words = treaties.iter().map(|treaty| {
        assert_eq!(treaty.action, Action::Exchange(treaty.proposer));
        assert_eq!(treaty.action.to_string(), "exchange");
        let signers: Vec<&str> = treaty.signers.iter().map(|seat| seat.name(names)).collect();
        format!("{}:{}", treaty.proposer.name(names), signers.join("+"))
    });
    words.collect::<Vec<_>>().join(" ")
}

fn exchanged(position: &Enochian, proposer: &str) -> Enochian {
    let proposer = Seat::from_name(proposer, position.seats()).expect("a seat");
    let mut after = position.clone();
    after.play(Action::Exchange(proposer));
    after
}

/// Yellow captured Blue's king, and Black captured Red's.
const PIECES: &str = "a1=kK a8=yK d4=kN b8=yN f5=bN e3=rN";

#[test]
fn either_of_the_two_captors_may_propose_on_a_turn_it_decides() {
    assert_eq!(offers(&at(PIECES, "k brky br b:y,r:k"), None), "black:yellow");
    assert_eq!(offers(&at(PIECES, "y brky br b:y,r:k"), None), "yellow:black");
}

#[test]
fn any_king_of_one_team_can_be_exchanged_for_any_of_the_other() {
    for (kings, fields, offered) in [
        ("a1=kK a8=yK", "k brky br b:y,r:k", "black:yellow"),
        ("a1=kK h1=rK", "k brky by b:r,y:k", "black:red"),
        ("h8=bK a8=yK", "b brky rk r:b,k:y", "blue:yellow"),
        ("h8=bK h1=rK", "b brky ky k:r,y:b", "blue:red"),
    ] {
        let position = at(&format!("{kings} d4=kN c6=yN f5=bN e3=rN"), fields);
        assert_eq!(offers(&position, None), offered);
        let (proposer, _) = offered.split_once(':').expect("two seats");
        assert_eq!(
            exchanged(&position, proposer).active_seats(),
            SeatSet::first(4),
            "all four kings are back"
        );
    }
}

#[test]
fn an_exchange_is_not_a_legal_action() {
    let position = at(PIECES, "k brky br b:y,r:k");
    assert!(!legal(&position).contains(&"exchange".to_string()));
    assert_eq!(why(&position, "exchange"), "exchange");
}

#[test]
fn one_king_of_each_team_must_be_captured() {
    assert_eq!(offers(&Enochian::start(&Options::default()), None), "");
    assert_eq!(offers(&at(&format!("{PIECES} h1=rK"), "k brky b b:y"), None), "");
    assert_eq!(offers(&at(&format!("{PIECES} h8=bK"), "k brky r r:k"), None), "");
}

#[test]
fn each_of_the_two_whose_king_lives_must_be_the_captor_of_the_others_king() {
    assert_eq!(
        offers(&at(PIECES, "k brky br b:r,r:k"), None),
        "",
        "red took blue's king and is itself captured"
    );
    assert_eq!(offers(&at(PIECES, "k brky br b:y,r:b"), None), "");
    assert_eq!(offers(&at(PIECES, "k brky br r:k"), None), "", "blue has resigned");
    assert_eq!(offers(&at(PIECES, "k brky br -"), None), "");
    let why = at(PIECES, "k brky br b:y,r:b").parse_action("exchange").unwrap_err();
    assert_eq!(why.words, "Black did not capture Red's king.");
}

#[test]
fn right_after_the_second_capture_its_captor_may_propose_out_of_turn() {
    let before = at("a1=kK a8=yK h1=rK d1=kR b8=yN f5=bN e4=rN", "k brky b b:y");
    let position = after(&before, "Rd1h1");
    assert_eq!(state(&position), "y brky br b:y,r:k");
    assert_eq!(offers(&position, None), "yellow:black");
    assert_eq!(offers(&position, Some(&before)), "black:yellow yellow:black");
    let later = after(&position, "Nb8c6");
    assert_eq!(offers(&later, Some(&position)), "black:yellow", "only the seat to act");
    assert_eq!(offers(&after(&later, "Ka1b1"), Some(&later)), "yellow:black");
}

#[test]
fn a_captor_who_is_also_the_acting_seat_is_listed_once() {
    let pieces = "a1=kK a8=yK a7=bN b7=bN b8=bN h1=rK d1=kR e4=rN";
    let before = at(pieces, "k brky b b:y");
    let position = after(&before, "Rd1h1");
    assert_eq!(state(&position), "k brky br b:y,r:k", "yellow cannot act");
    assert_eq!(offers(&position, Some(&before)), "black:yellow");
}

#[test]
fn both_kings_return_to_their_thrones_and_their_armies_unfreeze_under_their_own_seats() {
    let position = at(PIECES, "k brky br b:y,r:k 7 40 -");
    let after = exchanged(&position, "black");
    assert_eq!((on(&after, "h8").as_str(), on(&after, "h1").as_str()), ("bK", "rK"));
    assert_eq!(state(&after), "k brky - -", "the turn does not change");
    assert_eq!((field(&after, 5).as_str(), field(&after, 6).as_str()), ("7", "40"), "nor do the counts");
    assert_eq!(offers(&after, Some(&position)), "");
}

#[test]
fn a_king_returns_to_an_empty_throne_even_if_it_is_attacked() {
    let position = at(&format!("{PIECES} h4=yR"), "k brky br b:y,r:k");
    let after = exchanged(&position, "black");
    assert_eq!(on(&after, "h8"), "bK");
    assert!(after.in_check(Army::Blue));
}

#[test]
fn a_revived_army_returns_to_its_own_seat() {
    let pieces = "h8=kK a8=yK d4=kN b8=yN f5=bN e3=rN";
    let position = at(pieces, "k krky r b:y,r:k");
    assert_eq!(offers(&position, None), "black:yellow");
    let after = exchanged(&position, "black");
    assert_eq!(state(&after), "k brky - -");
    assert_eq!(on(&after, "h7"), "bK", "black's king sits on the throne");
}

#[test]
fn from_a_blocked_throne_the_nearest_square_is_by_king_moves_then_straight_distance_then_order() {
    // h7 and g8 are one king move and a straight distance of 1 away, g7 one king move but farther: h7 comes before g8.
    let position = at(&format!("{PIECES} h8=bR h1=kN"), "k brky br b:y,r:k");
    let after = exchanged(&position, "black");
    assert_eq!(on(&after, "h7"), "bK");
    assert_eq!(on(&after, "g1"), "rK", "g1 comes before h2");
    let taken = at(&format!("{PIECES} h8=bR h7=bPq h1=kN g1=yPq"), "k brky br b:y,r:k");
    let after = exchanged(&taken, "black");
    assert_eq!((on(&after, "g8").as_str(), on(&after, "h2").as_str()), ("bK", "rK"));
    let corner = at(&format!("{PIECES} h8=bR h7=bPq g8=bPq h1=kN g1=yPq h2=rPq"), "k brky br b:y,r:k");
    let after = exchanged(&corner, "black");
    assert_eq!((on(&after, "g7").as_str(), on(&after, "g2").as_str()), ("bK", "rK"));
}

#[test]
fn any_square_but_the_throne_must_not_be_attacked_by_an_unfrozen_enemy() {
    let position = at(&format!("{PIECES} h8=bR c7=yR"), "k brky br b:y,r:k");
    assert_eq!(on(&exchanged(&position, "black"), "g8"), "bK", "yellow's rook covers h7 and g7");
    let red = at(&format!("{PIECES} h8=bR c7=rR"), "k brky br b:y,r:k");
    assert_eq!(on(&exchanged(&red, "black"), "g8"), "bK", "red is unfrozen before a king is placed");
    let shielded = at(&format!("{PIECES} h8=bR c7=rR e7=bPq"), "k brky br b:y,r:k");
    assert_eq!(on(&exchanged(&shielded, "black"), "h7"), "bK");
    let pawn = at(&format!("{PIECES} h8=bR g6=rPq"), "k brky br b:y,r:k");
    assert_eq!(on(&exchanged(&pawn, "black"), "g8"), "bK", "a pawn attacks an empty square too");
}

#[test]
fn straight_distance_decides_before_square_order() {
    let near = "h8=bR g8=bPq g7=bPq h7=bPn";
    let position = at(&format!("{PIECES} {near}"), "k brky br b:y,r:k");
    assert_eq!(on(&exchanged(&position, "black"), "h6"), "bK", "two straight steps: h6 before f8");
    let more = at(&format!("{PIECES} {near} h6=bPb f8=bPb"), "k brky br b:y,r:k");
    assert_eq!(on(&exchanged(&more, "black"), "g6"), "bK", "a knight's distance: g6 before f7");
}

/// A board on which only the `free` squares are empty and no pawn attacks them. Black's king is on a1 and Yellow's on
/// a8. Black can act because it can capture on b1.
fn crowded(free: &[Square]) -> Enochian {
    let free: Bitboard = free.iter().copied().collect();
    let taken = Bitboard::from(Square::A1) | Square::A8 | Square::B1;
    let mut pieces = String::from("a1=kK a8=yK b1=yPq");
    for square in !free & !taken {
        // Of the four directions a pawn can face, one does not attack the free squares.
        let army =
            Army::ALL.into_iter().find(|army| attack_tables::pawn_captures(*army, square).is_disjoint(free));
        pieces += &format!(" {square}={}Pq", army.expect("a direction that spares them").letter());
    }
    let position = at(&pieces, "k brky br b:y,r:k");
    assert_eq!(to_move(&position), "black");
    position
}

#[test]
fn the_proposers_ally_returns_first_and_blocks_the_second() {
    let position = crowded(&[Square::E4, Square::C7]);
    let by = |proposer| {
        let after = exchanged(&position, proposer);
        ["e4", "c7"].map(|square| on(&after, square)).join(" ")
    };
    assert_eq!(by("black"), "bK rK", "e4 is the nearest to both thrones");
    assert_eq!(by("yellow"), "rK bK");
}

#[test]
fn a_square_beside_an_enemy_king_is_attacked() {
    let position = crowded(&[Square::E4, Square::B2]);
    assert_eq!(offers(&position, None), "", "red's king cannot return beside black's");
}

#[test]
fn the_second_king_cannot_return_beside_the_first() {
    let position = crowded(&[Square::E4, Square::E5]);
    assert_eq!(offers(&position, None), "", "the second king would be beside the first");
}

#[test]
fn without_a_square_for_a_king_the_whole_exchange_is_refused() {
    let position = crowded(&[Square::E4]);
    assert_eq!(offers(&position, None), "");
    let why = position.parse_action("exchange").unwrap_err();
    assert_eq!(why.words, "There is no safe square for Red's king to return to.");
}

#[test]
fn the_end_of_the_game_is_judged_after_an_exchange() {
    let position = at("a1=kK a8=yK d4=kN b3=bN", "k brky br b:y,r:k");
    let over = exchanged(&position, "black");
    assert_eq!(result(&over), Some((Reason::BareKings, 0.5, 0.5)));
    assert_eq!(field(&over, 1), "k");
}

#[test]
fn if_the_army_to_act_can_no_longer_act_it_is_skipped() {
    // Black's only mobile piece is the pawn on g1, which Red's returning king blocks.
    let pieces =
        "a1=kK a2=kPq b1=kPq b2=kPq c1=bPb c2=bPb b3=bPb a3=bPb c3=bPb g1=kPq h2=kPq a8=yK f5=bN e3=rN";
    let position = at(pieces, "k brky br b:y,r:k");
    assert_eq!(legal(&position), ["Pg1h1=Q"]);
    let after = exchanged(&position, "black");
    assert_eq!(state(&after), "y brky - -");
}

#[test]
fn with_dice_an_exchange_waits_for_the_throw_and_keeps_the_die() {
    let chance = set(PIECES, "k brky br b:y,r:k 0 1 ?", &dice());
    assert_eq!(offers(&chance, None), "");
    assert_eq!(why(&chance, "exchange"), "exchange");
    let thrown = after(&chance, "=2");
    assert_eq!(offers(&thrown, None), "black:yellow");
    let capturing = set("a1=kK a8=yK h1=rK d1=kR b8=yN f5=bN e4=rN", "k brky b b:y 0 1 5", &dice());
    let captured = after(&capturing, "Rd1h1");
    assert_eq!(to_move(&captured), "chance");
    assert_eq!(
        offers(&captured, Some(&capturing)),
        "",
        "not even for the seat that has just captured the second king"
    );
    let back = exchanged(&thrown, "black");
    assert_eq!((field(&back, 1).as_str(), field(&back, 7).as_str()), ("k", "2"));
}

#[test]
fn nothing_is_exchanged_once_the_game_is_over() {
    let before = at("a1=kK a8=yK h1=rK d1=kR b8=yN f5=bN e4=rN", "k brky b b:y");
    let mut over = after(&before, "Rd1h1");
    over.end(over.draw_outcome(Reason::Agreement));
    assert_eq!(offers(&over, Some(&before)), "");
}

#[test]
fn an_exchange_may_be_proposed_again() {
    let position = at(PIECES, "k brky br b:y,r:k");
    let later = after(&position, "Nd4c6 Nb8a6");
    assert_eq!(offers(&later, None), "black:yellow");
}
