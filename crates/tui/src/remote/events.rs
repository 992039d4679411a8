//! Applies server messages to the state and describes the changes.

use super::RemoteSession;
use crate::state_text;
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
            // An event is missing: request the whole state. If sending fails, the connection task reports the loss.
            let _ = self.send(ClientMessage::Look {});
            return Vec::new();
        }
        let before = self.state.clone();
        let EventMessage { version, cut, played, change, now, .. } = event;
        self.state.line.truncate(cut.map_or(usize::MAX, |cut| cut as usize));
        let kept = self.state.line.len();
        self.state.line.extend(played);
        change.apply(&mut self.state.view);
        let fairness = now.fairness.clone().or(self.state.now.fairness.take());
        self.state.now = now;
        self.state.now.fairness = fairness;
        self.state.version = version;
        self.messages_since(&before, kept)
    }

    fn messages_since(&mut self, before: &TableState, kept: usize) -> Vec<String> {
        self.seen_at = Instant::now();
        let state = &self.state;
        let mut messages: Vec<String> = Vec::new();
        if before.line.len() > kept {
            messages.push(format!("Taken back to action {}.", kept + 1));
        }
        messages.extend(state.line.iter().skip(kept).map(state_text::step));
        let new = state.now.offers.iter().filter(|offer| !before.now.offers.contains(offer));
        messages.extend(new.map(state_text::pending_offer));
        if before.now.paused != state.now.paused {
            let words = if state.now.paused { "The game is paused." } else { "The game continues." };
            messages.push(words.to_string());
        }
        if before.now.phase == TablePhase::Waiting && state.now.phase == TablePhase::Playing {
            messages.push("All players are here. The game starts.".to_string());
        }
        if let Some(outcome) = state.now.outcome.as_ref().filter(|_| before.now.outcome.is_none()) {
            messages.push(state_text::outcome(outcome));
        }
        let wants = state.now.rematch.iter().filter(|seat| !before.now.rematch.contains(seat));
        messages.extend(wants.map(|seat| format!("{} wants a rematch.", capitalised(seat))));
        messages
    }

    /// Adds the new chat lines: after a reconnect the server sends all of them again.
    pub(super) fn add_chat(&mut self, lines: Vec<ChatMessage>) -> Vec<String> {
        let new: Vec<ChatMessage> = lines.into_iter().filter(|line| !self.chat.contains(line)).collect();
        let kept = new.iter().map(|line| format!("{} says: {}", line.name, line.words)).collect();
        self.chat.extend(new);
        kept
    }
}
