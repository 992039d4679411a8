//! The time of the turn that is being played.

use crate::table::LiveTable;
use std::time::Duration;
use tetrarch_protocol::TablePhase;
use tetrarch_rules::Seat;
use tetrarch_table::Millis;
use tokio::time::Instant;

/// The shortest time between two notes of what a turn has used.
const MIN_SAVE_INTERVAL: Millis = Millis::from_secs(30);
/// A note is written whenever this part of what is left has been used: a crash gives no more than this away.
const SAVES_PER_CLOCK: u64 = 50;

/// After a restart the clock stands until its player is back, but not longer than this.
const RECONNECT_GRACE: Duration = Duration::from_secs(30);

/// When the turn was shown to the players, and what it had used before.
#[derive(Copy, Clone, Debug)]
pub(super) struct TurnClock {
    /// Later than now while the clock waits for a player to come back.
    started_at: Instant,
    used_before: Millis,
    waiting: bool,
}

impl TurnClock {
    /// The turn goes on from what was stored of it.
    pub(super) fn resume(table: &LiveTable) -> TurnClock {
        TurnClock { started_at: Instant::now(), used_before: table.turn_time_used, waiting: false }
    }

    /// The same when the table has just been opened: nobody has had the time to come back yet. Engines need none.
    pub(super) fn after_restart(table: &LiveTable) -> TurnClock {
        let person = running_clock(table).filter(|(seat, _)| table.engine_for(*seat).is_none());
        match person {
            Some(_) => TurnClock {
                started_at: Instant::now() + RECONNECT_GRACE,
                used_before: table.turn_time_used,
                waiting: true,
            },
            None => TurnClock::resume(table),
        }
    }

    /// When the clock no longer waits for its player, if it does.
    pub(super) fn starts_at(&self) -> Option<Instant> {
        self.waiting.then_some(self.started_at)
    }

    /// The clock waits no longer.
    pub(super) fn start(&mut self) {
        self.started_at = self.started_at.min(Instant::now());
        self.waiting = false;
    }

    /// What the turn has used at a moment.
    pub(super) fn used(&self, at: Instant) -> Millis {
        self.used_before + millis(at.saturating_duration_since(self.started_at))
    }

    /// What the turn has used now; what was stored of it where the clock stands.
    pub(super) fn used_now(&self, table: &LiveTable) -> Millis {
        let runs = table.phase() == TablePhase::Playing && !table.paused;
        if runs { self.used(Instant::now()) } else { table.turn_time_used }
    }

    /// The seat whose flag would fall, and when, if something makes good its lag.
    pub(super) fn flag_falls_at(&self, table: &LiveTable, allowance: Millis) -> Option<Instant> {
        let left = running_clock(table)?.1;
        Some(self.started_at + duration(left - self.used_before + allowance))
    }

    /// When what the turn has used is to be noted, so that a crash gives little of it away.
    pub(super) fn save_at(&self, table: &LiveTable) -> Option<Instant> {
        let left = running_clock(table)?.1;
        let step = Millis(left.0 / SAVES_PER_CLOCK).max(MIN_SAVE_INTERVAL);
        Some(self.started_at + duration(table.turn_time_used + step - self.used_before))
    }
}

/// The seat whose clock runs, and what it had left when it last acted.
pub(super) fn running_clock(table: &LiveTable) -> Option<(Seat, Millis)> {
    if table.phase() != TablePhase::Playing || table.paused {
        return None;
    }
    let clocks = table.game.clocks();
    let seat = clocks.running()?;
    Some((seat, clocks.left(seat)?))
}

/// A hundred years: more than any clock, and an instant can still hold it.
const MAX_TIMEOUT: Duration = Duration::from_secs(100 * 365 * 86_400);

fn duration(time: Millis) -> Duration {
    Duration::from_millis(time.0).min(MAX_TIMEOUT)
}

fn millis(time: Duration) -> Millis {
    Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::viewers::Viewer;
    use super::super::{
        Attach, ClientSink, ConnectionStats, DELIVERY_GRACE, Room, RoomHandle, RoomMessage, ViewerId,
    };
    use super::*;
    use crate::config::Config;
    use crate::deps::{AnalysisJob, ChanceDealer, DecisionRequest, EngineBackend, ServerDeps};
    use crate::event::TableEvent;
    use crate::header::{SeatAssignment, TableHeader};
    use crate::queue::bounded;
    use crate::rooms::AppState;
    use crate::token::TokenHash;
    use crate::who::Identity;
    use serde_json::json;
    use std::ops::RangeInclusive;
    use std::sync::Arc;
    use tetrarch_fair::Dealer;
    use tetrarch_protocol::{Analysis, Command, CommandKind, ErrorCode, RequestError, TableSettings};
    use tetrarch_rules::{BanChess, SeatSet};
    use tetrarch_store::{NewGame, Store, Timestamp};
    use tetrarch_table::{GameKind, Games, Table, TimeControl};
    use tokio::sync::oneshot;

    const CLOCK: Duration = Duration::from_secs(5);
    const GAMES: Games = Games::new(&[&GameKind::<BanChess>::with_formats(&[])]);
    /// Black begins with a ban.
    const BLACK: Seat = Seat::new(1);

    /// Nothing is left to chance here, and no engine plays.
    struct Nobody;

    impl ChanceDealer for Nobody {
        fn has_chance(&self, _: &str) -> bool {
            false
        }

        fn outcome(&self, _: &Dealer, _: &dyn Table) -> Option<String> {
            None
        }
    }

    impl EngineBackend for Nobody {
        fn levels(&self, _: &str) -> Option<RangeInclusive<u8>> {
            None
        }

        fn can_stand_in(&self, _: &str) -> bool {
            false
        }

        fn analyse(&self, _: &AnalysisJob) -> Option<Analysis> {
            None
        }

        fn decide(&self, _: &DecisionRequest) -> Option<CommandKind> {
            None
        }
    }

    fn head() -> TableHeader {
        let sits = |name: &str| SeatAssignment::Person {
            token: TokenHash::of(name),
            name: name.to_string(),
            person: None,
        };
        TableHeader {
            game: "ban-chess".to_string(),
            options: json!({}),
            start: None,
            control: TimeControl::Fischer { initial: millis(CLOCK), increment: Millis::ZERO },
            seats: vec![sits("white"), sits("black")],
            owner: TokenHash::of("owner"),
            owner_person: None,
            setting: TableSettings::default(),
            secret: None,
            entropy: None,
            made: 0,
        }
    }

    /// A room in which Black's turn began longer ago than the clock has, and nobody has noticed yet.
    async fn room() -> (Room, Arc<RoomHandle>) {
        let house = ServerDeps {
            games: GAMES,
            chance: &Nobody,
            engine: Arc::new(Nobody),
            rules: &[],
            static_files: &[],
        };
        let config = Config::new("sqlite::memory:", "127.0.0.1:0");
        let rooms = AppState::new(house, Store::open(&config.database).await.unwrap(), config);
        let id: tetrarch_store::GameId = "in-time".parse().unwrap();
        let head = serde_json::to_string(&head()).unwrap();
        let new = NewGame { id: id.clone(), game: "ban-chess".to_string(), head, created: Timestamp(0) };
        rooms.store().create(new).await.unwrap();
        let (mut room, door) = Room::new(rooms.load_table(&id).await.unwrap().unwrap(), rooms);
        room.commit(vec![TableEvent::Began], None).await.unwrap();
        room.clock.started_at = Instant::now() - 2 * CLOCK;
        (room, door)
    }

    /// Black bans something so long after the turn began, and the room hears of it only now.
    async fn bans(door: &RoomHandle, at: Instant) -> oneshot::Receiver<Result<u64, RequestError>> {
        let who = Box::new(Identity { token: Some(TokenHash::of("black")), ..Identity::default() });
        let id = "ban".to_string().try_into().unwrap();
        let deed = CommandKind::Act("b:d2d4".to_string());
        let command = Box::new(Command { id, version: 0, seat: None, kind: deed });
        let (reply, answer) = oneshot::channel();
        door.send(RoomMessage::HttpCommand { who, command, at, reply }).await.unwrap();
        answer
    }

    /// What becomes of a ban that was received so long after the turn began.
    async fn banned(room: Room, door: &RoomHandle, after: Duration) -> Result<u64, RequestError> {
        let answer = bans(door, room.clock.started_at + after).await;
        door.send(RoomMessage::Shutdown).await.unwrap();
        // The flag could fall at once, too.
        assert!(room.wake_at().unwrap() <= Instant::now());
        Box::new(room).run().await;
        answer.await.unwrap()
    }

    /// Somebody connects whose messages take so long.
    fn connect(room: &mut Room, seat: Seat, lag: Duration) {
        let line = Arc::new(ConnectionStats::default());
        line.latency.record_round_trip(lag);
        let out = ClientSink::Queue(bounded(1).0);
        let (id, who) = (ViewerId(seat.index() as u64), Identity::default());
        let newcomer = Attach { id, identity: who, version: None, full_state: false, stats: line, sink: out };
        room.viewers.add(Viewer::new(newcomer, SeatSet::EMPTY.with(seat), false));
    }

    #[tokio::test]
    async fn what_was_received_before_the_flag_fell_counts_even_if_both_are_noticed_at_once() {
        // Often, since a choice between the two could be right by luck.
        for _ in 0..20 {
            let (room, door) = room().await;
            assert_eq!(banned(room, &door, CLOCK - Duration::from_millis(1)).await, Ok(1));
        }
        let (room, door) = room().await;
        let late = banned(room, &door, CLOCK).await.unwrap_err();
        assert_eq!(late.reason, ErrorCode::Flag);
    }

    #[tokio::test]
    async fn lag_is_made_good_to_the_seat_that_is_to_act_and_not_for_anybody_elses() {
        let (white, black) = (Duration::from_millis(150), Duration::from_millis(20));
        let connected = async || {
            let (mut room, door) = room().await;
            connect(&mut room, Seat::new(0), white);
            connect(&mut room, BLACK, black);
            (room, door)
        };
        let (room, door) = connected().await;
        let since = room.clock.started_at;
        assert_eq!(running_clock(&room.table).map(|(seat, _)| seat), Some(BLACK));
        assert_eq!(room.flag_falls_at(), Some(since + CLOCK + black + DELIVERY_GRACE));
        assert_eq!(room.turn_time_used(since + Duration::from_secs(1)), Millis(980));
        assert_eq!(banned(room, &door, CLOCK + black - Duration::from_millis(1)).await, Ok(1));
        let (room, door) = connected().await;
        let late = banned(room, &door, CLOCK + black).await.unwrap_err();
        assert_eq!(late.reason, ErrorCode::Flag, "White's lag is not Black's");
        let (mut room, _door) = connected().await;
        room.commit(
            vec![TableEvent::Acted { seat: "black".into(), action: "b:d2d4".into(), spent: Millis::ZERO }],
            None,
        )
        .await
        .unwrap();
        assert_eq!(
            room.flag_falls_at(),
            Some(room.clock.started_at + CLOCK + white + DELIVERY_GRACE),
            "now it is White's"
        );
    }
}
