//! Flag falls under each time control, and the cost of a turn.

use crate::client::{Client, assert_up_to_date, wait_all_for_version};
use crate::flows::play;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tetrarch_protocol::{CommandKind, OwnerCommand, StepKind, TablePhase};
use tetrarch_rules::Reason;
use tetrarch_store::Store;
use tetrarch_table::{Millis, OfferKind};
use tokio::time::sleep;

fn left(client: &Client, seat: &str) -> u64 {
    client.state.now.clocks.as_ref().and_then(|clocks| clocks.left.get(seat)).expect("no clock").left.0
}

/// Asserts that the flag of the player to act falls after this many milliseconds, not before and not much later.
async fn assert_flag_falls(control: Value, millis: u64) {
    let server = TestServer::start().await;
    let begins = Instant::now();
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    let shown = Instant::now();
    assert_eq!(clients[0].state.now.clocks.as_ref().unwrap().running.as_deref(), Some("black"));
    clients[0].wait_for_end().await;
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
async fn a_flag_falls_with_fischer_increment() {
    assert_flag_falls(json!({"kind": "fischer", "initial": 600, "increment": 5000}), 600).await;
}

#[tokio::test]
async fn a_flag_falls_with_simple_delay_after_the_delay_and_the_time() {
    assert_flag_falls(json!({"kind": "delay", "initial": 400, "delay": 400}), 800).await;
}

#[tokio::test]
async fn a_flag_falls_with_bronstein_delay_after_the_time_alone() {
    assert_flag_falls(json!({"kind": "bronstein", "initial": 600, "delay": 5000}), 600).await;
}

#[tokio::test]
async fn a_flag_falls_with_byoyomi_after_the_last_period() {
    assert_flag_falls(json!({"kind": "byoyomi", "main": 200, "period": 300, "periods": 2}), 800).await;
}

#[tokio::test]
async fn a_flag_falls_with_time_per_move() {
    assert_flag_falls(json!({"kind": "per_move", "time": 600}), 600).await;
}

#[tokio::test]
async fn a_flag_falls_in_every_game() {
    let server = TestServer::start().await;
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let control = json!({"kind": "per_move", "time": 500});
        let (_, mut clients) = server.full_table(json!({"game": game, "control": control})).await;
        clients[0]
            .wait_for("a flag", |client| client.state.line.iter().any(|step| step.kind == StepKind::Flagged))
            .await;
        let mut flags = clients[0].state.line.iter().filter(|step| step.kind == StepKind::Flagged);
        let seat = flags.next().and_then(|step| step.by.as_deref()).unwrap();
        assert_eq!(left(&clients[0], seat), 0, "{game}: {seat}");
    }
}

#[tokio::test]
async fn a_byoyomi_period_used_up_by_a_turn_is_gone() {
    let server = TestServer::start().await;
    let control = json!({"kind": "byoyomi", "main": 300, "period": 2000, "periods": 3});
    let (_, mut clients) = server.full_table(json!({"game": "banqi", "control": control})).await;
    let periods =
        |client: &Client| client.state.now.clocks.as_ref().unwrap().left.get("first").unwrap().periods;
    assert_eq!(periods(&clients[0]), Some(3));
    sleep(Duration::from_millis(2700)).await;
    play(&mut clients, &["?a1"]).await;
    assert_eq!((periods(&clients[1]), left(&clients[1], "first")), (Some(2), 4000));
}

#[tokio::test]
async fn after_a_restart_a_clock_is_stopped_until_its_player_is_back() {
    let mut server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 20_000, "increment": 0});
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    server.restart().await;
    let mut watcher = Client::connect(&server, &table, None).await;
    let running = |client: &Client| client.state.now.clocks.as_ref().unwrap().running.clone();
    assert_eq!(running(&watcher), None, "Black is not back yet");
    let before = left(&watcher, "black");
    sleep(Duration::from_millis(2500)).await;
    clients[1].reconnect(&server).await;
    watcher.wait_for("the clock", |client| running(client).as_deref() == Some("black")).await;
    assert!(left(&watcher, "black") + 500 >= before, "time was lost");
}

#[tokio::test]
async fn a_takeback_does_not_return_used_time() {
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 0});
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4"]).await;
    sleep(Duration::from_millis(1200)).await;
    clients[1].propose(OfferKind::Takeback).await.unwrap();
    clients[0].wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
    let version = clients[0].accept(OfferKind::Takeback).await.unwrap();
    wait_all_for_version(&mut clients, version).await;
    assert!(left(&clients[0], "white") <= 59_000, "White used more than a second");
}

#[tokio::test]
async fn added_time_makes_no_command_stale() {
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 0});
    let seats = json!({"white": {"kind": "open"}, "black": {"kind": "mine"}});
    let created = server.create_table(json!({"game": "ban-chess", "control": control, "seats": seats})).await;
    let white = server.join(&created.table, "white").await;
    let mut black = Client::connect(&server, &created.table, Some(created.token)).await;
    let mut white = Client::connect(&server, &created.table, Some(white.token)).await;
    black.act("b:d2d4").await.unwrap();
    white.wait_for_version(1).await;
    let more = OwnerCommand::AddTime { seat: "white".to_string(), time: Millis::from_secs(60) };
    assert_eq!(black.command(CommandKind::Order(more)).await, Ok(1));
    white.wait_for("the time", |client| left(client, "white") > 100_000).await;
    // By its version, this command was made before the time was added.
    assert_eq!(white.command_as("in-flight", 1, CommandKind::Act("e4".to_string())).await, Ok(2));
    let _ = black.socket.close(None).await;
    black.reconnect(&server).await;
    assert_eq!((black.state.version, black.state.line.len()), (2, 2));
    assert_up_to_date(&mut black).await;
}

/// Instead of waiting two days, the test stops the server and writes to the log that most of them have passed.
#[tokio::test]
async fn a_correspondence_flag_falls_after_days() {
    let mut server = TestServer::start().await;
    let control = json!({"kind": "correspondence", "days": 2});
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    server.stop().await;
    let store = Store::open(&server.database()).await.unwrap();
    let id = table.parse().unwrap();
    let rows = store.load(&id).await.unwrap().unwrap().events;
    let stored = rows.last().unwrap();
    assert!(stored.contains("turn_time_used"), "the time used by the turn is not stored: {rows:?}");
    let (number, spent) = (rows.len(), 2 * 86_400_000 - 500);
    let used = json!({"number": number, "at": 0, "event": {"turn_time_used": {"spent": spent}}});
    store.append(&id, number as u64, vec![used.to_string()]).await.unwrap();
    store.close().await;
    server.start_again().await;
    // The clock is stopped until its player is back.
    clients[1].reconnect(&server).await;
    clients[0].reconnect(&server).await;
    clients[0].wait_for_end().await;
    assert_eq!(clients[0].state.now.outcome.as_ref().unwrap().reason, Reason::Flag);
}

#[tokio::test]
async fn a_flag_falls_while_nobody_is_connected() {
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 300, "increment": 0});
    let (table, clients) = server.full_table(json!({"game": "banqi", "control": control})).await;
    drop(clients);
    for _ in 0..100 {
        sleep(Duration::from_millis(50)).await;
        if server.state(&table).await.now.phase == TablePhase::Over {
            return;
        }
    }
    panic!("the flag did not fall");
}

#[tokio::test]
async fn a_move_and_the_ban_after_it_are_one_turn_and_earn_one_increment() {
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 10_000});
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4", "e4"]).await;
    assert!(left(&clients[0], "white") <= 60_000, "the turn is not over yet");
    play(&mut clients, &["b:e7e5"]).await;
    let white = left(&clients[0], "white");
    assert!((65_000..=70_000).contains(&white), "{white}");
    assert!((65_000..=70_000).contains(&left(&clients[0], "black")), "black's first ban counts as a turn");
}

#[tokio::test]
async fn thinking_time_is_deducted() {
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 0});
    let (_, mut clients) = server.full_table(json!({"game": "banqi", "control": control})).await;
    sleep(Duration::from_millis(700)).await;
    play(&mut clients, &["?a1"]).await;
    let first = left(&clients[1], "first");
    assert!((50_000..=59_500).contains(&first), "{first}");
    assert!(left(&clients[1], "second") > 59_000);
}

#[tokio::test]
async fn a_restart_costs_nobody_time() {
    let mut server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 3000, "increment": 0});
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4", "e4", "b:e7e5"]).await;
    sleep(Duration::from_millis(300)).await;
    server.stop().await;
    let before = left(&clients[1], "white");
    sleep(Duration::from_millis(3500)).await;
    server.start_again().await;
    for client in &mut clients {
        client.reconnect(&server).await;
    }
    let black = left(&clients[0], "black");
    assert!(
        (1000..=2750).contains(&black),
        "{black}: time used before the restart counts, downtime does not"
    );
    assert_eq!(left(&clients[1], "white"), before);
    let version = clients[1].act("e6").await.unwrap();
    wait_all_for_version(&mut clients, version).await;
}

#[tokio::test]
async fn a_time_control_without_time_is_refused() {
    let server = TestServer::start().await;
    let table = json!({"game": "banqi", "control": {"kind": "per_move", "time": 0}});
    let (status, body) = server.post("/api/tables", &table).await;
    assert!(status == 400 && body.contains("at once"), "{body}");
}
