//! Data retention: absent guests and old sessions are deleted, and nothing else is.

use crate::eventually::eventually;
use crate::http_client::HttpClient;
use crate::paused_time::PausedTime;
use crate::test_server::TestServer;
use rusqlite::Connection;
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::TablePhase;
use tetrarch_server::Config;

/// The time between two clean-ups.
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(86_400);

fn with_cleanup(config: &mut Config) {
    config.rate_limits = false;
}

fn no_cleanup(config: &mut Config) {
    config.rate_limits = false;
    config.guest_retention_days = 0;
}

fn connect(server: &TestServer) -> Connection {
    let address = server.database();
    Connection::open(address.strip_prefix("sqlite:").unwrap()).unwrap()
}

fn query_count(server: &TestServer, words: &str) -> i64 {
    connect(server).query_row(words, (), |row| row.get(0)).unwrap()
}

const COUNT_PEOPLE: &str = "SELECT count(*) FROM people";

/// Waits until a clean-up has done something. If the one before was still running when the time passed, the next one
/// begins an hour later.
async fn wait_for_cleanup(time: &PausedTime, what: &str, mut is_done: impl AsyncFnMut() -> bool) {
    let mut polls = 0;
    let poll = async || {
        polls += 1;
        if polls % 100 == 0 {
            time.advance(HOUR, []).await;
        }
        is_done().await
    };
    eventually(what, poll).await;
}

/// Waits until the database has this many people.
async fn wait_for_people(time: &PausedTime, server: &TestServer, many: i64) {
    wait_for_cleanup(time, "a change of people", async || query_count(server, COUNT_PEOPLE) == many).await;
}

#[tokio::test(start_paused = true)]
async fn absent_guests_are_deleted_unless_they_are_expected_or_have_played() {
    let time = PausedTime::hold();
    let mut server = TestServer::with_config(no_cleanup).await;
    let (sits, owns, played, left, ada) = (
        HttpClient::guest(&server, "Sits").await,
        HttpClient::guest(&server, "Owns").await,
        HttpClient::guest(&server, "Played").await,
        HttpClient::guest(&server, "Left").await,
        HttpClient::account(&server, "Ada").await,
    );
    let table = owns.create_table(json!({"game": "ban-chess"})).await.table;
    sits.join(&table, json!({"seat": "white"})).await;
    ada.join(&table, json!({"seat": "black"})).await;
    let other =
        ada.create_table(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await.table;
    played.join(&other, json!({})).await;
    assert_eq!(played.command(&other, json!("resign")).await.status, 200);
    for _ in 0..2 {
        time.advance(31 * DAY, []).await;
        assert_eq!(ada.get("/api/me").await.status, 200);
    }
    assert_eq!(query_count(&server, COUNT_PEOPLE), 5, "nobody is deleted while cleanup is off");
    server.restart_with_config(with_cleanup).await;
    wait_for_people(&time, &server, 4).await;
    // The next clean-up begins after the first has ended.
    HttpClient::guest(&server, "Later").await;
    time.advance(31 * DAY, []).await;
    wait_for_people(&time, &server, 4).await;
    let known = async |web: &HttpClient| web.with_server(&server).get("/api/me").await.status;
    assert_eq!(known(&left).await, 401);
    for web in [&sits, &owns, &played, &ada] {
        assert_eq!(known(web).await, 200);
    }
    assert!(query_count(&server, "SELECT min(seen) FROM people") > 0);
}

#[tokio::test(start_paused = true)]
async fn a_guest_who_comes_back_in_time_is_kept() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let guest = HttpClient::guest(&server, "Ada").await;
    HttpClient::guest(&server, "Gone").await;
    time.advance(25 * DAY, []).await;
    assert_eq!(guest.get("/api/me").await.status, 200);
    let seen = query_count(&server, "SELECT max(seen) - max(made) FROM people");
    assert_eq!(seen, 25 * 86_400_000, "the visit was not recorded");
    time.advance(25 * DAY, []).await;
    wait_for_people(&time, &server, 1).await;
    assert_eq!(guest.get("/api/me").await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_browser_session_lasts_a_year_and_an_api_token_until_it_is_revoked() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let ada = HttpClient::account(&server, "Ada").await;
    let bot = ada.with_api_token().await;
    time.advance(364 * DAY, []).await;
    assert_eq!(ada.get("/api/me").await.status, 200);
    time.advance(2 * DAY, []).await;
    assert_eq!((ada.get("/api/me").await.status, bot.get("/api/me").await.status), (401, 200));
    let is_deleted = async || query_count(&server, "SELECT count(*) FROM sessions") == 1;
    wait_for_cleanup(&time, "the old session to be deleted", is_deleted).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_never_begins_is_ended() {
    let time = PausedTime::hold();
    let mut server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let old = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await.table;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "mine"}});
    let begun = ada.create_table(json!({"game": "banqi", "seats": seats})).await.table;
    time.advance(30 * DAY, []).await;
    assert_eq!(ada.state(&old).await.now.phase, TablePhase::Waiting);
    let new = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await.table;
    server.restart().await;
    let ada = ada.with_server(&server);
    time.advance(HOUR, []).await;
    let is_over = async || ada.state(&old).await.now.phase == TablePhase::Over;
    wait_for_cleanup(&time, "the old table to end", is_over).await;
    assert_eq!(ada.state(&begun).await.now.phase, TablePhase::Playing);
    assert_eq!(ada.state(&new).await.now.phase, TablePhase::Waiting);
}
