//! Ban-Chess: bans need no ply of their own, for with best play the best pair is banned and the second-best
//! played.

mod features;

pub use features::BanChessFeatures;

use crate::evaluation::Weights;
use crate::search_game::{ActionOf, NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use crate::tune::Tunable;
use crate::{AlphaBetaSearch, Engine, EnginePlayer, EngineSettings, PvLine, Score, Skills};
use std::sync::{Arc, OnceLock};
use tetrarch_rules::ban_chess::Action;
use tetrarch_rules::{BanChess, ChessRole, Seat};

/// What the engine knows of Ban-Chess.
#[derive(Clone, Debug)]
pub struct BanChessSearchGame {
    weights: Arc<Weights>,
}

impl Default for BanChessSearchGame {
    fn default() -> BanChessSearchGame {
        BanChessSearchGame { weights: default_weights() }
    }
}

impl BanChessSearchGame {
    /// A mind with weights of its own.
    pub fn with_weights(weights: Weights) -> BanChessSearchGame {
        BanChessSearchGame { weights: Arc::new(weights) }
    }
}

/// An engine for Ban-Chess.
///
/// # Errors
/// What is wrong with the weights.
pub fn engine(settings: &EngineSettings) -> Result<Box<dyn Engine>, String> {
    let mind = match &settings.weights {
        Some(text) => BanChessSearchGame::with_weights(Weights::parse::<BanChessFeatures>(text)?),
        None => BanChessSearchGame::default(),
    };
    let search = AlphaBetaSearch::new(mind, settings.hash_mebibytes, settings.threads);
    Ok(Box::new(EnginePlayer::new(search, Skills::DEFAULT)))
}

/// The weights that self-play has found.
fn default_weights() -> Arc<Weights> {
    static LEARNT: OnceLock<Arc<Weights>> = OnceLock::new();
    let read = || Weights::parse::<BanChessFeatures>(include_str!("../../weights/ban-chess.txt"));
    Arc::clone(LEARNT.get_or_init(|| Arc::new(read().expect("the weights in the program are well-formed"))))
}

/// What a man is worth when it is taken, for the order of captures.
const fn piece_value(kind: ChessRole) -> i32 {
    [100, 320, 330, 500, 950, 2000][kind as usize]
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

    /// To know what a ban is worth takes the two best pairs.
    fn required_lines(&self, game: &BanChess, wanted: usize) -> usize {
        if game.is_ban_phase() { wanted.max(2) } else { wanted }
    }

    /// The best ban takes the best pair and leaves the second-best; any other ban leaves the best.
    fn lines_for_seat(&self, game: &BanChess, lines: Vec<PvLine<Action>>) -> Vec<PvLine<Action>> {
        if !game.is_ban_phase() {
            return lines;
        }
        if let [only] = &lines[..] {
            // Nothing is left after the ban.
            let score = if game.is_check() { Score::won_in(0) } else { Score::DRAW };
            let moves = only.moves.first().map(|m| Action::Ban(m.from_to())).into_iter().collect();
            return vec![PvLine { score, moves, ..only.clone() }];
        }
        let left_by = |ban: usize| lines.get(usize::from(ban == 0));
        let answer = |ban: usize| {
            let best_left = left_by(ban)?;
            let ban = Action::Ban(lines[ban].moves.first()?.from_to());
            let moves = std::iter::once(ban).chain(best_left.moves.iter().copied()).collect();
            Some(PvLine { score: -best_left.score, moves, ..best_left.clone() })
        };
        (0..lines.len()).filter_map(answer).collect()
    }

    fn side_to_move(&self, game: &BanChess) -> SearchSide {
        if game.chess_board().to_move == 0 { SearchSide::Us } else { SearchSide::Them }
    }

    fn generate_moves(&self, game: &BanChess, spot: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        game.search_moves(out);
        // At the root the last ban is still to be chosen.
        if self.is_out_of_moves(game, out) && spot.ply > 0 {
            return NodeKind::Terminal(if game.is_check() { Terminal::Lost } else { Terminal::DRAW });
        }
        if game.is_draw_by_rule() { NodeKind::Terminal(Terminal::DRAW) } else { NodeKind::Decision }
    }

    fn generate_tactical_moves(&self, game: &BanChess, spot: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        if game.is_check() {
            return self.generate_moves(game, spot, out);
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
        let men = game.chess_board();
        let own = men.by_side(men.to_move);
        let simple = men.pieces(men.to_move, ChessRole::Pawn) | men.pieces(men.to_move, ChessRole::King);
        if own == simple { None } else { game.null_move() }
    }

    fn evaluate(&self, game: &BanChess) -> Score {
        Score::centipawns(self.weights.evaluate::<BanChessFeatures>(game))
    }

    fn in_danger(&self, game: &BanChess) -> bool {
        game.is_check()
    }

    fn tactical_gain(&self, _: &BanChess, action: Action) -> Option<i32> {
        let Action::Move(m) = action else { return None };
        let promoted = m.promotion().filter(|kind| *kind == ChessRole::Queen).map(|_| 800);
        let taken = m.captured().map(|taken| piece_value(taken) - piece_value(m.role()) / 16);
        (taken.is_some() || promoted.is_some()).then(|| taken.unwrap_or(0) + promoted.unwrap_or(0))
    }

    fn history_index(&self, game: &BanChess, action: Action) -> usize {
        let Action::Move(m) = action else { return 0 };
        let (from, to) = m.square_indices();
        ((game.chess_board().to_move * 6 + m.role() as usize) * 64 + from) * 64 + to
    }

    fn reversible_plies(&self, game: &BanChess) -> usize {
        // A turn is a ban and a move, and the game's own history holds both.
        2 * game.quiet_plies() as usize
    }
}

impl Tunable for BanChessSearchGame {
    type FeatureSet = BanChessFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> BanChessSearchGame {
        BanChessSearchGame::with_weights(weights)
    }

    /// The search judges positions before the ban, for the side whose move is banned.
    fn evaluated_seat(&self, game: &BanChess) -> Option<Seat> {
        game.is_ban_phase().then(|| Seat::new(game.chess_board().to_move))
    }

    /// A line begins with the ban and the move that is left.
    fn is_quiet(&self, game: &BanChess, line: &[Action]) -> bool {
        !game.is_check() && line.iter().take(2).all(|action| self.tactical_gain(game, *action).is_none())
    }
}

impl BanChessSearchGame {
    /// The side to move has no pair left, or only one that is going to be banned.
    fn is_out_of_moves(&self, game: &BanChess, moves: &[ActionOf<Self>]) -> bool {
        let mut pairs = moves.iter().map(|action| action.from_to());
        let Some(first) = pairs.next() else { return true };
        game.is_ban_phase() && pairs.all(|pair| pair == first)
    }
}
