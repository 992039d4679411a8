//! What was commanded before, so that a command that is sent again does no harm.

use super::Chronicle;
use crate::row::{Row, What};
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use tetrarch_protocol::{CommandId, Deed};
use tetrarch_rules::{Seat, SeatSet};

/// How many commands are remembered, so that repeated ones are harmless.
const REMEMBERED: usize = 256;

/// The last commands that were done, the oldest first.
#[derive(Default)]
pub(super) struct Commands {
    given: VecDeque<Given>,
    /// A digest of each one's id. Nearly every command is a new one, which is seen by a look at these alone.
    marks: VecDeque<u64>,
}

impl Commands {
    fn push(&mut self, given: Given) {
        if self.given.len() == REMEMBERED {
            self.given.pop_front();
            self.marks.pop_front();
        }
        self.marks.push_back(mark(&given.id));
        self.given.push_back(given);
    }

    /// The latest with this id for which something else holds as well.
    fn latest(&self, id: &CommandId, holds: impl Fn(&Given) -> bool) -> Option<&Given> {
        if !self.marks.contains(&mark(id)) {
            return None;
        }
        self.given.iter().rev().find(|given| given.id == *id && holds(given))
    }

    fn retain(&mut self, keep: impl Fn(&Given) -> bool) {
        self.given.retain(keep);
        self.marks = self.given.iter().map(|given| mark(&given.id)).collect();
    }
}

/// A command that was done.
struct Given {
    /// Orders have none.
    seat: Option<Seat>,
    id: CommandId,
    /// A digest of what was asked for.
    deed: u64,
    /// The version after it.
    version: u64,
}

/// What became of a command that was given before under the same id.
pub(crate) enum Before {
    /// It was done, and this was the version after it.
    Done(u64),
    /// Another one was done.
    Another,
}

/// Tells two things that can be asked for apart. Never stored.
fn digest(deed: &Deed) -> u64 {
    mark(&serde_json::to_string(deed).unwrap_or_default())
}

fn mark(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Chronicle {
    /// Remembers what a row was done for.
    pub(super) fn remember(&mut self, row: &Row) {
        let (Some(id), Some(deed)) = (row.command.clone(), row.what.deed()) else { return };
        // Who has moved takes what they have done along.
        let name = if let What::Moved { to, .. } = &row.what { Some(to.as_str()) } else { row.what.seat() };
        let seat = name.and_then(|name| self.seat(name).ok());
        let (deed, version) = (digest(&deed), self.version());
        self.commands.push(Given { seat, id, deed, version });
    }

    /// Whether one of these seats, or the owner, has given a command with this id before.
    pub(crate) fn done_before(
        &self,
        seats: SeatSet,
        owner: bool,
        id: &CommandId,
        deed: &Deed,
    ) -> Option<Before> {
        let theirs = |given: &Given| given.seat.map_or(owner, |seat| seats.contains(seat));
        let given = self.commands.latest(id, theirs)?;
        let same = given.deed == digest(deed);
        Some(if same { Before::Done(given.version) } else { Before::Another })
    }

    /// Somebody has left a seat: what they have done is not what the next one there has done.
    pub(super) fn forget_commands(&mut self, seat: Seat) {
        self.commands.retain(|given| given.seat != Some(seat));
    }

    /// The table has another owner, who has ordered nothing yet.
    pub(super) fn forget_orders(&mut self) {
        self.commands.retain(|given| given.seat.is_some());
    }

    /// Two seats have changed their people, who take what they have done along.
    pub(super) fn swap_commands(&mut self, one: Seat, other: Seat) {
        for given in &mut self.commands.given {
            given.seat = match given.seat {
                Some(own) if own == one => Some(other),
                Some(own) if own == other => Some(one),
                own => own,
            };
        }
    }
}
