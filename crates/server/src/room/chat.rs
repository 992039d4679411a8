//! The chat of a table.

use super::Room;
use super::authorize::{Principal, check_permission};
use super::viewers::encode;
use crate::auth::identity::Identity;
use crate::table::header::sanitize_line;
use tetrarch_protocol::{ChatChannel, ChatMessage, ErrorCode, RequestError, ServerMessage, TablePhase};

const MAX_LINE_CHARS: usize = 200;
/// How many messages a new viewer gets.
pub(super) const MAX_RECENT_LINES: u32 = 100;

impl Room {
    /// Loads earlier messages, once somebody needs them.
    pub(super) async fn load_chat(&mut self) {
        if self.chat.is_some() {
            return;
        }
        match self.state.store().chat_lines(&self.table.id, MAX_RECENT_LINES).await {
            Ok(stored) => {
                self.chat = Some(stored.iter().filter_map(|line| serde_json::from_str(line).ok()).collect());
            }
            // The next viewer or message tries again.
            Err(error) => tracing::error!(table = %self.table.id, %error, "failed to load the chat"),
        }
    }

    /// Posts a message.
    pub(super) async fn post_chat(
        &mut self,
        identity: &Identity,
        to: ChatChannel,
        words: &str,
    ) -> Result<(), RequestError> {
        // Clients who may not watch may not chat either.
        self.check_may_watch(identity)?;
        let principal = Principal::new(&self.table, identity);
        check_permission(&self.table, &principal.roles, permission_name(to))?;
        let Some(person) = identity.person.as_deref() else {
            return Err(RequestError::new(ErrorCode::WhoAreYou, "Choose a name or log in to chat."));
        };
        if self.table.muted.contains(&person.id) && !principal.is_owner {
            return Err(RequestError::new(ErrorCode::NotNow, "The host has muted you."));
        }
        let words = sanitize_line(words, MAX_LINE_CHARS);
        if words.is_empty() {
            return Err(RequestError::new(ErrorCode::NotUnderstood, "The message is empty."));
        }
        self.state.limits().check_chat(&person.id)?;
        let line = ChatMessage {
            person: person.id.clone(),
            name: person.name.clone(),
            seat: principal.seats.iter().next().map(|seat| self.table.seat_name(seat).to_string()),
            to,
            words,
            at: self.state.clock().timestamp().0,
        };
        self.load_chat().await;
        let not_saved =
            || RequestError::new(ErrorCode::NotStored, "Your message could not be saved. Try again.");
        let text = serde_json::to_string(&line).map_err(|_| not_saved())?;
        self.state.store().add_chat_line(&self.table.id, &text).await.map_err(|_| not_saved())?;
        self.chat.iter_mut().for_each(|lines| lines.push(line.clone()));
        let over = self.table.phase() == TablePhase::Over;
        let message = encode(&ServerMessage::Chat { lines: vec![line] });
        self.viewers.send_where(&message, |viewer| can_read(to, viewer.seats.is_empty(), over));
        Ok(())
    }

    /// The messages a new viewer may see.
    pub(super) fn visible_chat(&self, watches: bool) -> Vec<ChatMessage> {
        let over = self.table.phase() == TablePhase::Over;
        let lines = self.chat.iter().flatten();
        let mut visible: Vec<ChatMessage> =
            lines.filter(|line| can_read(line.to, watches, over)).cloned().collect();
        let excess = visible.len().saturating_sub(MAX_RECENT_LINES as usize);
        visible.drain(..excess);
        visible
    }
}

/// Players do not see the spectators' chat during the game.
const fn can_read(to: ChatChannel, watches: bool, over: bool) -> bool {
    matches!(to, ChatChannel::Table) || watches || over
}

const fn permission_name(to: ChatChannel) -> &'static str {
    match to {
        ChatChannel::Table => "say to the table",
        ChatChannel::Watchers => "say to the watchers",
    }
}
