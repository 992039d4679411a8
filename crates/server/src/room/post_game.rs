//! Owner commands after the game: people go on chatting and can still be muted. The event log is closed by then,
//! so these commands are stored beside it.

use super::Room;
use super::authorize::Principal;
use crate::table::error::to_request_error;
use tetrarch_protocol::{ErrorCode, OwnerCommand, OwnerCommandRecord, RequestError, TablePhase};
use tetrarch_store::GameId;

/// The store key of the commands given after the game.
fn storage_key(table: &GameId) -> String {
    format!("orders:{table}")
}

impl Room {
    /// Loads and applies the commands that were given after the game.
    pub(super) async fn load_post_game_commands(&mut self) {
        if self.table.phase() != TablePhase::Over {
            return;
        }
        let stored = self.load_note(&storage_key(&self.table.id)).await;
        self.post_game_commands =
            stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        for record in self.post_game_commands.clone() {
            if let Err(error) = self.table.apply_post_game_command(record) {
                tracing::error!(table = %self.table.id, %error, "failed to apply a stored owner command");
            }
        }
    }

    /// Executes an owner command after the game.
    pub(super) async fn execute_post_game_command(
        &mut self,
        order: &OwnerCommand,
        principal: &Principal,
    ) -> Result<(), RequestError> {
        let record = OwnerCommandRecord {
            order: order.clone(),
            by: principal.name.clone(),
            at: self.state.clock().timestamp().0,
        };
        let mut commands = self.post_game_commands.clone();
        commands.push(record.clone());
        let words = "Your command could not be saved and had no effect. Try again.";
        let not_saved = || RequestError::new(ErrorCode::NotStored, words);
        let text = serde_json::to_string(&commands).map_err(|_| not_saved())?;
        let key = storage_key(&self.table.id);
        self.state.store().put_note(&key, text).await.map_err(|_| not_saved())?;
        self.post_game_commands = commands;
        self.table.apply_post_game_command(record).map_err(|error| to_request_error(&error))
    }
}
