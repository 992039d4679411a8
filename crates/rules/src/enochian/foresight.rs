//! For those who look ahead and judge: where everybody stands and reaches, in plain numbers.

use super::Enochian;
use super::action::{Action, Move};
use super::army::Army;
use super::attacks::{pawn_captures, pawn_steps};
use super::dice::Die;
use super::man::{Figure, Kind};
use super::moves::reach;
use crate::SquareBits;
use shakmaty::Square;

/// Who stands where.
impl Enochian {
    /// The army whose turn it is; once it is over, whose turn it would have been.
    pub const fn acting(&self) -> Army {
        self.army
    }

    /// The armies in the order in which their turns come, from the one to act.
    pub fn turns(&self) -> [Army; 4] {
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
    pub fn men(&self, army: Army, kind: Kind) -> SquareBits {
        let men = match kind {
            Kind::King => self.board.king_set(army),
            Kind::Figure(figure) => self.board.figures(figure) & self.board.men_of(army),
            Kind::Pawn => self.board.pawns() & self.board.men_of(army),
        };
        men.0
    }

    /// Where anybody stands.
    pub fn occupied(&self) -> SquareBits {
        self.board.occupied().0
    }

    /// Where all men of an army stand.
    pub fn all_men(&self, army: Army) -> SquareBits {
        self.board.all_of(army).0
    }

    /// The figure on a square, or the type of the pawn there; somebody other than a king must stand there.
    pub fn figure_on(&self, square: u32) -> Figure {
        self.board.figure_on(Square::new(square))
    }

    /// What a man of an army attacks from a square: as far as the first man in each direction.
    pub fn reach(&self, army: Army, kind: Kind, from: u32) -> SquareBits {
        let from = Square::new(from);
        match kind {
            Kind::Pawn => pawn_captures(army, from).0,
            kind => reach(kind, from, self.board.occupied()).0,
        }
    }

    /// Where an army's pawn on a square steps, whoever stands there; nowhere from its promotion edge.
    pub fn pawn_step(&self, army: Army, from: u32) -> SquareBits {
        pawn_steps(army, Square::new(from).into()).0
    }

    /// Unfrozen men of the other team: all that an army can take.
    pub fn prey(&self, army: Army) -> SquareBits {
        let [one, two] = army.foes().map(|foe| self.if_unfrozen(foe, self.board.all_of(foe)));
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
    pub fn is_ally_in_peril(&self) -> bool {
        let [_, next, ally, _] = self.turns();
        let attackers = |king| self.attackers(king, next.team()) & self.board.all_of(next);
        self.board.king_of(ally).is_some_and(|king| attackers(king).any())
    }

    /// What a move takes: the kind of the man on the square it goes to, the king where two share it.
    pub fn takes(&self, m: Move) -> Option<Kind> {
        if !self.board.occupied().contains(m.to) {
            return None;
        }
        if self.army.foes().into_iter().any(|foe| self.board.king_set(foe).contains(m.to)) {
            return Some(Kind::King);
        }
        let is_pawn = self.board.pawns().contains(m.to);
        Some(if is_pawn { Kind::Pawn } else { Kind::Figure(self.board.figure_on(m.to)) })
    }

    /// The frozen army that a move revives.
    pub fn revives(&self, m: Move) -> Option<Army> {
        let ally = self.army.ally();
        (m.kind == Kind::King && m.to == ally.throne() && self.frozen.contains(ally)).then_some(ally)
    }

    /// The same position with the turn passed to the other team. None in check, with dice, or where the turn would
    /// come back to the team.
    pub fn passed(&self) -> Option<Enochian> {
        if self.die != Die::Unused || self.in_check(self.army) {
            return None;
        }
        let mut passed = self.clone();
        passed.pass_turn();
        passed.settle_turn();
        (passed.ended.is_none() && passed.army.team() != self.army.team()).then_some(passed)
    }

    /// Plies since the last capture or pawn move.
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet
    }

    /// How many more quiet plies there can be; none if there is no limit.
    pub fn quiet_plies_left(&self) -> Option<u32> {
        (self.rules.quiet_limit > 0).then(|| self.rules.quiet_limit.saturating_sub(self.quiet))
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
    pub const fn to_index(self) -> usize {
        self.to.to_usize()
    }
}

impl Kind {
    /// Its place in [`Kind::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Kind::King => 0,
            Kind::Figure(figure) => 1 + figure as usize,
            Kind::Pawn => 5,
        }
    }
}

impl Army {
    /// The square of its throne, as a set.
    pub const fn throne_bit(self) -> SquareBits {
        1 << self.throne().to_usize()
    }

    /// A square as Blue would see it if the board were turned so that this army stood in Blue's corner.
    pub const fn as_blue(self, square: u32) -> u32 {
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
pub const fn king_steps(from: u32, to: u32) -> u32 {
    let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
    if files > ranks { files } else { ranks }
}
