//! The clock of the current turn.

use crate::table::LiveTable;
use std::time::Duration;
use tetrarch_protocol::TablePhase;
use tetrarch_rules::Seat;
use tetrarch_table::Millis;
use tokio::time::Instant;

/// The shortest time between two saves of the time used.
const MIN_SAVE_INTERVAL: Millis = Millis::from_secs(30);
/// The time used is saved whenever this fraction of the remaining time has passed. A crash gives away no more
/// than that.
const SAVES_PER_CLOCK: u64 = 50;

/// After a restart the clock waits for its player, but no longer than this.
const RECONNECT_GRACE: Duration = Duration::from_secs(30);

/// When the current turn began, and the time it had used before.
#[derive(Copy, Clone, Debug)]
pub(super) struct TurnClock {
    /// In the future while the clock waits for a player to come back.
    started_at: Instant,
    used_before: Millis,
    waiting: bool,
}

impl TurnClock {
    /// Resumes the turn from the stored time.
    pub(super) fn resume(table: &LiveTable, now: Instant) -> TurnClock {
        TurnClock { started_at: now, used_before: table.turn_time_used, waiting: false }
    }

    /// The same after the table was opened: players need time to reconnect, engines do not.
    pub(super) fn after_restart(table: &LiveTable, now: Instant) -> TurnClock {
        let person = running_clock(table).filter(|(seat, _)| table.engine_for(*seat).is_none());
        match person {
            Some(_) => TurnClock {
                started_at: now + RECONNECT_GRACE,
                used_before: table.turn_time_used,
                waiting: true,
            },
            None => TurnClock::resume(table, now),
        }
    }

    /// When the clock starts at the latest, if it waits for its player.
    pub(super) fn starts_at(&self) -> Option<Instant> {
        self.waiting.then_some(self.started_at)
    }

    /// Starts the clock that waits for its player.
    pub(super) fn start(&mut self, now: Instant) {
        self.started_at = self.started_at.min(now);
        self.waiting = false;
    }

    /// The time the turn has used.
    pub(super) fn used(&self, at: Instant) -> Millis {
        self.used_before + millis(at.saturating_duration_since(self.started_at))
    }

    /// The time the turn has used now; the stored time if the clock is stopped.
    pub(super) fn used_now(&self, table: &LiveTable, now: Instant) -> Millis {
        let runs = table.phase() == TablePhase::Playing && !table.paused;
        if runs { self.used(now) } else { table.turn_time_used }
    }

    /// When the flag falls, given the lag compensation.
    pub(super) fn flag_falls_at(&self, table: &LiveTable, allowance: Millis) -> Option<Instant> {
        let left = running_clock(table)?.1;
        Some(self.started_at + duration(left - self.used_before + allowance))
    }

    /// When the time used has to be saved next.
    pub(super) fn save_at(&self, table: &LiveTable) -> Option<Instant> {
        let left = running_clock(table)?.1;
        let step = Millis(left.0 / SAVES_PER_CLOCK).max(MIN_SAVE_INTERVAL);
        Some(self.started_at + duration(table.turn_time_used + step - self.used_before))
    }
}

/// The seat whose clock is running, and the time it had when its turn began.
pub(super) fn running_clock(table: &LiveTable) -> Option<(Seat, Millis)> {
    if table.phase() != TablePhase::Playing || table.paused {
        return None;
    }
    let clocks = table.game.clocks();
    let seat = clocks.running()?;
    Some((seat, clocks.left(seat)?))
}

/// A hundred years: longer than any clock, and still representable as an `Instant`.
const MAX_TIMEOUT: Duration = Duration::from_secs(100 * 365 * 86_400);

fn duration(time: Millis) -> Duration {
    Duration::from_millis(time.0).min(MAX_TIMEOUT)
}

fn millis(time: Duration) -> Millis {
    Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::request::TableResult;
    use super::super::viewers::Viewer;
    use super::super::{
        Attach, ClientRequest, ClientSink, ConnectionStats, DELIVERY_GRACE, Requester, Room, RoomHandle,
        RoomMessage, TableRequest, TableResponse, ViewerId,
    };
    use super::*;
    use crate::auth::identity::Identity;
    use crate::auth::token::TokenHash;
    use crate::clock::Clock;
    use crate::config::Config;
    use crate::deps::{EngineBackend, ServerDeps};
    use crate::hosted_games::HostedGame;
    use crate::state::AppState;
    use crate::table::event::SeatingEvent;
    use crate::table::header::{SeatAssignment, TableHeader};
    use serde_json::json;
    use std::ops::RangeInclusive;
    use std::sync::Arc;
    use tetrarch_protocol::{Command, CommandKind, ErrorCode, GameInfo, LocalizedText, TableSettings};
    use tetrarch_rules::{BanChess, SeatSet};
    use tetrarch_store::{NewGame, Store, Timestamp};
    use tetrarch_table::search::{SearchReport, SearchRequest};
    use tetrarch_table::{Game as _, GameKind, Table, TableEvent, TimeControl};
    use tokio::sync::oneshot;

    const CLOCK: Duration = Duration::from_secs(5);
    const GAME: GameKind<BanChess> = GameKind::with_formats(&[]);
    /// Black begins with a ban.
    const BLACK: Seat = Seat::new(1);

    /// No engine at all.
    struct NoEngine;

    impl EngineBackend for NoEngine {
        fn levels(&self, _: &str) -> Option<RangeInclusive<u8>> {
            None
        }

        fn can_stand_in(&self, _: &str) -> bool {
            false
        }

        fn analyse(&self, _: &dyn Table, _: &SearchRequest) -> Option<SearchReport> {
            None
        }

        fn decide(&self, _: &str, _: &dyn Table, _: Seat, _: &SearchRequest) -> Option<CommandKind> {
            None
        }
    }

    fn hosted_game() -> HostedGame {
        let info = GameInfo {
            name: GAME.name().to_string(),
            title: GAME.title().to_string(),
            summary: LocalizedText::default(),
            players: LocalizedText::default(),
            seats: vec!["white".to_string(), "black".to_string()],
            options: GAME.default_options(),
            option_info: Vec::new(),
            presets: Vec::new(),
            formats: Vec::new(),
            levels: None,
            chance: false,
            chance_rule: None,
            rules: false,
            stand_in: false,
        };
        HostedGame { rules: &GAME, info, sample: Vec::new() }
    }

    fn header() -> TableHeader {
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

    /// A room in which Black ran out of time, but the flag fall is not recorded yet.
    async fn room() -> (Room, Arc<RoomHandle>) {
        let deps = ServerDeps {
            games: [hosted_game()].into_iter().collect(),
            engine: Arc::new(NoEngine),
            rules: Arc::new([]),
            parse_rules: Arc::new(|_| Err("there are no rules pages".to_string())),
            static_files: &[],
            clock: Clock::system(),
        };
        let config = Config::new("sqlite::memory:", "127.0.0.1:0");
        let state = AppState::new(deps, Store::open(&config.database).await.unwrap(), config);
        let id: tetrarch_store::GameId = "in-time".parse().unwrap();
        let head = serde_json::to_string(&header()).unwrap();
        let new = NewGame { id: id.clone(), game: "ban-chess".to_string(), head, created: Timestamp(0) };
        state.store().create(new).await.unwrap();
        let (mut room, handle) = Room::new(state.load_table(&id).await.unwrap().unwrap(), state);
        room.commit(vec![SeatingEvent::Began.into()], None).await.unwrap();
        room.clock.started_at = room.now() - 2 * CLOCK;
        (room, handle)
    }

    /// Sends a ban of Black that was received at this time.
    async fn bans(handle: &RoomHandle, at: Instant) -> oneshot::Receiver<TableResult> {
        let identity = Identity { token: Some(TokenHash::of("black")), ..Identity::default() };
        let id = "ban".to_string().try_into().unwrap();
        let kind = CommandKind::Act("b:d2d4".to_string());
        let request = TableRequest::Command(Command { id, version: 0, seat: None, kind });
        let (reply, answer) = oneshot::channel();
        let request = ClientRequest { from: Requester::Caller { identity, reply }, request, at };
        handle.send(RoomMessage::Request(Box::new(request))).await.unwrap();
        answer
    }

    /// The result of a ban that was received this long after the turn began.
    async fn banned(room: Room, handle: &RoomHandle, after: Duration) -> TableResult {
        let answer = bans(handle, room.clock.started_at + after).await;
        handle.send(RoomMessage::Shutdown).await.unwrap();
        // The flag fall is due as well.
        assert!(room.wake_at().unwrap() <= room.now());
        Box::new(room).run().await;
        answer.await.unwrap()
    }

    /// Connects a client with this latency.
    fn connect(room: &mut Room, seat: Seat, lag: Duration) {
        let stats = Arc::new(ConnectionStats::default());
        stats.latency.record_round_trip(lag);
        let sink = ClientSink::new().0;
        let (id, identity) = (ViewerId(seat.index() as u64), Identity::default());
        let attach = Attach { id, identity, version: None, full_state: false, stats, sink };
        room.viewers.add(Viewer::new(attach, SeatSet::EMPTY.with(seat), false, Clock::system()));
    }

    #[tokio::test]
    async fn a_move_received_before_the_flag_fall_counts_even_if_both_are_due() {
        // Repeated, since a random choice between the two could be right by luck.
        for _ in 0..20 {
            let (room, handle) = room().await;
            assert_eq!(
                banned(room, &handle, CLOCK - Duration::from_millis(1)).await,
                Ok(TableResponse::Done(1))
            );
        }
        let (room, handle) = room().await;
        let late = banned(room, &handle, CLOCK).await.unwrap_err();
        assert_eq!(late.reason, ErrorCode::Flag);
    }

    #[tokio::test]
    async fn only_the_seat_to_act_gets_its_own_lag_compensation() {
        let (white, black) = (Duration::from_millis(150), Duration::from_millis(20));
        let connected = async || {
            let (mut room, handle) = room().await;
            connect(&mut room, Seat::new(0), white);
            connect(&mut room, BLACK, black);
            (room, handle)
        };
        let (room, handle) = connected().await;
        let since = room.clock.started_at;
        assert_eq!(running_clock(&room.table).map(|(seat, _)| seat), Some(BLACK));
        assert_eq!(room.flag_falls_at(), Some(since + CLOCK + black + DELIVERY_GRACE));
        assert_eq!(room.turn_time_used(since + Duration::from_secs(1)), Millis(980));
        assert_eq!(
            banned(room, &handle, CLOCK + black - Duration::from_millis(1)).await,
            Ok(TableResponse::Done(1))
        );
        let (room, handle) = connected().await;
        let late = banned(room, &handle, CLOCK + black).await.unwrap_err();
        assert_eq!(late.reason, ErrorCode::Flag, "White's lag is not Black's");
        let (mut room, _door) = connected().await;
        room.commit(
            vec![TableEvent::Acted { seat: BLACK, action: "b:d2d4".into(), spent: Millis::ZERO }.into()],
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
