//! The view of Banqi that clients draw.

use super::{Action, Banqi, Colour, FIRST, PieceCounts, SEATS, SECOND, Square};
use crate::{
    ArmyView, BoardView, Cell, Choice, Eye, Gesture, Ground, Mark, MarkKind, PieceState, PieceView,
    Position as _, Presentation as _, Seat, SeatView, Tray, TrayPiece, Turn, TurnView, View, capitalised,
    letter_text, two_player_side,
};
use smol_str::{SmolStr, ToSmolStr as _};
use std::sync::LazyLock;

pub(super) fn view(position: &Banqi, eye: Eye) -> View {
    let turn = position.turn();
    View {
        board: BOARD.with_near_side(eye.near_side(two_player_side)),
        men: Square::all().filter_map(|square| position.piece_view(square)).collect(),
        marks: position.flipping.iter().map(|square| flip_mark(*square)).collect(),
        trays: vec![tray("captured", position.captured()), tray("still face down", position.unrevealed)],
        armies: Colour::ALL.map(|colour| position.army_view(colour)).to_vec(),
        seats: [FIRST, SECOND].map(|seat| position.seat_view(seat)).to_vec(),
        turn: position.turn_view(turn),
        choices: Choice::all(position, turn, eye),
    }
}

impl Banqi {
    fn piece_view(&self, square: Square) -> Option<PieceView> {
        let (army, role, letter, state) = match self.board.piece_at(square) {
            Some(piece) => (Some(piece.colour()), piece.role().name(), piece.letter(), PieceState::Free),
            None if self.board.face_down().contains(square) => (None, "hidden", '?', PieceState::Hidden),
            None => return None,
        };
        Some(PieceView {
            cell: square.name(),
            army: army.map(|colour| SmolStr::new_static(colour.name())),
            kind: SmolStr::new_static(role),
            letter: letter_text(letter),
            promotes_to: None,
            state,
        })
    }

    fn army_view(&self, colour: Colour) -> ArmyView {
        let seat = [FIRST, SECOND].into_iter().find(|seat| self.colour_of(*seat) == Some(colour));
        ArmyView::new(colour.name(), seat.map(|seat| seat.name(SEATS)))
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let playing = self.active_seats().contains(seat);
        SeatView {
            name: SmolStr::new_static(seat.name(SEATS)),
            side: two_player_side(seat),
            playing,
            place: None,
            note: None,
        }
    }

    fn turn_view(&self, turn: Turn) -> TurnView {
        let who = capitalised(self.seat_to_move().name(SEATS));
        let words = match (turn, self.flipping, self.colour_to_move()) {
            (Turn::Over, ..) => "The game is over".to_string(),
            (_, Some(square), _) => format!("{who} is flipping the piece on {square}"),
            (_, None, None) => format!("{who} to flip any piece; its colour becomes {who}'s"),
            (_, None, Some(colour)) => format!("{who} ({}) to flip, move or capture", colour.name()),
        };
        let army = turn
            .seat()
            .and_then(|seat| self.colour_of(seat))
            .map(|colour| SmolStr::new_static(colour.name()));
        TurnView {
            who: SmolStr::new_static(turn.name(SEATS)),
            army,
            phase: SmolStr::new_static(self.phase(turn)),
            words,
            die: None,
        }
    }
}

/// The gesture of an action. A reveal is never a legal action of a seat, so it has no gesture of its own.
pub(super) fn gesture(action: Action) -> Gesture {
    match action {
        Action::Flip(square) => Gesture::Tap { cell: square.name() },
        Action::Move { from, to } => Gesture::from_to(from.name(), to.name()),
        Action::Reveal(piece) => Gesture::Button { name: piece.to_smolstr() },
    }
}

fn flip_mark(square: Square) -> Mark {
    Mark { kind: MarkKind::Turning, cells: vec![square.name()] }
}

fn tray(title: &str, counts: PieceCounts) -> Tray {
    let pieces = counts.iter().map(|(piece, count)| TrayPiece {
        army: SmolStr::new_static(piece.colour().name()),
        kind: SmolStr::new_static(piece.role().name()),
        letter: letter_text(piece.letter()),
        count,
    });
    Tray { title: title.to_string(), men: pieces.collect() }
}

static BOARD: LazyLock<BoardView> = LazyLock::new(|| {
    let cell = |square: Square| Cell {
        name: square.name(),
        column: square.file(),
        row: square.rank(),
        ground: Ground::Plain,
        owner: None,
    };
    BoardView::algebraic(Square::FILES, Square::RANKS, Square::all().map(cell))
});
