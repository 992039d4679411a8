//! Engines never panic, hang or play an illegal action, whatever the options, the clock and the moment of a stop.

use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tetrarch::dealing::fair_outcome;
use tetrarch::games::{GAMES, make_engine};
use tetrarch_arena::{ChanceSource, Player, PlayerError, SeatedPlayers, StopRule, play};
use tetrarch_engine::{Answer, Engine, EngineSettings, Rng};
use tetrarch_rules::Seat;
use tetrarch_table::record::{Record, Tags};
use tetrarch_table::search::{Level, SearchLimits, SearchRequest};
use tetrarch_table::{Game, Millis, OfferKind, Table, TableEvent, TimeControl};

/// The maximum number of actions in a fast game.
const MAX_ACTIONS: usize = 240;
/// The maximum time for an answer, on a busy machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum time between a stop and the answer.
const STOP_TIMEOUT: Duration = Duration::from_millis(500);

/// An engine that is called with random limits, and stopped at random moments.
struct HurriedEngine {
    engine: Box<dyn Engine>,
    rng: Rng,
}

impl HurriedEngine {
    fn think(&mut self, clock: Option<Millis>) -> SearchRequest {
        let level = Level::try_from(1 + self.rng.below(8) as u8).expect("invalid level");
        let limits = match self.rng.below(8) {
            0 => Some(SearchLimits::depth(1 + self.rng.below(2) as u32)),
            1 => Some(SearchLimits::time(Duration::from_millis(self.rng.below(4)))),
            // By the clock, if little time is left.
            2 if clock.is_some_and(|left| left < Millis(200)) => None,
            _ => Some(SearchLimits::nodes(1 + self.rng.below(400))),
        };
        SearchRequest { limits, ..SearchRequest::at_level(level) }
    }

    /// Searches without limits until a stop from outside.
    fn interrupted(&mut self, table: &dyn Table, seat: Seat, wait: Duration) -> Option<Answer> {
        let think = SearchRequest::within(SearchLimits::NONE);
        let (stop, done) = (think.stop.clone(), AtomicBool::new(false));
        let (answer, late) = std::thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                std::thread::sleep(wait);
                stop.stop();
                let begun = Instant::now();
                while !done.load(Relaxed) && begun.elapsed() < ANSWER_TIMEOUT {
                    std::thread::sleep(Duration::from_micros(200));
                }
                begun.elapsed()
            });
            let answer = self.engine.answer(table, seat, &think);
            done.store(true, Relaxed);
            (answer, stopper.join().expect("no clock"))
        });
        assert!(late < STOP_TIMEOUT, "{} was stopped {late:?} ago: {}", table.game(), table.text());
        answer
    }
}

impl Player for HurriedEngine {
    fn new_game(&mut self, _table: &dyn Table, seed: u64) -> Result<(), PlayerError> {
        self.engine.new_game(seed);
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError> {
        let begun = Instant::now();
        let answer = if self.rng.below(6) == 0 {
            let wait = Duration::from_micros(self.rng.below(4_000));
            self.interrupted(table, seat, wait)
        } else {
            let think = self.think(table.clocks().left(seat));
            self.engine.answer(table, seat, &think)
        };
        assert!(begun.elapsed() < ANSWER_TIMEOUT, "{} hangs at {}", table.game(), table.text());
        answer.ok_or(PlayerError::NoAnswer)
    }
}

/// A player that plays random actions, makes every kind of offer, and accepts half of the offers.
struct RandomPlayer(Rng);

impl Player for RandomPlayer {
    fn new_game(&mut self, _table: &dyn Table, _seed: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError> {
        if let Some(offer) = table.offers().iter().find(|offer| offer.waiting.contains(seat)) {
            let kind = offer.kind.clone();
            return Ok(if self.0.below(2) == 0 { Answer::Accept(kind) } else { Answer::Decline(kind) });
        }
        let mut offers: Vec<OfferKind> = table.proposable(seat).into_iter().map(OfferKind::Treaty).collect();
        offers.extend([OfferKind::Draw, OfferKind::Takeback]);
        let offer = self.0.choose(&offers).cloned().filter(|_| self.0.below(20) == 0);
        let proposed = |offer: OfferKind| TableEvent::Proposed { seat, offer };
        let possible = offer.filter(|kind| table.snapshot().apply(&proposed(kind.clone())).is_ok());
        if let Some(kind) = possible {
            return Ok(Answer::Offer(kind));
        }
        if table.claimable().is_some() && self.0.below(4) == 0 {
            return Ok(Answer::Claim);
        }
        self.0.choose(&table.legal()).cloned().map(Answer::Act).ok_or(PlayerError::NoAnswer)
    }
}

/// All options with their possible values.
fn option_values(game: &str) -> Vec<(&'static str, Vec<Value>)> {
    let flag = || vec![json!(true), json!(false)];
    let element = || ["earth", "air", "water", "fire"].map(Value::from).to_vec();
    match game {
        "banqi" => vec![
            ("preset", ["standard", "document", "olympiad", "tcga"].map(Value::from).to_vec()),
            ("quiet_limit", [0, 3, 40].map(Value::from).to_vec()),
            ("repetition", [0, 2, 3].map(Value::from).to_vec()),
            ("pawn_takes_cannon", flag()),
        ],
        "enochian" => vec![
            ("array", element()),
            ("board", element()),
            ("players", [2, 4].map(Value::from).to_vec()),
            ("direction", ["clockwise", "widdershins"].map(Value::from).to_vec()),
            ("king_safety", ["free", "strict"].map(Value::from).to_vec()),
            ("quiet_limit", [0, 5, 60].map(Value::from).to_vec()),
            ("divination", flag()),
        ],
        "bishops" => vec![
            ("swap", ["free", "turn"].map(Value::from).to_vec()),
            ("castling", flag()),
            ("corners", ["sanctuary", "blocked"].map(Value::from).to_vec()),
            ("kq_sides", ["fixed", "random"].map(Value::from).to_vec()),
            ("material_limit", [0, 18, 30].map(Value::from).to_vec()),
            ("short", flag()),
            ("duel", ["immediate", "operator", "never"].map(Value::from).to_vec()),
            ("force_duel", ["two-left", "anytime"].map(Value::from).to_vec()),
            ("quiet_limit", [0, 8, 100].map(Value::from).to_vec()),
        ],
        _ => Vec::new(),
    }
}

fn options(game: &dyn Game, rng: &mut Rng) -> Value {
    let chosen = option_values(game.name()).into_iter().filter_map(|(name, values)| {
        let value = rng.choose(&values).cloned()?;
        (rng.below(2) == 0).then_some((name.to_string(), value))
    });
    Value::Object(chosen.collect())
}

fn control(rng: &mut Rng) -> TimeControl {
    let mut time = |most: u64| Millis(1 + rng.below(most));
    let (initial, little) = (time(400), time(20));
    match rng.below(7) {
        0 => TimeControl::Fischer { initial, increment: little },
        1 => TimeControl::Delay { initial, delay: little },
        2 => TimeControl::Bronstein { initial, delay: little },
        3 => TimeControl::Byoyomi { main: initial, period: little, periods: rng.below(4) as u32 },
        4 => TimeControl::PerMove { time: initial },
        5 => TimeControl::Correspondence { days: 1 },
        _ => TimeControl::None,
    }
}

/// Plays one fast game and checks that its record can be replayed. Returns the number of actions.
fn play_fast(game: &'static dyn Game, seed: u64) -> u64 {
    let mut rng = Rng::new(seed);
    let options = options(game, &mut rng);
    let mut table = game.open(&options, None, control(&mut rng)).expect("invalid options");
    let make = make_engine(game.name()).expect("no engine");
    let settings = EngineSettings { hash_mebibytes: 1, threads: 1 + rng.below(2) as usize, weights: None };
    let mut seated: Vec<Box<dyn Player>> = (0..table.seats().len())
        .map(|seat| {
            let own = Rng::new(seed ^ (seat as u64 + 1) << 32);
            if seat > 0 && rng.below(2) == 0 {
                Box::new(RandomPlayer(own)) as Box<dyn Player>
            } else {
                let engine = make(&settings).expect("invalid settings");
                Box::new(HurriedEngine { engine, rng: own })
            }
        })
        .collect();
    seated.iter_mut().for_each(|player| player.new_game(&*table, seed).expect("the player failed to start"));
    let mut players: SeatedPlayers<'_> =
        seated.iter_mut().map(|player| &mut **player as &mut dyn Player).collect();
    let mut chance = ChanceSource::new(seed, table.seats().len(), fair_outcome);
    let stops = StopRule { max_actions: MAX_ACTIONS, until: None };
    let played = play(&mut *table, &mut chance, &mut players, &stops);
    assert!(played.faults.is_empty(), "{} {options}, seed {seed}: {:?}", game.name(), played.faults);
    let record = Record::from_table(&*table, Tags::default());
    let again = record.play(game).unwrap_or_else(|fault| panic!("{}, seed {seed}: {fault}", game.name()));
    assert_eq!(again.outcome(), table.outcome(), "{}, seed {seed}", game.name());
    table.line_len() as u64
}

fn play_many(games: u64) {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    for game in GAMES.iter().filter(|game| make_engine(game.name()).is_some()) {
        let begun = Instant::now();
        let (next, actions) = (AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (next, actions) = (&next, &actions);
                scope.spawn(move || {
                    let seeds = std::iter::repeat_with(|| next.fetch_add(1, Relaxed));
                    for seed in seeds.take_while(|seed| *seed < games) {
                        actions.fetch_add(play_fast(game, seed), Relaxed);
                    }
                });
            }
        });
        let actions = actions.into_inner();
        println!("{}: {games} fast games in {:.0?}, {actions} actions", game.title(), begun.elapsed());
        assert!(actions > 10 * games, "{}: only {actions} actions in {games} games", game.title());
    }
}

#[test]
fn engines_survive_fast_games_with_any_options_clocks_and_stops() {
    play_many(20);
}

#[test]
#[ignore = "slow (make prove)"]
fn prove_engines_survive_a_thousand_fast_games_of_each_kind() {
    play_many(1000);
}
