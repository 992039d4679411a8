//! A pair of games with the same start and chance outcomes, and the seats swapped.

use crate::opening::random_opening;
use crate::play::{PlayedGame, StopReason, play};
use crate::player_pool::PlayerPool;
use crate::{
    ChanceSource, EngineMatch, GameConfigError, MatchError, MatchPlayer, PlayerSpec, PlayerSpecError, Seating,
};
use tetrarch_engine::Rng;
use tetrarch_rules::{Reason, Seat, SeatSet, Turn};
use tetrarch_table::record::{Format as _, JsonFormat, Record, Tags};
use tetrarch_table::{Table, TableEvent};

/// A pair of games with the same start and chance outcomes, and the seats swapped.
#[derive(Clone, Debug)]
pub struct GamePair {
    /// The pair's number, from 0.
    pub number: u64,
    /// The games.
    pub games: [MatchGame; 2],
}

/// One game of a pair.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// A's share of the points; `None` if the game does not count.
    pub share: Option<f64>,
    /// The player with one seat against several, if any.
    pub lone_player: Option<MatchPlayer>,
    /// Why the game was stopped early, if it was.
    pub stop_reason: Option<StopReason>,
    /// Whether the game ended on time.
    pub lost_on_time: bool,
    /// The players' errors.
    pub faults: Vec<String>,
    /// The number of log entries.
    pub length: usize,
    /// The record, as one line of JSON.
    pub record: String,
}

impl GamePair {
    /// A's share of the points in each game, if both count.
    pub fn shares(&self) -> Option<[f64; 2]> {
        Some([self.games[0].share?, self.games[1].share?])
    }
}

/// What both games of a pair have in common.
struct PairPlan {
    number: u64,
    seed: u64,
    opening: Vec<String>,
}

impl EngineMatch {
    pub(crate) fn play_pair(
        &self,
        pool: &mut PlayerPool,
        seating: Seating,
        number: u64,
    ) -> Result<GamePair, MatchError> {
        let seed = Rng::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
        let plan = PairPlan { number, seed, opening: random_opening(&self.config, seed)? };
        let games =
            [self.play_game(pool, seating, &plan, 1)?, self.play_game(pool, seating.exchanged(), &plan, 2)?];
        Ok(GamePair { number, games })
    }

    fn play_game(
        &self,
        pool: &mut PlayerPool,
        seating: Seating,
        plan: &PairPlan,
        which: u8,
    ) -> Result<MatchGame, MatchError> {
        let mut table = self.config.open(self.config.control).map_err(GameConfigError::from)?;
        let mut chance = ChanceSource::new(plan.seed, table.seats().len(), self.config.deal);
        enter_opening(&mut *table, &mut chance, &plan.opening);
        let mut players = pool.seated(seating);
        for (seat, player) in players.iter_mut().enumerate() {
            let seed = plan.seed.wrapping_add(seat as u64);
            player.new_game(&*table, seed).map_err(|fault| PlayerSpecError::Make {
                spec: self.spec(seating.holder(Seat::new(seat))).to_string(),
                problem: fault.to_string(),
            })?;
        }
        let played = play(&mut *table, &mut chance, &mut players, &self.config.stop_rule);
        let round = format!("{}.{which}", plan.number + 1);
        Ok(self.summarise(&*table, seating, &round, &played, &chance))
    }

    fn summarise(
        &self,
        table: &dyn Table,
        seating: Seating,
        round: &str,
        played: &PlayedGame,
        chance: &ChanceSource,
    ) -> MatchGame {
        let reason = table.outcome().map(|outcome| outcome.reason());
        let fault = |(seat, fault): &(Seat, String)| {
            let spec = self.spec(seating.holder(*seat));
            format!("game {round}, {} ({spec}) {fault}", seat.name(table.seats()))
        };
        let end = match reason {
            _ if !played.faults.is_empty() => "rules infraction",
            _ if played.stop_reason.is_some() => "adjudication",
            Some(Reason::Flag) => "time forfeit",
            _ => "normal",
        };
        MatchGame {
            share: points_share(table, seating).filter(|_| reason != Some(Reason::Aborted)),
            lone_player: lone_player(seating),
            stop_reason: played.stop_reason,
            lost_on_time: reason == Some(Reason::Flag),
            faults: played.faults.iter().map(fault).collect(),
            length: table.log().len(),
            record: self.record(table, seating, round, end, chance),
        }
    }

    fn spec(&self, holder: MatchPlayer) -> &PlayerSpec {
        match holder {
            MatchPlayer::A => &self.a,
            MatchPlayer::B => &self.b,
        }
    }

    fn record(
        &self,
        table: &dyn Table,
        seating: Seating,
        round: &str,
        end: &str,
        chance: &ChanceSource,
    ) -> String {
        let mut tags = Tags::default();
        tags.set("Event", format!("{} against {}", self.a, self.b));
        tags.set("Round", round);
        for seat in seating.all.iter() {
            tags.set(seat.name(table.seats()), self.spec(seating.holder(seat)).to_string());
        }
        tags.set("Termination", end);
        let mut record = Record::from_table(table, tags);
        if record.start.is_none() && has_chance(table) {
            record.tags.set("Fair", chance.published());
        }
        JsonFormat.write(&record, table)
    }
}

/// Whether chance decided anything in the game.
fn has_chance(table: &dyn Table) -> bool {
    table.log().iter().any(|event| matches!(event, TableEvent::Revealed { .. }))
}

/// Replays the opening. Draws its chance outcomes again, so that the chance source continues from there.
fn enter_opening(table: &mut dyn Table, chance: &mut ChanceSource, opening: &[String]) {
    for word in opening {
        if table.turn() == Turn::Chance {
            let again = chance.outcome(table);
            debug_assert_eq!(again.as_ref(), Some(word), "the same chance outcome");
        }
        table.play(word).expect("the opening was played before");
    }
}

/// The player with one seat against several.
fn lone_player(seating: Seating) -> Option<MatchPlayer> {
    match (seating.a.len(), seating.exchanged().a.len()) {
        (1, 2..) => Some(MatchPlayer::A),
        (2.., 1) => Some(MatchPlayer::B),
        _ => None,
    }
}

/// A's share of the points; `None` if there are none.
fn points_share(table: &dyn Table, seating: Seating) -> Option<f64> {
    let outcome = table.outcome()?;
    let points = |seats: SeatSet| seats.iter().map(|seat| outcome.points(seat).value()).sum::<f64>();
    let all = points(seating.all);
    (all > 0.0).then(|| points(seating.a) / all)
}
