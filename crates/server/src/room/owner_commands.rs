//! Authorises owner commands.

use super::authorize::Principal;
use crate::table::LiveTable;
use crate::table::error::to_request_error;
use crate::table::event::{RoomEvent, SeatingEvent};
use tetrarch_protocol::{ErrorCode, OwnerCommand, RequestError};
use tetrarch_table::Millis;

/// The most time that can be added at once.
const MAX_ADDED_TIME: Millis = Millis::from_days(1);
/// The longest delay before an engine moves.
const MAX_ENGINE_DELAY: Millis = Millis::from_secs(60);
/// How many people can be muted at a table.
const MAX_MUTED_PEOPLE: usize = 100;
/// How many owner commands a table accepts.
const MAX_OWNER_COMMANDS: usize = 2000;

fn not_now(words: impl Into<String>) -> RequestError {
    RequestError::new(ErrorCode::NotNow, words)
}

/// Authorises an owner command and returns the events it causes.
pub(super) fn authorize_owner_command(
    table: &LiveTable,
    principal: &Principal,
    command: &OwnerCommand,
    spent: Millis,
) -> Result<Vec<RoomEvent>, RequestError> {
    match command {
        OwnerCommand::Begin if table.open_seats() > 0 => return Err(not_now("Some seats are still open.")),
        OwnerCommand::Engine(on) => {
            table.check_level(on.level).map_err(not_now)?;
            if on.delay > MAX_ENGINE_DELAY {
                return Err(not_now("The engine's delay can be at most one minute."));
            }
        }
        OwnerCommand::AddTime { time, .. } if *time > MAX_ADDED_TIME || *time == Millis::ZERO => {
            return Err(not_now("You can add up to one day at a time."));
        }
        OwnerCommand::AddTime { .. } if table.game.clocks().running().is_none() => {
            return Err(not_now("This table has no clock."));
        }
        OwnerCommand::Mute { person, muted: true }
            if table.muted.len() >= MAX_MUTED_PEOPLE || person.len() > 64 =>
        {
            return Err(not_now("No more people can be muted at this table."));
        }
        _ if table.owner_commands.len() >= MAX_OWNER_COMMANDS => {
            return Err(not_now("This table has reached its limit of host commands."));
        }
        _ => {}
    }
    let mut events = Vec::new();
    if *command == OwnerCommand::Pause {
        // The clock resumes from here.
        events.push(SeatingEvent::TurnTimeUsed { spent }.into());
    }
    events.extend(table.owner_events(command).map_err(|error| to_request_error(&error))?);
    events.push(SeatingEvent::Ordered { command: command.clone(), by: principal.name.clone() }.into());
    Ok(events)
}
