//! A flag of each kind of clock, and what a turn costs.

use crate::client::{Client, all_at, must_be_up_to_date};
use crate::flows::play;
use crate::kit::Served;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tetrarch_protocol::{CommandKind, OwnerCommand, TablePhase};
use tetrarch_rules::Reason;
use tetrarch_store::Store;
use tetrarch_table::{Millis, OfferKind};
use tokio::time::sleep;

fn left(client: &Client, seat: &str) -> u64 {
    client.state.now.clocks.as_ref().and_then(|clocks| clocks.left.get(seat)).expect("a clock").left.0
}

/// The flag of who is to act falls after this many milliseconds, not before and not much later.
async fn flag_falls(control: Value, millis: u64) {
    let served = Served::start().await;
    let begins = Instant::now();
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess", "control": control})).await;
    let shown = Instant::now();
    assert_eq!(clients[0].state.now.clocks.as_ref().unwrap().running.as_deref(), Some("black"));
    clients[0].until_over().await;
    let (passed, watched) = (begins.elapsed(), shown.elapsed());
    let outcome = clients[0].state.now.outcome.clone().unwrap();
    assert_eq!(
        (outcome.reason, outcome.points.get("white").copied()),
        (Reason::Flag, Some(1.0)),
        "{control}"
    );
    assert!(passed >= Duration::from_millis(millis), "{control}: {passed:?}");
    assert!(watched < Duration::from_millis(millis + 3000), "{control}: {watched:?}");
    assert_eq!(left(&clients[0], "black"), 0, "{control}");
}

#[tokio::test]
async fn a_fischer_flag_falls() {
    flag_falls(json!({"kind": "fischer", "initial": 600, "increment": 5000}), 600).await;
}

#[tokio::test]
async fn a_flag_with_delay_falls_after_the_delay_and_the_time() {
    flag_falls(json!({"kind": "delay", "initial": 400, "delay": 400}), 800).await;
}

#[tokio::test]
async fn a_bronstein_flag_falls_with_the_time_alone() {
    flag_falls(json!({"kind": "bronstein", "initial": 600, "delay": 5000}), 600).await;
}

#[tokio::test]
async fn a_byoyomi_flag_falls_after_the_last_period() {
    flag_falls(json!({"kind": "byoyomi", "main": 200, "period": 300, "periods": 2}), 800).await;
}

#[tokio::test]
async fn a_flag_per_move_falls() {
    flag_falls(json!({"kind": "per_move", "time": 600}), 600).await;
}

/// Who is to act loses by time in every game.
#[tokio::test]
async fn a_flag_falls_in_every_game() {
    let served = Served::start().await;
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let control = json!({"kind": "per_move", "time": 500});
        let (_, mut clients) = served.full_table(json!({"game": game, "control": control})).await;
        clients[0]
            .until("a flag", |client| client.state.line.iter().any(|step| step.word.starts_with("flag:")))
            .await;
        let line = &clients[0].state.line;
        let seat = line.iter().find_map(|step| step.word.strip_prefix("flag:")).unwrap();
        assert_eq!(left(&clients[0], seat), 0, "{game}: {seat}");
    }
}

#[tokio::test]
async fn a_byoyomi_period_that_a_turn_used_up_is_gone() {
    let served = Served::start().await;
    let control = json!({"kind": "byoyomi", "main": 300, "period": 2000, "periods": 3});
    let (_, mut clients) = served.full_table(json!({"game": "banqi", "control": control})).await;
    let periods =
        |client: &Client| client.state.now.clocks.as_ref().unwrap().left.get("first").unwrap().periods;
    assert_eq!(periods(&clients[0]), Some(3));
    sleep(Duration::from_millis(2700)).await;
    play(&mut clients, &["?a1"]).await;
    assert_eq!((periods(&clients[1]), left(&clients[1], "first")), (Some(2), 4000));
}

#[tokio::test]
async fn after_a_restart_the_clock_stands_until_its_player_is_back() {
    let mut served = Served::start().await;
    let control = json!({"kind": "fischer", "initial": 20_000, "increment": 0});
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess", "control": control})).await;
    served.restart().await;
    let mut watcher = Client::connect(&served, &table, None).await;
    let running = |client: &Client| client.state.now.clocks.as_ref().unwrap().running.clone();
    assert_eq!(running(&watcher), None, "Black is not back yet");
    let before = left(&watcher, "black");
    sleep(Duration::from_millis(2500)).await;
    clients[1].reconnect(&served).await;
    watcher.until("the clock", |client| running(client).as_deref() == Some("black")).await;
    assert!(left(&watcher, "black") + 500 >= before, "no time was lost");
}

#[tokio::test]
async fn a_takeback_does_not_give_back_the_time_that_was_thought() {
    let served = Served::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 0});
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4"]).await;
    sleep(Duration::from_millis(1200)).await;
    clients[1].propose(OfferKind::Takeback).await.unwrap();
    clients[0].until("the offer", |client| !client.state.now.offers.is_empty()).await;
    let version = clients[0].accept(OfferKind::Takeback).await.unwrap();
    all_at(&mut clients, version).await;
    assert!(left(&clients[0], "white") <= 59_000, "White had thought for more than a second");
}

#[tokio::test]
async fn time_that_is_given_makes_no_command_stale() {
    let served = Served::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 0});
    let seats = json!({"white": {"kind": "open"}, "black": {"kind": "mine"}});
    let made = served.make(json!({"game": "ban-chess", "control": control, "seats": seats})).await;
    let white = served.join(&made.table, "white").await;
    let mut black = Client::connect(&served, &made.table, Some(made.token)).await;
    let mut white = Client::connect(&served, &made.table, Some(white.token)).await;
    black.act("b:d2d4").await.unwrap();
    white.until_version(1).await;
    let more = OwnerCommand::AddTime { seat: "white".to_string(), time: Millis::from_secs(60) };
    assert_eq!(black.order(CommandKind::Order(more)).await, Ok(1));
    white.until("the time", |client| left(client, "white") > 100_000).await;
    // Made before the time was given, as far as its version tells.
    assert_eq!(white.order_as("in-flight", 1, CommandKind::Act("e4".to_string())).await, Ok(2));
    let _ = black.socket.close(None).await;
    black.reconnect(&served).await;
    assert_eq!((black.state.version, black.state.line.len()), (2, 2));
    must_be_up_to_date(&mut black).await;
}

/// Two days are not waited for: the server is stopped, and the log told that most of them have passed.
#[tokio::test]
async fn a_flag_of_correspondence_falls_after_days() {
    let mut served = Served::start().await;
    let control = json!({"kind": "correspondence", "days": 2});
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess", "control": control})).await;
    served.stop().await;
    let store = Store::open(&served.database()).await.unwrap();
    let id = table.parse().unwrap();
    let rows = store.load(&id).await.unwrap().unwrap().events;
    assert!(
        rows.last().unwrap().contains("thought"),
        "what the turn has used is stored when the server stops: {rows:?}"
    );
    let thought = format!(r#"{{"what":{{"thought":{{"spent":{}}}}}}}"#, 2 * 86_400_000 - 500);
    store.append(&id, rows.len() as u64, vec![thought]).await.unwrap();
    store.close().await;
    served.go_on().await;
    // The clock stands until its player is back.
    clients[1].reconnect(&served).await;
    clients[0].reconnect(&served).await;
    clients[0].until_over().await;
    assert_eq!(clients[0].state.now.outcome.as_ref().unwrap().reason, Reason::Flag);
}

#[tokio::test]
async fn a_flag_falls_although_nobody_is_connected() {
    let served = Served::start().await;
    let control = json!({"kind": "fischer", "initial": 300, "increment": 0});
    let (table, clients) = served.full_table(json!({"game": "banqi", "control": control})).await;
    drop(clients);
    for _ in 0..100 {
        sleep(Duration::from_millis(50)).await;
        if served.state(&table).await.now.phase == TablePhase::Over {
            return;
        }
    }
    panic!("the flag did not fall");
}

#[tokio::test]
async fn a_move_and_the_ban_after_it_are_one_turn_and_earn_one_increment() {
    let served = Served::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 10_000});
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4", "e4"]).await;
    assert!(left(&clients[0], "white") <= 60_000, "the turn is not over yet");
    play(&mut clients, &["b:e7e5"]).await;
    let white = left(&clients[0], "white");
    assert!((65_000..=70_000).contains(&white), "{white}");
    assert!((65_000..=70_000).contains(&left(&clients[0], "black")), "black's first ban was a turn");
}

#[tokio::test]
async fn time_that_a_player_thinks_is_spent() {
    let served = Served::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 0});
    let (_, mut clients) = served.full_table(json!({"game": "banqi", "control": control})).await;
    sleep(Duration::from_millis(700)).await;
    play(&mut clients, &["?a1"]).await;
    let first = left(&clients[1], "first");
    assert!((50_000..=59_500).contains(&first), "{first}");
    assert!(left(&clients[1], "second") > 59_000);
}

#[tokio::test]
async fn a_restart_costs_nobody_time() {
    let mut served = Served::start().await;
    let control = json!({"kind": "fischer", "initial": 3000, "increment": 0});
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4", "e4", "b:e7e5"]).await;
    sleep(Duration::from_millis(300)).await;
    served.stop().await;
    let before = left(&clients[1], "white");
    sleep(Duration::from_millis(3500)).await;
    served.go_on().await;
    for client in &mut clients {
        client.reconnect(&served).await;
    }
    let black = left(&clients[0], "black");
    assert!(
        (1000..=2750).contains(&black),
        "{black}: what was used before counts, the time between does not"
    );
    assert_eq!(left(&clients[1], "white"), before);
    let version = clients[1].act("e6").await.unwrap();
    all_at(&mut clients, version).await;
}

#[tokio::test]
async fn a_clock_that_would_fall_at_once_is_refused() {
    let served = Served::start().await;
    let table = json!({"game": "banqi", "control": {"kind": "per_move", "time": 0}});
    let (status, body) = served.post("/api/tables", &table).await;
    assert!(status == 400 && body.contains("at once"), "{body}");
}
