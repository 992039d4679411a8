//! Player descriptions for the command line: `level=3`, `nodes=5000,hash=32`, `random`, `greedy`.

use crate::Player;
use crate::players::{GreedyPlayer, InProcessPlayer, RandomPlayer, UciPlayer};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use tetrarch_engine::{EngineSettings, MakeEngine};
use tetrarch_table::search::{
    Level, OpponentModel, SearchLimits, SearchRequest, TimeBudget, UnknownOpponentModel,
};

/// The description of a player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct PlayerSpec {
    text: String,
    kind: SpecKind,
    /// The engine level; full strength by default.
    level: Option<Level>,
    limits: SearchLimits,
    hash_mib: Option<usize>,
    threads: Option<usize>,
    weights: Option<PathBuf>,
    /// The opponent model, in games with more than two sides.
    opponent_model: Option<OpponentModel>,
}

#[derive(Clone, Eq, PartialEq, Debug)]
enum SpecKind {
    Engine,
    Random,
    Greedy,
    /// Another program: its command line and the UCI options to set.
    Program {
        command: String,
        options: Vec<(String, String)>,
    },
}

/// Why a player description is invalid or the player cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum PlayerSpecError {
    /// An unknown part.
    #[error(
        "unknown player setting {part:?}: expected random, greedy, uci=PROGRAM, level=3, nodes=5000, depth=4 or \
         time=100ms, and hash=16, threads=2, weights=FILE or others=best-reply, joined by commas"
    )]
    Unknown {
        /// The invalid part.
        part: String,
    },
    /// An invalid value.
    #[error("{part:?}: {problem}")]
    Value {
        /// The invalid part.
        part: String,
        /// What is wrong.
        problem: String,
    },
    /// Parts that exclude each other.
    #[error("{0}")]
    Conflict(&'static str),
    /// The player cannot be created.
    #[error("player {spec}: {problem}")]
    Make {
        /// The description of the player.
        spec: String,
        /// What is wrong.
        problem: String,
    },
}

impl PlayerSpec {
    /// The number of search threads.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(1)
    }

    /// Creates the player. `make` is the engine constructor of the game, if it has an engine.
    ///
    /// # Errors
    /// If the game has no engine, the weights cannot be read, or the program cannot be started.
    pub fn make(&self, make: Option<MakeEngine>) -> Result<Box<dyn Player>, PlayerSpecError> {
        let made = match &self.kind {
            SpecKind::Random => Ok(Box::new(RandomPlayer::new()) as Box<dyn Player>),
            SpecKind::Greedy => Ok(Box::new(GreedyPlayer::new()) as Box<dyn Player>),
            SpecKind::Engine => self.make_engine(make),
            SpecKind::Program { command, options } => self.start(command, options),
        };
        made.map_err(|problem| PlayerSpecError::Make { spec: self.text.clone(), problem })
    }

    fn make_engine(&self, make: Option<MakeEngine>) -> Result<Box<dyn Player>, String> {
        let make = make.ok_or("there is no engine for this game")?;
        let weights = self.weights.as_ref().map(|file| {
            std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
        });
        let default = EngineSettings::default();
        let settings = EngineSettings {
            hash_mebibytes: self.hash_mib.unwrap_or(default.hash_mebibytes),
            threads: self.threads(),
            weights: weights.transpose()?,
        };
        let engine = make(&settings)?;
        let opponent_model = self.opponent_model.unwrap_or_default();
        if opponent_model != OpponentModel::Default && !engine.uses_opponent_model() {
            return Err("others=… is only for games with more than two sides".to_string());
        }
        let limits = (self.limits != SearchLimits::NONE).then_some(self.limits);
        let level = self.level.unwrap_or(Level::MAX);
        let request = SearchRequest { level, limits, opponent_model, ..SearchRequest::default() };
        Ok(Box::new(InProcessPlayer { engine, request }))
    }

    fn start(&self, command: &str, options: &[(String, String)]) -> Result<Box<dyn Player>, String> {
        let known = [
            ("Hash", self.hash_mib.map(|memory| memory.to_string())),
            ("Threads", self.threads.map(|threads| threads.to_string())),
            ("Level", self.level.map(|level| level.to_string())),
            ("Others", self.opponent_model.map(|model| model.to_string())),
        ];
        let known = known.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?)));
        let options = known.chain(options.iter().cloned()).collect();
        let player = UciPlayer::start(command, options, self.limits).map_err(|fault| fault.to_string())?;
        Ok(Box::new(player))
    }

    fn parse_part(&mut self, part: &str) -> Result<(), PlayerSpecError> {
        let invalid = |problem: String| PlayerSpecError::Value { part: part.to_string(), problem };
        match part.split_once('=').unwrap_or((part, "")) {
            ("random", "") => self.set_kind(SpecKind::Random)?,
            ("greedy", "") => self.set_kind(SpecKind::Greedy)?,
            ("level", level) => {
                let number = parse_count(level).map_err(invalid)?;
                let level = Level::try_from(u8::try_from(number).unwrap_or(u8::MAX));
                self.level = Some(level.map_err(|error| invalid(error.to_string()))?);
            }
            ("nodes", nodes) => self.limits.nodes = Some(parse_count(nodes).map_err(invalid)?),
            ("depth", depth) => {
                self.limits.depth = Some(parse_count(depth).map_err(invalid)?.min(u32::MAX.into()) as u32);
            }
            ("time", time) => {
                let time = parse_duration(time).map_err(invalid)?;
                self.limits.time = Some(TimeBudget { soft: time, hard: time });
            }
            ("hash", mebibytes) => self.hash_mib = Some(parse_count(mebibytes).map_err(invalid)? as usize),
            ("threads", threads) => self.threads = Some(parse_count(threads).map_err(invalid)? as usize),
            ("weights", file) => self.weights = Some(PathBuf::from(file)),
            ("others", model) => {
                self.opponent_model = Some(
                    model.parse().map_err(|no: UnknownOpponentModel| invalid(format!("others is {no}")))?,
                );
            }
            ("uci", command) if !command.is_empty() => {
                self.set_kind(SpecKind::Program { command: command.to_string(), options: Vec::new() })?;
            }
            (name, value) if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                let SpecKind::Program { options, .. } = &mut self.kind else {
                    return Err(invalid("UCI options must follow uci=PROGRAM".to_string()));
                };
                options.push((name.to_string(), value.to_string()));
            }
            _ => return Err(PlayerSpecError::Unknown { part: part.to_string() }),
        }
        Ok(())
    }

    fn set_kind(&mut self, kind: SpecKind) -> Result<(), PlayerSpecError> {
        if self.kind != SpecKind::Engine {
            return Err(PlayerSpecError::Conflict(
                "a player is one of random, greedy and uci=PROGRAM, not two",
            ));
        }
        self.kind = kind;
        Ok(())
    }

    fn check_conflicts(&self) -> Result<(), PlayerSpecError> {
        let plain = self.level.is_none()
            && self.limits == SearchLimits::NONE
            && self.hash_mib.is_none()
            && self.threads.is_none()
            && self.weights.is_none()
            && self.opponent_model.is_none();
        match self.kind {
            SpecKind::Random | SpecKind::Greedy if !plain => {
                Err(PlayerSpecError::Conflict("random and greedy players have no search settings"))
            }
            SpecKind::Program { .. } if self.weights.is_some() => {
                Err(PlayerSpecError::Conflict("weights=FILE is only for the built-in engine"))
            }
            _ => Ok(()),
        }
    }
}

/// Parses a number from 1, with an optional `k` for thousands or `m` for millions.
fn parse_count(text: &str) -> Result<u64, String> {
    let (digits, times) = match text.as_bytes().last() {
        Some(b'k') => (&text[..text.len() - 1], 1_000),
        Some(b'm') => (&text[..text.len() - 1], 1_000_000),
        _ => (text, 1),
    };
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(times));
    number.filter(|number| *number > 0).ok_or_else(|| format!("invalid number {text:?}: expected 1 or more"))
}

/// Parses `100ms`, `2s`, or milliseconds without a unit.
fn parse_duration(text: &str) -> Result<Duration, String> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let count: u64 =
        digits.parse().map_err(|_| format!("invalid time {text:?}: expected a time like 100ms or 2s"))?;
    match unit {
        "" | "ms" => Ok(Duration::from_millis(count)),
        "s" => Ok(Duration::from_secs(count)),
        _ => Err(format!("invalid unit {unit:?}: expected ms or s")),
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        let mut spec = PlayerSpec {
            text: text.to_string(),
            kind: SpecKind::Engine,
            level: None,
            limits: SearchLimits::NONE,
            hash_mib: None,
            threads: None,
            weights: None,
            opponent_model: None,
        };
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let name = |part: &str| part.split('=').next().unwrap_or_default().to_string();
        for (place, part) in parts.iter().enumerate() {
            if parts[..place].iter().any(|before| name(before) == name(part)) {
                let problem = format!("{} is given twice", name(part));
                return Err(PlayerSpecError::Value { part: part.to_string(), problem });
            }
            spec.parse_part(part)?;
        }
        spec.check_conflicts()?;
        Ok(spec)
    }
}

/// Writes the description as it was given.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        text.parse()
    }

    #[test]
    fn a_description_is_a_comma_separated_list() {
        let spec = read("level=3,nodes=5k, hash=32,threads=2").unwrap();
        assert_eq!(spec.level.map(Level::number), Some(3));
        assert_eq!((spec.limits.nodes, spec.hash_mib, spec.threads()), (Some(5000), Some(32), 2));
        let time = read("time=100ms").unwrap().limits.time.unwrap();
        assert_eq!((time.soft, time.hard), (Duration::from_millis(100), Duration::from_millis(100)));
        assert_eq!(read("time=2s").unwrap().limits.time.unwrap().hard, Duration::from_secs(2));
        assert_eq!(read("greedy").unwrap().kind, SpecKind::Greedy);
    }

    #[test]
    fn uci_options_are_passed_to_the_program() {
        let spec = read("uci=stockfish -x,UCI_Elo=2000,time=100ms").unwrap();
        let options = vec![("UCI_Elo".to_string(), "2000".to_string())];
        assert_eq!(spec.kind, SpecKind::Program { command: "stockfish -x".to_string(), options });
    }

    #[test]
    fn invalid_descriptions_are_refused_with_a_hint() {
        for bad in
            ["", "clever", "level=9", "nodes=0", "nodes=many", "time=1h", "random,level=2", "Elo=3", "uci="]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        let message = |bad: &str| read(bad).unwrap_err().to_string();
        for bad in ["random,greedy", "greedy,uci=stockfish", "uci=stockfish,random"] {
            assert!(
                message(bad).contains("one of random, greedy and uci=PROGRAM"),
                "{bad}: {}",
                message(bad)
            );
        }
        for bad in ["level=2,level=3", "random,random", "nodes=5,depth=2,nodes=5"] {
            assert!(message(bad).contains("is given twice"), "{bad}: {}", message(bad));
        }
        assert!(read("clever").unwrap_err().to_string().contains("level=3"));
    }

    #[test]
    fn opponent_models_have_the_same_names_as_in_uci() {
        for model in OpponentModel::ALL {
            assert_eq!(read(&format!("nodes=9,others={model}")).unwrap().opponent_model, Some(model));
        }
        let problem = read("others=paranoid").unwrap_err().to_string();
        assert!(problem.contains("usual, each-for-itself, all-against-one, best-reply"), "{problem}");
        assert!(read("greedy,others=best-reply").is_err());
    }

    #[test]
    fn opponent_models_need_more_than_two_sides() {
        let make = |model: &str, engine: MakeEngine| {
            read(&format!("nodes=9,others={model}"))
                .unwrap()
                .make(Some(engine))
                .err()
                .map(|no| no.to_string())
        };
        assert_eq!(make("each-for-itself", tetrarch_engine::bishops::engine), None);
        assert_eq!(make("usual", tetrarch_engine::banqi::engine), None);
        let problem = make("best-reply", tetrarch_engine::banqi::engine).unwrap();
        assert!(problem.contains("more than two sides"), "{problem}");
    }

    #[test]
    fn a_game_without_an_engine_is_an_error() {
        let problem = read("level=2").unwrap().make(None).err().unwrap();
        assert_eq!(problem.to_string(), "player level=2: there is no engine for this game");
    }
}
