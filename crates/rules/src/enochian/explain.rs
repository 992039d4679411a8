//! Explains why a gesture or move is illegal.

use super::action::Move;
use super::army::Army;
use super::attack_tables::{pawn_captures, pawn_steps};
use super::dice::Die;
use super::piece::{Officer, Piece, Role};
use super::pseudo_legal_moves::{MoveGenerator, piece_attacks};
use super::{Action, Enochian};
use crate::{Gesture, IllegalAction, Position as _, Turn};
use shakmaty::{Bitboard, Square};

pub(super) fn explain(position: &Enochian, gesture: &Gesture) -> Option<IllegalAction> {
    match gesture {
        _ if position.turn() == Turn::Over => Some(IllegalAction::game_over()),
        Gesture::Button { name } if name == "exchange" => position.explain_exchange(),
        _ if position.turn() == Turn::Chance => Some(position.explain_unthrown_die()),
        Gesture::Tap { .. } | Gesture::Button { .. } => {
            Some(IllegalAction::new("gesture", "A move goes from one square to another."))
        }
        Gesture::Move { from, to, man } => {
            let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
                return Some(IllegalAction::new(
                    "square",
                    format!("{from} to {to} is not a move: the squares are a1 to h8."),
                ));
            };
            position.explain_move_gesture(man.as_deref(), from, to)
        }
    }
}

impl Enochian {
    /// Why this move gesture is illegal; `None` if it is legal. Where two pieces share the square, the gesture must name
    /// one of them.
    fn explain_move_gesture(&self, letter: Option<&str>, from: Square, to: Square) -> Option<IllegalAction> {
        let role = match letter {
            None => None,
            Some(letter) => match Role::ALL.into_iter().find(|role| role.letter().to_string() == letter) {
                None => {
                    return Some(IllegalAction::new(
                        "man",
                        format!("{letter:?} isn't a piece: use K, Q, B, N, R or P."),
                    ));
                }
                role => role,
            },
        };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let unambiguous = role.is_some() || self.board.pieces_at(from).count() < 2;
        let listed = legal.iter().any(|action| {
            matches!(action, Action::Move(m)
                if (m.from, m.to) == (from, to) && role.is_none_or(|role| role == m.role))
        });
        if listed && unambiguous { None } else { Some(self.explain_illegal_move(role, from, to)) }
    }

    /// Why exactly this move is illegal; `None` if it is legal.
    pub(super) fn explain_move(&self, m: Move) -> Option<IllegalAction> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if legal.contains(&Action::Move(m)) {
            return None;
        }
        let same = legal.iter().filter_map(|action| match action {
            Action::Move(other) if (other.role, other.from, other.to) == (m.role, m.from, m.to) => {
                Some(other)
            }
            _ => None,
        });
        let choices: Vec<String> = same.filter_map(|other| other.promotion).map(promotion_text).collect();
        let without_promotion = Move { promotion: None, ..m };
        Some(match (m.promotion, choices.is_empty()) {
            (_, false) => {
                let words = format!("{without_promotion} is a promotion: add {}.", choices.join(" or "));
                IllegalAction::new("promotion", words)
            }
            (Some(_), true) if legal.contains(&Action::Move(without_promotion)) => IllegalAction::new(
                "promotion",
                format!("{without_promotion} is not a promotion: leave out the letter."),
            ),
            (_, true) => self.explain_illegal_move(Some(m.role), m.from, m.to),
        })
    }

    pub(super) fn explain_unthrown_die(&self) -> IllegalAction {
        IllegalAction::new("throw", format!("The die must be rolled for {} first.", self.army))
    }

    /// Why an illegal move is illegal, ignoring its promotion.
    pub(super) fn explain_illegal_move(&self, role: Option<Role>, from: Square, to: Square) -> IllegalAction {
        let (army, piece) = match self.piece_to_move(role, from) {
            Ok(found) => found,
            Err(why) => return why,
        };
        self.explain_turn(army, piece.role())
            .or_else(|| self.explain_path(piece.role(), from, to))
            .or_else(|| self.explain_destination(piece.role(), to))
            .unwrap_or_else(|| self.explain_unsafe_king(piece.role()))
    }

    /// The piece that should move.
    fn piece_to_move(&self, role: Option<Role>, from: Square) -> Result<(Army, Piece), IllegalAction> {
        let here: Vec<(Army, Piece)> = self.board.pieces_at(from).collect();
        match (here.as_slice(), role) {
            ([], _) => Err(IllegalAction::new("empty", format!("There is no piece on {from}."))),
            ([(_, one), (_, two), ..], None) => {
                let [one, two] = [one, two].map(|piece| piece.role().name());
                let words = format!("Two pieces are on {from}: choose the {one} or the {two}.");
                Err(IllegalAction::new("which", words))
            }
            ([only], None) => Ok(*only),
            (pieces, Some(role)) => {
                let found = pieces.iter().find(|(_, piece)| piece.role() == role).copied();
                found.ok_or_else(|| {
                    IllegalAction::new("man", format!("There is no {} on {from}.", role.name()))
                })
            }
        }
    }

    /// Why a piece of this army and role cannot move now; `None` if it can.
    fn explain_turn(&self, army: Army, role: Role) -> Option<IllegalAction> {
        if self.frozen.contains(army) {
            return Some(IllegalAction::new(
                "frozen",
                format!("{army} has lost its king, so its pieces are frozen."),
            ));
        }
        if army != self.army {
            return Some(IllegalAction::new("turn", format!("It is {}'s turn, not {army}'s.", self.army)));
        }
        match self.die {
            Die::Thrown(throw) if !throw.roles().contains(&role) => {
                let words = format!("You rolled a {}: move a {}.", throw.number(), throw.role_names());
                Some(IllegalAction::new("die", words))
            }
            _ => None,
        }
    }

    /// Why the piece does not move this way; `None` if it does and the path is clear.
    fn explain_path(&self, role: Role, from: Square, to: Square) -> Option<IllegalAction> {
        let occupied = self.board.occupied();
        if from == to {
            return Some(IllegalAction::new("movement", "A move must end on another square."));
        }
        if role == Role::Pawn {
            return self.explain_pawn_move(from, to, occupied.contains(to));
        }
        if !piece_attacks(role, from, Bitboard::EMPTY).contains(to) {
            return Some(IllegalAction::new("movement", movement(role)));
        }
        let blocked = !piece_attacks(role, from, occupied).contains(to);
        blocked.then(|| IllegalAction::new("blocked", format!("There's a piece between {from} and {to}.")))
    }

    fn explain_pawn_move(&self, from: Square, to: Square, occupied: bool) -> Option<IllegalAction> {
        let steps = pawn_steps(self.army, from.into()).contains(to);
        let captures = pawn_captures(self.army, from).contains(to);
        match (steps, captures, occupied) {
            (true, _, true) => {
                Some(IllegalAction::new("blocked", "A pawn can only step forward to an empty square."))
            }
            (_, true, false) => {
                Some(IllegalAction::new("movement", "A pawn moves diagonally only to capture."))
            }
            (false, false, _) => {
                let words = format!(
                    "{}'s pawns move one step {} and capture one step diagonally forward.",
                    self.army,
                    pawn_direction(self.army)
                );
                Some(IllegalAction::new("movement", words))
            }
            _ => None,
        }
    }

    /// Why the piece cannot enter the square; `None` if it can.
    fn explain_destination(&self, role: Role, to: Square) -> Option<IllegalAction> {
        let (army, piece) = self.board.pieces_at(to).next()?;
        if army.team() == self.army.team() {
            let whose = if army == self.army { "Your own" } else { "Your team's" };
            let words = format!("{whose} {} is on {to}.", piece.role().name());
            return Some(IllegalAction::new("own_team", words));
        }
        if self.frozen.contains(army) {
            let words = format!("{army} is frozen, so its piece on {to} can't be captured.");
            return Some(IllegalAction::new("frozen", words));
        }
        let immune =
            role != Role::Pawn && !MoveGenerator::new(self, self.army).destinations(role).contains(to);
        immune.then(|| IllegalAction::new("spared", format!("A {0} can't capture a {0}.", role.name())))
    }

    /// The move is pseudo-legal, so only the king's safety can forbid it.
    fn explain_unsafe_king(&self, role: Role) -> IllegalAction {
        if role != Role::King && self.in_check(self.army) {
            return IllegalAction::new("check", format!("{} is in check, so its king must move.", self.army));
        }
        IllegalAction::new("king_safety", format!("That would leave {}'s king in check.", self.army))
    }
}

pub(super) fn explain_throw(die: Die) -> IllegalAction {
    match die {
        Die::Unused => IllegalAction::new("throw", "This game has no dice."),
        Die::ToThrow | Die::Thrown(_) => IllegalAction::new("throw", "The die has already been rolled."),
    }
}

const fn movement(role: Role) -> &'static str {
    match role {
        Role::King => "A king moves one step.",
        Role::Officer(Officer::Queen) => "A queen leaps exactly two squares, straight or diagonally.",
        Role::Officer(Officer::Bishop) => "A bishop moves diagonally.",
        Role::Officer(Officer::Knight) => "A knight leaps two squares straight and one to the side.",
        Role::Officer(Officer::Rook) => "A rook moves along ranks and files.",
        Role::Pawn => "A pawn moves one step forward.",
    }
}

const fn pawn_direction(army: Army) -> &'static str {
    ["west", "north", "east", "south"][army.index()]
}

fn promotion_text(officer: Officer) -> String {
    format!("={}", officer.letter())
}
