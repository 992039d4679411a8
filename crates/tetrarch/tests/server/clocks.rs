//! Flag falls under each time control, and the cost of a turn.

use crate::client::{Client, assert_up_to_date, wait_all_for_version};
use crate::flows::play;
use crate::paused_time::PausedTime;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use std::time::Duration;
use tetrarch_protocol::{CommandKind, OwnerCommand, StepKind, TablePhase};
use tetrarch_rules::Reason;
use tetrarch_store::Store;
use tetrarch_table::{Millis, OfferKind};

fn left(client: &Client, seat: &str) -> u64 {
    client.state.now.clocks.as_ref().and_then(|clocks| clocks.left.get(seat)).expect("no clock").left.0
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);

/// The flag fall waits this long for moves that arrived in time.
const DELIVERY_GRACE: Duration = Duration::from_millis(20);

/// Lets the time of the player to act run out, if it is this long. Asserts that the flag falls then, and not before.
async fn assert_flag_falls(time: &PausedTime, clients: &mut [Client], after: Duration) {
    let millisecond = Duration::from_millis(1);
    time.advance(after + DELIVERY_GRACE - millisecond, clients.iter_mut()).await;
    assert!(!clients[0].state.line.iter().any(|step| step.kind == StepKind::Flagged), "too early");
    time.advance(millisecond, []).await;
    clients[0]
        .wait_for("a flag", |client| client.state.line.iter().any(|step| step.kind == StepKind::Flagged))
        .await;
}

/// Asserts that the flag of the player who begins falls after this time, and that the opponent wins.
async fn assert_flag_falls_under(control: Value, after: Duration) {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    assert_eq!(clients[0].state.now.clocks.as_ref().unwrap().running.as_deref(), Some("black"));
    assert_flag_falls(&time, &mut clients, after).await;
    let outcome = clients[0].state.now.outcome.clone().unwrap();
    assert_eq!(
        (outcome.reason, outcome.points.get("white").copied()),
        (Reason::Flag, Some(1.0)),
        "{control}"
    );
    assert_eq!(left(&clients[0], "black"), 0, "{control}");
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_with_fischer_increment() {
    let control = json!({"kind": "fischer", "initial": 600_000, "increment": 5000});
    assert_flag_falls_under(control, 10 * MINUTE).await;
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_with_simple_delay_after_the_delay_and_the_time() {
    let control = json!({"kind": "delay", "initial": 300_000, "delay": 10_000});
    assert_flag_falls_under(control, 5 * MINUTE + 10 * SECOND).await;
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_with_bronstein_delay_after_the_time_alone() {
    let control = json!({"kind": "bronstein", "initial": 300_000, "delay": 10_000});
    assert_flag_falls_under(control, 5 * MINUTE).await;
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_with_byoyomi_after_the_last_period() {
    let control = json!({"kind": "byoyomi", "main": 600_000, "period": 30_000, "periods": 2});
    assert_flag_falls_under(control, 11 * MINUTE).await;
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_with_time_per_move() {
    assert_flag_falls_under(json!({"kind": "per_move", "time": 60_000}), MINUTE).await;
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_in_every_game() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let control = json!({"kind": "per_move", "time": 60_000});
        let (_, mut clients) = server.full_table(json!({"game": game, "control": control})).await;
        assert_flag_falls(&time, &mut clients, MINUTE).await;
        let mut flags = clients[0].state.line.iter().filter(|step| step.kind == StepKind::Flagged);
        let seat = flags.next().and_then(|step| step.by.as_deref()).unwrap();
        assert_eq!(left(&clients[0], seat), 0, "{game}: {seat}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_byoyomi_period_used_up_by_a_turn_is_gone() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let control = json!({"kind": "byoyomi", "main": 600_000, "period": 30_000, "periods": 3});
    let (_, mut clients) = server.full_table(json!({"game": "banqi", "control": control})).await;
    let periods =
        |client: &Client| client.state.now.clocks.as_ref().unwrap().left.get("first").unwrap().periods;
    assert_eq!(periods(&clients[0]), Some(3));
    time.advance(10 * MINUTE + 45 * SECOND, &mut clients).await;
    play(&mut clients, &["?a1"]).await;
    assert_eq!((periods(&clients[1]), left(&clients[1], "first")), (Some(2), 60_000));
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_a_clock_is_stopped_until_its_player_is_back() {
    let time = PausedTime::hold();
    let mut server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 300_000, "increment": 0});
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    time.advance(MINUTE, &mut clients).await;
    server.restart_with_clients(&mut clients).await;
    let mut watcher = Client::connect(&server, &table, None).await;
    let running = |client: &Client| client.state.now.clocks.as_ref().unwrap().running.clone();
    assert_eq!(running(&watcher), None, "Black is not back yet");
    assert_eq!(left(&watcher, "black"), 240_000);
    time.advance(25 * SECOND, [&mut watcher]).await;
    clients[1].reconnect(&server).await;
    watcher.wait_for("the clock", |client| running(client).as_deref() == Some("black")).await;
    assert_eq!(left(&watcher, "black"), 240_000, "time was lost");
}

#[tokio::test(start_paused = true)]
async fn a_takeback_does_not_return_used_time() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 300_000, "increment": 0});
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4"]).await;
    time.advance(20 * SECOND, &mut clients).await;
    clients[1].propose(OfferKind::Takeback).await.unwrap();
    clients[0].wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
    let version = clients[0].accept(OfferKind::Takeback).await.unwrap();
    wait_all_for_version(&mut clients, version).await;
    assert_eq!(left(&clients[0], "white"), 280_000, "White used twenty seconds");
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

#[tokio::test(start_paused = true)]
async fn a_correspondence_flag_falls_after_days() {
    let time = PausedTime::hold();
    let mut server = TestServer::start().await;
    let control = json!({"kind": "correspondence", "days": 2});
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    time.advance(2 * DAY - MINUTE, &mut clients).await;
    server.stop_with_clients(&mut clients).await;
    let store = Store::open(&server.database()).await.unwrap();
    let rows = store.load(&table.parse().unwrap()).await.unwrap().unwrap().events;
    store.close().await;
    let last: Value = serde_json::from_str(rows.last().unwrap()).unwrap();
    let spent = &last["event"]["turn_time_used"]["spent"];
    assert_eq!(*spent, 2 * 86_400_000 - 60_000, "the time used by the turn is not stored: {rows:?}");
    time.advance(3 * DAY, []).await;
    server.start_again().await;
    // The clock is stopped until its player is back.
    clients[1].reconnect(&server).await;
    clients[0].reconnect(&server).await;
    assert_flag_falls(&time, &mut clients, MINUTE).await;
    clients[0].wait_for_end().await;
    assert_eq!(clients[0].state.now.outcome.as_ref().unwrap().reason, Reason::Flag);
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_while_nobody_is_connected() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 300_000, "increment": 0});
    let (table, mut clients) = server.full_table(json!({"game": "banqi", "control": control})).await;
    time.advance(MINUTE, &mut clients).await;
    drop(clients);
    time.advance(3 * MINUTE, []).await;
    assert_eq!(server.state(&table).await.now.phase, TablePhase::Playing);
    time.advance(MINUTE + DELIVERY_GRACE, []).await;
    assert_eq!(server.state(&table).await.now.phase, TablePhase::Over);
}

#[tokio::test(start_paused = true)]
async fn a_move_and_the_ban_after_it_are_one_turn_and_earn_one_increment() {
    let _time = PausedTime::hold();
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 10_000});
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4", "e4"]).await;
    assert_eq!(left(&clients[0], "white"), 60_000, "the turn is not over yet");
    play(&mut clients, &["b:e7e5"]).await;
    assert_eq!(left(&clients[0], "white"), 70_000);
    assert_eq!(left(&clients[0], "black"), 70_000, "black's first ban counts as a turn");
}

#[tokio::test(start_paused = true)]
async fn thinking_time_is_deducted() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 60_000, "increment": 0});
    let (_, mut clients) = server.full_table(json!({"game": "banqi", "control": control})).await;
    time.advance(7 * SECOND, &mut clients).await;
    play(&mut clients, &["?a1"]).await;
    assert_eq!((left(&clients[1], "first"), left(&clients[1], "second")), (53_000, 60_000));
}

#[tokio::test(start_paused = true)]
async fn a_restart_costs_nobody_time() {
    let time = PausedTime::hold();
    let mut server = TestServer::start().await;
    let control = json!({"kind": "fischer", "initial": 300_000, "increment": 0});
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess", "control": control})).await;
    play(&mut clients, &["b:d2d4"]).await;
    time.advance(10 * SECOND, &mut clients).await;
    play(&mut clients, &["e4", "b:e7e5"]).await;
    time.advance(20 * SECOND, &mut clients).await;
    server.stop_with_clients(&mut clients).await;
    time.advance(10 * MINUTE, []).await;
    server.start_again().await;
    for client in &mut clients {
        client.reconnect(&server).await;
    }
    let black = left(&clients[0], "black");
    assert_eq!(black, 280_000, "time used before the restart counts, downtime does not");
    assert_eq!(left(&clients[1], "white"), 290_000);
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
