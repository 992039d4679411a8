//! Parses position texts. It reports all errors, or resolves the position as if it had just been reached.

use super::army;
use super::board::Board;
use super::duel::{Duel, Finalists};
use super::parse_board::{self, PlacedPieces};
use super::piece::{Piece, Role};
use super::places::Places;
use super::square::Square;
use super::survival::{CastlingRights, Survival};
use super::{ALL_SEATS, Bishops, KingQueenSides, Options, Phase, SEATS, Swap};
use crate::chess::fen;
use crate::{BySeat, ErrorCollector, ParseErrors, Seat, SeatSet, Turn, parse_count, parse_count_from};

const TEXT: &str = "the text";
const TO_ACT: &str = "the seat to act";
const LIVING: &str = "the living colours";
const UNMOVED: &str = "the colours that have neither moved nor swapped";
const CASTLING_RIGHTS: &str = "the castling rooks";
const LAST_MOVER: &str = "the last mover";
const MOVE_COUNT: &str = "the moves played";
const QUIET_PLIES: &str = "the quiet plies";
const LOST_VALUE: &str = "the value of captured pieces";
const PLACES: &str = "the places";
const FINALISTS: &str = "the finalists";

pub(super) fn parse(text: &str, options: &Options) -> Result<Bishops, ParseErrors> {
    let fields: Vec<&str> = text.split(' ').collect();
    match fields[..] {
        ["duel", finalists, places, ref fen @ ..] if fen.len() == 6 => parse_duel(finalists, places, fen),
        ["duel", ..] => {
            let message =
                "a duel takes the finalists, the places and the six fields of FEN after the word duel";
            Err(ParseErrors::single(TEXT, message))
        }
        [
            board,
            to_act,
            living,
            unmoved,
            castling_rights,
            last_mover,
            move_count,
            quiet_plies,
            lost_value,
            places,
        ] => {
            let fields = Fields {
                board,
                to_act,
                living,
                unmoved,
                castling_rights,
                last_mover,
                move_count,
                quiet_plies,
                lost_value,
                places,
            };
            fields.parse_survival(options)
        }
        _ => Err(ParseErrors::single(
            TEXT,
            format!("expected 10 fields separated by single spaces, found {}", fields.len()),
        )),
    }
}

fn parse_duel(finalists: &str, places: &str, fen: &[&str]) -> Result<Bishops, ParseErrors> {
    let mut errors = ErrorCollector::default();
    let places = parse_places(places, &mut errors);
    let finalists = parse_finalists(finalists, &mut errors);
    if let Some(finalists) = finalists {
        check_places(&places, finalists.seats(), &mut errors);
    }
    fen::check_fields(fen, &mut errors);
    let (Some(finalists), true) = (finalists, errors.is_empty()) else { return Err(errors.into_errors()) };
    let chess = fen::parse_legal(&fen.join(" "))?;
    Ok(Bishops::new(Phase::Duel(Duel::new(chess, finalists, places))))
}

fn parse_finalists(text: &str, errors: &mut ErrorCollector) -> Option<Finalists> {
    let sides =
        text.split_once(':').and_then(|(white, black)| Some([parse_seat(white)?, parse_seat(black)?]));
    let Some([white, black]) = sides.filter(|[white, black]| white != black) else {
        errors.push(FINALISTS, format!("{text:?} is not two colours like p:g, the white side first"));
        return None;
    };
    let finalists = Finalists::new(SeatSet::one(white).with(black));
    if finalists.white != white {
        let [white, black] = [finalists.white, finalists.black].map(army::seat_letter);
        errors.push(FINALISTS, format!("{text}, but these two play as {white}:{black}"));
        return None;
    }
    Some(finalists)
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
        let mut errors = ErrorCollector::default();
        let pieces = parse_board::parse_board(self.board, &mut errors);
        let turn = self.parse_turn(&mut errors);
        let game = self.parse_game(&pieces, options, &mut errors);
        match (turn, game, errors.is_empty()) {
            (Some(turn), Some(game), true) => resolved(game, turn),
            _ => Err(errors.into_errors()),
        }
    }

    fn parse_turn(&self, errors: &mut ErrorCollector) -> Option<Turn> {
        let turn = match self.to_act {
            "?" => Some(Turn::Chance),
            "-" => Some(Turn::Over),
            letter => parse_seat(letter).map(Turn::Seat),
        };
        if turn.is_none() {
            errors.push(TO_ACT, format!("{:?} is none of w, g, b, p, ? and -", self.to_act));
        }
        turn
    }

    /// Everything but the turn; `None` if a field cannot be parsed at all.
    fn parse_game(
        &self,
        pieces: &PlacedPieces,
        options: &Options,
        errors: &mut ErrorCollector,
    ) -> Option<Survival> {
        let living = parse_seats(self.living, LIVING, errors);
        let unmoved = parse_seats(self.unmoved, UNMOVED, errors);
        let places = parse_places(self.places, errors);
        let last_mover = parse_seat(self.last_mover);
        if last_mover.is_none() {
            errors.push(LAST_MOVER, format!("{:?} is none of w, g, b and p", self.last_mover));
        }
        let [move_count, quiet_plies] = [(self.move_count, MOVE_COUNT), (self.quiet_plies, QUIET_PLIES)]
            .map(|(text, field)| errors.collect(field, parse_count_from(text, 0)));
        let lost_value = parse_lost_value(self.lost_value, errors);
        if let (Some(living), Some(unmoved)) = (living, unmoved) {
            parse_board::check(pieces, living, options.corners, errors);
            check_places(&places, living, errors);
            for seat in unmoved.minus(living).iter() {
                errors.push(UNMOVED, format!("{} is eliminated", seat.name(SEATS)));
            }
        }
        let castling_rights = parse_castling_rights(self.castling_rights, pieces, errors);
        Some(Survival {
            board: if errors.is_empty() { build_board(pieces) } else { Board::empty() },
            options: *options,
            turn: Turn::Over,
            seats_in_check: SeatSet::EMPTY,
            unmoved: unmoved?,
            castling_rights,
            last_mover: last_mover?,
            move_count: move_count?,
            quiet_plies: quiet_plies?,
            lost_value: lost_value?,
            places,
        })
    }
}

fn build_board(pieces: &PlacedPieces) -> Board {
    let mut board = Board::empty();
    pieces.iter().for_each(|(square, piece)| board.put(piece.seat, piece.role, *square));
    board
}

fn parse_seat(text: &str) -> Option<Seat> {
    let mut letters = text.chars();
    let seat = letters.next().and_then(army::seat_from_letter);
    seat.filter(|_| letters.next().is_none())
}

/// Parses some of `wgbp` in this order, or `-`.
fn parse_seats(text: &str, field: &'static str, errors: &mut ErrorCollector) -> Option<SeatSet> {
    let seats: Option<SeatSet> = text.chars().map(army::seat_from_letter).collect();
    let in_order =
        |seats: &SeatSet| seats.iter().map(army::seat_letter).eq(text.chars()) && !seats.is_empty();
    let seats = if text == "-" { Some(SeatSet::EMPTY) } else { seats.filter(in_order) };
    if seats.is_none() {
        errors.push(field, format!("{text:?} is neither - nor some of wgbp in this order"));
    }
    seats
}

fn parse_lost_value(text: &str, errors: &mut ErrorCollector) -> Option<BySeat<u16>> {
    let values = text.split(',').map(parse_count::<u16>);
    let values: Option<Vec<u16>> = values.collect();
    let Some(values) = values.filter(|values| values.len() == Seat::MAX_COUNT) else {
        let message = format!("{text:?} is not four numbers from 0 to {} joined by commas", u16::MAX);
        errors.push(LOST_VALUE, message);
        return None;
    };
    Some(BySeat::from_fn(|seat| values[seat.index()]))
}

/// Parses the castling rights. Each rook must be on its starting square, with its king at home.
fn parse_castling_rights(text: &str, pieces: &PlacedPieces, errors: &mut ErrorCollector) -> CastlingRights {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return rights;
    }
    let squares: Vec<&str> = text.split(',').collect();
    if !squares.is_sorted() {
        errors.push(CASTLING_RIGHTS, format!("{text:?} is not sorted as text"));
    }
    for text in squares {
        let home = CastlingRights::ALL.squares().find(|(_, square)| square.to_string() == text);
        let Some((seat, square)) = home else {
            errors.push(CASTLING_RIGHTS, format!("{text:?} is not the starting square of a rook"));
            continue;
        };
        let is_there = |square: Square, role: Role| pieces.contains(&(square, Piece { seat, role }));
        let name = seat.name(SEATS);
        if !is_there(square, Role::Rook) {
            errors.push(CASTLING_RIGHTS, format!("there is no {name} rook on {square}"));
        }
        if !army::royal_squares(seat).iter().any(|square| is_there(*square, Role::King)) {
            let [a, b] = army::royal_squares(seat);
            errors.push(
                CASTLING_RIGHTS,
                format!("the rook on {square} needs an unmoved {name} king on {a} or {b}"),
            );
        }
        if rights.rooks_of(seat).any(|rook| rook == square) {
            errors.push(CASTLING_RIGHTS, format!("{square} is named twice"));
        }
        rights = rights.with(seat, square);
    }
    rights
}

fn parse_places(text: &str, errors: &mut ErrorCollector) -> Places {
    let mut places = Places::default();
    if text == "-" {
        return places;
    }
    for part in text.split(',') {
        let seat = part.split_at_checked(1).and_then(|(seat, _)| parse_seat(seat));
        let place = part.get(1..).and_then(parse_count).filter(|place| (1..=4).contains(place));
        match (seat, place) {
            (Some(seat), Some(_)) if places.of(seat).is_some() => {
                errors.push(PLACES, format!("{} is named twice", seat.name(SEATS)));
            }
            (Some(seat), Some(place)) => places.set(seat, place as u8),
            _ => errors.push(PLACES, format!("{part:?} is not a colour and its place like b4")),
        }
    }
    places
}

/// Checks that every colour either lives or has a place, and that some order of elimination gives these places.
fn check_places(places: &Places, living: SeatSet, errors: &mut ErrorCollector) {
    let eliminated = ALL_SEATS.minus(living);
    for seat in
        ALL_SEATS.iter().filter(|seat| places.eliminated().contains(*seat) != eliminated.contains(*seat))
    {
        let name = seat.name(SEATS);
        let message = if eliminated.contains(seat) {
            "is eliminated but has no place"
        } else {
            "has a place but is not eliminated"
        };
        errors.push(PLACES, format!("{name} {message}"));
    }
    if errors.is_empty()
        && let Some((seat, place)) = places.first_contradiction()
    {
        let name = seat.name(SEATS);
        let better = place - 1;
        errors.push(
            PLACES,
            format!("{better} colours have a better place than {name}, so its place is {place}"),
        );
    }
}

/// The resolved position, if the rules give the turn that the text says.
fn resolved(mut game: Survival, turn: Turn) -> Result<Bishops, ParseErrors> {
    if turn == Turn::Chance {
        return before_sides_are_drawn(game);
    }
    game.seats_in_check = game.board.seats_in_check();
    let unresolved = game.next_to_act().map_or(Turn::Over, Turn::Seat);
    if let Turn::Seat(seat) = turn
        && has_just_swapped(&game, seat)
    {
        return Ok(Bishops::new(Phase::Survival(Survival { turn, ..game })));
    }
    let mut position = Bishops::new(Phase::Survival(game));
    position.resolve();
    // The text may give the turn before or after resolving.
    if turn == unresolved || turn == crate::Position::turn(&position) {
        return Ok(position);
    }
    let [turn, last_mover] = [turn.name(SEATS), game.last_mover.name(SEATS)];
    let why = if game.seats_in_check.is_empty() { "can act" } else { "is in check" };
    let message = match unresolved {
        Turn::Seat(seat) => {
            let seat = seat.name(SEATS);
            format!("it cannot be {turn}: after {last_mover}, the first that {why} is {seat}")
        }
        _ => "no colour can act, so it must be -".to_string(),
    };
    Err(ParseErrors::single(TO_ACT, message))
}

/// Before the sides are drawn, all living colours are on their starting squares.
fn before_sides_are_drawn(game: Survival) -> Result<Bishops, ParseErrors> {
    let mut start = Survival::start(&game.options);
    if game.options.kq_sides != KingQueenSides::Random {
        return Err(ParseErrors::single(TO_ACT, "? needs the option kq_sides: random"));
    }
    start.remove(game.places.eliminated());
    start.places = game.places;
    if start != (Survival { turn: Turn::Chance, ..game }) {
        let message = "? is possible only at the start, with all pieces on their starting squares";
        return Err(ParseErrors::single(TO_ACT, message));
    }
    let mut position = Bishops::new(Phase::Survival(start));
    position.resolve_living_count();
    Ok(position)
}

/// Whether a free swap of this seat can have led to this position. Then it is this seat's move, whoever is in check.
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
