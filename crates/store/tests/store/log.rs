//! A single writer.

use tetrarch_store::{GameEnd, GameId, Store, StoreError, StoredGame, Timestamp};

use crate::on_each_database;
use crate::test_database::{TestDatabase, game, id, texts};

on_each_database!(
    a_stored_game_can_be_loaded,
    a_reopened_store_has_all_data,
    a_number_is_written_once,
    a_failed_append_stores_nothing,
    a_log_has_no_gaps,
    an_id_is_used_once,
    a_finished_game_cannot_be_changed,
    the_last_events_and_the_end_are_stored_atomically,
    unfinished_games_are_listed_oldest_first,
    the_head_can_be_replaced,
    notes_are_stored_by_name,
    long_appends_are_stored_completely,
    an_unknown_game_is_reported_as_not_found,
    nul_is_refused,
    a_closed_store_reports_that_it_is_closed,
    closing_waits_for_pending_writes,
    a_write_while_closing_is_stored_or_refused,
);

async fn a_stored_game_can_be_loaded(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    let odd = texts(&["", "'; DROP TABLE events; --", "♔ 將 \u{1F431}", "{\"a\":\"\\n\"}"]);
    store.append(&id("one"), 0, odd.clone()).await.unwrap();
    store.append(&id("one"), 4, texts(&["last"])).await.unwrap();
    let stored = store.load(&id("one")).await.unwrap().unwrap();
    let events = [odd, texts(&["last"])].concat();
    let expected = StoredGame {
        game: "banqi".into(),
        head: "{}".into(),
        created: Timestamp(1_700_000_000_000),
        events,
        finished: None,
    };
    assert_eq!(stored, expected);
}

async fn a_reopened_store_has_all_data(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    store.append(&id("one"), 0, texts(&["a", "b"])).await.unwrap();
    drop(store);
    let store = database.open().await;
    store.append(&id("one"), 2, texts(&["c"])).await.unwrap();
    store.close().await;
    assert_eq!(events(&database.open().await, "one").await, ["a", "b", "c"]);
}

async fn a_number_is_written_once(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    store.append(&id("one"), 0, texts(&["first"])).await.unwrap();
    let second = store.append(&id("one"), 0, texts(&["second"])).await;
    assert!(matches!(second, Err(StoreError::Conflict { .. })), "{second:?}");
    assert_eq!(events(&store, "one").await, ["first"]);
}

async fn a_failed_append_stores_nothing(database: TestDatabase) {
    let (ours, theirs) = (database.open().await, database.open().await);
    ours.create(game("one")).await.unwrap();
    ours.append(&id("one"), 0, texts(&["a"])).await.unwrap();
    theirs.append(&id("one"), 1, texts(&["b", "c"])).await.unwrap();
    let late = ours.append(&id("one"), 1, texts(&["x", "y", "z"])).await;
    assert!(matches!(late, Err(StoreError::Conflict { .. })), "{late:?}");
    assert_eq!(events(&ours, "one").await, ["a", "b", "c"]);
    ours.append(&id("one"), 3, texts(&["d"])).await.unwrap();
}

async fn a_log_has_no_gaps(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    store.append(&id("one"), 0, texts(&["a"])).await.unwrap();
    let far = store.append(&id("one"), 2, texts(&["c"])).await;
    assert!(matches!(far, Err(StoreError::Gap { next: 1, .. })), "{far:?}");
    assert_eq!(events(&store, "one").await, ["a"]);
}

async fn an_id_is_used_once(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    let again = store.create(game("one")).await;
    assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");
    for bad in ["", "a b", "../etc", "é", "123456789012345678901234567890123"] {
        assert!(bad.parse::<GameId>().is_err(), "{bad:?} is no id");
    }
}

async fn a_finished_game_cannot_be_changed(database: TestDatabase) {
    let (store, other) = (database.open().await, database.open().await);
    store.create(game("one")).await.unwrap();
    other.append(&id("one"), 0, texts(&["a"])).await.unwrap();
    let empty = store.finish(&id("one"), 1, vec![], end()).await;
    assert!(matches!(empty, Err(StoreError::NoLastEvent { .. })), "{empty:?}");
    store.finish(&id("one"), 1, texts(&["b"]), end()).await.unwrap();
    let stale = other.append(&id("one"), 1, texts(&["x"])).await;
    assert!(matches!(stale, Err(StoreError::Conflict { .. })), "{stale:?}");
    for handle in [&store, &other, &database.open().await] {
        for late in [
            handle.append(&id("one"), 2, texts(&["c"])).await,
            handle.finish(&id("one"), 2, texts(&["c"]), end()).await,
            handle.update_head(&id("one"), "new".into()).await,
        ] {
            assert!(matches!(late, Err(StoreError::GameFinished { .. })), "{late:?}");
        }
    }
    assert_eq!(events(&store, "one").await, ["a", "b"]);
}

async fn the_last_events_and_the_end_are_stored_atomically(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    store.append(&id("one"), 0, texts(&["a"])).await.unwrap();
    let wrong = store.finish(&id("one"), 0, texts(&["b"]), end()).await;
    assert!(matches!(wrong, Err(StoreError::Conflict { .. })), "{wrong:?}");
    assert_eq!(store.load(&id("one")).await.unwrap().unwrap().finished, None);
    store.finish(&id("one"), 1, texts(&["b"]), end()).await.unwrap();
    let stored = store.load(&id("one")).await.unwrap().unwrap();
    assert_eq!((stored.events, stored.finished), (texts(&["a", "b"]), Some(end())));
}

async fn unfinished_games_are_listed_oldest_first(database: TestDatabase) {
    let store = database.open().await;
    for name in ["z", "a", "m"] {
        store.create(game(name)).await.unwrap();
    }
    store.finish(&id("a"), 0, texts(&["end"]), end()).await.unwrap();
    assert_eq!(store.unfinished().await.unwrap(), [id("z"), id("m")]);
}

async fn the_head_can_be_replaced(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    store.update_head(&id("one"), "seats taken".into()).await.unwrap();
    assert_eq!(database.open().await.load(&id("one")).await.unwrap().unwrap().head, "seats taken");
}

async fn notes_are_stored_by_name(database: TestDatabase) {
    let store = database.open().await;
    assert_eq!(store.get_note("secret").await.unwrap(), None);
    store.put_note("secret", "one".into()).await.unwrap();
    store.put_note("other", "x".into()).await.unwrap();
    store.put_note("secret", "two".into()).await.unwrap();
    assert_eq!(database.open().await.get_note("secret").await.unwrap().as_deref(), Some("two"));
}

async fn long_appends_are_stored_completely(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    let many: Vec<String> = (0..1_543).map(|number| format!("event {number}")).collect();
    store.append(&id("one"), 0, many.clone()).await.unwrap();
    let huge = "x".repeat(1 << 20);
    store.append(&id("one"), 1_543, vec![huge.clone()]).await.unwrap();
    assert_eq!(events(&store, "one").await, [many, vec![huge]].concat());
}

async fn an_unknown_game_is_reported_as_not_found(database: TestDatabase) {
    let store = database.open().await;
    assert_eq!(store.load(&id("none")).await.unwrap(), None);
    let append = store.append(&id("none"), 0, texts(&["a"])).await;
    assert!(matches!(append, Err(StoreError::GameNotFound { .. })), "{append:?}");
    let head = store.update_head(&id("none"), String::new()).await;
    assert!(matches!(head, Err(StoreError::GameNotFound { .. })), "{head:?}");
}

async fn nul_is_refused(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    let nul = store.append(&id("one"), 0, texts(&["a\0b"])).await;
    assert!(matches!(nul, Err(StoreError::NulCharacter)), "{nul:?}");
}

async fn a_closed_store_reports_that_it_is_closed(database: TestDatabase) {
    let store = database.open().await;
    let other = store.clone();
    store.close().await;
    store.close().await;
    assert!(matches!(other.create(game("one")).await, Err(StoreError::Closed)));
    assert!(matches!(other.load(&id("one")).await, Err(StoreError::Closed)));
}

async fn closing_waits_for_pending_writes(database: TestDatabase) {
    let store = database.open().await;
    // They are polled in this order, so the writes are in the queue when the store is closed.
    let (first, second, ()) = tokio::join!(
        store.put_note("first", "x".into()),
        store.put_note("second", "x".into()),
        store.close(),
    );
    first.and(second).unwrap();
    let store = database.open().await;
    for name in ["first", "second"] {
        assert_eq!(store.get_note(name).await.unwrap().as_deref(), Some("x"), "{name}");
    }
}

async fn a_write_while_closing_is_stored_or_refused(database: TestDatabase) {
    let store = database.open().await;
    let asked: Vec<_> = (0..50)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.put_note(&format!("note {number}"), "x".into()).await })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await;
    let store = database.open().await;
    for (number, answer) in asked.into_iter().enumerate() {
        let stored = store.get_note(&format!("note {number}")).await.unwrap();
        match answer.await.unwrap() {
            Ok(()) => assert_eq!(stored.as_deref(), Some("x")),
            Err(error) => assert!(matches!(error, StoreError::Closed) && stored.is_none(), "{error:?}"),
        }
    }
}

fn end() -> GameEnd {
    GameEnd { at: Timestamp(5), summary: "black won".into() }
}

async fn events(store: &Store, name: &str) -> Vec<String> {
    store.load(&id(name)).await.unwrap().unwrap().events
}
