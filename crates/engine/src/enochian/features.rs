//! What the engine sees in a position of Enochian chess.

use super::attack_map::{AttackMap, count, squares};
use crate::evaluation::{Features, MAX_PHASE};
use tetrarch_rules::Enochian;
use tetrarch_rules::enochian::{Army, Officer, Role, king_distance};

/// The features of Enochian chess. Where a man stands, seen from his own corner, says also what he is worth.
pub struct EnochianFeatures;

const PLACES: usize = 0;
const MOBILITY: usize = PLACES + 6 * 64;
const PROMISE: usize = MOBILITY + 4;
const FREE: usize = PROMISE + 8;
const PRIVILEGED: usize = FREE + 8;
const KING: usize = PRIVILEGED + 8;
const LAST_KING: usize = KING + 3;
const ESCAPES: usize = LAST_KING + 3;
const RING: usize = ESCAPES + 6;
const LAST_RING: usize = RING + 6;
const SHELTER: usize = LAST_RING + 1;
const LOOSE: usize = SHELTER + 1;
const BY_PAWN: usize = LOOSE + 5;
const NEXT: usize = BY_PAWN + 5;
const LOST_KING: usize = NEXT + 5;
const REVIVED: usize = LOST_KING + 1;
const FROZEN: usize = REVIVED + 1;
const THRONE: usize = FROZEN + 5;
const SHUT_THRONE: usize = THRONE + 8;
const TEMPO: usize = SHUT_THRONE + 1;
const COUNT: usize = TEMPO + 1;

/// The men besides the king, in the order of their features.
const MEN: [Role; 5] = [
    Role::Officer(Officer::Queen),
    Role::Officer(Officer::Bishop),
    Role::Officer(Officer::Knight),
    Role::Officer(Officer::Rook),
    Role::Pawn,
];

impl Features for EnochianFeatures {
    type Game = Enochian;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        let groups = [
            (TEMPO, "tempo"),
            (SHUT_THRONE, "shut-throne"),
            (THRONE, "steps-to-frozen-throne"),
            (FROZEN, "frozen"),
            (REVIVED, "revived"),
            (LOST_KING, "lost-king"),
            (NEXT, "loose-and-next"),
            (BY_PAWN, "attacked-by-pawn"),
            (LOOSE, "loose"),
            (SHELTER, "shelter"),
            (LAST_RING, "last-ring-attacked"),
            (RING, "ring-attacked-by"),
            (ESCAPES, "escapes"),
            (LAST_KING, "last-king-danger"),
            (KING, "king-danger"),
            (PRIVILEGED, "privileged"),
            (FREE, "free-pawn"),
            (PROMISE, "pawn-of-type"),
            (MOBILITY, "mobility"),
        ];
        if let Some((first, name)) = groups.into_iter().find(|(first, _)| index >= *first) {
            return format!("{name}-{}", index - first);
        }
        let (file, rank) = ((b'a' + (index % 8) as u8) as char, index % 64 / 8 + 1);
        format!("{}-{file}{rank}", Role::ALL[index / 64].name())
    }

    /// Places are learnt by blocks of four squares.
    fn tied_index(index: usize) -> usize {
        if index < MOBILITY { index & !0b00_1001 } else { index }
    }

    /// How many figures can still fight.
    fn phase(game: &Enochian) -> i32 {
        let fighting = Army::ALL.into_iter().filter(|army| !game.is_frozen(*army));
        let force = fighting.flat_map(|army| {
            Officer::ALL.map(|figure| {
                let weight = if figure == Officer::Rook { 3 } else { 1 };
                weight * count(game.pieces(army, Role::Officer(figure)))
            })
        });
        force.sum::<i32>().min(MAX_PHASE)
    }

    fn visit(game: &Enochian, tell: &mut impl FnMut(usize, i32)) {
        let sights = AttackMap::new(game);
        let turns = game.turn_order();
        for army in Army::ALL {
            let sign = if army.team() == game.acting_army().team() { 1 } else { -1 };
            let mut tell = |index: usize, times: i32| tell(index, sign * times);
            if !game.has_king(army) {
                tell(LOST_KING, 1);
            }
            if game.is_frozen(army) {
                frozen(game, army, &mut tell);
                continue;
            }
            places(game, army, &mut tell);
            (0..4).for_each(|figure| tell(MOBILITY + figure, sights.side(army).mobility[figure]));
            pawns(game, army, &mut tell);
            king(game, &sights, army, &turns, &mut tell);
            loose(game, &sights, army, turns, &mut tell);
        }
        tell(TEMPO, 1);
    }
}

fn places(game: &Enochian, army: Army, tell: &mut impl FnMut(usize, i32)) {
    for kind in Role::ALL {
        for square in squares(game.pieces(army, kind)) {
            tell(PLACES + kind.index() * 64 + army.rotate_to_blue(square) as usize, 1);
        }
    }
}

/// A frozen army is worth what it may do once its ally's king has reached its throne.
fn frozen(game: &Enochian, army: Army, tell: &mut impl FnMut(usize, i32)) {
    for (place, kind) in MEN.into_iter().enumerate() {
        tell(FROZEN + place, count(game.pieces(army, kind)));
    }
    let throne = army.throne_bit();
    if throne & game.occupied() & !game.capturable(army) != 0 {
        tell(SHUT_THRONE, 1);
    } else if let Some(king) = squares(game.pieces(army.ally(), Role::King)).next() {
        tell(THRONE + king_distance(king, throne.trailing_zeros()) as usize, 1);
    }
}

/// A pawn promises the figure of its type, or any if it is privileged.
fn pawns(game: &Enochian, army: Army, tell: &mut impl FnMut(usize, i32)) {
    let privileged = game.is_privileged(army);
    for square in squares(game.pieces(army, Role::Pawn)) {
        let figure = game.officer_at(square) as usize;
        // Blue's pawns step west.
        let left = army.rotate_to_blue(square) as usize % 8;
        tell(PROMISE + figure, 1);
        tell(PROMISE + 4 + figure, 7 - left as i32);
        if game.pawn_step(army, square) & !game.occupied() != 0 {
            tell(FREE + left, 1);
        }
        if privileged {
            tell(PRIVILEGED + left, 1);
        }
    }
}

/// Kings are taken, so what counts is who comes first: the attacker, or the king who may leave.
fn king(
    game: &Enochian,
    sights: &AttackMap,
    army: Army,
    turns: &[Army; 4],
    tell: &mut impl FnMut(usize, i32),
) {
    let place = game.pieces(army, Role::King);
    let Some(square) = squares(place).next() else {
        tell(REVIVED, 1);
        return;
    };
    let last = !game.has_king(army.ally());
    let foes = army.team().other();
    let turn_of = |army: Army| turns.iter().position(|turn| *turn == army).unwrap_or(0);
    for foe in army.enemies() {
        if sights.side(foe).all & place != 0 {
            let danger = match turn_of(foe) {
                0 => 0,
                turn if turn < turn_of(army) => 1,
                _ => 2,
            };
            tell(if last { LAST_KING } else { KING } + danger, 1);
        }
    }
    let ring = game.attacks(army, Role::King, square);
    let flights = ring & (!game.occupied() | game.capturable(army)) & !sights.team(foes);
    tell(ESCAPES + count(flights).min(5) as usize, 1);
    for kind in 0..6 {
        let attacked = count(ring & sights.by_kind(foes, kind));
        tell(RING + kind, attacked);
        if last {
            tell(LAST_RING, attacked);
        }
    }
    tell(SHELTER, count(ring & (game.all_pieces(army) | game.all_pieces(army.ally()))));
}

/// Men who can be taken for nothing, or by a pawn; those the next foe can take at once apart.
fn loose(
    game: &Enochian,
    sights: &AttackMap,
    army: Army,
    turns: [Army; 4],
    tell: &mut impl FnMut(usize, i32),
) {
    let (guarded, foes) = (sights.team(army.team()), army.enemies());
    let next = if foes.contains(&turns[0]) { turns[0] } else { turns[1] };
    let by_pawns = sights.by_kind(army.team().other(), Role::Pawn.index());
    for (place, kind) in MEN.into_iter().enumerate() {
        let men = game.pieces(army, kind);
        let attacked = sights.capture_squares(foes[0], kind) | sights.capture_squares(foes[1], kind);
        tell(LOOSE + place, count(men & attacked & !guarded));
        tell(NEXT + place, count(men & sights.capture_squares(next, kind) & !guarded));
        tell(BY_PAWN + place, count(men & by_pawns));
    }
}
