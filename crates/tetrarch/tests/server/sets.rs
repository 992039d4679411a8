//! Sets of tables for organisers: links to print, and results.

use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde_json::json;
use tetrarch_protocol::{SetCreated, SetResults};

/// Flips the first piece: before that, a resignation does not count.
async fn flip_first_piece(who: &HttpClient, table: &str) {
    assert_eq!(who.command(table, json!({"act": "?a1"})).await.status, 200);
}

#[tokio::test]
async fn a_set_has_a_link_for_each_seat_and_a_printable_page() {
    let server = TestServer::start().await;
    let organiser = HttpClient::guest(&server, "Organiser").await;
    let table = json!({"game": "ban-chess", "seats": {"black": {"kind": "open"}}});
    let created: SetCreated = organiser
        .post("/api/sets", &json!({"name": "Club <night>", "tables": 3, "table": table}))
        .await
        .json();
    assert_eq!((created.tables.len(), created.tables[0].invites.0.len()), (3, 2));
    let player = HttpClient::guest(&server, "Ada").await;
    let first = &created.tables[0];
    let taken = player.post(&format!("/api/tables/{}/join", first.table), &json!({"seat": "white"})).await;
    assert_eq!(taken.status, 403, "the seat is reserved for its link");
    player.join(&first.table, json!({"invite": first.invites.get("white")})).await;
    let wrong = organiser.get(&format!("/api/sets/{}/sheet?key=guess", created.set)).await;
    assert_eq!(wrong.status, 403);
    let sheet = organiser.get(&format!("/api/sets/{}/sheet?key={}", created.set, created.key)).await;
    assert_eq!(sheet.status, 200);
    assert_eq!(sheet.body.matches("<svg").count(), 6);
    assert!(sheet.body.contains("Club &lt;night&gt;") && !sheet.body.contains("<night>"));
    let invite = created.tables[2].invites.get("black").unwrap();
    assert!(sheet.body.contains(&format!("http://test/table/{}?invite={invite}", created.tables[2].table)));
    let by_key = HttpClient { bearer: Some(created.key), ..HttpClient::anonymous(&server) };
    assert_eq!(
        by_key
            .command(&created.tables[1].table, json!({"order": {"engine": {"seat": "white", "level": 1}}}))
            .await
            .status,
        200,
        "the key owns the tables"
    );
}

#[tokio::test]
async fn the_results_of_a_set_can_be_downloaded_as_csv() {
    let server = TestServer::start().await;
    let organiser = HttpClient::guest(&server, "Organiser").await;
    let created: SetCreated = organiser
        .post("/api/sets", &json!({"name": "Cup", "tables": 2, "table": {"game": "banqi"}}))
        .await
        .json();
    let (ada, bob) =
        (HttpClient::guest(&server, "=Ada").await, HttpClient::guest(&server, "Bob, the second").await);
    for table in &created.tables {
        ada.join(&table.table, json!({"invite": table.invites.get("first")})).await;
        bob.join(&table.table, json!({"invite": table.invites.get("second")})).await;
    }
    let first = &created.tables[0].table;
    flip_first_piece(&ada, first).await;
    assert_eq!(bob.command(first, json!("resign")).await.status, 200);
    for player in [&ada, &bob] {
        assert_eq!(player.command(first, json!("rematch")).await.status, 200);
    }
    let next = ada.state(first).await.now.next.unwrap();
    flip_first_piece(&bob, &next).await;
    assert_eq!(bob.command(&next, json!("resign")).await.status, 200);
    let results: SetResults = organiser.get(&format!("/api/sets/{}", created.set)).await.json();
    assert_eq!(results.games.len(), 3, "a rematch counts for its table");
    assert_eq!(
        (results.players[0].name.as_str(), results.players[0].games, results.players[0].points),
        ("=Ada", 2, 2.0)
    );
    let csv = organiser.get(&format!("/api/sets/{}/results.csv", created.set)).await;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(csv.body.starts_with("table,game,seat,player,points,result\r\n"), "{}", csv.body);
    assert!(csv.body.contains(&format!("1,{first},first,'=Ada,1,resignation\r\n")), "{}", csv.body);
    assert!(csv.body.contains("\"Bob, the second\",0,resignation"), "{}", csv.body);
    assert_eq!(organiser.get("/api/sets/nothing").await.status, 404);
}

#[tokio::test]
async fn a_set_has_a_maximum_size_and_nobody_can_take_all_its_seats() {
    let server = TestServer::start().await;
    let organiser = HttpClient::guest(&server, "Organiser").await;
    for set in [
        json!({"name": "", "tables": 0, "table": {"game": "banqi"}}),
        json!({"name": "", "tables": 65, "table": {"game": "banqi"}}),
        json!({"name": "", "tables": 1, "table": {"game": "banqi", "seats": {"first": {"kind": "mine"}}}}),
    ] {
        assert_eq!(organiser.post("/api/sets", &set).await.status, 400);
    }
}
