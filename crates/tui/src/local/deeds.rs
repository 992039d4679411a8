//! What a player at this terminal asks for.

use super::Local;
use super::thinking::Analyst;
use crate::{Order, There, Trouble, Who, words};
use std::time::Instant;
use tetrarch_rules::{Gesture, Seat, capital};
use tetrarch_table::{Millis, OfferKind, Refusal};

fn no(why: &str) -> Trouble {
    Trouble(why.to_string())
}

impl Local {
    pub(super) fn carry_out(&mut self, order: Order) -> Result<Vec<String>, Trouble> {
        match order {
            Order::Act(text) => self.act(&text),
            Order::Propose(OfferKind::Takeback) | Order::Undo => self.undo(),
            Order::Redo => self.redo(),
            Order::Propose(kind) => self.propose(&kind),
            Order::Accept(kind) => self.answer(kind, true),
            Order::Decline(kind) => self.answer(kind, false),
            Order::Claim => self.by_me(|local, seat| local.table.claim_draw(seat)),
            Order::Resign(name) => self.resign(name.as_deref()),
            Order::Abort => self.all_the_same(|local| local.table.abort()),
            Order::Hint => self.hint(),
            Order::Analyse => self.analyse(),
            Order::Why(gesture) => Ok(vec![self.why(&gesture)]),
            Order::Save(file) => self.save_to(file),
            Order::Load(file) => self.load(&file),
            Order::Record(format) => self.record(format.as_deref()),
            Order::Sit(seat, who) => self.sit(&seat, &who),
            Order::AddTime(seat, time) => self.add_time(&seat, time),
            Order::Reset | Order::There(There::Rematch) => Ok(self.reset()),
            Order::There(_) => Err(no("That is for a server's table.")),
            Order::Show(_) => Ok(Vec::new()),
        }
    }

    /// Whatever the text means here: an operator's action, a treaty, or an action of the game.
    fn act(&mut self, text: &str) -> Result<Vec<String>, Trouble> {
        if self.table.operations().iter().any(|order| order == text) {
            return self.all_the_same(|local| local.table.enter(text));
        }
        let mut mine = (0..self.sitters.len()).map(Seat::new).filter(|seat| self.who(*seat) == Who::Me);
        if mine.any(|seat| self.table.proposable(seat).iter().any(|treaty| treaty == text)) {
            return self.propose(&OfferKind::Treaty(text.to_string()));
        }
        let (text, spent) = (words::meant(&self.state, text), self.spent());
        self.by_me(|local, seat| local.table.act(seat, &text, spent))
    }

    /// Something the seat to act does, if it is one of this terminal's.
    fn by_me(
        &mut self,
        deed: impl FnOnce(&mut Local, Seat) -> Result<(), Refusal>,
    ) -> Result<Vec<String>, Trouble> {
        if self.table.outcome().is_some() {
            return Err(no("The game is over."));
        }
        let seat = self.my_turn().ok_or_else(|| {
            Trouble(format!("It is not your turn: {} is to act.", self.table.turn().word(self.table.seats())))
        })?;
        self.all_the_same(|local| deed(local, seat))
    }

    /// Does something and tells what has come of it. What was undone is gone then.
    fn all_the_same(
        &mut self,
        deed: impl FnOnce(&mut Local) -> Result<(), Refusal>,
    ) -> Result<Vec<String>, Trouble> {
        let done = deed(self);
        if let Err(refusal) = &done
            && !matches!(refusal, Refusal::FlagFell { .. })
        {
            return Err(Trouble::from(refusal));
        }
        self.undone.clear();
        Ok(self.changed())
    }

    /// Proposed by the seat to act if it is one's own, else by the first that may.
    fn propose(&mut self, kind: &OfferKind) -> Result<Vec<String>, Trouble> {
        let mine: Vec<Seat> = self.my_turn().into_iter().chain(self.my_seats()).collect();
        let mut why = no("Nobody here has a say any more.");
        for seat in mine {
            match self.table.propose(seat, kind) {
                Ok(()) => return Ok(self.changed()),
                Err(refusal) => why = Trouble::from(&refusal),
            }
        }
        Err(why)
    }

    fn my_seats(&self) -> Vec<Seat> {
        (0..self.sitters.len()).map(Seat::new).filter(|seat| self.who(*seat) == Who::Me).collect()
    }

    /// For every seat at this terminal that is asked.
    fn answer(&mut self, kind: Option<OfferKind>, yes: bool) -> Result<Vec<String>, Trouble> {
        let mine = self.my_seats();
        let offers = self.table.offers().iter();
        let mut waiting = offers.filter(|offer| mine.iter().any(|seat| offer.waiting.contains(*seat)));
        let kind = kind.or_else(|| waiting.next().map(|offer| offer.kind.clone()));
        let kind = kind.ok_or(no("Nothing waits for your answer."))?;
        let mut answered = false;
        for seat in mine {
            let done = if yes { self.table.accept(seat, &kind) } else { self.table.decline(seat, &kind) };
            answered |= done.is_ok();
        }
        if !answered {
            return Err(Trouble(format!("{} does not wait for your answer.", capital(&words::offer(&kind)))));
        }
        let said = if yes { Vec::new() } else { vec![format!("Declined: {}.", words::offer(&kind))] };
        Ok(said.into_iter().chain(self.changed()).collect())
    }

    fn resign(&mut self, name: Option<&str>) -> Result<Vec<String>, Trouble> {
        let mine = self.my_seats();
        let seat = match name {
            Some(name) => self.seat(name)?,
            None => {
                let alone = if let [seat] = mine[..] { Some(seat) } else { None };
                self.my_turn().or(alone).ok_or(no("Who resigns? Name the seat: resign SEAT"))?
            }
        };
        if self.who(seat) != Who::Me {
            return Err(no("An engine sits there: it decides for itself."));
        }
        self.all_the_same(|local| local.table.resign(seat))
    }

    fn seat(&self, name: &str) -> Result<Seat, Trouble> {
        let seats = self.table.seats();
        Seat::named(&name.to_lowercase(), seats)
            .ok_or_else(|| Trouble(format!("There is no seat {name:?}: the seats are {}.", seats.join(", "))))
    }

    fn hint(&mut self) -> Result<Vec<String>, Trouble> {
        self.my_turn().ok_or(no("Hints are for your own turn."))?;
        self.ask_for_hint();
        Ok(Vec::new())
    }

    fn analyse(&mut self) -> Result<Vec<String>, Trouble> {
        if self.analyst.take().is_some() {
            return Ok(vec!["The analysis is off.".to_string()]);
        }
        let make = (self.kit.engine)(self.table.game()).ok_or(no("No engine plays this game."))?;
        self.analyst = Some(Analyst::new(make, &*self.table));
        Ok(vec!["The analysis is on.".to_string()])
    }

    /// Why a gesture cannot be made. A tap on a man one would move is a gesture too, with no end yet.
    fn why(&self, gesture: &Gesture) -> String {
        let begins = |choice: &tetrarch_rules::Choice| match (&choice.gesture, gesture) {
            (Gesture::Move { from, .. }, Gesture::Tap { cell }) => from == cell,
            _ => false,
        };
        if self.state.view.choices.iter().any(begins) {
            return "Something can be played from there.".to_string();
        }
        self.table.explain(gesture).map_or_else(|| "This can be played.".to_string(), |why| why.words)
    }

    fn sit(&mut self, name: &str, who: &str) -> Result<Vec<String>, Trouble> {
        let seat = self.seat(name)?;
        self.sitters[seat.index()] = who.parse().map_err(Trouble)?;
        self.changed();
        Ok(vec![format!("{} is for {}.", capital(name), self.sitters[seat.index()])])
    }

    fn add_time(&mut self, name: &str, time: Millis) -> Result<Vec<String>, Trouble> {
        let seat = self.seat(name)?;
        if self.table.clocks().left(seat).is_none() {
            return Err(no("There is no clock."));
        }
        self.table.add_time(seat, time).map_err(|refusal| Trouble::from(&refusal))?;
        self.look_again();
        Ok(vec![format!("{} has {} seconds more.", capital(name), time.0 / 1000)])
    }

    /// The same game from its start, with a new deal.
    fn reset(&mut self) -> Vec<String> {
        self.table = self.table.rewound();
        self.secret = (self.kit.secret)();
        self.dealt = self.table.start_text().is_none();
        self.undone.clear();
        self.told = 0;
        self.since = Instant::now();
        self.changed();
        vec!["The game begins anew.".to_string()]
    }
}
