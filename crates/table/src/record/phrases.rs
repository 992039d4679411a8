//! Comments for steps that are not actions: resignations, flag falls, agreements.

use crate::{Millis, Table, TableEvent};
use tetrarch_rules::{Seat, SeatNames, capitalised};

/// The phrase for an event, if it has one.
pub(super) fn phrase(event: &TableEvent, seats: SeatNames) -> Option<String> {
    let name = |seat: &Seat| capitalised(seat.name(seats));
    Some(match event {
        TableEvent::Resigned { seat } => format!("{} resigns", name(seat)),
        TableEvent::Flagged { seat, .. } => format!("{}'s time is up", name(seat)),
        TableEvent::Adjudicated { winner: Some(seat) } => format!("The operator decides for {}", name(seat)),
        TableEvent::Adjudicated { winner: None } => "The operator decides for a draw".to_string(),
        TableEvent::Agreed => "Draw agreed".to_string(),
        TableEvent::Claimed { .. } => "Draw claimed".to_string(),
        TableEvent::Aborted { .. } => "Game aborted".to_string(),
        _ => return None,
    })
}

/// The event that a comment stands for, if any. Only the seat to act can claim a draw.
pub(super) fn parse(comment: &str, table: &dyn Table) -> Option<TableEvent> {
    let seats = table.seats();
    let text = comment.trim().trim_end_matches('.');
    let of_seat = (0..seats.len()).map(Seat::new).flat_map(|seat| {
        [
            TableEvent::Resigned { seat },
            TableEvent::Flagged { seat, spent: Millis::ZERO },
            TableEvent::Adjudicated { winner: Some(seat) },
        ]
    });
    let claimer = table.turn().seat().unwrap_or(Seat::new(0));
    let others = [
        TableEvent::Agreed,
        TableEvent::Claimed { seat: claimer },
        TableEvent::Aborted { seat: None },
        TableEvent::Adjudicated { winner: None },
    ];
    let mut known = of_seat.chain(others);
    known.find(|event| phrase(event, seats).is_some_and(|phrase| phrase.eq_ignore_ascii_case(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Match, TimeControl};
    use tetrarch_rules::Position as _;
    use tetrarch_rules::ban_chess::{BanChess, Options};

    #[test]
    fn every_phrase_round_trips() {
        let table: Match<BanChess> = Match::new(Options {}, TimeControl::None);
        let seats = table.position().seats();
        let (white, black) = (Seat::new(0), Seat::new(1));
        for event in [
            TableEvent::Resigned { seat: white },
            TableEvent::Flagged { seat: black, spent: Millis::ZERO },
            TableEvent::Agreed,
            TableEvent::Claimed { seat: black },
            TableEvent::Aborted { seat: None },
            TableEvent::Adjudicated { winner: None },
            TableEvent::Adjudicated { winner: Some(black) },
        ] {
            let comment = format!(" {}. ", phrase(&event, seats).unwrap());
            assert_eq!(parse(&comment, &table), Some(event));
        }
        assert_eq!(parse("White resigned himself to a long defence", &table), None);
        let action = TableEvent::Acted { seat: white, action: "m:e2e4".to_string(), spent: Millis::ZERO };
        assert_eq!(phrase(&action, seats), None);
    }
}
