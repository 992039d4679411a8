//! Words at a table.

use super::Room;
use super::authorize::{Principal, check_permission};
use super::viewers::encode;
use crate::header::sanitize_line;
use crate::timestamp::now;
use crate::who::Identity;
use tetrarch_protocol::{ChatChannel, ChatMessage, ErrorCode, RequestError, ServerMessage, TablePhase};

/// The longest line, in letters.
const MAX_LINE_CHARS: usize = 200;
/// How many lines are shown to newcomers.
pub(super) const MAX_RECENT_LINES: u32 = 100;

impl Room {
    /// Reads what was said before, once somebody listens.
    pub(super) async fn load_chat(&mut self) {
        if self.chat.is_some() {
            return;
        }
        let said = self.state.store().chat_lines(&self.table.id, MAX_RECENT_LINES).await.unwrap_or_default();
        self.chat = Some(said.iter().filter_map(|line| serde_json::from_str(line).ok()).collect());
    }

    /// Somebody speaks.
    pub(super) async fn say(
        &mut self,
        who: &Identity,
        to: ChatChannel,
        words: &str,
    ) -> Result<(), RequestError> {
        // Who may not look may not speak there either.
        self.check_may_watch(who)?;
        let giver = Principal::new(&self.table, who);
        check_permission(&self.table, &giver.roles, permission_name(to))?;
        let Some(person) = who.person.as_deref() else {
            return Err(RequestError::new(
                ErrorCode::WhoAreYou,
                "Only people whom the server knows can speak.",
            ));
        };
        if self.table.muted.contains(&person.id) && !giver.is_owner {
            return Err(RequestError::new(ErrorCode::NotNow, "The owner of the table has silenced you."));
        }
        let words = sanitize_line(words, MAX_LINE_CHARS);
        if words.is_empty() {
            return Err(RequestError::new(ErrorCode::NotUnderstood, "There is nothing in it."));
        }
        self.state.limits().check_chat(&person.id)?;
        let line = ChatMessage {
            person: person.id.clone(),
            name: person.name.clone(),
            seat: giver.seats.iter().next().map(|seat| self.table.seat_name(seat).to_string()),
            to,
            words,
            at: now().0,
        };
        self.load_chat().await;
        let text = serde_json::to_string(&line).unwrap_or_default();
        if self.state.store().add_chat_line(&self.table.id, &text).await.is_err() {
            return Err(RequestError::new(ErrorCode::NotStored, "It could not be kept. Try again."));
        }
        self.chat.iter_mut().for_each(|lines| lines.push(line.clone()));
        let over = self.table.phase() == TablePhase::Over;
        let message = encode(&ServerMessage::Chat { lines: vec![line] });
        self.viewers.send_where(&message, |viewer| can_hear(to, viewer.seats.is_empty(), over));
        Ok(())
    }

    /// What a newcomer may hear of what was said.
    pub(super) fn visible_chat(&self, watches: bool) -> Vec<ChatMessage> {
        let over = self.table.phase() == TablePhase::Over;
        let lines = self.chat.iter().flatten();
        let mut heard: Vec<ChatMessage> =
            lines.filter(|line| can_hear(line.to, watches, over)).cloned().collect();
        let many = heard.len().saturating_sub(MAX_RECENT_LINES as usize);
        heard.drain(..many);
        heard
    }
}

/// Players do not hear the watchers while they play.
const fn can_hear(to: ChatChannel, watches: bool, over: bool) -> bool {
    matches!(to, ChatChannel::Table) || watches || over
}

const fn permission_name(to: ChatChannel) -> &'static str {
    match to {
        ChatChannel::Table => "say to the table",
        ChatChannel::Watchers => "say to the watchers",
    }
}
