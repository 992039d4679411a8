//! What the search must know of a game in which two sides decide.

use crate::{PvLine, Score, SearchLimits, StopFlag};
use tetrarch_rules::Position;

/// One of the two sides of a search: a player, a team, or one seat against all others.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum SearchSide {
    /// The one that scores are good for when they are high.
    Us,
    /// The other.
    Them,
}

/// Where in the tree a position stands.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct NodeDepth {
    /// Plies from the root.
    pub ply: usize,
    /// Plies still to be searched; 0 or less in the search of captures.
    pub depth: i32,
}

/// How a position is over.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Terminal {
    /// The side to decide has won.
    Won,
    /// The side to decide has lost.
    Lost,
    /// Neither, or something between: the score for the side to decide.
    Score(Score),
}

impl Terminal {
    /// Nobody has won.
    pub const DRAW: Terminal = Terminal::Score(Score::DRAW);

    /// As a score, so many plies from the root.
    pub const fn score(self, ply: usize) -> Score {
        match self {
            Terminal::Won => Score::won_in(ply),
            Terminal::Lost => Score::lost_in(ply),
            Terminal::Score(score) => score,
        }
    }
}

/// What can be done in a position.
pub enum NodeKind {
    /// Nothing: it is over.
    Terminal(Terminal),
    /// The side to decide picks one of those that were listed.
    Decision,
    /// Chance decides.
    Chance,
}

/// A game as two sides play it: what the search asks of it beyond its rules.
///
/// A mind also holds the weights of its evaluation, so that two minds can play against each other.
pub trait SearchGame: Clone + Send + Sync + 'static {
    /// The game.
    type Game: Position;

    /// How many different groups of moves the side to decide needs for its second choice to count: 1 where it
    /// plays what it likes best, 2 where the best is forbidden to it first.
    fn effective_rank(&self, _game: &Self::Game) -> usize {
        1
    }

    /// Which moves are forbidden together.
    fn ban_group(&self, _action: ActionOf<Self>) -> u32 {
        0
    }

    /// What forbids a move, as it is written in a line.
    fn ban_of(&self, _action: ActionOf<Self>) -> Option<ActionOf<Self>> {
        None
    }

    /// How many lines the search needs to give as many answers as are wanted.
    fn required_lines(&self, _game: &Self::Game, wanted: usize) -> usize {
        wanted
    }

    /// What the lines of the side that decides mean for the seat that was asked.
    fn lines_for_seat(
        &self,
        _game: &Self::Game,
        lines: Vec<PvLine<ActionOf<Self>>>,
    ) -> Vec<PvLine<ActionOf<Self>>> {
        lines
    }

    /// Who decides; at a chance turn, whose score is told.
    fn side_to_move(&self, game: &Self::Game) -> SearchSide;

    /// Appends what the search should look at here.
    fn generate_moves(&self, game: &Self::Game, spot: NodeDepth, out: &mut Vec<ActionOf<Self>>) -> NodeKind;

    /// Appends what the search of captures should look at: what changes the balance at once. Everything if the
    /// side to decide cannot afford to do nothing ([`Mind::is_tense`]).
    fn generate_tactical_moves(
        &self,
        game: &Self::Game,
        spot: NodeDepth,
        out: &mut Vec<ActionOf<Self>>,
    ) -> NodeKind;

    /// Plays a move that was listed.
    fn play(&self, game: &mut Self::Game, action: ActionOf<Self>) {
        game.play(action);
    }

    /// The position with the turn passed to the other side, where that is a fair test of how good it is.
    fn null_move(&self, _game: &Self::Game) -> Option<Self::Game> {
        None
    }

    /// How good it is for the side to decide, without looking ahead.
    fn evaluate(&self, game: &Self::Game) -> Score;

    /// Whether the side to decide is in a danger that a look at captures alone would miss.
    fn in_danger(&self, _game: &Self::Game) -> bool {
        false
    }

    /// How much a move promises at once: what it takes, less a little for what takes. None for a quiet one.
    fn tactical_gain(&self, game: &Self::Game, action: ActionOf<Self>) -> Option<i32>;

    /// A number below [`Mind::SLOTS`] for moves that are alike, whatever the position.
    fn history_index(&self, game: &Self::Game, action: ActionOf<Self>) -> usize;

    /// How many slots there are.
    const HISTORY_SIZE: usize;

    /// The largest gain or loss of a single quiet move, for pruning near the leaves.
    const FUTILITY_MARGIN: i32 = 100;

    /// Dangers are followed so many plies into the search of captures, then judged.
    const MIN_EVASION_DEPTH: i32 = -6;

    /// Whether the search of captures remembers what it finds: worth it where captures lead to the same positions in
    /// many ways.
    const TABLE_IN_QUIESCENCE: bool = false;

    /// How many hundredths of a pawn make a win likely, 73 in a hundred.
    const WIN_PROBABILITY_SCALE: f64 = 200.0;

    /// How many plies a turn of chance costs: it has so many branches that what comes after it is searched less deep.
    fn chance_depth_cost(&self) -> i32 {
        0
    }

    /// How far the first window around the last score reaches.
    const ASPIRATION_WINDOW: i32 = 25;

    /// Names the position among all that the search may meet.
    fn key(&self, game: &Self::Game) -> u64 {
        game.key()
    }

    /// How many plies back the same position can have stood.
    fn reversible_plies(&self, game: &Self::Game) -> usize;

    /// The least and the greatest score that count in the average over a turn of chance. A known win counts as the
    /// greatest.
    fn score_range(&self) -> (Score, Score) {
        (Score::lost_in(0), Score::won_in(0))
    }

    /// How far an outcome of chance can be expected to be from the judgement of its turn. None if there is no
    /// telling.
    fn expected_swing(&self, _game: &Self::Game) -> Option<i32> {
        None
    }

    /// The mind for a search of this position, with what it must know for it at hand. It may take its time, unless
    /// that is limited or the search is stopped.
    #[must_use]
    fn prepared_for(&self, _game: &Self::Game, _limits: SearchLimits, _stop: &StopFlag) -> Self {
        self.clone()
    }
}

/// What is played in the game of a mind.
pub type ActionOf<M> = <<M as SearchGame>::Game as Position>::Action;
