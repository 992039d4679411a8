//! Guests who have left, and old sessions: forgotten after a while, and nobody else is.

use crate::kit::Served;
use crate::web::Web;
use serde_json::json;
use sqlx::{AnyConnection, Connection as _};
use std::time::Duration;
use tetrarch_protocol::TablePhase;
use tetrarch_server::Config;

fn often(config: &mut Config) {
    config.rate_limits = false;
    config.cleanup_interval = Duration::from_millis(50);
}

fn never(config: &mut Config) {
    often(config);
    config.guest_retention_days = 0;
}

async fn change(served: &Served, words: &'static str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&served.database()).await.unwrap();
    sqlx::raw_sql(words).execute(&mut connection).await.unwrap();
}

async fn count(served: &Served, words: &'static str) -> i64 {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&served.database()).await.unwrap();
    sqlx::query_scalar(words).fetch_one(&mut connection).await.unwrap()
}

const PEOPLE: &str = "SELECT count(*) FROM people";

/// Waits until so many people are known.
async fn until_known(served: &Served, many: i64) {
    for _ in 0..200 {
        if count(served, PEOPLE).await == many {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} people are known, not {many}", count(served, PEOPLE).await);
}

#[tokio::test]
async fn guests_who_have_left_are_forgotten_unless_they_are_expected_or_have_played() {
    let mut served = Served::tuned(never).await;
    let (sits, owns, played, left, ada) = (
        Web::guest(&served, "Sits").await,
        Web::guest(&served, "Owns").await,
        Web::guest(&served, "Played").await,
        Web::guest(&served, "Left").await,
        Web::account(&served, "Ada").await,
    );
    let table = owns.make(json!({"game": "ban-chess"})).await.table;
    sits.join(&table, json!({"seat": "white"})).await;
    let other = ada.make(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await.table;
    played.join(&other, json!({})).await;
    assert_eq!(played.order(&other, json!("resign")).await.status, 200);
    change(&served, "UPDATE people SET seen = seen - 31 * 86400000").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(count(&served, PEOPLE).await, 5, "as long as it is switched off");
    served.restart_tuned(often).await;
    until_known(&served, 4).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let known = async |web: &Web| web.at(&served).get("/api/me").await.status;
    assert_eq!(known(&left).await, 401);
    for web in [&sits, &owns, &played, &ada] {
        assert_eq!(known(web).await, 200);
    }
    assert!(count(&served, "SELECT min(seen) FROM people").await > 0);
}

#[tokio::test]
async fn who_comes_back_in_time_is_not_forgotten() {
    let served = Served::tuned(often).await;
    let guest = Web::guest(&served, "Ada").await;
    change(&served, "UPDATE people SET seen = seen - 29 * 86400000").await;
    assert_eq!(guest.get("/api/me").await.status, 200);
    let seen = count(&served, "SELECT max(seen) - max(made) FROM people").await;
    assert!(seen >= 0, "it was noted: {seen}");
    change(&served, "UPDATE people SET seen = seen - 29 * 86400000").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(guest.get("/api/me").await.status, 200);
}

#[tokio::test]
async fn a_browser_is_known_for_a_year_and_a_program_until_its_token_is_taken_back() {
    let served = Served::tuned(often).await;
    let ada = Web::account(&served, "Ada").await;
    let bot = ada.program().await;
    change(&served, "UPDATE sessions SET made = made - 364 * 86400000").await;
    assert_eq!(ada.get("/api/me").await.status, 200);
    change(&served, "UPDATE sessions SET made = made - 2 * 86400000").await;
    assert_eq!((ada.get("/api/me").await.status, bot.get("/api/me").await.status), (401, 200));
    for _ in 0..100 {
        if count(&served, "SELECT count(*) FROM sessions").await == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("an old session is still stored");
}

#[tokio::test]
async fn a_table_that_nobody_has_begun_does_not_wait_for_ever() {
    let mut served = Served::tuned(never).await;
    let ada = Web::guest(&served, "Ada").await;
    let old = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await.table;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "mine"}});
    let begun = ada.make(json!({"game": "banqi", "seats": seats})).await.table;
    change(&served, "UPDATE games SET head = json_set(head, '$.made', 5)").await;
    let new = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await.table;
    served.restart_tuned(often).await;
    let ada = ada.at(&served);
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
