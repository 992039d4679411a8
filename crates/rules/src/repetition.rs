//! The repetition rule of a game.

/// Whether a position counts for repetition, and which draws follow.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Repetition {
    /// This position does not count.
    Uncounted,
    /// This position counts, together with the earlier positions that it is a
    /// [repetition of](crate::Position::is_repetition_of).
    Counted {
        /// From this many occurrences on, the seat to act may claim a draw.
        claim: Option<u32>,
        /// At this many occurrences the game is drawn without a claim.
        automatic: Option<u32>,
    },
}
