//! Tests and benchmarks of the type that implements the rules of a game. The entry of a game holds them as functions, so
//! that fuzz targets, long runs and benchmarks follow from the list of games.

use std::hint::black_box;
use tetrarch_rules::laws::{self, SeededRng};
use tetrarch_rules::{Eye, Position, Presentation};

/// The number of random actions before the position of the benchmarks.
const MIDGAME_ACTIONS: usize = 30;

/// How many action texts a fuzz input may try.
const MAX_ACTION_TEXTS: usize = 50;

/// Tests and benchmarks of one game.
#[derive(Copy, Clone)]
pub struct PositionTests {
    /// Checks the laws in this many random games with the default options.
    pub check_random_games: fn(u64),
    /// Checks the laws of parsing on any text.
    pub check_position_text: fn(&str),
    /// Checks the laws of parsing actions: a position text, then one action per line, each tried in the current position.
    pub check_action_texts: fn(&str),
    /// A position in the middle of a game, for benchmarks.
    pub midgame: fn() -> Box<dyn Midgame>,
}

impl PositionTests {
    /// The tests of this type.
    pub const fn of<P: Presentation>() -> PositionTests {
        PositionTests {
            check_random_games: |games| laws::check_random_games::<P>(&P::Options::default(), games),
            check_position_text: |text| laws::check_position_text::<P>(text, &P::Options::default()),
            check_action_texts: check_action_texts::<P>,
            midgame: || Box::new(MidgamePosition::<P>::new()),
        }
    }
}

fn check_action_texts<P: Position>(text: &str) {
    let mut lines = text.lines();
    let Ok(mut position) = P::parse(lines.next().unwrap_or_default(), &P::Options::default()) else {
        return;
    };
    for line in lines.take(MAX_ACTION_TEXTS) {
        laws::check_action_text(&position, line);
        if let Ok(action) = position.parse_action(line) {
            position.play(action);
        }
    }
}

/// The operations on a position that benchmarks measure. Only `MidgamePosition` implements it: the trait erases the type of
/// the game.
pub trait Midgame {
    /// Generates the legal actions.
    fn legal_actions(&mut self);
    /// Copies the position and plays an action.
    fn copy_and_play(&self);
    /// Writes the position text.
    fn write_text(&self);
    /// Parses the position text.
    fn parse_text(&self);
    /// Writes the view of the seat to act.
    fn view(&self);
}

/// The position after thirty random actions.
struct MidgamePosition<P: Position> {
    position: P,
    text: String,
    options: P::Options,
    actions: Vec<P::Action>,
}

impl<P: Position> MidgamePosition<P> {
    fn new() -> MidgamePosition<P> {
        let (mut rng, options, mut actions) = (SeededRng::new(1), P::Options::default(), Vec::new());
        let mut position = P::start(&options);
        for _ in 0..MIDGAME_ACTIONS {
            position.perft_actions(&mut actions);
            if let Some(action) = rng.choose(&actions) {
                position.play(*action);
            }
            actions.clear();
        }
        position.perft_actions(&mut actions);
        MidgamePosition { text: position.to_string(), position, options, actions }
    }
}

impl<P: Presentation> Midgame for MidgamePosition<P> {
    fn legal_actions(&mut self) {
        self.actions.clear();
        black_box(&self.position).perft_actions(&mut self.actions);
        black_box(&self.actions);
    }

    fn copy_and_play(&self) {
        let mut next = black_box(&self.position).clone();
        next.play(black_box(self.actions[0]));
        black_box(next);
    }

    fn write_text(&self) {
        black_box(black_box(&self.position).to_string());
    }

    fn parse_text(&self) {
        let _ = black_box(P::parse(black_box(&self.text), &self.options));
    }

    fn view(&self) {
        let eye = self.position.turn().seat().map_or(Eye::Spectator, Eye::Seat);
        black_box(black_box(&self.position).view(eye));
    }
}
