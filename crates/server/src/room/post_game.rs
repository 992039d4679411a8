//! What is ordered after the end: people go on talking, and can still be silenced. The log of the game takes no more then, so
//! it is kept beside it.

use super::Room;
use super::authorize::Principal;
use crate::refusal::to_request_error;
use crate::timestamp::now;
use tetrarch_protocol::{ErrorCode, OwnerCommand, OwnerCommandRecord, RequestError, TablePhase};
use tetrarch_store::GameId;

/// Under what name it is kept.
fn storage_key(table: &GameId) -> String {
    format!("orders:{table}")
}

impl Room {
    /// Finds what was ordered after the end, if it is over.
    pub(super) async fn load_post_game_commands(&mut self) {
        if self.table.phase() != TablePhase::Over {
            return;
        }
        let noted = self.state.store().get_note(&storage_key(&self.table.id)).await.ok().flatten();
        self.post_game_commands = noted.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        for given in self.post_game_commands.clone() {
            if let Err(refusal) = self.table.apply_post_game_command(given) {
                tracing::error!(table = %self.table.id, %refusal, "an order cannot be done again");
            }
        }
    }

    /// Something is ordered although the game is over.
    pub(super) async fn execute_post_game_command(
        &mut self,
        order: &OwnerCommand,
        giver: &Principal,
    ) -> Result<(), RequestError> {
        let given = OwnerCommandRecord { order: order.clone(), by: giver.name.clone(), at: now().0 };
        self.post_game_commands.push(given.clone());
        let text = serde_json::to_string(&self.post_game_commands).unwrap_or_default();
        if self.state.store().put_note(&storage_key(&self.table.id), text).await.is_err() {
            self.post_game_commands.pop();
            let words = "It could not be stored, so it was not done. Try again.";
            return Err(RequestError::new(ErrorCode::NotStored, words));
        }
        self.table.apply_post_game_command(given).map_err(|refusal| to_request_error(&refusal))
    }
}
