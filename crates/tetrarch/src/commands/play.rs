//! `tetrarch play`: the terminal client.

use crate::cli::OptionsArg;
use crate::dealing::fair_outcome;
use crate::games::{self, GAMES};
use crate::rulebook;
use anyhow::{Context as _, bail};
use clap::Args;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;
use tetrarch_fair::{Dealer, Entropies, FairGameId, Secret};
use tetrarch_rules::Seat;
use tetrarch_server::drawn_outcome;
use tetrarch_table::search::{Level, SearchLimits};
use tetrarch_table::{Millis, Table, TimeControl};
use tetrarch_tui::screen::{self, App, Colours, Menu, Theme};
use tetrarch_tui::{
    Charset, Deps, JoinOptions, LocalSession, PlaySession, PlayerKind, RemoteSession, SeatRequest,
    TableClient, TableLink, plain,
};

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Name of the game, or the link to a table on a server; without it, show a menu
    #[arg(value_name = "GAME|LINK")]
    game: Option<String>,
    /// Who plays a seat: SEAT=me, SEAT=engine or SEAT=engine:LEVEL; by default you play the first seat
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    seats: Vec<String>,
    /// Level of engines for which none is given, 1 to 8
    #[arg(long, default_value_t = PlayerKind::DEFAULT_LEVEL, value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,
    /// People at this terminal play all seats
    #[arg(long)]
    hotseat: bool,
    /// Clock: MINUTES+SECONDS (5+3) or SECONDS/move (30/move)
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    clock: Option<TimeControl>,
    /// Maximum thinking time of engines per action
    #[arg(long, value_name = "MILLISECONDS")]
    think: Option<u64>,
    #[command(flatten)]
    options: OptionsArg,
    /// Start from this position text
    #[arg(long, value_name = "TEXT")]
    start: Option<String>,
    /// Continue a saved game, or from the end of a record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "clock", "options"])]
    load: Option<PathBuf>,
    /// Save the game to this file after every action; if the file exists, continue that game
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    save: Option<PathBuf>,
    /// Play on this server, such as https://games.example.org
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "start", "clock", "load", "save", "hotseat"])]
    server: Option<String>,
    /// Table on the server; --seat names the seat to take, by default the first open one
    #[arg(long, value_name = "ID", requires = "server")]
    table: Option<String>,
    /// Token to return to a seat, as printed when the seat was taken
    #[arg(long, value_name = "TOKEN", env = "TETRARCH_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Display name on the server
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Invite, if the seat needs one
    #[arg(long, value_name = "INVITE")]
    invite: Option<String>,
    /// Watch the table on the server as a spectator
    #[arg(long)]
    watch: bool,
    /// Line mode for scripts and screen readers: read actions from standard input, print boards and events as text
    #[arg(long)]
    plain: bool,
    /// Use only ASCII characters
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let signs = if args.ascii { Charset::Ascii } else { Charset::Unicode };
    if args.plain {
        return play_plain(&mut *open_session(args)?, signs);
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("standard input or output is not a terminal: use --plain for line mode");
    }
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let look = Theme { charset: signs, colours: if wanted { Colours::On } else { Colours::Off } };
    let kept = args.save.as_ref().is_some_and(|file| file.exists());
    if args.game.is_some() || args.load.is_some() || args.server.is_some() || kept {
        return play_on_screen(&mut *open_session(args)?, look);
    }
    let games = GAMES.iter().filter_map(|game| {
        let table = game.open(&game.default_options(), None, TimeControl::None).ok()?;
        Some((game.name(), game.title(), table.seats().to_vec()))
    });
    let mut menu = Menu::new(look, games);
    let Some(setup) = screen::with_terminal(|terminal| screen::choose(terminal, &mut menu))? else {
        return Ok(());
    };
    let game = GAMES.by_name(setup.game)?;
    let table = game.open(&args.options.value()?, args.start.as_deref(), setup.control)?;
    let mut session = LocalSession::new(deps(args), table, setup.players);
    if let Some(file) = &args.save {
        session.autosave_to(file.clone())?;
    }
    play_on_screen(&mut session, look)
}

/// Opens the session that the arguments describe.
fn open_session(args: &PlayArgs) -> anyhow::Result<Box<dyn PlaySession>> {
    let Some(place) = table_link(args)? else {
        if args.name.is_some() || args.invite.is_some() || args.watch {
            bail!("--name, --invite and --watch need a table on a server: add --server and --table");
        }
        return Ok(Box::new(open_local(args)?));
    };
    let table = place.table.context("no table given: add --table, or pass the link to the table")?;
    let token = args.token.clone().filter(|_| !args.watch);
    let wants_seat = token.is_none() || place.invite.is_some() || !args.seats.is_empty();
    let request = || SeatRequest { name: args.seats.first().cloned(), invite: place.invite.clone() };
    let seat = (wants_seat && !args.watch).then(request);
    let entry = JoinOptions { token, seat, name: args.name.clone() };
    let remote = RemoteSession::connect(TableClient::join_table(&place.server, &table, entry)?)?;
    if let Some(token) = remote.token().filter(|_| args.token.is_none()) {
        eprintln!("To come back to this seat, use --token {token}");
    }
    Ok(Box::new(remote))
}

/// The table on a server, if the arguments name one.
fn table_link(args: &PlayArgs) -> anyhow::Result<Option<TableLink>> {
    let link = args.game.as_deref().filter(|game| TableLink::looks_like_link(game));
    let Some(address) = args.server.as_deref().or(link) else { return Ok(None) };
    let link = TableLink::parse(address)?;
    Ok(Some(TableLink {
        table: args.table.clone().or(link.table),
        invite: args.invite.clone().or(link.invite),
        ..link
    }))
}

fn play_plain(session: &mut dyn PlaySession, signs: Charset) -> anyhow::Result<()> {
    let rules = rules_text(session);
    let mut out = anstream::stdout().lock();
    let plain = plain::PlainOptions {
        charset: signs,
        rules: &rules,
        queue_early_actions: !io::stdin().is_terminal(),
    };
    Ok(plain::play(session, plain, io::BufReader::new(io::stdin()), &mut out)?)
}

fn play_on_screen(session: &mut dyn PlaySession, look: Theme) -> anyhow::Result<()> {
    let rules = rules_text(session);
    let mut app = App::new(session, look, &rules);
    Ok(screen::with_terminal(|terminal| screen::play(terminal, &mut app))?)
}

/// The rules of the session's game, as text.
fn rules_text(session: &dyn PlaySession) -> String {
    let page = games::rules_page(&session.state().game).ok();
    let page = page.and_then(|source| rulebook::Page::parse(source).ok());
    page.map_or_else(|| "There is no rules page for this game.".to_string(), |page| rulebook::text(&page))
}

/// The dependencies of local games.
fn deps(args: &PlayArgs) -> Deps {
    Deps {
        games: GAMES,
        engine: games::make_engine,
        deal_chance,
        new_secret,
        limits: args.think.map(|millis| SearchLimits::time(Duration::from_millis(millis))),
    }
}

fn new_secret() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    Secret::from_bytes(bytes).reveal()
}

/// The chance outcome at a local table: dealt as on a server, or drawn if an earlier outcome did not come from the secret.
fn deal_chance(secret: &str, from_start: bool, table: &dyn Table) -> Option<String> {
    let secret = Secret::parse(secret).ok()?;
    let seats = u8::try_from(table.seats().len()).ok()?;
    let dealer = Dealer::new(&secret, &FairGameId::new("here").ok()?, &Entropies::empty(seats));
    if from_start { fair_outcome(&dealer, table) } else { drawn_outcome(&dealer, table) }
}

/// Opens a local game.
fn open_local(args: &PlayArgs) -> anyhow::Result<LocalSession> {
    let deps = deps(args);
    let kept = args.save.as_ref().filter(|file| file.exists());
    let mut local = match args.load.as_ref().or(kept) {
        Some(file) => LocalSession::open(deps, file)?,
        None => {
            let game = args.game.as_deref().with_context(|| {
                format!(
                    "no game given: choose one of {}",
                    GAMES.iter().map(tetrarch_table::Game::name).collect::<Vec<_>>().join(", ")
                )
            })?;
            let control = args.clock.unwrap_or_default();
            let table = GAMES.by_name(game)?.open(&args.options.value()?, args.start.as_deref(), control)?;
            let players = players(args, &*table)?;
            LocalSession::new(deps, table, players)
        }
    };
    if let Some(game) = args.game.as_ref().filter(|game| **game != local.state().game) {
        bail!("the file contains a game of {}, not of {game}", local.state().game);
    }
    if let Some(file) = &args.save {
        local.autosave_to(file.clone())?;
    }
    Ok(local)
}

fn players(args: &PlayArgs, table: &dyn Table) -> anyhow::Result<Vec<PlayerKind>> {
    let engine = PlayerKind::Engine(Level::try_from(args.level)?);
    let others = if args.hotseat { PlayerKind::Human } else { engine };
    let mut players = vec![others; table.seats().len()];
    if args.seats.is_empty() {
        players[0] = PlayerKind::Human;
    }
    for text in &args.seats {
        let (name, who) =
            text.split_once('=').with_context(|| format!("invalid --seat {text}: expected SEAT=WHO"))?;
        let seat = Seat::from_name(name, table.seats())
            .with_context(|| format!("no such seat: {name:?}; the seats are {}", table.seats().join(", ")))?;
        let who = if who == "engine" { engine } else { who.parse().map_err(anyhow::Error::msg)? };
        players[seat.index()] = who;
    }
    Ok(players)
}

/// Parses `5+3`, `10` or `30/move`.
pub(crate) fn parse_clock(text: &str) -> Result<TimeControl, String> {
    let invalid =
        || format!("invalid clock {text:?}: expected MINUTES+SECONDS like 5+3, or SECONDS/move like 30/move");
    let number =
        |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number <= 10_000).ok_or_else(invalid);
    let control = if let Some(seconds) = text.strip_suffix("/move") {
        TimeControl::PerMove { time: Millis::from_secs(number(seconds)?) }
    } else {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let initial = Millis::from_secs(number(minutes)? * 60);
        TimeControl::Fischer { initial, increment: Millis::from_secs(number(seconds)?) }
    };
    control.validate()?;
    Ok(control)
}
