//! Kills the server while offers are open and a clock runs. Offers that were acknowledged or shown are still there
//! after the restart, unless the rules of the table have ended them. Clocks do not run while the server is down.

use crate::random_numbers;
use crate::support::{HttpConnection, ServerProcess};
use serde_json::json;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tetrarch::games::GAMES;
use tetrarch_protocol::{CommandKind, OfferState, TableState};
use tetrarch_rules::{Seat, SeatSet, Turn};
use tetrarch_table::{Millis, OfferKind, Table, TableError, TableEvent, TimeControl};
use tokio::sync::oneshot;

/// Four players have to agree in this game, and it has no chance.
const GAME: &str = "bishops";
/// Without an increment, a clock only ever goes down.
const CLOCK: TimeControl = TimeControl::Fischer { initial: Millis::from_secs(600), increment: Millis::ZERO };

/// A game in which one person holds all seats.
struct Game {
    id: String,
    token: String,
    /// The acknowledged commands, and the table that results from them.
    done: Vec<(Seat, CommandKind)>,
    table: Box<dyn Table>,
    /// The command that was sent but not answered.
    pending: Option<(Seat, CommandKind)>,
    /// The state that was shown last, and when it was requested.
    shown: Option<(Instant, TableState)>,
    commands: u64,
}

impl Game {
    async fn create(http: &mut HttpConnection) -> Game {
        let table = after(&[]).expect("no table");
        let mine: HashMap<&str, _> =
            table.seats().iter().map(|seat| (*seat, json!({"kind": "mine"}))).collect();
        let new = json!({"game": GAME, "control": CLOCK, "seats": mine});
        let (status, made) = http.post("/api/tables", &new).await.unwrap();
        assert_eq!(status, 201, "{made}");
        let text = |name: &str| made[name].as_str().unwrap().to_string();
        let (id, token) = (text("table"), text("token"));
        Game { id, token, done: vec![], table, pending: None, shown: None, commands: 0 }
    }

    /// Sends commands until the server is gone, the game is over, or (with `hold`) an offer is open. Checks each shown
    /// state against the rules.
    async fn play(mut self, mut http: HttpConnection, mut random: impl FnMut() -> u64, hold: bool) -> Game {
        http.token = Some(self.token.clone());
        let few = self.commands + 3;
        let is_open = |game: &Game| game.commands > few && !game.table.offers().is_empty();
        while self.refresh(&mut http).await && !self.is_over() && !(hold && is_open(&self)) {
            let (seat, kind) = random_command(&*self.table, random());
            self.pending = Some((seat, kind));
            let (seat, kind) = self.pending.as_ref().unwrap();
            let version = self.shown.as_ref().map_or(0, |(_, state)| state.version);
            let id = format!("c{}", self.commands);
            let command =
                json!({"id": id, "version": version, "seat": seat.name(self.table.seats()), "do": kind});
            self.commands += 1;
            match http.post(&format!("/api/tables/{}/do", self.id), &command).await {
                Ok((200, _)) => self.resolve_pending(true),
                Ok((status, why)) => {
                    assert!(status < 500, "{status}: {why}");
                    self.resolve_pending(false);
                }
                Err(_) => break,
            }
        }
        self
    }

    fn is_over(&self) -> bool {
        self.table.turn() == Turn::Over
    }

    /// Records whether the pending command was applied.
    fn resolve_pending(&mut self, done: bool) {
        let pending = self.pending.take().expect("no pending command");
        if done {
            self.done.push(pending);
            self.table = after(&self.done).expect("the acknowledged commands are legal");
        }
    }

    /// Fetches the state. Returns false if the server is gone.
    async fn refresh(&mut self, http: &mut HttpConnection) -> bool {
        let asked = Instant::now();
        let Ok((status, body)) = http.get(&format!("/api/tables/{}", self.id)).await else { return false };
        assert_eq!(status, 200, "{body}");
        let state: TableState = serde_json::from_value(body).expect("invalid state");
        assert_eq!(
            shown(&state),
            expected(&*self.table),
            "the shown state differs from the acknowledged commands"
        );
        self.shown = Some((asked, state));
        true
    }

    /// Compares the acknowledged commands and the shown state with the state after the kill.
    async fn assert_recovered(&mut self, http: &mut HttpConnection, killed: Instant) {
        let state = state(http, &self.id).await;
        let pending = self.pending.is_some();
        if pending {
            // It may have been stored although the server could not acknowledge it any more.
            let stored = [self.done.as_slice(), self.pending.as_slice()].concat();
            self.resolve_pending(after(&stored).is_ok_and(|table| expected(&*table) == shown(&state)));
        }
        assert_eq!(
            shown(&state),
            expected(&*self.table),
            "the state after the kill differs from the acknowledged commands"
        );
        let Some((asked, before)) = &self.shown else { return };
        let passed = u64::try_from(killed.duration_since(*asked).as_millis()).unwrap() + 1;
        let running = before.now.clocks.as_ref().unwrap().running.clone();
        for seat in self.table.seats() {
            let (then, now) = (left(before, seat), left(&state, seat));
            assert!(now + passed >= then, "{seat} had {then}, has {now}; {passed} ms before the kill");
            assert!(
                now == then || pending || running.as_deref() == Some(*seat),
                "{seat} lost time although it was not to act"
            );
        }
        assert_eq!(
            state.now.clocks.as_ref().unwrap().running,
            None,
            "a clock runs before its player is back"
        );
        // Time that no clock may count.
        tokio::time::sleep(Duration::from_millis(60)).await;
        let later = self::state(http, &self.id).await;
        assert_eq!(later.now.clocks, state.now.clocks, "a clock runs before its player is back");
    }
}

async fn state(http: &mut HttpConnection, table: &str) -> TableState {
    let (status, body) = http.get(&format!("/api/tables/{table}")).await.unwrap();
    assert_eq!(status, 200, "{body}");
    serde_json::from_value(body).expect("invalid state")
}

fn left(state: &TableState, seat: &str) -> u64 {
    state.now.clocks.as_ref().and_then(|clocks| clocks.left.get(seat)).expect("no clock").left.0
}

/// The table after these commands.
fn after(done: &[(Seat, CommandKind)]) -> Result<Box<dyn Table>, TableError> {
    let mut table = GAMES.by_name(GAME).unwrap().open(&json!({}), None, CLOCK).unwrap();
    for (seat, kind) in done {
        let (seat, spent) = (*seat, Millis::ZERO);
        table.apply(&match kind.clone() {
            CommandKind::Act(action) => TableEvent::Acted { seat, action, spent },
            CommandKind::Propose(offer) => TableEvent::Proposed { seat, offer },
            CommandKind::Accept(offer) => TableEvent::Accepted { seat, offer, spent },
            CommandKind::Decline(offer) => TableEvent::Declined { seat, offer },
            other => unreachable!("{other:?} is never chosen"),
        })?;
    }
    Ok(table)
}

/// A random legal command: mostly about offers, sometimes an action.
fn random_command(table: &dyn Table, random: u64) -> (Seat, CommandKind) {
    let pick = |seats: SeatSet| seats.iter().nth(random as usize / 16 % seats.len().max(1));
    let open = table.offers().iter().find_map(|offer| Some((pick(offer.waiting)?, offer.clone())));
    match (open, random % 16) {
        (Some((seat, offer)), 0..4) if offer.kind == OfferKind::Takeback => {
            (seat, CommandKind::Accept(offer.kind))
        }
        (Some((seat, offer)), 4..6) => (seat, CommandKind::Decline(offer.kind)),
        (Some((_, offer)), 6) => (offer.by, CommandKind::Decline(offer.kind)),
        (_, 7..10) => {
            (pick(table.playing()).expect("no active seat"), CommandKind::Propose(OfferKind::Takeback))
        }
        (_, 10..12) => {
            (pick(table.playing()).expect("no active seat"), CommandKind::Propose(OfferKind::Draw))
        }
        _ => {
            let actions = table.legal();
            let action = actions[random as usize / 16 % actions.len()].clone();
            (table.turn().seat().expect("no seat to act"), CommandKind::Act(action))
        }
    }
}

/// The line of play and the open offers.
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
async fn open_offers_survive_a_kill_and_clocks_lose_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("offers.db").display());
    let mut random = random_numbers();
    let mut server = ServerProcess::serve(&database);
    let mut game = Game::create(&mut HttpConnection::connect(server.address).await.unwrap()).await;
    let mut acknowledged = 0;
    for kill in 0..6 {
        let mut http = HttpConnection::connect(server.address).await.unwrap();
        if game.is_over() {
            game = Game::create(&mut http).await;
        }
        let before = game.done.len();
        // The server is killed alternately while an offer is open and while it is busy.
        let (hold, own) = (kill % 2 == 0, random_numbers());
        let (held, holds) = oneshot::channel();
        let playing = tokio::spawn(async move {
            let game = game.play(http, own, hold).await;
            let _ = held.send(());
            game
        });
        if hold {
            holds.await.expect("the player stopped before an offer was open");
        } else {
            // The moment of the kill is random.
            tokio::time::sleep(Duration::from_millis(random() % 150)).await;
        }
        server.kill();
        let killed = Instant::now();
        game = playing.await.unwrap();
        assert!(!hold || game.is_over() || !game.table.offers().is_empty(), "no offer is open");
        // Time that no clock may count.
        tokio::time::sleep(Duration::from_millis(100)).await;
        server = ServerProcess::serve(&database);
        game.assert_recovered(&mut HttpConnection::connect(server.address).await.unwrap(), killed).await;
        acknowledged += game.done.len() - before;
    }
    assert!(acknowledged > 6, "only {acknowledged} commands were acknowledged");
}
