//! The server is killed while offers wait for answers and a clock runs. Offers that were acknowledged or shown are there
//! when it is back, unless the rules of the house have ended them; and no clock has gone on while the server was away.

use crate::kit::{Http, Running};
use crate::luck_of_now;
use serde_json::json;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tetrarch::games::GAMES;
use tetrarch_protocol::{CommandKind, OfferState, TableState};
use tetrarch_rules::{Seat, SeatSet, Turn};
use tetrarch_table::{Millis, OfferKind, Table, TableError, TimeControl};
use tokio::sync::oneshot;

/// Four have to agree here, and nothing is left to chance.
const GAME: &str = "bishops";
/// Without an increment a clock only ever goes down.
const CLOCK: TimeControl = TimeControl::Fischer { initial: Millis::from_secs(600), increment: Millis::ZERO };

/// A game in which one person has all seats.
struct Game {
    id: String,
    token: String,
    /// What was acknowledged, and the table as the rules of the house have it after that.
    done: Vec<(Seat, CommandKind)>,
    table: Box<dyn Table>,
    /// What was sent and not answered.
    pending: Option<(Seat, CommandKind)>,
    /// What was shown last, and when it was asked for.
    shown: Option<(Instant, TableState)>,
    commands: u64,
}

impl Game {
    async fn make(http: &mut Http) -> Game {
        let table = after(&[]).expect("a table");
        let mine: HashMap<&str, _> =
            table.seats().iter().map(|seat| (*seat, json!({"kind": "mine"}))).collect();
        let new = json!({"game": GAME, "control": CLOCK, "seats": mine});
        let (status, made) = http.post("/api/tables", &new).await.unwrap();
        assert_eq!(status, 201, "{made}");
        let text = |name: &str| made[name].as_str().unwrap().to_string();
        let (id, token) = (text("table"), text("token"));
        Game { id, token, done: vec![], table, pending: None, shown: None, commands: 0 }
    }

    /// Gives one command after the other until the server or the game is over, or, if it is to hold, until an offer is open.
    /// Everything that is shown is what the rules say.
    async fn play(mut self, mut http: Http, mut luck: impl FnMut() -> u64, hold: bool) -> Game {
        http.token = Some(self.token.clone());
        let few = self.commands + 3;
        let is_open = |game: &Game| game.commands > few && !game.table.offers().is_empty();
        while self.look(&mut http).await && !self.is_over() && !(hold && is_open(&self)) {
            let (seat, deed) = wish(&*self.table, luck());
            self.pending = Some((seat, deed));
            let (seat, deed) = self.pending.as_ref().unwrap();
            let version = self.shown.as_ref().map_or(0, |(_, state)| state.version);
            let id = format!("c{}", self.commands);
            let command =
                json!({"id": id, "version": version, "seat": seat.name(self.table.seats()), "do": deed});
            self.commands += 1;
            match http.post(&format!("/api/tables/{}/do", self.id), &command).await {
                Ok((200, _)) => self.settle(true),
                Ok((status, why)) => {
                    assert!(status < 500, "{status}: {why}");
                    self.settle(false);
                }
                Err(_) => break,
            }
        }
        self
    }

    fn is_over(&self) -> bool {
        self.table.turn() == Turn::Over
    }

    /// What was sent was done, or not.
    fn settle(&mut self, done: bool) {
        let pending = self.pending.take().expect("something was sent");
        if done {
            self.done.push(pending);
            self.table = after(&self.done).expect("the house has done it");
        }
    }

    /// Looks at the table, if the server is still there.
    async fn look(&mut self, http: &mut Http) -> bool {
        let asked = Instant::now();
        let Ok((status, body)) = http.get(&format!("/api/tables/{}", self.id)).await else { return false };
        assert_eq!(status, 200, "{body}");
        let state: TableState = serde_json::from_value(body).expect("a state");
        assert_eq!(shown(&state), expected(&*self.table), "what was acknowledged is shown");
        self.shown = Some((asked, state));
        true
    }

    /// Compares what was acknowledged and shown with what the server has after it was killed at this moment.
    async fn must_be_there(&mut self, http: &mut Http, killed: Instant) {
        let state = state(http, &self.id).await;
        let pending = self.pending.is_some();
        if pending {
            // It may have been stored although nobody could be told any more.
            let stored = [self.done.as_slice(), self.pending.as_slice()].concat();
            self.settle(after(&stored).is_ok_and(|table| expected(&*table) == shown(&state)));
        }
        assert_eq!(shown(&state), expected(&*self.table), "what was acknowledged is there");
        let Some((asked, before)) = &self.shown else { return };
        let passed = u64::try_from(killed.duration_since(*asked).as_millis()).unwrap() + 1;
        let running = before.now.clocks.as_ref().unwrap().running.clone();
        for seat in self.table.seats() {
            let (then, now) = (left(before, seat), left(&state, seat));
            assert!(now + passed >= then, "{seat} had {then}, has {now}; {passed} ms before the kill");
            assert!(now == then || pending || running.as_deref() == Some(*seat), "{seat} does not think");
        }
        assert_eq!(state.now.clocks.as_ref().unwrap().running, None, "nobody is back yet");
        tokio::time::sleep(Duration::from_millis(60)).await;
        let later = self::state(http, &self.id).await;
        assert_eq!(later.now.clocks, state.now.clocks, "the clock stands until its player is back");
    }
}

async fn state(http: &mut Http, table: &str) -> TableState {
    let (status, body) = http.get(&format!("/api/tables/{table}")).await.unwrap();
    assert_eq!(status, 200, "{body}");
    serde_json::from_value(body).expect("a state")
}

fn left(state: &TableState, seat: &str) -> u64 {
    state.now.clocks.as_ref().and_then(|clocks| clocks.left.get(seat)).expect("a clock").left.0
}

/// The table after all this was done.
fn after(done: &[(Seat, CommandKind)]) -> Result<Box<dyn Table>, TableError> {
    let mut table = GAMES.by_name(GAME).unwrap().open(&json!({}), None, CLOCK).unwrap();
    for (seat, deed) in done {
        match deed {
            CommandKind::Act(action) => table.act(*seat, action, Millis::ZERO)?,
            CommandKind::Propose(offer) => table.propose(*seat, offer)?,
            CommandKind::Accept(offer) => table.accept(*seat, offer)?,
            CommandKind::Decline(offer) => table.decline(*seat, offer)?,
            other => unreachable!("{other:?} is never wished"),
        }
    }
    Ok(table)
}

/// Something that can be done: mostly about offers, and an action now and then.
fn wish(table: &dyn Table, luck: u64) -> (Seat, CommandKind) {
    let pick = |seats: SeatSet| seats.iter().nth(luck as usize / 16 % seats.len().max(1));
    let open = table.offers().iter().find_map(|offer| Some((pick(offer.waiting)?, offer.clone())));
    match (open, luck % 16) {
        (Some((seat, offer)), 0..4) if offer.kind == OfferKind::Takeback => {
            (seat, CommandKind::Accept(offer.kind))
        }
        (Some((seat, offer)), 4..6) => (seat, CommandKind::Decline(offer.kind)),
        (Some((_, offer)), 6) => (offer.by, CommandKind::Decline(offer.kind)),
        (_, 7..10) => {
            (pick(table.playing()).expect("somebody plays"), CommandKind::Propose(OfferKind::Takeback))
        }
        (_, 10..12) => {
            (pick(table.playing()).expect("somebody plays"), CommandKind::Propose(OfferKind::Draw))
        }
        _ => {
            let actions = table.legal();
            let action = actions[luck as usize / 16 % actions.len()].clone();
            (table.turn().seat().expect("somebody's turn"), CommandKind::Act(action))
        }
    }
}

/// The line and the offers.
type Seen = (Vec<String>, Vec<OfferState>);

fn shown(state: &TableState) -> Seen {
    (state.line.iter().map(|step| step.word.clone()).collect(), state.now.offers.clone())
}

fn expected(table: &dyn Table) -> Seen {
    let name = |seat: Seat| seat.name(table.seats()).to_string();
    let offers = table.offers().iter().map(|offer| OfferState {
        offer: offer.kind.clone(),
        by: name(offer.by),
        waiting: offer.waiting.iter().map(name).collect(),
    });
    (table.line().into_iter().map(|step| step.word).collect(), offers.collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_offers_are_there_after_a_kill_and_clocks_cost_nobody_time() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("offers.db").display());
    let mut luck = luck_of_now();
    let mut server = Running::serve(&database);
    let mut game = Game::make(&mut Http::to(server.address).await.unwrap()).await;
    let mut acknowledged = 0;
    for kill in 0..6 {
        let mut http = Http::to(server.address).await.unwrap();
        if game.is_over() {
            game = Game::make(&mut http).await;
        }
        let before = game.done.len();
        // Every other time the server is killed while it does something, else while an offer waits.
        let (hold, own) = (kill % 2 == 0, luck_of_now());
        let (held, holds) = oneshot::channel();
        let playing = tokio::spawn(async move {
            let game = game.play(http, own, hold).await;
            let _ = held.send(());
            game
        });
        if hold {
            holds.await.expect("an offer is open");
        } else {
            tokio::time::sleep(Duration::from_millis(luck() % 150)).await;
        }
        server.kill();
        let killed = Instant::now();
        game = playing.await.unwrap();
        assert!(!hold || game.is_over() || !game.table.offers().is_empty(), "an offer was open");
        tokio::time::sleep(Duration::from_millis(100)).await;
        server = Running::serve(&database);
        game.must_be_there(&mut Http::to(server.address).await.unwrap(), killed).await;
        acknowledged += game.done.len() - before;
    }
    assert!(acknowledged > 6, "only {acknowledged} commands were acknowledged");
}
