//! What a colour may do before the duel.
//!
//! One generator hands every legal action to a visitor, which may stop it: whether a colour can act at all is the
//! same generator stopped at the first action.

use super::Corners;
use super::action::{Action, Step};
use super::army::{self, Role};
use super::attacks::line;
use super::board::{Board, castling_rook, crossed};
use super::foresight::slides;
use super::square::{Square, SquareSet};
use super::survival::Survival;
use super::tables::{Direction, all_lines, king_steps, knight_jumps, pawn_attacks};
use crate::{Seat, SeatSet};
use std::ops::ControlFlow::{self, Break, Continue};

impl Survival {
    /// Appends all that a colour may do.
    pub(super) fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let _ = self.visit(seat, |action| {
            out.push(action);
            Continue(())
        });
    }

    /// Appends what a colour may take of the men of `others`, and the moves that make a queen.
    pub(super) fn captures(&self, seat: Seat, others: SeatSet, out: &mut Vec<Action>) {
        let Some(king) = self.board.king(seat) else { return };
        let targets =
            others.without(seat).iter().fold(SquareSet::EMPTY, |all, other| all | self.board.of(other));
        let wanted = |action: &Action| match action {
            Action::Step(step) => targets.contains(step.to) || is_promotion(seat, *step),
            _ => false,
        };
        if self.should_leave_corner(seat) {
            // What it may do depends on moves that take nothing.
            let from = out.len();
            self.actions(seat, out);
            let all = out.split_off(from);
            out.extend(all.into_iter().filter(wanted));
            return;
        }
        let mut moves = Moves::new(self, seat, king, |action| {
            out.push(action);
            Continue(())
        });
        moves.wanted = targets;
        let _ = moves.everything();
    }

    /// Whether a colour can do anything.
    pub(super) fn can_act(&self, seat: Seat) -> bool {
        self.visit(seat, |_| Break(())).is_break()
    }

    /// Hands the visitor every legal action of a living colour, in a fixed order, until it breaks.
    fn visit(&self, seat: Seat, visit: impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(king) = self.board.king(seat) else { return Continue(()) };
        let mut moves = Moves::new(self, seat, king, visit);
        if self.should_leave_corner(seat) {
            moves.king_in_play()?;
            // "If the king has a legal move out of the corner, only such moves are legal."
            if moves.found {
                return Continue(());
            }
        }
        moves.everything()
    }

    /// Whether a colour's king would have to leave its corner now: it should, and it can.
    pub(super) fn must_leave_corner(&self, seat: Seat) -> bool {
        let mut must = false;
        if let (true, Some(king)) = (self.should_leave_corner(seat), self.board.king(seat)) {
            must = Moves::new(self, seat, king, |_| Break(())).king_in_play().is_break();
        }
        must
    }

    /// The board after a move of `seat`.
    fn after(&self, seat: Seat, step: Step) -> Board {
        let mut board = self.board;
        board.make(seat, step);
        board
    }

    /// Whether a seat may exchange king and queen now.
    pub(super) fn can_swap(&self, seat: Seat) -> bool {
        if !self.fresh.contains(seat) || self.checked.contains(seat) || !self.board.royals_at_home(seat) {
            return false;
        }
        let mut after = self.board;
        after.swap_royals(seat);
        !after.in_check(seat)
    }
}

/// One run of the generator.
struct Moves<'a, V> {
    game: &'a Survival,
    board: &'a Board,
    seat: Seat,
    king: Square,
    in_check: bool,
    occupied: SquareSet,
    own: SquareSet,
    /// Kings of other colours on squares in play.
    other_kings: SquareSet,
    /// Where a man that is not pinned may go so that the king is not in check: anywhere if it is not now.
    answers: SquareSet,
    /// The squares of interest, besides those where pawns become queens.
    wanted: SquareSet,
    found: bool,
    visit: V,
}

impl<'a, V: FnMut(Action) -> ControlFlow<()>> Moves<'a, V> {
    fn new(game: &'a Survival, seat: Seat, king: Square, visit: V) -> Moves<'a, V> {
        let board = &game.board;
        let in_check = game.checked.contains(seat);
        Moves {
            game,
            board,
            seat,
            king,
            in_check,
            occupied: board.occupied(),
            own: board.of(seat),
            other_kings: board.all(Role::King) & !board.of(seat),
            answers: SquareSet::FULL,
            wanted: SquareSet::FULL,
            found: false,
            visit,
        }
    }

    fn everything(&mut self) -> ControlFlow<()> {
        if self.in_check {
            // Most checks can be answered by the king, so that asking for more comes later.
            self.king_in_play()?;
            self.answers = answers(self.board, self.seat, self.king);
        }
        // Then the men on no line with their king, which nothing can pin: almost always one of them can move,
        // so that asking whether a colour can act ends here.
        let on_lines = all_lines(self.king);
        self.men(self.own & !on_lines, false)?;
        let pinned = if self.board.is_immune(self.seat) {
            SquareSet::EMPTY
        } else {
            self.board.pinned(self.seat, self.king)
        };
        self.men(self.own & on_lines & !pinned, false)?;
        self.men(pinned, true)?;
        if !self.in_check {
            self.king_in_play()?;
        }
        if self.wanted != SquareSet::FULL {
            return Continue(());
        }
        self.king_into_corner()?;
        self.castling()?;
        if self.game.can_swap(self.seat) { (self.visit)(Action::Swap) } else { Continue(()) }
    }

    /// All moves of some men, kings aside.
    fn men(&mut self, men: SquareSet, pinned: bool) -> ControlFlow<()> {
        let board = self.board;
        for from in men & board.all(Role::Pawn) {
            self.man(from, Role::Pawn, self.pawn_targets(from), pinned)?;
        }
        for from in men & board.all(Role::Knight) {
            self.man(from, Role::Knight, knight_jumps(from), pinned)?;
        }
        for from in men & board.all(Role::Bishop) {
            self.man(from, Role::Bishop, self.slides(from, Direction::DIAGONAL), pinned)?;
        }
        for from in men & board.all(Role::Rook) {
            self.man(from, Role::Rook, self.slides(from, Direction::STRAIGHT), pinned)?;
        }
        for from in men & board.all(Role::Queen) {
            let targets = self.slides(from, Direction::DIAGONAL) | self.slides(from, Direction::STRAIGHT);
            self.man(from, Role::Queen, targets, pinned)?;
        }
        Continue(())
    }

    /// One man's moves to those targets that are legal.
    fn man(&mut self, from: Square, role: Role, targets: SquareSet, pinned: bool) -> ControlFlow<()> {
        let wanted =
            if role == Role::Pawn { self.wanted | army::promotion_squares(self.seat) } else { self.wanted };
        let targets = targets & !self.own & wanted;
        // The capture of a king removes a whole colour: what that uncovers must be looked at. So must a third
        // queen, which makes a king in its corner immune.
        let doubtful = match role {
            _ if pinned => targets,
            Role::Pawn if self.in_check && self.board.in_corner(self.seat) => {
                targets & (self.other_kings | army::promotion_squares(self.seat))
            }
            _ => targets & self.other_kings,
        };
        for to in targets & self.answers & !doubtful {
            (self.visit)(Action::Step(Step { from, to, role }))?;
        }
        for to in doubtful {
            self.try_step(Step { from, to, role })?;
        }
        Continue(())
    }

    /// Visits a move if its king is not in check after it.
    fn try_step(&mut self, step: Step) -> ControlFlow<()> {
        if self.game.after(self.seat, step).in_check(self.seat) {
            return Continue(());
        }
        self.found = true;
        (self.visit)(Action::Step(step))
    }

    fn slides(&self, from: Square, directions: [Direction; 4]) -> SquareSet {
        slides(from, &directions, self.occupied)
    }

    fn pawn_targets(&self, from: Square) -> SquareSet {
        let mut targets = pawn_attacks(self.seat, from) & self.occupied;
        if self.game.is_first_round() && army::edge_squares(self.seat).contains(from) {
            targets = targets & !edge_pawns(self.board);
        }
        let one = army::square_ahead(self.seat, from);
        if !self.occupied.contains(one) {
            targets |= SquareSet::one(one);
            let two = army::square_ahead(self.seat, one);
            if army::double_step_from(self.seat).contains(from) && !self.occupied.contains(two) {
                targets |= SquareSet::one(two);
            }
        }
        targets
    }

    /// The king's steps to squares in play.
    fn king_in_play(&mut self) -> ControlFlow<()> {
        let from = self.king;
        let targets = king_steps(from) & !self.own & self.wanted;
        let without_king = self.occupied & !SquareSet::one(from);
        for to in targets & !self.other_kings {
            if !self.board.is_attacked_past(self.seat, to, without_king) {
                self.found = true;
                (self.visit)(Action::Step(Step { from, to, role: Role::King }))?;
            }
        }
        for to in targets & self.other_kings {
            self.try_step(Step { from, to, role: Role::King })?;
        }
        Continue(())
    }

    fn king_into_corner(&mut self) -> ControlFlow<()> {
        let from = self.king;
        if self.game.options.corners == Corners::Blocked {
            return Continue(());
        }
        for to in Square::corner_of(self.seat).filter(|to| from.is_next_to(*to)) {
            self.try_step(Step { from, to, role: Role::King })?;
        }
        Continue(())
    }

    fn castling(&mut self) -> ControlFlow<()> {
        if !self.game.options.castling || self.in_check || self.game.rooks.is_empty() {
            return Continue(());
        }
        for rook in self.game.rooks.of(self.seat) {
            let step = castling_step(self.king, rook);
            let crossing = Step { to: crossed(step), ..step };
            // The back line has no corner in it, so the line between king and rook is all of it.
            if (line(self.king, rook) & self.occupied).is_empty()
                && !self.game.after(self.seat, crossing).in_check(self.seat)
            {
                debug_assert_eq!(castling_rook(self.seat, step), rook);
                self.try_step(step)?;
            }
        }
        Continue(())
    }
}

/// The king's move when it castles with a rook.
pub(super) fn castling_step(king: Square, rook: Square) -> Step {
    let (files, ranks) = ((rook.file() - king.file()).signum(), (rook.rank() - king.rank()).signum());
    let to = king.offset(2 * files, 2 * ranks).unwrap_or(king);
    Step { from: king, to, role: Role::King }
}

/// Where a man can go to end a check: it takes the only checker or stands in its way.
fn answers(board: &Board, seat: Seat, king: Square) -> SquareSet {
    let checkers = board.attackers(seat, king);
    match checkers.first() {
        Some(checker) if checkers.is_one() && !board.is_near_cornered_king(seat, king) => {
            line(king, checker) | SquareSet::one(checker)
        }
        _ => SquareSet::EMPTY,
    }
}

/// Whether a move makes a queen of a pawn.
fn is_promotion(seat: Seat, step: Step) -> bool {
    step.role == Role::Pawn && army::promotion_squares(seat).contains(step.to)
}

/// All edge pawns of all colours.
pub(super) fn edge_pawns(board: &Board) -> SquareSet {
    army::ORDER.into_iter().fold(SquareSet::EMPTY, |all, seat| {
        all | board.all(Role::Pawn) & board.of(seat) & army::edge_squares(seat)
    })
}
