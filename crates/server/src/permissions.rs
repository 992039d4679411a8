//! Who may do what, and when: the one table that the rooms obey, the documentation shows and the tests go through.

use std::fmt::Write as _;

/// What somebody is at a table. One may be several.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TableRole {
    /// Not known to the server.
    Anonymous,
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
pub enum TableStage {
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
pub struct Permission {
    /// What: the name of a command.
    pub command: &'static str,
    /// By whom.
    pub roles: &'static [TableRole],
    /// When.
    pub stages: &'static [TableStage],
}

use TableRole::{Admin, Anonymous, Guest, OtherPlayer, Owner, Player, Watcher};
use TableStage::{Over, Paused, Playing, Waiting};

impl TableRole {
    /// All of them.
    pub const ALL: [TableRole; 7] = [Anonymous, Guest, Watcher, OtherPlayer, Player, Owner, Admin];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Anonymous => "nobody",
            Guest => "guest",
            Watcher => "watcher",
            OtherPlayer => "other player",
            Player => "player",
            Owner => "owner",
            Admin => "admin",
        }
    }
}

impl TableStage {
    /// All of them.
    pub const ALL: [TableStage; 4] = [Waiting, Playing, Paused, Over];

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

const ALL: &[TableRole] = &TableRole::ALL;
const SEATED: &[TableRole] = &[OtherPlayer, Player];
const OWNERS: &[TableRole] = &[Owner, Admin];
const ALWAYS: &[TableStage] = &TableStage::ALL;
const BEFORE_END: &[TableStage] = &[Waiting, Playing, Paused];

const fn permission(
    deed: &'static str,
    roles: &'static [TableRole],
    stages: &'static [TableStage],
) -> Permission {
    Permission { command: deed, roles, stages }
}

/// Everything that can be done at a table. What is not listed is refused.
pub const PERMISSIONS: &[Permission] = &[
    permission("look", ALL, ALWAYS),
    permission("join", ALL, BEFORE_END),
    permission("act", &[Player], &[Playing]),
    permission("propose", SEATED, &[Playing]),
    permission("accept", SEATED, &[Playing]),
    permission("decline", SEATED, &[Playing]),
    permission("claim", &[Player], &[Playing]),
    permission("resign", SEATED, &[Playing, Paused]),
    permission("abort", &[OtherPlayer, Player, Owner, Admin], BEFORE_END),
    permission("entropy", SEATED, BEFORE_END),
    permission("sit", SEATED, &[Waiting]),
    permission("stand", SEATED, &[Waiting]),
    permission("claim_absent", SEATED, &[Playing]),
    permission("rematch", SEATED, &[Over]),
    permission("say to the table", &[OtherPlayer, Player, Owner, Admin], ALWAYS),
    permission("say to the watchers", &[Guest, Watcher, Owner, Admin], ALWAYS),
    permission("say to the watchers", SEATED, &[Over]),
    permission("begin", OWNERS, &[Waiting]),
    permission("operate", OWNERS, &[Playing]),
    permission("reset", OWNERS, &[Playing, Paused, Over]),
    permission("engine", OWNERS, BEFORE_END),
    permission("engine_off", OWNERS, BEFORE_END),
    permission("pause", OWNERS, &[Playing]),
    permission("resume", OWNERS, &[Paused]),
    permission("add_time", OWNERS, &[Playing, Paused]),
    permission("adjudicate", OWNERS, &[Playing, Paused]),
    permission("remove", OWNERS, BEFORE_END),
    permission("swap", OWNERS, &[Waiting]),
    permission("hand_over", OWNERS, BEFORE_END),
    permission("mute", OWNERS, ALWAYS),
];

/// Whether a role may ever do it.
pub(crate) fn is_ever_permitted(deed: &str, roles: &[TableRole]) -> bool {
    permissions_for(deed).any(|permit| permit.roles.iter().any(|role| roles.contains(role)))
}

/// Whether one of the roles may do it at this stage.
pub fn is_permitted(deed: &str, roles: &[TableRole], stage: TableStage) -> bool {
    permissions_for(deed)
        .any(|permit| permit.stages.contains(&stage) && permit.roles.iter().any(|role| roles.contains(role)))
}

fn permissions_for(deed: &str) -> impl Iterator<Item = &'static Permission> {
    PERMISSIONS.iter().filter(move |permit| permit.command == deed)
}

/// The names of all commands, in the order of the table.
pub fn commands() -> Vec<&'static str> {
    let mut deeds: Vec<&'static str> = PERMISSIONS.iter().map(|permit| permit.command).collect();
    deeds.dedup();
    deeds
}

/// The table as the documentation shows it: at which stages each role may do each thing.
pub fn markdown_table() -> String {
    let mut text = String::from("| command |");
    for role in TableRole::ALL {
        let _ = write!(text, " {} |", role.name());
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(TableRole::ALL.len()));
    text.push('\n');
    for deed in commands() {
        let _ = write!(text, "| {deed} |");
        for role in TableRole::ALL {
            let stages: Vec<&str> = TableStage::ALL
                .into_iter()
                .filter(|stage| is_permitted(deed, &[role], *stage))
                .map(TableStage::name)
                .collect();
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
