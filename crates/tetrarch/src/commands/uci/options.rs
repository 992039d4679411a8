//! What a client can set.

use crate::games::{GAMES, make_engine};
use crate::options_object::OptionsObject;
use serde_json::{Value, json};
use tetrarch_engine::{Level, Outlook};
use tetrarch_table::Game;

/// Everything that can be set, as it is set now.
pub(super) struct Options {
    pub(super) game: &'static dyn Game,
    pub(super) rules: Value,
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) shares: bool,
    /// What is supposed of the others where more than two play.
    pub(super) others: Outlook,
}

const MOST_HASH: usize = 16_384;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 256;
const MOST_SEED: u64 = 1_000_000_000;

/// The games that an engine plays.
fn played() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().filter(|game| make_engine(game.name()).is_some())
}

/// What a change asks of the rest.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Change {
    /// Nothing.
    Nothing,
    /// Another game or other rules: the board is set up anew, and the engine is made for it.
    Game,
    /// The engine gets another memory or number of threads.
    Engine,
    /// The engine forgets what it knows.
    Forget,
}

impl Options {
    /// The usual ones.
    pub(super) fn new() -> Options {
        let game = played().next().expect("an engine plays at least one game");
        Options {
            game,
            rules: json!({}),
            hash: 16,
            threads: 1,
            lines: 1,
            level: Level::FULL,
            seed: 0,
            shares: false,
            others: Outlook::Usual,
        }
    }

    /// How they are announced.
    pub(super) fn announce() -> String {
        let usual = Options::new();
        let games: String = played().map(|game| format!(" var {}", game.name())).collect();
        format!(
            "option name UCI_Variant type combo default {}{games}\n\
             option name Options type string default {{}}\n\
             option name Hash type spin default {} min 1 max {MOST_HASH}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default {} min 1 max {MOST_THREADS}\n\
             option name MultiPV type spin default {} min 1 max {MOST_LINES}\n\
             option name Level type spin default {} min 1 max {}\n\
             option name Seed type spin default {} min 0 max {MOST_SEED}\n\
             option name Shares type check default {}\n\
             option name Others type combo default {}{}\n",
            usual.game.name(),
            usual.hash,
            usual.threads,
            usual.lines,
            usual.level,
            Level::FULL,
            usual.seed,
            usual.shares,
            usual.others,
            Outlook::ALL.map(|outlook| format!(" var {outlook}")).concat(),
        )
    }

    /// Sets one. Names are the same in large and small letters.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let spin = |most: u64, least: u64| {
            let number = value.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name} is a number from {least} to {most}, not {value:?}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => return self.set_game(value),
            "options" => return self.set_rules(value),
            "hash" => self.hash = spin(MOST_HASH as u64, 1)? as usize,
            "threads" => self.threads = spin(MOST_THREADS as u64, 1)? as usize,
            "multipv" => self.lines = spin(MOST_LINES as u64, 1)? as usize,
            "level" => {
                let level = Level::try_from(spin(u64::from(Level::FULL.number()), 1)? as u8);
                self.level = level.map_err(|error| error.to_string())?;
            }
            "seed" => self.seed = spin(MOST_SEED, 0)?,
            "shares" => {
                self.shares = value.parse().map_err(|_| format!("Shares is true or false, not {value:?}"))?;
            }
            "others" => self.others = value.parse().map_err(|wrong| format!("Others is {wrong}"))?,
            "clear hash" => return Ok(Change::Forget),
            _ => return Err(format!("there is no option {name:?}")),
        }
        let engine = ["hash", "threads"].iter().any(|own| name.eq_ignore_ascii_case(own));
        Ok(if engine { Change::Engine } else { Change::Nothing })
    }

    fn set_game(&mut self, name: &str) -> Result<Change, String> {
        let game = played().find(|game| game.name() == name);
        let games = || played().map(Game::name).collect::<Vec<_>>().join(", ");
        let game = game.ok_or_else(|| format!("no engine plays {name:?}: the variants are {}", games()))?;
        if game.name() == self.game.name() {
            return Ok(Change::Nothing);
        }
        // The rules of one game are not those of another.
        (self.game, self.rules) = (game, json!({}));
        Ok(Change::Game)
    }

    fn set_rules(&mut self, text: &str) -> Result<Change, String> {
        let text = if text.is_empty() || text == "<empty>" { "{}" } else { text };
        let OptionsObject(rules) = serde_json::from_str(text).map_err(|error| format!("Options: {error}"))?;
        self.game.open(&rules, None, tetrarch_table::Control::None).map_err(|error| error.to_string())?;
        self.rules = rules;
        Ok(Change::Game)
    }
}
