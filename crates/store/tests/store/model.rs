//! Random operations against an in-memory model.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tetrarch_store::{GameEnd, Store, StoreError, StoredGame, Timestamp};
use tokio::runtime::Handle;

use crate::on_each_database;
use crate::test_database::{TestDatabase, game, id};

on_each_database!(the_store_matches_the_model, logs_with_many_writers_have_every_event_once_and_in_order);

/// One step of a single writer. Numbers are relative to the end of the log.
#[derive(Clone, Debug)]
enum Step {
    Create(u8),
    Append { game: u8, ahead: i8, events: u8, finish: bool },
    Head(u8, String),
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let ahead = prop_oneof![6 => Just(0i8), 1 => -2..3i8];
    let step = prop_oneof![
        2 => (0..5u8).prop_map(Step::Create),
        8 => (0..5u8, ahead, 0..4u8, prop::bool::weighted(0.1))
            .prop_map(|(game, ahead, events, finish)| Step::Append { game, ahead, events, finish }),
        1 => (0..5u8, "[^\0]{0,8}").prop_map(|(game, head)| Step::Head(game, head)),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..40)
}

/// A test runner that works inside an async test. Cases share a database, so each has its own ids.
fn run<S: Strategy>(database: &TestDatabase, cases: u32, strategy: &S, work: &impl AsyncFn(&str, S::Value)) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let count = std::cell::Cell::new(0);
    let tested = TestRunner::new(config).run(strategy, |value| {
        count.set(count.get() + 1);
        let prefix = format!("case-{}", count.get());
        tokio::task::block_in_place(|| Handle::current().block_on(work(&prefix, value)));
        Ok(())
    });
    if let Err(failed) = tested {
        panic!("{}: {failed}", database.address);
    }
}

async fn the_store_matches_the_model(database: TestDatabase) {
    run(&database, 40, &steps(), &async |prefix, steps| {
        let mut store = database.open().await;
        let mut model = BTreeMap::new();
        for step in steps {
            if let Step::Reopen = step {
                store.close().await;
                store = database.open().await;
            } else {
                take(&store, &mut model, prefix, step).await;
            }
        }
        for (name, expected) in &model {
            assert_eq!(store.load(&id(name)).await.unwrap().as_ref(), Some(expected));
        }
        let open = store.unfinished().await.unwrap();
        for (name, expected) in &model {
            assert_eq!(open.contains(&id(name)), expected.finished.is_none());
        }
    });
}

/// Executes the step on both. The results must agree.
async fn take(store: &Store, model: &mut BTreeMap<String, StoredGame>, prefix: &str, step: Step) {
    match step {
        Step::Create(number) => {
            let new = game(&format!("{prefix}-{number}"));
            let created = store.create(new.clone()).await;
            assert_eq!(created.is_ok(), !model.contains_key(new.id.as_str()), "{created:?}");
            model.entry(new.id.to_string()).or_insert(StoredGame {
                game: new.game,
                head: new.head,
                created: new.created,
                events: vec![],
                finished: None,
            });
        }
        Step::Append { game, ahead, events, finish } => {
            let name = format!("{prefix}-{game}");
            append(store, model, &name, ahead, events, finish).await;
        }
        Step::Head(number, head) => {
            let name = format!("{prefix}-{number}");
            let open = model.get_mut(&name).filter(|game| game.finished.is_none());
            let written = store.update_head(&id(&name), head.clone()).await;
            assert_eq!(written.is_ok(), open.is_some(), "{written:?}");
            if let Some(game) = open {
                game.head = head;
            }
        }
        Step::Reopen => {}
    }
}

async fn append(
    store: &Store,
    model: &mut BTreeMap<String, StoredGame>,
    name: &str,
    ahead: i8,
    events: u8,
    finish: bool,
) {
    let length = model.get(name).map_or(0, |game| game.events.len() as u64);
    let from = length.saturating_add_signed(ahead.into());
    let events: Vec<String> = (0..events).map(|event| format!("{name} {from}+{event}")).collect();
    let end = finish.then(|| GameEnd { at: Timestamp(7), summary: name.to_string() });
    let written = match end.clone() {
        Some(end) => store.finish(&id(name), from, events.clone(), end).await,
        None => store.append(&id(name), from, events.clone()).await,
    };
    let Some(game) = model.get_mut(name).filter(|_| !(finish && events.is_empty())) else {
        assert!(matches!(written, Err(StoreError::GameNotFound { .. } | StoreError::NoLastEvent { .. })));
        return;
    };
    match written {
        Ok(()) => {
            assert!(game.finished.is_none() && from == length, "{name} {from} was accepted");
            game.events.extend(events);
            game.finished = end;
        }
        Err(StoreError::GameFinished { .. }) => assert!(game.finished.is_some()),
        Err(StoreError::Conflict { .. }) => assert!(from < length),
        Err(StoreError::Gap { next, .. }) => assert!(from > length && next == length),
        Err(other) => panic!("{other:?}"),
    }
}

/// The plan of one of many writers: the game and the number of events of each append.
type Plan = Vec<(usize, usize)>;

/// Several tasks, with separate or shared stores, write to the same three games. After a conflict a writer
/// loads the game and continues from there, as a server would.
async fn logs_with_many_writers_have_every_event_once_and_in_order(database: TestDatabase) {
    let plans = prop::collection::vec(prop::collection::vec((0..3usize, 1..4usize), 1..25), 2..5);
    let stores = [database.open().await, database.open().await, database.open().await];
    run(&database, 25, &plans, &async |prefix, plans| {
        for number in 0..3 {
            stores[0].create(game(&format!("{prefix}-{number}"))).await.unwrap();
        }
        let tasks: Vec<_> = plans
            .into_iter()
            .enumerate()
            .map(|(who, plan)| tokio::spawn(write(stores[who % 3].clone(), prefix.to_string(), who, plan)))
            .collect();
        let mut acknowledged: [BTreeMap<u64, String>; 3] = Default::default();
        for task in tasks {
            for (game, number, event) in task.await.unwrap() {
                assert_eq!(
                    acknowledged[game].insert(number, event),
                    None,
                    "two writers were told that {number} is theirs"
                );
            }
        }
        for (number, acknowledged) in acknowledged.into_iter().enumerate() {
            let stored = stores[0].load(&id(&format!("{prefix}-{number}"))).await.unwrap().unwrap();
            let stored: BTreeMap<u64, String> = (0..).zip(stored.events).collect();
            assert_eq!(stored, acknowledged);
        }
    });
}

async fn write(store: Store, prefix: String, who: usize, plan: Plan) -> Vec<(usize, u64, String)> {
    let mut next = [0u64; 3];
    let mut acknowledged = Vec::new();
    for (step, (game, count)) in plan.into_iter().enumerate() {
        let name = id(&format!("{prefix}-{game}"));
        let events: Vec<String> = (0..count).map(|part| format!("by {who}, step {step}.{part}")).collect();
        loop {
            match store.append(&name, next[game], events.clone()).await {
                Ok(()) => break,
                Err(StoreError::Conflict { .. }) => {
                    next[game] = store.load(&name).await.unwrap().unwrap().events.len() as u64;
                }
                Err(other) => panic!("{other:?}"),
            }
        }
        acknowledged
            .extend(events.into_iter().zip(next[game]..).map(|(event, number)| (game, number, event)));
        next[game] += count as u64;
    }
    acknowledged
}
