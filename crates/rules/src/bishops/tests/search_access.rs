//! The search accessors agree with the rules.

use super::*;
use crate::laws::SeededRng;

fn square(name: &str) -> Square {
    Square::parse(name).expect("a square")
}

fn set(names: &str) -> SquareSet {
    names.split_whitespace().map(square).collect()
}

fn state(game: &Bishops) -> SurvivalState<'_> {
    game.survival().expect("the survival phase")
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
fn a_position_is_in_exactly_one_phase() {
    let game = start("{}");
    assert!(game.survival().is_some() && game.duel().is_none() && game.null_move().is_none());
    let game = duel("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(game.survival().is_none() && game.duel().is_some() && game.with_turn(BLACK).is_none());
    assert!(!game.duel().expect("the duel").is_check());
    let checked = duel("4k2R/8/8/8/8/8/8/4K3 b - - 0 1");
    assert!(checked.duel().expect("the duel").is_check());
}

#[test]
fn the_survival_state_exposes_pieces_last_mover_and_losses() {
    let pieces = "wKb2 wQf4 wQg4 wQh4 gKj10 bKd12 bRd9 pKl7";
    let limited = r#"{"material_limit":30}"#;
    let game = setup(pieces)
        .last_mover('p')
        .quiet_plies(7)
        .lost_value("0,9,0,3")
        .rooks("-")
        .options(limited)
        .to_act('w');
    let state = state(&game);
    assert_eq!(state.living(), SeatSet::first(4));
    assert_eq!((state.last_mover(), state.quiet_plies()), (PINK, 7));
    assert_eq!((state.lost_value(GREY), state.lost_value(PINK), state.lost_value(WHITE)), (9, 3, 0));
    assert_eq!(state.options(), &options(limited));
    assert_eq!(state.king(WHITE), Some(square("b2")));
    assert!(state.in_corner(WHITE) && state.is_immune(WHITE));
    assert!(!state.in_corner(BLACK) && !state.is_immune(BLACK));
    assert!(!state.is_unmoved(WHITE));
    assert_eq!(state.castling_rook_count(WHITE), 0);
    assert_eq!(state.pieces(WHITE, Role::Queen), set("f4 g4 h4"));
    assert_eq!(state.pieces(BLACK, Role::Rook), set("d9"));
    assert_eq!(state.pieces_of(BLACK), set("d12 d9"));
    assert_eq!(
        state.occupied(),
        set("f4 g4 h4 j10 d12 d9 l7"),
        "a king in its corner is on no square in play"
    );
    assert_eq!(state.piece_at(square("d9")), Some((BLACK, Role::Rook)));
    assert_eq!(state.piece_at(square("b2")), Some((WHITE, Role::King)));
    assert_eq!(state.piece_at(square("e5")), None);
}

#[test]
fn at_the_start_every_colour_is_unmoved_and_may_castle_with_both_rooks() {
    let game = start("{}");
    assert!(state(&game).is_unmoved(GREY));
    assert_eq!(state(&game).castling_rook_count(GREY), 2);
    assert!(state(&game).seats_in_check().is_empty());
}

#[test]
fn the_survival_state_exposes_all_colours_in_check() {
    let game = setup("wKg1 gKa6 bKg12 pKl6 pRg9").to_act('w');
    assert_eq!(state(&game).seats_in_check(), SeatSet::one(WHITE).with(BLACK));
}

#[test]
fn the_distance_to_the_corner_counts_king_moves() {
    let game = start("{}");
    assert_eq!(state(&game).distance_to_corner(WHITE, square("g1")), 5, "to b1");
    assert_eq!(state(&game).distance_to_corner(WHITE, square("c3")), 1);
    assert_eq!(state(&game).distance_to_corner(WHITE, square("b2")), 0);
    assert_eq!(state(&game).distance_to_corner(WHITE, square("d9")), 7);
}

#[test]
fn the_relative_rank_counts_from_the_own_edge() {
    let game = start("{}");
    for (seat, pawn, queen) in
        [(WHITE, "e2", "e10"), (GREY, "b5", "j5"), (BLACK, "e11", "e3"), (PINK, "k5", "c5")]
    {
        assert_eq!(state(&game).relative_rank(seat, square(pawn)), 1);
        assert_eq!(state(&game).relative_rank(seat, square(queen)), 9);
    }
}

#[test]
fn attacks_depend_on_the_role_and_on_blocking_pieces() {
    let game = setup("wKg1 gKa6 bKg12 pKl6 wPe5 gPe8").to_act('w');
    let attacks = |role, from| state(&game).attacks(WHITE, role, square(from));
    assert_eq!(attacks(Role::Pawn, "e5"), set("d6 f6"));
    assert_eq!(state(&game).attacks(GREY, Role::Pawn, square("e8")), set("f7 f9"));
    assert_eq!(attacks(Role::Knight, "a3"), set("b5 c4 c2"), "no knight enters a corner");
    assert_eq!(attacks(Role::King, "c3"), set("b3 b4 c2 c4 d2 d3 d4"));
    assert_eq!(attacks(Role::Bishop, "d4"), set("e5 c3 e3 f2 g1 c5 b6 a7"));
    assert_eq!(attacks(Role::Rook, "e6"), set("e5 e7 e8 a6 b6 c6 d6 f6 g6 h6 i6 j6 k6 l6"));
    let queen = attacks(Role::Queen, "e6");
    assert_eq!(queen, attacks(Role::Rook, "e6") | attacks(Role::Bishop, "e6"));
}

/// Random play that reaches corners, checks and eliminations.
#[test]
fn captures_are_the_legal_moves_that_capture_or_promote() {
    let mut rng = SeededRng::new(3);
    let mut captures_in_corner = 0;
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
                let others: SeatSet = survival.living().iter().filter(|_| rng.one_in(2)).collect();
                let (mut all, mut captures) = (Vec::new(), Vec::new());
                survival.search_moves(seat, &mut all);
                survival.search_captures(seat, others, &mut captures);
                all.retain(|action| {
                    let Action::Move(m) = action else { return false };
                    let is_capture =
                        survival.piece_at(m.to()).is_some_and(|(owner, _)| others.contains(owner));
                    is_capture || m.role() == Role::Pawn && survival.relative_rank(seat, m.to()) == 9
                });
                captures_in_corner += u32::from(survival.in_corner(seat) && !captures.is_empty());
                assert_eq!(texts(captures), texts(all), "{seat:?} captures from {others:?}: {game}");
            }
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            let Some(action) = rng.choose(&legal) else { break };
            game.play(*action);
        }
    }
    assert!(captures_in_corner > 0, "no captures by a colour with its king in the corner");
}

#[test]
fn a_move_exposes_its_squares_and_its_role() {
    let game = start("{}");
    let Ok(Action::Move(m)) = game.parse_action("d1e3") else { panic!("d1e3 is not a move") };
    assert_eq!((m.from(), m.to(), m.role()), (square("d1"), square("e3"), Role::Knight));
}

#[test]
fn with_turn_needs_a_colour_that_can_act_and_no_check() {
    let game = start("{}");
    let black = game.with_turn(BLACK).expect("Black can move");
    assert_eq!((turn(&black), legal(&black).len()), ("black", legal(&game).len()));
    let check = setup("wKg1 gKa6 bKf12 pKl6 pRg9").to_act('w');
    assert_eq!(check.with_turn(GREY), None);
    let before_draw = start(r#"{"kq_sides":"random"}"#);
    assert_eq!(before_draw.with_turn(GREY), None);
}

#[test]
fn the_duel_state_exposes_board_checks_draws_and_sides() {
    let game = duel("4k3/8/8/8/8/8/8/4K2R w K - 5 9");
    let state = game.duel().expect("a duel");
    assert_eq!((state.sides(), state.seat_to_move()), ([WHITE, BLACK], WHITE));
    assert_eq!((state.quiet_plies(), state.is_check(), state.is_draw_by_rule()), (5, false, false));
    assert_eq!(state.chess_board().occupied().count_ones(), 3);
    let mut moves = Vec::new();
    state.search_moves(&mut moves);
    assert_eq!(texts(moves), legal(&game));
    assert_eq!(DuelState::sides_for(SeatSet::one(GREY).with(PINK)), [PINK, GREY]);
    let drawn = |fen| duel(fen).duel().expect("a duel").is_draw_by_rule();
    assert!(drawn("4k3/8/8/8/8/8/8/4K2R w - - 100 90"), "a draw can be claimed");
    assert!(drawn("4k3/8/8/8/8/8/8/4K2N w - - 0 90"), "nobody can mate");
}

#[test]
fn duel_captures_include_queen_promotions_only() {
    let game = duel("3rk3/4P2P/8/8/8/8/8/3QK3 w - - 0 9");
    let mut captures = Vec::new();
    game.duel().expect("a duel").search_captures(&mut captures);
    assert_eq!(texts(captures), ["d1d8", "e7d8q", "h7h8q"]);
}

#[test]
fn there_is_no_null_move_in_check() {
    let game = duel("4k3/8/8/8/8/8/8/4K2R w K - 5 9");
    let after = game.null_move().expect("no check");
    assert_eq!(turn(&after), "black");
    assert_eq!(after.key(), Bishops::parse(&after.to_string(), &Options::default()).expect("a duel").key());
    assert_eq!(duel("4k3/8/8/8/8/8/4R3/4K3 b - - 5 9").null_move(), None);
}
