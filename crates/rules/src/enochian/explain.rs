//! Why a move cannot be made.

use super::army::Army;
use super::attacks::{pawn_captures, pawn_steps};
use super::dice::Die;
use super::man::{Figure, Kind, Man};
use super::moves::{Moves, reach};
use super::{Action, Enochian};
use crate::{Gesture, Position as _, Turn, WhyNot};
use shakmaty::{Bitboard, Square};

impl Enochian {
    pub(super) fn why_not(&self, gesture: &Gesture) -> Option<WhyNot> {
        match gesture {
            _ if self.ended.is_some() => Some(WhyNot::over()),
            Gesture::Button { name } if name == "exchange" => self.why_no_exchange(),
            _ if self.turn() == Turn::Chance => Some(self.throw_first()),
            Gesture::Tap { .. } | Gesture::Button { .. } => {
                Some(WhyNot::new("gesture", "Men move from one square to another."))
            }
            Gesture::Move { from, to, man } => {
                let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
                    return Some(WhyNot::new("square", format!("{from} to {to}: squares are a1 to h8.")));
                };
                self.why_not_by_hand(man.as_deref(), from, to)
            }
        }
    }

    /// Why the hand cannot move so, if it cannot. Where two men share a square it must say which one it means.
    fn why_not_by_hand(&self, man: Option<&str>, from: Square, to: Square) -> Option<WhyNot> {
        let kind = match man {
            None => None,
            Some(letter) => match Kind::ALL.into_iter().find(|kind| kind.letter().to_string() == letter) {
                None => {
                    return Some(WhyNot::new("man", format!("{letter:?} is not a piece: they are KQBNRP.")));
                }
                kind => kind,
            },
        };
        let mut legal = Vec::new();
        self.legal(&mut legal);
        let said_enough = kind.is_some() || self.board.men_at(from).count() < 2;
        let listed = legal.iter().any(|action| {
            matches!(action, Action::Move(m)
                if (m.from, m.to) == (from, to) && kind.is_none_or(|kind| kind == m.kind))
        });
        if listed && said_enough { None } else { Some(self.why_unlisted(kind, from, to)) }
    }

    pub(super) fn throw_first(&self) -> WhyNot {
        WhyNot::new("throw", format!("First the die is thrown for {}.", self.army))
    }

    /// Why a move that is not listed is not, whatever it would promote to.
    pub(super) fn why_unlisted(&self, kind: Option<Kind>, from: Square, to: Square) -> WhyNot {
        let (army, man) = match self.man_meant(kind, from) {
            Ok(found) => found,
            Err(why) => return why,
        };
        self.why_not_now(army, man.kind())
            .or_else(|| self.why_not_there(man.kind(), from, to))
            .or_else(|| self.why_not_onto(man.kind(), to))
            .unwrap_or_else(|| self.why_not_safe(man.kind()))
    }

    /// The man who is to move.
    fn man_meant(&self, kind: Option<Kind>, from: Square) -> Result<(Army, Man), WhyNot> {
        let here: Vec<(Army, Man)> = self.board.men_at(from).collect();
        match (here.as_slice(), kind) {
            ([], _) => Err(WhyNot::new("empty", format!("Nobody stands on {from}."))),
            ([(_, one), (_, two), ..], None) => {
                let [one, two] = [one, two].map(|man| man.kind().name());
                let words = format!("Two men stand on {from}: say which moves, {one} or {two}.");
                Err(WhyNot::new("which", words))
            }
            ([only], None) => Ok(*only),
            (men, Some(kind)) => {
                let meant = men.iter().find(|(_, man)| man.kind() == kind).copied();
                meant.ok_or_else(|| WhyNot::new("man", format!("No {} stands on {from}.", kind.name())))
            }
        }
    }

    /// Army and kind: may it move at all now?
    fn why_not_now(&self, army: Army, kind: Kind) -> Option<WhyNot> {
        if self.frozen.contains(army) {
            return Some(WhyNot::new("frozen", format!("{army} has lost its king: its men are frozen.")));
        }
        if army != self.army {
            return Some(WhyNot::new("turn", format!("It is {}'s turn, not {army}'s.", self.army)));
        }
        match self.die {
            Die::Thrown(throw) if !throw.kinds().contains(&kind) => {
                let words = format!("The die shows {}: only a {} may move.", throw.number(), throw.words());
                Some(WhyNot::new("die", words))
            }
            _ => None,
        }
    }

    /// Does such a man move this way, and is the way free?
    fn why_not_there(&self, kind: Kind, from: Square, to: Square) -> Option<WhyNot> {
        let occupied = self.board.occupied();
        if from == to {
            return Some(WhyNot::new("movement", "A move leads to another square."));
        }
        if kind == Kind::Pawn {
            return self.why_not_pawn(from, to, occupied.contains(to));
        }
        if !reach(kind, from, Bitboard::EMPTY).contains(to) {
            return Some(WhyNot::new("movement", how_it_moves(kind)));
        }
        let blocked = !reach(kind, from, occupied).contains(to);
        blocked.then(|| WhyNot::new("blocked", format!("A man stands between {from} and {to}.")))
    }

    fn why_not_pawn(&self, from: Square, to: Square, occupied: bool) -> Option<WhyNot> {
        let steps = pawn_steps(self.army, from.into()).contains(to);
        let captures = pawn_captures(self.army, from).contains(to);
        match (steps, captures, occupied) {
            (true, _, true) => Some(WhyNot::new("blocked", "A pawn steps forward only to an empty square.")),
            (_, true, false) => Some(WhyNot::new("movement", "A pawn goes diagonally only to capture.")),
            (false, false, _) => {
                let words = format!(
                    "{}'s pawns go one step {}, and capture one step diagonally forward.",
                    self.army,
                    heading(self.army)
                );
                Some(WhyNot::new("movement", words))
            }
            _ => None,
        }
    }

    /// May it go to where it wants?
    fn why_not_onto(&self, kind: Kind, to: Square) -> Option<WhyNot> {
        let (army, _) = self.board.men_at(to).next()?;
        if army.team() == self.army.team() {
            let words = format!("{army} stands on {to}: own and allied men are not captured.");
            return Some(WhyNot::new("own_team", words));
        }
        if self.frozen.contains(army) {
            let words = format!("{army} is frozen: its man on {to} cannot be captured.");
            return Some(WhyNot::new("frozen", words));
        }
        let spared = kind != Kind::Pawn && !Moves::of(self, self.army).enterable(kind).contains(to);
        spared.then(|| WhyNot::new("spared", format!("A {0} never captures a {0}.", kind.name())))
    }

    /// It moves as it should, so it is the king's safety that forbids it.
    fn why_not_safe(&self, kind: Kind) -> WhyNot {
        if kind != Kind::King && self.in_check(self.army) {
            return WhyNot::new("check", format!("{} is in check: its king must move.", self.army));
        }
        WhyNot::new("king_safety", format!("{}'s king would be attacked after this move.", self.army))
    }
}

pub(super) fn why_no_throw(die: Die) -> WhyNot {
    match die {
        Die::Unused => WhyNot::new("throw", "There are no dice in this game."),
        Die::ToThrow | Die::Thrown(_) => WhyNot::new("throw", "The die is thrown already."),
    }
}

const fn how_it_moves(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "A king moves one step.",
        Kind::Figure(Figure::Queen) => "A queen leaps exactly two squares, straight or diagonally.",
        Kind::Figure(Figure::Bishop) => "A bishop slides diagonally.",
        Kind::Figure(Figure::Knight) => "A knight leaps two squares straight and one to the side.",
        Kind::Figure(Figure::Rook) => "A rook slides along files and ranks.",
        Kind::Pawn => "A pawn goes one step forward.",
    }
}

const fn heading(army: Army) -> &'static str {
    ["west", "north", "east", "south"][army.index()]
}
