//! What the engine sees in a colour's standing before the duel.

use super::attack_map::{AttackMap, ROLES};
use crate::evaluation::{Features, MAX_PHASE};
use tetrarch_rules::bishops::{Corners, Role, Square};
use tetrarch_rules::{Bishops, Position as _, Seat};

/// The features of the first phase: the first weight counts while all four live, the second when somebody is gone.
pub struct SurvivalFeatures;

const MEN: usize = 0;
const FREEDOM: usize = MEN + 5;
const ADVANCED: usize = FREEDOM + 4;
const HANGING: usize = ADVANCED + 8;
const HANGING_SOON: usize = HANGING + 5;
const CHEAPLY: usize = HANGING_SOON + 5;
const CHEAPLY_SOON: usize = CHEAPLY + 3;
const RING: usize = CHEAPLY_SOON + 3;
const ESCAPES: usize = RING + 5;
const CHECKS: usize = ESCAPES + 6;
const IN_CHECK: usize = CHECKS + 4;
const IMMUNE: usize = IN_CHECK + 1;
const CORNER: usize = IMMUNE + 3;
const WAY_TO_IMMUNITY: usize = CORNER + 2;
const WAY_TO_CORNER: usize = WAY_TO_IMMUNITY + 6;
const ROOM: usize = WAY_TO_CORNER + 6;
const FRESH: usize = ROOM + 1;
const CASTLING: usize = FRESH + 1;
const WAIT: usize = CASTLING + 1;
const LOST: usize = WAIT + 4;
const EXPOSED: usize = LOST + 2;
pub(super) const COUNT: usize = EXPOSED + 1;

const GROUPS: [(usize, &str); 21] = [
    (EXPOSED, "open-lines-to-king"),
    (LOST, "near-the-limit"),
    (WAIT, "wait"),
    (CASTLING, "castling"),
    (FRESH, "fresh"),
    (ROOM, "room-beside-corner"),
    (WAY_TO_CORNER, "way-to-corner"),
    (WAY_TO_IMMUNITY, "way-to-immunity"),
    (CORNER, "corner"),
    (IMMUNE, "immune"),
    (IN_CHECK, "in-check"),
    (CHECKS, "check-by"),
    (ESCAPES, "escapes"),
    (RING, "ring-attacked-by"),
    (CHEAPLY_SOON, "cheaply-soon"),
    (CHEAPLY, "cheaply"),
    (HANGING_SOON, "hanging-soon"),
    (HANGING, "hanging"),
    (ADVANCED, "advanced"),
    (FREEDOM, "freedom"),
    (MEN, "men"),
];

impl Features for SurvivalFeatures {
    type Game = Bishops;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        let group = GROUPS.into_iter().find(|(first, _)| index >= *first);
        group.map_or(String::new(), |(first, name)| format!("survival-{name}-{}", index - first))
    }

    fn phase(game: &Bishops) -> i32 {
        let all = game.survival().is_some_and(|look| look.living().len() == Seat::MAX_COUNT);
        if all { MAX_PHASE } else { 0 }
    }

    /// Those of the seat to act.
    fn visit(game: &Bishops, tell: &mut impl FnMut(usize, i32)) {
        if let (Some(look), Some(seat)) = (game.survival(), game.turn().seat()) {
            visit(&AttackMap::new(look, Some(seat)), seat, tell);
        }
    }
}

/// Tells every feature of one living colour.
pub(super) fn visit(field: &AttackMap<'_>, seat: Seat, tell: &mut impl FnMut(usize, i32)) {
    material(field, seat, tell);
    threats(field, seat, tell);
    if let Some(king) = field.look.king(seat) {
        corner_sanctuary(field, seat, king, tell);
        if !field.look.is_immune(seat) {
            king_danger(field, seat, king, tell);
        }
    }
    off_board(field, seat, tell);
}

fn material(field: &AttackMap<'_>, seat: Seat, tell: &mut impl FnMut(usize, i32)) {
    let look = field.look;
    for role in &ROLES[..5] {
        tell(MEN + *role as usize, look.pieces(seat, *role).len() as i32);
    }
    for (piece, freedom) in field.seats[seat].mobility.into_iter().enumerate() {
        tell(FREEDOM + piece, freedom);
    }
    for pawn in look.pieces(seat, Role::Pawn) {
        tell(ADVANCED + look.relative_rank(seat, pawn).clamp(1, 8) - 1, 1);
    }
}

/// Men that can be taken: for nothing, or by something cheaper. It counts more if somebody may do so before the
/// colour can answer.
fn threats(field: &AttackMap<'_>, seat: Seat, tell: &mut impl FnMut(usize, i32)) {
    let (look, own, enemies) = (field.look, &field.seats[seat], &field.enemies[seat]);
    let soon = field.attacked_before_turn[seat];
    let loose = enemies.all & !own.all;
    for role in &ROLES[..5] {
        let men = look.pieces(seat, *role) & loose;
        tell(HANGING + *role as usize, men.len() as i32);
        tell(HANGING_SOON + *role as usize, (men & soon).len() as i32);
    }
    let pawns = enemies.by[0];
    let minors = pawns | enemies.by[1] | enemies.by[2];
    let cheaper = [
        (look.pieces(seat, Role::Knight) | look.pieces(seat, Role::Bishop)) & pawns,
        look.pieces(seat, Role::Rook) & minors,
        look.pieces(seat, Role::Queen) & (minors | enemies.by[3]),
    ];
    for (number, men) in cheaper.into_iter().enumerate() {
        let men = men & own.all;
        tell(CHEAPLY + number, men.len() as i32);
        tell(CHEAPLY_SOON + number, (men & soon).len() as i32);
    }
}

/// The corner: immunity with three queens, and the way there while bishops can still become queens.
fn corner_sanctuary(field: &AttackMap<'_>, seat: Seat, king: Square, tell: &mut impl FnMut(usize, i32)) {
    let look = field.look;
    let queens = look.pieces(seat, Role::Queen).len();
    if look.in_corner(seat) {
        match queens {
            3.. => tell(IMMUNE + (queens - 3).min(2), 1),
            2 => tell(CORNER + 1, 1),
            _ => tell(CORNER, 1),
        }
        return;
    }
    if look.options().corners == Corners::Blocked {
        return;
    }
    let way = look.distance_to_corner(seat, king).clamp(1, 6) - 1;
    if queens + look.pieces(seat, Role::Bishop).len() >= 3 {
        tell(WAY_TO_IMMUNITY + way, 1);
        let ring = look.attacks(seat, Role::King, king);
        let nearer = ring
            .filter(|to| look.distance_to_corner(seat, *to) <= way && !look.pieces_of(seat).contains(*to));
        tell(ROOM, i32::from(way == 0 || nearer.count() > 0));
    } else {
        tell(WAY_TO_CORNER + way, 1);
    }
}

/// How near a king is to being mated.
fn king_danger(field: &AttackMap<'_>, seat: Seat, king: Square, tell: &mut impl FnMut(usize, i32)) {
    let (look, own, enemies) = (field.look, &field.seats[seat], &field.enemies[seat]);
    let ring = look.attacks(seat, Role::King, king);
    for role in 0..5 {
        tell(RING + role, (ring & enemies.by[role]).len() as i32);
    }
    let escapes = (ring & !look.pieces_of(seat) & !enemies.all).len();
    tell(ESCAPES + escapes.min(5), 1);
    for (number, role) in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().enumerate() {
        let lines = look.attacks(seat, role, king);
        let from = lines & enemies.by[role as usize] & !own.all;
        tell(CHECKS + number, from.len().min(3) as i32);
        if role == Role::Queen {
            tell(EXPOSED, (lines & !look.pieces_of(seat)).len() as i32);
        }
    }
    tell(IN_CHECK, i32::from(look.seats_in_check().contains(seat)));
}

fn off_board(field: &AttackMap<'_>, seat: Seat, tell: &mut impl FnMut(usize, i32)) {
    let look = field.look;
    tell(FRESH, i32::from(look.is_unmoved(seat)));
    tell(CASTLING, look.castling_rook_count(seat) as i32);
    tell(WAIT + field.turns_to_wait[seat], 1);
    if let Some(limit) = look.options().material_limit.value() {
        let left = i32::from(limit) - i32::from(look.lost_value(seat));
        tell(LOST, i32::from(look.lost_value(seat)));
        tell(LOST + 1, (9 - left).max(0));
    }
}
