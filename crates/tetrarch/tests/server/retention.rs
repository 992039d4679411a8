//! Data retention: absent guests and old sessions are deleted, and nothing else is.

use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use rusqlite::Connection;
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::TablePhase;
use tetrarch_server::Config;

fn frequent_cleanup(config: &mut Config) {
    config.rate_limits = false;
    config.cleanup_interval = Duration::from_millis(50);
}

fn no_cleanup(config: &mut Config) {
    frequent_cleanup(config);
    config.guest_retention_days = 0;
}

fn connect(server: &TestServer) -> Connection {
    let address = server.database();
    Connection::open(address.strip_prefix("sqlite:").unwrap()).unwrap()
}

fn execute_sql(server: &TestServer, words: &str) {
    connect(server).execute_batch(words).unwrap();
}

fn query_count(server: &TestServer, words: &str) -> i64 {
    connect(server).query_row(words, (), |row| row.get(0)).unwrap()
}

const COUNT_PEOPLE: &str = "SELECT count(*) FROM people";

/// Waits until the database has this many people.
async fn wait_for_people(server: &TestServer, many: i64) {
    for _ in 0..200 {
        if query_count(server, COUNT_PEOPLE) == many {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} people are stored, expected {many}", query_count(server, COUNT_PEOPLE));
}

#[tokio::test]
async fn absent_guests_are_deleted_unless_they_are_expected_or_have_played() {
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
    let other =
        ada.create_table(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await.table;
    played.join(&other, json!({})).await;
    assert_eq!(played.command(&other, json!("resign")).await.status, 200);
    execute_sql(&server, "UPDATE people SET seen = seen - 31 * 86400000");
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(query_count(&server, COUNT_PEOPLE), 5, "nobody is deleted while cleanup is off");
    server.restart_with_config(frequent_cleanup).await;
    wait_for_people(&server, 4).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let known = async |web: &HttpClient| web.with_server(&server).get("/api/me").await.status;
    assert_eq!(known(&left).await, 401);
    for web in [&sits, &owns, &played, &ada] {
        assert_eq!(known(web).await, 200);
    }
    assert!(query_count(&server, "SELECT min(seen) FROM people") > 0);
}

#[tokio::test]
async fn a_guest_who_comes_back_in_time_is_kept() {
    let server = TestServer::with_config(frequent_cleanup).await;
    let guest = HttpClient::guest(&server, "Ada").await;
    execute_sql(&server, "UPDATE people SET seen = seen - 29 * 86400000");
    assert_eq!(guest.get("/api/me").await.status, 200);
    let seen = query_count(&server, "SELECT max(seen) - max(made) FROM people");
    assert!(seen >= 0, "the visit was not recorded: {seen}");
    execute_sql(&server, "UPDATE people SET seen = seen - 29 * 86400000");
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(guest.get("/api/me").await.status, 200);
}

#[tokio::test]
async fn a_browser_session_lasts_a_year_and_an_api_token_until_it_is_revoked() {
    let server = TestServer::with_config(frequent_cleanup).await;
    let ada = HttpClient::account(&server, "Ada").await;
    let bot = ada.with_api_token().await;
    execute_sql(&server, "UPDATE sessions SET made = made - 364 * 86400000");
    assert_eq!(ada.get("/api/me").await.status, 200);
    execute_sql(&server, "UPDATE sessions SET made = made - 2 * 86400000");
    assert_eq!((ada.get("/api/me").await.status, bot.get("/api/me").await.status), (401, 200));
    for _ in 0..100 {
        if query_count(&server, "SELECT count(*) FROM sessions") == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("an old session is still stored");
}

#[tokio::test]
async fn a_table_that_never_begins_is_ended() {
    let mut server = TestServer::with_config(no_cleanup).await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let old = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await.table;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "mine"}});
    let begun = ada.create_table(json!({"game": "banqi", "seats": seats})).await.table;
    execute_sql(&server, "UPDATE games SET head = json_set(head, '$.made', 5)");
    let new = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await.table;
    server.restart_with_config(frequent_cleanup).await;
    let ada = ada.with_server(&server);
    for _ in 0..200 {
        if ada.state(&old).await.now.phase == TablePhase::Over {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(ada.state(&old).await.now.phase, TablePhase::Over);
    assert_eq!(ada.state(&begun).await.now.phase, TablePhase::Playing);
    assert_eq!(ada.state(&new).await.now.phase, TablePhase::Waiting);
}
