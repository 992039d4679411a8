//! What the search must know of a game in which two sides decide.

use crate::{Limits, Line, Score, Stop};
use tetrarch_rules::Position;

/// One of the two sides of a search: a player, a team, or one seat against all others.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Side {
    /// The one that scores are good for when they are high.
    Us,
    /// The other.
    Them,
}

/// Where in the tree a position stands.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Spot {
    /// Plies from the root.
    pub ply: usize,
    /// Plies still to be searched; 0 or less in the search of captures.
    pub depth: i32,
}

/// How a position is over.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum End {
    /// The side to decide has won.
    Won,
    /// The side to decide has lost.
    Lost,
    /// Neither, or something between: the score for the side to decide.
    Worth(Score),
}

impl End {
    /// Nobody has won.
    pub const DRAWN: End = End::Worth(Score::DRAW);

    /// As a score, so many plies from the root.
    pub const fn score(self, ply: usize) -> Score {
        match self {
            End::Won => Score::won_in(ply),
            End::Lost => Score::lost_in(ply),
            End::Worth(score) => score,
        }
    }
}

/// What can be done in a position.
pub enum Moves {
    /// Nothing: it is over.
    Over(End),
    /// The side to decide picks one of those that were listed.
    Pick,
    /// Chance decides.
    Chance,
}

/// A game as two sides play it: what the search asks of it beyond its rules.
///
/// A mind also holds the weights of its evaluation, so that two minds can play against each other.
pub trait Mind: Clone + Send + Sync + 'static {
    /// The game.
    type Game: Position;

    /// How many different groups of moves the side to decide needs for its second choice to count: 1 where it
    /// plays what it likes best, 2 where the best is forbidden to it first.
    fn choice(&self, _game: &Self::Game) -> usize {
        1
    }

    /// Which moves are forbidden together.
    fn group(&self, _action: ActionOf<Self>) -> u32 {
        0
    }

    /// What forbids a move, as it is written in a line.
    fn forbid(&self, _action: ActionOf<Self>) -> Option<ActionOf<Self>> {
        None
    }

    /// How many lines the search needs to give as many answers as are wanted.
    fn lines_for(&self, _game: &Self::Game, wanted: usize) -> usize {
        wanted
    }

    /// What the lines of the side that decides mean for the seat that was asked.
    fn answers(&self, _game: &Self::Game, lines: Vec<Line<ActionOf<Self>>>) -> Vec<Line<ActionOf<Self>>> {
        lines
    }

    /// Who decides; at a chance turn, whose score is told.
    fn side(&self, game: &Self::Game) -> Side;

    /// Appends what the search should look at here.
    fn expand(&self, game: &Self::Game, spot: Spot, out: &mut Vec<ActionOf<Self>>) -> Moves;

    /// Appends what the search of captures should look at: what changes the balance at once. Everything if the
    /// side to decide cannot afford to do nothing ([`Mind::is_tense`]).
    fn expand_loud(&self, game: &Self::Game, spot: Spot, out: &mut Vec<ActionOf<Self>>) -> Moves;

    /// Plays a move that was listed.
    fn play(&self, game: &mut Self::Game, action: ActionOf<Self>) {
        game.play(action);
    }

    /// The position with the turn passed to the other side, where that is a fair test of how good it is.
    fn pass(&self, _game: &Self::Game) -> Option<Self::Game> {
        None
    }

    /// How good it is for the side to decide, without looking ahead.
    fn evaluate(&self, game: &Self::Game) -> Score;

    /// Whether the side to decide is in a danger that a look at captures alone would miss.
    fn is_tense(&self, _game: &Self::Game) -> bool {
        false
    }

    /// How much a move promises at once: what it takes, less a little for what takes. None for a quiet one.
    fn gain(&self, game: &Self::Game, action: ActionOf<Self>) -> Option<i32>;

    /// A number below [`Mind::SLOTS`] for moves that are alike, whatever the position.
    fn slot(&self, game: &Self::Game, action: ActionOf<Self>) -> usize;

    /// How many slots there are.
    const SLOTS: usize;

    /// The largest gain or loss of a single quiet move, for pruning near the leaves.
    const MARGIN: i32 = 100;

    /// Dangers are followed so many plies into the search of captures, then judged.
    const TENSE_PLIES: i32 = -6;

    /// Whether the search of captures remembers what it finds: worth it where captures lead to the same positions in
    /// many ways.
    const REMEMBERS_LOUD: bool = false;

    /// How many hundredths of a pawn make a win likely, 73 in a hundred.
    const SPREAD: f64 = 200.0;

    /// How many plies a turn of chance costs: it has so many branches that what comes after it is searched less deep.
    fn chance_cost(&self) -> i32 {
        0
    }

    /// How far the first window around the last score reaches.
    const ASPIRATION: i32 = 25;

    /// Names the position among all that the search may meet.
    fn key(&self, game: &Self::Game) -> u64 {
        game.key()
    }

    /// How many plies back the same position can have stood.
    fn reversible(&self, game: &Self::Game) -> usize;

    /// The least and the greatest score that count in the average over a turn of chance. A known win counts as the
    /// greatest.
    fn reach(&self) -> (Score, Score) {
        (Score::lost_in(0), Score::won_in(0))
    }

    /// How far an outcome of chance can be expected to be from the judgement of its turn. None if there is no
    /// telling.
    fn swing(&self, _game: &Self::Game) -> Option<i32> {
        None
    }

    /// The mind for a search of this position, with what it must know for it at hand. It may take its time, unless
    /// that is limited or the search is stopped.
    #[must_use]
    fn prepared(&self, _game: &Self::Game, _limits: Limits, _stop: &Stop) -> Self {
        self.clone()
    }
}

/// What is played in the game of a mind.
pub type ActionOf<M> = <<M as Mind>::Game as Position>::Action;
