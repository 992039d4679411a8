//! Enochian chess as a client draws it.

use super::Enochian;
use super::action::Action;
use super::army::Army;
use super::dice::Die;
use super::man::{Kind, Man as Piece};
use crate::{
    ArmyView, Board, Cell, Choice, Eye, Gesture, Ground, Man, ManState, Mark, MarkKind, Position as _, Seat,
    SeatView, Side, Tray, TrayMan, Turn, TurnView, View, capital,
};
use shakmaty::Square;
use smol_str::ToSmolStr as _;

impl Enochian {
    pub(super) fn seen_by(&self, eye: Eye) -> View {
        let turn = self.turn();
        let seats: Vec<Seat> = (0..self.seats().len()).map(Seat::new).collect();
        View {
            board: board(eye),
            men: Square::ALL.into_iter().flat_map(|square| self.men_on(square)).collect(),
            marks: self.marks(),
            trays: seats.iter().filter_map(|seat| self.tray(*seat)).collect(),
            armies: Army::ALL.map(|army| self.army_view(army)).to_vec(),
            seats: seats.iter().map(|seat| self.seat_view(*seat)).collect(),
            turn: self.turn_view(turn),
            choices: Choice::all(self, eye, |action| self.gesture(action)),
        }
    }

    fn men_on(&self, square: Square) -> Vec<Man> {
        let man = |(army, piece): (Army, Piece)| Man {
            cell: square.to_smolstr(),
            army: Some(army.name().to_smolstr()),
            kind: piece.kind().name().to_smolstr(),
            letter: piece.kind().letter().to_smolstr(),
            promotes_to: match piece {
                Piece::Pawn(figure) => Some(figure.name().to_smolstr()),
                Piece::King | Piece::Figure(_) => None,
            },
            state: if self.frozen.contains(army) { ManState::Frozen } else { ManState::Free },
        };
        self.board.men_at(square).map(man).collect()
    }

    /// Every king in check, not only that of the army to act: it may be captured before its turn comes.
    fn marks(&self) -> Vec<Mark> {
        let checked = Army::ALL.into_iter().filter(|army| self.in_check(*army));
        let kings = checked.filter_map(|army| self.board.king_of(army));
        kings.map(|king| Mark { kind: MarkKind::Check, cells: vec![king.to_smolstr()] }).collect()
    }

    /// The kings a seat has captured.
    fn tray(&self, seat: Seat) -> Option<Tray> {
        let king = |army: Army| TrayMan {
            army: army.name().to_smolstr(),
            kind: Kind::King.name().to_smolstr(),
            letter: Kind::King.letter().to_smolstr(),
            count: 1,
        };
        let taken = Army::ALL.into_iter().filter(|army| self.captors[*army] == Some(seat));
        let men: Vec<TrayMan> = taken.map(king).collect();
        let title = format!("captured by {}", capital(seat.name(self.seats())));
        (!men.is_empty()).then_some(Tray { title, men })
    }

    fn army_view(&self, army: Army) -> ArmyView {
        let name_of = |seat: Seat| seat.name(self.seats());
        ArmyView {
            letter: army.letter(),
            frozen: self.frozen.contains(army),
            in_check: self.in_check(army),
            captured_by: self.captors[army].map(|seat| name_of(seat).to_smolstr()),
            ..ArmyView::new(army.name(), Some(name_of(self.controllers[army])))
        }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        SeatView {
            name: seat.name(self.seats()).to_smolstr(),
            side: side_of(seat),
            playing: self.playing().contains(seat),
            place: None,
            note: self.note(seat),
        }
    }

    /// What became of a seat's armies.
    fn note(&self, seat: Seat) -> Option<String> {
        let fate = |army: Army| {
            let controller = self.controllers[army];
            if self.frozen.contains(army) {
                Some(format!("{army} is frozen"))
            } else if controller != seat {
                Some(format!("{army} is commanded by {}", capital(controller.name(self.seats()))))
            } else if !self.board.has_king(army) {
                Some(format!("{army} plays on without its king"))
            } else {
                None
            }
        };
        let fates: Vec<String> = self.rules.players.armies_of(seat).filter_map(fate).collect();
        (!fates.is_empty()).then(|| fates.join("; "))
    }

    fn turn_view(&self, turn: Turn) -> TurnView {
        let (phase, words) = match turn {
            Turn::Over => ("over", "The game is over".to_string()),
            Turn::Chance => ("throw", format!("The die is thrown for {}", self.army)),
            Turn::Seat(seat) => ("move", self.turn_words(seat)),
        };
        TurnView {
            who: turn.word(self.seats()).to_smolstr(),
            army: (turn != Turn::Over).then(|| self.army.name().to_smolstr()),
            phase: phase.to_smolstr(),
            words,
            die: match self.die {
                Die::Thrown(throw) if turn != Turn::Over => Some(throw.number()),
                _ => None,
            },
        }
    }

    fn turn_words(&self, seat: Seat) -> String {
        let army = self.army;
        let who = match seat.name(self.seats()) {
            name if name == army.name() => format!("{army} moves"),
            name => format!("{} moves {army}'s army", capital(name)),
        };
        match self.die {
            Die::Thrown(throw) => format!("{who}; the die shows {}: {}", throw.number(), throw.words()),
            _ if self.in_check(army) => format!("{who}; its king is in check"),
            _ => who,
        }
    }

    /// The gesture of a move names the man where two share the square. Throws and exchanges are never listed for a seat.
    fn gesture(&self, action: Action) -> Gesture {
        let Action::Move(m) = action else { return Gesture::Button { name: action.to_smolstr() } };
        let shared = self.board.men_at(m.from).count() > 1;
        let man = shared.then(|| m.kind.letter().to_smolstr());
        Gesture::Move { from: m.from.to_smolstr(), to: m.to.to_smolstr(), man }
    }
}

/// The side of the board behind the men of the seat's own army, so that its pawns go away from it.
const fn side_of(seat: Seat) -> Side {
    match Army::ALL[seat.index()] {
        Army::Blue => Side::East,
        Army::Red => Side::South,
        Army::Black => Side::West,
        Army::Yellow => Side::North,
    }
}

fn board(eye: Eye) -> Board {
    Board::lettered(8, 8, Square::ALL.map(cell).to_vec(), eye.near(side_of))
}

fn cell(square: Square) -> Cell {
    let owner = Army::ALL.into_iter().find(|army| army.throne() == square);
    Cell {
        name: square.to_smolstr(),
        column: square.file().to_u32() as u8,
        row: square.rank().to_u32() as u8,
        ground: match owner {
            Some(_) => Ground::Throne,
            None if square.is_light() => Ground::Light,
            None => Ground::Dark,
        },
        owner: owner.map(|army| army.name().to_smolstr()),
    }
}
