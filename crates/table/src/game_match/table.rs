//! A match as a [`Table`].

use super::{HistoryEntry, LineChange, Match, Offer};
use crate::{Applied, Clocks, EventSyntax, GameStep, Millis, Table, TableError, TableEvent};
use serde_json::Value;
use std::any::Any;
use tetrarch_rules::{
    Eye, Gesture, IllegalAction, Mark, MarkKind, Outcome, Presentation, Reason, Seat, SeatNames, SeatSet,
    Turn, View, divide,
};

impl<P: Presentation> Table for Match<P> {
    fn game(&self) -> &'static str {
        P::GAME
    }

    fn seats(&self) -> SeatNames {
        self.position.seats()
    }

    fn options(&self) -> Value {
        serde_json::to_value(&self.options).expect("options are plain values")
    }

    fn start_text(&self) -> Option<String> {
        self.custom_start.then(|| self.start.to_string())
    }

    fn turn(&self) -> Turn {
        self.status.turn
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.position.legal_actions(&mut actions);
        let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
        texts.extend(self.chances().into_iter().map(|(text, _)| text));
        texts.sort_unstable();
        texts
    }

    fn chances(&self) -> Vec<(String, u32)> {
        let mut chances = Vec::new();
        self.position.chance_outcomes(&mut chances);
        chances.into_iter().map(|(outcome, weight)| (outcome.to_string(), weight)).collect()
    }

    fn text(&self) -> String {
        self.position.to_string()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.status.outcome
    }

    fn playing(&self) -> SeatSet {
        self.status.active_seats
    }

    fn allies(&self, seat: Seat) -> SeatSet {
        (P::SPECIAL.allies)(&self.position, seat)
    }

    fn piece_value(&self, kind: &str) -> i32 {
        P::piece_value(kind)
    }

    fn view(&self, eye: Eye) -> View {
        let mut view = self.position.view(eye);
        // The view already marks a ban that is in force.
        let is_marked = |mark: &Mark| view.marks.iter().any(|own| own.cells == mark.cells);
        let last: Vec<Mark> = self.last_marks().filter(|mark| !is_marked(mark)).collect();
        view.marks.extend(last);
        view
    }

    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction> {
        self.position.explain(gesture)
    }

    fn occurrences(&self) -> u32 {
        self.occurred
    }

    fn claimable(&self) -> Option<Reason> {
        self.claim().ok()
    }

    fn treaties(&self) -> Vec<(Seat, String)> {
        let treaties = (P::SPECIAL.treaties)(&self.position, self.previous_position());
        treaties.iter().map(|treaty| (treaty.proposer, treaty.action.to_string())).collect()
    }

    fn can_take_back(&self, seat: Seat) -> bool {
        self.playing().contains(seat) && self.turn_start(seat).is_ok()
    }

    fn operations(&self) -> Vec<String> {
        (P::SPECIAL.operator_actions)(&self.position).iter().map(ToString::to_string).collect()
    }

    fn apply(&mut self, event: &TableEvent) -> Result<Applied, TableError> {
        self.ensure_seat_exists(event)?;
        let (turn, line) = (self.turn(), self.line.len());
        match event {
            TableEvent::Proposed { seat, offer } => self.propose(*seat, offer)?,
            TableEvent::Accepted { seat, offer, spent } => self.accept(*seat, offer, *spent)?,
            TableEvent::Declined { seat, offer } => self.decline(*seat, offer)?,
            TableEvent::TookBack { length, spent } => self.take_back(*length, *spent)?,
            TableEvent::TimeAdded { seat, time } => self.add_time(*seat, *time)?,
            _ => {
                let transition = self.transition(event)?;
                self.commit(transition);
            }
        }
        let cut = (self.line.len() < line).then_some(self.line.len());
        let acted = matches!(event, TableEvent::Acted { .. });
        Ok(Applied {
            cut,
            played: self.line.len().saturating_sub(line),
            new_turn: acted || cut.is_some() || self.turn() != turn,
        })
    }

    fn parse_event(&self, text: &str, syntax: EventSyntax) -> Result<TableEvent, TableError> {
        self.ensure_not_over()?;
        let wider = match syntax {
            EventSyntax::Trace => None,
            EventSyntax::Record => self.parse_recorded(text)?,
            EventSyntax::Log => {
                self.parse_logged(text)?.map_or_else(|| self.parse_recorded(text), |e| Ok(Some(e)))?
            }
        };
        wider.map_or_else(|| self.parse_traced(text), Ok)
    }

    fn flag_fall(&self, spent: Millis) -> Option<TableEvent> {
        let seat = self.clocks.running().filter(|_| self.outcome().is_none())?;
        self.clocks.left(seat).filter(|left| spent >= *left).map(|_| TableEvent::Flagged { seat, spent })
    }

    fn version(&self) -> u64 {
        self.versions.len() as u64
    }

    fn line_change_since(&self, version: u64) -> Option<LineChange> {
        let earlier = self.mark_at(version)?.line;
        let since = self.versions.get(usize::try_from(version).ok()?..)?;
        let start = since.iter().map(|mark| mark.line).fold(earlier, usize::min);
        Some(LineChange { cut: (start < earlier).then_some(start), start })
    }

    fn at_version(&self, version: u64) -> Option<Box<dyn Table>> {
        let mut then = self.rewound();
        for event in &self.log[..self.mark_at(version)?.log] {
            then.apply(event).ok()?;
        }
        Some(then)
    }

    fn offers(&self) -> &[Offer] {
        &self.offers
    }

    fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    fn log(&self) -> &[TableEvent] {
        &self.log
    }

    fn line_from(&self, start: usize) -> Vec<GameStep> {
        self.line.iter().skip(start).map(HistoryEntry::step).collect()
    }

    fn line_len(&self) -> usize {
        self.line.len()
    }

    fn snapshot(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn rewound(&self) -> Box<dyn Table> {
        Box::new(self.at_start())
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let branches = divide(&self.position, depth).into_iter();
        branches.map(|(action, count)| (action.to_string(), count)).collect()
    }
}

impl<P: Presentation> Match<P> {
    /// Marks for the actions of the last turn, latest first.
    fn last_marks(&self) -> impl Iterator<Item = Mark> {
        let mut actions = self.line.iter().rev().filter(|entry| entry.action.is_some()).peekable();
        let turn = actions.peek().and_then(|entry| entry.by);
        let last = actions.take_while(move |entry| entry.by == turn);
        last.filter_map(|entry| last_mark(&entry.before, entry.action?))
    }
}

/// The mark for an action.
fn last_mark<P: Presentation>(before: &P, action: P::Action) -> Option<Mark> {
    let cells = match before.gesture(action) {
        Gesture::Move { from, to, .. } => vec![from, to],
        Gesture::Tap { cell } => vec![cell],
        Gesture::Button { .. } => return None,
    };
    Some(Mark { kind: MarkKind::Last, cells })
}
