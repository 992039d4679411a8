//! Noughts and crosses, as small as a game can be: exactly what the recipe in CONTRIBUTING.md requires.

use std::fmt;
use tetrarch_rules::{
    ArmyView, BoardView, Cell, Choice, Eye, ForfeitCause, Gesture, Ground, IllegalAction, Outcome,
    ParseErrors, PieceState, PieceView, Points, Position, Presentation, Reason, Repetition, Seat, SeatNames,
    SeatSet, SeatView, Turn, TurnView, View, capitalised, cell_name, letter_text, two_player_side,
};

const SEATS: SeatNames = &["crosses", "noughts"];
const LETTERS: [char; 2] = ['x', 'o'];
const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b1_001_001, 0b10_010_010, 0b100_100_100, 0b100_010_001, 0b1_010_100];
const FULL: u16 = 0b111_111_111;

/// A position: the squares of each seat, and a result that the board does not show.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Noughts {
    taken: [u16; 2],
    ended: Option<Outcome>,
}

/// Taking a square.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Take(u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&cell_name(self.0 % 3, self.0 / 3))
    }
}

/// The game has no options.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Options {}

impl Noughts {
    fn seat(&self) -> Seat {
        Seat::new((self.taken[0].count_ones() - self.taken[1].count_ones()) as usize)
    }

    fn letter_on(&self, square: u8) -> Option<char> {
        (0..2).find(|seat| self.taken[*seat] & 1 << square != 0).map(|seat| LETTERS[seat])
    }

    fn explain_take(&self, square: Option<u8>) -> Option<IllegalAction> {
        if self.outcome().is_some() {
            return Some(IllegalAction::game_over());
        }
        match square {
            None => Some(IllegalAction::new("square", "There is no such square. The squares are a1 to c3.")),
            Some(square) if self.letter_on(square).is_some() => {
                Some(IllegalAction::new("taken", "This square is taken."))
            }
            Some(_) => None,
        }
    }
}

fn read_square(text: &str) -> Option<u8> {
    (0..9).find(|square| Take(*square).to_string() == text)
}

/// The board from the top, and the letter of the seat to act: `x../.o./... x`.
impl fmt::Display for Noughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..3).rev() {
            (0..3).try_for_each(|column| write!(f, "{}", self.letter_on(3 * row + column).unwrap_or('.')))?;
            f.write_str(if row == 0 { " " } else { "/" })?;
        }
        write!(f, "{}", LETTERS[self.seat().index()])
    }
}

impl Position for Noughts {
    const GAME: &'static str = "noughts";

    type Options = Options;
    type Action = Take;

    fn start(_: &Options) -> Noughts {
        Noughts { taken: [0; 2], ended: None }
    }

    fn parse(text: &str, options: &Options) -> Result<Noughts, ParseErrors> {
        let mut position = Noughts::start(options);
        let (board, _) =
            text.split_once(' ').ok_or_else(|| ParseErrors::single("the text", "it contains no space"))?;
        let rows: Vec<&str> = board.split('/').collect();
        for (row, letters) in rows.iter().rev().enumerate() {
            for (column, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != '.') {
                let seat = LETTERS.iter().position(|own| *own == letter);
                let square = (row < 3 && column < 3).then_some(3 * row + column);
                let (seat, square) = seat
                    .zip(square)
                    .ok_or_else(|| ParseErrors::single("the board", "not 3 by 3 of x, o and ."))?;
                position.taken[seat] |= 1 << square;
            }
        }
        let ahead = position.taken[0].count_ones().wrapping_sub(position.taken[1].count_ones());
        if ahead <= 1 && position.to_string() == text {
            return Ok(position);
        }
        Err(ParseErrors::single(
            "the text",
            "expected a reachable board such as x../.o./... and the letter to act",
        ))
    }

    fn seats(&self) -> SeatNames {
        SEATS
    }

    fn turn(&self) -> Turn {
        if self.outcome().is_some() { Turn::Over } else { Turn::Seat(self.seat()) }
    }

    fn active_seats(&self) -> SeatSet {
        if self.outcome().is_some() { SeatSet::EMPTY } else { SeatSet::first(2) }
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |seat: &usize| LINES.iter().any(|line| self.taken[*seat] & line == *line);
        let winner = (0..2).find(has_line).map(|seat| SeatSet::one(Seat::new(seat)));
        let is_full = self.taken[0] | self.taken[1] == FULL;
        self.ended
            .or_else(|| winner.map(|winner| Outcome::win(winner, Reason::LastStanding)))
            .or_else(|| is_full.then(|| self.draw_outcome(Reason::NoMoves)))
    }

    fn legal_actions(&self, out: &mut Vec<Take>) {
        if self.outcome().is_none() {
            out.extend((0..9).filter(|square| self.letter_on(*square).is_none()).map(Take));
        }
    }

    fn parse_action(&self, text: &str) -> Result<Take, IllegalAction> {
        let square = read_square(text);
        self.explain_take(square).map_or(Ok(Take(square.unwrap_or_default())), Err)
    }

    fn play(&mut self, Take(square): Take) {
        self.taken[self.seat().index()] |= 1 << square;
    }

    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause) {
        self.ended = Some(Outcome::win(SeatSet::first(2).without(seat), cause.into()));
    }

    fn draw_outcome(&self, reason: Reason) -> Outcome {
        Outcome::new(SeatSet::first(2), Points::HALF, reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }

    fn repetition(&self) -> Repetition {
        Repetition::Uncounted
    }

    fn is_repetition_of(&self, earlier: &Noughts) -> bool {
        self.taken == earlier.taken
    }

    fn key(&self) -> u64 {
        u64::from(self.taken[0]) << 9 | u64::from(self.taken[1])
    }
}

impl Presentation for Noughts {
    const TITLE: &'static str = "Noughts and crosses";

    fn phase(&self, turn: Turn) -> &'static str {
        if turn == Turn::Over { "over" } else { "move" }
    }

    fn gesture(&self, take: Take) -> Gesture {
        Gesture::Tap { cell: cell_name(take.0 % 3, take.0 / 3) }
    }

    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction> {
        match gesture {
            Gesture::Tap { cell } => self.explain_take(read_square(cell)),
            _ if self.outcome().is_some() => Some(IllegalAction::game_over()),
            _ => Some(IllegalAction::new("gesture", "Tap the square that you want to take.")),
        }
    }

    fn view(&self, eye: Eye) -> View {
        let cell = |square: u8| Cell {
            name: cell_name(square % 3, square / 3),
            column: square % 3,
            row: square / 3,
            ground: Ground::Plain,
            owner: None,
        };
        let piece = |square: u8| {
            let own = self.letter_on(square)?;
            let seat = SEATS[usize::from(own == LETTERS[1])];
            Some(PieceView {
                cell: cell_name(square % 3, square / 3),
                army: Some(seat.into()),
                kind: "pawn".into(),
                letter: letter_text(own),
                promotes_to: None,
                state: PieceState::Free,
            })
        };
        let seat = |index: usize| SeatView {
            name: SEATS[index].into(),
            side: two_player_side(Seat::new(index)),
            playing: self.active_seats().contains(Seat::new(index)),
            place: None,
            note: None,
        };
        let who = self.turn().name(SEATS);
        let words = match self.turn().seat() {
            Some(_) => format!("{} take a square", capitalised(who)),
            None => "The game is over".to_string(),
        };
        let phase = self.phase(self.turn());
        let army = self.turn().seat().map(|_| who.into());
        View {
            board: BoardView::algebraic(3, 3, (0..9).map(cell))
                .with_near_side(eye.near_side(two_player_side)),
            men: (0..9).filter_map(piece).collect(),
            marks: Vec::new(),
            trays: Vec::new(),
            armies: SEATS.iter().map(|name| ArmyView::new(name, Some(name))).collect(),
            seats: (0..2).map(seat).collect(),
            turn: TurnView { who: who.into(), army, phase: phase.into(), words, die: None },
            choices: Choice::all(self, self.turn(), eye),
        }
    }
}
