//! Writes position texts: ten fields before the duel; `duel`, the finalists, the places and FEN in it.

use super::army;
use super::duel::Duel;
use super::piece::Piece;
use super::places::Places;
use super::square::{BOARD_SIZE, Square};
use super::survival::Survival;
use super::{Bishops, Phase};
use crate::{Position as _, SeatSet, Turn};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use std::fmt::{self, Write as _};

impl fmt::Display for Bishops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.phase {
            Phase::Survival(game) => write_survival(game, self.turn(), f),
            Phase::Duel(duel) => write_duel(duel, f),
        }
    }
}

fn write_survival(game: &Survival, turn: Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_board(game, f)?;
    let to_act = match turn {
        Turn::Seat(seat) => army::seat_letter(seat),
        Turn::Chance => '?',
        Turn::Over => '-',
    };
    let [living, unmoved] = [game.living(), game.unmoved].map(letters);
    let (rooks, last) = (castling_rooks(game), army::seat_letter(game.last_mover));
    write!(f, " {to_act} {living} {unmoved} {rooks} {last} {} {} ", game.move_count, game.quiet_plies)?;
    let lost = army::ORDER.map(|seat| game.lost_value[seat].to_string());
    write!(f, "{} {}", lost.join(","), places(&game.places))
}

fn write_duel(duel: &Duel, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [white, black] = [duel.finalists.white, duel.finalists.black].map(army::seat_letter);
    let fen = Fen::from_position(&duel.chess, EnPassantMode::Always);
    write!(f, "duel {white}:{black} {} {fen}", places(&duel.places))
}

/// "Ranks 12 to 1 joined by `/`, squares joined by `,`, numbers for runs of empty squares."
fn write_board(game: &Survival, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in (0..BOARD_SIZE).rev() {
        if rank < BOARD_SIZE - 1 {
            f.write_char('/')?;
        }
        let pieces = (0..BOARD_SIZE)
            .map(|file| Square::from_coords(file, rank).and_then(|square| game.board.piece_at(square)));
        f.write_str(&rank_text(pieces))?;
    }
    Ok(())
}

fn rank_text(pieces: impl Iterator<Item = Option<Piece>>) -> String {
    let mut parts = Vec::new();
    let mut empty = 0;
    for piece in pieces.map(Some).chain([None]) {
        if piece == Some(None) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            parts.push(empty.to_string());
            empty = 0;
        }
        if let Some(Some(Piece { seat, role })) = piece {
            parts.push(format!("{}{}", army::seat_letter(seat), role.letter()));
        }
    }
    parts.join(",")
}

/// The letters of the seats in seat order, or `-`.
fn letters(seats: SeatSet) -> String {
    or_dash(seats.iter().map(army::seat_letter).collect())
}

fn castling_rooks(game: &Survival) -> String {
    let mut squares: Vec<String> = game.castling_rights.squares().map(|(_, rook)| rook.to_string()).collect();
    squares.sort();
    or_dash(squares.join(","))
}

fn places(places: &Places) -> String {
    let eliminated = places.eliminated();
    let each =
        eliminated.iter().filter_map(|seat| Some(format!("{}{}", army::seat_letter(seat), places.of(seat)?)));
    or_dash(each.collect::<Vec<_>>().join(","))
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_string() } else { text }
}
