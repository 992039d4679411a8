//! Several concurrent writers.

use tetrarch_store::{Store, StoreError, StoredSession, Timestamp};

use crate::on_each_database;
use crate::test_database::{TestDatabase, game, id, texts};

on_each_database!(
    one_of_two_processes_that_write_the_same_number_succeeds,
    a_conflict_in_one_game_does_not_affect_the_others,
    a_rejected_write_does_not_affect_the_others,
    pending_writes_are_committed_together,
    several_processes_can_open_a_new_database_at_once,
);

/// Two stores on one database behave like two processes: they share only the database.
async fn one_of_two_processes_that_write_the_same_number_succeeds(database: TestDatabase) {
    let stores = [database.open().await, database.open().await];
    for name in ["a", "b", "c", "d"] {
        stores[0].create(game(name)).await.unwrap();
    }
    for number in 0..50 {
        for name in ["a", "b", "c", "d"] {
            let tries = [0, 1].map(|who| tokio::spawn(append(stores[who].clone(), name, number, who)));
            let mut won = Vec::new();
            for (who, attempt) in tries.into_iter().enumerate() {
                match attempt.await.unwrap() {
                    Ok(()) => won.push(who),
                    Err(StoreError::Conflict { .. }) => {}
                    Err(other) => panic!("{other:?}"),
                }
            }
            let [winner] = won[..] else { panic!("{won:?} have won") };
            let events = stores[0].load(&id(name)).await.unwrap().unwrap().events;
            assert_eq!(events.len() as u64, number + 1);
            assert_eq!(events.last(), Some(&format!("{name} {number} by {winner}")));
        }
    }
}

async fn append(store: Store, name: &'static str, number: u64, who: usize) -> Result<(), StoreError> {
    store.append(&id(name), number, vec![format!("{name} {number} by {who}")]).await
}

async fn a_rejected_write_does_not_affect_the_others(database: TestDatabase) {
    let store = database.open().await;
    let names: Vec<String> = (0..20).map(|number| format!("game-{number}")).collect();
    for name in &names {
        store.create(game(name)).await.unwrap();
    }
    let moves: Vec<_> = names
        .iter()
        .map(|name| {
            let (store, name) = (store.clone(), id(name));
            tokio::spawn(async move { store.append(&name, 0, texts(&["a"])).await })
        })
        .collect();
    // Of an unknown person.
    let session = StoredSession {
        id: "s".into(),
        person: "nobody".into(),
        kind: "login".into(),
        label: String::new(),
        made: Timestamp(0),
    };
    let refused = store.add_session(&session, "hash").await;
    assert!(refused.is_err(), "{refused:?}");
    for one in moves {
        one.await.unwrap().unwrap();
    }
}

async fn a_conflict_in_one_game_does_not_affect_the_others(database: TestDatabase) {
    let (ours, theirs) = (database.open().await, database.open().await);
    let names: Vec<String> = (0..40).map(|number| format!("game-{number}")).collect();
    for name in &names {
        ours.create(game(name)).await.unwrap();
    }
    let taken = |number: usize| number % 7 == 3;
    for (_, name) in names.iter().enumerate().filter(|(number, _)| taken(*number)) {
        theirs.append(&id(name), 0, texts(&["theirs"])).await.unwrap();
    }
    let answers = names.iter().map(|name| {
        let (ours, name) = (ours.clone(), id(name));
        tokio::spawn(async move { ours.append(&name, 0, texts(&["ours"])).await })
    });
    let answers: Vec<_> = answers.collect();
    for (number, answer) in answers.into_iter().enumerate() {
        let answer = answer.await.unwrap();
        assert_eq!(matches!(answer, Err(StoreError::Conflict { .. })), taken(number), "{number}: {answer:?}");
        assert_eq!(answer.is_ok(), !taken(number), "{number}: {answer:?}");
        let events = ours.load(&id(&names[number])).await.unwrap().unwrap().events;
        assert_eq!(events, [if taken(number) { "theirs" } else { "ours" }]);
    }
}

async fn pending_writes_are_committed_together(database: TestDatabase) {
    let store = database.open().await;
    let names: Vec<String> = (0..100).map(|number| format!("game-{number}")).collect();
    for name in &names {
        store.create(game(name)).await.unwrap();
    }
    let before = store.write_stats();
    let writers = names.iter().map(|name| {
        let (store, name) = (store.clone(), id(name));
        tokio::spawn(async move {
            for number in 0..20 {
                store.append(&name, number, texts(&["event"])).await.unwrap();
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let after = store.write_stats();
    let (changes, commits) = (after.changes - before.changes, after.commits - before.commits);
    assert_eq!(changes, 2_000);
    assert!(commits <= changes / 5, "{commits} transactions for {changes} changes");
}

async fn several_processes_can_open_a_new_database_at_once(database: TestDatabase) {
    let opening: Vec<_> = (0..4)
        .map(|_| {
            let address = database.address.clone();
            tokio::spawn(async move { Store::open(&address).await })
        })
        .collect();
    for (number, store) in opening.into_iter().enumerate() {
        let store = store.await.unwrap().unwrap();
        store.create(game(&format!("game-{number}"))).await.unwrap();
    }
    assert_eq!(database.open().await.unfinished().await.unwrap().len(), 4);
}
