//! Who may do what, and when: the one table that the rooms obey, the documentation shows and the tests go through.

use std::fmt::Write as _;

/// What somebody is at a table. One may be several.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// Not known to the server.
    Nobody,
    /// A guest who sits nowhere.
    Guest,
    /// Somebody with an account who sits nowhere.
    Watcher,
    /// Sits on a seat that is not to act.
    OtherPlayer,
    /// Sits on the seat to act.
    Player,
    /// Owns the table.
    Owner,
    /// Runs the server.
    Admin,
}

/// How far a game has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Not begun.
    Waiting,
    /// Being played.
    Playing,
    /// Stopped by its owner.
    Paused,
    /// Over.
    Over,
}

/// Something that can be done, by whom and when.
#[derive(Copy, Clone, Debug)]
pub struct Permit {
    /// What: the name of a command.
    pub deed: &'static str,
    /// By whom.
    pub roles: &'static [Role],
    /// When.
    pub stages: &'static [Stage],
}

use Role::{Admin, Guest, Nobody, OtherPlayer, Owner, Player, Watcher};
use Stage::{Over, Paused, Playing, Waiting};

impl Role {
    /// All of them.
    pub const ALL: [Role; 7] = [Nobody, Guest, Watcher, OtherPlayer, Player, Owner, Admin];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Nobody => "nobody",
            Guest => "guest",
            Watcher => "watcher",
            OtherPlayer => "other player",
            Player => "player",
            Owner => "owner",
            Admin => "admin",
        }
    }
}

impl Stage {
    /// All of them.
    pub const ALL: [Stage; 4] = [Waiting, Playing, Paused, Over];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Waiting => "waiting",
            Playing => "playing",
            Paused => "paused",
            Over => "over",
        }
    }
}

const ALL: &[Role] = &Role::ALL;
const SITTERS: &[Role] = &[OtherPlayer, Player];
const OWNERS: &[Role] = &[Owner, Admin];
const ALWAYS: &[Stage] = &Stage::ALL;
const BEFORE_THE_END: &[Stage] = &[Waiting, Playing, Paused];

const fn permit(deed: &'static str, roles: &'static [Role], stages: &'static [Stage]) -> Permit {
    Permit { deed, roles, stages }
}

/// Everything that can be done at a table. What is not listed is refused.
pub const PERMITS: &[Permit] = &[
    permit("look", ALL, ALWAYS),
    permit("join", ALL, BEFORE_THE_END),
    permit("act", &[Player], &[Playing]),
    permit("propose", SITTERS, &[Playing]),
    permit("accept", SITTERS, &[Playing]),
    permit("decline", SITTERS, &[Playing]),
    permit("claim", &[Player], &[Playing]),
    permit("resign", SITTERS, &[Playing, Paused]),
    permit("abort", &[OtherPlayer, Player, Owner, Admin], BEFORE_THE_END),
    permit("entropy", SITTERS, BEFORE_THE_END),
    permit("sit", SITTERS, &[Waiting]),
    permit("stand", SITTERS, &[Waiting]),
    permit("claim_absent", SITTERS, &[Playing]),
    permit("rematch", SITTERS, &[Over]),
    permit("say to the table", &[OtherPlayer, Player, Owner, Admin], ALWAYS),
    permit("say to the watchers", &[Guest, Watcher, Owner, Admin], ALWAYS),
    permit("say to the watchers", SITTERS, &[Over]),
    permit("begin", OWNERS, &[Waiting]),
    permit("operate", OWNERS, &[Playing]),
    permit("reset", OWNERS, &[Playing, Paused, Over]),
    permit("engine", OWNERS, BEFORE_THE_END),
    permit("engine_off", OWNERS, BEFORE_THE_END),
    permit("pause", OWNERS, &[Playing]),
    permit("resume", OWNERS, &[Paused]),
    permit("add_time", OWNERS, &[Playing, Paused]),
    permit("adjudicate", OWNERS, &[Playing, Paused]),
    permit("remove", OWNERS, BEFORE_THE_END),
    permit("swap", OWNERS, &[Waiting]),
    permit("hand_over", OWNERS, BEFORE_THE_END),
    permit("mute", OWNERS, ALWAYS),
];

/// Whether a role may ever do it.
pub(crate) fn may_ever(deed: &str, roles: &[Role]) -> bool {
    rows(deed).any(|permit| permit.roles.iter().any(|role| roles.contains(role)))
}

/// Whether one of the roles may do it at this stage.
pub fn may(deed: &str, roles: &[Role], stage: Stage) -> bool {
    rows(deed)
        .any(|permit| permit.stages.contains(&stage) && permit.roles.iter().any(|role| roles.contains(role)))
}

fn rows(deed: &str) -> impl Iterator<Item = &'static Permit> {
    PERMITS.iter().filter(move |permit| permit.deed == deed)
}

/// The names of all commands, in the order of the table.
pub fn deeds() -> Vec<&'static str> {
    let mut deeds: Vec<&'static str> = PERMITS.iter().map(|permit| permit.deed).collect();
    deeds.dedup();
    deeds
}

/// The table as the documentation shows it: at which stages each role may do each thing.
pub fn page() -> String {
    let mut text = String::from("| command |");
    for role in Role::ALL {
        let _ = write!(text, " {} |", role.name());
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(Role::ALL.len()));
    text.push('\n');
    for deed in deeds() {
        let _ = write!(text, "| {deed} |");
        for role in Role::ALL {
            let stages: Vec<&str> =
                Stage::ALL.into_iter().filter(|stage| may(deed, &[role], *stage)).map(Stage::name).collect();
            let words = match stages.len() {
                0 => String::new(),
                4 => "always".to_string(),
                _ => stages.join(", "),
            };
            let _ = write!(text, " {words} |");
        }
        text.push('\n');
    }
    text
}
