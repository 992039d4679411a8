//! The rules of a game: the trait that every game implements, and the only one that search and perft need.

use crate::{
    ArmyId, ForfeitCause, IllegalAction, Outcome, ParseErrors, Reason, Repetition, Seat, SeatNames, SeatSet,
    SpecialRules, Turn,
};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// The status of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Status {
    /// Who acts next.
    pub turn: Turn,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
    /// The seats still in the game.
    pub active_seats: SeatSet,
}

/// A position of a game together with the rules. [`Presentation`](crate::Presentation) shows it to people.
///
/// It holds everything that play depends on except the history for the repetition rule, which the match keeps. It
/// holds no secrets: what no player knows is a chance turn. `Display` writes the canonical text that
/// [`parse`](Position::parse) reads. Clone and play; there is no undo.
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The name of the game on the command line and on the wire, in lower case with hyphens.
    const GAME: &'static str;
    /// The rules that most games do not have.
    const SPECIAL: SpecialRules<Self> = SpecialRules::NONE;

    /// The options of the game. Deserialising rejects unknown names and bad values.
    type Options: Serialize + DeserializeOwned + Default + Clone + PartialEq + Debug + Send + Sync;
    /// Anything that changes the position in play. Its `Display` is the canonical text.
    type Action: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// The starting position under these options.
    fn start(options: &Self::Options) -> Self;

    /// Parses a position text. The result is resolved as if the position had just been reached.
    ///
    /// # Errors
    /// All errors in the text.
    fn parse(text: &str, options: &Self::Options) -> Result<Self, ParseErrors>;

    /// The names of the seats.
    fn seats(&self) -> SeatNames;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// The army that the seat to act moves. Usually each seat has its own.
    fn army(&self) -> Option<ArmyId> {
        self.turn().seat().map(|seat| ArmyId(seat.index() as u8))
    }

    /// The seats still in the game. Each may resign, and a draw needs the agreement of all. Empty when the game is over.
    fn active_seats(&self) -> SeatSet;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Turn, outcome and active seats in one call. A game overrides it if the three share an expensive computation.
    fn status(&self) -> Status {
        Status { turn: self.turn(), outcome: self.outcome(), active_seats: self.active_seats() }
    }

    /// Appends the legal actions of the seat to act, in a fixed order. None at a chance turn or when the game is over.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Appends the outcomes of a chance turn with their weights. None at any other time.
    fn chance_outcomes(&self, _out: &mut Vec<(Self::Action, u32)>) {}

    /// Appends the actions that [`perft`](crate::perft()) counts: the legal actions, or the chance outcomes.
    ///
    /// A game overrides it to be faster at chance turns, or if its reference numbers ignore some of the draws.
    fn perft_actions(&self, out: &mut Vec<Self::Action>) {
        self.legal_actions(out);
        if out.is_empty() {
            let mut outcomes = Vec::new();
            self.chance_outcomes(&mut outcomes);
            out.extend(outcomes.into_iter().map(|(outcome, _)| outcome));
        }
    }

    /// Parses an action and validates that it is legal now. Accepts the canonical text, and other notations of the game.
    ///
    /// # Errors
    /// The text is malformed, or the action is illegal now.
    fn parse_action(&self, text: &str) -> Result<Self::Action, IllegalAction>;

    /// Plays a listed action: a legal action, a chance outcome, or an action of the [special rules](Position::SPECIAL).
    ///
    /// # Panics
    /// May panic, or leave an invalid position, if the action is not listed.
    fn play(&mut self, action: Self::Action);

    /// One of the [active seats](Position::active_seats) leaves the game, in or out of turn.
    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause);

    /// The result if the game is drawn now for a reason outside the position.
    fn draw_outcome(&self, reason: Reason) -> Outcome;

    /// Ends the game with a result decided outside the position.
    fn end(&mut self, outcome: Outcome);

    /// Whether this position counts for repetition, and which draws follow.
    fn repetition(&self) -> Repetition;

    /// Whether two counted positions are the same for the repetition rule. Such positions have the same
    /// [`key`](Position::key).
    fn is_repetition_of(&self, earlier: &Self) -> bool;

    /// The Zobrist key of everything that play depends on, except counters. Games update it incrementally.
    fn key(&self) -> u64;
}
