//! Why something cannot be done, in the words of the rules.

use super::action::{Action, Step};
use super::army::{self, Role, SEATS};
use super::attacks::line;
use super::board::{castling_rook, crossed};
use super::duel::Duel;
use super::moves::edge_pawns;
use super::square::Square;
use super::survival::Survival;
use super::tables::{Direction, king_steps, knight_jumps, pawn_attacks};
use super::view::{OUTER, SWAP_BUTTON};
use super::{Bishops, Corners, Phase};
use crate::chess::{Pair, SideNames, why_not_chess};
use crate::{Gesture, Position as _, Seat, Turn, WhyNot, capital};
use shakmaty::Position as _;

impl Bishops {
    pub(super) fn why_not(&self, gesture: &Gesture) -> Option<WhyNot> {
        match (&self.phase, self.turn()) {
            (_, Turn::Over) => Some(WhyNot::over()),
            (_, Turn::Chance) => {
                Some(WhyNot::new("chance", "Chance decides first whose king and queen change places."))
            }
            (Phase::Survival(game), _) => self.why_not_survival(game, gesture),
            (Phase::Duel(duel), _) => duel.why_not_gesture(gesture),
        }
    }

    fn why_not_survival(&self, game: &Survival, gesture: &Gesture) -> Option<WhyNot> {
        match gesture {
            Gesture::Button { name } if name == SWAP_BUTTON => self.why_no_swap(game),
            Gesture::Button { name } => Some(WhyNot::new("button", format!("There is no button {name:?}."))),
            Gesture::Tap { cell } => Some(not_tapped(cell)),
            Gesture::Move { from, to, .. } => {
                let (Some(from), Some(to)) = (Square::read(from), Square::read(to)) else {
                    return Some(WhyNot::new("square", format!("{from} to {to}: squares are a1 to l12.")));
                };
                let mut legal = Vec::new();
                self.legal(&mut legal);
                let is_meant =
                    |action: &Action| matches!(action, Action::Step(s) if (s.from, s.to) == (from, to));
                (!legal.iter().any(is_meant)).then(|| self.why_no_step(game, from, to))
            }
        }
    }

    /// Why the seat to act cannot exchange king and queen, if it cannot.
    pub(super) fn why_no_swap(&self, game: &Survival) -> Option<WhyNot> {
        let seat = self.turn().seat()?;
        let name = capital(seat.name(SEATS));
        if game.can_swap(seat) {
            return None;
        }
        if !game.fresh.contains(seat) {
            let words = format!(
                "{name} has moved or swapped already: king and queen are exchanged before that, once."
            );
            return Some(WhyNot::new("swap_late", words));
        }
        if game.checked.contains(seat) {
            return Some(WhyNot::new("swap_in_check", format!("{name} is in check and may not swap.")));
        }
        if !game.board.royals_at_home(seat) {
            let words = format!("{name}'s king and queen are not both on their first squares.");
            return Some(WhyNot::new("swap_without_queen", words));
        }
        Some(WhyNot::new("king_attacked", format!("{name}'s king would stand attacked after the swap.")))
    }

    /// Why this is not a legal move before the duel. It must not be one.
    pub(super) fn why_no_step(&self, game: &Survival, from: Square, to: Square) -> WhyNot {
        let Some(seat) = self.turn().seat() else { return WhyNot::over() };
        let Some((owner, role)) = game.board.man_at(from) else {
            return WhyNot::new("empty", format!("There is nothing on {from}."));
        };
        if owner != seat {
            return game.not_to_act(seat, from, owner, role);
        }
        let step = Step { from, to, role };
        game.why_no_way(seat, step).unwrap_or_else(|| game.unsafe_king(seat, role))
    }
}

impl Duel {
    fn why_not_gesture(&self, gesture: &Gesture) -> Option<WhyNot> {
        let (from, to) = match gesture {
            Gesture::Button { name } if name == SWAP_BUTTON => {
                return Some(WhyNot::new("duel", "King and queen are not exchanged in the duel."));
            }
            Gesture::Button { name } => {
                return Some(WhyNot::new("button", format!("There is no button {name:?}.")));
            }
            Gesture::Tap { cell } => return Some(not_tapped(cell)),
            Gesture::Move { from, to, .. } => (from, to),
        };
        if let Some(outer) = [from, to].into_iter().find(|cell| cell.starts_with(OUTER)) {
            return Some(WhyNot::new("outside", format!("{outer} is outside of the duel's board.")));
        }
        let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
            return Some(WhyNot::new("square", format!("{from} to {to}: the duel's squares are a1 to h8.")));
        };
        let pair = Pair { from, to };
        let is_legal = self.chess.legal_moves().iter().any(|m| Pair::of(*m) == pair);
        (!is_legal).then(|| self.why_not(pair))
    }

    /// Why this is not a legal move of the duel. It must not be one.
    pub(super) fn why_not(&self, pair: Pair) -> WhyNot {
        let [white, black] =
            [self.finalists.white, self.finalists.black].map(|seat| capital(seat.name(SEATS)));
        why_not_chess(&self.chess, pair, SideNames { white: &white, black: &black })
    }
}

impl Survival {
    fn not_to_act(&self, seat: Seat, from: Square, owner: Seat, role: Role) -> WhyNot {
        let [to_act, owner] = [seat, owner].map(|seat| capital(seat.name(SEATS)));
        let turn = if self.checked.contains(seat) {
            format!("{to_act} is in check and moves first")
        } else {
            format!("{to_act} is to move")
        };
        WhyNot::new("not_yours", format!("The {} on {from} is {owner}'s; {turn}.", role.name()))
    }

    /// What is wrong with a move apart from the safety of its king, if anything is.
    fn why_no_way(&self, seat: Seat, step: Step) -> Option<WhyNot> {
        let Step { from, to, role } = step;
        let (name, man) = (capital(seat.name(SEATS)), role.name());
        if from == to {
            return Some(WhyNot::new("stays", format!("The {man} must leave {from}.")));
        }
        if let Some(why) = self.why_not_enter(seat, step) {
            return Some(why);
        }
        if self.board.man_at(to).is_some_and(|(owner, _)| owner == seat) {
            return Some(WhyNot::new("own_piece", format!("{name}'s own piece stands on {to}.")));
        }
        let way = match role {
            Role::Pawn => self.why_no_pawn_way(seat, step),
            Role::Knight => shape(knight_jumps(from).contains(to), step),
            Role::King => self.why_no_king_way(seat, step),
            Role::Bishop | Role::Rook | Role::Queen => self.why_no_line(step),
        };
        way.or_else(|| self.why_evicted(seat, step))
    }

    /// "A corner square can be entered only by the king whose home it is."
    fn why_not_enter(&self, seat: Seat, Step { to, role, .. }: Step) -> Option<WhyNot> {
        let owner = to.owner()?;
        if owner != seat || role != Role::King {
            let owner = capital(owner.name(SEATS));
            let words = format!("{to} is in {owner}'s home corner, which only {owner}'s king may enter.");
            return Some(WhyNot::new("corner", words));
        }
        (self.options.corners == Corners::Blocked)
            .then(|| WhyNot::new("corner", "Corners are blocked in this game: nobody enters them."))
    }

    /// "If the king has a legal move out of the corner, only such moves are legal."
    fn why_evicted(&self, seat: Seat, step: Step) -> Option<WhyNot> {
        let leaves = step.role == Role::King && step.to.owner().is_none();
        (self.must_leave_corner(seat) && !leaves).then(|| {
            let name = capital(seat.name(SEATS));
            let words = format!("{name} has fewer than two queens, so its king must leave the corner now.");
            WhyNot::new("evicted", words)
        })
    }

    fn why_no_line(&self, step: Step) -> Option<WhyNot> {
        let Step { from, to, role } = step;
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        if !(straight && role != Role::Bishop || diagonal && role != Role::Rook) {
            return shape(false, step);
        }
        if Direction::between(from, to).is_none() {
            let words = format!("The line from {from} to {to} passes over a home corner.");
            return Some(WhyNot::new("corner", words));
        }
        let blocked = (line(from, to) & self.board.occupied()).nonempty();
        blocked.then(|| WhyNot::new("blocked", format!("Something stands between {from} and {to}.")))
    }

    fn why_no_pawn_way(&self, seat: Seat, step: Step) -> Option<WhyNot> {
        let Step { from, to, .. } = step;
        let occupied = self.board.occupied();
        if pawn_attacks(seat, from).contains(to) {
            if !occupied.contains(to) {
                return Some(WhyNot::new("pawn_capture", format!("There is nothing to capture on {to}.")));
            }
            let edge = edge_pawns(&self.board);
            return (self.is_first_round() && edge.contains(from) && edge.contains(to)).then(|| {
                let words = "In the first round an edge pawn may not capture an edge pawn.";
                WhyNot::new("edge_pawns", words)
            });
        }
        let one = army::square_ahead(seat, from);
        let two = army::square_ahead(seat, one);
        if to == two && to != one && !army::double_step_from(seat).contains(from) {
            let words = format!("The pawn on {from} has moved: only its first move may be two squares.");
            return Some(WhyNot::new("double_step", words));
        }
        if to != one && to != two {
            return shape(false, step);
        }
        let blocked = occupied.contains(one) || occupied.contains(to);
        blocked.then(|| WhyNot::new("blocked", format!("The pawn on {from} is blocked.")))
    }

    fn why_no_king_way(&self, seat: Seat, step: Step) -> Option<WhyNot> {
        let Step { from, to, .. } = step;
        let [a, b] = army::royal_squares(seat);
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let along = if a.rank() == b.rank() { (files.abs(), ranks) } else { (ranks.abs(), files) };
        if along == (2, 0) && [a, b].contains(&from) {
            return Some(self.why_no_castling(seat, step));
        }
        shape(king_steps(from).contains(to) || from.is_next_to(to), step)
    }

    fn why_no_castling(&self, seat: Seat, step: Step) -> WhyNot {
        let rook = castling_rook(seat, step);
        if !self.options.castling {
            return WhyNot::new("castling_off", "There is no castling in this game before the duel.");
        }
        if !self.rooks.of(seat).any(|right| right == rook) {
            return WhyNot::new(
                "castling_right",
                "King or rook has moved, or the rook is gone: no castling on this side.",
            );
        }
        if (line(step.from, rook) & self.board.occupied()).nonempty() {
            return WhyNot::new("blocked", "Something stands between king and rook.");
        }
        if self.checked.contains(seat) {
            return WhyNot::new("in_check", "The king may not castle out of check.");
        }
        let (crossed, to) = (crossed(step), step.to);
        WhyNot::new(
            "king_attacked",
            format!("The king would cross or reach an attacked square: {crossed} or {to}."),
        )
    }

    fn unsafe_king(&self, seat: Seat, role: Role) -> WhyNot {
        let name = capital(seat.name(SEATS));
        if role == Role::King {
            return WhyNot::new("king_attacked", format!("{name}'s king would stand attacked there."));
        }
        if self.checked.contains(seat) {
            return WhyNot::new("in_check", format!("{name} is in check, and this does not end it."));
        }
        WhyNot::new("king_attacked", format!("This would leave {name}'s king attacked."))
    }
}

fn shape(fits: bool, Step { from, to, role }: Step) -> Option<WhyNot> {
    (!fits).then(|| WhyNot::new("shape", format!("A {} does not go from {from} to {to}.", role.name())))
}

fn not_tapped(cell: &str) -> WhyNot {
    WhyNot::new("gesture", format!("A tap on {cell} does nothing: moves go from one square to another."))
}
