//! The trait that every game implements.

use crate::{
    ArmyId, Eye, ForfeitCause, Gesture, IllegalAction, Outcome, ParseErrors, Reason, Repetition, Seat,
    SeatNames, SeatSet, Treaty, Turn, View,
};
use serde::{Serialize, de::DeserializeOwned};
use smol_str::{SmolStr, ToSmolStr as _};
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

/// A position of a game together with the rules.
///
/// It holds everything that play depends on except the history for the repetition rule, which the match keeps. It
/// holds no secrets: what no player knows is a chance turn. `Display` writes the canonical text that
/// [`parse`](Position::parse) reads. Clone and play; there is no undo.
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The name of the game on the command line and on the wire, in lower case with hyphens.
    const GAME: &'static str;
    /// The display name of the game.
    const TITLE: &'static str;

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

    /// The phase of the turn, as views name it: `move` where nothing special is to be done. `turn` is
    /// [`turn`](Position::turn), which callers know already and some games compute slowly.
    fn phase(&self, turn: Turn) -> &'static str;

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// The army that the seat to act moves.
    fn army(&self) -> Option<ArmyId> {
        self.turn().seat().map(|seat| ArmyId(seat.index() as u8))
    }

    /// Appends the legal actions of the seat to act, in a fixed order. None at a chance turn or when the game is over.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Appends the outcomes of a chance turn with their weights. None at any other time.
    fn chance_outcomes(&self, _out: &mut Vec<(Self::Action, u32)>) {}

    /// Appends the treaties that can be proposed now. `before` is the position before the last action, for proposals
    /// that are only possible right after it.
    fn treaties(&self, _before: Option<&Self>, _out: &mut Vec<Treaty<Self::Action>>) {}

    /// Appends the actions that the operator of the table may take now.
    fn operator_actions(&self, _out: &mut Vec<Self::Action>) {}

    /// Appends the actions that [`perft`](crate::perft()) counts: the legal actions, or the chance outcomes.
    ///
    /// A game overrides this if its reference numbers ignore some of the draws.
    fn perft_actions(&self, out: &mut Vec<Self::Action>) {
        self.legal_actions(out);
        if out.is_empty() {
            let mut outcomes = Vec::new();
            self.chance_outcomes(&mut outcomes);
            out.extend(outcomes.into_iter().map(|(outcome, _)| outcome));
        }
    }

    /// Plays a listed action: a legal action, a chance outcome, the action of a treaty or an operator action.
    ///
    /// # Panics
    /// May panic, or leave an invalid position, if the action is not listed.
    fn play(&mut self, action: Self::Action);

    /// One of the [active seats](Position::active_seats) leaves the game, in or out of turn.
    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The result if the game is drawn now for a reason outside the position.
    fn draw_outcome(&self, reason: Reason) -> Outcome;

    /// Ends the game with a result decided outside the position.
    fn end(&mut self, outcome: Outcome);

    /// The seats still in the game. Each may resign, and a draw needs the agreement of all. Empty when the game is over.
    fn active_seats(&self) -> SeatSet;

    /// Turn, outcome and active seats in one call. A game overrides it if the three share an expensive computation.
    fn status(&self) -> Status {
        Status { turn: self.turn(), outcome: self.outcome(), active_seats: self.active_seats() }
    }

    /// Whether this position counts for repetition, and which draws follow.
    fn repetition(&self) -> Repetition;

    /// Whether two counted positions are the same for the repetition rule. Such positions have the same
    /// [`key`](Position::key).
    fn is_repetition_of(&self, earlier: &Self) -> bool;

    /// The draw that the seat to act may claim from the position alone, without the history.
    fn claimable_draw(&self) -> Option<Reason> {
        None
    }

    /// The Zobrist key of everything that play depends on, except counters. Games update it incrementally.
    fn key(&self) -> u64;

    /// The textbook value of a kind of piece, in pawns. The default is that of chess, where kings can be captured.
    fn piece_value(kind: &str) -> i32 {
        match kind {
            "king" => 20,
            "queen" => 9,
            "rook" => 5,
            "bishop" | "knight" => 3,
            _ => 1,
        }
    }

    /// The seats that win and lose together with `seat`, itself included.
    fn allies(&self, seat: Seat) -> SeatSet {
        SeatSet::one(seat)
    }

    /// Parses an action and validates that it is legal now. Accepts the canonical text, and other notations of the game.
    ///
    /// # Errors
    /// The text is malformed, or the action is illegal now.
    fn parse_action(&self, text: &str) -> Result<Self::Action, IllegalAction>;

    /// The text of an action, the same as its `Display`. Views write thousands of them, so games bypass the formatter.
    fn action_text(action: Self::Action) -> SmolStr {
        action.to_smolstr()
    }

    /// A listed action as players write it.
    fn notation(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// The label of a choice: like [`notation`](Position::notation), but without the signs for check and mate. Those
    /// would be a hint, and computing them for every choice is slow.
    fn label(&self, action: Self::Action) -> SmolStr {
        Self::action_text(action)
    }

    /// The gesture that makes a legal action.
    fn gesture(&self, action: Self::Action) -> Gesture;

    /// Why a gesture makes no legal action; `None` if it makes one.
    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction>;

    /// The position as `eye` sees it.
    fn view(&self, eye: Eye) -> View;
}
