//! Endings of up to four pieces, all of them face-up: tables by class, made when a game first comes near them.
//!
//! Tables are shared by all engines of the program. A search uses only those its own position asks for, so that
//! what other games have asked for before changes nothing.

mod class;
mod table;

pub(crate) use table::Fate;

use super::scene::{KINDS, number};
use class::{MOST, Order, Relations};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use table::{Places, Table};
use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Colour, Kind, Piece, Square, SquareSet};

/// From so many pieces on a game is too far from the endings to ask for tables.
const FAR: usize = 7;

/// The tables that one search can look things up in.
#[derive(Clone)]
pub(super) struct Endings(Arc<Vec<Ending>>);

/// One choice of pieces, as the side to move sees it.
#[derive(Clone)]
struct Ending {
    material: Material,
    table: Arc<Table>,
    order: Order,
}

/// The kinds of both sides in order of rank, packed; the side to move first.
type Material = u32;

/// Where pieces stand and of which kind they are, in order of rank.
type Stand = (usize, u8);

impl Endings {
    /// The fate of a position; none if it is not of these endings.
    pub(super) fn fate(&self, game: &Banqi) -> Option<Fate> {
        let own = game.actor_colour()?;
        let (mine, theirs) = (game.standing(own), game.standing(own.other()));
        let count = (mine | theirs).count_ones() as usize;
        if game.hidden() != 0 || count > MOST || mine == 0 || theirs == 0 {
            return None;
        }
        let mut stands = [(0, 0); MOST];
        let first = mine.count_ones() as usize;
        gather(game, mine, &mut stands[..first]);
        gather(game, theirs, &mut stands[first..count]);
        let material =
            pack(stands[..first].iter().map(|stand| stand.0), stands[first..count].iter().map(|s| s.0));
        let place = self.0.binary_search_by_key(&material, |ending| ending.material).ok()?;
        let Ending { table, order, .. } = &self.0[place];
        let mut places: Places = [0; MOST];
        for (place, old) in order.places.iter().enumerate().take(count) {
            places[place] = stands[usize::from(*old)].1;
        }
        Some(table.fate(places, usize::from(order.exchanged)))
    }
}

impl std::fmt::Debug for Endings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Endings({})", self.0.len())
    }
}

fn gather(game: &Banqi, squares: SquareSet, stands: &mut [Stand]) {
    let pieces = Square::of_set(squares).filter_map(|square| Some((square, game.piece(square)?)));
    for (stand, (square, piece)) in stands.iter_mut().zip(pieces) {
        *stand = (number(piece.kind()), square.index() as u8);
    }
    stands.sort_unstable();
}

fn pack(first: impl Iterator<Item = usize>, second: impl Iterator<Item = usize>) -> Material {
    let side =
        |kinds: &mut dyn Iterator<Item = usize>| kinds.fold(0, |all, kind| all << 3 | (kind as u32 + 1));
    side(&mut { first }) << 12 | side(&mut { second })
}

/// The pieces of the two sides.
type Armies = (Vec<Kind>, Vec<Kind>);

/// The tables for a position and all that can come of it. `must_stop` is asked now and then while they are made; if
/// they are to be made `aside`, the search begins with those that are there already.
pub(super) fn for_search(game: &Banqi, aside: bool, must_stop: &dyn Fn() -> bool) -> Option<Endings> {
    let materials = materials(game)?;
    let option = game.pawn_takes_cannon();
    let relations = |(first, second): &Armies| Relations::between(first, second, option).canonical();
    let wanted: BTreeSet<Relations> = materials.iter().map(|armies| relations(armies).0).collect();
    if aside {
        make_aside(wanted);
    } else {
        wanted.iter().for_each(|relations| {
            table(*relations, must_stop);
        });
    }
    let known = store().lock().unwrap_or_else(PoisonError::into_inner);
    let mut endings: Vec<Ending> = materials
        .iter()
        .filter_map(|armies| {
            let (relations, order) = relations(armies);
            let numbers = |kinds: &[Kind]| kinds.iter().map(|kind| number(*kind)).collect::<Vec<_>>();
            let material = pack(numbers(&armies.0).into_iter(), numbers(&armies.1).into_iter());
            known.get(&relations).map(|table| Ending { material, table: Arc::clone(table), order })
        })
        .collect();
    endings.sort_by_key(|ending| ending.material);
    Some(Endings(Arc::new(endings)))
}

/// Every choice of pieces with a table that a game can come to, each side to move; none if it is far from it.
fn materials(game: &Banqi) -> Option<BTreeSet<Armies>> {
    let all = game.standing(Colour::Red) | game.standing(Colour::Black) | game.hidden();
    if game.actor_colour().is_none() || all.count_ones() as usize >= FAR {
        return None;
    }
    let army = |colour: Colour| -> Vec<Kind> {
        let standing = |kind: Kind| {
            let pieces = Square::of_set(game.standing(colour)).filter_map(|square| game.piece(square));
            pieces.filter(|piece| piece.kind() == kind).count()
        };
        let left = |kind: Kind| standing(kind) + usize::from(game.unrevealed(Piece::new(colour, kind)));
        KINDS.into_iter().flat_map(|kind| vec![kind; left(kind)]).collect()
    };
    let (red, black) = (parts(&army(Colour::Red)), parts(&army(Colour::Black)));
    let mut found = BTreeSet::new();
    for a in &red {
        for b in black.iter().filter(|b| a.len() + b.len() <= MOST) {
            found.insert((a.clone(), b.clone()));
            found.insert((b.clone(), a.clone()));
        }
    }
    Some(found)
}

/// Every part of an army that is not empty.
fn parts(army: &[Kind]) -> BTreeSet<Vec<Kind>> {
    let part = |bits: u32| {
        let chosen = army.iter().enumerate().filter(|(place, _)| bits >> place & 1 != 0);
        chosen.map(|(_, kind)| *kind).collect::<Vec<_>>()
    };
    (1..1u32 << army.len()).map(part).collect()
}

fn store() -> &'static Mutex<HashMap<Relations, Arc<Table>>> {
    static STORE: OnceLock<Mutex<HashMap<Relations, Arc<Table>>>> = OnceLock::new();
    STORE.get_or_init(Mutex::default)
}

/// The table of canonical relations, made if it is not there. None if it was told to stop.
fn table(relations: Relations, must_stop: &dyn Fn() -> bool) -> Option<Arc<Table>> {
    let known = || store().lock().unwrap_or_else(PoisonError::into_inner).get(&relations).cloned();
    if let Some(table) = known() {
        return Some(table);
    }
    let mut rests = Vec::new();
    for piece in 0..usize::from(relations.count) {
        rests.push(match relations.without(piece) {
            None => None,
            Some(rest) => {
                let (rest, order) = rest.canonical();
                Some((table(rest, must_stop)?, order))
            }
        });
    }
    let made = Arc::new(Table::build(relations, &rests, must_stop)?);
    let mut store = store().lock().unwrap_or_else(PoisonError::into_inner);
    Some(Arc::clone(store.entry(relations).or_insert(made)))
}

/// Makes tables in a thread of its own, one such thread at a time: a search by the clock does not wait for them.
fn make_aside(wanted: BTreeSet<Relations>) {
    static BUSY: AtomicBool = AtomicBool::new(false);
    let missing = {
        let known = store().lock().unwrap_or_else(PoisonError::into_inner);
        wanted.into_iter().filter(|relations| !known.contains_key(relations)).collect::<Vec<_>>()
    };
    if missing.is_empty() || BUSY.swap(true, Relaxed) {
        return;
    }
    let make = move || {
        missing.into_iter().for_each(|relations| {
            table(relations, &|| false);
        });
        BUSY.store(false, Relaxed);
    };
    if thread::Builder::new().name("endings".to_string()).spawn(make).is_err() {
        BUSY.store(false, Relaxed);
    }
}
