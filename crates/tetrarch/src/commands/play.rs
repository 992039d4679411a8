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
use tetrarch_engine::{Level, Limits};
use tetrarch_fair::{Dealer, Entropies, GameId, Secret};
use tetrarch_rules::Seat;
use tetrarch_table::{Control, Millis, Table};
use tetrarch_tui::screen::{self, App, Colours, Look, Menu};
use tetrarch_tui::{Chair, Desk, Door, Entry, Kit, Link, Local, Remote, Signs, Who, plain};

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game, or the link to a table on a server; without it, a menu
    #[arg(value_name = "GAME|LINK")]
    game: Option<String>,
    /// Who decides for a seat: SEAT=me, SEAT=engine or SEAT=engine:LEVEL; without it you have the first seat
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    seats: Vec<String>,
    /// The level of engines that are given none, 1 to 8
    #[arg(long, default_value_t = Who::USUAL, value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,
    /// All seats are for people at this terminal
    #[arg(long)]
    hotseat: bool,
    /// The clock: MINUTES+SECONDS (5+3), SECONDS/move (30/move)
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    clock: Option<Control>,
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
    let signs = if args.ascii { Signs::Ascii } else { Signs::Unicode };
    if args.plain {
        return by_lines(&mut *desk(args)?, signs);
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("this is no terminal: --plain plays line by line");
    }
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let look = Look { signs, colours: if wanted { Colours::On } else { Colours::Off } };
    let kept = args.save.as_ref().is_some_and(|file| file.exists());
    if args.game.is_some() || args.load.is_some() || args.server.is_some() || kept {
        return on_screen(&mut *desk(args)?, look);
    }
    let games = GAMES.iter().filter_map(|game| {
        let table = game.open(&game.usual_options(), None, Control::None).ok()?;
        Some((game.name(), game.title(), table.seats().to_vec()))
    });
    let mut menu = Menu::new(look, games);
    let Some(setup) = screen::with_terminal(|terminal| screen::choose(terminal, &mut menu))? else {
        return Ok(());
    };
    let game = GAMES.named(setup.game)?;
    let table = game.open(&args.options.value()?, args.start.as_deref(), setup.control)?;
    let mut desk = Local::new(kit(args), table, setup.sitters);
    if let Some(file) = &args.save {
        desk.keep_in(file.clone())?;
    }
    on_screen(&mut desk, look)
}

/// The table that the arguments name.
fn desk(args: &PlayArgs) -> anyhow::Result<Box<dyn Desk>> {
    let Some(place) = place(args)? else {
        if args.name.is_some() || args.invite.is_some() || args.watch {
            bail!(
                "--name, --invite and --watch are for a table on a server: name it with --server and --table"
            );
        }
        return Ok(Box::new(local(args)?));
    };
    let table = place.table.context("which table? Name it with --table, or give the whole link")?;
    let token = args.token.clone().filter(|_| !args.watch);
    let wants_seat = token.is_none() || place.invite.is_some() || !args.seats.is_empty();
    let chair = || Chair { name: args.seats.first().cloned(), invite: place.invite.clone() };
    let seat = (wants_seat && !args.watch).then(chair);
    let entry = Entry { token, seat, name: args.name.clone() };
    let remote = Remote::connect(Door::enter(&place.server, &table, entry)?)?;
    if let Some(token) = remote.token().filter(|_| args.token.is_none()) {
        eprintln!("Your token, to come back with --token: {token}");
    }
    Ok(Box::new(remote))
}

/// Where on a server one plays, if not at a table of one's own.
fn place(args: &PlayArgs) -> anyhow::Result<Option<Link>> {
    let link = args.game.as_deref().filter(|game| Link::is_meant(game));
    let Some(address) = args.server.as_deref().or(link) else { return Ok(None) };
    let link = Link::read(address)?;
    Ok(Some(Link {
        table: args.table.clone().or(link.table),
        invite: args.invite.clone().or(link.invite),
        ..link
    }))
}

fn by_lines(desk: &mut dyn Desk, signs: Signs) -> anyhow::Result<()> {
    let rules = rules_of(desk);
    let mut out = anstream::stdout().lock();
    let plain = plain::Plain { signs, rules: &rules, patient: !io::stdin().is_terminal() };
    Ok(plain::play(desk, plain, io::BufReader::new(io::stdin()), &mut out)?)
}

fn on_screen(desk: &mut dyn Desk, look: Look) -> anyhow::Result<()> {
    let rules = rules_of(desk);
    let mut app = App::new(desk, look, &rules);
    Ok(screen::with_terminal(|terminal| screen::play(terminal, &mut app))?)
}

/// The rules of the game at a desk, to be read there.
fn rules_of(desk: &dyn Desk) -> String {
    let page = games::rules_page(&desk.state().game).ok();
    let page = page.and_then(|source| rulebook::Page::read(source).ok());
    page.map_or_else(|| "The rules are not written down yet.".to_string(), |page| rulebook::text(&page))
}

/// The kit of this program.
fn kit(args: &PlayArgs) -> Kit {
    Kit {
        games: GAMES,
        engine: games::make_engine,
        deal,
        secret,
        limits: args.think.map(|millis| Limits::time(Duration::from_millis(millis))),
    }
}

fn secret() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    Secret::from_bytes(bytes).reveal()
}

/// What chance decides at a table of one's own: dealt as a server would, or drawn if something else was shown before.
fn deal(secret: &str, from_start: bool, table: &dyn Table) -> Option<String> {
    let secret = Secret::read(secret).ok()?;
    let seats = u8::try_from(table.seats().len()).ok()?;
    let dealer = Dealer::new(&secret, &GameId::new("here").ok()?, &Entropies::none(seats));
    if from_start { dealing::dealt(&dealer, table) } else { dealing::drawn_next(&dealer, table) }
}

/// A table of one's own.
fn local(args: &PlayArgs) -> anyhow::Result<Local> {
    let kit = kit(args);
    let kept = args.save.as_ref().filter(|file| file.exists());
    let mut local = match args.load.as_ref().or(kept) {
        Some(file) => Local::open(kit, file)?,
        None => {
            let game = args.game.as_deref().with_context(|| {
                format!(
                    "which game? {}",
                    GAMES.iter().map(tetrarch_table::Game::name).collect::<Vec<_>>().join(", ")
                )
            })?;
            let control = args.clock.unwrap_or_default();
            let table = GAMES.named(game)?.open(&args.options.value()?, args.start.as_deref(), control)?;
            let sitters = sitters(args, &*table)?;
            Local::new(kit, table, sitters)
        }
    };
    if let Some(game) = args.game.as_ref().filter(|game| **game != local.state().game) {
        bail!("the file holds a game of {}, not of {game}", local.state().game);
    }
    if let Some(file) = &args.save {
        local.keep_in(file.clone())?;
    }
    Ok(local)
}

fn sitters(args: &PlayArgs, table: &dyn Table) -> anyhow::Result<Vec<Who>> {
    let engine = Who::Engine(Level::try_from(args.level)?);
    let others = if args.hotseat { Who::Me } else { engine };
    let mut sitters = vec![others; table.seats().len()];
    if args.seats.is_empty() {
        sitters[0] = Who::Me;
    }
    for text in &args.seats {
        let (name, who) = text.split_once('=').with_context(|| format!("--seat {text}: write SEAT=WHO"))?;
        let seat = Seat::named(name, table.seats()).with_context(|| {
            format!("there is no seat {name:?}: the seats are {}", table.seats().join(", "))
        })?;
        let who = if who == "engine" { engine } else { who.parse().map_err(anyhow::Error::msg)? };
        sitters[seat.index()] = who;
    }
    Ok(sitters)
}

/// Reads `5+3`, `10` and `30/move`.
pub(crate) fn clock(text: &str) -> Result<Control, String> {
    let wrong =
        || format!("{text:?} is no clock: write MINUTES+SECONDS like 5+3, or SECONDS/move like 30/move");
    let number =
        |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number <= 10_000).ok_or_else(wrong);
    let control = if let Some(seconds) = text.strip_suffix("/move") {
        Control::PerMove { time: Millis::seconds(number(seconds)?) }
    } else {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let initial = Millis::seconds(number(minutes)? * 60);
        Control::Fischer { initial, increment: Millis::seconds(number(seconds)?) }
    };
    control.check()?;
    Ok(control)
}
