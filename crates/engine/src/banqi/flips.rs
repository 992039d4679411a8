//! Which flips are worth a look below the root. There every flip is looked at.

use super::scene::{Scene, number};
use super::worth;
use crate::Spot;
use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Square, SquareSet};

/// At this depth and below one flip stands for all: it is judged without turning the piece over.
const ONE_FOR_ALL: i32 = 1;

/// So few face-down pieces are all looked at, so that a win found there is one.
const FEW: u32 = 3;

/// The face-down pieces that are worth turning over here.
pub(super) fn worth_trying(game: &Banqi, spot: Spot) -> SquareSet {
    let hidden = game.hidden();
    if spot.ply == 0 || hidden.count_ones() <= FEW {
        return hidden;
    }
    let Some(scene) = Scene::of(game) else { return hidden & hidden.wrapping_neg() };
    let wanted = if spot.depth <= ONE_FOR_ALL { 1 } else { 2 + spot.depth as usize / 3 };
    let mut rated: Vec<(i32, SquareSet)> =
        Square::of_set(hidden).map(|square| (promise(game, &scene, square), 1 << square.index())).collect();
    rated.sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
    rated.into_iter().take(wanted).fold(0, |set, (_, square)| set | square)
}

/// What a flip promises: to threaten the enemies beside it, less what it may bring upon one's own.
fn promise(game: &Banqi, scene: &Scene, square: Square) -> i32 {
    let [own, enemy] = &scene.armies;
    let mut promise = 0;
    for beside in Square::of_set(square.beside() & (own.all | enemy.all)) {
        let Some(piece) = game.piece(beside) else { continue };
        let kind = number(piece.kind());
        let mine = own.all >> beside.index() & 1 != 0;
        let bag = if mine { &enemy.bag } else { &own.bag };
        let takers: i32 = scene.takers(kind).map(|taker| bag[taker]).sum();
        promise += takers * worth(piece.kind()) * if mine { -1 } else { 1 };
    }
    promise
}
