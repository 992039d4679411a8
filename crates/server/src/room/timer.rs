//! The time of the turn that is being played.

use crate::chronicle::Chronicle;
use std::time::Duration;
use tetrarch_protocol::Phase;
use tetrarch_rules::Seat;
use tetrarch_table::Millis;
use tokio::time::Instant;

/// The shortest time between two notes of what a turn has used.
const SHORTEST_NOTE: Millis = Millis::seconds(30);
/// A note is written whenever this part of what is left has been used: a crash gives no more than this away.
const NOTE_EVERY: u64 = 50;

/// After a restart the clock stands until its player is back, but not longer than this.
const TO_COME_BACK: Duration = Duration::from_secs(30);

/// When the turn was shown to the players, and what it had used before.
#[derive(Copy, Clone, Debug)]
pub(super) struct Timer {
    /// Later than now while the clock waits for a player to come back.
    since: Instant,
    before: Millis,
    waits: bool,
}

impl Timer {
    /// The turn goes on from what was stored of it.
    pub(super) fn resume(table: &Chronicle) -> Timer {
        Timer { since: Instant::now(), before: table.thought, waits: false }
    }

    /// The same when the table has just been opened: nobody has had the time to come back yet. Engines need none.
    pub(super) fn reopen(table: &Chronicle) -> Timer {
        let person = left(table).filter(|(seat, _)| table.engine_of(*seat).is_none());
        match person {
            Some(_) => Timer { since: Instant::now() + TO_COME_BACK, before: table.thought, waits: true },
            None => Timer::resume(table),
        }
    }

    /// When the clock no longer waits for its player, if it does.
    pub(super) fn starts_at(&self) -> Option<Instant> {
        self.waits.then_some(self.since)
    }

    /// The clock waits no longer.
    pub(super) fn start(&mut self) {
        self.since = self.since.min(Instant::now());
        self.waits = false;
    }

    /// What the turn has used at a moment.
    pub(super) fn used(&self, at: Instant) -> Millis {
        self.before + millis(at.saturating_duration_since(self.since))
    }

    /// What the turn has used now; what was stored of it where the clock stands.
    pub(super) fn used_now(&self, table: &Chronicle) -> Millis {
        let runs = table.phase() == Phase::Playing && !table.paused;
        if runs { self.used(Instant::now()) } else { table.thought }
    }

    /// The seat whose flag would fall, and when, if something makes good its lag.
    pub(super) fn flag_at(&self, table: &Chronicle, allowance: Millis) -> Option<Instant> {
        let left = left(table)?.1;
        Some(self.since + duration(left - self.before + allowance))
    }

    /// When what the turn has used is to be noted, so that a crash gives little of it away.
    pub(super) fn note_at(&self, table: &Chronicle) -> Option<Instant> {
        let left = left(table)?.1;
        let step = Millis(left.0 / NOTE_EVERY).max(SHORTEST_NOTE);
        Some(self.since + duration(table.thought + step - self.before))
    }
}

/// The seat whose clock runs, and what it had left when it last acted.
pub(super) fn left(table: &Chronicle) -> Option<(Seat, Millis)> {
    if table.phase() != Phase::Playing || table.paused {
        return None;
    }
    let clocks = table.table.clocks();
    let seat = clocks.running()?;
    Some((seat, clocks.left(seat)?))
}

/// A hundred years: more than any clock, and an instant can still hold it.
const LONG: Duration = Duration::from_secs(100 * 365 * 86_400);

fn duration(time: Millis) -> Duration {
    Duration::from_millis(time.0).min(LONG)
}

fn millis(time: Duration) -> Millis {
    Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::viewers::Viewer;
    use super::super::{Door, Line, Message, Newcomer, ON_THE_WAY, Out, Room, ViewerId};
    use super::*;
    use crate::config::Config;
    use crate::head::{Head, Sitting};
    use crate::house::{Dealing, House, Opponent, Question, Wanted};
    use crate::queue::queue;
    use crate::rooms::Rooms;
    use crate::row::What;
    use crate::token::TokenHash;
    use crate::who::Who;
    use serde_json::json;
    use std::ops::RangeInclusive;
    use std::sync::Arc;
    use tetrarch_fair::Dealer;
    use tetrarch_protocol::{Analysis, Command, Deed, Refused, RefusedFor, Setting};
    use tetrarch_rules::{BanChess, SeatSet};
    use tetrarch_store::{Moment, NewGame, Store};
    use tetrarch_table::{Control, Games, Of, Table};
    use tokio::sync::oneshot;

    const CLOCK: Duration = Duration::from_secs(5);
    const GAMES: Games = Games::new(&[&Of::<BanChess>::with_formats(&[])]);
    /// Black begins with a ban.
    const BLACK: Seat = Seat::new(1);

    /// Nothing is left to chance here, and no engine plays.
    struct Nobody;

    impl Dealing for Nobody {
        fn has_chance(&self, _: &str) -> bool {
            false
        }

        fn outcome(&self, _: &Dealer, _: &dyn Table) -> Option<String> {
            None
        }
    }

    impl Opponent for Nobody {
        fn levels(&self, _: &str) -> Option<RangeInclusive<u8>> {
            None
        }

        fn may_stand_in(&self, _: &str) -> bool {
            false
        }

        fn analyse(&self, _: &Wanted) -> Option<Analysis> {
            None
        }

        fn answer(&self, _: &Question) -> Option<Deed> {
            None
        }
    }

    fn head() -> Head {
        let sits =
            |name: &str| Sitting::Person { token: TokenHash::of(name), name: name.to_string(), person: None };
        Head {
            game: "ban-chess".to_string(),
            options: json!({}),
            start: None,
            control: Control::Fischer { initial: millis(CLOCK), increment: Millis::ZERO },
            seats: vec![sits("white"), sits("black")],
            owner: TokenHash::of("owner"),
            owner_person: None,
            setting: Setting::default(),
            secret: None,
            entropy: None,
            made: 0,
        }
    }

    /// A room in which Black's turn began longer ago than the clock has, and nobody has noticed yet.
    async fn room() -> (Room, Arc<Door>) {
        let house =
            House { games: GAMES, dealing: &Nobody, opponent: Arc::new(Nobody), rules: &[], page: &[] };
        let config = Config::new("sqlite::memory:", "127.0.0.1:0");
        let rooms = Rooms::new(house, Store::open(&config.database).await.unwrap(), config);
        let id: tetrarch_store::GameId = "in-time".parse().unwrap();
        let head = serde_json::to_string(&head()).unwrap();
        let new = NewGame { id: id.clone(), game: "ban-chess".to_string(), head, created: Moment(0) };
        rooms.store().create(new).await.unwrap();
        let (mut room, door) = Room::new(rooms.load(&id).await.unwrap().unwrap(), rooms);
        room.happen(vec![What::Began], None).await.unwrap();
        room.timer.since = Instant::now() - 2 * CLOCK;
        (room, door)
    }

    /// Black bans something so long after the turn began, and the room hears of it only now.
    async fn bans(door: &Door, at: Instant) -> oneshot::Receiver<Result<u64, Refused>> {
        let who = Box::new(Who { token: Some(TokenHash::of("black")), ..Who::default() });
        let id = "ban".to_string().try_into().unwrap();
        let deed = Deed::Act("b:d2d4".to_string());
        let command = Box::new(Command { id, version: 0, seat: None, deed });
        let (reply, answer) = oneshot::channel();
        door.tell(Message::Do { who, command, at, reply }).await.unwrap();
        answer
    }

    /// What becomes of a ban that was received so long after the turn began.
    async fn banned(room: Room, door: &Door, after: Duration) -> Result<u64, Refused> {
        let answer = bans(door, room.timer.since + after).await;
        door.tell(Message::Shutdown).await.unwrap();
        // The flag could fall at once, too.
        assert!(room.wake_at().unwrap() <= Instant::now());
        Box::new(room).run().await;
        answer.await.unwrap()
    }

    /// Somebody connects whose messages take so long.
    fn connect(room: &mut Room, seat: Seat, lag: Duration) {
        let line = Arc::new(Line::default());
        line.lag.measured(lag);
        let out = Out::Queue(queue(1).0);
        let (id, who) = (ViewerId(seat.index() as u64), Who::default());
        let newcomer = Newcomer { id, who, version: None, whole: false, line, out };
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
        assert_eq!(late.reason, RefusedFor::Flag);
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
        let since = room.timer.since;
        assert_eq!(left(&room.table).map(|(seat, _)| seat), Some(BLACK));
        assert_eq!(room.flag_at(), Some(since + CLOCK + black + ON_THE_WAY));
        assert_eq!(room.used(since + Duration::from_secs(1)), Millis(980));
        assert_eq!(banned(room, &door, CLOCK + black - Duration::from_millis(1)).await, Ok(1));
        let (room, door) = connected().await;
        let late = banned(room, &door, CLOCK + black).await.unwrap_err();
        assert_eq!(late.reason, RefusedFor::Flag, "White's lag is not Black's");
        let (mut room, _door) = connected().await;
        room.happen(
            vec![What::Acted { seat: "black".into(), action: "b:d2d4".into(), spent: Millis::ZERO }],
            None,
        )
        .await
        .unwrap();
        assert_eq!(room.flag_at(), Some(room.timer.since + CLOCK + white + ON_THE_WAY), "now it is White's");
    }
}
