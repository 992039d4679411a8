//! The view of Ban-Chess that clients draw.

use super::{Action, BLACK, BanChess, FromTo, SEATS, WHITE, opponent_of, seat_of};
use crate::chess::{role_name, square_name};
use crate::{
    ArmyView, BoardView, Cell, Choice, Eye, Gesture, Ground, Mark, MarkKind, PieceState, PieceView,
    Position as _, Presentation as _, Seat, SeatView, Turn, TurnView, View, capitalised, letter_text,
    two_player_side,
};
use shakmaty::{Position as _, Square};
use smol_str::SmolStr;
use std::sync::LazyLock;

pub(super) fn view(position: &BanChess, eye: Eye) -> View {
    let turn = position.turn();
    View {
        board: BOARD.with_near_side(eye.near_side(two_player_side)),
        men: position.piece_views(),
        marks: position.marks(),
        trays: Vec::new(),
        armies: [WHITE, BLACK].map(|seat| position.army_view(seat)).to_vec(),
        seats: [WHITE, BLACK].map(|seat| seat_view(seat, turn != Turn::Over)).to_vec(),
        turn: position.turn_view(turn),
        choices: Choice::all(position, turn, eye),
    }
}

impl BanChess {
    fn piece_views(&self) -> Vec<PieceView> {
        let pieces = self.chess.board().iter().map(|(square, piece)| PieceView {
            cell: square_name(square),
            army: Some(SmolStr::new_static(seat_of(piece.color).name(SEATS))),
            kind: SmolStr::new_static(role_name(piece.role)),
            letter: letter_text(piece.role.upper_char()),
            promotes_to: None,
            state: PieceState::Free,
        });
        pieces.collect()
    }

    fn marks(&self) -> Vec<Mark> {
        let check = self.chess.is_check().then(|| self.chess.board().king_of(self.chess.turn())).flatten();
        let check = check.map(|king| Mark { kind: MarkKind::Check, cells: vec![square_name(king)] });
        let cells = |from: Square, to: Square| vec![square_name(from), square_name(to)];
        let ban = self.ban.map(|ban| Mark { kind: MarkKind::Banned, cells: cells(ban.from, ban.to) });
        check.into_iter().chain(ban).collect()
    }

    fn army_view(&self, seat: Seat) -> ArmyView {
        let name = seat.name(SEATS);
        ArmyView {
            in_check: self.seat_to_move() == seat && self.chess.is_check(),
            ..ArmyView::new(name, Some(name))
        }
    }

    fn turn_view(&self, turn: Turn) -> TurnView {
        let (side, banner) = (self.side_name(), capitalised(opponent_of(self.seat_to_move()).name(SEATS)));
        let words = match (turn, self.ban) {
            (Turn::Over, _) => "The game is over".to_string(),
            (_, None) => format!("{banner} to ban one of {side}'s moves"),
            (_, Some(ban)) => format!("{side} to move; {ban} is banned"),
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

fn seat_view(seat: Seat, playing: bool) -> SeatView {
    SeatView {
        name: SmolStr::new_static(seat.name(SEATS)),
        side: two_player_side(seat),
        playing,
        place: None,
        note: None,
    }
}

pub(super) fn gesture(action: Action) -> Gesture {
    let FromTo { from, to } = action.from_to();
    Gesture::from_to(square_name(from), square_name(to))
}

static BOARD: LazyLock<BoardView> = LazyLock::new(|| {
    let cell = |square: Square| Cell {
        name: square_name(square),
        column: u32::from(square.file()) as u8,
        row: u32::from(square.rank()) as u8,
        ground: if square.is_light() { Ground::Light } else { Ground::Dark },
        owner: None,
    };
    BoardView::algebraic(8, 8, Square::ALL.map(cell))
});
