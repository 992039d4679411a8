//! Words at a table.

use super::Room;
use super::deeds::{Giver, must_be_permitted};
use super::viewers::wire;
use crate::head::plain_line;
use crate::when::now;
use crate::who::Who;
use tetrarch_protocol::{ChatLine, ChatRoom, Phase, Refused, RefusedFor, ServerMessage};

/// The longest line, in letters.
const LONGEST: usize = 200;
/// How many lines are shown to newcomers.
pub(super) const REMEMBERED: u32 = 100;

impl Room {
    /// Reads what was said before, once somebody listens.
    pub(super) async fn recall(&mut self) {
        if self.chat.is_some() {
            return;
        }
        let said = self.rooms.store().said(&self.table.id, REMEMBERED).await.unwrap_or_default();
        self.chat = Some(said.iter().filter_map(|line| serde_json::from_str(line).ok()).collect());
    }

    /// Somebody speaks.
    pub(super) async fn say(&mut self, who: &Who, to: ChatRoom, words: &str) -> Result<(), Refused> {
        // Who may not look may not speak there either.
        self.known(who)?;
        let giver = Giver::of(&self.table, who);
        must_be_permitted(&self.table, &giver.roles, room_name(to))?;
        let Some(person) = who.person.as_deref() else {
            return Err(Refused::new(RefusedFor::WhoAreYou, "Only people whom the server knows can speak."));
        };
        if self.table.muted.contains(&person.id) && !giver.owner {
            return Err(Refused::new(RefusedFor::NotNow, "The owner of the table has silenced you."));
        }
        let words = plain_line(words, LONGEST);
        if words.is_empty() {
            return Err(Refused::new(RefusedFor::NotUnderstood, "There is nothing in it."));
        }
        self.rooms.limits().chat(&person.id)?;
        let line = ChatLine {
            person: person.id.clone(),
            name: person.name.clone(),
            seat: giver.seats.iter().next().map(|seat| self.table.name(seat).to_string()),
            to,
            words,
            at: now().0,
        };
        self.recall().await;
        let text = serde_json::to_string(&line).unwrap_or_default();
        if self.rooms.store().say(&self.table.id, &text).await.is_err() {
            return Err(Refused::new(RefusedFor::NotStored, "It could not be kept. Try again."));
        }
        self.chat.iter_mut().for_each(|lines| lines.push(line.clone()));
        let over = self.table.phase() == Phase::Over;
        let message = wire(&ServerMessage::Chat { lines: vec![line] });
        self.viewers.tell_some(&message, |viewer| hears(to, viewer.you.is_empty(), over));
        Ok(())
    }

    /// What a newcomer may hear of what was said.
    pub(super) fn heard(&self, watches: bool) -> Vec<ChatLine> {
        let over = self.table.phase() == Phase::Over;
        let lines = self.chat.iter().flatten();
        let mut heard: Vec<ChatLine> = lines.filter(|line| hears(line.to, watches, over)).cloned().collect();
        let many = heard.len().saturating_sub(REMEMBERED as usize);
        heard.drain(..many);
        heard
    }
}

/// Players do not hear the watchers while they play.
const fn hears(to: ChatRoom, watches: bool, over: bool) -> bool {
    matches!(to, ChatRoom::Table) || watches || over
}

const fn room_name(to: ChatRoom) -> &'static str {
    match to {
        ChatRoom::Table => "say to the table",
        ChatRoom::Watchers => "say to the watchers",
    }
}
