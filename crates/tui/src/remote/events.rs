//! What has happened at a server's table, for the player to read.

use super::RemoteSession;
use crate::words;
use std::time::Instant;
use tetrarch_protocol::{ChatMessage, ClientMessage, EventMessage, TablePhase, TableState};
use tetrarch_rules::capitalised;

impl RemoteSession {
    pub(super) fn apply_state(&mut self, state: TableState) -> Vec<String> {
        let same = self.state.line.iter().zip(&state.line).take_while(|(old, new)| old == new).count();
        let before = std::mem::replace(&mut self.state, state);
        self.messages_since(&before, same)
    }

    pub(super) fn apply_event(&mut self, event: EventMessage) -> Vec<String> {
        if event.from != self.state.version {
            // Something is missing: ask for everything. If that fails the connection is lost, which is told elsewhere.
            let _ = self.send(ClientMessage::Look {});
            return Vec::new();
        }
        let before = self.state.clone();
        let EventMessage { version, cut, played, change, now, .. } = event;
        self.state.line.truncate(cut.map_or(usize::MAX, |cut| cut as usize));
        let told = self.state.line.len();
        self.state.line.extend(played);
        change.apply(&mut self.state.view);
        let fairness = now.fairness.clone().or(self.state.now.fairness.take());
        self.state.now = now;
        self.state.now.fairness = fairness;
        self.state.version = version;
        self.messages_since(&before, told)
    }

    fn messages_since(&mut self, before: &TableState, told: usize) -> Vec<String> {
        self.seen_at = Instant::now();
        let state = &self.state;
        let mut news: Vec<String> = Vec::new();
        if before.line.len() > told {
            news.push(format!("Taken back to action {}.", told + 1));
        }
        news.extend(state.line.iter().skip(told).map(words::step));
        let new = state.now.offers.iter().filter(|offer| !before.now.offers.contains(offer));
        news.extend(new.map(words::pending_offer));
        if before.now.paused != state.now.paused {
            let words = if state.now.paused { "The clock is stopped." } else { "The game goes on." };
            news.push(words.to_string());
        }
        if before.now.phase == TablePhase::Waiting && state.now.phase == TablePhase::Playing {
            news.push("Everybody is here: the game begins.".to_string());
        }
        if let Some(outcome) = state.now.outcome.as_ref().filter(|_| before.now.outcome.is_none()) {
            news.push(words::outcome(outcome));
        }
        let wants = state.now.rematch.iter().filter(|seat| !before.now.rematch.contains(seat));
        news.extend(wants.map(|seat| format!("{} wants to play again (rematch).", capitalised(seat))));
        news
    }

    /// What was said and not heard before: who comes back is told all of it again.
    pub(super) fn add_chat(&mut self, lines: Vec<ChatMessage>) -> Vec<String> {
        let new: Vec<ChatMessage> = lines.into_iter().filter(|line| !self.chat.contains(line)).collect();
        let told = new.iter().map(|line| format!("{} says: {}", line.name, line.words)).collect();
        self.chat.extend(new);
        told
    }
}
