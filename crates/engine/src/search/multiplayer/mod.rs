//! Searches for games in which many sides play, each for itself.
//!
//! What a seat wants is its share of the point. [`Against`] makes two sides of many, one seat against all others,
//! for the search of two sides: the others move in turn (paranoid), or only the one with the best reply moves
//! (best-reply search). [`MaxN`] lets each seat take what is best for itself.

mod max_n;
mod one_against_all;

pub use max_n::MaxNSearch;
pub use one_against_all::{OneAgainstAll, Others};

use crate::Score;
use tetrarch_rules::{BySeat, Position, Seat, SeatSet};

/// The share of the point that each seat can expect. They add up to one.
pub type Shares = BySeat<f64>;

/// A game as many sides play it: what the searches ask of it beyond its rules.
pub trait MultiplayerGame: Clone + Send + Sync + 'static {
    /// The game.
    type Game: Position;

    /// How many slots there are for moves that are alike.
    const HISTORY_SIZE: usize;

    /// The largest gain or loss of a single quiet move, for pruning near the leaves.
    const FUTILITY_MARGIN: i32;

    /// Who decides; none when it is over.
    fn seat_to_move(&self, game: &Self::Game) -> Option<Seat>;

    /// Who can still win something.
    fn living_seats(&self, game: &Self::Game) -> SeatSet;

    /// The shares if the game is over, or the part of it that can be searched.
    fn terminal_shares(&self, game: &Self::Game) -> Option<Shares>;

    /// The shares that can be expected, without looking ahead.
    fn evaluate(&self, game: &Self::Game) -> Shares;

    /// Appends what the seat may do.
    fn generate_moves(&self, game: &Self::Game, out: &mut Vec<MultiplayerAction<Self>>);

    /// Appends what the seat may take from any of `others`, and what else changes the balance at once.
    fn generate_tactical_moves(
        &self,
        game: &Self::Game,
        others: SeatSet,
        out: &mut Vec<MultiplayerAction<Self>>,
    );

    /// What an action takes at once and from whom; none for a quiet one.
    fn tactical_gain(
        &self,
        game: &Self::Game,
        action: MultiplayerAction<Self>,
    ) -> Option<(i32, Option<Seat>)>;

    /// A number below [`Crowd::SLOTS`] for moves that are alike, whatever the position.
    fn history_index(&self, game: &Self::Game, action: MultiplayerAction<Self>) -> usize;

    /// Whether the seat to decide is in a danger that a look at captures alone would miss.
    fn in_danger(&self, game: &Self::Game) -> bool;

    /// The position as if it were another seat's turn, where that is a fair question.
    fn with_turn_of(&self, game: &Self::Game, seat: Seat) -> Option<Self::Game>;

    /// Whether an action leaves the turn where it is.
    fn keeps_turn(&self, action: MultiplayerAction<Self>) -> bool;

    /// Whose man an action moves.
    fn moving_seat(&self, game: &Self::Game, action: MultiplayerAction<Self>) -> Option<Seat>;
}

/// What is played in the game of a crowd.
pub type MultiplayerAction<C> = <<C as MultiplayerGame>::Game as Position>::Action;

/// How many hundredths of a pawn make odds of a share e times as good.
const SHARE_SCALE: f64 = 640.0;

/// A share as a score: its odds, so that what is added counts alike everywhere. An even chance is zero.
pub fn score_from_share(share: f64) -> Score {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    Score::centipawns((SHARE_SCALE * (share / (1.0 - share)).ln()) as i32)
}

/// A score of [`score_of`] as it is told: zero for who can expect as much as each of the others.
pub(crate) fn score_relative_to_equal_share(score: Score, living: usize) -> Score {
    if score.is_win() || score.is_loss() || living < 2 {
        return score;
    }
    score - score_from_share(1.0 / living as f64)
}
