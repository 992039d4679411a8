//! The engine for Ban-Chess.
//!
//! The search spends no ply on bans: with best play the opponent bans the best move (a pair of squares), so
//! the value of a position before the ban is that of the second-best move.

mod features;

pub use features::BanChessFeatures;

use crate::engine_player::alpha_beta_engine;
use crate::evaluation::Weights;
use crate::search_game::{ActionOf, NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use crate::tune::Tunable;
use crate::{Engine, EngineSettings, PvLine, Skills};
use std::sync::{Arc, OnceLock};
use tetrarch_rules::ban_chess::Action;
use tetrarch_rules::{BanChess, ChessRole, Seat};
use tetrarch_table::search::Score;

/// Ban-Chess as the search sees it, with the weights of its evaluation.
#[derive(Clone, Debug)]
pub struct BanChessSearchGame {
    weights: Arc<Weights>,
}

impl BanChessSearchGame {
    /// Uses the given weights.
    pub fn new(weights: Arc<Weights>) -> BanChessSearchGame {
        BanChessSearchGame { weights }
    }
}

impl Default for BanChessSearchGame {
    fn default() -> BanChessSearchGame {
        BanChessSearchGame::new(default_weights())
    }
}

/// Creates an engine for Ban-Chess.
///
/// # Errors
/// Returns a message if the weights in `settings` cannot be parsed.
pub fn engine(settings: &EngineSettings) -> Result<Box<dyn Engine>, String> {
    alpha_beta_engine::<BanChessSearchGame>(settings, SKILLS)
}

/// The weights that tuning by self-play found.
fn default_weights() -> Arc<Weights> {
    static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
    let parse = || Weights::parse::<BanChessFeatures>(include_str!("../../weights/ban-chess.txt"));
    Arc::clone(WEIGHTS.get_or_init(|| Arc::new(parse().expect("built-in weights are valid"))))
}

const SKILLS: Skills = Skills::DEFAULT;

/// Value of a captured piece, for move ordering.
const fn piece_value(role: ChessRole) -> i32 {
    [100, 320, 330, 500, 950, 2000][role as usize]
}

impl SearchGame for BanChessSearchGame {
    type Game = BanChess;

    const HISTORY_SIZE: usize = 2 * 6 * 64 * 64;
    const FUTILITY_MARGIN: i32 = 90;

    fn effective_rank(&self, game: &BanChess) -> usize {
        if game.is_ban_phase() { 2 } else { 1 }
    }

    fn ban_group(&self, action: Action) -> u32 {
        let Action::Move(m) = action else { return 0 };
        let (from, to) = m.square_indices();
        (from * 64 + to) as u32
    }

    fn ban_of(&self, action: Action) -> Option<Action> {
        Some(Action::Ban(action.from_to()))
    }

    /// Valuing a ban takes the two best pairs.
    fn required_lines(&self, game: &BanChess, wanted: usize) -> usize {
        if game.is_ban_phase() { wanted.max(2) } else { wanted }
    }

    /// Banning the best pair leaves the second-best; every other ban leaves the best.
    fn lines_for_seat(&self, game: &BanChess, lines: Vec<PvLine<Action>>) -> Vec<PvLine<Action>> {
        if !game.is_ban_phase() {
            return lines;
        }
        if let [only] = &lines[..] {
            // No move is left after the ban.
            let score = if game.is_check() { Score::won_in(0) } else { Score::DRAW };
            let moves = only.moves.first().map(|m| Action::Ban(m.from_to())).into_iter().collect();
            return vec![PvLine { score, moves, ..only.clone() }];
        }
        let left_by = |ban: usize| lines.get(usize::from(ban == 0));
        let line_after = |ban: usize| {
            let best_left = left_by(ban)?;
            let ban = Action::Ban(lines[ban].moves.first()?.from_to());
            let moves = std::iter::once(ban).chain(best_left.moves.iter().copied()).collect();
            Some(PvLine { score: -best_left.score, moves, ..best_left.clone() })
        };
        (0..lines.len()).filter_map(line_after).collect()
    }

    fn side_to_move(&self, game: &BanChess) -> SearchSide {
        if game.chess_board().to_move == 0 { SearchSide::Us } else { SearchSide::Them }
    }

    fn generate_moves(&self, game: &BanChess, node: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        game.search_moves(out);
        // At the root the last ban is still to be chosen.
        if self.is_out_of_moves(game, out) && node.ply > 0 {
            return NodeKind::Terminal(if game.is_check() { Terminal::Lost } else { Terminal::DRAW });
        }
        if game.is_draw_by_rule() { NodeKind::Terminal(Terminal::DRAW) } else { NodeKind::Decision }
    }

    fn generate_tactical_moves(&self, game: &BanChess, node: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        if game.is_check() {
            return self.generate_moves(game, node, out);
        }
        if game.is_draw_by_rule() {
            return NodeKind::Terminal(Terminal::DRAW);
        }
        game.search_captures(out);
        NodeKind::Decision
    }

    fn play(&self, game: &mut BanChess, action: Action) {
        match action {
            Action::Move(m) => game.play_search_move(m),
            Action::Ban(_) => debug_assert!(false, "bans are not searched"),
        }
    }

    fn null_move(&self, game: &BanChess) -> Option<BanChess> {
        let board = game.chess_board();
        let own = board.by_side(board.to_move);
        let pawns_and_king =
            board.pieces(board.to_move, ChessRole::Pawn) | board.pieces(board.to_move, ChessRole::King);
        if own == pawns_and_king { None } else { game.null_move() }
    }

    fn evaluate(&self, game: &BanChess) -> Score {
        Score::centipawns(self.weights.evaluate::<BanChessFeatures>(game))
    }

    fn in_danger(&self, game: &BanChess) -> bool {
        game.is_check()
    }

    fn tactical_gain(&self, _: &BanChess, action: Action) -> Option<i32> {
        let Action::Move(m) = action else { return None };
        let promotion = m.promotion().filter(|role| *role == ChessRole::Queen).map(|_| 800);
        let capture = m.captured().map(|captured| piece_value(captured) - piece_value(m.role()) / 16);
        (capture.is_some() || promotion.is_some()).then(|| capture.unwrap_or(0) + promotion.unwrap_or(0))
    }

    fn history_index(&self, game: &BanChess, action: Action) -> usize {
        let Action::Move(m) = action else { return 0 };
        let (from, to) = m.square_indices();
        ((game.chess_board().to_move * 6 + m.role() as usize) * 64 + from) * 64 + to
    }

    fn reversible_plies(&self, game: &BanChess) -> usize {
        // A turn consists of a ban and a move, and the game history holds both.
        2 * game.quiet_plies() as usize
    }
}

impl Tunable for BanChessSearchGame {
    type FeatureSet = BanChessFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> BanChessSearchGame {
        BanChessSearchGame::new(Arc::new(weights))
    }

    /// The search evaluates positions before the ban, for the side whose move is banned.
    fn evaluated_seat(&self, game: &BanChess) -> Option<Seat> {
        game.is_ban_phase().then(|| Seat::new(game.chess_board().to_move))
    }

    /// A line starts with the ban and the move that is left.
    fn is_quiet(&self, game: &BanChess, line: &[Action]) -> bool {
        !game.is_check() && line.iter().take(2).all(|action| self.tactical_gain(game, *action).is_none())
    }
}

impl BanChessSearchGame {
    /// Whether the side to move has no pair left, or only one, which will be banned.
    fn is_out_of_moves(&self, game: &BanChess, moves: &[ActionOf<Self>]) -> bool {
        let mut pairs = moves.iter().map(|action| action.from_to());
        let Some(first) = pairs.next() else { return true };
        game.is_ban_phase() && pairs.all(|pair| pair == first)
    }
}
