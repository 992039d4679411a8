//! How a game treats a state that comes again.

/// Whether the present state counts for repetition, and what follows from how often it occurred.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Repetition {
    /// This state is not counted.
    Uncounted,
    /// This state is counted among all counted states that
    /// [`repeat`](crate::Position::repeats) it.
    Counted {
        /// From this many occurrences on the seat to act may claim a draw.
        claim: Option<u32>,
        /// At this many occurrences the game is drawn.
        automatic: Option<u32>,
    },
}
