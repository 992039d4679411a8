//! What the evaluation looks at again and again, gathered once: who stands where, who is left, who can be taken.

use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Colour, Kind, Piece, Square, SquareSet};

/// Kinds in order of rank, so that a kind's number is its rank less one.
pub(super) const KINDS: [Kind; 7] =
    [Kind::Cannon, Kind::Pawn, Kind::Horse, Kind::Chariot, Kind::Elephant, Kind::General, Kind::King];

/// The number of a kind in [`KINDS`].
pub(super) const fn number(kind: Kind) -> usize {
    kind.rank() as usize - 1
}

pub(super) const CANNON: usize = number(Kind::Cannon);

/// One side of a scene.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Army {
    /// Where the face-up pieces of each kind stand.
    pub(super) standing: [SquareSet; 7],
    /// All of them.
    pub(super) all: SquareSet,
    /// How many of each kind are face-down.
    pub(super) bag: [i32; 7],
    /// How many of each kind are left, face-up or face-down.
    pub(super) left: [i32; 7],
    /// The squares next to the pieces of each kind.
    pub(super) beside: [SquareSet; 7],
    /// What its cannons aim at.
    pub(super) aimed: SquareSet,
}

/// A position for the evaluation.
#[derive(Copy, Clone, Debug)]
pub(super) struct Scene {
    /// The side to decide, and the other.
    pub(super) armies: [Army; 2],
    pub(super) hidden: SquareSet,
    pub(super) empty: SquareSet,
    takes: &'static Takes,
}

/// For each kind the kinds that may take it and those it may take, as bits; cannons take nothing here.
#[derive(Debug)]
pub(super) struct Takes {
    pub(super) by: [u8; 7],
    pub(super) prey: [u8; 7],
}

impl Takes {
    const fn table(pawn_takes_cannon: bool) -> Takes {
        let mut takes = Takes { by: [0; 7], prey: [0; 7] };
        let mut taker = 1;
        while taker < 7 {
            let mut target = 0;
            while target < 7 {
                let may = match (taker, target) {
                    (6, 1) => false,
                    (1, 6) => true,
                    (1, 0) => pawn_takes_cannon,
                    _ => taker >= target,
                };
                if may {
                    takes.by[target] |= 1 << taker;
                    takes.prey[taker] |= 1 << target;
                }
                target += 1;
            }
            taker += 1;
        }
        takes
    }

    /// The table under an option.
    pub(super) const fn under(pawn_takes_cannon: bool) -> &'static Takes {
        static USUAL: Takes = Takes::table(true);
        static TAIWANESE: Takes = Takes::table(false);
        if pawn_takes_cannon { &USUAL } else { &TAIWANESE }
    }
}

impl Scene {
    /// The scene for the side to decide; none before the first piece is revealed.
    pub(super) fn of(game: &Banqi) -> Option<Scene> {
        let own = game.actor_colour()?;
        let (mine, theirs) = (game.standing(own), game.standing(own.other()));
        let occupied = mine | theirs | game.hidden();
        Some(Scene {
            armies: [Army::of(game, own, occupied), Army::of(game, own.other(), occupied)],
            hidden: game.hidden(),
            empty: !occupied,
            takes: Takes::under(game.pawn_takes_cannon()),
        })
    }

    /// The kinds that may take a kind.
    pub(super) fn takers(&self, kind: usize) -> impl Iterator<Item = usize> + use<> {
        let kinds = self.takes.by[kind];
        (0..7).filter(move |taker| kinds >> taker & 1 != 0)
    }

    /// The kinds that a kind may take; a cannon takes any.
    pub(super) fn prey(&self, kind: usize) -> impl Iterator<Item = usize> + use<> {
        let kinds = if kind == CANNON { 0x7f } else { self.takes.prey[kind] };
        (0..7).filter(move |prey| kinds >> prey & 1 != 0)
    }
}

impl Army {
    fn of(game: &Banqi, colour: Colour, occupied: SquareSet) -> Army {
        let mut army = Army { all: game.standing(colour), ..Army::default() };
        for square in Square::of_set(army.all) {
            let Some(piece) = game.piece(square) else { continue };
            let kind = number(piece.kind());
            army.standing[kind] |= 1 << square.index();
            army.beside[kind] |= square.beside();
            if kind == CANNON {
                army.aimed |= square.aimed_at(occupied);
            }
        }
        for (kind, of) in KINDS.into_iter().enumerate() {
            army.bag[kind] = i32::from(game.unrevealed(Piece::new(colour, of)));
            army.left[kind] = army.bag[kind] + army.standing[kind].count_ones() as i32;
        }
        army
    }

    /// The squares on which a piece of a kind could be taken by a neighbour.
    pub(super) fn dangers(&self, scene: &Scene, kind: usize) -> SquareSet {
        scene.takers(kind).fold(0, |set, taker| set | self.beside[taker])
    }

    /// Where the pieces stand that may take a kind, cannons aside.
    pub(super) fn hunters(&self, scene: &Scene, kind: usize) -> SquareSet {
        scene.takers(kind).fold(0, |set, taker| set | self.standing[taker])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_whom_is_what_the_rules_say() {
        for pawn_takes_cannon in [true, false] {
            let takes = Takes::under(pawn_takes_cannon);
            for taker in KINDS {
                for target in KINDS {
                    let listed = takes.by[number(target)] >> number(taker) & 1 != 0;
                    assert_eq!(listed, taker.may_take(target, pawn_takes_cannon), "{taker:?} {target:?}");
                }
            }
        }
    }
}
