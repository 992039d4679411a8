//! The command line interface.

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
use std::process::ExitCode;
use tetrarch_table::{Table, TimeControl};

/// Play chess variants: game server, terminal client, engines and rules tools
#[derive(Parser, Debug)]
#[command(version = VERSION, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// The version, with the commit if it is known.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("TETRARCH_BUILT_FROM"));

const EXAMPLES: &str = "\
Examples (in the source tree, use `cargo run --release --` instead of `tetrarch`):
  tetrarch serve                              start a game server (the default command)
  tetrarch play                               play in the terminal
  tetrarch show                               list the games
  tetrarch rules GAME                         print the rules of a game
  tetrarch show GAME                          print a position and its legal actions
  tetrarch perft GAME 3                       count the sequences of three actions
  echo '{\"game\":\"GAME\",\"options\":{},\"start\":null,\"actions\":[]}' | tetrarch trace
  tetrarch record --to json game.pgn          convert a record and check every action

Exit codes: 0 success, 1 failure, 2 invalid command line, 3 cannot be checked (verify).";

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Start a game server (the default command)
    ///
    /// Stores all games in one database, plays the engine seats and prints its address when it is ready.
    Serve(ServeArgs),
    /// Play in the terminal, against the engine, with others at the same keyboard or on a server
    Play(Box<PlayArgs>),
    /// Check whether a server is ready; exits with 0 if it is
    Health(HealthArgs),
    /// Write the whole database to a backup file, even while the server runs
    Backup(BackupArgs),
    /// Restore a backup into an empty SQLite or PostgreSQL database
    Restore(BackupArgs),
    /// Use the rules from any language: one JSON object per line in, one out
    ///
    /// Input: {"game":"NAME","options":{},"start":null,"actions":["ACTION","ACTION"]}. Output: for the state
    /// before each action and after the last, whose turn it is, the sorted legal actions and the position
    /// text; then the outcome and the error, or null.
    Trace,
    /// Count the action sequences of a given length
    Perft(PerftArgs),
    /// Show a position as a board, with its legal actions
    Show(ShowArgs),
    /// Convert game records between formats and check every action
    Record(RecordArgs),
    /// Print the rules of a game as text, Markdown, HTML or PDF
    Rules(RulesArgs),
    /// Verify a finished game: replay every action and check the deal against its commitment
    ///
    /// Exit codes: 0 if everything holds, 1 if something is false, 3 if nothing is false but something cannot be
    /// checked, such as the chance outcomes of a game from a set-up start or of one that has not ended.
    Verify(VerifyArgs),
    /// Tune the evaluation weights of an engine by self-play
    Tune(TuneArgs),
    /// Play a match between two players and report the Elo difference
    Match(Box<MatchArgs>),
    /// Play the engine levels against each other and against reference players, and write a report
    Ladder(LadderArgs),
    /// Run the engine over the Universal Chess Interface (UCI)
    ///
    /// docs/uci.md describes the extensions for bans, seats, chance and options.
    Uci,
    /// Generate shell completions
    Completions(CompletionsArgs),
    /// Generate man pages
    Man(ManArgs),
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Address to listen on; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", env = "TETRARCH_LISTEN", default_value = serve::DEFAULT_ADDRESS, value_parser = parse_address)]
    pub(crate) listen: Option<String>,
    /// Database: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME; defaults to a file in your data directory
    #[arg(long, value_name = "DATABASE", env = "TETRARCH_DB", hide_env_values = true)]
    pub(crate) db: Option<String>,
    /// Listen on the local network and show the address as a QR code
    #[arg(long, env = "TETRARCH_LAN", value_parser = BoolishValueParser::new())]
    pub(crate) lan: bool,
    /// Account with owner rights at every table; can be repeated
    ///
    /// Create the account first: nobody can sign up with a name given here.
    #[arg(long, value_name = "ACCOUNT", env = "TETRARCH_ADMIN", value_delimiter = ',')]
    pub(crate) admin: Vec<String>,
    /// Additional origin whose pages may open WebSockets, such as https://games.example.org; can be repeated
    #[arg(long, value_name = "ORIGIN", env = "TETRARCH_ORIGIN", value_delimiter = ',')]
    pub(crate) origin: Vec<String>,
    /// Trust the X-Forwarded-For and X-Forwarded-Proto headers of a reverse proxy
    #[arg(long, env = "TETRARCH_PROXY", value_parser = BoolishValueParser::new())]
    pub(crate) proxy: bool,
    /// Days after which absent guests who never finished a game are deleted, and tables that have not begun are ended; 0 for never
    #[arg(long, value_name = "DAYS", env = "TETRARCH_GUEST_DAYS", default_value_t = 30)]
    pub(crate) guest_days: u32,
    /// Disable all limits on clients, for benchmarks
    #[arg(long, env = "TETRARCH_NO_LIMITS", value_parser = BoolishValueParser::new())]
    pub(crate) no_limits: bool,
    /// Directory with Markdown files of additional rules to show
    #[arg(long, value_name = "FOLDER", env = "TETRARCH_RULES_DIR")]
    pub(crate) rules_dir: Option<PathBuf>,
    /// Log format
    #[arg(long, value_name = "FORMAT", env = "TETRARCH_LOG_FORMAT", default_value = "text")]
    pub(crate) log_format: LogFormat,
}

/// The format of the log.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// Human-readable text
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// Backup file; `-` for standard output or input
    pub(crate) file: PathBuf,
    /// Database: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME; defaults to a file in your data directory
    #[arg(long, value_name = "DATABASE", env = "TETRARCH_DB", hide_env_values = true)]
    pub(crate) db: Option<String>,
}

#[derive(Args, Debug)]
struct VerifyArgs {
    /// Game of the record; detected by default
    #[arg(long)]
    game: Option<String>,
    /// Record file; `-` for standard input
    file: PathBuf,
}

#[derive(Args, Debug)]
struct PerftArgs {
    /// Name of the game; `tetrarch show` lists them
    game: String,
    /// Number of actions
    #[arg(value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
    /// Start from this position text
    #[arg(long, value_name = "TEXT")]
    start: Option<String>,
    #[command(flatten)]
    options: OptionsArg,
    /// Print the count for each first action
    #[arg(long)]
    divide: bool,
}

#[derive(Args, Debug)]
struct ShowArgs {
    /// Name of the game; without it, list the games
    game: Option<String>,
    /// Position text; defaults to the start position
    text: Option<String>,
    #[command(flatten)]
    options: OptionsArg,
    /// View from this seat; defaults to a spectator
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct OptionsArg {
    /// Game options as JSON, such as '{"quiet_limit":0}'
    #[arg(long, value_name = "JSON", default_value = "{}")]
    options: String,
}

#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    /// Game of the records; detected by default
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Input format; by default taken from the file extension or detected
    #[arg(long)]
    pub(crate) from: Option<String>,
    /// Output format; without it, only check the records
    #[arg(long)]
    pub(crate) to: Option<String>,
    /// Files and directories to read; `-` or none for standard input
    pub(crate) files: Vec<PathBuf>,
}

/// Parses an address to listen on.
fn parse_address(text: &str) -> Result<String, String> {
    match text.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => Ok(text.to_string()),
        _ => Err(format!("expected HOST:PORT, such as {} or [::]:4444", serve::DEFAULT_ADDRESS)),
    }
}

/// Runs the command line and returns the exit code.
///
/// # Errors
/// If the command fails; the error is a message for the user.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    // Parse again as `serve` so that its environment variables apply.
    let command = cli.command.or_else(|| Cli::parse_from(["tetrarch", "serve"]).command);
    let done = match command.context("no command")? {
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
        // The only command with an exit code of its own.
        CliCommand::Verify(args) => return verify::run(GAMES, args.game.as_deref(), &args.file),
    };
    done.map(|()| ExitCode::SUCCESS)
}

impl OptionsArg {
    fn open(&self, game: &str, start: Option<&str>) -> anyhow::Result<Box<dyn Table>> {
        Ok(GAMES.by_name(game)?.open(&self.value()?, start, TimeControl::None)?)
    }

    /// The parsed options.
    pub(crate) fn value(&self) -> anyhow::Result<Value> {
        let OptionsObject(options) = serde_json::from_str(&self.options).with_context(|| {
            format!("--options {:?} is not a JSON object: expected something like '{{}}'", self.options)
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
