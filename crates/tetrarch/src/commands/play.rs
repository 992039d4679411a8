//! `tetrarch play`: the terminal client.

use crate::cli::OptionsArg;
use crate::dealing;
use crate::games::{self, GAMES};
use crate::rulebook;
use anyhow::{Context as _, bail};
use clap::Args;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;
use tetrarch_engine::{Level, SearchLimits};
use tetrarch_fair::{Dealer, Entropies, FairGameId, Secret};
use tetrarch_rules::Seat;
use tetrarch_table::{Millis, Table, TimeControl};
use tetrarch_tui::screen::{self, App, Colours, Menu, Theme};
use tetrarch_tui::{
    Charset, Deps, JoinOptions, LocalSession, PlaySession, PlayerKind, RemoteSession, SeatRequest,
    TableClient, TableLink, plain,
};

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game, or the link to a table on a server; without it, a menu
    #[arg(value_name = "GAME|LINK")]
    game: Option<String>,
    /// Who decides for a seat: SEAT=me, SEAT=engine or SEAT=engine:LEVEL; without it you have the first seat
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    seats: Vec<String>,
    /// The level of engines that are given none, 1 to 8
    #[arg(long, default_value_t = PlayerKind::DEFAULT_LEVEL, value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,
    /// All seats are for people at this terminal
    #[arg(long)]
    hotseat: bool,
    /// The clock: MINUTES+SECONDS (5+3), SECONDS/move (30/move)
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    clock: Option<TimeControl>,
    /// Engines think no longer than this about an action
    #[arg(long, value_name = "MILLISECONDS")]
    think: Option<u64>,
    #[command(flatten)]
    options: OptionsArg,
    /// Begin from this position text
    #[arg(long, value_name = "TEXT")]
    start: Option<String>,
    /// Go on with a saved game, or from the end of a record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "clock", "options"])]
    load: Option<PathBuf>,
    /// Keep the game in this file after every action; if it is there already, go on with it
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    save: Option<PathBuf>,
    /// Play at a table on this server, such as https://games.example.org
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "start", "clock", "load", "save", "hotseat"])]
    server: Option<String>,
    /// The table on the server; --seat names the seat to take there, without it the first that is open
    #[arg(long, value_name = "ID", requires = "server")]
    table: Option<String>,
    /// Come back to the server's table with the token that was told when the seat was taken
    #[arg(long, value_name = "TOKEN", env = "TETRARCH_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// What you are called at the server's table
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The invite, if the seat is kept for who has one
    #[arg(long, value_name = "INVITE")]
    invite: Option<String>,
    /// Only watch the server's table
    #[arg(long)]
    watch: bool,
    /// Line by line, for scripts and screen readers: actions from standard input, boards and events as text
    #[arg(long)]
    plain: bool,
    /// Only ASCII signs
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let signs = if args.ascii { Charset::Ascii } else { Charset::Unicode };
    if args.plain {
        return play_plain(&mut *open_session(args)?, signs);
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("this is no terminal: --plain plays line by line");
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
    let mut desk = LocalSession::new(deps(args), table, setup.players);
    if let Some(file) = &args.save {
        desk.autosave_to(file.clone())?;
    }
    play_on_screen(&mut desk, look)
}

/// The table that the arguments name.
fn open_session(args: &PlayArgs) -> anyhow::Result<Box<dyn PlaySession>> {
    let Some(place) = table_link(args)? else {
        if args.name.is_some() || args.invite.is_some() || args.watch {
            bail!(
                "--name, --invite and --watch are for a table on a server: name it with --server and --table"
            );
        }
        return Ok(Box::new(open_local(args)?));
    };
    let table = place.table.context("which table? Name it with --table, or give the whole link")?;
    let token = args.token.clone().filter(|_| !args.watch);
    let wants_seat = token.is_none() || place.invite.is_some() || !args.seats.is_empty();
    let chair = || SeatRequest { name: args.seats.first().cloned(), invite: place.invite.clone() };
    let seat = (wants_seat && !args.watch).then(chair);
    let entry = JoinOptions { token, seat, name: args.name.clone() };
    let remote = RemoteSession::connect(TableClient::join_table(&place.server, &table, entry)?)?;
    if let Some(token) = remote.token().filter(|_| args.token.is_none()) {
        eprintln!("Your token, to come back with --token: {token}");
    }
    Ok(Box::new(remote))
}

/// Where on a server one plays, if not at a table of one's own.
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

fn play_plain(desk: &mut dyn PlaySession, signs: Charset) -> anyhow::Result<()> {
    let rules = rules_text(desk);
    let mut out = anstream::stdout().lock();
    let plain = plain::PlainOptions {
        charset: signs,
        rules: &rules,
        queue_early_actions: !io::stdin().is_terminal(),
    };
    Ok(plain::play(desk, plain, io::BufReader::new(io::stdin()), &mut out)?)
}

fn play_on_screen(desk: &mut dyn PlaySession, look: Theme) -> anyhow::Result<()> {
    let rules = rules_text(desk);
    let mut app = App::new(desk, look, &rules);
    Ok(screen::with_terminal(|terminal| screen::play(terminal, &mut app))?)
}

/// The rules of the game at a desk, to be read there.
fn rules_text(desk: &dyn PlaySession) -> String {
    let page = games::rules_page(&desk.state().game).ok();
    let page = page.and_then(|source| rulebook::Page::parse(source).ok());
    page.map_or_else(|| "The rules are not written down yet.".to_string(), |page| rulebook::text(&page))
}

/// The kit of this program.
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
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    Secret::from_bytes(bytes).reveal()
}

/// What chance decides at a table of one's own: dealt as a server would, or drawn if something else was shown before.
fn deal_chance(secret: &str, from_start: bool, table: &dyn Table) -> Option<String> {
    let secret = Secret::parse(secret).ok()?;
    let seats = u8::try_from(table.seats().len()).ok()?;
    let dealer = Dealer::new(&secret, &FairGameId::new("here").ok()?, &Entropies::empty(seats));
    if from_start { dealing::fair_outcome(&dealer, table) } else { dealing::drawn_outcome(&dealer, table) }
}

/// A table of one's own.
fn open_local(args: &PlayArgs) -> anyhow::Result<LocalSession> {
    let kit = deps(args);
    let kept = args.save.as_ref().filter(|file| file.exists());
    let mut local = match args.load.as_ref().or(kept) {
        Some(file) => LocalSession::open(kit, file)?,
        None => {
            let game = args.game.as_deref().with_context(|| {
                format!(
                    "which game? {}",
                    GAMES.iter().map(tetrarch_table::Game::name).collect::<Vec<_>>().join(", ")
                )
            })?;
            let control = args.clock.unwrap_or_default();
            let table = GAMES.by_name(game)?.open(&args.options.value()?, args.start.as_deref(), control)?;
            let sitters = players(args, &*table)?;
            LocalSession::new(kit, table, sitters)
        }
    };
    if let Some(game) = args.game.as_ref().filter(|game| **game != local.state().game) {
        bail!("the file holds a game of {}, not of {game}", local.state().game);
    }
    if let Some(file) = &args.save {
        local.autosave_to(file.clone())?;
    }
    Ok(local)
}

fn players(args: &PlayArgs, table: &dyn Table) -> anyhow::Result<Vec<PlayerKind>> {
    let engine = PlayerKind::Engine(Level::try_from(args.level)?);
    let others = if args.hotseat { PlayerKind::Human } else { engine };
    let mut sitters = vec![others; table.seats().len()];
    if args.seats.is_empty() {
        sitters[0] = PlayerKind::Human;
    }
    for text in &args.seats {
        let (name, who) = text.split_once('=').with_context(|| format!("--seat {text}: write SEAT=WHO"))?;
        let seat = Seat::from_name(name, table.seats()).with_context(|| {
            format!("there is no seat {name:?}: the seats are {}", table.seats().join(", "))
        })?;
        let who = if who == "engine" { engine } else { who.parse().map_err(anyhow::Error::msg)? };
        sitters[seat.index()] = who;
    }
    Ok(sitters)
}

/// Reads `5+3`, `10` and `30/move`.
pub(crate) fn parse_clock(text: &str) -> Result<TimeControl, String> {
    let wrong =
        || format!("{text:?} is no clock: write MINUTES+SECONDS like 5+3, or SECONDS/move like 30/move");
    let number =
        |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number <= 10_000).ok_or_else(wrong);
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
