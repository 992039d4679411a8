//! Explains why a gesture or action is illegal.

use super::action::{Action, Move};
use super::army;
use super::attack_tables::{Direction, king_attacks, knight_attacks, pawn_attacks};
use super::attacks::between;
use super::board::{castling_rook, crossed_square};
use super::duel::Duel;
use super::moves::edge_pawns;
use super::piece::{Piece, Role};
use super::square::Square;
use super::survival::Survival;
use super::view::{OUTER, SWAP_BUTTON};
use super::{Bishops, Corners, Phase, SEATS};
use crate::chess::{FromTo, SideNames, explain_chess_move};
use crate::{Gesture, IllegalAction, Position as _, Seat, Turn, capitalised};
use shakmaty::Position as _;

pub(super) fn explain(position: &Bishops, gesture: &Gesture) -> Option<IllegalAction> {
    if position.turn() == Turn::Over {
        return Some(IllegalAction::game_over());
    }
    match (&position.phase, position.turn()) {
        (_, Turn::Chance) => {
            let words = "Chance first decides whose king and queen are swapped.";
            Some(IllegalAction::new("chance", words))
        }
        (Phase::Survival(game), _) => position.explain_survival_gesture(game, gesture),
        (Phase::Duel(duel), _) => duel.explain_gesture(gesture),
    }
}

impl Bishops {
    fn explain_survival_gesture(&self, game: &Survival, gesture: &Gesture) -> Option<IllegalAction> {
        match gesture {
            Gesture::Button { name } if name == SWAP_BUTTON => self.explain_swap(game),
            Gesture::Button { name } => Some(explain_button(name)),
            Gesture::Tap { cell } => Some(explain_tap(cell)),
            Gesture::Move { from, to, .. } => {
                let (Some(from), Some(to)) = (Square::parse(from), Square::parse(to)) else {
                    let words = format!("{from} to {to} is not a move: the squares are a1 to l12.");
                    return Some(IllegalAction::new("square", words));
                };
                let mut legal = Vec::new();
                self.legal_actions(&mut legal);
                let is_meant =
                    |action: &Action| matches!(action, Action::Move(m) if (m.from, m.to) == (from, to));
                (!legal.iter().any(is_meant)).then(|| self.explain_illegal_move(game, from, to))
            }
        }
    }

    /// Why the seat to act cannot swap king and queen; `None` if it can.
    pub(super) fn explain_swap(&self, game: &Survival) -> Option<IllegalAction> {
        let seat = self.turn().seat()?;
        if game.can_swap(seat) {
            return None;
        }
        if !game.unmoved.contains(seat) {
            let words = "You can swap king and queen only once, before your first move.";
            return Some(IllegalAction::new("swap_late", words));
        }
        if game.seats_in_check.contains(seat) {
            let words = "You can't swap king and queen while in check.";
            return Some(IllegalAction::new("swap_in_check", words));
        }
        if !game.board.king_and_queen_at_home(seat) {
            let words = "Your king and queen are not both on their starting squares.";
            return Some(IllegalAction::new("swap_without_queen", words));
        }
        Some(IllegalAction::new("king_attacked", "Your king would be in check after the swap."))
    }

    /// Why a move before the duel is illegal. The move must be illegal.
    pub(super) fn explain_illegal_move(&self, game: &Survival, from: Square, to: Square) -> IllegalAction {
        let Some(seat) = self.turn().seat() else { return IllegalAction::game_over() };
        let Some(piece) = game.board.piece_at(from) else {
            return IllegalAction::new("empty", format!("There is no piece on {from}."));
        };
        if piece.seat != seat {
            return game.explain_other_army(seat, from, piece);
        }
        let m = Move { from, to, role: piece.role };
        game.explain_path(seat, m).unwrap_or_else(|| game.explain_unsafe_king(seat, piece.role))
    }
}

impl Duel {
    fn explain_gesture(&self, gesture: &Gesture) -> Option<IllegalAction> {
        let (from, to) = match gesture {
            Gesture::Button { name } if name == SWAP_BUTTON => {
                return Some(IllegalAction::new("duel", "You can't swap king and queen in the duel."));
            }
            Gesture::Button { name } => return Some(explain_button(name)),
            Gesture::Tap { cell } => return Some(explain_tap(cell)),
            Gesture::Move { from, to, .. } => (from, to),
        };
        if let Some(outer) = [from, to].into_iter().find(|cell| cell.starts_with(OUTER)) {
            return Some(IllegalAction::new("outside", format!("{outer} is not on the duel board.")));
        }
        let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
            let words = format!("{from} to {to} is not a move: the squares of the duel are a1 to h8.");
            return Some(IllegalAction::new("square", words));
        };
        let from_to = FromTo { from, to };
        let is_legal = self.chess.legal_moves().iter().any(|m| FromTo::from_move(*m) == from_to);
        (!is_legal).then(|| self.explain_illegal_move(from_to))
    }

    /// Why a move of the duel is illegal. The move must be illegal.
    pub(super) fn explain_illegal_move(&self, from_to: FromTo) -> IllegalAction {
        let [white, black] =
            [self.finalists.white, self.finalists.black].map(|seat| capitalised(seat.name(SEATS)));
        explain_chess_move(&self.chess, from_to, SideNames { white: &white, black: &black })
    }
}

impl Survival {
    fn explain_other_army(&self, seat: Seat, from: Square, piece: Piece) -> IllegalAction {
        let [to_act, owner] = [seat, piece.seat].map(|seat| capitalised(seat.name(SEATS)));
        let turn = if self.seats_in_check.contains(seat) {
            format!("{to_act} is in check and moves first")
        } else {
            format!("it is {to_act}'s turn")
        };
        let words = format!("The {} on {from} is {owner}'s; {turn}.", piece.role.name());
        IllegalAction::new("not_yours", words)
    }

    /// What is wrong with a move apart from the safety of the king, if anything.
    fn explain_path(&self, seat: Seat, m: Move) -> Option<IllegalAction> {
        let Move { from, to, role } = m;
        if from == to {
            return Some(IllegalAction::new("stays", format!("The {} must leave {from}.", role.name())));
        }
        if let Some(why) = self.explain_corner(seat, m) {
            return Some(why);
        }
        if self.board.piece_at(to).is_some_and(|piece| piece.seat == seat) {
            return Some(IllegalAction::new("own_piece", format!("Your own piece is on {to}.")));
        }
        let why = match role {
            Role::Pawn => self.explain_pawn_move(seat, m),
            Role::Knight => explain_shape(knight_attacks(from).contains(to), m),
            Role::King => self.explain_king_move(seat, m),
            Role::Bishop | Role::Rook | Role::Queen => self.explain_line(m),
        };
        why.or_else(|| self.explain_eviction(seat, m))
    }

    /// "A corner square can be entered only by the king whose home it is."
    fn explain_corner(&self, seat: Seat, Move { to, role, .. }: Move) -> Option<IllegalAction> {
        let owner = to.owner()?;
        if owner != seat || role != Role::King {
            let owner = capitalised(owner.name(SEATS));
            let words = format!("{to} is in {owner}'s home corner, which only {owner}'s king may enter.");
            return Some(IllegalAction::new("corner", words));
        }
        (self.options.corners == Corners::Blocked)
            .then(|| IllegalAction::new("corner", "The corners are blocked in this game."))
    }

    /// "If the king has a legal move out of the corner, only such moves are legal."
    fn explain_eviction(&self, seat: Seat, m: Move) -> Option<IllegalAction> {
        let leaves = m.role == Role::King && m.to.owner().is_none();
        (self.must_leave_corner(seat) && !leaves).then(|| {
            let words = "You have fewer than two queens, so your king must leave the corner now.";
            IllegalAction::new("evicted", words)
        })
    }

    fn explain_line(&self, m: Move) -> Option<IllegalAction> {
        let Move { from, to, role } = m;
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        if !(straight && role != Role::Bishop || diagonal && role != Role::Rook) {
            return explain_shape(false, m);
        }
        if Direction::towards(from, to).is_none() {
            let words = format!("The line from {from} to {to} crosses a home corner.");
            return Some(IllegalAction::new("corner", words));
        }
        let blocked = (between(from, to) & self.board.occupied()).is_nonempty();
        blocked.then(|| IllegalAction::new("blocked", "There's a piece in the way."))
    }

    fn explain_pawn_move(&self, seat: Seat, m: Move) -> Option<IllegalAction> {
        let Move { from, to, .. } = m;
        let occupied = self.board.occupied();
        if pawn_attacks(seat, from).contains(to) {
            if !occupied.contains(to) {
                let words = format!("There is nothing to capture on {to}.");
                return Some(IllegalAction::new("pawn_capture", words));
            }
            let edge = edge_pawns(&self.board);
            return (self.is_first_round() && edge.contains(from) && edge.contains(to)).then(|| {
                let words = "An edge pawn can't capture an edge pawn in the first round.";
                IllegalAction::new("edge_pawns", words)
            });
        }
        let one = army::square_ahead(seat, from);
        let two = army::square_ahead(seat, one);
        if to == two && to != one && !army::double_step_squares(seat).contains(from) {
            let words =
                format!("The pawn on {from} has already moved: only its first move may be two squares.");
            return Some(IllegalAction::new("double_step", words));
        }
        if to != one && to != two {
            return explain_shape(false, m);
        }
        let blocked = occupied.contains(one) || occupied.contains(to);
        blocked.then(|| IllegalAction::new("blocked", format!("The pawn on {from} is blocked.")))
    }

    fn explain_king_move(&self, seat: Seat, m: Move) -> Option<IllegalAction> {
        let Move { from, to, .. } = m;
        let [a, b] = army::royal_squares(seat);
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let along = if a.rank() == b.rank() { (files.abs(), ranks) } else { (ranks.abs(), files) };
        if along == (2, 0) && [a, b].contains(&from) {
            return Some(self.explain_castling(seat, m));
        }
        explain_shape(king_attacks(from).contains(to) || from.is_next_to(to), m)
    }

    fn explain_castling(&self, seat: Seat, m: Move) -> IllegalAction {
        let rook = castling_rook(seat, m);
        if !self.options.castling {
            return IllegalAction::new("castling_off", "There is no castling before the duel in this game.");
        }
        if !self.castling_rights.rooks_of(seat).any(|right| right == rook) {
            let words =
                "You can't castle on this side: the king has moved, or the rook has moved or been captured.";
            return IllegalAction::new("castling_right", words);
        }
        if (between(m.from, rook) & self.board.occupied()).is_nonempty() {
            return IllegalAction::new("blocked", "There's a piece between king and rook.");
        }
        if self.seats_in_check.contains(seat) {
            return IllegalAction::new("in_check", "The king can't castle out of check.");
        }
        let (crossed, to) = (crossed_square(m), m.to);
        let words = format!("The king can't castle through or into check: {crossed} or {to} is attacked.");
        IllegalAction::new("king_attacked", words)
    }

    fn explain_unsafe_king(&self, seat: Seat, role: Role) -> IllegalAction {
        if role == Role::King {
            return IllegalAction::new("king_attacked", "Your king would be in check there.");
        }
        if self.seats_in_check.contains(seat) {
            return IllegalAction::new("in_check", "You're in check, and that doesn't stop it.");
        }
        IllegalAction::new("king_attacked", "That would leave your king in check.")
    }
}

fn explain_shape(fits: bool, Move { from, to, role }: Move) -> Option<IllegalAction> {
    (!fits).then(|| IllegalAction::new("shape", format!("A {} can't move from {from} to {to}.", role.name())))
}

fn explain_tap(cell: &str) -> IllegalAction {
    IllegalAction::new("gesture", format!("A tap on {cell} does nothing. Move from one square to another."))
}

fn explain_button(name: &str) -> IllegalAction {
    IllegalAction::new("button", format!("There is no button {name:?}."))
}
