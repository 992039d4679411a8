//! The position text, read. All faults are found, then the position is judged as if it had just been reached.

use super::army::{self, Role};
use super::board::Board;
use super::duel::{Duel, Finalists};
use super::parse_board::{self, Men};
use super::places::Places;
use super::square::Square;
use super::survival::{Rooks, Survival};
use super::{Bishops, Options, Phase, Sides, Swap};
use crate::chess::fen;
use crate::{BySeat, FaultList, Faults, Seat, SeatSet, Turn, read_count};

const TEXT: &str = "the text";
const TO_ACT: &str = "the seat to act";
const LIVING: &str = "the living colours";
const FRESH: &str = "the colours that have neither moved nor swapped";
const ROOKS: &str = "the castling rooks";
const LAST: &str = "the last mover";
const MOVES: &str = "the moves played";
const QUIET: &str = "the quiet plies";
const LOST: &str = "the value of captured pieces";
const PLACES: &str = "the places";
const FINALISTS: &str = "the finalists";

pub(super) fn parse(text: &str, options: &Options) -> Result<Bishops, Faults> {
    let fields: Vec<&str> = text.split(' ').collect();
    match fields[..] {
        ["duel", finalists, places, ref fen @ ..] if fen.len() == 6 => duel(finalists, places, fen),
        ["duel", ..] => {
            let wrong =
                "a duel takes the finalists, the places and the six fields of FEN after the word duel";
            Err(Faults::one(TEXT, wrong))
        }
        [board, to_act, living, fresh, rooks, last, moves, quiet, lost, places] => {
            let fields = Fields { board, to_act, living, fresh, rooks, last, moves, quiet, lost, places };
            fields.survival(options)
        }
        _ => {
            Err(Faults::one(TEXT, format!("{} fields separated by one space, but it takes 10", fields.len())))
        }
    }
}

fn duel(finalists: &str, places: &str, fen: &[&str]) -> Result<Bishops, Faults> {
    let mut faults = FaultList::default();
    let places = read_places(places, &mut faults);
    let finalists = read_finalists(finalists, &mut faults);
    if let Some(finalists) = finalists {
        check_places(&places, finalists.both(), &mut faults);
    }
    fen::check_fields(fen, &mut faults);
    let (Some(finalists), true) = (finalists, faults.is_empty()) else { return Err(faults.into_faults()) };
    let chess = fen::legal_chess(&fen.join(" "))?;
    Ok(Bishops::new(Phase::Duel(Duel::new(chess, finalists, places))))
}

fn read_finalists(text: &str, faults: &mut FaultList) -> Option<Finalists> {
    let sides = text.split_once(':').and_then(|(white, black)| Some([read_seat(white)?, read_seat(black)?]));
    let Some([white, black]) = sides.filter(|[white, black]| white != black) else {
        faults.note(FINALISTS, format!("{text:?} is not two colours like p:g, the white side first"));
        return None;
    };
    let right = Finalists::among(SeatSet::one(white).with(black));
    if right.white != white {
        let [white, black] = [right.white, right.black].map(army::letter);
        faults.note(FINALISTS, format!("{text}, but these two play as {white}:{black}"));
        return None;
    }
    Some(right)
}

/// The ten fields of a position before the duel.
struct Fields<'a> {
    board: &'a str,
    to_act: &'a str,
    living: &'a str,
    fresh: &'a str,
    rooks: &'a str,
    last: &'a str,
    moves: &'a str,
    quiet: &'a str,
    lost: &'a str,
    places: &'a str,
}

impl Fields<'_> {
    fn survival(&self, options: &Options) -> Result<Bishops, Faults> {
        let mut faults = FaultList::default();
        let men = parse_board::read(self.board, &mut faults);
        let turn = self.read_turn(&mut faults);
        let game = self.read_game(&men, options, &mut faults);
        match (turn, game, faults.is_empty()) {
            (Some(turn), Some(game), true) => judged(game, turn),
            _ => Err(faults.into_faults()),
        }
    }

    fn read_turn(&self, faults: &mut FaultList) -> Option<Turn> {
        let turn = match self.to_act {
            "?" => Some(Turn::Chance),
            "-" => Some(Turn::Over),
            letter => read_seat(letter).map(Turn::Seat),
        };
        if turn.is_none() {
            faults.note(TO_ACT, format!("{:?} is none of w, g, b, p, ? and -", self.to_act));
        }
        turn
    }

    /// Everything but the turn; nothing if a part cannot be read at all.
    fn read_game(&self, men: &Men, options: &Options, faults: &mut FaultList) -> Option<Survival> {
        let living = read_seats(self.living, LIVING, faults);
        let fresh = read_seats(self.fresh, FRESH, faults);
        let places = read_places(self.places, faults);
        let last = read_seat(self.last);
        if last.is_none() {
            faults.note(LAST, format!("{:?} is none of w, g, b and p", self.last));
        }
        let [moves, quiet] =
            [(self.moves, MOVES), (self.quiet, QUIET)].map(|(text, part)| read_number(text, part, faults));
        let lost = read_lost(self.lost, faults);
        if let (Some(living), Some(fresh)) = (living, fresh) {
            parse_board::check(men, living, options.corners, faults);
            check_places(&places, living, faults);
            for gone in fresh.minus(living).iter() {
                faults.note(FRESH, format!("{} does not live", gone.name(army::SEATS)));
            }
        }
        let rooks = read_rooks(self.rooks, men, faults);
        Some(Survival {
            board: if faults.is_empty() { board(men) } else { Board::empty() },
            options: *options,
            turn: Turn::Over,
            checked: SeatSet::EMPTY,
            fresh: fresh?,
            rooks,
            last: last?,
            moves: moves?,
            quiet: quiet?,
            lost: lost?,
            places,
        })
    }
}

fn board(men: &Men) -> Board {
    let mut board = Board::empty();
    men.iter().for_each(|(square, seat, role)| board.put(*seat, *role, *square));
    board
}

fn read_seat(text: &str) -> Option<Seat> {
    let mut letters = text.chars();
    let seat = letters.next().and_then(army::with_letter);
    seat.filter(|_| letters.next().is_none())
}

/// Some of `wgbp` in this order, or `-`.
fn read_seats(text: &str, part: &'static str, faults: &mut FaultList) -> Option<SeatSet> {
    let seats: Option<SeatSet> = text.chars().map(army::with_letter).collect();
    let in_order = |seats: &SeatSet| seats.iter().map(army::letter).eq(text.chars()) && !seats.is_empty();
    let seats = if text == "-" { Some(SeatSet::EMPTY) } else { seats.filter(in_order) };
    if seats.is_none() {
        faults.note(part, format!("{text:?} is neither - nor some of wgbp in this order"));
    }
    seats
}

fn read_number(text: &str, part: &'static str, faults: &mut FaultList) -> Option<u32> {
    let number = read_count(text);
    if number.is_none() {
        faults.note(part, format!("{text:?} is not a number from 0 to {}", u32::MAX));
    }
    number
}

fn read_lost(text: &str, faults: &mut FaultList) -> Option<BySeat<u16>> {
    let values = text.split(',').map(read_count::<u16>);
    let values: Option<Vec<u16>> = values.collect();
    let Some(values) = values.filter(|values| values.len() == Seat::MOST) else {
        let wrong = format!("{text:?} is not four numbers from 0 to {} joined by commas", u16::MAX);
        faults.note(LOST, wrong);
        return None;
    };
    Some(BySeat::from_fn(|seat| values[seat.index()]))
}

/// The rooks that may castle, each of which must stand there with its king at home.
fn read_rooks(text: &str, men: &Men, faults: &mut FaultList) -> Rooks {
    let mut rooks = Rooks::NONE;
    if text == "-" {
        return rooks;
    }
    let squares: Vec<&str> = text.split(',').collect();
    if !squares.is_sorted() {
        faults.note(ROOKS, format!("{text:?} is not sorted as text"));
    }
    for text in squares {
        let home = Rooks::ALL.squares().find(|(_, square)| square.to_string() == text);
        let Some((seat, square)) = home else {
            faults.note(ROOKS, format!("{text:?} is not a square where a rook begins"));
            continue;
        };
        let is_there = |square: Square, role: Role| men.contains(&(square, seat, role));
        let name = seat.name(army::SEATS);
        if !is_there(square, Role::Rook) {
            faults.note(ROOKS, format!("no {name} rook stands on {square}"));
        }
        if !army::royal_squares(seat).iter().any(|square| is_there(*square, Role::King)) {
            let [a, b] = army::royal_squares(seat);
            faults.note(ROOKS, format!("the rook on {square} needs its {name} king unmoved on {a} or {b}"));
        }
        if rooks.of(seat).any(|rook| rook == square) {
            faults.note(ROOKS, format!("{square} is named twice"));
        }
        rooks = rooks.with(seat, square);
    }
    rooks
}

fn read_places(text: &str, faults: &mut FaultList) -> Places {
    let mut places = Places::default();
    if text == "-" {
        return places;
    }
    for part in text.split(',') {
        let seat = part.split_at_checked(1).and_then(|(seat, _)| read_seat(seat));
        let place = part.get(1..).and_then(read_count).filter(|place| (1..=4).contains(place));
        match (seat, place) {
            (Some(seat), Some(_)) if places.of(seat).is_some() => {
                faults.note(PLACES, format!("{} is named twice", seat.name(army::SEATS)));
            }
            (Some(seat), Some(place)) => places.set(seat, place as u8),
            _ => faults.note(PLACES, format!("{part:?} is not a colour and its place like b4")),
        }
    }
    places
}

/// Everybody lives or has a place, and the places are those of some order of leaving.
fn check_places(places: &Places, living: SeatSet, faults: &mut FaultList) {
    let left = army::EVERYBODY.minus(living);
    for seat in army::EVERYBODY.iter().filter(|seat| places.left().contains(*seat) != left.contains(*seat)) {
        let name = seat.name(army::SEATS);
        let wrong =
            if left.contains(seat) { "left and has no place" } else { "has a place and has not left" };
        faults.note(PLACES, format!("{name} {wrong}"));
    }
    if faults.is_empty()
        && let Some((seat, place)) = places.contradiction()
    {
        let name = seat.name(army::SEATS);
        faults
            .note(PLACES, format!("{name} left with {} who did better, so its place is {place}", place - 1));
    }
}

/// The position, if the rules give the turn that the text says.
fn judged(mut game: Survival, turn: Turn) -> Result<Bishops, Faults> {
    if turn == Turn::Chance {
        return before_the_draw(game);
    }
    game.checked = game.board.checked();
    let as_it_stands = game.next_to_act().map_or(Turn::Over, Turn::Seat);
    if let Turn::Seat(seat) = turn
        && has_just_swapped(&game, seat)
    {
        return Ok(Bishops::new(Phase::Survival(Survival { turn, ..game })));
    }
    let mut position = Bishops::new(Phase::Survival(game));
    position.judge();
    // A text that is judged at once may give the turn before or after that.
    if turn == as_it_stands || turn == crate::Position::turn(&position) {
        return Ok(position);
    }
    let says = |turn: Turn| turn.word(army::SEATS);
    let last = game.last.name(army::SEATS);
    let why = if game.checked.is_empty() { "can act" } else { "is in check" };
    let wrong = match as_it_stands {
        Turn::Seat(seat) => format!(
            "it cannot be {}: after {last} the first that {why} is {}",
            says(turn),
            seat.name(army::SEATS)
        ),
        _ => "nobody can act, so it is -".to_string(),
    };
    Err(Faults::one(TO_ACT, wrong))
}

/// While sides are drawn the living colours stand as at the start.
fn before_the_draw(game: Survival) -> Result<Bishops, Faults> {
    let mut start = Survival::start(&game.options);
    if game.options.kq_sides != Sides::Random {
        return Err(Faults::one(TO_ACT, "? is only for random sides, which are not chosen here"));
    }
    start.remove(game.places.left());
    start.places = game.places;
    if start != (Survival { turn: Turn::Chance, ..game }) {
        let wrong = "?, but the sides are drawn at the start, where all men stand on their first squares";
        return Err(Faults::one(TO_ACT, wrong));
    }
    let mut position = Bishops::new(Phase::Survival(start));
    position.judge_living();
    Ok(position)
}

/// Whether a free swap of this seat can have led here. Then it moves whatever the swap did to others.
fn has_just_swapped(game: &Survival, seat: Seat) -> bool {
    if game.options.swap == Swap::Turn || game.fresh.contains(seat) || !game.board.royals_at_home(seat) {
        return false;
    }
    let mut before = *game;
    before.board.swap_royals(seat);
    before.fresh = before.fresh.with(seat);
    let living = before.living();
    before.judge();
    before.turn == Turn::Seat(seat)
        && before.living() == living
        && before.can_swap(seat)
        && game.can_act(seat)
}
