//! Formats parts of the table state as text.

use crate::letters::PieceLetters;
use std::time::Duration;
use tetrarch_protocol::{GameOutcome, Occupant, OfferState, PlayedStep, RemainingTime, StepKind, TableState};
use tetrarch_rules::{View, capitalised};
use tetrarch_table::OfferKind;

/// A played action or event, as a line of text.
pub(crate) fn step(step: &PlayedStep) -> String {
    let written = step
        .notation
        .as_deref()
        .map_or(step.word.as_str(), |notation| displayed_action(&step.word, notation));
    let seat = capitalised(step.by.as_deref().unwrap_or("nobody"));
    match step.kind {
        StepKind::Acted => format!("{seat}: {written}"),
        StepKind::Revealed => format!("Chance: {}", written.trim_start_matches('=')),
        StepKind::Resigned => format!("{seat} resigned."),
        StepKind::Flagged => format!("{seat} ran out of time."),
        StepKind::Agreed => "Draw agreed.".to_string(),
        StepKind::Claimed => "Draw claimed.".to_string(),
        StepKind::Treaty => format!("Agreed: {written}, proposed by {seat}."),
        StepKind::Operated => format!("Operator: {written}"),
        StepKind::Adjudicated => match step.by {
            Some(_) => format!("The operator decided for {seat}."),
            None => "The operator decided for a draw.".to_string(),
        },
        StepKind::Aborted => "Game aborted.".to_string(),
    }
}

/// The title of a game: every part of its name begins with a capital.
pub(crate) fn title(game: &str) -> String {
    game.split('-').map(capitalised).collect::<Vec<_>>().join("-")
}

/// How to display an action: in the players' notation, unless that only drops the prefix of the text (`b:`), which says what
/// kind of action it is.
pub(crate) fn displayed_action<'a>(text: &'a str, notation: &'a str) -> &'a str {
    let bare = text.split_once(':').is_some_and(|(_, rest)| rest == notation);
    if bare { text } else { notation }
}

/// The action text of what the player typed: players may type either the text or the notation they see.
pub(crate) fn resolve_typed_action(state: &TableState, typed: &str) -> String {
    let choices = &state.view.choices;
    let found = choices.iter().find(|choice| choice.text == typed);
    let found = found.or_else(|| choices.iter().find(|choice| choice.label == typed));
    found.map_or_else(|| typed.to_string(), |choice| choice.text.to_string())
}

/// The result of the game.
pub(crate) fn outcome(outcome: &GameOutcome) -> String {
    let points: Vec<String> =
        outcome.points.0.iter().map(|(seat, points)| format_points(seat, *points)).collect();
    let places = outcome.places.as_ref().map_or(String::new(), |places| {
        let mut places: Vec<&(String, u8)> = places.0.iter().collect();
        places.sort_by_key(|(_, place)| *place);
        let parts: Vec<String> = places.iter().map(|(seat, place)| format!("{place}. {seat}")).collect();
        format!(" Places: {}.", parts.join(", "))
    });
    format!("Game over ({}): {}.{places}", outcome.reason.description(), points.join(", "))
}

/// A seat's points, as a fraction where it is a common one.
fn format_points(seat: &str, points: f64) -> String {
    let share = [(0.5, "1/2"), (1.0 / 3.0, "1/3"), (0.25, "1/4"), (1.0, "1"), (0.0, "0")];
    let known = share.iter().find(|(value, _)| (value - points).abs() < 1e-6);
    format!("{seat} {}", known.map_or_else(|| format!("{points:.2}"), |(_, text)| (*text).to_string()))
}

/// The object of an offer.
pub(crate) fn offer(kind: &OfferKind) -> String {
    match kind {
        OfferKind::Draw => "a draw".to_string(),
        OfferKind::Takeback => "a takeback".to_string(),
        OfferKind::Treaty(text) => format!("the treaty {text:?}"),
    }
}

/// An offer that waits for an answer.
pub(crate) fn pending_offer(pending: &OfferState) -> String {
    let others: Vec<String> = pending.waiting.iter().map(|seat| capitalised(seat)).collect();
    let what = match &pending.offer {
        OfferKind::Draw => "offers a draw".to_string(),
        OfferKind::Takeback => "asks to take back a move".to_string(),
        OfferKind::Treaty(text) => format!("proposes the treaty {text:?}"),
    };
    format!("{} {what}. {} can accept or decline.", capitalised(&pending.by), others.join(", "))
}

/// Who plays a seat.
pub(crate) fn seat_player(state: &TableState, seat: &str) -> String {
    let found = state.seats.iter().find(|now| now.seat == seat);
    let mine = state.you.iter().any(|own| own == seat);
    if let Some(level) = found.and_then(|now| now.stand_in) {
        return format!("engine {level}, filling in");
    }
    match found.map(|now| (&now.sitter, now.here)) {
        Some((Occupant::Engine { level }, _)) => format!("engine {level}"),
        Some((Occupant::Invited { name: Some(name) }, _)) => format!("{name}, invited"),
        Some((Occupant::Invited { name: None }, _)) => "invited".to_string(),
        Some((Occupant::Person { .. }, _)) if mine => "you".to_string(),
        Some((Occupant::Person { name, .. }, true)) => name.clone(),
        Some((Occupant::Person { name, .. }, false)) => format!("{name} (away)"),
        _ => "open".to_string(),
    }
}

/// The remaining time on a clock, `since` after the state was received.
pub(crate) fn clock(left: &RemainingTime, since: Duration) -> String {
    let millis = left.left.0.saturating_sub(since.as_millis() as u64);
    let seconds = millis / 1000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    let time = if days > 0 {
        format!("{days}d {hours:02}h")
    } else if hours > 0 {
        format!("{hours}:{minutes:02}:{:02}", seconds % 60)
    } else if millis < 20_000 {
        format!("0:{:02}.{}", seconds, millis % 1000 / 100)
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    };
    left.periods.map_or(time.clone(), |periods| format!("{time} ({periods})"))
}

/// The trays that hold pieces, one line each.
pub(crate) fn trays(view: &View) -> Vec<String> {
    let letters = PieceLetters::new(view);
    let full = view.trays.iter().filter(|tray| !tray.men.is_empty());
    let parts = full.map(|tray| {
        let pieces = tray.men.iter().map(|piece| match piece.count {
            1 => letters.tray_piece(piece),
            count => format!("{count}{}", letters.tray_piece(piece)),
        });
        format!("{}: {}", capitalised(&tray.title), pieces.collect::<Vec<_>>().join(" "))
    });
    parts.collect()
}
