//! What a search may read of a position besides the [`Position`](crate::Position) trait: pieces and attacks as
//! bitboards.

use super::Enochian;
use super::action::{Action, Move};
use super::army::Army;
use super::attack_tables::{pawn_captures, pawn_steps};
use super::dice::Die;
use super::piece::{Officer, Role};
use super::pseudo_legal_moves::piece_attacks;
use crate::SquareBits;
use shakmaty::Square;

/// Pieces and attacks.
impl Enochian {
    /// The army whose turn it is; in a finished game, whose turn it would have been.
    pub const fn army_to_move(&self) -> Army {
        self.army
    }

    /// The armies in turn order, starting with the army to move.
    pub fn turn_order(&self) -> [Army; 4] {
        let second = self.army.next(self.rules.direction);
        [self.army, second, self.army.ally(), second.ally()]
    }

    /// Whether the army has lost its king and has not been revived.
    pub const fn is_frozen(&self, army: Army) -> bool {
        self.frozen.contains(army)
    }

    /// Whether the army has its king.
    pub fn has_king(&self, army: Army) -> bool {
        self.board.has_king(army)
    }

    /// The pieces of an army with one role, frozen or not.
    pub fn pieces(&self, army: Army, role: Role) -> SquareBits {
        let pieces = match role {
            Role::King => self.board.king_bitboard(army),
            Role::Officer(officer) => self.board.officers(officer) & self.board.non_kings_of(army),
            Role::Pawn => self.board.pawns() & self.board.non_kings_of(army),
        };
        pieces.0
    }

    /// All occupied squares.
    pub fn occupied(&self) -> SquareBits {
        self.board.occupied().0
    }

    /// All pieces of an army.
    pub fn pieces_of(&self, army: Army) -> SquareBits {
        self.board.by_army(army).0
    }

    /// The kind of the officer on a square, or the type of the pawn there. The square must hold one of them.
    pub fn officer_at(&self, square: u32) -> Officer {
        self.board.officer_at(Square::new(square))
    }

    /// The squares a piece attacks from a square, up to and including the first piece in each direction.
    pub fn attacks(&self, army: Army, role: Role, from: u32) -> SquareBits {
        let from = Square::new(from);
        match role {
            Role::Pawn => pawn_captures(army, from).0,
            role => piece_attacks(role, from, self.board.occupied()).0,
        }
    }

    /// The square an army's pawn steps to, occupied or not; none from its promotion edge.
    pub fn pawn_step(&self, army: Army, from: u32) -> SquareBits {
        pawn_steps(army, Square::new(from).into()).0
    }

    /// All pieces an army can capture: the unfrozen pieces of the other team.
    pub fn capturable(&self, army: Army) -> SquareBits {
        let [one, two] = army.enemies().map(|enemy| self.if_unfrozen(enemy, self.board.by_army(enemy)));
        (one | two).0
    }

    /// Whether the army's pawn is privileged: it may choose its promotion.
    pub fn is_privileged(&self, army: Army) -> bool {
        self.board.is_privileged(army)
    }
}

/// Moves and turns.
impl Enochian {
    /// Whether the game has dice.
    pub fn has_dice(&self) -> bool {
        self.die != Die::Unused
    }

    /// Whether the army to move is in check.
    pub fn is_check(&self) -> bool {
        self.in_check(self.army)
    }

    /// Whether the army that moves next attacks the king of the ally, which only the army to move can save.
    pub fn is_ally_king_en_prise(&self) -> bool {
        let [_, next, ally, _] = self.turn_order();
        let attackers = |king| self.attackers(king, next.team()) & self.board.by_army(next);
        self.board.king_of(ally).is_some_and(|king| attackers(king).any())
    }

    /// The role of the piece a move captures; the king where two share the square.
    pub fn captured(&self, m: Move) -> Option<Role> {
        if !self.board.occupied().contains(m.to) {
            return None;
        }
        if self.army.enemies().into_iter().any(|enemy| self.board.king_bitboard(enemy).contains(m.to)) {
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

    /// The position after a null move. `None` in check, with dice, or if the turn would stay with the team.
    pub fn null_move(&self) -> Option<Enochian> {
        if self.die != Die::Unused || self.in_check(self.army) {
            return None;
        }
        let mut next = self.clone();
        next.pass_turn();
        next.resolve_turn();
        (next.stored_outcome.is_none() && next.army.team() != self.army.team()).then_some(next)
    }

    /// Plies since the last capture or pawn move.
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// The number of quiet plies left until the draw; `None` without a limit.
    pub fn quiet_plies_left(&self) -> Option<u32> {
        (self.rules.quiet_limit > 0).then(|| self.rules.quiet_limit.saturating_sub(self.quiet_plies))
    }
}

impl Action {
    /// The move, if the action is one.
    pub const fn as_move(self) -> Option<Move> {
        match self {
            Action::Move(m) => Some(m),
            Action::Throw(_) | Action::Exchange(_) => None,
        }
    }
}

impl Move {
    /// The index of the square it enters: a1 is 0, b1 is 1.
    pub const fn destination_index(self) -> usize {
        self.to.to_usize()
    }
}

impl Role {
    /// The index in [`Role::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Role::King => 0,
            Role::Officer(officer) => 1 + officer as usize,
            Role::Pawn => 5,
        }
    }
}

impl Army {
    /// The throne as a bitboard.
    pub const fn throne_bit(self) -> SquareBits {
        1 << self.throne().to_usize()
    }

    /// Rotates a square so that this army's corner becomes Blue's.
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

/// The number of king moves between two squares on an empty board.
pub const fn king_distance(from: u32, to: u32) -> u32 {
    let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
    if files > ranks { files } else { ranks }
}
