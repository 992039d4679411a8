//! The UCI options.

use crate::games::{GAMES, make_engine};
use crate::options_object::OptionsObject;
use serde_json::{Value, json};
use tetrarch_table::search::{Level, OpponentModel};
use tetrarch_table::{Game, TimeControl};

/// The current values of the options.
pub(super) struct UciOptions {
    pub(super) game: &'static dyn Game,
    pub(super) rules: Value,
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) shares: bool,
    /// The opponent model, for games with more than two sides.
    pub(super) opponent_model: OpponentModel,
}

const MAX_HASH_MIB: usize = 16_384;
const MAX_THREADS: usize = 256;
const MAX_MULTI_PV: usize = 256;
const MAX_SEED: u64 = 1_000_000_000;

/// The games that have an engine.
fn games_with_engine() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().filter(|game| make_engine(game.name()).is_some())
}

/// Whether the game is for two, like those that UCI was made for.
fn has_two_seats(game: &&'static dyn Game) -> bool {
    game.open(&json!({}), None, TimeControl::None).is_ok_and(|table| table.seats().len() == 2)
}

/// What a changed option requires.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum OptionEffect {
    /// Nothing.
    None,
    /// Another game or other rules: reset the board and create a new engine.
    ResetGame,
    /// Another hash size or number of threads: resize the engine.
    ResizeEngine,
    /// Clear the transposition table.
    ClearHash,
}

impl UciOptions {
    /// The default values.
    pub(super) fn new() -> UciOptions {
        let game = games_with_engine().find(has_two_seats).expect("an engine plays a game for two");
        UciOptions {
            game,
            rules: json!({}),
            hash: 16,
            threads: 1,
            lines: 1,
            level: Level::MAX,
            seed: 0,
            shares: false,
            opponent_model: OpponentModel::Default,
        }
    }

    /// The `option` lines of the handshake.
    pub(super) fn announce() -> String {
        let default = UciOptions::new();
        let games: String = games_with_engine().map(|game| format!(" var {}", game.name())).collect();
        format!(
            "option name UCI_Variant type combo default {}{games}\n\
             option name Options type string default {{}}\n\
             option name Hash type spin default {} min 1 max {MAX_HASH_MIB}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default {} min 1 max {MAX_THREADS}\n\
             option name MultiPV type spin default {} min 1 max {MAX_MULTI_PV}\n\
             option name Level type spin default {} min 1 max {}\n\
             option name Seed type spin default {} min 0 max {MAX_SEED}\n\
             option name Shares type check default {}\n\
             option name Others type combo default {}{}\n",
            default.game.name(),
            default.hash,
            default.threads,
            default.lines,
            default.level,
            Level::MAX,
            default.seed,
            default.shares,
            default.opponent_model,
            OpponentModel::ALL.map(|model| format!(" var {model}")).concat(),
        )
    }

    /// Sets an option. Names are not case-sensitive.
    ///
    /// # Errors
    /// If the option does not exist or the value is invalid.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<OptionEffect, String> {
        let spin = |max: u64, min: u64| {
            let number = value.parse::<u64>().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| format!("invalid {name} {value:?}: expected a number from {min} to {max}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => return self.set_game(value),
            "options" => return self.set_rules(value),
            "hash" => self.hash = spin(MAX_HASH_MIB as u64, 1)? as usize,
            "threads" => self.threads = spin(MAX_THREADS as u64, 1)? as usize,
            "multipv" => self.lines = spin(MAX_MULTI_PV as u64, 1)? as usize,
            "level" => {
                let level = Level::try_from(spin(u64::from(Level::MAX.number()), 1)? as u8);
                self.level = level.map_err(|error| error.to_string())?;
            }
            "seed" => self.seed = spin(MAX_SEED, 0)?,
            "shares" => {
                self.shares =
                    value.parse().map_err(|_| format!("invalid Shares {value:?}: expected true or false"))?;
            }
            "others" => self.opponent_model = value.parse().map_err(|error| format!("Others is {error}"))?,
            "clear hash" => return Ok(OptionEffect::ClearHash),
            _ => return Err(format!("no such option: {name:?}")),
        }
        let engine = ["hash", "threads"].iter().any(|own| name.eq_ignore_ascii_case(own));
        Ok(if engine { OptionEffect::ResizeEngine } else { OptionEffect::None })
    }

    fn set_game(&mut self, name: &str) -> Result<OptionEffect, String> {
        let game = games_with_engine().find(|game| game.name() == name);
        let games = || games_with_engine().map(Game::name).collect::<Vec<_>>().join(", ");
        let game = game.ok_or_else(|| format!("no engine plays {name:?}; the variants are {}", games()))?;
        if game.name() == self.game.name() {
            return Ok(OptionEffect::None);
        }
        // The options of one game do not apply to another.
        (self.game, self.rules) = (game, json!({}));
        Ok(OptionEffect::ResetGame)
    }

    fn set_rules(&mut self, text: &str) -> Result<OptionEffect, String> {
        let text = if text.is_empty() || text == "<empty>" { "{}" } else { text };
        let OptionsObject(rules) = serde_json::from_str(text).map_err(|error| format!("Options: {error}"))?;
        self.game.open(&rules, None, TimeControl::None).map_err(|error| error.to_string())?;
        self.rules = rules;
        Ok(OptionEffect::ResetGame)
    }
}
