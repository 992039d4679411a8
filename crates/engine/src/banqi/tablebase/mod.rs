//! Endgame tablebase: all endings of up to four face-up pieces, one table for each class of capture
//! relations, built when a game first comes near them.
//!
//! All engines of the process share the tables. A search uses only the tables that its own position asks for,
//! so that requests of other games do not change its result.

mod material_class;
mod table;

pub(crate) use table::TablebaseResult;

use super::attack_map::{ROLES, role_index};
use material_class::{CaptureRelations, MAX_PIECES, PieceOrder};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use table::{EndgameTable, PieceSquares};
use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Colour, Piece, Role, Square, SquareMask};

/// With this many pieces or more, a game is too far from the endings to request tables.
const TOO_MANY_PIECES: usize = 7;

/// The tables that one search can probe.
#[derive(Clone)]
pub(super) struct Tablebase(Arc<Vec<TablebaseEntry>>);

/// A combination of pieces, the side to move first, with its table.
#[derive(Clone)]
struct TablebaseEntry {
    material: Material,
    table: Arc<EndgameTable>,
    order: PieceOrder,
}

/// The roles of both sides in order of rank, packed; the side to move first.
type Material = u32;

/// The index of a piece's role and its square.
type PlacedPiece = (usize, u8);

impl Tablebase {
    /// Looks up a position. Returns `None` if no table covers it.
    pub(super) fn probe(&self, game: &Banqi) -> Option<TablebaseResult> {
        let own = game.colour_to_move()?;
        let (own_squares, enemy_squares) = (game.face_up(own), game.face_up(own.other()));
        let count = (own_squares | enemy_squares).count_ones() as usize;
        if game.face_down() != 0 || count > MAX_PIECES || own_squares == 0 || enemy_squares == 0 {
            return None;
        }
        let mut placed = [(0, 0); MAX_PIECES];
        let first = own_squares.count_ones() as usize;
        collect_pieces(game, own_squares, &mut placed[..first]);
        collect_pieces(game, enemy_squares, &mut placed[first..count]);
        let material = pack_material(
            placed[..first].iter().map(|piece| piece.0),
            placed[first..count].iter().map(|piece| piece.0),
        );
        let index = self.0.binary_search_by_key(&material, |entry| entry.material).ok()?;
        let TablebaseEntry { table, order, .. } = &self.0[index];
        let mut squares: PieceSquares = [0; MAX_PIECES];
        for (index, original) in order.pieces.iter().enumerate().take(count) {
            squares[index] = placed[usize::from(*original)].1;
        }
        Some(table.probe(squares, usize::from(order.sides_swapped)))
    }
}

impl std::fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tablebase({})", self.0.len())
    }
}

fn collect_pieces(game: &Banqi, squares: SquareMask, placed: &mut [PlacedPiece]) {
    let pieces = Square::iter_mask(squares).filter_map(|square| Some((square, game.piece_at(square)?)));
    for (slot, (square, piece)) in placed.iter_mut().zip(pieces) {
        *slot = (role_index(piece.role()), square.index() as u8);
    }
    placed.sort_unstable();
}

fn pack_material(first: impl Iterator<Item = usize>, second: impl Iterator<Item = usize>) -> Material {
    let side =
        |roles: &mut dyn Iterator<Item = usize>| roles.fold(0, |all, role| all << 3 | (role as u32 + 1));
    side(&mut { first }) << 12 | side(&mut { second })
}

/// The pieces of the two sides.
type Armies = (Vec<Role>, Vec<Role>);

/// The tables for a position and everything reachable from it. Calls `must_stop` now and then while building.
/// With `in_background`, a background thread builds missing tables and the search starts with those that
/// exist.
pub(super) fn tables_for_search(
    game: &Banqi,
    in_background: bool,
    must_stop: &dyn Fn() -> bool,
) -> Option<Tablebase> {
    let materials = reachable_materials(game)?;
    let pawn_takes_cannon = game.pawn_takes_cannon();
    let relations =
        |(first, second): &Armies| CaptureRelations::between(first, second, pawn_takes_cannon).canonical();
    let wanted: BTreeSet<CaptureRelations> = materials.iter().map(|armies| relations(armies).0).collect();
    if in_background {
        build_in_background(wanted);
    } else {
        wanted.iter().for_each(|relations| {
            get_or_build(*relations, must_stop);
        });
    }
    let cache = table_cache().lock().unwrap_or_else(PoisonError::into_inner);
    let mut entries: Vec<TablebaseEntry> = materials
        .iter()
        .filter_map(|armies| {
            let (relations, order) = relations(armies);
            let indices = |roles: &[Role]| roles.iter().map(|role| role_index(*role)).collect::<Vec<_>>();
            let material = pack_material(indices(&armies.0).into_iter(), indices(&armies.1).into_iter());
            cache.get(&relations).map(|table| TablebaseEntry { material, table: Arc::clone(table), order })
        })
        .collect();
    entries.sort_by_key(|entry| entry.material);
    Some(Tablebase(Arc::new(entries)))
}

/// Every combination of pieces with a table that the game can reach, with either side to move. Returns `None`
/// if the game is too far from the endings.
fn reachable_materials(game: &Banqi) -> Option<BTreeSet<Armies>> {
    let all = game.face_up(Colour::Red) | game.face_up(Colour::Black) | game.face_down();
    if game.colour_to_move().is_none() || all.count_ones() as usize >= TOO_MANY_PIECES {
        return None;
    }
    let army = |colour: Colour| -> Vec<Role> {
        let face_up = |role: Role| {
            let pieces = Square::iter_mask(game.face_up(colour)).filter_map(|square| game.piece_at(square));
            pieces.filter(|piece| piece.role() == role).count()
        };
        let remaining = |role: Role| face_up(role) + usize::from(game.unrevealed(Piece::new(colour, role)));
        ROLES.into_iter().flat_map(|role| vec![role; remaining(role)]).collect()
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

/// Every non-empty subset of an army.
fn subarmies(army: &[Role]) -> BTreeSet<Vec<Role>> {
    let subset = |bits: u32| {
        let chosen = army.iter().enumerate().filter(|(index, _)| bits >> index & 1 != 0);
        chosen.map(|(_, role)| *role).collect::<Vec<_>>()
    };
    (1..1u32 << army.len()).map(subset).collect()
}

fn table_cache() -> &'static Mutex<HashMap<CaptureRelations, Arc<EndgameTable>>> {
    static CACHE: OnceLock<Mutex<HashMap<CaptureRelations, Arc<EndgameTable>>>> = OnceLock::new();
    CACHE.get_or_init(Mutex::default)
}

/// The table of canonical relations, built if it is missing. Returns `None` if `must_stop` interrupted it.
fn get_or_build(relations: CaptureRelations, must_stop: &dyn Fn() -> bool) -> Option<Arc<EndgameTable>> {
    let known = || table_cache().lock().unwrap_or_else(PoisonError::into_inner).get(&relations).cloned();
    if let Some(table) = known() {
        return Some(table);
    }
    let mut smaller_tables = Vec::new();
    for piece in 0..usize::from(relations.count) {
        smaller_tables.push(match relations.without(piece) {
            None => None,
            Some(rest) => {
                let (rest, order) = rest.canonical();
                Some((get_or_build(rest, must_stop)?, order))
            }
        });
    }
    let built = Arc::new(EndgameTable::build(relations, &smaller_tables, must_stop)?);
    let mut cache = table_cache().lock().unwrap_or_else(PoisonError::into_inner);
    Some(Arc::clone(cache.entry(relations).or_insert(built)))
}

/// Builds missing tables in a background thread, one such thread at a time, so that a timed search need not
/// wait.
fn build_in_background(wanted: BTreeSet<CaptureRelations>) {
    static BUSY: AtomicBool = AtomicBool::new(false);
    let missing = {
        let known = table_cache().lock().unwrap_or_else(PoisonError::into_inner);
        wanted.into_iter().filter(|relations| !known.contains_key(relations)).collect::<Vec<_>>()
    };
    if missing.is_empty() || BUSY.swap(true, Relaxed) {
        return;
    }
    let build = move || {
        missing.into_iter().for_each(|relations| {
            get_or_build(relations, &|| false);
        });
        BUSY.store(false, Relaxed);
    };
    if thread::Builder::new().name("endings".to_string()).spawn(build).is_err() {
        BUSY.store(false, Relaxed);
    }
}
