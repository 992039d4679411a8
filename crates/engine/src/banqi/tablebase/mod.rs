//! Endings of up to four pieces, all of them face-up: tables by class, made when a game first comes near them.
//!
//! Tables are shared by all engines of the program. A search uses only those its own position asks for, so that
//! what other games have asked for before changes nothing.

mod material_class;
mod table;

pub(crate) use table::TablebaseResult;

use super::attack_map::{KINDS, kind_index};
use material_class::{CaptureRelations, MAX_PIECES, PieceOrder};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use table::{EndgameTable, PieceSquares};
use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Colour, Piece, Role, Square, SquareMask};

/// From so many pieces on a game is too far from the endings to ask for tables.
const MAX_PIECES_FOR_TABLES: usize = 7;

/// The tables that one search can look things up in.
#[derive(Clone)]
pub(super) struct Tablebase(Arc<Vec<TablebaseEntry>>);

/// One choice of pieces, as the side to move sees it.
#[derive(Clone)]
struct TablebaseEntry {
    material: Material,
    table: Arc<EndgameTable>,
    order: PieceOrder,
}

/// The kinds of both sides in order of rank, packed; the side to move first.
type Material = u32;

/// Where pieces stand and of which kind they are, in order of rank.
type PlacedPiece = (usize, u8);

impl Tablebase {
    /// The fate of a position; none if it is not of these endings.
    pub(super) fn probe(&self, game: &Banqi) -> Option<TablebaseResult> {
        let own = game.acting_colour()?;
        let (mine, theirs) = (game.face_up(own), game.face_up(own.other()));
        let count = (mine | theirs).count_ones() as usize;
        if game.face_down() != 0 || count > MAX_PIECES || mine == 0 || theirs == 0 {
            return None;
        }
        let mut stands = [(0, 0); MAX_PIECES];
        let first = mine.count_ones() as usize;
        collect_pieces(game, mine, &mut stands[..first]);
        collect_pieces(game, theirs, &mut stands[first..count]);
        let material = pack_material(
            stands[..first].iter().map(|stand| stand.0),
            stands[first..count].iter().map(|s| s.0),
        );
        let place = self.0.binary_search_by_key(&material, |ending| ending.material).ok()?;
        let TablebaseEntry { table, order, .. } = &self.0[place];
        let mut places: PieceSquares = [0; MAX_PIECES];
        for (place, old) in order.places.iter().enumerate().take(count) {
            places[place] = stands[usize::from(*old)].1;
        }
        Some(table.probe(places, usize::from(order.sides_swapped)))
    }
}

impl std::fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Endings({})", self.0.len())
    }
}

fn collect_pieces(game: &Banqi, squares: SquareMask, stands: &mut [PlacedPiece]) {
    let pieces = Square::iter_mask(squares).filter_map(|square| Some((square, game.piece_at(square)?)));
    for (stand, (square, piece)) in stands.iter_mut().zip(pieces) {
        *stand = (kind_index(piece.role()), square.index() as u8);
    }
    stands.sort_unstable();
}

fn pack_material(first: impl Iterator<Item = usize>, second: impl Iterator<Item = usize>) -> Material {
    let side =
        |kinds: &mut dyn Iterator<Item = usize>| kinds.fold(0, |all, kind| all << 3 | (kind as u32 + 1));
    side(&mut { first }) << 12 | side(&mut { second })
}

/// The pieces of the two sides.
type Armies = (Vec<Role>, Vec<Role>);

/// The tables for a position and all that can come of it. `must_stop` is asked now and then while they are made; if
/// they are to be made `aside`, the search begins with those that are there already.
pub(super) fn tables_for_search(
    game: &Banqi,
    aside: bool,
    must_stop: &dyn Fn() -> bool,
) -> Option<Tablebase> {
    let materials = reachable_materials(game)?;
    let option = game.pawn_takes_cannon();
    let relations = |(first, second): &Armies| CaptureRelations::between(first, second, option).canonical();
    let wanted: BTreeSet<CaptureRelations> = materials.iter().map(|armies| relations(armies).0).collect();
    if aside {
        build_in_background(wanted);
    } else {
        wanted.iter().for_each(|relations| {
            get_or_build(*relations, must_stop);
        });
    }
    let known = table_cache().lock().unwrap_or_else(PoisonError::into_inner);
    let mut endings: Vec<TablebaseEntry> = materials
        .iter()
        .filter_map(|armies| {
            let (relations, order) = relations(armies);
            let numbers = |kinds: &[Role]| kinds.iter().map(|kind| kind_index(*kind)).collect::<Vec<_>>();
            let material = pack_material(numbers(&armies.0).into_iter(), numbers(&armies.1).into_iter());
            known.get(&relations).map(|table| TablebaseEntry { material, table: Arc::clone(table), order })
        })
        .collect();
    endings.sort_by_key(|ending| ending.material);
    Some(Tablebase(Arc::new(endings)))
}

/// Every choice of pieces with a table that a game can come to, each side to move; none if it is far from it.
fn reachable_materials(game: &Banqi) -> Option<BTreeSet<Armies>> {
    let all = game.face_up(Colour::Red) | game.face_up(Colour::Black) | game.face_down();
    if game.acting_colour().is_none() || all.count_ones() as usize >= MAX_PIECES_FOR_TABLES {
        return None;
    }
    let army = |colour: Colour| -> Vec<Role> {
        let standing = |kind: Role| {
            let pieces = Square::iter_mask(game.face_up(colour)).filter_map(|square| game.piece_at(square));
            pieces.filter(|piece| piece.role() == kind).count()
        };
        let left = |kind: Role| standing(kind) + usize::from(game.unrevealed(Piece::new(colour, kind)));
        KINDS.into_iter().flat_map(|kind| vec![kind; left(kind)]).collect()
    };
    let (red, black) = (subarmies(&army(Colour::Red)), subarmies(&army(Colour::Black)));
    let mut found = BTreeSet::new();
    for a in &red {
        for b in black.iter().filter(|b| a.len() + b.len() <= MAX_PIECES) {
            found.insert((a.clone(), b.clone()));
            found.insert((b.clone(), a.clone()));
        }
    }
    Some(found)
}

/// Every part of an army that is not empty.
fn subarmies(army: &[Role]) -> BTreeSet<Vec<Role>> {
    let part = |bits: u32| {
        let chosen = army.iter().enumerate().filter(|(place, _)| bits >> place & 1 != 0);
        chosen.map(|(_, kind)| *kind).collect::<Vec<_>>()
    };
    (1..1u32 << army.len()).map(part).collect()
}

fn table_cache() -> &'static Mutex<HashMap<CaptureRelations, Arc<EndgameTable>>> {
    static STORE: OnceLock<Mutex<HashMap<CaptureRelations, Arc<EndgameTable>>>> = OnceLock::new();
    STORE.get_or_init(Mutex::default)
}

/// The table of canonical relations, made if it is not there. None if it was told to stop.
fn get_or_build(relations: CaptureRelations, must_stop: &dyn Fn() -> bool) -> Option<Arc<EndgameTable>> {
    let known = || table_cache().lock().unwrap_or_else(PoisonError::into_inner).get(&relations).cloned();
    if let Some(table) = known() {
        return Some(table);
    }
    let mut rests = Vec::new();
    for piece in 0..usize::from(relations.count) {
        rests.push(match relations.without(piece) {
            None => None,
            Some(rest) => {
                let (rest, order) = rest.canonical();
                Some((get_or_build(rest, must_stop)?, order))
            }
        });
    }
    let made = Arc::new(EndgameTable::build(relations, &rests, must_stop)?);
    let mut store = table_cache().lock().unwrap_or_else(PoisonError::into_inner);
    Some(Arc::clone(store.entry(relations).or_insert(made)))
}

/// Makes tables in a thread of its own, one such thread at a time: a search by the clock does not wait for them.
fn build_in_background(wanted: BTreeSet<CaptureRelations>) {
    static BUSY: AtomicBool = AtomicBool::new(false);
    let missing = {
        let known = table_cache().lock().unwrap_or_else(PoisonError::into_inner);
        wanted.into_iter().filter(|relations| !known.contains_key(relations)).collect::<Vec<_>>()
    };
    if missing.is_empty() || BUSY.swap(true, Relaxed) {
        return;
    }
    let make = move || {
        missing.into_iter().for_each(|relations| {
            get_or_build(relations, &|| false);
        });
        BUSY.store(false, Relaxed);
    };
    if thread::Builder::new().name("endings".to_string()).spawn(make).is_err() {
        BUSY.store(false, Relaxed);
    }
}
