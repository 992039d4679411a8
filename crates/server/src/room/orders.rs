//! What the owner's orders mean at the table.

use super::deeds::Giver;
use crate::chronicle::Chronicle;
use crate::row::What;
use crate::when::now;
use tetrarch_protocol::{Order, Refused, RefusedFor};
use tetrarch_table::Millis;

/// The most time that can be given at once: a day.
const MOST_TIME: Millis = Millis::days(1);
/// The most that an engine can be told to wait.
const MOST_DELAY: Millis = Millis::seconds(60);
/// How many people can be silenced at a table.
const MOST_MUTED: usize = 100;
/// How many orders a table keeps.
const MOST_ORDERS: usize = 2000;

fn no(words: impl Into<String>) -> Refused {
    Refused::new(RefusedFor::NotNow, words)
}

/// What an order would make happen.
pub(super) fn meant(
    table: &Chronicle,
    giver: &Giver,
    order: &Order,
    spent: Millis,
) -> Result<Vec<What>, Refused> {
    match order {
        Order::Begin if table.open_seats() > 0 => return Err(no("Not everybody sits yet.")),
        Order::Engine(on) => {
            table.check_level(on.level).map_err(no)?;
            if on.delay > MOST_DELAY {
                return Err(no("An engine can wait a minute at most."));
            }
        }
        Order::AddTime { time, .. } if *time > MOST_TIME || *time == Millis::ZERO => {
            return Err(no("Up to a day can be given at once."));
        }
        Order::AddTime { .. } if table.table.clocks().running().is_none() => {
            return Err(no("There is no clock at this table."));
        }
        Order::Mute { person, muted: true } if table.muted.len() >= MOST_MUTED || person.len() > 64 => {
            return Err(no("Nobody more can be silenced here."));
        }
        _ if table.orders.len() >= MOST_ORDERS => {
            return Err(no("Too much was ordered at this table already."));
        }
        _ => {}
    }
    let ordered = What::Ordered { order: order.clone(), by: giver.name.clone(), at: now().0 };
    Ok(match order {
        // What the turn has used is kept, so that the clock goes on from there.
        Order::Pause => vec![What::Thought { spent }, ordered],
        _ => vec![ordered],
    })
}
