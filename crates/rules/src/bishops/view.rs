//! The view of Bishops that clients draw.

use super::action::Action;
use super::army;
use super::duel::Duel;
use super::piece::Piece;
use super::square::Square;
use super::survival::Survival;
use super::view_board::{DUEL_BOARD, SURVIVAL_BOARD};
use super::{ALL_SEATS, Bishops, Phase, SEATS};
use crate::chess::{role_name, square_name};
use crate::{
    ArmyView, Choice, Eye, Gesture, Mark, MarkKind, PieceState, PieceView, Position as _, Presentation as _,
    Seat, SeatView, Side, Turn, TurnView, View, capitalised, letter_text,
};
use shakmaty::Position as _;
use smol_str::SmolStr;

/// The button that swaps king and queen.
pub(super) const SWAP_BUTTON: &str = "swap";
/// The name prefix of the cells around the duel board.
pub(super) const OUTER: &str = "outer-";

pub(super) fn view(position: &Bishops, eye: Eye) -> View {
    let turn = position.turn();
    let near = eye.near_side(|seat| position.side_of(seat));
    let (board, men, marks) = match &position.phase {
        Phase::Survival(game) => (SURVIVAL_BOARD.with_near_side(near), game.piece_views(), game.marks(turn)),
        Phase::Duel(duel) => (DUEL_BOARD.with_near_side(near), duel.piece_views(), duel.marks()),
    };
    View {
        board,
        men,
        marks,
        trays: Vec::new(),
        armies: army::ORDER.map(|seat| position.army_view(seat)).to_vec(),
        seats: army::ORDER.map(|seat| position.seat_view(seat)).to_vec(),
        turn: position.turn_view(turn),
        choices: Choice::all(position, turn, eye),
    }
}

pub(super) fn gesture(action: Action) -> Gesture {
    match action {
        Action::Move(m) => Gesture::from_to(m.from.name(), m.to.name()),
        Action::Duel(m) => Gesture::from_to(square_name(m.from_to().from), square_name(m.from_to().to)),
        Action::Swap | Action::Sides(_) | Action::ForceDuel => {
            Gesture::Button { name: SmolStr::new_static(SWAP_BUTTON) }
        }
    }
}

impl Bishops {
    /// The side where a seat sits. In the duel the finalists face each other, and the others sit at the remaining sides.
    fn side_of(&self, seat: Seat) -> Side {
        const AROUND: [Side; 4] = [Side::South, Side::West, Side::North, Side::East];
        let Phase::Duel(duel) = &self.phase else { return AROUND[seat.index()] };
        match duel.finalists.side(seat) {
            Some(side) => side.fold_wb(Side::South, Side::North),
            None if ALL_SEATS.minus(duel.finalists.seats()).iter().next() == Some(seat) => Side::West,
            None => Side::East,
        }
    }

    fn army_view(&self, seat: Seat) -> ArmyView {
        let name = seat.name(SEATS);
        let (in_game, in_check) = match &self.phase {
            Phase::Survival(game) => (game.living().contains(seat), game.seats_in_check.contains(seat)),
            Phase::Duel(duel) => {
                let in_game = duel.finalists.seats().contains(seat);
                (in_game, in_game && duel.seat_to_move() == seat && duel.chess.is_check())
            }
        };
        ArmyView { in_check, ..ArmyView::new(name, in_game.then_some(name)) }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let playing = self.active_seats().contains(seat);
        let (places, note) = match &self.phase {
            Phase::Survival(game) => (&game.places, game.note(seat, self.turn())),
            Phase::Duel(duel) => (&duel.places, duel.note(seat)),
        };
        let place = self.outcome().and_then(|outcome| outcome.place(seat)).or_else(|| places.of(seat));
        SeatView {
            name: SmolStr::new_static(seat.name(SEATS)),
            side: self.side_of(seat),
            playing,
            place,
            note,
        }
    }

    fn turn_view(&self, turn: Turn) -> TurnView {
        let words = match (&self.phase, turn) {
            (_, Turn::Over) => "The game is over".to_string(),
            (_, Turn::Chance) => "Drawing lots: whose king and queen are swapped?".to_string(),
            (Phase::Survival(game), Turn::Seat(seat)) => game.turn_words(seat),
            (Phase::Duel(duel), Turn::Seat(seat)) => duel.turn_words(seat),
        };
        let army = turn.seat().map(|seat| SmolStr::new_static(seat.name(SEATS)));
        TurnView {
            who: SmolStr::new_static(turn.name(SEATS)),
            army,
            phase: SmolStr::new_static(self.phase(turn)),
            words,
            die: None,
        }
    }
}

impl Survival {
    fn piece_views(&self) -> Vec<PieceView> {
        let piece_view = |(square, Piece { seat, role }): (Square, Piece)| {
            piece_view(square.name(), seat, role.name(), role.letter())
        };
        self.pieces().map(piece_view).collect()
    }

    fn marks(&self, turn: Turn) -> Vec<Mark> {
        let kings = ALL_SEATS.iter().filter_map(|seat| Some((seat, self.board.king(seat)?)));
        let marks = kings.flat_map(|(seat, king)| {
            let evicted = turn == Turn::Seat(seat) && self.must_leave_corner(seat);
            let kinds = [
                (MarkKind::Check, self.seats_in_check.contains(seat)),
                (MarkKind::Sanctuary, self.board.in_corner(seat)),
                (MarkKind::Immune, self.board.is_immune(seat)),
                (MarkKind::Evicted, evicted),
            ];
            let here = king.name();
            kinds
                .into_iter()
                .filter(|(_, holds)| *holds)
                .map(move |(kind, _)| Mark { kind, cells: vec![here.clone()] })
        });
        marks.collect()
    }

    /// The remark about a seat: why it does not move, the state of its king, the value of its lost pieces.
    fn note(&self, seat: Seat, turn: Turn) -> Option<String> {
        if !self.living().contains(seat) {
            return None;
        }
        let mut notes = Vec::new();
        if let Turn::Seat(to_act) = turn {
            notes.extend(self.why_waiting(seat, to_act));
        }
        if self.board.is_immune(seat) {
            notes.push("immune in the corner".to_string());
        } else if self.has_lost_sanctuary(seat) {
            notes.push("king must leave the corner as soon as it can".to_string());
        }
        if let Some(limit) = self.options.material_limit.value() {
            notes.push(format!("lost {} of {limit}", self.lost_value[seat]));
        }
        (!notes.is_empty()).then(|| notes.join("; "))
    }

    fn why_waiting(&self, seat: Seat, to_act: Seat) -> Option<String> {
        let name = capitalised(to_act.name(SEATS));
        if self.seats_in_check.contains(seat) {
            let waits = format!("in check, moves after {name}");
            return Some(if seat == to_act { "in check".to_string() } else { waits });
        }
        let mut skipped = army::clockwise_from(self.last_mover).take_while(|other| *other != to_act);
        if !skipped.any(|other| other == seat) {
            return None;
        }
        if self.seats_in_check.contains(to_act) {
            return Some(format!("skipped: {name} is in check"));
        }
        (!self.can_act(seat)).then(|| "passes: no legal move".to_string())
    }

    fn turn_words(&self, seat: Seat) -> String {
        let name = capitalised(seat.name(SEATS));
        if self.must_leave_corner(seat) {
            format!("{name}'s king must leave the corner")
        } else if self.seats_in_check.contains(seat) {
            format!("{name} is in check and must respond")
        } else if self.can_swap(seat) {
            format!("{name} to move, and may swap king and queen first")
        } else {
            format!("{name} to move")
        }
    }
}

impl Duel {
    fn piece_views(&self) -> Vec<PieceView> {
        let pieces = self.chess.board().iter().map(|(square, piece)| {
            let seat = self.finalists.seat(piece.color);
            piece_view(square_name(square), seat, role_name(piece.role), piece.role.upper_char())
        });
        pieces.collect()
    }

    fn marks(&self) -> Vec<Mark> {
        let king = self.chess.is_check().then(|| self.chess.board().king_of(self.chess.turn())).flatten();
        king.map(|king| Mark { kind: MarkKind::Check, cells: vec![square_name(king)] }).into_iter().collect()
    }

    fn note(&self, seat: Seat) -> Option<String> {
        self.finalists.side(seat).map(|side| format!("{side} in the duel"))
    }

    fn turn_words(&self, seat: Seat) -> String {
        let side = self.finalists.side(seat).map_or(String::new(), |side| side.to_string());
        let name = capitalised(seat.name(SEATS));
        if self.chess.is_check() {
            format!("{name} ({side} in the duel) is in check and must respond")
        } else {
            format!("{name} ({side} in the duel) to move")
        }
    }
}

fn piece_view(cell: SmolStr, seat: Seat, kind: &'static str, symbol: char) -> PieceView {
    PieceView {
        cell,
        army: Some(SmolStr::new_static(seat.name(SEATS))),
        kind: SmolStr::new_static(kind),
        letter: letter_text(symbol),
        promotes_to: None,
        state: PieceState::Free,
    }
}
