//! Banqi as a client draws it.

use super::{Action, Bag, Banqi, Colour, FIRST, SEATS, SECOND, Square};
use crate::{
    ArmyView, Board, Cell, Choice, Eye, Gesture, Ground, Man, ManState, Mark, MarkKind, Position as _, Seat,
    SeatView, Tray, TrayMan, Turn, TurnView, View, capital, facing,
};
use smol_str::ToSmolStr as _;

impl Banqi {
    pub(super) fn seen_by(&self, eye: Eye) -> View {
        let turn = self.turn();
        View {
            board: board(eye),
            men: Square::all().filter_map(|square| self.man(square)).collect(),
            marks: self.turning.iter().map(|square| turning_mark(*square)).collect(),
            trays: vec![tray("captured", self.captured()), tray("in the bag", self.bag)],
            armies: Colour::BOTH.map(|colour| self.army_view(colour)).to_vec(),
            seats: [FIRST, SECOND].map(|seat| self.seat_view(seat)).to_vec(),
            turn: self.turn_view(turn),
            choices: Choice::all(self, eye, gesture),
        }
    }

    fn man(&self, square: Square) -> Option<Man> {
        let (army, kind, letter, state) = match self.board.piece(square) {
            Some(piece) => (Some(piece.colour()), piece.kind().name(), piece.letter(), ManState::Free),
            None if self.board.hidden().contains(square) => (None, "hidden", '?', ManState::Hidden),
            None => return None,
        };
        Some(Man {
            cell: square.to_smolstr(),
            army: army.map(|colour| colour.name().to_smolstr()),
            kind: kind.to_smolstr(),
            letter: letter.to_smolstr(),
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
        SeatView { name: seat.name(SEATS).to_smolstr(), side: facing(seat), playing, place: None, note: None }
    }

    fn turn_view(&self, turn: Turn) -> TurnView {
        let who = capital(self.seat().name(SEATS));
        let (phase, words) = match (turn, self.turning, self.side()) {
            (Turn::Over, ..) => ("over", "The game is over".to_string()),
            (_, Some(square), _) => ("reveal", format!("{who} turns over the piece on {square}")),
            (_, None, None) => ("flip", format!("{who} flips any piece: its colour will be {who}'s")),
            (_, None, Some(side)) => ("move", format!("{who} ({}) flips, steps or captures", side.name())),
        };
        let army = turn.seat().and_then(|seat| self.colour_of(seat)).map(|colour| colour.name().to_smolstr());
        TurnView { who: turn.word(SEATS).into(), army, phase: phase.into(), words, die: None }
    }
}

/// What chance shows is no gesture, and is never listed for a seat.
fn gesture(action: Action) -> Gesture {
    match action {
        Action::Flip(square) => Gesture::Tap { cell: square.to_smolstr() },
        Action::Move { from, to } => Gesture::from_to(from.to_smolstr(), to.to_smolstr()),
        Action::Reveal(piece) => Gesture::Button { name: piece.to_smolstr() },
    }
}

fn turning_mark(square: Square) -> Mark {
    Mark { kind: MarkKind::Turning, cells: vec![square.to_smolstr()] }
}

fn tray(title: &str, pieces: Bag) -> Tray {
    let men = pieces.pieces().map(|(piece, count)| TrayMan {
        army: piece.colour().name().to_smolstr(),
        kind: piece.kind().name().to_smolstr(),
        letter: piece.letter().to_smolstr(),
        count,
    });
    Tray { title: title.to_string(), men: men.collect() }
}

fn board(eye: Eye) -> Board {
    let cell = |square: Square| Cell {
        name: square.to_smolstr(),
        column: square.file(),
        row: square.rank(),
        ground: Ground::Plain,
        owner: None,
    };
    Board::lettered(Square::FILES, Square::RANKS, Square::all().map(cell).collect(), eye.near(facing))
}
