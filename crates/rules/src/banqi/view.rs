//! Banqi as a client draws it.

use super::{Action, Bag, Banqi, Colour, FIRST, SEATS, SECOND, Square};
use crate::{
    ArmyView, Board, Cell, Choice, Eye, Gesture, Ground, Man, ManState, Mark, MarkKind, Position as _, Seat,
    SeatView, Side, Tray, TrayMan, Turn, TurnView, View, capital, facing,
};

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
            choices: match (eye, turn) {
                (Eye::Seat(eye), Turn::Seat(seat)) if eye == seat => self.choices(),
                _ => Vec::new(),
            },
        }
    }

    fn man(&self, square: Square) -> Option<Man> {
        let (army, kind, letter, state) = match self.board.piece(square) {
            Some(piece) => (Some(piece.colour()), piece.kind().name(), piece.letter(), ManState::Free),
            None if self.board.hidden().contains(square) => (None, "hidden", '?', ManState::Hidden),
            None => return None,
        };
        Some(Man {
            cell: square.to_string(),
            army: army.map(|colour| colour.name().to_string()),
            kind: kind.to_string(),
            letter: letter.to_string(),
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
        SeatView { name: seat.name(SEATS).to_string(), side: facing(seat), playing, place: None, note: None }
    }

    fn turn_view(&self, turn: Turn) -> TurnView {
        let who = capital(self.seat().name(SEATS));
        let (phase, words) = match (turn, self.turning, self.side()) {
            (Turn::Over, ..) => ("over", "The game is over".to_string()),
            (_, Some(square), _) => ("reveal", format!("{who} turns over the piece on {square}")),
            (_, None, None) => ("flip", format!("{who} flips any piece: its colour will be {who}'s")),
            (_, None, Some(side)) => ("move", format!("{who} ({}) flips, steps or captures", side.name())),
        };
        let army = turn.seat().and_then(|seat| self.colour_of(seat)).map(|colour| colour.name().to_string());
        TurnView { who: turn.word(SEATS).to_string(), army, phase: phase.to_string(), words, die: None }
    }

    fn choices(&self) -> Vec<Choice> {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        legal.into_iter().filter_map(|action| self.choice(action)).collect()
    }

    fn choice(&self, action: Action) -> Option<Choice> {
        let gesture = match action {
            Action::Flip(square) => Gesture::Tap { cell: square.to_string() },
            Action::Move { from, to } => Gesture::from_to(from.to_string(), to.to_string()),
            Action::Reveal(_) => return None,
        };
        Some(Choice { text: action.to_string(), label: self.notation(action), gesture })
    }
}

fn turning_mark(square: Square) -> Mark {
    Mark { kind: MarkKind::Turning, cells: vec![square.to_string()] }
}

fn tray(title: &str, pieces: Bag) -> Tray {
    let men = pieces.pieces().map(|(piece, count)| TrayMan {
        army: piece.colour().name().to_string(),
        kind: piece.kind().name().to_string(),
        letter: piece.letter().to_string(),
        count,
    });
    Tray { title: title.to_string(), men: men.collect() }
}

fn board(eye: Eye) -> Board {
    let cell = |square: Square| Cell {
        name: square.to_string(),
        column: square.file(),
        row: square.rank(),
        ground: Ground::Plain,
        owner: None,
    };
    Board {
        columns: Square::FILES,
        rows: Square::RANKS,
        cells: Square::all().map(cell).collect(),
        column_labels: ('a'..='h').map(String::from).collect(),
        row_labels: (1..=Square::RANKS).map(|rank| rank.to_string()).collect(),
        near: match eye {
            Eye::Seat(seat) => facing(seat),
            Eye::Spectator => Side::South,
        },
    }
}
