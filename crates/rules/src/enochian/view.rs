//! The view of Enochian chess that clients draw.

use super::Enochian;
use super::action::Action;
use super::army::Army;
use super::dice::Die;
use super::piece::{Piece, Role};
use crate::chess::square_name;
use crate::{
    ArmyView, BoardView, Cell, Choice, Eye, Gesture, Ground, Mark, MarkKind, PieceState, PieceView,
    Position as _, Presentation as _, Seat, SeatView, Side, Tray, TrayPiece, Turn, TurnView, View,
    capitalised, letter_text,
};
use shakmaty::Square;
use smol_str::{SmolStr, ToSmolStr as _};
use std::sync::LazyLock;

pub(super) fn view(position: &Enochian, eye: Eye) -> View {
    let turn = position.turn();
    let seats: Vec<Seat> = (0..position.seats().len()).map(Seat::new).collect();
    View {
        board: BOARD.with_near_side(eye.near_side(side_of)),
        men: position.piece_views(),
        marks: position.marks(),
        trays: seats.iter().filter_map(|seat| position.tray(*seat)).collect(),
        armies: Army::ALL.map(|army| position.army_view(army)).to_vec(),
        seats: seats.iter().map(|seat| position.seat_view(*seat)).collect(),
        turn: position.turn_view(turn),
        choices: Choice::all(position, turn, eye),
    }
}

impl Enochian {
    fn piece_views(&self) -> Vec<PieceView> {
        let mut views = Vec::with_capacity(36);
        for square in Square::ALL {
            let pieces = self.board.pieces_at(square);
            views.extend(pieces.map(|(army, piece)| self.piece_view(square, army, piece)));
        }
        views
    }

    fn piece_view(&self, square: Square, army: Army, piece: Piece) -> PieceView {
        PieceView {
            cell: square_name(square),
            army: Some(SmolStr::new_static(army.name())),
            kind: SmolStr::new_static(piece.role().name()),
            letter: letter_text(piece.role().letter()),
            promotes_to: match piece {
                Piece::Pawn(officer) => Some(SmolStr::new_static(officer.name())),
                Piece::King | Piece::Officer(_) => None,
            },
            state: if self.frozen.contains(army) { PieceState::Frozen } else { PieceState::Free },
        }
    }

    /// Marks every king in check, not only that of the army to move: it may be captured before its turn.
    fn marks(&self) -> Vec<Mark> {
        let in_check = Army::ALL.into_iter().filter(|army| self.in_check(*army));
        let kings = in_check.filter_map(|army| self.board.king_of(army));
        kings.map(|king| Mark { kind: MarkKind::Check, cells: vec![square_name(king)] }).collect()
    }

    /// The kings that a seat captured.
    fn tray(&self, seat: Seat) -> Option<Tray> {
        let king = |army: Army| TrayPiece {
            army: SmolStr::new_static(army.name()),
            kind: SmolStr::new_static(Role::King.name()),
            letter: letter_text(Role::King.letter()),
            count: 1,
        };
        let captured = Army::ALL.into_iter().filter(|army| self.captors[*army] == Some(seat));
        let men: Vec<TrayPiece> = captured.map(king).collect();
        let title = format!("captured by {}", capitalised(seat.name(self.seats())));
        (!men.is_empty()).then_some(Tray { title, men })
    }

    fn army_view(&self, army: Army) -> ArmyView {
        let name_of = |seat: Seat| seat.name(self.seats());
        ArmyView {
            letter: army.letter(),
            frozen: self.frozen.contains(army),
            in_check: self.in_check(army),
            captured_by: self.captors[army].map(|seat| SmolStr::new_static(name_of(seat))),
            ..ArmyView::new(army.name(), Some(name_of(self.controllers[army])))
        }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        SeatView {
            name: SmolStr::new_static(seat.name(self.seats())),
            side: side_of(seat),
            playing: self.active_seats().contains(seat),
            place: None,
            note: self.note(seat),
        }
    }

    /// The state of a seat's armies, where it is unusual.
    fn note(&self, seat: Seat) -> Option<String> {
        let state = |army: Army| {
            let controller = self.controllers[army];
            if self.frozen.contains(army) {
                Some(format!("{army} is frozen"))
            } else if controller != seat {
                Some(format!("{army} is commanded by {}", capitalised(controller.name(self.seats()))))
            } else if !self.board.has_king(army) {
                Some(format!("{army} plays on without its king"))
            } else {
                None
            }
        };
        let states: Vec<String> = self.rules.players.armies_of(seat).filter_map(state).collect();
        (!states.is_empty()).then(|| states.join("; "))
    }

    fn turn_view(&self, turn: Turn) -> TurnView {
        let words = match turn {
            Turn::Over => "The game is over".to_string(),
            Turn::Chance => format!("Rolling the die for {}", self.army),
            Turn::Seat(seat) => self.turn_words(seat),
        };
        TurnView {
            who: SmolStr::new_static(turn.name(self.seats())),
            army: (turn != Turn::Over).then(|| SmolStr::new_static(self.army.name())),
            phase: SmolStr::new_static(self.phase(turn)),
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
            name if name == army.name() => format!("{army} to move"),
            name => format!("{} to move {army}'s army", capitalised(name)),
        };
        match self.die {
            Die::Thrown(throw) => format!("{who}; the die shows {}: {}", throw.number(), throw.role_names()),
            _ if self.in_check(army) => format!("{who}; its king is in check"),
            _ => who,
        }
    }
}

/// The gesture of an action. A move names the piece where two share the square. Throws and exchanges are never legal
/// actions of a seat, so they have no gesture of their own.
pub(super) fn gesture(position: &Enochian, action: Action) -> Gesture {
    let Action::Move(m) = action else { return Gesture::Button { name: action.to_smolstr() } };
    let shared = position.board.pieces_at(m.from).count() > 1;
    let man = shared.then(|| letter_text(m.role.letter()));
    Gesture::Move { from: square_name(m.from), to: square_name(m.to), man }
}

/// The side of the board behind the seat's own army, so that its pawns move away from the player.
const fn side_of(seat: Seat) -> Side {
    match Army::ALL[seat.index()] {
        Army::Blue => Side::East,
        Army::Red => Side::South,
        Army::Black => Side::West,
        Army::Yellow => Side::North,
    }
}

static BOARD: LazyLock<BoardView> = LazyLock::new(|| BoardView::algebraic(8, 8, Square::ALL.map(cell)));

fn cell(square: Square) -> Cell {
    let owner = Army::ALL.into_iter().find(|army| army.throne() == square);
    Cell {
        name: square_name(square),
        column: square.file().to_u32() as u8,
        row: square.rank().to_u32() as u8,
        ground: match owner {
            Some(_) => Ground::Throne,
            None if square.is_light() => Ground::Light,
            None => Ground::Dark,
        },
        owner: owner.map(|army| SmolStr::new_static(army.name())),
    }
}
