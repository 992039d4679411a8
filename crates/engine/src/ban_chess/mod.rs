//! Ban-Chess: bans need no ply of their own, for with best play the best pair is banned and the second-best
//! played.

mod features;

pub use features::BanChessFeatures;

use crate::linear::Weights;
use crate::mind::{ActionOf, End, Mind, Moves, Side, Spot};
use crate::tune::Tunable;
use crate::{Brain, Engine, Line, Score, Search, Settings, Skills};
use std::sync::{Arc, OnceLock};
use tetrarch_rules::ban_chess::Action;
use tetrarch_rules::{BanChess, ChessKind, Seat};

/// What the engine knows of Ban-Chess.
#[derive(Clone, Debug)]
pub struct BanChessMind {
    weights: Arc<Weights>,
}

impl Default for BanChessMind {
    fn default() -> BanChessMind {
        BanChessMind { weights: learnt() }
    }
}

impl BanChessMind {
    /// A mind with weights of its own.
    pub fn with_weights(weights: Weights) -> BanChessMind {
        BanChessMind { weights: Arc::new(weights) }
    }
}

/// An engine for Ban-Chess.
///
/// # Errors
/// What is wrong with the weights.
pub fn engine(settings: &Settings) -> Result<Box<dyn Engine>, String> {
    let mind = match &settings.weights {
        Some(text) => BanChessMind::with_weights(Weights::parse::<BanChessFeatures>(text)?),
        None => BanChessMind::default(),
    };
    let search = Search::new(mind, settings.memory, settings.threads);
    Ok(Box::new(Brain::new(search, Skills::USUAL)))
}

/// The weights that self-play has found.
fn learnt() -> Arc<Weights> {
    static LEARNT: OnceLock<Arc<Weights>> = OnceLock::new();
    let read = || Weights::parse::<BanChessFeatures>(include_str!("../../weights/ban-chess.txt"));
    Arc::clone(LEARNT.get_or_init(|| Arc::new(read().expect("the weights in the program are well-formed"))))
}

/// What a man is worth when it is taken, for the order of captures.
const fn worth(kind: ChessKind) -> i32 {
    [100, 320, 330, 500, 950, 2000][kind as usize]
}

impl Mind for BanChessMind {
    type Game = BanChess;

    const SLOTS: usize = 2 * 6 * 64 * 64;
    const MARGIN: i32 = 90;

    fn choice(&self, game: &BanChess) -> usize {
        if game.is_ban_phase() { 2 } else { 1 }
    }

    fn group(&self, action: Action) -> u32 {
        let Action::Move(m) = action else { return 0 };
        let (from, to) = m.squares();
        (from * 64 + to) as u32
    }

    fn forbid(&self, action: Action) -> Option<Action> {
        Some(Action::Ban(action.pair()))
    }

    /// To know what a ban is worth takes the two best pairs.
    fn lines_for(&self, game: &BanChess, wanted: usize) -> usize {
        if game.is_ban_phase() { wanted.max(2) } else { wanted }
    }

    /// The best ban takes the best pair and leaves the second-best; any other ban leaves the best.
    fn answers(&self, game: &BanChess, lines: Vec<Line<Action>>) -> Vec<Line<Action>> {
        if !game.is_ban_phase() {
            return lines;
        }
        if let [only] = &lines[..] {
            // Nothing is left after the ban.
            let score = if game.is_check() { Score::won_in(0) } else { Score::DRAW };
            let moves = only.moves.first().map(|m| Action::Ban(m.pair())).into_iter().collect();
            return vec![Line { score, moves, ..only.clone() }];
        }
        let left_by = |ban: usize| lines.get(usize::from(ban == 0));
        let answer = |ban: usize| {
            let best_left = left_by(ban)?;
            let ban = Action::Ban(lines[ban].moves.first()?.pair());
            let moves = std::iter::once(ban).chain(best_left.moves.iter().copied()).collect();
            Some(Line { score: -best_left.score, moves, ..best_left.clone() })
        };
        (0..lines.len()).filter_map(answer).collect()
    }

    fn side(&self, game: &BanChess) -> Side {
        if game.men().to_move == 0 { Side::Us } else { Side::Them }
    }

    fn expand(&self, game: &BanChess, spot: Spot, out: &mut Vec<Action>) -> Moves {
        game.moves_ahead(out);
        // At the root the last ban is still to be chosen.
        if self.is_without_moves(game, out) && spot.ply > 0 {
            return Moves::Over(if game.is_check() { End::Lost } else { End::DRAWN });
        }
        if game.is_drawn_by_count() { Moves::Over(End::DRAWN) } else { Moves::Pick }
    }

    fn expand_loud(&self, game: &BanChess, spot: Spot, out: &mut Vec<Action>) -> Moves {
        if game.is_check() {
            return self.expand(game, spot, out);
        }
        if game.is_drawn_by_count() {
            return Moves::Over(End::DRAWN);
        }
        game.captures_ahead(out);
        Moves::Pick
    }

    fn play(&self, game: &mut BanChess, action: Action) {
        match action {
            Action::Move(m) => game.play_ahead(m),
            Action::Ban(_) => debug_assert!(false, "bans are not searched"),
        }
    }

    fn pass(&self, game: &BanChess) -> Option<BanChess> {
        let men = game.men();
        let own = men.side(men.to_move);
        let simple = men.set(men.to_move, ChessKind::Pawn) | men.set(men.to_move, ChessKind::King);
        if own == simple { None } else { game.passed() }
    }

    fn evaluate(&self, game: &BanChess) -> Score {
        Score::centipawns(self.weights.judge::<BanChessFeatures>(game))
    }

    fn is_tense(&self, game: &BanChess) -> bool {
        game.is_check()
    }

    fn gain(&self, _: &BanChess, action: Action) -> Option<i32> {
        let Action::Move(m) = action else { return None };
        let promoted = m.promotes_to().filter(|kind| *kind == ChessKind::Queen).map(|_| 800);
        let taken = m.takes().map(|taken| worth(taken) - worth(m.kind()) / 16);
        (taken.is_some() || promoted.is_some()).then(|| taken.unwrap_or(0) + promoted.unwrap_or(0))
    }

    fn slot(&self, game: &BanChess, action: Action) -> usize {
        let Action::Move(m) = action else { return 0 };
        let (from, to) = m.squares();
        ((game.men().to_move * 6 + m.kind() as usize) * 64 + from) * 64 + to
    }

    fn reversible(&self, game: &BanChess) -> usize {
        // A turn is a ban and a move, and the game's own history holds both.
        2 * game.quiet_plies() as usize
    }
}

impl Tunable for BanChessMind {
    type Seen = BanChessFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> BanChessMind {
        BanChessMind::with_weights(weights)
    }

    /// The search judges positions before the ban, for the side whose move is banned.
    fn owner(&self, game: &BanChess) -> Option<Seat> {
        game.is_ban_phase().then(|| Seat::new(game.men().to_move))
    }

    /// A line begins with the ban and the move that is left.
    fn is_quiet(&self, game: &BanChess, line: &[Action]) -> bool {
        !game.is_check() && line.iter().take(2).all(|action| self.gain(game, *action).is_none())
    }
}

impl BanChessMind {
    /// The side to move has no pair left, or only one that is going to be banned.
    fn is_without_moves(&self, game: &BanChess, moves: &[ActionOf<Self>]) -> bool {
        let mut pairs = moves.iter().map(|action| action.pair());
        let Some(first) = pairs.next() else { return true };
        game.is_ban_phase() && pairs.all(|pair| pair == first)
    }
}
