//! The player's commands in a local game.

use super::LocalSession;
use super::engines::BackgroundAnalysis;
use crate::{PlayerKind, RemoteCommand, UserCommand, UserError, state_text};
use std::time::Instant;
use tetrarch_engine::Answer;
use tetrarch_rules::{Gesture, Seat, capitalised};
use tetrarch_table::{Millis, OfferKind, TableError, TableEvent};

fn user_error(why: &str) -> UserError {
    UserError(why.to_string())
}

impl LocalSession {
    pub(super) fn run(&mut self, command: UserCommand) -> Result<Vec<String>, UserError> {
        match command {
            UserCommand::Act(text) => self.act(&text),
            UserCommand::Propose(OfferKind::Takeback) | UserCommand::Undo => self.undo(),
            UserCommand::Redo => self.redo(),
            UserCommand::Propose(kind) => self.propose(&kind),
            UserCommand::Accept(kind) => self.answer_offer(kind, true),
            UserCommand::Decline(kind) => self.answer_offer(kind, false),
            UserCommand::Claim => self.act_for_my_seat(|seat| TableEvent::Claimed { seat }),
            UserCommand::Resign(name) => self.resign(name.as_deref()),
            UserCommand::Abort => self.apply(&TableEvent::Aborted { seat: None }),
            UserCommand::Hint => self.hint(),
            UserCommand::Analyse => self.toggle_analysis(),
            UserCommand::Why(gesture) => Ok(vec![self.explain(&gesture)]),
            UserCommand::Save(file) => self.save_to(file),
            UserCommand::Load(file) => self.load(&file),
            UserCommand::Record(format) => self.record(format.as_deref()),
            UserCommand::SetPlayer(seat, who) => self.set_player(&seat, &who),
            UserCommand::AddTime(seat, time) => self.add_time(&seat, time),
            UserCommand::Reset | UserCommand::Remote(RemoteCommand::Rematch) => Ok(self.reset()),
            UserCommand::Remote(_) => Err(user_error("This command only works at a table on a server.")),
            UserCommand::Show(_) => Ok(Vec::new()),
        }
    }

    /// Runs an operator's action, proposes a treaty or plays an action, whichever the text names.
    fn act(&mut self, text: &str) -> Result<Vec<String>, UserError> {
        if self.table.operations().iter().any(|operation| operation == text) {
            return self.apply(&TableEvent::Operated { action: text.to_string() });
        }
        let mut mine =
            (0..self.players.len()).map(Seat::new).filter(|seat| self.player(*seat) == PlayerKind::Human);
        if mine.any(|seat| self.table.proposable(seat).iter().any(|treaty| treaty == text)) {
            return self.propose(&OfferKind::Treaty(text.to_string()));
        }
        let (action, spent) = (state_text::resolve_typed_action(&self.state, text), self.time_spent());
        self.act_for_my_seat(|seat| TableEvent::Acted { seat, action, spent })
    }

    /// Acts for the seat to move, if a person at this terminal plays it.
    fn act_for_my_seat(&mut self, event: impl FnOnce(Seat) -> TableEvent) -> Result<Vec<String>, UserError> {
        if self.table.outcome().is_some() {
            return Err(user_error("The game is over."));
        }
        let seat = self.my_turn().ok_or_else(|| {
            UserError(format!(
                "It is not your turn: waiting for {}.",
                self.table.turn().name(self.table.seats())
            ))
        })?;
        self.apply(&event(seat))
    }

    /// Applies an event and reports the result. Clears the redo stack.
    fn apply(&mut self, event: &TableEvent) -> Result<Vec<String>, UserError> {
        match self.table.apply(event) {
            Err(TableError::FlagFell { .. }) => drop(self.apply_flag_fall(event.spent())),
            applied => drop(applied.map_err(|refusal| UserError::from(&refusal))?),
        }
        self.redo_stack.clear();
        Ok(self.after_change())
    }

    /// Makes an offer, from the seat to act if it is ours, else from the first of our seats that may.
    fn propose(&mut self, kind: &OfferKind) -> Result<Vec<String>, UserError> {
        let mine: Vec<Seat> = self.my_turn().into_iter().chain(self.my_seats()).collect();
        let mut why = user_error("No player at this terminal can make an offer any more.");
        for seat in mine {
            match self.table.apply(&TableEvent::Proposed { seat, offer: kind.clone() }) {
                Ok(_) => return Ok(self.after_change()),
                Err(refusal) => why = UserError::from(&refusal),
            }
        }
        Err(why)
    }

    fn my_seats(&self) -> Vec<Seat> {
        (0..self.players.len())
            .map(Seat::new)
            .filter(|seat| self.player(*seat) == PlayerKind::Human)
            .collect()
    }

    /// Answers an offer for every seat at this terminal that was asked.
    fn answer_offer(&mut self, kind: Option<OfferKind>, yes: bool) -> Result<Vec<String>, UserError> {
        let mine = self.my_seats();
        let offers = self.table.offers().iter();
        let mut waiting = offers.filter(|offer| mine.iter().any(|seat| offer.waiting.contains(*seat)));
        let kind = kind.or_else(|| waiting.next().map(|offer| offer.kind.clone()));
        let kind = kind.ok_or(user_error("There is no offer to answer."))?;
        let mut answered = false;
        for seat in mine {
            let answer = if yes { Answer::Accept(kind.clone()) } else { Answer::Decline(kind.clone()) };
            answered |= self.table.apply(&answer.into_event(seat, Millis::ZERO)).is_ok();
        }
        if !answered {
            return Err(UserError(format!(
                "{} was not offered to you.",
                capitalised(&state_text::offer(&kind))
            )));
        }
        let messages =
            if yes { Vec::new() } else { vec![format!("Declined: {}.", state_text::offer(&kind))] };
        Ok(messages.into_iter().chain(self.after_change()).collect())
    }

    fn resign(&mut self, name: Option<&str>) -> Result<Vec<String>, UserError> {
        let mine = self.my_seats();
        let seat = match name {
            Some(name) => self.find_seat(name)?,
            None => {
                let alone = if let [seat] = mine[..] { Some(seat) } else { None };
                self.my_turn().or(alone).ok_or(user_error("Which seat resigns? Type: resign SEAT"))?
            }
        };
        if self.player(seat) != PlayerKind::Human {
            return Err(user_error("You cannot resign for an engine."));
        }
        self.apply(&TableEvent::Resigned { seat })
    }

    fn find_seat(&self, name: &str) -> Result<Seat, UserError> {
        let seats = self.table.seats();
        Seat::from_name(&name.to_lowercase(), seats)
            .ok_or_else(|| UserError(format!("No such seat: {name:?}. The seats are {}.", seats.join(", "))))
    }

    fn hint(&mut self) -> Result<Vec<String>, UserError> {
        self.my_turn().ok_or(user_error("Hints are only available on your turn."))?;
        self.start_hint();
        Ok(Vec::new())
    }

    fn toggle_analysis(&mut self) -> Result<Vec<String>, UserError> {
        if self.analysis.take().is_some() {
            return Ok(vec!["Analysis off.".to_string()]);
        }
        let make =
            (self.deps.engine)(self.table.game()).ok_or(user_error("There is no engine for this game."))?;
        self.analysis = Some(BackgroundAnalysis::new(make, &*self.table));
        Ok(vec!["Analysis on.".to_string()])
    }

    /// Why a gesture is not a legal action. A tap on a piece that can move is the start of one.
    fn explain(&self, gesture: &Gesture) -> String {
        let begins = |choice: &tetrarch_rules::Choice| match (&choice.gesture, gesture) {
            (Gesture::Move { from, .. }, Gesture::Tap { cell }) => from == cell,
            _ => false,
        };
        if self.state.view.choices.iter().any(begins) {
            return "There is a legal action from there.".to_string();
        }
        self.table.explain(gesture).map_or_else(|| "That is legal.".to_string(), |why| why.words)
    }

    fn set_player(&mut self, name: &str, who: &str) -> Result<Vec<String>, UserError> {
        let seat = self.find_seat(name)?;
        self.players[seat.index()] = who.parse().map_err(UserError)?;
        self.after_change();
        Ok(vec![format!("{} is now set to {}.", capitalised(name), self.players[seat.index()])])
    }

    fn add_time(&mut self, name: &str, time: Millis) -> Result<Vec<String>, UserError> {
        let seat = self.find_seat(name)?;
        if self.table.clocks().left(seat).is_none() {
            return Err(user_error("This game has no clock."));
        }
        let added = self.table.apply(&TableEvent::TimeAdded { seat, time });
        added.map_err(|refusal| UserError::from(&refusal))?;
        self.refresh_state();
        Ok(vec![format!("Added {} seconds to {}'s clock.", time.0 / 1000, capitalised(name))])
    }

    /// Restarts the game with a new deal.
    fn reset(&mut self) -> Vec<String> {
        self.table = self.table.rewound();
        self.secret = (self.deps.new_secret)();
        self.all_dealt = self.table.start_text().is_none();
        self.redo_stack.clear();
        self.reported_actions = 0;
        self.turn_started = Instant::now();
        self.after_change();
        vec!["New game.".to_string()]
    }
}
