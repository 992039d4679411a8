//! Banqi as a client draws it.

use super::{Action, Banqi, Colour, FIRST, PieceCounts, SEATS, SECOND, Square};
use crate::{
    ArmyView, BoardView, Cell, Choice, Eye, Gesture, Ground, Mark, MarkKind, PieceState, PieceView,
    Position as _, Seat, SeatView, Tray, TrayPiece, Turn, TurnView, View, capitalised, two_player_side,
};
use smol_str::{SmolStr, ToSmolStr as _};
use std::sync::LazyLock;

impl Banqi {
    pub(super) fn seen_by(&self, eye: Eye) -> View {
        let turn = self.turn();
        View {
            board: BOARD.with_near_side(eye.near_side(two_player_side)),
            men: Square::all().filter_map(|square| self.man(square)).collect(),
            marks: self.flipping.iter().map(|square| turning_mark(*square)).collect(),
            trays: vec![tray("captured", self.captured()), tray("in the bag", self.unrevealed)],
            armies: Colour::ALL.map(|colour| self.army_view(colour)).to_vec(),
            seats: [FIRST, SECOND].map(|seat| self.seat_view(seat)).to_vec(),
            turn: self.turn_view(turn),
            choices: Choice::all(self, turn, eye),
        }
    }

    fn man(&self, square: Square) -> Option<PieceView> {
        let (army, kind, letter, state) = match self.board.piece_at(square) {
            Some(piece) => (Some(piece.colour()), piece.role().name(), piece.letter(), PieceState::Free),
            None if self.board.face_down().contains(square) => (None, "hidden", '?', PieceState::Hidden),
            None => return None,
        };
        Some(PieceView {
            cell: square.name(),
            army: army.map(|colour| SmolStr::new_static(colour.name())),
            kind: SmolStr::new_static(kind),
            letter: crate::letter_text(letter),
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
        let who = capitalised(self.seat().name(SEATS));
        let (phase, words) = match (turn, self.flipping, self.side()) {
            (Turn::Over, ..) => ("over", "The game is over".to_string()),
            (_, Some(square), _) => ("reveal", format!("{who} turns over the piece on {square}")),
            (_, None, None) => ("flip", format!("{who} flips any piece: its colour will be {who}'s")),
            (_, None, Some(side)) => ("move", format!("{who} ({}) flips, steps or captures", side.name())),
        };
        let army = turn
            .seat()
            .and_then(|seat| self.colour_of(seat))
            .map(|colour| SmolStr::new_static(colour.name()));
        TurnView {
            who: SmolStr::new_static(turn.name(SEATS)),
            army,
            phase: SmolStr::new_static(phase),
            words,
            die: None,
        }
    }
}

/// What chance shows is no gesture, and is never listed for a seat.
pub(super) fn gesture(action: Action) -> Gesture {
    match action {
        Action::Flip(square) => Gesture::Tap { cell: square.name() },
        Action::Move { from, to } => Gesture::from_to(from.name(), to.name()),
        Action::Reveal(piece) => Gesture::Button { name: piece.to_smolstr() },
    }
}

fn turning_mark(square: Square) -> Mark {
    Mark { kind: MarkKind::Turning, cells: vec![square.name()] }
}

fn tray(title: &str, pieces: PieceCounts) -> Tray {
    let men = pieces.iter().map(|(piece, count)| TrayPiece {
        army: SmolStr::new_static(piece.colour().name()),
        kind: SmolStr::new_static(piece.role().name()),
        letter: crate::letter_text(piece.letter()),
        count,
    });
    Tray { title: title.to_string(), men: men.collect() }
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
