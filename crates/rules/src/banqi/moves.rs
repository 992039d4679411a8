//! What the seat to act may do.

use super::capture::may_take;
use super::lines::{jumps, neighbours};
use super::{Action, Banqi, Colour, Kind, Piece, Squares};

/// The men of one kind of the side to act, and what they may take.
struct Group {
    kind: Kind,
    men: Squares,
    prey: Squares,
}

impl Banqi {
    /// Flips of all face-down pieces.
    pub(super) fn flips(&self, out: &mut Vec<Action>) {
        out.extend(self.board.hidden().map(Action::Flip));
    }

    /// Steps and captures of a colour.
    pub(super) fn moves(&self, colour: Colour, out: &mut Vec<Action>) {
        for group in self.groups(colour) {
            for from in group.men {
                out.extend(self.targets(&group, from).map(|to| Action::Move { from, to }));
            }
        }
    }

    /// Whether a colour has a step or a capture.
    pub(super) fn can_move(&self, colour: Colour) -> bool {
        self.groups(colour).any(|group| {
            let mut men = group.men;
            men.any(|from| !self.targets(&group, from).is_empty())
        })
    }

    /// Where the piece of a colour on `from` can step, and what it can capture.
    pub(super) fn targets_from(&self, colour: Colour, from: super::Square) -> Squares {
        let group = self.groups(colour).find(|group| group.men.contains(from));
        group.map_or(Squares::EMPTY, |group| self.targets(&group, from))
    }

    fn groups(&self, colour: Colour) -> impl Iterator<Item = Group> {
        let kinds = Kind::ALL.into_iter().map(move |kind| (kind, self.board.men(Piece { colour, kind })));
        let present = kinds.filter(|(_, men)| !men.is_empty());
        present.map(move |(kind, men)| Group { kind, men, prey: self.prey(kind, colour.other()) })
    }

    /// The men of a colour that an enemy of this kind may take, if it reaches them.
    fn prey(&self, attacker: Kind, colour: Colour) -> Squares {
        if attacker == Kind::Cannon {
            return self.board.of(colour);
        }
        let taken = Kind::ALL.into_iter().filter(|kind| may_take(attacker, *kind, self.pawn_takes_cannon));
        taken.fold(Squares::EMPTY, |prey, kind| prey | self.board.men(Piece { colour, kind }))
    }

    fn targets(&self, group: &Group, from: super::Square) -> Squares {
        let (beside, occupied) = (neighbours(from), self.board.occupied());
        let reached = if group.kind == Kind::Cannon { jumps(from, occupied) } else { beside };
        beside.minus(occupied) | (reached & group.prey)
    }
}
