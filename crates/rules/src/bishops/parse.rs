//! The position text, read. All faults are found, then the position is judged as if it had just been reached.

use super::army::{self, Role};
use super::board::Board;
use super::duel::{Duel, Finalists};
use super::parse_board::{self, PlacedPieces};
use super::places::Places;
use super::square::Square;
use super::survival::{CastlingRights, Survival};
use super::{Bishops, KingQueenSides, Options, Phase, Swap};
use crate::chess::fen;
use crate::{BySeat, ErrorCollector, ParseErrors, Seat, SeatSet, Turn, parse_count};

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

pub(super) fn parse(text: &str, options: &Options) -> Result<Bishops, ParseErrors> {
    let fields: Vec<&str> = text.split(' ').collect();
    match fields[..] {
        ["duel", finalists, places, ref fen @ ..] if fen.len() == 6 => parse_duel(finalists, places, fen),
        ["duel", ..] => {
            let wrong =
                "a duel takes the finalists, the places and the six fields of FEN after the word duel";
            Err(ParseErrors::single(TEXT, wrong))
        }
        [board, to_act, living, fresh, rooks, last, moves, quiet, lost, places] => {
            let fields = Fields {
                board,
                to_act,
                living,
                unmoved: fresh,
                castling_rights: rooks,
                last_mover: last,
                move_count: moves,
                quiet_plies: quiet,
                lost_value: lost,
                places,
            };
            fields.parse_survival(options)
        }
        _ => Err(ParseErrors::single(
            TEXT,
            format!("{} fields separated by one space, but it takes 10", fields.len()),
        )),
    }
}

fn parse_duel(finalists: &str, places: &str, fen: &[&str]) -> Result<Bishops, ParseErrors> {
    let mut faults = ErrorCollector::default();
    let places = parse_places(places, &mut faults);
    let finalists = parse_finalists(finalists, &mut faults);
    if let Some(finalists) = finalists {
        check_places(&places, finalists.seats(), &mut faults);
    }
    fen::check_fields(fen, &mut faults);
    let (Some(finalists), true) = (finalists, faults.is_empty()) else { return Err(faults.into_errors()) };
    let chess = fen::parse_legal(&fen.join(" "))?;
    Ok(Bishops::new(Phase::Duel(Duel::new(chess, finalists, places))))
}

fn parse_finalists(text: &str, faults: &mut ErrorCollector) -> Option<Finalists> {
    let sides =
        text.split_once(':').and_then(|(white, black)| Some([parse_seat(white)?, parse_seat(black)?]));
    let Some([white, black]) = sides.filter(|[white, black]| white != black) else {
        faults.push(FINALISTS, format!("{text:?} is not two colours like p:g, the white side first"));
        return None;
    };
    let right = Finalists::new(SeatSet::one(white).with(black));
    if right.white != white {
        let [white, black] = [right.white, right.black].map(army::seat_letter);
        faults.push(FINALISTS, format!("{text}, but these two play as {white}:{black}"));
        return None;
    }
    Some(right)
}

/// The ten fields of a position before the duel.
struct Fields<'a> {
    board: &'a str,
    to_act: &'a str,
    living: &'a str,
    unmoved: &'a str,
    castling_rights: &'a str,
    last_mover: &'a str,
    move_count: &'a str,
    quiet_plies: &'a str,
    lost_value: &'a str,
    places: &'a str,
}

impl Fields<'_> {
    fn parse_survival(&self, options: &Options) -> Result<Bishops, ParseErrors> {
        let mut faults = ErrorCollector::default();
        let men = parse_board::parse_board(self.board, &mut faults);
        let turn = self.parse_turn(&mut faults);
        let game = self.parse_game(&men, options, &mut faults);
        match (turn, game, faults.is_empty()) {
            (Some(turn), Some(game), true) => resolved(game, turn),
            _ => Err(faults.into_errors()),
        }
    }

    fn parse_turn(&self, faults: &mut ErrorCollector) -> Option<Turn> {
        let turn = match self.to_act {
            "?" => Some(Turn::Chance),
            "-" => Some(Turn::Over),
            letter => parse_seat(letter).map(Turn::Seat),
        };
        if turn.is_none() {
            faults.push(TO_ACT, format!("{:?} is none of w, g, b, p, ? and -", self.to_act));
        }
        turn
    }

    /// Everything but the turn; nothing if a part cannot be read at all.
    fn parse_game(
        &self,
        men: &PlacedPieces,
        options: &Options,
        faults: &mut ErrorCollector,
    ) -> Option<Survival> {
        let living = parse_seats(self.living, LIVING, faults);
        let fresh = parse_seats(self.unmoved, FRESH, faults);
        let places = parse_places(self.places, faults);
        let last = parse_seat(self.last_mover);
        if last.is_none() {
            faults.push(LAST, format!("{:?} is none of w, g, b and p", self.last_mover));
        }
        let [moves, quiet] = [(self.move_count, MOVES), (self.quiet_plies, QUIET)]
            .map(|(text, part)| parse_number(text, part, faults));
        let lost = parse_lost_value(self.lost_value, faults);
        if let (Some(living), Some(fresh)) = (living, fresh) {
            parse_board::check(men, living, options.corners, faults);
            check_places(&places, living, faults);
            for gone in fresh.minus(living).iter() {
                faults.push(FRESH, format!("{} does not live", gone.name(army::SEATS)));
            }
        }
        let rooks = parse_castling_rights(self.castling_rights, men, faults);
        Some(Survival {
            board: if faults.is_empty() { build_board(men) } else { Board::empty() },
            options: *options,
            turn: Turn::Over,
            seats_in_check: SeatSet::EMPTY,
            unmoved: fresh?,
            castling_rights: rooks,
            last_mover: last?,
            move_count: moves?,
            quiet_plies: quiet?,
            lost_value: lost?,
            places,
        })
    }
}

fn build_board(men: &PlacedPieces) -> Board {
    let mut board = Board::empty();
    men.iter().for_each(|(square, seat, role)| board.put(*seat, *role, *square));
    board
}

fn parse_seat(text: &str) -> Option<Seat> {
    let mut letters = text.chars();
    let seat = letters.next().and_then(army::seat_from_letter);
    seat.filter(|_| letters.next().is_none())
}

/// Some of `wgbp` in this order, or `-`.
fn parse_seats(text: &str, part: &'static str, faults: &mut ErrorCollector) -> Option<SeatSet> {
    let seats: Option<SeatSet> = text.chars().map(army::seat_from_letter).collect();
    let in_order =
        |seats: &SeatSet| seats.iter().map(army::seat_letter).eq(text.chars()) && !seats.is_empty();
    let seats = if text == "-" { Some(SeatSet::EMPTY) } else { seats.filter(in_order) };
    if seats.is_none() {
        faults.push(part, format!("{text:?} is neither - nor some of wgbp in this order"));
    }
    seats
}

fn parse_number(text: &str, part: &'static str, faults: &mut ErrorCollector) -> Option<u32> {
    let number = parse_count(text);
    if number.is_none() {
        faults.push(part, format!("{text:?} is not a number from 0 to {}", u32::MAX));
    }
    number
}

fn parse_lost_value(text: &str, faults: &mut ErrorCollector) -> Option<BySeat<u16>> {
    let values = text.split(',').map(parse_count::<u16>);
    let values: Option<Vec<u16>> = values.collect();
    let Some(values) = values.filter(|values| values.len() == Seat::MAX_COUNT) else {
        let wrong = format!("{text:?} is not four numbers from 0 to {} joined by commas", u16::MAX);
        faults.push(LOST, wrong);
        return None;
    };
    Some(BySeat::from_fn(|seat| values[seat.index()]))
}

/// The rooks that may castle, each of which must stand there with its king at home.
fn parse_castling_rights(text: &str, men: &PlacedPieces, faults: &mut ErrorCollector) -> CastlingRights {
    let mut rooks = CastlingRights::NONE;
    if text == "-" {
        return rooks;
    }
    let squares: Vec<&str> = text.split(',').collect();
    if !squares.is_sorted() {
        faults.push(ROOKS, format!("{text:?} is not sorted as text"));
    }
    for text in squares {
        let home = CastlingRights::ALL.squares().find(|(_, square)| square.to_string() == text);
        let Some((seat, square)) = home else {
            faults.push(ROOKS, format!("{text:?} is not a square where a rook begins"));
            continue;
        };
        let is_there = |square: Square, role: Role| men.contains(&(square, seat, role));
        let name = seat.name(army::SEATS);
        if !is_there(square, Role::Rook) {
            faults.push(ROOKS, format!("no {name} rook stands on {square}"));
        }
        if !army::royal_squares(seat).iter().any(|square| is_there(*square, Role::King)) {
            let [a, b] = army::royal_squares(seat);
            faults.push(ROOKS, format!("the rook on {square} needs its {name} king unmoved on {a} or {b}"));
        }
        if rooks.rooks_of(seat).any(|rook| rook == square) {
            faults.push(ROOKS, format!("{square} is named twice"));
        }
        rooks = rooks.with(seat, square);
    }
    rooks
}

fn parse_places(text: &str, faults: &mut ErrorCollector) -> Places {
    let mut places = Places::default();
    if text == "-" {
        return places;
    }
    for part in text.split(',') {
        let seat = part.split_at_checked(1).and_then(|(seat, _)| parse_seat(seat));
        let place = part.get(1..).and_then(parse_count).filter(|place| (1..=4).contains(place));
        match (seat, place) {
            (Some(seat), Some(_)) if places.of(seat).is_some() => {
                faults.push(PLACES, format!("{} is named twice", seat.name(army::SEATS)));
            }
            (Some(seat), Some(place)) => places.set(seat, place as u8),
            _ => faults.push(PLACES, format!("{part:?} is not a colour and its place like b4")),
        }
    }
    places
}

/// Everybody lives or has a place, and the places are those of some order of leaving.
fn check_places(places: &Places, living: SeatSet, faults: &mut ErrorCollector) {
    let left = army::ALL_SEATS.minus(living);
    for seat in
        army::ALL_SEATS.iter().filter(|seat| places.eliminated().contains(*seat) != left.contains(*seat))
    {
        let name = seat.name(army::SEATS);
        let wrong =
            if left.contains(seat) { "left and has no place" } else { "has a place and has not left" };
        faults.push(PLACES, format!("{name} {wrong}"));
    }
    if faults.is_empty()
        && let Some((seat, place)) = places.first_contradiction()
    {
        let name = seat.name(army::SEATS);
        faults
            .push(PLACES, format!("{name} left with {} who did better, so its place is {place}", place - 1));
    }
}

/// The position, if the rules give the turn that the text says.
fn resolved(mut game: Survival, turn: Turn) -> Result<Bishops, ParseErrors> {
    if turn == Turn::Chance {
        return before_sides_are_drawn(game);
    }
    game.seats_in_check = game.board.seats_in_check();
    let as_it_stands = game.next_to_act().map_or(Turn::Over, Turn::Seat);
    if let Turn::Seat(seat) = turn
        && has_just_swapped(&game, seat)
    {
        return Ok(Bishops::new(Phase::Survival(Survival { turn, ..game })));
    }
    let mut position = Bishops::new(Phase::Survival(game));
    position.resolve();
    // A text that is judged at once may give the turn before or after that.
    if turn == as_it_stands || turn == crate::Position::turn(&position) {
        return Ok(position);
    }
    let says = |turn: Turn| turn.name(army::SEATS);
    let last = game.last_mover.name(army::SEATS);
    let why = if game.seats_in_check.is_empty() { "can act" } else { "is in check" };
    let wrong = match as_it_stands {
        Turn::Seat(seat) => format!(
            "it cannot be {}: after {last} the first that {why} is {}",
            says(turn),
            seat.name(army::SEATS)
        ),
        _ => "nobody can act, so it is -".to_string(),
    };
    Err(ParseErrors::single(TO_ACT, wrong))
}

/// While sides are drawn the living colours stand as at the start.
fn before_sides_are_drawn(game: Survival) -> Result<Bishops, ParseErrors> {
    let mut start = Survival::start(&game.options);
    if game.options.kq_sides != KingQueenSides::Random {
        return Err(ParseErrors::single(TO_ACT, "? is only for random sides, which are not chosen here"));
    }
    start.remove(game.places.eliminated());
    start.places = game.places;
    if start != (Survival { turn: Turn::Chance, ..game }) {
        let wrong = "?, but the sides are drawn at the start, where all men stand on their first squares";
        return Err(ParseErrors::single(TO_ACT, wrong));
    }
    let mut position = Bishops::new(Phase::Survival(start));
    position.resolve_living_count();
    Ok(position)
}

/// Whether a free swap of this seat can have led here. Then it moves whatever the swap did to others.
fn has_just_swapped(game: &Survival, seat: Seat) -> bool {
    if game.options.swap == Swap::Turn
        || game.unmoved.contains(seat)
        || !game.board.king_and_queen_at_home(seat)
    {
        return false;
    }
    let mut before = *game;
    before.board.swap_king_and_queen(seat);
    before.unmoved = before.unmoved.with(seat);
    let living = before.living();
    before.resolve();
    before.turn == Turn::Seat(seat)
        && before.living() == living
        && before.can_swap(seat)
        && game.can_act(seat)
}
