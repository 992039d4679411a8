//! For those who look ahead and judge: where everybody stands and reaches, in plain numbers.

use super::Enochian;
use super::action::{Action, Move};
use super::army::Army;
use super::attacks::{pawn_captures, pawn_steps};
use super::dice::Die;
use super::moves::piece_attacks;
use super::piece::{Officer, Role};
use crate::SquareBits;
use shakmaty::Square;

/// Who stands where.
impl Enochian {
    /// The army whose turn it is; once it is over, whose turn it would have been.
    pub const fn acting_army(&self) -> Army {
        self.army
    }

    /// The armies in the order in which their turns come, from the one to act.
    pub fn turn_order(&self) -> [Army; 4] {
        let after = |army: Army| army.next(self.rules.direction);
        let second = after(self.army);
        [self.army, second, self.army.ally(), second.ally()]
    }

    /// Whether the army's king is gone and nobody has revived it.
    pub const fn is_frozen(&self, army: Army) -> bool {
        self.frozen.contains(army)
    }

    /// Whether the army's king lives.
    pub fn has_king(&self, army: Army) -> bool {
        self.board.has_king(army)
    }

    /// Where an army's men of one kind stand, also those who are frozen.
    pub fn pieces(&self, army: Army, kind: Role) -> SquareBits {
        let men = match kind {
            Role::King => self.board.king_bitboard(army),
            Role::Officer(figure) => self.board.officers(figure) & self.board.non_kings_of(army),
            Role::Pawn => self.board.pawns() & self.board.non_kings_of(army),
        };
        men.0
    }

    /// Where anybody stands.
    pub fn occupied(&self) -> SquareBits {
        self.board.occupied().0
    }

    /// Where all men of an army stand.
    pub fn all_pieces(&self, army: Army) -> SquareBits {
        self.board.by_army(army).0
    }

    /// The figure on a square, or the type of the pawn there; somebody other than a king must stand there.
    pub fn officer_at(&self, square: u32) -> Officer {
        self.board.officer_at(Square::new(square))
    }

    /// What a man of an army attacks from a square: as far as the first man in each direction.
    pub fn attacks(&self, army: Army, kind: Role, from: u32) -> SquareBits {
        let from = Square::new(from);
        match kind {
            Role::Pawn => pawn_captures(army, from).0,
            kind => piece_attacks(kind, from, self.board.occupied()).0,
        }
    }

    /// Where an army's pawn on a square steps, whoever stands there; nowhere from its promotion edge.
    pub fn pawn_step(&self, army: Army, from: u32) -> SquareBits {
        pawn_steps(army, Square::new(from).into()).0
    }

    /// Unfrozen men of the other team: all that an army can take.
    pub fn capturable(&self, army: Army) -> SquareBits {
        let [one, two] = army.enemies().map(|foe| self.if_unfrozen(foe, self.board.by_army(foe)));
        (one | two).0
    }

    /// Whether the army's pawn may choose what it becomes.
    pub fn is_privileged(&self, army: Army) -> bool {
        self.board.is_privileged(army)
    }
}

/// What can happen.
impl Enochian {
    /// Whether a die says which men may move.
    pub fn has_dice(&self) -> bool {
        self.die != Die::Unused
    }

    /// Whether the king of the army to act is attacked.
    pub fn is_check(&self) -> bool {
        self.in_check(self.army)
    }

    /// Whether the army whose turn comes next attacks the king of the ally of the army to act, so that only the army
    /// to act can save him.
    pub fn is_ally_king_en_prise(&self) -> bool {
        let [_, next, ally, _] = self.turn_order();
        let attackers = |king| self.attackers(king, next.team()) & self.board.by_army(next);
        self.board.king_of(ally).is_some_and(|king| attackers(king).any())
    }

    /// What a move takes: the kind of the man on the square it goes to, the king where two share it.
    pub fn captured(&self, m: Move) -> Option<Role> {
        if !self.board.occupied().contains(m.to) {
            return None;
        }
        if self.army.enemies().into_iter().any(|foe| self.board.king_bitboard(foe).contains(m.to)) {
            return Some(Role::King);
        }
        let is_pawn = self.board.pawns().contains(m.to);
        Some(if is_pawn { Role::Pawn } else { Role::Officer(self.board.officer_at(m.to)) })
    }

    /// The frozen army that a move revives.
    pub fn revived_army(&self, m: Move) -> Option<Army> {
        let ally = self.army.ally();
        (m.role == Role::King && m.to == ally.throne() && self.frozen.contains(ally)).then_some(ally)
    }

    /// The same position with the turn passed to the other team. None in check, with dice, or where the turn would
    /// come back to the team.
    pub fn null_move(&self) -> Option<Enochian> {
        if self.die != Die::Unused || self.in_check(self.army) {
            return None;
        }
        let mut passed = self.clone();
        passed.pass_turn();
        passed.resolve_turn();
        (passed.stored_outcome.is_none() && passed.army.team() != self.army.team()).then_some(passed)
    }

    /// Plies since the last capture or pawn move.
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// How many more quiet plies there can be; none if there is no limit.
    pub fn quiet_plies_left(&self) -> Option<u32> {
        (self.rules.quiet_limit > 0).then(|| self.rules.quiet_limit.saturating_sub(self.quiet_plies))
    }
}

impl Action {
    /// The move, if it is one.
    pub const fn as_move(self) -> Option<Move> {
        match self {
            Action::Move(m) => Some(m),
            Action::Throw(_) | Action::Exchange(_) => None,
        }
    }
}

impl Move {
    /// The square it goes to, counted from a1, then b1.
    pub const fn destination_index(self) -> usize {
        self.to.to_usize()
    }
}

impl Role {
    /// Its place in [`Kind::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Role::King => 0,
            Role::Officer(figure) => 1 + figure as usize,
            Role::Pawn => 5,
        }
    }
}

impl Army {
    /// The square of its throne, as a set.
    pub const fn throne_bit(self) -> SquareBits {
        1 << self.throne().to_usize()
    }

    /// A square as Blue would see it if the board were turned so that this army stood in Blue's corner.
    pub const fn rotate_to_blue(self, square: u32) -> u32 {
        let (file, rank) = (square % 8, square / 8);
        match self {
            Army::Blue => square,
            Army::Red => file * 8 + 7 - rank,
            Army::Black => 63 - square,
            Army::Yellow => (7 - file) * 8 + rank,
        }
    }
}

/// How many steps a king needs from one square to another on an empty board.
pub const fn king_distance(from: u32, to: u32) -> u32 {
    let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
    if files > ranks { files } else { ranks }
}
