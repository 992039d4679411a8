//! What the owner's orders mean at the table.

use super::authorize::Principal;
use crate::event::TableEvent;
use crate::table::LiveTable;
use crate::timestamp::now;
use tetrarch_protocol::{ErrorCode, OwnerCommand, RequestError};
use tetrarch_table::Millis;

/// The most time that can be given at once: a day.
const MAX_ADDED_TIME: Millis = Millis::from_days(1);
/// The most that an engine can be told to wait.
const MAX_ENGINE_DELAY: Millis = Millis::from_secs(60);
/// How many people can be silenced at a table.
const MAX_MUTED_PEOPLE: usize = 100;
/// How many orders a table keeps.
const MAX_OWNER_COMMANDS: usize = 2000;

fn not_now(words: impl Into<String>) -> RequestError {
    RequestError::new(ErrorCode::NotNow, words)
}

/// What an order would make happen.
pub(super) fn authorize_owner_command(
    table: &LiveTable,
    giver: &Principal,
    order: &OwnerCommand,
    spent: Millis,
) -> Result<Vec<TableEvent>, RequestError> {
    match order {
        OwnerCommand::Begin if table.open_seats() > 0 => return Err(not_now("Not everybody sits yet.")),
        OwnerCommand::Engine(on) => {
            table.check_level(on.level).map_err(not_now)?;
            if on.delay > MAX_ENGINE_DELAY {
                return Err(not_now("An engine can wait a minute at most."));
            }
        }
        OwnerCommand::AddTime { time, .. } if *time > MAX_ADDED_TIME || *time == Millis::ZERO => {
            return Err(not_now("Up to a day can be given at once."));
        }
        OwnerCommand::AddTime { .. } if table.game.clocks().running().is_none() => {
            return Err(not_now("There is no clock at this table."));
        }
        OwnerCommand::Mute { person, muted: true }
            if table.muted.len() >= MAX_MUTED_PEOPLE || person.len() > 64 =>
        {
            return Err(not_now("Nobody more can be silenced here."));
        }
        _ if table.owner_commands.len() >= MAX_OWNER_COMMANDS => {
            return Err(not_now("Too much was ordered at this table already."));
        }
        _ => {}
    }
    let ordered = TableEvent::Ordered { order: order.clone(), by: giver.name.clone(), at: now().0 };
    Ok(match order {
        // What the turn has used is kept, so that the clock goes on from there.
        OwnerCommand::Pause => vec![TableEvent::Thought { spent }, ordered],
        _ => vec![ordered],
    })
}
