//! What was commanded before, so that a command that is sent again does no harm.

use super::LiveTable;
use crate::event::{StoredEvent, TableEvent};
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use tetrarch_protocol::{CommandId, CommandKind};
use tetrarch_rules::{Seat, SeatSet};

/// How many commands are remembered, so that repeated ones are harmless.
const MAX_REMEMBERED_COMMANDS: usize = 256;

/// The last commands that were done, the oldest first.
#[derive(Default)]
pub(super) struct CommandHistory {
    applied: VecDeque<AppliedCommand>,
    /// A digest of each one's id. Nearly every command is a new one, which is seen by a look at these alone.
    id_hashes: VecDeque<u64>,
}

impl CommandHistory {
    fn push(&mut self, given: AppliedCommand) {
        if self.applied.len() == MAX_REMEMBERED_COMMANDS {
            self.applied.pop_front();
            self.id_hashes.pop_front();
        }
        self.id_hashes.push_back(hash(&given.id));
        self.applied.push_back(given);
    }

    /// The latest with this id for which something else holds as well.
    fn latest(&self, id: &CommandId, holds: impl Fn(&AppliedCommand) -> bool) -> Option<&AppliedCommand> {
        if !self.id_hashes.contains(&hash(id)) {
            return None;
        }
        self.applied.iter().rev().find(|given| given.id == *id && holds(given))
    }

    fn retain(&mut self, keep: impl Fn(&AppliedCommand) -> bool) {
        self.applied.retain(keep);
        self.id_hashes = self.applied.iter().map(|given| hash(&given.id)).collect();
    }
}

/// A command that was done.
struct AppliedCommand {
    /// Orders have none.
    seat: Option<Seat>,
    id: CommandId,
    /// A digest of what was asked for.
    kind_hash: u64,
    /// The version after it.
    version: u64,
}

/// What became of a command that was given before under the same id.
pub(crate) enum DuplicateCommand {
    /// It was done, and this was the version after it.
    Same(u64),
    /// Another one was done.
    Different,
}

/// Tells two things that can be asked for apart. Never stored.
fn kind_hash(deed: &CommandKind) -> u64 {
    hash(&serde_json::to_string(deed).unwrap_or_default())
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl LiveTable {
    /// Remembers what a row was done for.
    pub(super) fn remember_command(&mut self, row: &StoredEvent) {
        let (Some(id), Some(deed)) = (row.command.clone(), row.what.command_kind()) else { return };
        // Who has moved takes what they have done along.
        let name =
            if let TableEvent::Moved { to, .. } = &row.what { Some(to.as_str()) } else { row.what.seat() };
        let seat = name.and_then(|name| self.seat_named(name).ok());
        let (deed, version) = (kind_hash(&deed), self.version());
        self.command_history.push(AppliedCommand { seat, id, kind_hash: deed, version });
    }

    /// Whether one of these seats, or the owner, has given a command with this id before.
    pub(crate) fn find_duplicate(
        &self,
        seats: SeatSet,
        owner: bool,
        id: &CommandId,
        deed: &CommandKind,
    ) -> Option<DuplicateCommand> {
        let theirs = |given: &AppliedCommand| given.seat.map_or(owner, |seat| seats.contains(seat));
        let given = self.command_history.latest(id, theirs)?;
        let same = given.kind_hash == kind_hash(deed);
        Some(if same { DuplicateCommand::Same(given.version) } else { DuplicateCommand::Different })
    }

    /// Somebody has left a seat: what they have done is not what the next one there has done.
    pub(super) fn forget_commands(&mut self, seat: Seat) {
        self.command_history.retain(|given| given.seat != Some(seat));
    }

    /// The table has another owner, who has ordered nothing yet.
    pub(super) fn forget_owner_commands(&mut self) {
        self.command_history.retain(|given| given.seat.is_some());
    }

    /// Two seats have changed their people, who take what they have done along.
    pub(super) fn swap_commands(&mut self, one: Seat, other: Seat) {
        for given in &mut self.command_history.applied {
            given.seat = match given.seat {
                Some(own) if own == one => Some(other),
                Some(own) if own == other => Some(one),
                own => own,
            };
        }
    }
}
