//! Evaluation features of the survival phase, counted for one colour.

use super::attack_map::{AttackMap, ROLES};
use crate::evaluation::{Features, MAX_PHASE, weight_name};
use tetrarch_rules::bishops::{Corners, Role, Square};
use tetrarch_rules::{Bishops, Position as _, Seat};

/// The features of the survival phase. The midgame weight applies while all four colours live, the endgame
/// weight once one is out.
pub struct SurvivalFeatures;

const MATERIAL: usize = 0;
const MOBILITY: usize = MATERIAL + 5;
const ADVANCED: usize = MOBILITY + 4;
const HANGING: usize = ADVANCED + 8;
const HANGING_SOON: usize = HANGING + 5;
const ATTACKED_BY_CHEAPER: usize = HANGING_SOON + 5;
const ATTACKED_BY_CHEAPER_SOON: usize = ATTACKED_BY_CHEAPER + 3;
const KING_RING: usize = ATTACKED_BY_CHEAPER_SOON + 3;
const ESCAPES: usize = KING_RING + 5;
const CHECKS: usize = ESCAPES + 6;
const IN_CHECK: usize = CHECKS + 4;
const IMMUNE: usize = IN_CHECK + 1;
const CORNER: usize = IMMUNE + 3;
const DISTANCE_TO_IMMUNITY: usize = CORNER + 2;
const DISTANCE_TO_CORNER: usize = DISTANCE_TO_IMMUNITY + 6;
const ROOM_BESIDE_CORNER: usize = DISTANCE_TO_CORNER + 6;
const UNMOVED: usize = ROOM_BESIDE_CORNER + 1;
const CASTLING: usize = UNMOVED + 1;
const TURNS_TO_WAIT: usize = CASTLING + 1;
const MATERIAL_LIMIT: usize = TURNS_TO_WAIT + 4;
const OPEN_LINES_TO_KING: usize = MATERIAL_LIMIT + 2;
pub(super) const COUNT: usize = OPEN_LINES_TO_KING + 1;

const GROUPS: [(usize, &str); 21] = [
    (OPEN_LINES_TO_KING, "open-lines-to-king"),
    (MATERIAL_LIMIT, "near-the-limit"),
    (TURNS_TO_WAIT, "wait"),
    (CASTLING, "castling"),
    (UNMOVED, "fresh"),
    (ROOM_BESIDE_CORNER, "room-beside-corner"),
    (DISTANCE_TO_CORNER, "way-to-corner"),
    (DISTANCE_TO_IMMUNITY, "way-to-immunity"),
    (CORNER, "corner"),
    (IMMUNE, "immune"),
    (IN_CHECK, "in-check"),
    (CHECKS, "check-by"),
    (ESCAPES, "escapes"),
    (KING_RING, "ring-attacked-by"),
    (ATTACKED_BY_CHEAPER_SOON, "cheaply-soon"),
    (ATTACKED_BY_CHEAPER, "cheaply"),
    (HANGING_SOON, "hanging-soon"),
    (HANGING, "hanging"),
    (ADVANCED, "advanced"),
    (MOBILITY, "freedom"),
    (MATERIAL, "men"),
];

impl Features for SurvivalFeatures {
    type Game = Bishops;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        weight_name(&GROUPS, index).map_or(String::new(), |name| format!("survival-{name}"))
    }

    fn phase(game: &Bishops) -> i32 {
        let all = game.survival().is_some_and(|survival| survival.living().len() == Seat::MAX_COUNT);
        if all { MAX_PHASE } else { 0 }
    }

    /// Visits the features of the seat to move.
    fn visit(game: &Bishops, add: &mut impl FnMut(usize, i32)) {
        if let (Some(survival), Some(seat)) = (game.survival(), game.turn().seat()) {
            visit(&AttackMap::new(survival, Some(seat)), seat, add);
        }
    }
}

/// Visits every feature of one living colour.
pub(super) fn visit(map: &AttackMap<'_>, seat: Seat, add: &mut impl FnMut(usize, i32)) {
    material(map, seat, add);
    threats(map, seat, add);
    if let Some(king) = map.survival.king(seat) {
        corner_sanctuary(map, seat, king, add);
        if !map.survival.is_immune(seat) {
            king_safety(map, seat, king, add);
        }
    }
    off_board(map, seat, add);
}

fn material(map: &AttackMap<'_>, seat: Seat, add: &mut impl FnMut(usize, i32)) {
    let survival = map.survival;
    for role in &ROLES[..5] {
        add(MATERIAL + *role as usize, survival.pieces(seat, *role).len() as i32);
    }
    for (piece, mobility) in map.side(seat).mobility.into_iter().enumerate() {
        add(MOBILITY + piece, mobility);
    }
    for pawn in survival.pieces(seat, Role::Pawn) {
        add(ADVANCED + survival.relative_rank(seat, pawn).clamp(1, 8) - 1, 1);
    }
}

/// Pieces that can be captured for nothing, or by a less valuable piece. The threat counts more if an
/// opponent can execute it before the colour can respond.
fn threats(map: &AttackMap<'_>, seat: Seat, add: &mut impl FnMut(usize, i32)) {
    let (survival, own, enemies) = (map.survival, map.side(seat), &map.enemies[seat]);
    let soon = map.attacked_before_turn[seat];
    let hanging = enemies.all & !own.all;
    for role in &ROLES[..5] {
        let pieces = survival.pieces(seat, *role) & hanging;
        add(HANGING + *role as usize, pieces.len() as i32);
        add(HANGING_SOON + *role as usize, (pieces & soon).len() as i32);
    }
    let pawns = enemies.by[0];
    let minors = pawns | enemies.by[1] | enemies.by[2];
    let cheaper = [
        (survival.pieces(seat, Role::Knight) | survival.pieces(seat, Role::Bishop)) & pawns,
        survival.pieces(seat, Role::Rook) & minors,
        survival.pieces(seat, Role::Queen) & (minors | enemies.by[3]),
    ];
    for (index, pieces) in cheaper.into_iter().enumerate() {
        let pieces = pieces & own.all;
        add(ATTACKED_BY_CHEAPER + index, pieces.len() as i32);
        add(ATTACKED_BY_CHEAPER_SOON + index, (pieces & soon).len() as i32);
    }
}

/// The corner sanctuary: immunity with three queens, and the way there while bishops can still become queens.
fn corner_sanctuary(map: &AttackMap<'_>, seat: Seat, king: Square, add: &mut impl FnMut(usize, i32)) {
    let survival = map.survival;
    let queens = survival.pieces(seat, Role::Queen).len();
    if survival.in_corner(seat) {
        match queens {
            3.. => add(IMMUNE + (queens - 3).min(2), 1),
            2 => add(CORNER + 1, 1),
            _ => add(CORNER, 1),
        }
        return;
    }
    if survival.options().corners == Corners::Blocked {
        return;
    }
    let distance = survival.distance_to_corner(seat, king).clamp(1, 6) - 1;
    if queens + survival.pieces(seat, Role::Bishop).len() >= 3 {
        add(DISTANCE_TO_IMMUNITY + distance, 1);
        let ring = survival.attacks(seat, Role::King, king);
        let nearer = ring.filter(|to| {
            survival.distance_to_corner(seat, *to) <= distance && !survival.pieces_of(seat).contains(*to)
        });
        add(ROOM_BESIDE_CORNER, i32::from(distance == 0 || nearer.count() > 0));
    } else {
        add(DISTANCE_TO_CORNER + distance, 1);
    }
}

/// King safety: how close a king is to being mated.
fn king_safety(map: &AttackMap<'_>, seat: Seat, king: Square, add: &mut impl FnMut(usize, i32)) {
    let (survival, own, enemies) = (map.survival, map.side(seat), &map.enemies[seat]);
    let ring = survival.attacks(seat, Role::King, king);
    for role in 0..5 {
        add(KING_RING + role, (ring & enemies.by[role]).len() as i32);
    }
    let escapes = (ring & !survival.pieces_of(seat) & !enemies.all).len();
    add(ESCAPES + escapes.min(5), 1);
    for (index, role) in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().enumerate() {
        let attacks = survival.attacks(seat, role, king);
        let from = attacks & enemies.by[role as usize] & !own.all;
        add(CHECKS + index, from.len().min(3) as i32);
        if role == Role::Queen {
            add(OPEN_LINES_TO_KING, (attacks & !survival.pieces_of(seat)).len() as i32);
        }
    }
    add(IN_CHECK, i32::from(survival.seats_in_check().contains(seat)));
}

/// State that is not on the board: castling, the turn order and the material limit.
fn off_board(map: &AttackMap<'_>, seat: Seat, add: &mut impl FnMut(usize, i32)) {
    let survival = map.survival;
    add(UNMOVED, i32::from(survival.is_unmoved(seat)));
    add(CASTLING, survival.castling_rook_count(seat) as i32);
    add(TURNS_TO_WAIT + map.turns_to_wait[seat], 1);
    if let Some(limit) = survival.options().material_limit.value() {
        let left = i32::from(limit) - i32::from(survival.lost_value(seat));
        add(MATERIAL_LIMIT, i32::from(survival.lost_value(seat)));
        add(MATERIAL_LIMIT + 1, (9 - left).max(0));
    }
}
