//! Two games with the same start and luck, the seats exchanged.

use crate::bench::Bench;
use crate::opening::opening;
use crate::play::{GamePlayed, Stopped, play};
use crate::{Chance, Contest, ContestFault, Holder, PlayerSpec, Seating, SpecFault, TermsFault};
use tetrarch_engine::Luck;
use tetrarch_rules::{Reason, Seat, SeatSet};
use tetrarch_table::Table;
use tetrarch_table::record::{Format as _, Json, Record, Tags};

/// Two games with the same start and luck, the seats exchanged.
#[derive(Clone, Debug)]
pub struct PairPlayed {
    /// Its number, from 0.
    pub number: u64,
    /// The games.
    pub games: [Game; 2],
}

/// One game of a pair.
#[derive(Clone, Debug)]
pub struct Game {
    /// A's share of the points; none if the game does not count.
    pub share: Option<f64>,
    /// Who sat alone against the others.
    pub alone: Option<Holder>,
    /// Why it was stopped, if it was.
    pub stopped: Option<Stopped>,
    /// Whether it ended on the clock.
    pub flagged: bool,
    /// What players did wrong.
    pub faults: Vec<String>,
    /// How many entries its log has.
    pub length: usize,
    /// The record, one line of JSON.
    pub record: String,
}

impl PairPlayed {
    /// A's shares, if both games count.
    pub fn shares(&self) -> Option<[f64; 2]> {
        Some([self.games[0].share?, self.games[1].share?])
    }
}

/// What is the same in both games of a pair.
struct Plan {
    number: u64,
    seed: u64,
    opening: Vec<String>,
}

impl Contest {
    pub(crate) fn play_pair(
        &self,
        bench: &mut Bench,
        seating: Seating,
        number: u64,
    ) -> Result<PairPlayed, ContestFault> {
        let seed = Luck::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).number();
        let plan = Plan { number, seed, opening: opening(&self.terms, seed)? };
        let games = [
            self.play_game(bench, seating, &plan, 1)?,
            self.play_game(bench, seating.exchanged(), &plan, 2)?,
        ];
        Ok(PairPlayed { number, games })
    }

    fn play_game(
        &self,
        bench: &mut Bench,
        seating: Seating,
        plan: &Plan,
        which: u8,
    ) -> Result<Game, ContestFault> {
        let mut table = self.terms.open(self.terms.control).map_err(TermsFault::from)?;
        let mut chance = Chance::new(plan.seed, table.seats().len(), self.terms.deal);
        enter_opening(&mut *table, &mut chance, &plan.opening);
        let mut players = bench.seated(seating);
        for (seat, player) in players.iter_mut().enumerate() {
            let seed = plan.seed.wrapping_add(seat as u64);
            player.new_game(&*table, seed).map_err(|fault| SpecFault::Make {
                spec: self.spec(seating.holder(Seat::new(seat))).to_string(),
                wrong: fault.to_string(),
            })?;
        }
        let played = play(&mut *table, &mut chance, &mut players, &self.terms.stops);
        let round = format!("{}.{which}", plan.number + 1);
        Ok(self.told(&*table, seating, &round, &played, &chance))
    }

    fn told(
        &self,
        table: &dyn Table,
        seating: Seating,
        round: &str,
        played: &GamePlayed,
        chance: &Chance,
    ) -> Game {
        let reason = table.outcome().map(|outcome| outcome.reason());
        let fault = |(seat, fault): &(Seat, String)| {
            let spec = self.spec(seating.holder(*seat));
            format!("game {round}, {} ({spec}) {fault}", seat.name(table.seats()))
        };
        let end = match reason {
            _ if !played.faults.is_empty() => "rules infraction",
            _ if played.stopped.is_some() => "adjudication",
            Some(Reason::Flag) => "time forfeit",
            _ => "normal",
        };
        Game {
            share: share(table, seating).filter(|_| reason != Some(Reason::Aborted)),
            alone: alone(seating),
            stopped: played.stopped,
            flagged: reason == Some(Reason::Flag),
            faults: played.faults.iter().map(fault).collect(),
            length: table.log().len(),
            record: self.record(table, seating, round, end, chance),
        }
    }

    fn spec(&self, holder: Holder) -> &PlayerSpec {
        match holder {
            Holder::A => &self.a,
            Holder::B => &self.b,
        }
    }

    fn record(&self, table: &dyn Table, seating: Seating, round: &str, end: &str, chance: &Chance) -> String {
        let mut tags = Tags::default();
        tags.set("Event", format!("{} against {}", self.a, self.b));
        tags.set("Round", round);
        for seat in seating.all.iter() {
            tags.set(seat.name(table.seats()), self.spec(seating.holder(seat)).to_string());
        }
        tags.set("Termination", end);
        let mut record = Record::of(table, tags);
        if record.start.is_none() && record.words.iter().any(|word| word.starts_with('=')) {
            record.tags.set("Fair", chance.published());
        }
        Json.write(&record, table)
    }
}

/// What chance did in the opening is dealt again, so that the luck goes on from there.
fn enter_opening(table: &mut dyn Table, chance: &mut Chance, opening: &[String]) {
    for word in opening {
        if word.starts_with('=') {
            let again = chance.outcome(table);
            debug_assert_eq!(again.as_ref(), Some(word), "the same luck");
        }
        table.enter(word).expect("an opening that was played before");
    }
}

/// Who sits alone against several.
fn alone(seating: Seating) -> Option<Holder> {
    match (seating.a.len(), seating.exchanged().a.len()) {
        (1, 2..) => Some(Holder::A),
        (2.., 1) => Some(Holder::B),
        _ => None,
    }
}

/// A's share of the points, if there are any.
fn share(table: &dyn Table, seating: Seating) -> Option<f64> {
    let outcome = table.outcome()?;
    let points = |seats: SeatSet| seats.iter().map(|seat| outcome.points(seat).value()).sum::<f64>();
    let all = points(seating.all);
    (all > 0.0).then(|| points(seating.a) / all)
}
