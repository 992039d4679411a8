//! Search access agrees with the rules.

use super::*;
use crate::ChessRole;
use crate::laws::SeededRng;

fn texts(list: impl Fn(&BanChess, &mut Vec<Action>), position: &BanChess) -> Vec<String> {
    let mut actions = Vec::new();
    list(position, &mut actions);
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn chess_move(position: &BanChess, text: &str) -> ChessMove {
    let mut moves = Vec::new();
    position.search_moves(&mut moves);
    let found = moves.into_iter().find(|action| action.to_string() == text);
    let Some(Action::Move(m)) = found else { panic!("{text} in {position}") };
    m
}

#[test]
fn search_moves_are_all_chess_moves_before_the_ban_and_the_unbanned_ones_after_it() {
    let position = start();
    assert!(position.is_ban_phase());
    assert_eq!(texts(BanChess::search_moves, &position).len(), 20);
    let banned = after(position, "b:e2e4");
    assert!(!banned.is_ban_phase());
    assert_eq!(texts(BanChess::search_moves, &banned), legal(&banned));
}

#[test]
fn search_captures_are_the_captures_that_are_not_banned() {
    let position = at("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1 1");
    assert_eq!(texts(BanChess::search_captures, &position), ["m:e4d5", "m:e4f5"]);
    assert_eq!(texts(BanChess::search_captures, &after(position, "b:e4d5")), ["m:e4f5"]);
}

#[test]
fn a_search_move_in_the_ban_phase_acts_as_if_another_move_had_been_banned() {
    let mut rng = SeededRng::new(5);
    let mut compared = 0;
    for _ in 0..20 {
        let mut position = start();
        while position.outcome().is_none() && position.quiet_plies() < 20 {
            let mut moves = Vec::new();
            position.search_moves(&mut moves);
            let Some(&Action::Move(m)) = rng.choose(&moves) else { break };
            let mut bans = Vec::new();
            position.legal_actions(&mut bans);
            let Some(other) = bans.into_iter().find(|ban| ban.from_to() != m.from_to()) else { break };
            let mut searched = position.clone();
            searched.play_search_move(m);
            position.play(other);
            let mut from_the_move_phase = position.clone();
            from_the_move_phase.play_search_move(m);
            position.play(Action::Move(m));
            assert_eq!((&searched, searched.key()), (&position, position.key()), "{m}");
            assert_eq!(from_the_move_phase, position, "{m}");
            compared += 1;
        }
    }
    assert!(compared > 2000, "only {compared} moves were compared");
}

#[test]
fn a_null_move_leads_to_the_other_sides_ban_phase_except_in_check() {
    let position = after(start(), "b:e2e4 d4");
    let next = position.null_move().expect("nobody is in check");
    assert!(next.is_ban_phase());
    assert_eq!(next.turn(), Turn::Seat(BLACK), "White's move is to be banned");
    assert_eq!(next.key(), at(&next.to_string()).key());
    let check = at("4k3/8/8/8/8/8/4R3/4K3 b - - 7 1 3");
    assert!(check.is_check() && !position.is_check());
    assert_eq!(check.null_move(), None);
}

#[test]
fn quiet_plies_and_draws_by_rule_are_known() {
    let position = at("4k3/8/8/8/8/8/4R3/4K3 b - - 7 1 3");
    assert_eq!((position.quiet_plies(), position.is_draw_by_rule()), (7, false));
    assert!(at("4k3/8/8/8/8/8/4R3/4K3 b - - 100 80 319").is_draw_by_rule());
    assert!(at("4k3/8/8/8/8/8/4N3/4K3 b - - 0 80 319").is_draw_by_rule());
}

#[test]
fn pieces_are_listed_by_side_role_and_square() {
    let board = at("4k3/8/8/3p4/8/2N5/8/4K3 b - - 0 1 3").chess_board();
    let (d5, c3, e1, e8) = (35, 18, 4, 60);
    assert_eq!(board.to_move, 1);
    assert_eq!(board.pieces(1, ChessRole::Pawn), 1 << d5);
    assert_eq!(board.pieces(0, ChessRole::Pawn), 0);
    assert_eq!(board.by_side(0), 1 << c3 | 1 << e1);
    assert_eq!(board.occupied(), board.by_side(0) | 1 << d5 | 1 << e8);
    assert_eq!(board.role_on(c3), Some(ChessRole::Knight));
    assert_eq!(board.role_on(0), None);
    assert_eq!(start().chess_board().to_move, 0);
}

#[test]
fn attacks_depend_on_the_role_and_on_blockers() {
    let board = at("4k3/8/8/3p4/8/2N5/8/R3K2B w - - 0 1 1").chess_board();
    let names = |set: u64| -> String {
        let squares = (0..64).filter(|square| set & 1 << square != 0).map(shakmaty::Square::new);
        squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    };
    for (side, role, on, attacked) in [
        (0, ChessRole::Rook, 0, "b1 c1 d1 e1 a2 a3 a4 a5 a6 a7 a8"),
        (0, ChessRole::Bishop, 7, "g2 f3 e4 d5"),
        (0, ChessRole::Knight, 18, "b1 d1 a2 e2 a4 e4 b5 d5"),
        (0, ChessRole::King, 4, "d1 f1 d2 e2 f2"),
        (1, ChessRole::Pawn, 35, "c4 e4"),
        (0, ChessRole::Pawn, 35, "c6 e6"),
        (0, ChessRole::Queen, 4, "a1 b1 c1 d1 f1 g1 h1 d2 e2 f2 c3 e3 g3 e4 h4 e5 e6 e7 e8"),
    ] {
        assert_eq!(names(board.attacks(side, role, on)), attacked, "{role:?}");
    }
    let d5 = 35;
    assert_eq!(names(board.attackers(d5, board.occupied())), "h1 c3");
    assert_eq!(
        names(board.attackers(d5, board.occupied() & !(1 << 18))),
        "h1",
        "an absent piece does not attack"
    );
    let pawn = at("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 1").chess_board();
    assert_eq!(names(pawn.attackers(d5, pawn.occupied())), "e4");
    assert_eq!(names(pawn.attackers(28, pawn.occupied())), "d5");
}

#[test]
fn role_capture_and_promotion_of_a_move_are_known() {
    let position = at("3rk3/4P3/8/8/8/8/8/R3K3 w Q - 0 1 1");
    let promotion = chess_move(&position, "m:e7d8q");
    assert_eq!(promotion.role(), ChessRole::Pawn);
    assert_eq!(promotion.captured(), Some(ChessRole::Rook));
    assert_eq!(promotion.promotion(), Some(ChessRole::Queen));
    assert_eq!(promotion.square_indices(), (52, 59));
    let quiet = chess_move(&position, "m:a1a2");
    assert_eq!((quiet.role(), quiet.captured(), quiet.promotion()), (ChessRole::Rook, None, None));
    let castling = chess_move(&at("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 1"), "m:e1c1");
    assert!(castling.is_castling() && !quiet.is_castling());
    assert_eq!(castling.square_indices(), (4, 2));
}
