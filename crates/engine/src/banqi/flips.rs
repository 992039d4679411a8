//! Which flips are worth a look below the root. There every flip is looked at.

use super::attack_map::{AttackMap, kind_index};
use super::piece_value;
use crate::NodeDepth;
use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Square, SquareMask};

/// At this depth and below one flip stands for all: it is judged without turning the piece over.
const SINGLE_FLIP_DEPTH: i32 = 1;

/// So few face-down pieces are all looked at, so that a win found there is one.
const ALWAYS_SEARCHED_FLIPS: u32 = 3;

/// The face-down pieces that are worth turning over here.
pub(super) fn flips_to_search(game: &Banqi, spot: NodeDepth) -> SquareMask {
    let hidden = game.face_down();
    if spot.ply == 0 || hidden.count_ones() <= ALWAYS_SEARCHED_FLIPS {
        return hidden;
    }
    let Some(scene) = AttackMap::new(game) else { return hidden & hidden.wrapping_neg() };
    let wanted = if spot.depth <= SINGLE_FLIP_DEPTH { 1 } else { 2 + spot.depth as usize / 3 };
    let mut rated: Vec<(i32, SquareMask)> = Square::iter_mask(hidden)
        .map(|square| (flip_score(game, &scene, square), 1 << square.index()))
        .collect();
    rated.sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
    rated.into_iter().take(wanted).fold(0, |set, (_, square)| set | square)
}

/// What a flip promises: to threaten the enemies beside it, less what it may bring upon one's own.
fn flip_score(game: &Banqi, scene: &AttackMap, square: Square) -> i32 {
    let [own, enemy] = &scene.sides;
    let mut promise = 0;
    for beside in Square::iter_mask(square.neighbours() & (own.all | enemy.all)) {
        let Some(piece) = game.piece_at(beside) else { continue };
        let kind = kind_index(piece.role());
        let mine = own.all >> beside.index() & 1 != 0;
        let bag = if mine { &enemy.face_down } else { &own.face_down };
        let takers: i32 = scene.takers(kind).map(|taker| bag[taker]).sum();
        promise += takers * piece_value(piece.role()) * if mine { -1 } else { 1 };
    }
    promise
}
