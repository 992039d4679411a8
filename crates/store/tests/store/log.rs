//! What one writer may expect.

use tetrarch_store::{GameEnd, GameId, Store, StoreError, StoredGame, Timestamp};

use crate::home::{Home, game, id, words};
use crate::on_both;

on_both!(
    what_was_stored_is_read_back,
    a_store_that_is_opened_again_holds_everything,
    a_number_is_written_once,
    a_failed_append_stores_nothing_of_it,
    a_log_has_no_holes,
    an_id_is_used_once,
    a_finished_game_is_not_changed_any_more,
    the_last_events_and_the_end_are_one_step,
    games_that_are_not_finished_are_listed_oldest_first,
    the_head_can_be_written_again,
    notes_are_kept_under_their_names,
    long_appends_arrive_whole,
    a_game_that_is_not_there_is_said_to_be_missing,
    nul_is_refused,
    a_closed_store_says_so,
    closing_waits_for_what_was_asked_before,
);

async fn what_was_stored_is_read_back(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    let odd = words(&["", "'; DROP TABLE events; --", "♔ 將 \u{1F431}", "{\"a\":\"\\n\"}"]);
    store.append(&id("one"), 0, odd.clone()).await.unwrap();
    store.append(&id("one"), 4, words(&["last"])).await.unwrap();
    let stored = store.load(&id("one")).await.unwrap().unwrap();
    let events = [odd, words(&["last"])].concat();
    let expected = StoredGame {
        game: "banqi".into(),
        head: "{}".into(),
        created: Timestamp(1_700_000_000_000),
        events,
        finished: None,
    };
    assert_eq!(stored, expected);
}

async fn a_store_that_is_opened_again_holds_everything(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    store.append(&id("one"), 0, words(&["a", "b"])).await.unwrap();
    drop(store);
    let store = home.open().await;
    store.append(&id("one"), 2, words(&["c"])).await.unwrap();
    store.close().await;
    assert_eq!(events(&home.open().await, "one").await, ["a", "b", "c"]);
}

async fn a_number_is_written_once(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    store.append(&id("one"), 0, words(&["first"])).await.unwrap();
    let second = store.append(&id("one"), 0, words(&["second"])).await;
    assert!(matches!(second, Err(StoreError::Conflict { .. })), "{second:?}");
    assert_eq!(events(&store, "one").await, ["first"]);
}

async fn a_failed_append_stores_nothing_of_it(home: Home) {
    let (ours, theirs) = (home.open().await, home.open().await);
    ours.create(game("one")).await.unwrap();
    ours.append(&id("one"), 0, words(&["a"])).await.unwrap();
    theirs.append(&id("one"), 1, words(&["b", "c"])).await.unwrap();
    let late = ours.append(&id("one"), 1, words(&["x", "y", "z"])).await;
    assert!(matches!(late, Err(StoreError::Conflict { .. })), "{late:?}");
    assert_eq!(events(&ours, "one").await, ["a", "b", "c"]);
    ours.append(&id("one"), 3, words(&["d"])).await.unwrap();
}

async fn a_log_has_no_holes(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    store.append(&id("one"), 0, words(&["a"])).await.unwrap();
    let far = store.append(&id("one"), 2, words(&["c"])).await;
    assert!(matches!(far, Err(StoreError::Gap { next: 1, .. })), "{far:?}");
    assert_eq!(events(&store, "one").await, ["a"]);
}

async fn an_id_is_used_once(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    let again = store.create(game("one")).await;
    assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");
    for bad in ["", "a b", "../etc", "é", "123456789012345678901234567890123"] {
        assert!(bad.parse::<GameId>().is_err(), "{bad:?} is no id");
    }
}

async fn a_finished_game_is_not_changed_any_more(home: Home) {
    let (store, other) = (home.open().await, home.open().await);
    store.create(game("one")).await.unwrap();
    other.append(&id("one"), 0, words(&["a"])).await.unwrap();
    let empty = store.finish(&id("one"), 1, vec![], end()).await;
    assert!(matches!(empty, Err(StoreError::NoLastEvent { .. })), "{empty:?}");
    store.finish(&id("one"), 1, words(&["b"]), end()).await.unwrap();
    let stale = other.append(&id("one"), 1, words(&["x"])).await;
    assert!(matches!(stale, Err(StoreError::Conflict { .. })), "{stale:?}");
    for handle in [&store, &other, &home.open().await] {
        for late in [
            handle.append(&id("one"), 2, words(&["c"])).await,
            handle.finish(&id("one"), 2, words(&["c"]), end()).await,
            handle.update_head(&id("one"), "new".into()).await,
        ] {
            assert!(matches!(late, Err(StoreError::GameFinished { .. })), "{late:?}");
        }
    }
    assert_eq!(events(&store, "one").await, ["a", "b"]);
}

async fn the_last_events_and_the_end_are_one_step(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    store.append(&id("one"), 0, words(&["a"])).await.unwrap();
    let wrong = store.finish(&id("one"), 0, words(&["b"]), end()).await;
    assert!(matches!(wrong, Err(StoreError::Conflict { .. })), "{wrong:?}");
    assert_eq!(store.load(&id("one")).await.unwrap().unwrap().finished, None);
    store.finish(&id("one"), 1, words(&["b"]), end()).await.unwrap();
    let stored = store.load(&id("one")).await.unwrap().unwrap();
    assert_eq!((stored.events, stored.finished), (words(&["a", "b"]), Some(end())));
}

async fn games_that_are_not_finished_are_listed_oldest_first(home: Home) {
    let store = home.open().await;
    for name in ["z", "a", "m"] {
        store.create(game(name)).await.unwrap();
    }
    store.finish(&id("a"), 0, words(&["end"]), end()).await.unwrap();
    assert_eq!(store.unfinished().await.unwrap(), [id("z"), id("m")]);
}

async fn the_head_can_be_written_again(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    store.update_head(&id("one"), "seats taken".into()).await.unwrap();
    assert_eq!(home.open().await.load(&id("one")).await.unwrap().unwrap().head, "seats taken");
}

async fn notes_are_kept_under_their_names(home: Home) {
    let store = home.open().await;
    assert_eq!(store.get_note("secret").await.unwrap(), None);
    store.put_note("secret", "one".into()).await.unwrap();
    store.put_note("other", "x".into()).await.unwrap();
    store.put_note("secret", "two".into()).await.unwrap();
    assert_eq!(home.open().await.get_note("secret").await.unwrap().as_deref(), Some("two"));
}

async fn long_appends_arrive_whole(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    let many: Vec<String> = (0..1_543).map(|number| format!("event {number}")).collect();
    store.append(&id("one"), 0, many.clone()).await.unwrap();
    let huge = "x".repeat(1 << 20);
    store.append(&id("one"), 1_543, vec![huge.clone()]).await.unwrap();
    assert_eq!(events(&store, "one").await, [many, vec![huge]].concat());
}

async fn a_game_that_is_not_there_is_said_to_be_missing(home: Home) {
    let store = home.open().await;
    assert_eq!(store.load(&id("none")).await.unwrap(), None);
    let append = store.append(&id("none"), 0, words(&["a"])).await;
    assert!(matches!(append, Err(StoreError::GameNotFound { .. })), "{append:?}");
    let head = store.update_head(&id("none"), String::new()).await;
    assert!(matches!(head, Err(StoreError::GameNotFound { .. })), "{head:?}");
}

async fn nul_is_refused(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    let nul = store.append(&id("one"), 0, words(&["a\0b"])).await;
    assert!(matches!(nul, Err(StoreError::NulCharacter)), "{nul:?}");
}

async fn a_closed_store_says_so(home: Home) {
    let store = home.open().await;
    let other = store.clone();
    store.close().await;
    store.close().await;
    assert!(matches!(other.create(game("one")).await, Err(StoreError::Closed)));
    assert!(matches!(other.load(&id("one")).await, Err(StoreError::Closed)));
}

async fn closing_waits_for_what_was_asked_before(home: Home) {
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    let asked: Vec<_> = (0..50)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.put_note(&format!("note {number}"), "x".into()).await })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await;
    let store = home.open().await;
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
