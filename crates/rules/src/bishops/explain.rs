//! Why something cannot be done, in the words of the rules.

use super::action::{Action, Move};
use super::army::{self, Role, SEATS};
use super::attack_tables::{Direction, king_attacks, knight_attacks, pawn_attacks};
use super::attacks::between;
use super::board::{castling_rook, crossed_square};
use super::duel::Duel;
use super::moves::edge_pawns;
use super::square::Square;
use super::survival::Survival;
use super::view::{OUTER, SWAP_BUTTON};
use super::{Bishops, Corners, Phase};
use crate::chess::{FromTo, SideNames, explain_chess_move};
use crate::{Gesture, IllegalAction, Position as _, Seat, Turn, capitalised};
use shakmaty::Position as _;

impl Bishops {
    pub(super) fn why_not(&self, gesture: &Gesture) -> Option<IllegalAction> {
        match (&self.phase, self.turn()) {
            (_, Turn::Over) => Some(IllegalAction::game_over()),
            (_, Turn::Chance) => {
                Some(IllegalAction::new("chance", "Chance decides first whose king and queen change places."))
            }
            (Phase::Survival(game), _) => self.why_not_survival(game, gesture),
            (Phase::Duel(duel), _) => duel.why_not_gesture(gesture),
        }
    }

    fn why_not_survival(&self, game: &Survival, gesture: &Gesture) -> Option<IllegalAction> {
        match gesture {
            Gesture::Button { name } if name == SWAP_BUTTON => self.explain_swap(game),
            Gesture::Button { name } => {
                Some(IllegalAction::new("button", format!("There is no button {name:?}.")))
            }
            Gesture::Tap { cell } => Some(explain_tap(cell)),
            Gesture::Move { from, to, .. } => {
                let (Some(from), Some(to)) = (Square::parse(from), Square::parse(to)) else {
                    return Some(IllegalAction::new(
                        "square",
                        format!("{from} to {to}: squares are a1 to l12."),
                    ));
                };
                let mut legal = Vec::new();
                self.legal_actions(&mut legal);
                let is_meant =
                    |action: &Action| matches!(action, Action::Move(s) if (s.from, s.to) == (from, to));
                (!legal.iter().any(is_meant)).then(|| self.explain_move(game, from, to))
            }
        }
    }

    /// Why the seat to act cannot exchange king and queen, if it cannot.
    pub(super) fn explain_swap(&self, game: &Survival) -> Option<IllegalAction> {
        let seat = self.turn().seat()?;
        let name = capitalised(seat.name(SEATS));
        if game.can_swap(seat) {
            return None;
        }
        if !game.unmoved.contains(seat) {
            let words = format!(
                "{name} has moved or swapped already: king and queen are exchanged before that, once."
            );
            return Some(IllegalAction::new("swap_late", words));
        }
        if game.seats_in_check.contains(seat) {
            return Some(IllegalAction::new(
                "swap_in_check",
                format!("{name} is in check and may not swap."),
            ));
        }
        if !game.board.king_and_queen_at_home(seat) {
            let words = format!("{name}'s king and queen are not both on their first squares.");
            return Some(IllegalAction::new("swap_without_queen", words));
        }
        Some(IllegalAction::new(
            "king_attacked",
            format!("{name}'s king would stand attacked after the swap."),
        ))
    }

    /// Why this is not a legal move before the duel. It must not be one.
    pub(super) fn explain_move(&self, game: &Survival, from: Square, to: Square) -> IllegalAction {
        let Some(seat) = self.turn().seat() else { return IllegalAction::game_over() };
        let Some((owner, role)) = game.board.piece_at(from) else {
            return IllegalAction::new("empty", format!("There is nothing on {from}."));
        };
        if owner != seat {
            return game.explain_other_army(seat, from, owner, role);
        }
        let step = Move { from, to, role };
        game.explain_path(seat, step).unwrap_or_else(|| game.explain_unsafe_king(seat, role))
    }
}

impl Duel {
    fn why_not_gesture(&self, gesture: &Gesture) -> Option<IllegalAction> {
        let (from, to) = match gesture {
            Gesture::Button { name } if name == SWAP_BUTTON => {
                return Some(IllegalAction::new("duel", "King and queen are not exchanged in the duel."));
            }
            Gesture::Button { name } => {
                return Some(IllegalAction::new("button", format!("There is no button {name:?}.")));
            }
            Gesture::Tap { cell } => return Some(explain_tap(cell)),
            Gesture::Move { from, to, .. } => (from, to),
        };
        if let Some(outer) = [from, to].into_iter().find(|cell| cell.starts_with(OUTER)) {
            return Some(IllegalAction::new("outside", format!("{outer} is outside of the duel's board.")));
        }
        let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
            return Some(IllegalAction::new(
                "square",
                format!("{from} to {to}: the duel's squares are a1 to h8."),
            ));
        };
        let pair = FromTo { from, to };
        let is_legal = self.chess.legal_moves().iter().any(|m| FromTo::from_move(*m) == pair);
        (!is_legal).then(|| self.why_not(pair))
    }

    /// Why this is not a legal move of the duel. It must not be one.
    pub(super) fn why_not(&self, pair: FromTo) -> IllegalAction {
        let [white, black] =
            [self.finalists.white, self.finalists.black].map(|seat| capitalised(seat.name(SEATS)));
        explain_chess_move(&self.chess, pair, SideNames { white: &white, black: &black })
    }
}

impl Survival {
    fn explain_other_army(&self, seat: Seat, from: Square, owner: Seat, role: Role) -> IllegalAction {
        let [to_act, owner] = [seat, owner].map(|seat| capitalised(seat.name(SEATS)));
        let turn = if self.seats_in_check.contains(seat) {
            format!("{to_act} is in check and moves first")
        } else {
            format!("{to_act} is to move")
        };
        IllegalAction::new("not_yours", format!("The {} on {from} is {owner}'s; {turn}.", role.name()))
    }

    /// What is wrong with a move apart from the safety of its king, if anything is.
    fn explain_path(&self, seat: Seat, step: Move) -> Option<IllegalAction> {
        let Move { from, to, role } = step;
        let (name, man) = (capitalised(seat.name(SEATS)), role.name());
        if from == to {
            return Some(IllegalAction::new("stays", format!("The {man} must leave {from}.")));
        }
        if let Some(why) = self.explain_corner(seat, step) {
            return Some(why);
        }
        if self.board.piece_at(to).is_some_and(|(owner, _)| owner == seat) {
            return Some(IllegalAction::new("own_piece", format!("{name}'s own piece stands on {to}.")));
        }
        let way = match role {
            Role::Pawn => self.explain_pawn_move(seat, step),
            Role::Knight => explain_shape(knight_attacks(from).contains(to), step),
            Role::King => self.explain_king_move(seat, step),
            Role::Bishop | Role::Rook | Role::Queen => self.explain_line(step),
        };
        way.or_else(|| self.explain_eviction(seat, step))
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
            .then(|| IllegalAction::new("corner", "Corners are blocked in this game: nobody enters them."))
    }

    /// "If the king has a legal move out of the corner, only such moves are legal."
    fn explain_eviction(&self, seat: Seat, step: Move) -> Option<IllegalAction> {
        let leaves = step.role == Role::King && step.to.owner().is_none();
        (self.must_leave_corner(seat) && !leaves).then(|| {
            let name = capitalised(seat.name(SEATS));
            let words = format!("{name} has fewer than two queens, so its king must leave the corner now.");
            IllegalAction::new("evicted", words)
        })
    }

    fn explain_line(&self, step: Move) -> Option<IllegalAction> {
        let Move { from, to, role } = step;
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        if !(straight && role != Role::Bishop || diagonal && role != Role::Rook) {
            return explain_shape(false, step);
        }
        if Direction::towards(from, to).is_none() {
            let words = format!("The line from {from} to {to} passes over a home corner.");
            return Some(IllegalAction::new("corner", words));
        }
        let blocked = (between(from, to) & self.board.occupied()).is_nonempty();
        blocked.then(|| IllegalAction::new("blocked", format!("Something stands between {from} and {to}.")))
    }

    fn explain_pawn_move(&self, seat: Seat, step: Move) -> Option<IllegalAction> {
        let Move { from, to, .. } = step;
        let occupied = self.board.occupied();
        if pawn_attacks(seat, from).contains(to) {
            if !occupied.contains(to) {
                return Some(IllegalAction::new(
                    "pawn_capture",
                    format!("There is nothing to capture on {to}."),
                ));
            }
            let edge = edge_pawns(&self.board);
            return (self.is_first_round() && edge.contains(from) && edge.contains(to)).then(|| {
                let words = "In the first round an edge pawn may not capture an edge pawn.";
                IllegalAction::new("edge_pawns", words)
            });
        }
        let one = army::square_ahead(seat, from);
        let two = army::square_ahead(seat, one);
        if to == two && to != one && !army::double_step_squares(seat).contains(from) {
            let words = format!("The pawn on {from} has moved: only its first move may be two squares.");
            return Some(IllegalAction::new("double_step", words));
        }
        if to != one && to != two {
            return explain_shape(false, step);
        }
        let blocked = occupied.contains(one) || occupied.contains(to);
        blocked.then(|| IllegalAction::new("blocked", format!("The pawn on {from} is blocked.")))
    }

    fn explain_king_move(&self, seat: Seat, step: Move) -> Option<IllegalAction> {
        let Move { from, to, .. } = step;
        let [a, b] = army::royal_squares(seat);
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let along = if a.rank() == b.rank() { (files.abs(), ranks) } else { (ranks.abs(), files) };
        if along == (2, 0) && [a, b].contains(&from) {
            return Some(self.explain_castling(seat, step));
        }
        explain_shape(king_attacks(from).contains(to) || from.is_next_to(to), step)
    }

    fn explain_castling(&self, seat: Seat, step: Move) -> IllegalAction {
        let rook = castling_rook(seat, step);
        if !self.options.castling {
            return IllegalAction::new("castling_off", "There is no castling in this game before the duel.");
        }
        if !self.castling_rights.rooks_of(seat).any(|right| right == rook) {
            return IllegalAction::new(
                "castling_right",
                "King or rook has moved, or the rook is gone: no castling on this side.",
            );
        }
        if (between(step.from, rook) & self.board.occupied()).is_nonempty() {
            return IllegalAction::new("blocked", "Something stands between king and rook.");
        }
        if self.seats_in_check.contains(seat) {
            return IllegalAction::new("in_check", "The king may not castle out of check.");
        }
        let (crossed, to) = (crossed_square(step), step.to);
        IllegalAction::new(
            "king_attacked",
            format!("The king would cross or reach an attacked square: {crossed} or {to}."),
        )
    }

    fn explain_unsafe_king(&self, seat: Seat, role: Role) -> IllegalAction {
        let name = capitalised(seat.name(SEATS));
        if role == Role::King {
            return IllegalAction::new("king_attacked", format!("{name}'s king would stand attacked there."));
        }
        if self.seats_in_check.contains(seat) {
            return IllegalAction::new("in_check", format!("{name} is in check, and this does not end it."));
        }
        IllegalAction::new("king_attacked", format!("This would leave {name}'s king attacked."))
    }
}

fn explain_shape(fits: bool, Move { from, to, role }: Move) -> Option<IllegalAction> {
    (!fits)
        .then(|| IllegalAction::new("shape", format!("A {} does not go from {from} to {to}.", role.name())))
}

fn explain_tap(cell: &str) -> IllegalAction {
    IllegalAction::new(
        "gesture",
        format!("A tap on {cell} does nothing: moves go from one square to another."),
    )
}
