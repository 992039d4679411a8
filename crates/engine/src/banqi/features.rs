//! Evaluation features of Banqi.
//!
//! A piece's value depends mostly on its predators: a piece that nothing can capture any more dominates the
//! board, whatever its rank.

use super::attack_map::{AttackMap, CANNON, ROLES, SideAttacks};
use crate::evaluation::{Features, MAX_PHASE};
use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Colour, Square, SquareMask};

/// The features of Banqi.
#[derive(Debug)]
pub struct BanqiFeatures;

/// Material, by role and number of remaining predators.
const PREDATORS: usize = 0;
const PREDATOR_BUCKETS: usize = 8;
/// Material, by role and number of remaining prey.
const PREY: usize = PREDATORS + 7 * PREDATOR_BUCKETS;
const PREY_BUCKETS: usize = 6;
/// Face-down pieces, by role.
const FACE_DOWN: usize = PREY + 7 * PREY_BUCKETS;
/// Pieces that can be captured at once, by role: on the owner's turn, on the opponent's turn.
const ATTACKED: usize = FACE_DOWN + 7;
/// Safe steps, by role.
const MOBILITY: usize = ATTACKED + 2 * 7;
/// Pieces without a safe step, by role.
const STUCK: usize = MOBILITY + 7;
/// How close the nearest predator is to a piece, by role: on the owner's turn, on the opponent's turn.
const PURSUED: usize = STUCK + 7;
/// Pieces with a predator, by distance: on the owner's turn, on the opponent's turn.
const PURSUIT_DISTANCE: usize = PURSUED + 2 * 7;
const MAX_DISTANCE: usize = 8;
/// Hunted pieces in a corner, at the edge.
const CORNERED: usize = PURSUIT_DISTANCE + 2 * MAX_DISTANCE;
/// Face-down neighbours that may turn out to be predators, or prey.
const FACE_DOWN_PREDATORS: usize = CORNERED + 2;
const FACE_DOWN_PREY: usize = FACE_DOWN_PREDATORS + 7;
/// Enemy pieces on the ranks and files of a cannon.
const CANNON_LINES: usize = FACE_DOWN_PREY + 7;
/// Number of pieces, and the right to move.
const PIECES: usize = CANNON_LINES + 1;
const TEMPO: usize = PIECES + 1;
const COUNT: usize = TEMPO + 1;

impl Features for BanqiFeatures {
    type Game = Banqi;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        let role = |index: usize| ROLES[index % 7].name();
        let at = |first: usize| index - first;
        match index {
            TEMPO => "turn".to_string(),
            PIECES => "pieces".to_string(),
            CANNON_LINES => "cannon-lines".to_string(),
            FACE_DOWN_PREY.. => format!("{}-beside-hidden-prey", role(at(FACE_DOWN_PREY))),
            FACE_DOWN_PREDATORS.. => format!("{}-beside-hidden-predators", role(at(FACE_DOWN_PREDATORS))),
            CORNERED.. => ["prey-in-corner", "prey-at-edge"][at(CORNERED)].to_string(),
            PURSUIT_DISTANCE.. => format!(
                "hunt-{}-at-{}",
                when(at(PURSUIT_DISTANCE) / MAX_DISTANCE),
                at(PURSUIT_DISTANCE) % MAX_DISTANCE + 1
            ),
            PURSUED.. => format!("{}-hunted-{}", role(at(PURSUED)), when(at(PURSUED) / 7)),
            STUCK.. => format!("{}-stuck", role(at(STUCK))),
            MOBILITY.. => format!("{}-steps", role(at(MOBILITY))),
            ATTACKED.. => format!("{}-attacked-{}", role(at(ATTACKED)), when(at(ATTACKED) / 7)),
            FACE_DOWN.. => format!("{}-face-down", role(at(FACE_DOWN))),
            PREY.. => format!("{}-prey-{}", role(at(PREY) / PREY_BUCKETS), at(PREY) % PREY_BUCKETS),
            _ => format!("{}-predators-{}", role(index / PREDATOR_BUCKETS), index % PREDATOR_BUCKETS),
        }
    }

    /// The phase is the share of pieces that are left.
    fn phase(game: &Banqi) -> i32 {
        let left = pieces_left(game).count_ones() as i32;
        (left - 2).max(0) * MAX_PHASE / 30
    }

    fn visit(game: &Banqi, add: &mut impl FnMut(usize, i32)) {
        let Some(map) = AttackMap::new(game) else { return };
        visit_map(&map, add);
    }
}

fn pieces_left(game: &Banqi) -> SquareMask {
    game.face_up(Colour::Red) | game.face_up(Colour::Black) | game.face_down()
}

/// Names the two cases: the owner is to move, or the opponent is.
fn when(index: usize) -> &'static str {
    ["on-turn", "off-turn"][index]
}

fn visit_map(map: &AttackMap, add: &mut impl FnMut(usize, i32)) {
    for side in [0, 1] {
        let sign = if side == 0 { 1 } else { -1 };
        let (own, enemy) = (&map.sides[side], &map.sides[1 - side]);
        material(map, own, enemy, sign, add);
        // Pursuit depends on the side to move, which is side 0.
        mobility(map, own, enemy, (sign, side), add);
        pursuit(map, own, enemy, (sign, side), add);
        face_down_neighbours(map, own, enemy, sign, add);
        add(CANNON_LINES, sign * cannon_lines(own, enemy));
        add(PIECES, sign * own.remaining.iter().sum::<i32>());
    }
    add(TEMPO, 1);
}

/// Maps a count to a bucket; larger counts share wider buckets.
fn bucket(count: i32, last: usize) -> usize {
    const BUCKETS: [usize; 12] = [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7];
    BUCKETS[(count as usize).min(11)].min(last)
}

fn material(
    map: &AttackMap,
    own: &SideAttacks,
    enemy: &SideAttacks,
    sign: i32,
    add: &mut impl FnMut(usize, i32),
) {
    for role in 0..7 {
        if own.remaining[role] == 0 {
            continue;
        }
        let predators: i32 = map.predators(role).map(|predator| enemy.remaining[predator]).sum();
        let prey: i32 = map.prey(role).map(|prey| enemy.remaining[prey]).sum();
        add(
            PREDATORS + role * PREDATOR_BUCKETS + bucket(predators, PREDATOR_BUCKETS - 1),
            sign * own.remaining[role],
        );
        add(PREY + role * PREY_BUCKETS + bucket(prey, PREY_BUCKETS - 1), sign * own.remaining[role]);
        add(FACE_DOWN + role, sign * own.face_down[role]);
    }
}

fn mobility(
    map: &AttackMap,
    own: &SideAttacks,
    enemy: &SideAttacks,
    (sign, side): (i32, usize),
    add: &mut impl FnMut(usize, i32),
) {
    for role in 0..7 {
        let squares = own.squares[role];
        if squares == 0 {
            continue;
        }
        let unsafe_squares = enemy.attacked_squares(map, role);
        let attacked = squares & (unsafe_squares | enemy.cannon_targets);
        add(ATTACKED + 7 * side + role, sign * count(attacked));
        let (mut steps, mut stuck) = (0, 0);
        for square in Square::iter_mask(squares) {
            let safe = count(square.neighbours() & map.empty & !unsafe_squares);
            steps += safe;
            stuck += i32::from(safe == 0);
        }
        add(MOBILITY + role, sign * steps);
        add(STUCK + role, sign * stuck);
    }
}

/// Pursuit of the side's pieces. Distances count steps and ignore obstacles.
fn pursuit(
    map: &AttackMap,
    own: &SideAttacks,
    enemy: &SideAttacks,
    (sign, side): (i32, usize),
    add: &mut impl FnMut(usize, i32),
) {
    const CORNERS: SquareMask = 0x8100_0081;
    const EDGES: SquareMask = 0x7e81_817e;
    for role in 0..7 {
        if own.squares[role] == 0 {
            continue;
        }
        let predators = enemy.predator_squares(map, role);
        if predators == 0 {
            continue;
        }
        add(CORNERED, sign * count(own.squares[role] & CORNERS));
        add(CORNERED + 1, sign * count(own.squares[role] & EDGES));
        for square in Square::iter_mask(own.squares[role]) {
            let steps = distance(1 << square.index(), predators);
            add(PURSUED + 7 * side + role, sign * (MAX_DISTANCE - steps) as i32);
            add(PURSUIT_DISTANCE + MAX_DISTANCE * side + steps - 1, sign);
        }
    }
}

/// Steps from a square set to the nearest square of another, from 1 to [`MAX_DISTANCE`].
fn distance(from: SquareMask, to: SquareMask) -> usize {
    let mut reached = from;
    for steps in 1..MAX_DISTANCE {
        reached = expand(reached);
        if reached & to != 0 {
            return steps;
        }
    }
    MAX_DISTANCE
}

/// A set and all its orthogonal neighbours.
const fn expand(set: SquareMask) -> SquareMask {
    const FILE_A: SquareMask = 0x0101_0101;
    const FILE_H: SquareMask = 0x8080_8080;
    set | set << 8 | set >> 8 | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// Face-down pieces beside a piece, which may capture it once flipped, or be captured.
fn face_down_neighbours(
    map: &AttackMap,
    own: &SideAttacks,
    enemy: &SideAttacks,
    sign: i32,
    add: &mut impl FnMut(usize, i32),
) {
    let total = count(map.face_down);
    if total == 0 {
        return;
    }
    for role in 0..7 {
        let mut neighbours = 0;
        for square in Square::iter_mask(own.squares[role]) {
            neighbours += count(square.neighbours() & map.face_down);
        }
        if neighbours == 0 {
            continue;
        }
        let predators: i32 = map.predators(role).map(|predator| enemy.face_down[predator]).sum();
        add(FACE_DOWN_PREDATORS + role, sign * neighbours * predators * 8 / total);
        if role != CANNON {
            let prey: i32 = map.prey(role).map(|prey| enemy.face_down[prey]).sum();
            add(FACE_DOWN_PREY + role, sign * neighbours * prey * 8 / total);
        }
    }
}

fn cannon_lines(own: &SideAttacks, enemy: &SideAttacks) -> i32 {
    let on_lines = |square: Square| {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        count((0x0101_0101 << file | 0xff << (8 * rank)) & enemy.all)
    };
    Square::iter_mask(own.squares[CANNON]).map(on_lines).sum()
}

fn count(set: SquareMask) -> i32 {
    set.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn weight_names_are_unique() {
        let names: BTreeSet<String> = (0..COUNT).map(BanqiFeatures::name).collect();
        assert_eq!(names.len(), COUNT);
    }

    #[test]
    fn distances_count_orthogonal_steps() {
        let (a1, b1, h4) = (1, 2, 1 << 31);
        assert_eq!(distance(a1, b1), 1);
        assert_eq!(distance(a1, 1 << 9), 2);
        assert_eq!(distance(1 << 7, 1 << 8), MAX_DISTANCE, "h1 and a2 are not next to each other");
        assert_eq!(distance(a1, h4), MAX_DISTANCE);
    }
}
