//! Why a move cannot be made.

use super::army::Army;
use super::attacks::{pawn_captures, pawn_steps};
use super::dice::Die;
use super::moves::{MoveGenerator, piece_attacks};
use super::piece::{Officer, Piece, Role};
use super::{Action, Enochian};
use crate::{Gesture, IllegalAction, Position as _, Turn};
use shakmaty::{Bitboard, Square};

impl Enochian {
    pub(super) fn why_not(&self, gesture: &Gesture) -> Option<IllegalAction> {
        match gesture {
            _ if self.stored_outcome.is_some() => Some(IllegalAction::game_over()),
            Gesture::Button { name } if name == "exchange" => self.explain_exchange(),
            _ if self.turn() == Turn::Chance => Some(self.explain_unthrown_die()),
            Gesture::Tap { .. } | Gesture::Button { .. } => {
                Some(IllegalAction::new("gesture", "Men move from one square to another."))
            }
            Gesture::Move { from, to, man } => {
                let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
                    return Some(IllegalAction::new(
                        "square",
                        format!("{from} to {to}: squares are a1 to h8."),
                    ));
                };
                self.explain_move_gesture(man.as_deref(), from, to)
            }
        }
    }

    /// Why the hand cannot move so, if it cannot. Where two men share a square it must say which one it means.
    fn explain_move_gesture(&self, man: Option<&str>, from: Square, to: Square) -> Option<IllegalAction> {
        let kind = match man {
            None => None,
            Some(letter) => match Role::ALL.into_iter().find(|kind| kind.letter().to_string() == letter) {
                None => {
                    return Some(IllegalAction::new(
                        "man",
                        format!("{letter:?} is not a piece: they are KQBNRP."),
                    ));
                }
                kind => kind,
            },
        };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let said_enough = kind.is_some() || self.board.pieces_at(from).count() < 2;
        let listed = legal.iter().any(|action| {
            matches!(action, Action::Move(m)
                if (m.from, m.to) == (from, to) && kind.is_none_or(|kind| kind == m.role))
        });
        if listed && said_enough { None } else { Some(self.explain_illegal_move(kind, from, to)) }
    }

    pub(super) fn explain_unthrown_die(&self) -> IllegalAction {
        IllegalAction::new("throw", format!("First the die is thrown for {}.", self.army))
    }

    /// Why a move that is not listed is not, whatever it would promote to.
    pub(super) fn explain_illegal_move(&self, kind: Option<Role>, from: Square, to: Square) -> IllegalAction {
        let (army, man) = match self.piece_to_move(kind, from) {
            Ok(found) => found,
            Err(why) => return why,
        };
        self.explain_turn(army, man.role())
            .or_else(|| self.explain_path(man.role(), from, to))
            .or_else(|| self.explain_destination(man.role(), to))
            .unwrap_or_else(|| self.explain_unsafe_king(man.role()))
    }

    /// The man who is to move.
    fn piece_to_move(&self, kind: Option<Role>, from: Square) -> Result<(Army, Piece), IllegalAction> {
        let here: Vec<(Army, Piece)> = self.board.pieces_at(from).collect();
        match (here.as_slice(), kind) {
            ([], _) => Err(IllegalAction::new("empty", format!("Nobody stands on {from}."))),
            ([(_, one), (_, two), ..], None) => {
                let [one, two] = [one, two].map(|man| man.role().name());
                let words = format!("Two men stand on {from}: say which moves, {one} or {two}.");
                Err(IllegalAction::new("which", words))
            }
            ([only], None) => Ok(*only),
            (men, Some(kind)) => {
                let meant = men.iter().find(|(_, man)| man.role() == kind).copied();
                meant
                    .ok_or_else(|| IllegalAction::new("man", format!("No {} stands on {from}.", kind.name())))
            }
        }
    }

    /// Army and kind: may it move at all now?
    fn explain_turn(&self, army: Army, kind: Role) -> Option<IllegalAction> {
        if self.frozen.contains(army) {
            return Some(IllegalAction::new(
                "frozen",
                format!("{army} has lost its king: its men are frozen."),
            ));
        }
        if army != self.army {
            return Some(IllegalAction::new("turn", format!("It is {}'s turn, not {army}'s.", self.army)));
        }
        match self.die {
            Die::Thrown(throw) if !throw.roles().contains(&kind) => {
                let words =
                    format!("The die shows {}: only a {} may move.", throw.number(), throw.role_names());
                Some(IllegalAction::new("die", words))
            }
            _ => None,
        }
    }

    /// Does such a man move this way, and is the way free?
    fn explain_path(&self, kind: Role, from: Square, to: Square) -> Option<IllegalAction> {
        let occupied = self.board.occupied();
        if from == to {
            return Some(IllegalAction::new("movement", "A move leads to another square."));
        }
        if kind == Role::Pawn {
            return self.explain_pawn_move(from, to, occupied.contains(to));
        }
        if !piece_attacks(kind, from, Bitboard::EMPTY).contains(to) {
            return Some(IllegalAction::new("movement", how_it_moves(kind)));
        }
        let blocked = !piece_attacks(kind, from, occupied).contains(to);
        blocked.then(|| IllegalAction::new("blocked", format!("A man stands between {from} and {to}.")))
    }

    fn explain_pawn_move(&self, from: Square, to: Square, occupied: bool) -> Option<IllegalAction> {
        let steps = pawn_steps(self.army, from.into()).contains(to);
        let captures = pawn_captures(self.army, from).contains(to);
        match (steps, captures, occupied) {
            (true, _, true) => {
                Some(IllegalAction::new("blocked", "A pawn steps forward only to an empty square."))
            }
            (_, true, false) => {
                Some(IllegalAction::new("movement", "A pawn goes diagonally only to capture."))
            }
            (false, false, _) => {
                let words = format!(
                    "{}'s pawns go one step {}, and capture one step diagonally forward.",
                    self.army,
                    heading(self.army)
                );
                Some(IllegalAction::new("movement", words))
            }
            _ => None,
        }
    }

    /// May it go to where it wants?
    fn explain_destination(&self, kind: Role, to: Square) -> Option<IllegalAction> {
        let (army, _) = self.board.pieces_at(to).next()?;
        if army.team() == self.army.team() {
            let words = format!("{army} stands on {to}: own and allied men are not captured.");
            return Some(IllegalAction::new("own_team", words));
        }
        if self.frozen.contains(army) {
            let words = format!("{army} is frozen: its man on {to} cannot be captured.");
            return Some(IllegalAction::new("frozen", words));
        }
        let spared =
            kind != Role::Pawn && !MoveGenerator::new(self, self.army).destinations(kind).contains(to);
        spared.then(|| IllegalAction::new("spared", format!("A {0} never captures a {0}.", kind.name())))
    }

    /// It moves as it should, so it is the king's safety that forbids it.
    fn explain_unsafe_king(&self, kind: Role) -> IllegalAction {
        if kind != Role::King && self.in_check(self.army) {
            return IllegalAction::new("check", format!("{} is in check: its king must move.", self.army));
        }
        IllegalAction::new("king_safety", format!("{}'s king would be attacked after this move.", self.army))
    }
}

pub(super) fn explain_throw(die: Die) -> IllegalAction {
    match die {
        Die::Unused => IllegalAction::new("throw", "There are no dice in this game."),
        Die::ToThrow | Die::Thrown(_) => IllegalAction::new("throw", "The die is thrown already."),
    }
}

const fn how_it_moves(kind: Role) -> &'static str {
    match kind {
        Role::King => "A king moves one step.",
        Role::Officer(Officer::Queen) => "A queen leaps exactly two squares, straight or diagonally.",
        Role::Officer(Officer::Bishop) => "A bishop slides diagonally.",
        Role::Officer(Officer::Knight) => "A knight leaps two squares straight and one to the side.",
        Role::Officer(Officer::Rook) => "A rook slides along files and ranks.",
        Role::Pawn => "A pawn goes one step forward.",
    }
}

const fn heading(army: Army) -> &'static str {
    ["west", "north", "east", "south"][army.index()]
}
