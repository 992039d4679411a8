//! The protocol state of a local table, so that local and remote games are drawn alike.

use crate::PlayerKind;
use tetrarch_protocol::{GameProjection, Occupant, SeatState, TableSettings, TableState};
use tetrarch_rules::{Eye, Seat, SeatSet};
use tetrarch_table::{Millis, Table};

pub(super) fn table_state(game: &dyn Table, players: &[PlayerKind], turn_time_used: Millis) -> TableState {
    let projection = GameProjection {
        game,
        begun: true,
        paused: false,
        clock_stopped: false,
        turn_time_used,
        abortable: true,
        rematch_seats: SeatSet::EMPTY,
        next_table: None,
    };
    let seats = players.iter().enumerate().map(|(index, player)| seat_state(game, index, *player)).collect();
    let mine = my_seats(players);
    let mut state = projection.state("here", TableSettings::default(), seats, None, mine);
    if mine.len() > 1 {
        // Several people share the screen: nobody's side is nearer.
        let sides = &state.view.seats;
        state.view.board.near = Eye::Spectator.near_side(|seat| sides[seat.index()].side);
    }
    state
}

fn my_seats(players: &[PlayerKind]) -> SeatSet {
    let seats = players.iter().enumerate().filter(|(_, player)| **player == PlayerKind::Human);
    seats.map(|(index, _)| Seat::new(index)).collect()
}

fn seat_state(game: &dyn Table, index: usize, player: PlayerKind) -> SeatState {
    let sitter = match player {
        PlayerKind::Human => Occupant::Person { name: "you".to_string(), person: None },
        PlayerKind::Engine(level) => Occupant::Engine { level: level.number() },
    };
    let seat = Seat::new(index).name(game.seats()).to_string();
    SeatState { seat, sitter, here: true, stand_in: None, absent: false }
}
