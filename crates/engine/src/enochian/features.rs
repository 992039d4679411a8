//! Evaluation features of Enochian chess.

use super::attack_map::AttackMap;
use crate::bitboard::{count, squares};
use crate::evaluation::{Features, MAX_PHASE, weight_name};
use tetrarch_rules::Enochian;
use tetrarch_rules::enochian::{Army, Officer, Role, king_distance};

/// The features of Enochian chess. The piece-square tables, seen from the army's own corner, include the
/// material values.
pub struct EnochianFeatures;

const PIECE_SQUARES: usize = 0;
const MOBILITY: usize = PIECE_SQUARES + 6 * 64;
const PAWN_TYPE: usize = MOBILITY + 4;
const FREE_PAWN: usize = PAWN_TYPE + 8;
const PRIVILEGED_PAWN: usize = FREE_PAWN + 8;
const KING_DANGER: usize = PRIVILEGED_PAWN + 8;
const LAST_KING_DANGER: usize = KING_DANGER + 3;
const ESCAPES: usize = LAST_KING_DANGER + 3;
const KING_RING: usize = ESCAPES + 6;
const LAST_KING_RING: usize = KING_RING + 6;
const SHELTER: usize = LAST_KING_RING + 1;
const HANGING: usize = SHELTER + 1;
const ATTACKED_BY_PAWN: usize = HANGING + 5;
const HANGING_TO_NEXT: usize = ATTACKED_BY_PAWN + 5;
const LOST_KING: usize = HANGING_TO_NEXT + 5;
const REVIVED: usize = LOST_KING + 1;
const FROZEN: usize = REVIVED + 1;
const STEPS_TO_THRONE: usize = FROZEN + 5;
const SHUT_THRONE: usize = STEPS_TO_THRONE + 8;
const TEMPO: usize = SHUT_THRONE + 1;
const COUNT: usize = TEMPO + 1;

/// The pieces besides the king, in feature order.
const PIECES: [Role; 5] = [
    Role::Officer(Officer::Queen),
    Role::Officer(Officer::Bishop),
    Role::Officer(Officer::Knight),
    Role::Officer(Officer::Rook),
    Role::Pawn,
];

const GROUPS: [(usize, &str); 19] = [
    (TEMPO, "tempo"),
    (SHUT_THRONE, "shut-throne"),
    (STEPS_TO_THRONE, "steps-to-frozen-throne"),
    (FROZEN, "frozen"),
    (REVIVED, "revived"),
    (LOST_KING, "lost-king"),
    (HANGING_TO_NEXT, "loose-and-next"),
    (ATTACKED_BY_PAWN, "attacked-by-pawn"),
    (HANGING, "loose"),
    (SHELTER, "shelter"),
    (LAST_KING_RING, "last-ring-attacked"),
    (KING_RING, "ring-attacked-by"),
    (ESCAPES, "escapes"),
    (LAST_KING_DANGER, "last-king-danger"),
    (KING_DANGER, "king-danger"),
    (PRIVILEGED_PAWN, "privileged"),
    (FREE_PAWN, "free-pawn"),
    (PAWN_TYPE, "pawn-of-type"),
    (MOBILITY, "mobility"),
];

impl Features for EnochianFeatures {
    type Game = Enochian;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        if let Some(name) = weight_name(&GROUPS, index) {
            return name;
        }
        let (file, rank) = ((b'a' + (index % 8) as u8) as char, index % 64 / 8 + 1);
        format!("{}-{file}{rank}", Role::ALL[index / 64].name())
    }

    /// Ties piece-square weights in blocks of four squares.
    fn tied_index(index: usize) -> usize {
        if index < MOBILITY { index & !0b00_1001 } else { index }
    }

    /// The phase is the number of officers of unfrozen armies; rooks count three times.
    fn phase(game: &Enochian) -> i32 {
        let unfrozen = Army::ALL.into_iter().filter(|army| !game.is_frozen(*army));
        let strength = unfrozen.flat_map(|army| {
            Officer::ALL.map(|officer| {
                let weight = if officer == Officer::Rook { 3 } else { 1 };
                weight * count(game.pieces(army, Role::Officer(officer)))
            })
        });
        strength.sum::<i32>().min(MAX_PHASE)
    }

    fn visit(game: &Enochian, add: &mut impl FnMut(usize, i32)) {
        let map = AttackMap::new(game);
        let turns = game.turn_order();
        for army in Army::ALL {
            let sign = if army.team() == game.army_to_move().team() { 1 } else { -1 };
            let mut add = |index: usize, count: i32| add(index, sign * count);
            if !game.has_king(army) {
                add(LOST_KING, 1);
            }
            if game.is_frozen(army) {
                frozen_army(game, army, &mut add);
                continue;
            }
            piece_squares(game, army, &mut add);
            (0..4).for_each(|officer| add(MOBILITY + officer, map.side(army).mobility[officer]));
            pawns(game, army, &mut add);
            king_safety(game, &map, army, &turns, &mut add);
            threats(game, &map, army, turns, &mut add);
        }
        add(TEMPO, 1);
    }
}

fn piece_squares(game: &Enochian, army: Army, add: &mut impl FnMut(usize, i32)) {
    for role in Role::ALL {
        for square in squares(game.pieces(army, role)) {
            add(PIECE_SQUARES + role.index() * 64 + army.rotate_to_blue(square) as usize, 1);
        }
    }
}

/// A frozen army is worth what it may do once its ally's king reaches its throne.
fn frozen_army(game: &Enochian, army: Army, add: &mut impl FnMut(usize, i32)) {
    for (index, role) in PIECES.into_iter().enumerate() {
        add(FROZEN + index, count(game.pieces(army, role)));
    }
    let throne = army.throne_bit();
    if throne & game.occupied() & !game.capturable(army) != 0 {
        add(SHUT_THRONE, 1);
    } else if let Some(king) = squares(game.pieces(army.ally(), Role::King)).next() {
        add(STEPS_TO_THRONE + king_distance(king, throne.trailing_zeros()) as usize, 1);
    }
}

/// Pawns, by the officer of their type, or any officer if privileged.
fn pawns(game: &Enochian, army: Army, add: &mut impl FnMut(usize, i32)) {
    let privileged = game.is_privileged(army);
    for square in squares(game.pieces(army, Role::Pawn)) {
        let officer = game.officer_at(square) as usize;
        // Blue's pawns move west.
        let steps_left = army.rotate_to_blue(square) as usize % 8;
        add(PAWN_TYPE + officer, 1);
        add(PAWN_TYPE + 4 + officer, 7 - steps_left as i32);
        if game.pawn_step(army, square) & !game.occupied() != 0 {
            add(FREE_PAWN + steps_left, 1);
        }
        if privileged {
            add(PRIVILEGED_PAWN + steps_left, 1);
        }
    }
}

/// King safety. Kings can be captured, so the turn order of attacker and king counts.
fn king_safety(
    game: &Enochian,
    map: &AttackMap,
    army: Army,
    turns: &[Army; 4],
    add: &mut impl FnMut(usize, i32),
) {
    let king = game.pieces(army, Role::King);
    let Some(square) = squares(king).next() else {
        add(REVIVED, 1);
        return;
    };
    let last = !game.has_king(army.ally());
    let enemies = army.team().other();
    let turn_of = |army: Army| turns.iter().position(|turn| *turn == army).unwrap_or(0);
    for enemy in army.enemies() {
        if map.side(enemy).all & king != 0 {
            let danger = match turn_of(enemy) {
                0 => 0,
                turn if turn < turn_of(army) => 1,
                _ => 2,
            };
            add(if last { LAST_KING_DANGER } else { KING_DANGER } + danger, 1);
        }
    }
    let ring = game.attacks(army, Role::King, square);
    let flights = ring & (!game.occupied() | game.capturable(army)) & !map.team(enemies);
    add(ESCAPES + count(flights).min(5) as usize, 1);
    for role in 0..6 {
        let attacked = count(ring & map.by_role(enemies, role));
        add(KING_RING + role, attacked);
        if last {
            add(LAST_KING_RING, attacked);
        }
    }
    add(SHELTER, count(ring & (game.pieces_of(army) | game.pieces_of(army.ally()))));
}

/// Pieces that can be captured for nothing, or by a pawn. Threats by the next enemy to move count separately.
fn threats(game: &Enochian, map: &AttackMap, army: Army, turns: [Army; 4], add: &mut impl FnMut(usize, i32)) {
    let (defended, enemies) = (map.team(army.team()), army.enemies());
    let next = if enemies.contains(&turns[0]) { turns[0] } else { turns[1] };
    let by_pawns = map.by_role(army.team().other(), Role::Pawn.index());
    for (index, role) in PIECES.into_iter().enumerate() {
        let pieces = game.pieces(army, role);
        let attacked = map.capture_squares(enemies[0], role) | map.capture_squares(enemies[1], role);
        add(HANGING + index, count(pieces & attacked & !defended));
        add(HANGING_TO_NEXT + index, count(pieces & map.capture_squares(next, role) & !defended));
        add(ATTACKED_BY_PAWN + index, count(pieces & by_pawns));
    }
}
