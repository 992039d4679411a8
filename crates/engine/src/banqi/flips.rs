//! Forward pruning of flips. The root searches every flip, other nodes only the most promising ones.

use super::attack_map::{AttackMap, role_index};
use super::piece_value;
use crate::NodeDepth;
use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Square, SquareMask};

/// At this depth and below, one flip represents all: it is evaluated without revealing the piece.
const SINGLE_FLIP_DEPTH: i32 = 1;

/// With this few face-down pieces all flips are searched, so that a win found there is proven.
const ALWAYS_SEARCHED_FLIPS: u32 = 3;

/// The face-down pieces whose flips the search tries at a node.
pub(super) fn flips_to_search(game: &Banqi, node: NodeDepth) -> SquareMask {
    let face_down = game.face_down();
    if node.ply == 0 || face_down.count_ones() <= ALWAYS_SEARCHED_FLIPS {
        return face_down;
    }
    let Some(map) = AttackMap::new(game) else { return face_down & face_down.wrapping_neg() };
    let flip_count = if node.depth <= SINGLE_FLIP_DEPTH { 1 } else { 2 + node.depth as usize / 3 };
    let mut scored: Vec<(i32, SquareMask)> = Square::iter_mask(face_down)
        .map(|square| (flip_score(game, &map, square), 1 << square.index()))
        .collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().take(flip_count).fold(0, |set, (_, square)| set | square)
}

/// Estimates a flip: threats against adjacent enemies, minus threats that the revealed piece may bring to
/// adjacent own pieces.
fn flip_score(game: &Banqi, map: &AttackMap, square: Square) -> i32 {
    let [own, enemy] = &map.sides;
    let mut score = 0;
    for neighbour in Square::iter_mask(square.neighbours() & (own.all | enemy.all)) {
        let Some(piece) = game.piece_at(neighbour) else { continue };
        let role = role_index(piece.role());
        let is_own = own.all >> neighbour.index() & 1 != 0;
        let face_down = if is_own { &enemy.face_down } else { &own.face_down };
        let predators: i32 = map.predators(role).map(|predator| face_down[predator]).sum();
        score += predators * piece_value(piece.role()) * if is_own { -1 } else { 1 };
    }
    score
}
