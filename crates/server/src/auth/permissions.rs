//! Permissions: which role may give which command at which stage of a game. Rooms enforce this table, the
//! documentation shows it, and the tests check every cell.

use std::fmt::Write as _;

/// A client's role at a table. A client can have several.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TableRole {
    /// Not known to the server.
    Anonymous,
    /// A guest without a seat.
    Guest,
    /// An account holder without a seat.
    Watcher,
    /// Has a seat that is not to act.
    OtherPlayer,
    /// Has the seat to act.
    Player,
    /// Owns the table.
    Owner,
    /// Administers the server.
    Admin,
}

/// How far a game has progressed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TableStage {
    /// Not begun.
    Waiting,
    /// In progress.
    Playing,
    /// Paused by the owner.
    Paused,
    /// Finished.
    Over,
}

/// Allows a command to some roles at some stages.
#[derive(Copy, Clone, Debug)]
pub struct Permission {
    /// The command's name.
    pub command: &'static str,
    /// The roles that may give it.
    pub roles: &'static [TableRole],
    /// The stages at which they may.
    pub stages: &'static [TableStage],
}

use TableRole::{Admin, Anonymous, Guest, OtherPlayer, Owner, Player, Watcher};
use TableStage::{Over, Paused, Playing, Waiting};

impl TableRole {
    /// All roles.
    pub const ALL: [TableRole; 7] = [Anonymous, Guest, Watcher, OtherPlayer, Player, Owner, Admin];

    /// The name that the documentation shows.
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
    /// All stages.
    pub const ALL: [TableStage; 4] = [Waiting, Playing, Paused, Over];

    /// The name that the documentation shows.
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
    command: &'static str,
    roles: &'static [TableRole],
    stages: &'static [TableStage],
) -> Permission {
    Permission { command, roles, stages }
}

/// All permissions. Everything not listed is refused.
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

/// Whether one of the roles may give the command at any stage.
pub(crate) fn is_ever_permitted(command: &str, roles: &[TableRole]) -> bool {
    permissions_for(command).any(|permission| permission.roles.iter().any(|role| roles.contains(role)))
}

/// Whether one of the roles may give the command at this stage.
pub fn is_permitted(command: &str, roles: &[TableRole], stage: TableStage) -> bool {
    permissions_for(command).any(|permission| {
        permission.stages.contains(&stage) && permission.roles.iter().any(|role| roles.contains(role))
    })
}

fn permissions_for(command: &str) -> impl Iterator<Item = &'static Permission> {
    PERMISSIONS.iter().filter(move |permission| permission.command == command)
}

/// The names of all commands, in table order.
pub fn commands() -> Vec<&'static str> {
    let mut commands: Vec<&'static str> = PERMISSIONS.iter().map(|permission| permission.command).collect();
    commands.dedup();
    commands
}

/// The permissions as a Markdown table for the documentation: the stages by command and role.
pub fn markdown_table() -> String {
    let mut text = String::from("| command |");
    for role in TableRole::ALL {
        let _ = write!(text, " {} |", role.name());
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(TableRole::ALL.len()));
    text.push('\n');
    for command in commands() {
        let _ = write!(text, "| {command} |");
        for role in TableRole::ALL {
            let stages: Vec<&str> = TableStage::ALL
                .into_iter()
                .filter(|stage| is_permitted(command, &[role], *stage))
                .map(TableStage::name)
                .collect();
            let cell = match stages.len() {
                0 => String::new(),
                4 => "always".to_string(),
                _ => stages.join(", "),
            };
            let _ = write!(text, " {cell} |");
        }
        text.push('\n');
    }
    text
}
