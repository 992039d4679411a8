//! What those who look ahead see is what the rules allow.

use super::*;
use crate::laws::SeededRng;

fn square(name: &str) -> Square {
    Square::parse(name).expect("a square")
}

fn set(names: &str) -> SquareSet {
    names.split_whitespace().map(square).collect()
}

fn look(game: &Bishops) -> SurvivalState<'_> {
    game.survival().expect("the first phase")
}

fn duel(fen: &str) -> Bishops {
    Bishops::parse(&format!("duel w:b g4,p3 {fen}"), &Options::default()).expect(fen)
}

fn texts(mut actions: Vec<Action>) -> Vec<String> {
    let mut texts: Vec<String> = actions.drain(..).map(|action| action.to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn a_game_is_in_one_phase_or_in_the_other() {
    let game = start("{}");
    assert!(game.survival().is_some() && game.duel().is_none() && game.duel_null_move().is_none());
    let game = duel("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(game.survival().is_none() && game.duel().is_some() && game.with_turn(BLACK).is_none());
    assert!(!game.duel().expect("the duel").is_check());
    let checked = duel("4k2R/8/8/8/8/8/8/4K3 b - - 0 1");
    assert!(checked.duel().expect("the duel").is_check());
}

#[test]
fn the_first_phase_tells_who_lives_who_moved_last_and_what_was_lost() {
    let men = "wKb2 wQf4 wQg4 wQh4 gKj10 bKd12 bRd9 pKl7";
    let limited = r#"{"material_limit":30}"#;
    let game = setup(men).last('p').quiet(7).lost("0,9,0,3").rooks("-").options(limited).to_act('w');
    let look = look(&game);
    assert_eq!(look.living(), SeatSet::first(4));
    assert_eq!((look.last_mover(), look.quiet_plies()), (PINK, 7));
    assert_eq!((look.lost_value(GREY), look.lost_value(PINK), look.lost_value(WHITE)), (9, 3, 0));
    assert_eq!(look.options(), &options(limited));
    assert_eq!(look.king(WHITE), Some(square("b2")));
    assert!(look.in_corner(WHITE) && look.is_immune(WHITE));
    assert!(!look.in_corner(BLACK) && !look.is_immune(BLACK));
    assert!(!look.is_unmoved(WHITE));
    assert_eq!(look.castling_rook_count(WHITE), 0);
    assert_eq!(look.pieces(WHITE, Role::Queen), set("f4 g4 h4"));
    assert_eq!(look.pieces(BLACK, Role::Rook), set("d9"));
    assert_eq!(look.pieces_of(BLACK), set("d12 d9"));
    assert_eq!(
        look.occupied(),
        set("f4 g4 h4 j10 d12 d9 l7"),
        "a king in its corner is on no square in play"
    );
    assert_eq!(look.piece_on(square("d9")), Some((BLACK, Role::Rook)));
    assert_eq!(look.piece_on(square("b2")), Some((WHITE, Role::King)));
    assert_eq!(look.piece_on(square("e5")), None);
}

#[test]
fn at_the_start_everybody_is_fresh_and_may_castle_with_both_rooks() {
    let game = start("{}");
    assert!(look(&game).is_unmoved(GREY));
    assert_eq!(look(&game).castling_rook_count(GREY), 2);
    assert!(look(&game).seats_in_check().is_empty());
}

#[test]
fn who_is_in_check_is_told() {
    let game = setup("wKg1 gKa6 bKg12 pKl6 pRg9").to_act('w');
    assert_eq!(look(&game).seats_in_check(), SeatSet::one(WHITE).with(BLACK));
}

#[test]
fn the_way_to_the_corner_is_counted_in_steps_of_a_king() {
    let game = start("{}");
    assert_eq!(look(&game).distance_to_corner(WHITE, square("g1")), 5, "to b1");
    assert_eq!(look(&game).distance_to_corner(WHITE, square("c3")), 1);
    assert_eq!(look(&game).distance_to_corner(WHITE, square("b2")), 0);
    assert_eq!(look(&game).distance_to_corner(WHITE, square("d9")), 7);
}

#[test]
fn how_far_a_pawn_has_come_is_counted_from_its_own_edge() {
    let game = start("{}");
    for (seat, pawn, queen) in
        [(WHITE, "e2", "e10"), (GREY, "b5", "j5"), (BLACK, "e11", "e3"), (PINK, "k5", "c5")]
    {
        assert_eq!(look(&game).relative_rank(seat, square(pawn)), 1);
        assert_eq!(look(&game).relative_rank(seat, square(queen)), 9);
    }
}

#[test]
fn what_a_man_attacks_depends_on_its_kind_and_on_who_stands_in_the_way() {
    let game = setup("wKg1 gKa6 bKg12 pKl6 wPe5 gPe8").to_act('w');
    let attacks = |role, from| look(&game).attacks(WHITE, role, square(from));
    assert_eq!(attacks(Role::Pawn, "e5"), set("d6 f6"));
    assert_eq!(look(&game).attacks(GREY, Role::Pawn, square("e8")), set("f7 f9"));
    assert_eq!(attacks(Role::Knight, "a3"), set("b5 c4 c2"), "no knight enters a corner");
    assert_eq!(attacks(Role::King, "c3"), set("b3 b4 c2 c4 d2 d3 d4"));
    assert_eq!(attacks(Role::Bishop, "d4"), set("e5 c3 e3 f2 g1 c5 b6 a7"));
    assert_eq!(attacks(Role::Rook, "e6"), set("e5 e7 e8 a6 b6 c6 d6 f6 g6 h6 i6 j6 k6 l6"));
    let queen = attacks(Role::Queen, "e6");
    assert_eq!(queen, attacks(Role::Rook, "e6") | attacks(Role::Bishop, "e6"));
}

/// Random play that reaches corners, checks and eliminations: at each state, whatever a colour may take.
#[test]
fn captures_are_the_legal_moves_that_take_something_or_make_a_queen() {
    let mut luck = SeededRng::new(3);
    let mut evicted = 0;
    let starts = [
        start("{}"),
        setup("wKb2 wQf6 wPe9 wNd4 gKe8 gQc3 gBa3 bKg12 bQh9 pKl6 pRl4 pPd5").to_act('w'),
        setup("wKc2 wBf6 wBe7 wPe8 gKj8 gQj7 gRa5 bKc11 bBd9 bQh9 pKk10 pBl9 pRl4 pPd5").to_act('w'),
    ];
    for seed in 0..60 {
        let mut game = starts[seed % 3].clone();
        for _ in 0..80 {
            let (Some(survival), Turn::Seat(_)) = (game.survival(), game.turn()) else { break };
            for seat in survival.living().iter() {
                let others: SeatSet = survival.living().iter().filter(|_| luck.one_in(2)).collect();
                let (mut all, mut captures) = (Vec::new(), Vec::new());
                survival.actions(seat, &mut all);
                survival.captures(seat, others, &mut captures);
                all.retain(|action| {
                    let Action::Move(step) = action else { return false };
                    let taken = survival.piece_on(step.to()).is_some_and(|(of, _)| others.contains(of));
                    taken || step.role() == Role::Pawn && survival.relative_rank(seat, step.to()) == 9
                });
                evicted += u32::from(survival.in_corner(seat) && !captures.is_empty());
                assert_eq!(texts(captures), texts(all), "{seat:?} takes of {others:?}: {game}");
            }
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            let Some(action) = luck.choose(&legal) else { break };
            game.play(*action);
        }
    }
    assert!(evicted > 0, "no king in its corner could take anything");
}

#[test]
fn a_step_tells_where_it_goes_and_what_moves() {
    let game = start("{}");
    let Ok(Action::Move(step)) = game.parse_action("d1e3") else { panic!("d1e3 is no step") };
    assert_eq!((step.from(), step.to(), step.role()), (square("d1"), square("e3"), Role::Knight));
}

#[test]
fn it_may_be_anybodys_turn_for_once_who_can_act_while_nobody_is_in_check() {
    let game = start("{}");
    let black = game.with_turn(BLACK).expect("Black can move");
    assert_eq!((turn(&black), legal(&black).len()), ("black", legal(&game).len()));
    let check = setup("wKg1 gKa6 bKf12 pKl6 pRg9").to_act('w');
    assert_eq!(check.with_turn(GREY), None);
    let before_the_draw = start(r#"{"kq_sides":"random"}"#);
    assert_eq!(before_the_draw.with_turn(GREY), None);
}

#[test]
fn a_duel_tells_its_men_checks_draws_and_players() {
    let game = duel("4k3/8/8/8/8/8/8/4K2R w K - 5 9");
    let look = game.duel().expect("a duel");
    assert_eq!((look.sides(), look.to_move()), ([WHITE, BLACK], WHITE));
    assert_eq!((look.quiet_plies(), look.is_check(), look.is_draw_by_rule()), (5, false, false));
    assert_eq!(look.chess_board().occupied().count_ones(), 3);
    let mut moves = Vec::new();
    look.search_moves(&mut moves);
    assert_eq!(texts(moves), legal(&game));
    assert_eq!(DuelState::sides_for(SeatSet::one(GREY).with(PINK)), [PINK, GREY]);
    let drawn = |fen| duel(fen).duel().expect("a duel").is_draw_by_rule();
    assert!(drawn("4k3/8/8/8/8/8/8/4K2R w - - 100 90"), "it could be claimed");
    assert!(drawn("4k3/8/8/8/8/8/8/4K2N w - - 0 90"), "nobody can mate");
}

#[test]
fn captures_of_a_duel_are_those_and_the_promotions_to_a_queen() {
    let game = duel("3rk3/4P2P/8/8/8/8/8/3QK3 w - - 0 9");
    let mut captures = Vec::new();
    game.duel().expect("a duel").search_captures(&mut captures);
    assert_eq!(texts(captures), ["d1d8", "e7d8q", "h7h8q"]);
}

#[test]
fn nobody_passes_a_duel_in_check() {
    let game = duel("4k3/8/8/8/8/8/8/4K2R w K - 5 9");
    let passed = game.duel_null_move().expect("nobody is in check");
    assert_eq!(turn(&passed), "black");
    assert_eq!(passed.key(), Bishops::parse(&passed.to_string(), &Options::default()).expect("a duel").key());
    assert_eq!(duel("4k3/8/8/8/8/8/4R3/4K3 b - - 5 9").duel_null_move(), None);
}
