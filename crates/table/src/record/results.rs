//! Results in records: points in seat order, `1-0`, `1/2-1/2`, `0-1-0-1`, or `*` if there is none.

use crate::Table;

/// The result of a game.
pub(super) fn result(played: &dyn Table) -> String {
    let points = played.outcome().map(|outcome| {
        let seats = 0..played.seats().len();
        seats
            .map(|index| outcome.points(tetrarch_rules::Seat::new(index)).to_string())
            .collect::<Vec<_>>()
            .join("-")
    });
    points.filter(|points| is_result(points)).unwrap_or_else(|| "*".to_string())
}

/// Whether a word is a result. Zeros alone are not: they are castling, or an aborted game.
pub(super) fn is_result(word: &str) -> bool {
    let mut shares = word.split('-').peekable();
    let several = word.contains('-') && word.contains('1');
    word == "*" || several && shares.all(|share| matches!(share, "0" | "1" | "1/2" | "1/3" | "1/4"))
}

#[cfg(test)]
mod tests {
    use super::is_result;

    #[test]
    fn results_are_distinguished_from_castling_and_numbers() {
        assert!(["*", "1-0", "0-1", "1/2-1/2", "1-0-1-0", "1/3-1/3-0-1/3"].into_iter().all(is_result));
        assert!(!["0-0", "0-0-0", "1", "1.", "e2-e4", "1-", "-1", ""].into_iter().any(is_result));
    }
}
