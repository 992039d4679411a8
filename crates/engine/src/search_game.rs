//! The interface between a game and the two-sided search.

use crate::PvLine;
use tetrarch_rules::Position;
use tetrarch_table::search::{Score, SearchLimits, StopFlag};

/// One of the two sides of a search: a player, a team, or one seat against all others.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum SearchSide {
    /// The side for which high scores are good.
    Us,
    /// The opponents.
    Them,
}

/// The ply and remaining depth of a node.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct NodeDepth {
    /// Plies from the root.
    pub ply: usize,
    /// Remaining depth in plies; 0 or less in the quiescence search.
    pub depth: i32,
}

/// The result of a terminal node.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Terminal {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// A draw or anything between: the score for the side to move.
    Score(Score),
}

impl Terminal {
    /// A draw.
    pub const DRAW: Terminal = Terminal::Score(Score::DRAW);

    /// The score of the result at a ply of the search.
    pub const fn score(self, ply: usize) -> Score {
        match self {
            Terminal::Won => Score::won_in(ply),
            Terminal::Lost => Score::lost_in(ply),
            Terminal::Score(score) => score,
        }
    }
}

/// The kind of a search node.
pub enum NodeKind {
    /// The game is over, or the result is known.
    Terminal(Terminal),
    /// The side to move chooses one of the generated moves.
    Decision,
    /// Chance decides.
    Chance,
}

/// A game as the two-sided search sees it: what the search needs beyond the rules, and the evaluation.
///
/// An implementation holds the weights of its evaluation, so that two sets of weights can play each other.
pub trait SearchGame: Clone + Send + Sync + 'static {
    /// The position type.
    type Game: Position;

    /// Which of the best moves determines the value of the position: 1 for the best move, 2 for the
    /// second-best because the opponent bans the best one first.
    fn effective_rank(&self, _game: &Self::Game) -> usize {
        1
    }

    /// The group of moves that a single ban forbids together.
    fn ban_group(&self, _action: ActionOf<Self>) -> u32 {
        0
    }

    /// The ban that forbids a move, as it appears in a line.
    fn ban_of(&self, _action: ActionOf<Self>) -> Option<ActionOf<Self>> {
        None
    }

    /// How many lines the search must find to report `wanted` lines.
    fn required_lines(&self, _game: &Self::Game, wanted: usize) -> usize {
        wanted
    }

    /// Converts lines for the side to move into lines for the seat that asked.
    fn lines_for_seat(
        &self,
        _game: &Self::Game,
        lines: Vec<PvLine<ActionOf<Self>>>,
    ) -> Vec<PvLine<ActionOf<Self>>> {
        lines
    }

    /// The side to move. At a chance node, the side whose score the search returns.
    fn side_to_move(&self, game: &Self::Game) -> SearchSide;

    /// Appends the moves to search at a node and returns its kind.
    fn generate_moves(&self, game: &Self::Game, node: NodeDepth, out: &mut Vec<ActionOf<Self>>) -> NodeKind;

    /// Appends the moves for the quiescence search: captures and whatever else changes the balance at once.
    /// Generates all moves if the side to move is in danger ([`SearchGame::in_danger`]).
    fn generate_tactical_moves(
        &self,
        game: &Self::Game,
        node: NodeDepth,
        out: &mut Vec<ActionOf<Self>>,
    ) -> NodeKind;

    /// Plays a generated move.
    fn play(&self, game: &mut Self::Game, action: ActionOf<Self>) {
        game.play(action);
    }

    /// The position after a null move, or `None` where null-move pruning is unsound (zugzwang).
    fn null_move(&self, _game: &Self::Game) -> Option<Self::Game> {
        None
    }

    /// The static evaluation for the side to move.
    fn evaluate(&self, game: &Self::Game) -> Score;

    /// Whether the side to move is in check or in a comparable danger that a search of captures alone would
    /// miss.
    fn in_danger(&self, _game: &Self::Game) -> bool {
        false
    }

    /// Material that a move gains at once (most valuable victim, least valuable attacker), or `None` for a
    /// quiet move.
    fn tactical_gain(&self, game: &Self::Game, action: ActionOf<Self>) -> Option<i32>;

    /// The index of a move in the history table, below [`SearchGame::HISTORY_SIZE`]. Similar moves share an
    /// index in all positions.
    fn history_index(&self, game: &Self::Game, action: ActionOf<Self>) -> usize;

    /// Number of entries in the history table.
    const HISTORY_SIZE: usize;

    /// The largest expected change of the evaluation by one quiet move, for futility pruning.
    const FUTILITY_MARGIN: i32 = 100;

    /// Down to this depth, the quiescence search tries all evasions of a side in danger. Below it, positions
    /// are evaluated statically.
    const MIN_EVASION_DEPTH: i32 = -6;

    /// Whether the quiescence search uses the transposition table. It pays off where captures often
    /// transpose.
    const TABLE_IN_QUIESCENCE: bool = false;

    /// Centipawns at which the win probability is 73 %: the scale of the logistic function.
    const WIN_PROBABILITY_SCALE: f64 = 200.0;

    /// Extra plies that a chance node costs, since its many branches make deep searches expensive.
    fn chance_depth_cost(&self) -> i32 {
        0
    }

    /// Half the width of the first aspiration window, in centipawns.
    const ASPIRATION_WINDOW: i32 = 25;

    /// The key of the position in the transposition table.
    fn key(&self, game: &Self::Game) -> u64 {
        game.key()
    }

    /// How many plies back the position can repeat.
    fn reversible_plies(&self, game: &Self::Game) -> usize;

    /// The scores that bound an average at a chance node; decisive scores are clamped to them.
    fn score_range(&self) -> (Score, Score) {
        (Score::lost_in(0), Score::won_in(0))
    }

    /// How far the score of a chance outcome may be expected to lie from the static evaluation, or `None` if
    /// unknown.
    fn expected_swing(&self, _game: &Self::Game) -> Option<i32> {
        None
    }

    /// Prepares for a search of this position, for example by loading tables. It may take its time, unless
    /// time is limited or the search is stopped.
    #[must_use]
    fn prepared_for(&self, _game: &Self::Game, _limits: SearchLimits, _stop: &StopFlag) -> Self {
        self.clone()
    }
}

/// The action type of a search game.
pub type ActionOf<M> = <<M as SearchGame>::Game as Position>::Action;
