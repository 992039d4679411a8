//! What is ordered after the end: people go on talking, and can still be silenced. The log of the game takes no more then, so
//! it is kept beside it.

use super::Room;
use super::deeds::Giver;
use crate::refusal::told;
use crate::when::now;
use tetrarch_protocol::{Order, OrderGiven, Phase, Refused, RefusedFor};
use tetrarch_store::GameId;

/// Under what name it is kept.
fn note(table: &GameId) -> String {
    format!("orders:{table}")
}

impl Room {
    /// Finds what was ordered after the end, if it is over.
    pub(super) async fn find_later_orders(&mut self) {
        if self.table.phase() != Phase::Over {
            return;
        }
        let noted = self.rooms.store().get(&note(&self.table.id)).await.ok().flatten();
        self.later = noted.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        for given in self.later.clone() {
            if let Err(refusal) = self.table.order_later(given) {
                tracing::error!(table = %self.table.id, %refusal, "an order cannot be done again");
            }
        }
    }

    /// Something is ordered although the game is over.
    pub(super) async fn order_later(&mut self, order: &Order, giver: &Giver) -> Result<(), Refused> {
        let given = OrderGiven { order: order.clone(), by: giver.name.clone(), at: now().0 };
        self.later.push(given.clone());
        let text = serde_json::to_string(&self.later).unwrap_or_default();
        if self.rooms.store().put(&note(&self.table.id), text).await.is_err() {
            self.later.pop();
            let words = "It could not be stored, so it was not done. Try again.";
            return Err(Refused::new(RefusedFor::NotStored, words));
        }
        self.table.order_later(given).map_err(|refusal| told(&refusal))
    }
}
