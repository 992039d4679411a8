//! Comments for steps that are not actions: resignations, flag falls, agreements.

use tetrarch_rules::{SeatNames, capitalised};

/// The phrase for a step, if it has one.
pub(super) fn phrase(word: &str) -> Option<String> {
    if let Some(seat) = word.strip_prefix("resign:") {
        return Some(format!("{} resigns", capitalised(seat)));
    }
    if let Some(seat) = word.strip_prefix("flag:") {
        return Some(format!("{}'s time is up", capitalised(seat)));
    }
    if let Some(seat) = word.strip_prefix("adjudicate:").filter(|winner| *winner != "draw") {
        return Some(format!("The operator decides for {}", capitalised(seat)));
    }
    match word {
        "adjudicate:draw" => Some("The operator decides for a draw".to_string()),
        "draw" => Some("Draw agreed".to_string()),
        "claim" => Some("Draw claimed".to_string()),
        "abort" => Some("Game aborted".to_string()),
        _ => None,
    }
}

/// The step that a comment stands for, if any.
pub(super) fn parse(comment: &str, seats: SeatNames) -> Option<String> {
    let text = comment.trim().trim_end_matches('.');
    let forfeits =
        seats.iter().flat_map(|seat| ["resign", "flag", "adjudicate"].map(|why| format!("{why}:{seat}")));
    let words = forfeits.chain(["draw", "claim", "abort", "adjudicate:draw"].map(String::from));
    words.into_iter().find(|word| phrase(word).is_some_and(|phrase| phrase.eq_ignore_ascii_case(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_round_trips() {
        let seats: SeatNames = &["white", "black"];
        for step in
            ["resign:white", "flag:black", "draw", "claim", "abort", "adjudicate:draw", "adjudicate:black"]
        {
            assert_eq!(parse(&format!(" {}. ", phrase(step).unwrap()), seats).as_deref(), Some(step));
        }
        assert_eq!(parse("White resigned himself to a long defence", seats), None);
        assert_eq!(phrase("m:e2e4"), None);
    }
}
