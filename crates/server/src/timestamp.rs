//! Timestamps.

use std::time::{SystemTime, UNIX_EPOCH};
use tetrarch_store::Timestamp;

pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

pub(crate) fn days_ago(days: u32) -> Timestamp {
    Timestamp(now().0.saturating_sub(i64::from(days) * 86_400_000))
}

/// The date of a time in milliseconds since 1970, in the format of game records: `2026.11.15`.
pub(crate) fn record_date(millis: i64) -> String {
    // Howard Hinnant's civil_from_days, with years that begin in March.
    let days = millis.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", year + era * 400 + next)
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
