//! Remembers recent commands so that a command that is sent twice is executed once.

use super::LiveTable;
use crate::table::event::{RoomEvent, StoredEvent};
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use tetrarch_protocol::{CommandId, CommandKind};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::TableEvent;

const MAX_REMEMBERED_COMMANDS: usize = 256;

/// The most recent commands that were executed, oldest first.
#[derive(Default)]
pub(super) struct CommandHistory {
    applied: VecDeque<AppliedCommand>,
    /// A hash of each id. Nearly every command is new, and a lookup here is enough to see that.
    id_hashes: VecDeque<u64>,
}

impl CommandHistory {
    fn push(&mut self, command: AppliedCommand) {
        if self.applied.len() == MAX_REMEMBERED_COMMANDS {
            self.applied.pop_front();
            self.id_hashes.pop_front();
        }
        self.id_hashes.push_back(hash(&command.id));
        self.applied.push_back(command);
    }

    /// Chance outcomes that a command caused are part of it.
    fn extend_last(&mut self, id: &CommandId, version: u64) {
        if let Some(last) = self.applied.back_mut().filter(|last| last.id == *id) {
            last.version = version;
        }
    }

    /// The latest command with this id that satisfies the predicate.
    fn latest(&self, id: &CommandId, holds: impl Fn(&AppliedCommand) -> bool) -> Option<&AppliedCommand> {
        if !self.id_hashes.contains(&hash(id)) {
            return None;
        }
        self.applied.iter().rev().find(|command| command.id == *id && holds(command))
    }

    fn retain(&mut self, keep: impl Fn(&AppliedCommand) -> bool) {
        self.applied.retain(keep);
        self.id_hashes = self.applied.iter().map(|command| hash(&command.id)).collect();
    }
}

/// A command that was executed.
struct AppliedCommand {
    /// `None` for owner commands.
    seat: Option<Seat>,
    id: CommandId,
    /// A hash of the command's kind.
    kind_hash: u64,
    /// The version after it.
    version: u64,
}

/// An earlier command with the same id.
pub(crate) enum DuplicateCommand {
    /// The same command was executed; this was the version after it.
    Same(u64),
    /// A different command was executed.
    Different,
}

/// Tells ids and kinds of commands apart. Never stored.
fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl LiveTable {
    /// Remembers the command that caused an event.
    pub(super) fn remember_command(&mut self, stored: &StoredEvent) {
        let Some(id) = stored.id.clone() else { return };
        let (seat, version) = (stored.event.seat(), self.game.version());
        if let Some(kind) = stored.event.command_kind(self.game.seats()) {
            self.command_history.push(AppliedCommand { seat, id, kind_hash: hash(&kind), version });
        } else if matches!(stored.event, RoomEvent::Game(TableEvent::Revealed { .. })) {
            self.command_history.extend_last(&id, version);
        }
    }

    /// Looks for an earlier command with this id by one of these seats, or by the owner.
    pub(crate) fn find_duplicate(
        &self,
        seats: SeatSet,
        owner: bool,
        id: &CommandId,
        kind: &CommandKind,
    ) -> Option<DuplicateCommand> {
        let theirs = |command: &AppliedCommand| command.seat.map_or(owner, |seat| seats.contains(seat));
        let command = self.command_history.latest(id, theirs)?;
        let same = command.kind_hash == hash(kind);
        Some(if same { DuplicateCommand::Same(command.version) } else { DuplicateCommand::Different })
    }

    /// A player left the seat: their commands do not count for the next player there.
    pub(super) fn forget_commands(&mut self, seat: Seat) {
        self.command_history.retain(|command| command.seat != Some(seat));
    }

    /// The table has a new owner, who has given no commands yet.
    pub(super) fn forget_owner_commands(&mut self) {
        self.command_history.retain(|command| command.seat.is_some());
    }

    /// Two players swapped seats and take their commands along.
    pub(super) fn swap_commands(&mut self, one: Seat, other: Seat) {
        for command in &mut self.command_history.applied {
            command.seat = match command.seat {
                Some(own) if own == one => Some(other),
                Some(own) if own == other => Some(one),
                own => own,
            };
        }
    }
}
