//! Generation of actions before the duel.
//!
//! One generator passes every legal action to a visitor, which may stop it. Whether a colour can act at all is the
//! same generator, stopped at the first action.

use super::Corners;
use super::action::{Action, Move};
use super::army;
use super::attack_tables::{Direction, all_lines, king_attacks, knight_attacks, pawn_attacks};
use super::attacks::{between, slider_attacks};
use super::board::{Board, castling_rook, crossed_square};
use super::piece::Role;
use super::square::{Square, SquareSet};
use super::survival::Survival;
use crate::{Seat, SeatSet};
use std::ops::ControlFlow::{self, Break, Continue};

impl Survival {
    /// Appends the legal actions of a colour.
    pub(super) fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let _ = self.visit_actions(seat, |action| {
            out.push(action);
            Continue(())
        });
    }

    /// Appends a colour's captures of pieces of `others`, and its promotions.
    pub(super) fn captures(&self, seat: Seat, others: SeatSet, out: &mut Vec<Action>) {
        let Some(king) = self.board.king(seat) else { return };
        let targets =
            others.without(seat).iter().fold(SquareSet::EMPTY, |all, other| all | self.board.by_seat(other));
        let is_tactical = |action: &Action| match action {
            Action::Move(m) => targets.contains(m.to) || is_promotion(seat, *m),
            _ => false,
        };
        if self.has_lost_sanctuary(seat) {
            // Whether a capture is legal depends on the quiet king moves.
            let from = out.len();
            self.actions(seat, out);
            let all = out.split_off(from);
            out.extend(all.into_iter().filter(is_tactical));
            return;
        }
        let mut moves = MoveGenerator::new(self, seat, king, |action| {
            out.push(action);
            Continue(())
        });
        moves.target_mask = targets;
        let _ = moves.all_actions();
    }

    /// Whether a colour has a legal action.
    pub(super) fn can_act(&self, seat: Seat) -> bool {
        self.visit_actions(seat, |_| Break(())).is_break()
    }

    /// Passes every legal action of a living colour to the visitor, in a fixed order, until it breaks.
    fn visit_actions(&self, seat: Seat, visit: impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(king) = self.board.king(seat) else { return Continue(()) };
        let mut moves = MoveGenerator::new(self, seat, king, visit);
        if self.has_lost_sanctuary(seat) {
            moves.king_moves()?;
            // "If the king has a legal move out of the corner, only such moves are legal."
            if moves.found {
                return Continue(());
            }
        }
        moves.all_actions()
    }

    /// Whether a colour's king must leave its corner now: it has lost its sanctuary, and it has a legal move out.
    pub(super) fn must_leave_corner(&self, seat: Seat) -> bool {
        let mut must = false;
        if let (true, Some(king)) = (self.has_lost_sanctuary(seat), self.board.king(seat)) {
            must = MoveGenerator::new(self, seat, king, |_| Break(())).king_moves().is_break();
        }
        must
    }

    /// The board after a move of `seat`.
    fn board_after(&self, seat: Seat, m: Move) -> Board {
        let mut board = self.board;
        board.make_move(seat, m);
        board
    }

    /// Whether a seat may swap its king and queen now.
    pub(super) fn can_swap(&self, seat: Seat) -> bool {
        if !self.unmoved.contains(seat)
            || self.seats_in_check.contains(seat)
            || !self.board.king_and_queen_at_home(seat)
        {
            return false;
        }
        let mut after = self.board;
        after.swap_king_and_queen(seat);
        !after.in_check(seat)
    }
}

/// One run of the move generator.
struct MoveGenerator<'a, V> {
    game: &'a Survival,
    board: &'a Board,
    seat: Seat,
    king: Square,
    in_check: bool,
    occupied: SquareSet,
    own: SquareSet,
    /// The kings of other colours on squares in play.
    other_kings: SquareSet,
    /// The destinations of unpinned pieces that leave the king out of check: all squares if it is not in check now.
    check_evasions: SquareSet,
    /// The destinations to generate. Promotions are always generated.
    target_mask: SquareSet,
    found: bool,
    visit: V,
}

impl<'a, V: FnMut(Action) -> ControlFlow<()>> MoveGenerator<'a, V> {
    fn new(game: &'a Survival, seat: Seat, king: Square, visit: V) -> MoveGenerator<'a, V> {
        let board = &game.board;
        let in_check = game.seats_in_check.contains(seat);
        MoveGenerator {
            game,
            board,
            seat,
            king,
            in_check,
            occupied: board.occupied(),
            own: board.by_seat(seat),
            other_kings: board.by_role(Role::King) & !board.by_seat(seat),
            check_evasions: SquareSet::FULL,
            target_mask: SquareSet::FULL,
            found: false,
            visit,
        }
    }

    fn all_actions(&mut self) -> ControlFlow<()> {
        if self.in_check {
            // In most checks the king can move, so its moves come before the evasions by other pieces.
            self.king_moves()?;
            self.check_evasions = evasions(self.board, self.seat, self.king);
        }
        // Then the pieces that are on no line with their king and so cannot be pinned. One of them can almost always
        // move, so the test whether a colour can act ends here.
        let on_lines = all_lines(self.king);
        self.moves_of(self.own & !on_lines, false)?;
        let pinned = if self.board.is_immune(self.seat) {
            SquareSet::EMPTY
        } else {
            self.board.pinned(self.seat, self.king)
        };
        self.moves_of(self.own & on_lines & !pinned, false)?;
        self.moves_of(pinned, true)?;
        if !self.in_check {
            self.king_moves()?;
        }
        if self.target_mask != SquareSet::FULL {
            return Continue(());
        }
        self.king_moves_into_corner()?;
        self.castling_moves()?;
        if self.game.can_swap(self.seat) { (self.visit)(Action::Swap) } else { Continue(()) }
    }

    /// The moves of a set of pieces, except kings.
    fn moves_of(&mut self, pieces: SquareSet, pinned: bool) -> ControlFlow<()> {
        let board = self.board;
        for from in pieces & board.by_role(Role::Pawn) {
            self.moves_from(from, Role::Pawn, self.pawn_targets(from), pinned)?;
        }
        for from in pieces & board.by_role(Role::Knight) {
            self.moves_from(from, Role::Knight, knight_attacks(from), pinned)?;
        }
        for from in pieces & board.by_role(Role::Bishop) {
            self.moves_from(from, Role::Bishop, self.slider_targets(from, Direction::DIAGONAL), pinned)?;
        }
        for from in pieces & board.by_role(Role::Rook) {
            self.moves_from(from, Role::Rook, self.slider_targets(from, Direction::STRAIGHT), pinned)?;
        }
        for from in pieces & board.by_role(Role::Queen) {
            let targets = self.slider_targets(from, Direction::DIAGONAL)
                | self.slider_targets(from, Direction::STRAIGHT);
            self.moves_from(from, Role::Queen, targets, pinned)?;
        }
        Continue(())
    }

    /// The legal moves of one piece to `targets`.
    fn moves_from(&mut self, from: Square, role: Role, targets: SquareSet, pinned: bool) -> ControlFlow<()> {
        let mask = if role == Role::Pawn {
            self.target_mask | army::promotion_squares(self.seat)
        } else {
            self.target_mask
        };
        let targets = targets & !self.own & mask;
        // Capturing a king removes a whole army, which can uncover attacks. A third queen makes a king in its corner
        // immune. Such moves need a full test.
        let doubtful = match role {
            _ if pinned => targets,
            Role::Pawn if self.in_check && self.board.in_corner(self.seat) => {
                targets & (self.other_kings | army::promotion_squares(self.seat))
            }
            _ => targets & self.other_kings,
        };
        for to in targets & self.check_evasions & !doubtful {
            (self.visit)(Action::Move(Move { from, to, role }))?;
        }
        for to in doubtful {
            self.try_move(Move { from, to, role })?;
        }
        Continue(())
    }

    /// Visits a move if the king is not in check after it.
    fn try_move(&mut self, m: Move) -> ControlFlow<()> {
        if self.game.board_after(self.seat, m).in_check(self.seat) {
            return Continue(());
        }
        self.found = true;
        (self.visit)(Action::Move(m))
    }

    fn slider_targets(&self, from: Square, directions: [Direction; 4]) -> SquareSet {
        slider_attacks(from, &directions, self.occupied)
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
            if army::double_step_squares(self.seat).contains(from) && !self.occupied.contains(two) {
                targets |= SquareSet::one(two);
            }
        }
        targets
    }

    /// The king's moves to squares in play.
    fn king_moves(&mut self) -> ControlFlow<()> {
        let from = self.king;
        let targets = king_attacks(from) & !self.own & self.target_mask;
        let without_king = self.occupied & !SquareSet::one(from);
        for to in targets & !self.other_kings {
            if !self.board.is_attacked_with(self.seat, to, without_king) {
                self.found = true;
                (self.visit)(Action::Move(Move { from, to, role: Role::King }))?;
            }
        }
        for to in targets & self.other_kings {
            self.try_move(Move { from, to, role: Role::King })?;
        }
        Continue(())
    }

    fn king_moves_into_corner(&mut self) -> ControlFlow<()> {
        let from = self.king;
        if self.game.options.corners == Corners::Blocked {
            return Continue(());
        }
        for to in Square::corner_of(self.seat).filter(|to| from.is_next_to(*to)) {
            self.try_move(Move { from, to, role: Role::King })?;
        }
        Continue(())
    }

    fn castling_moves(&mut self) -> ControlFlow<()> {
        if !self.game.options.castling || self.in_check || self.game.castling_rights.is_empty() {
            return Continue(());
        }
        for rook in self.game.castling_rights.rooks_of(self.seat) {
            let m = castling_move(self.king, rook);
            let crossing = Move { to: crossed_square(m), ..m };
            // The back rank contains no corner square, so `between` covers all squares between king and rook.
            if (between(self.king, rook) & self.occupied).is_empty()
                && !self.game.board_after(self.seat, crossing).in_check(self.seat)
            {
                debug_assert_eq!(castling_rook(self.seat, m), rook);
                self.try_move(m)?;
            }
        }
        Continue(())
    }
}

/// The king's move when it castles with a rook.
pub(super) fn castling_move(king: Square, rook: Square) -> Move {
    let (files, ranks) = ((rook.file() - king.file()).signum(), (rook.rank() - king.rank()).signum());
    let to = king.offset(2 * files, 2 * ranks).unwrap_or(king);
    Move { from: king, to, role: Role::King }
}

/// The squares where a piece other than the king ends a check: it captures the only checker or blocks its line.
fn evasions(board: &Board, seat: Seat, king: Square) -> SquareSet {
    let checkers = board.attackers(seat, king);
    match checkers.first() {
        Some(checker) if checkers.is_single() && !board.is_next_to_cornered_king(seat, king) => {
            between(king, checker) | SquareSet::one(checker)
        }
        _ => SquareSet::EMPTY,
    }
}

/// Whether a move promotes a pawn.
fn is_promotion(seat: Seat, m: Move) -> bool {
    m.role == Role::Pawn && army::promotion_squares(seat).contains(m.to)
}

/// The edge pawns of all colours.
pub(super) fn edge_pawns(board: &Board) -> SquareSet {
    army::ORDER.into_iter().fold(SquareSet::EMPTY, |all, seat| {
        all | board.by_role(Role::Pawn) & board.by_seat(seat) & army::edge_squares(seat)
    })
}
