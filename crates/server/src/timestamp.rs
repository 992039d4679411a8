//! Timestamps.

use time::macros::format_description;
use time::{Duration, UtcDateTime};

/// The date of a time in milliseconds since 1970, in the format of game records: `2026.11.15`.
pub(crate) fn record_date(millis: i64) -> String {
    let time = UtcDateTime::UNIX_EPOCH.saturating_add(Duration::milliseconds(millis));
    let format = format_description!("[year].[month].[day]");
    time.format(format).expect("a date has a year, a month and a day")
}

#[cfg(test)]
mod tests {
    use super::record_date;

    #[test]
    fn dates_use_the_record_format() {
        for (millis, text) in [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (951_868_800_000, "2000.03.01"),
            (1_798_761_599_999, "2026.12.31"),
            (-1, "1969.12.31"),
        ] {
            assert_eq!(record_date(millis), text);
        }
    }
}
