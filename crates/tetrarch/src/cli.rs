//! The command line.

use crate::commands::health::{self, HealthArgs};
use crate::commands::ladder::{self, LadderArgs};
use crate::commands::match_command::{self, MatchArgs};
use crate::commands::play::{self, PlayArgs};
use crate::commands::rules::{self, RulesArgs};
use crate::commands::shell::{self, CompletionsArgs, ManArgs};
use crate::commands::tune::TuneArgs;
use crate::commands::{backup, perft, record, serve, show, trace, uci, verify};
use crate::games::{self, GAMES};
use crate::options_object::OptionsObject;
use anyhow::Context as _;
use clap::builder::BoolishValueParser;
use clap::{Args, Parser, Subcommand};
use serde_json::Value;
use std::io::{self, Write as _};
use std::path::PathBuf;
use tetrarch_table::{Table, TimeControl};

/// Bishops, Enochian chess, Ban-Chess and Banqi: exact rules for players, organisers and engine writers.
#[derive(Parser, Debug)]
#[command(version = VERSION, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// The version, with the commit it was built from where that is known.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("TETRARCH_BUILT_FROM"));

const EXAMPLES: &str = "\
First steps (in the source tree write `cargo run --release --` for `tetrarch`):
  tetrarch serve                              hosts games; also without any command
  tetrarch play                               a game in the terminal; --plain line by line
  tetrarch rules banqi                        how a game is played
  tetrarch show ban-chess                     the board and what can be played
  tetrarch perft ban-chess 3                  how many ways three plies can go
  echo '{\"game\":\"ban-chess\",\"options\":{},\"start\":null,\"actions\":[\"b:e2e4\",\"d4\"]}' | tetrarch trace
  tetrarch record --to json game.pgn          a record in another format, every action checked

Exit codes: 0 done, 1 something failed (the message says what), 2 the command line was wrong.";

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Host games; this is also what happens without a command
    ///
    /// Keeps every game in one file, plays the engine's seats itself, and tells its address when it is ready.
    Serve(ServeArgs),
    /// Play in the terminal: against the engine or with others at the same keyboard
    Play(Box<PlayArgs>),
    /// Ask a server whether it is ready; the exit code tells
    Health(HealthArgs),
    /// Write everything the server keeps to a file, also while it runs
    Backup(BackupArgs),
    /// Read a backup into an empty database of either kind
    Restore(BackupArgs),
    /// Drive the rules from any language: one JSON object a line in, one out
    ///
    /// In: {"game":"ban-chess","options":{},"start":null,"actions":["b:e2e4","m:d2d4"]}. Out: for the state
    /// before each action and after the last, whose turn it is, the sorted legal actions and the position's
    /// text; then the outcome and the error, or null.
    Trace,
    /// Count the sequences of actions of a given length
    Perft(PerftArgs),
    /// Show a position as a board, with what can be played
    Show(ShowArgs),
    /// Convert records between the formats of a game, replaying and checking every action
    Record(RecordArgs),
    /// Write the rules of a game as text, Markdown, HTML or PDF
    Rules(RulesArgs),
    /// Check a finished game: every action by the rules, and that chance showed what was dealt before play
    Verify(VerifyArgs),
    /// Learn the weights of an engine's evaluation from games against itself
    Tune(TuneArgs),
    /// Play many games between two players, and tell how much stronger one is
    Match(Box<MatchArgs>),
    /// Measure the levels of an engine against each other and against greed, and write it down
    Ladder(LadderArgs),
    /// Speak the Universal Chess Interface, for programs that drive engines
    ///
    /// docs/uci.md says what is added to the protocol for bans, seats, chance and options.
    Uci,
    /// Write what a shell needs to complete this program's commands
    Completions(CompletionsArgs),
    /// Write the pages of the manual
    Man(ManArgs),
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", env = "TETRARCH_LISTEN", default_value = serve::DEFAULT_ADDRESS, value_parser = parse_address)]
    pub(crate) listen: Option<String>,
    /// The database: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME; without it, a file in your data folder
    #[arg(long, value_name = "DATABASE", env = "TETRARCH_DB", hide_env_values = true)]
    pub(crate) db: Option<String>,
    /// Listen on the network, and show the address as a QR code
    #[arg(long, env = "TETRARCH_LAN", value_parser = BoolishValueParser::new())]
    pub(crate) lan: bool,
    /// An account that may do at every table what its owner may; can be given several times
    ///
    /// Make the account first: as long as the server is started with this, nobody can.
    #[arg(long, value_name = "ACCOUNT", env = "TETRARCH_ADMIN", value_delimiter = ',')]
    pub(crate) admin: Vec<String>,
    /// Another site whose pages may open sockets to this server: https://games.example.org; can be given several times
    #[arg(long, value_name = "ORIGIN", env = "TETRARCH_ORIGIN", value_delimiter = ',')]
    pub(crate) origin: Vec<String>,
    /// There is a proxy in front: believe its X-Forwarded-For and X-Forwarded-Proto
    #[arg(long, env = "TETRARCH_PROXY", value_parser = BoolishValueParser::new())]
    pub(crate) proxy: bool,
    /// After how many days of absence guests who have played nothing are forgotten, and tables that nobody has begun; 0 for never
    #[arg(long, value_name = "DAYS", env = "TETRARCH_GUEST_DAYS", default_value_t = 30)]
    pub(crate) guest_days: u32,
    /// Set no limits to what anybody may ask for, as for measurements
    #[arg(long, env = "TETRARCH_NO_LIMITS", value_parser = BoolishValueParser::new())]
    pub(crate) no_limits: bool,
    /// A folder with your own texts about rules, as Markdown files, to be shown beside ours
    #[arg(long, value_name = "FOLDER", env = "TETRARCH_RULES_DIR")]
    pub(crate) rules_dir: Option<PathBuf>,
    /// How the log is written
    #[arg(long, value_name = "FORMAT", env = "TETRARCH_LOG_FORMAT", default_value = "text")]
    pub(crate) log_format: LogFormat,
}

/// How the log is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// The file; `-` for standard output or input
    pub(crate) file: PathBuf,
    /// The database: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME; without it, a file in your data folder
    #[arg(long, value_name = "DATABASE", env = "TETRARCH_DB", hide_env_values = true)]
    pub(crate) db: Option<String>,
}

#[derive(Args, Debug)]
struct VerifyArgs {
    /// The game of the record; without it, the one that understands it
    #[arg(long)]
    game: Option<String>,
    /// The record's file; `-` for standard input
    file: PathBuf,
}

#[derive(Args, Debug)]
struct PerftArgs {
    /// The game: see `tetrarch show`
    game: String,
    /// How many actions deep
    #[arg(value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
    /// Begin from this position text
    #[arg(long, value_name = "TEXT")]
    start: Option<String>,
    #[command(flatten)]
    options: OptionsArg,
    /// Tell the count behind each first action
    #[arg(long)]
    divide: bool,
}

#[derive(Args, Debug)]
struct ShowArgs {
    /// The game; without it, the games there are
    game: Option<String>,
    /// The position's text; without it, the usual start
    text: Option<String>,
    #[command(flatten)]
    options: OptionsArg,
    /// Look from this seat; without it, as a spectator
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct OptionsArg {
    /// The game's options as JSON, such as '{"quiet_limit":0}'
    #[arg(long, value_name = "JSON", default_value = "{}")]
    options: String,
}

#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    /// The game of the records; without it, the one that understands them
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// The format to read; without it, by the file's ending, else the one that understands them
    #[arg(long)]
    pub(crate) from: Option<String>,
    /// The format to write; without it, only check
    #[arg(long)]
    pub(crate) to: Option<String>,
    /// The files to read, and folders with such files; `-` or none for standard input
    pub(crate) files: Vec<PathBuf>,
}

/// An address to listen on.
fn parse_address(text: &str) -> Result<String, String> {
    match text.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => Ok(text.to_string()),
        _ => Err(format!("an address is HOST:PORT, such as {} or [::]:4444", serve::DEFAULT_ADDRESS)),
    }
}

/// Does what the command line says.
///
/// # Errors
/// What went wrong, for the user to read.
pub fn run(cli: Cli) -> anyhow::Result<()> {
    // Without a command the environment counts as with `serve`.
    let command = cli.command.or_else(|| Cli::parse_from(["tetrarch", "serve"]).command);
    match command.context("nothing to do")? {
        CliCommand::Serve(args) => serve::run(&args),
        CliCommand::Play(args) => play::run(&args),
        CliCommand::Rules(args) => rules::run(&args),
        CliCommand::Completions(args) => {
            shell::completions(&args);
            Ok(())
        }
        CliCommand::Man(args) => shell::man(&args),
        CliCommand::Health(args) => health::run(&args),
        CliCommand::Backup(args) => backup::backup(&args),
        CliCommand::Restore(args) => backup::restore(&args),
        CliCommand::Trace => trace::run(GAMES, io::stdin().lock(), io::BufWriter::new(io::stdout().lock())),
        CliCommand::Perft(args) => {
            let table = args.options.open(&args.game, args.start.as_deref())?;
            perft::run(&*table, args.depth, args.divide)
        }
        CliCommand::Show(ShowArgs { game: None, .. }) => list_games(),
        CliCommand::Show(ShowArgs { game: Some(game), text, options, seat }) => {
            let table = options.open(&game, text.as_deref())?;
            show::run(&*table, seat.as_deref())
        }
        CliCommand::Record(args) => record::run(GAMES, &args),
        CliCommand::Ladder(args) => ladder::run(&args),
        CliCommand::Uci => uci::run(io::stdin().lock(), io::stdout()),
        CliCommand::Match(args) => match_command::run(*args),
        CliCommand::Tune(args) => games::tune_game(&args),
        CliCommand::Verify(args) => verify::run(GAMES, args.game.as_deref(), &args.file),
    }
}

impl OptionsArg {
    fn open(&self, game: &str, start: Option<&str>) -> anyhow::Result<Box<dyn Table>> {
        Ok(GAMES.by_name(game)?.open(&self.value()?, start, TimeControl::None)?)
    }

    /// The options as JSON.
    pub(crate) fn value(&self) -> anyhow::Result<Value> {
        let OptionsObject(options) = serde_json::from_str(&self.options).with_context(|| {
            format!("--options {:?} is not a JSON object: write it like '{{}}'", self.options)
        })?;
        Ok(options)
    }
}

fn list_games() -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for game in GAMES.iter() {
        writeln!(out, "{:<10} {}; options {}", game.name(), game.title(), game.default_options())?;
        for format in game.formats() {
            writeln!(out, "{:<10}   record format {}: {}", "", format.name(), format.description())?;
        }
    }
    Ok(())
}
