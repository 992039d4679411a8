//! Banqi: both players know the same, so it is searched exactly: what they do, and the average over what a flip
//! can show.

mod attack_map;
mod features;
mod flips;
mod score_scale;
mod tablebase;

pub use features::BanqiFeatures;

#[cfg(test)]
mod tests;

use crate::evaluation::Weights;
use crate::search_game::{NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use crate::tune::Tunable;
use crate::{
    AlphaBetaSearch, Engine, EnginePlayer, EngineSettings, PvLine, Score, SearchLimits, Skill, Skills,
    StopFlag,
};
use std::sync::{Arc, OnceLock};
use tablebase::{Tablebase, TablebaseResult};
use tetrarch_rules::banqi::{Action, FIRST, Role};
use tetrarch_rules::{Banqi, Position as _, Seat};

/// What the engine knows of Banqi.
#[derive(Clone, Debug)]
pub struct BanqiSearchGame {
    weights: Arc<Weights>,
    /// The endings that this search can look up.
    tablebase: Option<Tablebase>,
}

impl Default for BanqiSearchGame {
    fn default() -> BanqiSearchGame {
        BanqiSearchGame { weights: default_weights(), tablebase: None }
    }
}

impl BanqiSearchGame {
    /// A mind with weights of its own.
    pub fn new(weights: Weights) -> BanqiSearchGame {
        BanqiSearchGame { weights: Arc::new(weights), tablebase: None }
    }
}

/// An engine for Banqi.
///
/// # Errors
/// What is wrong with the weights.
pub fn engine(settings: &EngineSettings) -> Result<Box<dyn Engine>, String> {
    let mind = match &settings.weights {
        Some(text) => BanqiSearchGame::new(Weights::parse::<BanqiFeatures>(text)?),
        None => BanqiSearchGame::default(),
    };
    let search = AlphaBetaSearch::new(mind, settings.hash_mebibytes, settings.threads);
    Ok(Box::new(EnginePlayer::new(search, SKILLS)))
}

/// Luck makes games more even than skill would: the levels in the middle lie further apart than usual.
const SKILLS: Skills = Skills([
    Skills::DEFAULT.0[0],
    Skills::DEFAULT.0[1],
    Skills::DEFAULT.0[2],
    Skills::DEFAULT.0[3],
    Skill { depth: None, nodes: Some(250), eval_noise: 0, missed_percent: 0 },
    Skill { depth: None, nodes: Some(900), eval_noise: 0, missed_percent: 0 },
    Skill { depth: None, nodes: Some(6_000), eval_noise: 0, missed_percent: 0 },
    Skill::FULL,
]);

/// The weights that self-play has found.
fn default_weights() -> Arc<Weights> {
    static LEARNT: OnceLock<Arc<Weights>> = OnceLock::new();
    let read = || Weights::parse::<BanqiFeatures>(include_str!("../../weights/banqi.txt"));
    Arc::clone(LEARNT.get_or_init(|| Arc::new(read().expect("the weights in the program are well-formed"))))
}

/// What a piece is worth when it is taken, for the order of captures.
const fn piece_value(kind: Role) -> i32 {
    [150, 60, 70, 100, 150, 250, 300][kind.rank() as usize - 1]
}

impl SearchGame for BanqiSearchGame {
    type Game = Banqi;

    const HISTORY_SIZE: usize = 2 * 32 * 32 + 32;
    const FUTILITY_MARGIN: i32 = 50 * score_scale::POINTS_PER_CENTIPAWN;
    const ASPIRATION_WINDOW: i32 = 25 * score_scale::POINTS_PER_CENTIPAWN;

    fn lines_for_seat(&self, _: &Banqi, mut lines: Vec<PvLine<Action>>) -> Vec<PvLine<Action>> {
        for line in &mut lines {
            line.score = score_scale::to_centipawns(line.score);
        }
        lines
    }

    fn side_to_move(&self, game: &Banqi) -> SearchSide {
        if game.acting_seat() == FIRST { SearchSide::Us } else { SearchSide::Them }
    }

    fn generate_moves(&self, game: &Banqi, spot: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        if let Some(moves) = self.terminal_or_chance(game, spot) {
            return moves;
        }
        game.search_moves(out);
        game.search_flips(flips::flips_to_search(game, spot), out);
        if out.is_empty() {
            return NodeKind::Terminal(Terminal::Lost);
        }
        if game.quiet_plies_left() == Some(0) {
            NodeKind::Terminal(Terminal::DRAW)
        } else {
            NodeKind::Decision
        }
    }

    fn generate_tactical_moves(&self, game: &Banqi, spot: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        if let Some(moves) = self.terminal_or_chance(game, spot) {
            return moves;
        }
        if game.quiet_plies_left() == Some(0) {
            return self.generate_moves(game, spot, out);
        }
        game.search_captures(out);
        NodeKind::Decision
    }

    /// Who has something left to flip can nearly do nothing; later a turn can be a burden.
    fn null_move(&self, game: &Banqi) -> Option<Banqi> {
        (game.face_down() != 0 && game.acting_colour().is_some()).then(|| game.null_move())
    }

    fn evaluate(&self, game: &Banqi) -> Score {
        if game.is_flipping() {
            return -self.evaluate(&game.null_move());
        }
        let judged = score_scale::from_centipawns(self.weights.evaluate::<BanqiFeatures>(game));
        score_scale::fade_near_draw(judged, game)
    }

    fn tactical_gain(&self, game: &Banqi, action: Action) -> Option<i32> {
        let Action::Move { from, to } = action else { return None };
        let taken = piece_value(game.piece_at(to)?.role());
        let taker = game.piece_at(from).map_or(0, |piece| piece_value(piece.role()));
        Some((taken - taker / 16) * score_scale::POINTS_PER_CENTIPAWN)
    }

    fn history_index(&self, game: &Banqi, action: Action) -> usize {
        let colour = game.acting_colour().map_or(0, |colour| colour as usize);
        match action {
            Action::Move { from, to } => (colour * 32 + from.index()) * 32 + to.index(),
            Action::Flip(square) => 2 * 32 * 32 + square.index(),
            Action::Reveal(_) => 0,
        }
    }

    /// Near the limit of quiet plies the same position is not worth the same.
    fn key(&self, game: &Banqi) -> u64 {
        game.key() ^ score_scale::draw_fade_key(game)
    }

    fn reversible_plies(&self, game: &Banqi) -> usize {
        game.quiet_plies() as usize
    }

    fn score_range(&self) -> (Score, Score) {
        (-score_scale::WIN_SCORE, score_scale::WIN_SCORE)
    }

    /// By the clock tables are made while the search goes on; otherwise they are there when it begins, so that the
    /// same search always finds the same.
    fn prepared_for(&self, game: &Banqi, limits: SearchLimits, stop: &StopFlag) -> BanqiSearchGame {
        let endings = tablebase::tables_for_search(game, limits.time.is_some(), &|| stop.is_stopped());
        BanqiSearchGame { tablebase: endings, ..self.clone() }
    }

    fn chance_depth_cost(&self) -> i32 {
        2
    }

    fn expected_swing(&self, _: &Banqi) -> Option<i32> {
        Some(score_scale::FLIP_SWING)
    }
}

impl BanqiSearchGame {
    /// What can be said without listing moves.
    fn terminal_or_chance(&self, game: &Banqi, spot: NodeDepth) -> Option<NodeKind> {
        if game.is_flipping() {
            return Some(NodeKind::Chance);
        }
        let colour = game.acting_colour()?;
        if !game.has_pieces_left(colour) {
            return Some(NodeKind::Terminal(Terminal::Lost));
        }
        // The root must have moves to choose from.
        let endings = self.tablebase.as_ref().filter(|_| spot.ply > 0)?;
        let (ply, left) = (spot.ply, game.quiet_plies_left().unwrap_or(u32::MAX));
        let score = match endings.probe(game)? {
            TablebaseResult::Draw => Score::DRAW,
            // A win that the limit of quiet plies may cut off is for the search to find.
            TablebaseResult::Win(plies) if plies <= left => Score::won_in(ply + plies as usize),
            TablebaseResult::Loss(plies) if plies <= left => Score::lost_in(ply + plies as usize),
            TablebaseResult::Win(_) | TablebaseResult::Loss(_) => return None,
        };
        Some(NodeKind::Terminal(Terminal::Score(score)))
    }
}

impl Tunable for BanqiSearchGame {
    type FeatureSet = BanqiFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> BanqiSearchGame {
        BanqiSearchGame::new(weights)
    }

    /// Before the first flip nobody owns anything.
    fn evaluated_seat(&self, game: &Banqi) -> Option<Seat> {
        game.acting_colour().and_then(|_| game.turn().seat())
    }

    /// Where something can be taken, the search must judge, not the weights.
    fn is_quiet(&self, game: &Banqi, _line: &[Action]) -> bool {
        let takes = |game: &Banqi| {
            let mut captures = Vec::new();
            game.search_captures(&mut captures);
            !captures.is_empty()
        };
        !takes(game) && !takes(&game.null_move())
    }
}
