//! What the engine sees in a position of Banqi.
//!
//! Worth is above all a matter of predators: a piece that nothing can take any more rules the board, whatever its
//! rank.

use super::attack_map::{AttackMap, CANNON, KINDS, SideAttacks};
use crate::evaluation::{Features, MAX_PHASE};
use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Colour, Square, SquareMask};

/// The features of Banqi.
#[derive(Debug)]
pub struct BanqiFeatures;

/// By kind and how many pieces can still take it.
const WORTH: usize = 0;
const WORTH_STEPS: usize = 8;
/// By kind and how many pieces it can still take.
const PREY: usize = WORTH + 7 * WORTH_STEPS;
const PREY_STEPS: usize = 6;
/// Still face-down.
const BAG: usize = PREY + 7 * PREY_STEPS;
/// Can be taken at once: by the other side's turn, by one's own turn.
const ATTACKED: usize = BAG + 7;
/// Safe steps.
const MOBILITY: usize = ATTACKED + 2 * 7;
/// Without a safe step.
const STUCK: usize = MOBILITY + 7;
/// How near the next hunter is to a piece of each kind, with and without the turn.
const NEAR: usize = STUCK + 7;
/// The distance of a hunter to its prey, with and without the turn.
const HUNT: usize = NEAR + 2 * 7;
const FARTHEST: usize = 8;
/// Prey in a corner, at the edge.
const CORNERED: usize = HUNT + 2 * FARTHEST;
/// Face-down neighbours that may turn out to be predators, or prey.
const RISK: usize = CORNERED + 2;
const PROSPECT: usize = RISK + 7;
/// Enemies on the lines of a cannon.
const LINES: usize = PROSPECT + 7;
/// How many more pieces, and the turn.
const PIECES: usize = LINES + 1;
const TEMPO: usize = PIECES + 1;
const COUNT: usize = TEMPO + 1;

impl Features for BanqiFeatures {
    type Game = Banqi;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        let kind = |number: usize| KINDS[number % 7].name();
        let at = |first: usize| index - first;
        match index {
            TEMPO => "turn".to_string(),
            PIECES => "pieces".to_string(),
            LINES => "cannon-lines".to_string(),
            PROSPECT.. => format!("{}-beside-hidden-prey", kind(at(PROSPECT))),
            RISK.. => format!("{}-beside-hidden-predators", kind(at(RISK))),
            CORNERED.. => ["prey-in-corner", "prey-at-edge"][at(CORNERED)].to_string(),
            HUNT.. => format!("hunt-{}-at-{}", when(at(HUNT) / FARTHEST), at(HUNT) % FARTHEST + 1),
            NEAR.. => format!("{}-hunted-{}", kind(at(NEAR)), when(at(NEAR) / 7)),
            STUCK.. => format!("{}-stuck", kind(at(STUCK))),
            MOBILITY.. => format!("{}-steps", kind(at(MOBILITY))),
            ATTACKED.. => format!("{}-attacked-{}", kind(at(ATTACKED)), when(at(ATTACKED) / 7)),
            BAG.. => format!("{}-face-down", kind(at(BAG))),
            PREY.. => format!("{}-prey-{}", kind(at(PREY) / PREY_STEPS), at(PREY) % PREY_STEPS),
            _ => format!("{}-predators-{}", kind(index / WORTH_STEPS), index % WORTH_STEPS),
        }
    }

    /// The game is as old as pieces are gone.
    fn phase(game: &Banqi) -> i32 {
        let left = standing_or_hidden(game).count_ones() as i32;
        (left - 2).max(0) * MAX_PHASE / 30
    }

    fn visit(game: &Banqi, tell: &mut impl FnMut(usize, i32)) {
        let Some(scene) = AttackMap::new(game) else { return };
        visit_scene(&scene, tell);
    }
}

fn standing_or_hidden(game: &Banqi) -> SquareMask {
    game.face_up(Colour::Red) | game.face_up(Colour::Black) | game.face_down()
}

/// With the turn, or while the other side has it.
fn when(number: usize) -> &'static str {
    ["on-turn", "off-turn"][number]
}

fn visit_scene(scene: &AttackMap, tell: &mut impl FnMut(usize, i32)) {
    for side in [0, 1] {
        let sign = if side == 0 { 1 } else { -1 };
        let (own, enemy) = (&scene.sides[side], &scene.sides[1 - side]);
        worth(scene, own, enemy, sign, tell);
        // For the hunter and the hunted it matters whose turn it is: the side's own is number 0.
        standing(scene, own, enemy, (sign, side), tell);
        hunt(scene, own, enemy, (sign, side), tell);
        hidden_neighbours(scene, own, enemy, sign, tell);
        tell(LINES, sign * cannon_lines(own, enemy));
        tell(PIECES, sign * own.remaining.iter().sum::<i32>());
    }
    tell(TEMPO, 1);
}

/// The step of a scale that grows wider.
fn step(count: i32, last: usize) -> usize {
    const STEPS: [usize; 12] = [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7];
    STEPS[(count as usize).min(11)].min(last)
}

fn worth(
    scene: &AttackMap,
    own: &SideAttacks,
    enemy: &SideAttacks,
    sign: i32,
    tell: &mut impl FnMut(usize, i32),
) {
    for kind in 0..7 {
        if own.remaining[kind] == 0 {
            continue;
        }
        let predators: i32 = scene.takers(kind).map(|taker| enemy.remaining[taker]).sum();
        let prey: i32 = scene.prey(kind).map(|prey| enemy.remaining[prey]).sum();
        tell(WORTH + kind * WORTH_STEPS + step(predators, WORTH_STEPS - 1), sign * own.remaining[kind]);
        tell(PREY + kind * PREY_STEPS + step(prey, PREY_STEPS - 1), sign * own.remaining[kind]);
        tell(BAG + kind, sign * own.face_down[kind]);
    }
}

fn standing(
    scene: &AttackMap,
    own: &SideAttacks,
    enemy: &SideAttacks,
    (sign, side): (i32, usize),
    tell: &mut impl FnMut(usize, i32),
) {
    for kind in 0..7 {
        let place = own.squares[kind];
        if place == 0 {
            continue;
        }
        let dangers = enemy.attacked_squares(scene, kind);
        let attacked = place & (dangers | enemy.cannon_targets);
        tell(ATTACKED + 7 * side + kind, sign * count(attacked));
        let (mut steps, mut stuck) = (0, 0);
        for square in Square::iter_mask(place) {
            let safe = count(square.neighbours() & scene.empty & !dangers);
            steps += safe;
            stuck += i32::from(safe == 0);
        }
        tell(MOBILITY + kind, sign * steps);
        tell(STUCK + kind, sign * stuck);
    }
}

/// How the side's pieces are hunted. Distances are as a piece steps, whatever is in its way.
fn hunt(
    scene: &AttackMap,
    own: &SideAttacks,
    enemy: &SideAttacks,
    (sign, side): (i32, usize),
    tell: &mut impl FnMut(usize, i32),
) {
    const CORNERS: SquareMask = 0x8100_0081;
    const EDGES: SquareMask = 0x7e81_817e;
    for kind in 0..7 {
        if own.squares[kind] == 0 {
            continue;
        }
        let hunters = enemy.predator_squares(scene, kind);
        if hunters == 0 {
            continue;
        }
        tell(CORNERED, sign * count(own.squares[kind] & CORNERS));
        tell(CORNERED + 1, sign * count(own.squares[kind] & EDGES));
        for square in Square::iter_mask(own.squares[kind]) {
            let far = distance(1 << square.index(), hunters);
            tell(NEAR + 7 * side + kind, sign * (FARTHEST - far) as i32);
            tell(HUNT + FARTHEST * side + far - 1, sign);
        }
    }
}

/// Steps from one set to the next square of another, from 1 to [`FARTHEST`].
fn distance(from: SquareMask, to: SquareMask) -> usize {
    let mut grown = from;
    for far in 1..FARTHEST {
        grown = grow(grown);
        if grown & to != 0 {
            return far;
        }
    }
    FARTHEST
}

/// A set with all its neighbours.
const fn grow(set: SquareMask) -> SquareMask {
    const FILE_A: SquareMask = 0x0101_0101;
    const FILE_H: SquareMask = 0x8080_8080;
    set | set << 8 | set >> 8 | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// What lies face-down beside a piece may take it once it is turned over, or be taken.
fn hidden_neighbours(
    scene: &AttackMap,
    own: &SideAttacks,
    enemy: &SideAttacks,
    sign: i32,
    tell: &mut impl FnMut(usize, i32),
) {
    let total = count(scene.hidden);
    if total == 0 {
        return;
    }
    for kind in 0..7 {
        let mut beside = 0;
        for square in Square::iter_mask(own.squares[kind]) {
            beside += count(square.neighbours() & scene.hidden);
        }
        if beside == 0 {
            continue;
        }
        let predators: i32 = scene.takers(kind).map(|taker| enemy.face_down[taker]).sum();
        tell(RISK + kind, sign * beside * predators * 8 / total);
        if kind != CANNON {
            let prey: i32 = scene.prey(kind).map(|prey| enemy.face_down[prey]).sum();
            tell(PROSPECT + kind, sign * beside * prey * 8 / total);
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
    fn every_weight_has_a_name_of_its_own() {
        let names: BTreeSet<String> = (0..COUNT).map(BanqiFeatures::name).collect();
        assert_eq!(names.len(), COUNT);
    }

    #[test]
    fn distances_are_as_a_piece_steps() {
        let (a1, b1, h4) = (1, 2, 1 << 31);
        assert_eq!(distance(a1, b1), 1);
        assert_eq!(distance(a1, 1 << 9), 2);
        assert_eq!(distance(1 << 7, 1 << 8), FARTHEST, "h1 and a2 are not next to each other");
        assert_eq!(distance(a1, h4), FARTHEST);
    }
}
