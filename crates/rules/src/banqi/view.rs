//! Banqi as a client draws it.

use super::{Action, Bag, Banqi, Colour, FIRST, SEATS, SECOND, Square};
use crate::{
    ArmyView, Board, Cell, Choice, Eye, Gesture, Ground, Man, ManState, Mark, MarkKind, Position as _, Seat,
    SeatView, Tray, TrayMan, Turn, TurnView, View, capital, facing,
};
use smol_str::{SmolStr, ToSmolStr as _};
use std::sync::LazyLock;

impl Banqi {
    pub(super) fn seen_by(&self, eye: Eye) -> View {
        let turn = self.turn();
        View {
            board: BOARD.seen_from(eye.near(facing)),
            men: Square::all().filter_map(|square| self.man(square)).collect(),
            marks: self.turning.iter().map(|square| turning_mark(*square)).collect(),
            trays: vec![tray("captured", self.captured()), tray("in the bag", self.bag)],
            armies: Colour::BOTH.map(|colour| self.army_view(colour)).to_vec(),
            seats: [FIRST, SECOND].map(|seat| self.seat_view(seat)).to_vec(),
            turn: self.turn_view(turn),
            choices: Choice::all(self, turn, eye),
        }
    }

    fn man(&self, square: Square) -> Option<Man> {
        let (army, kind, letter, state) = match self.board.piece(square) {
            Some(piece) => (Some(piece.colour()), piece.kind().name(), piece.letter(), ManState::Free),
            None if self.board.hidden().contains(square) => (None, "hidden", '?', ManState::Hidden),
            None => return None,
        };
        Some(Man {
            cell: square.name(),
            army: army.map(|colour| SmolStr::new_static(colour.name())),
            kind: SmolStr::new_static(kind),
            letter: crate::letter(letter),
            promotes_to: None,
            state,
        })
    }

    fn army_view(&self, colour: Colour) -> ArmyView {
        let seat = [FIRST, SECOND].into_iter().find(|seat| self.colour_of(*seat) == Some(colour));
        ArmyView::new(colour.name(), seat.map(|seat| seat.name(SEATS)))
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let playing = self.playing().contains(seat);
        SeatView {
            name: SmolStr::new_static(seat.name(SEATS)),
            side: facing(seat),
            playing,
            place: None,
            note: None,
        }
    }

    fn turn_view(&self, turn: Turn) -> TurnView {
        let who = capital(self.seat().name(SEATS));
        let (phase, words) = match (turn, self.turning, self.side()) {
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
            who: SmolStr::new_static(turn.word(SEATS)),
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

fn tray(title: &str, pieces: Bag) -> Tray {
    let men = pieces.pieces().map(|(piece, count)| TrayMan {
        army: SmolStr::new_static(piece.colour().name()),
        kind: SmolStr::new_static(piece.kind().name()),
        letter: crate::letter(piece.letter()),
        count,
    });
    Tray { title: title.to_string(), men: men.collect() }
}

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let cell = |square: Square| Cell {
        name: square.name(),
        column: square.file(),
        row: square.rank(),
        ground: Ground::Plain,
        owner: None,
    };
    Board::lettered(Square::FILES, Square::RANKS, Square::all().map(cell))
});
