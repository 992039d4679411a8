//! The one trait a game implements.

use crate::{
    ArmyId, Eye, ForfeitCause, Gesture, IllegalAction, Outcome, ParseErrors, Reason, Repetition, Seat,
    SeatNames, SeatSet, Treaty, Turn, View,
};
use serde::{Serialize, de::DeserializeOwned};
use smol_str::{SmolStr, ToSmolStr as _};
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// How a game stands.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Status {
    /// Who has to do the next thing.
    pub turn: Turn,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
    /// Who still has a say.
    pub active_seats: SeatSet,
}

/// A position of a game, with the rules that lead from it.
///
/// It holds everything that play depends on except the history for repetition, which the match keeps, and
/// nothing secret: what nobody knows is a chance turn. `Display` writes the canonical text that
/// [`parse`](Position::parse) reads. Copy and play; there is no undo.
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The game's name on the command line and on the wire: `ban-chess`.
    const GAME: &'static str;
    /// The game's name for people: `Ban-Chess`.
    const TITLE: &'static str;

    /// What can be chosen before the game. Unknown names and bad values are errors when read.
    type Options: Serialize + DeserializeOwned + Default + Clone + PartialEq + Debug + Send + Sync;
    /// Anything that changes the position through play. Its `Display` is the canonical text.
    type Action: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// The usual start under these options.
    fn start(options: &Self::Options) -> Self;

    /// Reads a position text, judged as if the position had just been reached.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    fn parse(text: &str, options: &Self::Options) -> Result<Self, ParseErrors>;

    /// The names of the seats.
    fn seats(&self) -> SeatNames;

    /// Who has to do the next thing.
    fn turn(&self) -> Turn;

    /// The army that the seat to act decides for.
    fn army(&self) -> Option<ArmyId> {
        self.turn().seat().map(|seat| ArmyId(seat.index() as u8))
    }

    /// Appends what the seat to act may do, in a fixed order. Nothing at a chance turn or when over.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Appends the outcomes of a chance turn with their weights. Nothing at any other time.
    fn chance_outcomes(&self, _out: &mut Vec<(Self::Action, u32)>) {}

    /// Appends what can be agreed now, besides a draw. `before` is the position before the last action, for
    /// what may be proposed right after it.
    fn treaties(&self, _before: Option<&Self>, _out: &mut Vec<Treaty<Self::Action>>) {}

    /// Appends what the table's operator may do to the position now.
    fn operator_actions(&self, _out: &mut Vec<Self::Action>) {}

    /// Appends everything that [`perft`](crate::perft()) follows: what is legal, or the chances.
    ///
    /// A game whose reference numbers ignore some of its ends says so here.
    fn perft_actions(&self, out: &mut Vec<Self::Action>) {
        self.legal_actions(out);
        if out.is_empty() {
            let mut chances = Vec::new();
            self.chance_outcomes(&mut chances);
            out.extend(chances.into_iter().map(|(outcome, _)| outcome));
        }
    }

    /// Plays an action that was listed as legal, as a chance, in a treaty or as an operation.
    ///
    /// # Panics
    /// May panic, or leave a position without meaning, if the action was not listed.
    fn play(&mut self, action: Self::Action);

    /// A seat of [`playing`](Position::playing) leaves, in or out of turn.
    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What the result is if the game is drawn now for a reason outside of the position.
    fn draw_outcome(&self, reason: Reason) -> Outcome;

    /// Ends the game with a result that was decided outside of the position.
    fn end(&mut self, outcome: Outcome);

    /// Who still has a say: they may resign, and all of them must agree to a draw. Nobody once over.
    fn active_seats(&self) -> SeatSet;

    /// Whose turn it is, the result and who has a say, with one look at the position: some games must look for long.
    fn status(&self) -> Status {
        Status { turn: self.turn(), outcome: self.outcome(), active_seats: self.active_seats() }
    }

    /// Whether this state counts for repetition, and what follows from it.
    fn repetition(&self) -> Repetition;

    /// Whether two counted states are the same for the rule of repetition. The same states have the same
    /// [`key`](Position::key).
    fn is_repetition_of(&self, earlier: &Self) -> bool;

    /// The draw that the seat to act may claim from the position alone, without its history.
    fn claimable_draw(&self) -> Option<Reason> {
        None
    }

    /// A Zobrist key of all that play depends on except counters, kept up to date move by move.
    fn key(&self) -> u64;

    /// Who wins and loses together with `seat`, itself included.
    fn allies(&self, seat: Seat) -> SeatSet {
        SeatSet::one(seat)
    }

    /// The listed action that a text means: the canonical text, and what else the game accepts.
    ///
    /// # Errors
    /// Why there is none: the text means nothing, or the action cannot be played now.
    fn parse_action(&self, text: &str) -> Result<Self::Action, IllegalAction>;

    /// The text of an action, as its `Display` writes it. Texts are made by the thousand, so games make them without formatting.
    fn action_text(action: Self::Action) -> SmolStr {
        action.to_smolstr()
    }

    /// How players write a listed action.
    fn notation(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// How a choice is written before it is played: like [`notation`](Position::notation), but without a word on what it
    /// would lead to. That would be a hint, and finding it out for every choice takes long.
    fn label(&self, action: Self::Action) -> SmolStr {
        Self::action_text(action)
    }

    /// How the hand makes a legal action.
    fn gesture(&self, action: Self::Action) -> Gesture;

    /// Why a gesture leads to nothing that can be played now; `None` if it does lead to something.
    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction>;

    /// The position as `eye` sees it.
    fn view(&self, eye: Eye) -> View;
}
