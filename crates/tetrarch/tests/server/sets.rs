//! For organisers: tables in sets, links to print, results.

use crate::kit::Served;
use crate::web::Web;
use serde_json::json;
use tetrarch_protocol::{SetCreated, SetResults};

/// The first piece is turned: before it, giving up does not count.
async fn begin(who: &Web, table: &str) {
    assert_eq!(who.order(table, json!({"act": "?a1"})).await.status, 200);
}

#[tokio::test]
async fn a_set_has_a_link_for_each_seat_and_a_page_to_print() {
    let served = Served::start().await;
    let organiser = Web::guest(&served, "Organiser").await;
    let table = json!({"game": "ban-chess", "seats": {"black": {"kind": "open"}}});
    let made: SetCreated = organiser
        .post("/api/sets", &json!({"name": "Club <night>", "tables": 3, "table": table}))
        .await
        .json();
    assert_eq!((made.tables.len(), made.tables[0].invites.0.len()), (3, 2));
    let player = Web::guest(&served, "Ada").await;
    let first = &made.tables[0];
    let taken = player.post(&format!("/api/tables/{}/join", first.table), &json!({"seat": "white"})).await;
    assert_eq!(taken.status, 403, "without the link the seat is kept");
    player.join(&first.table, json!({"invite": first.invites.get("white")})).await;
    let wrong = organiser.get(&format!("/api/sets/{}/sheet?key=guess", made.set)).await;
    assert_eq!(wrong.status, 403);
    let sheet = organiser.get(&format!("/api/sets/{}/sheet?key={}", made.set, made.key)).await;
    assert_eq!(sheet.status, 200);
    assert_eq!(sheet.body.matches("<svg").count(), 6);
    assert!(sheet.body.contains("Club &lt;night&gt;") && !sheet.body.contains("<night>"));
    let invite = made.tables[2].invites.get("black").unwrap();
    assert!(sheet.body.contains(&format!("http://test/table/{}?invite={invite}", made.tables[2].table)));
    let by_key = Web { bearer: Some(made.key), ..Web::nobody(&served) };
    assert_eq!(
        by_key
            .order(&made.tables[1].table, json!({"order": {"engine": {"seat": "white", "level": 1}}}))
            .await
            .status,
        200,
        "the key owns the tables"
    );
}

#[tokio::test]
async fn the_results_of_a_set_are_a_table_for_spreadsheets() {
    let served = Served::start().await;
    let organiser = Web::guest(&served, "Organiser").await;
    let made: SetCreated = organiser
        .post("/api/sets", &json!({"name": "Cup", "tables": 2, "table": {"game": "banqi"}}))
        .await
        .json();
    let (ada, bob) = (Web::guest(&served, "=Ada").await, Web::guest(&served, "Bob, the second").await);
    for table in &made.tables {
        ada.join(&table.table, json!({"invite": table.invites.get("first")})).await;
        bob.join(&table.table, json!({"invite": table.invites.get("second")})).await;
    }
    let first = &made.tables[0].table;
    begin(&ada, first).await;
    assert_eq!(bob.order(first, json!("resign")).await.status, 200);
    for player in [&ada, &bob] {
        assert_eq!(player.order(first, json!("rematch")).await.status, 200);
    }
    let next = ada.state(first).await.now.next.unwrap();
    begin(&bob, &next).await;
    assert_eq!(bob.order(&next, json!("resign")).await.status, 200);
    let results: SetResults = organiser.get(&format!("/api/sets/{}", made.set)).await.json();
    assert_eq!(results.games.len(), 3, "a rematch counts for its table");
    assert_eq!(
        (results.players[0].name.as_str(), results.players[0].games, results.players[0].points),
        ("=Ada", 2, 2.0)
    );
    let csv = organiser.get(&format!("/api/sets/{}/results.csv", made.set)).await;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(csv.body.starts_with("table,game,seat,player,points,result\r\n"), "{}", csv.body);
    assert!(csv.body.contains(&format!("1,{first},first,'=Ada,1,resignation\r\n")), "{}", csv.body);
    assert!(csv.body.contains("\"Bob, the second\",0,resignation"), "{}", csv.body);
    assert_eq!(organiser.get("/api/sets/nothing").await.status, 404);
}

#[tokio::test]
async fn a_set_is_not_too_large_and_nobody_sits_everywhere() {
    let served = Served::start().await;
    let organiser = Web::guest(&served, "Organiser").await;
    for set in [
        json!({"name": "", "tables": 0, "table": {"game": "banqi"}}),
        json!({"name": "", "tables": 65, "table": {"game": "banqi"}}),
        json!({"name": "", "tables": 1, "table": {"game": "banqi", "seats": {"first": {"kind": "mine"}}}}),
    ] {
        assert_eq!(organiser.post("/api/sets", &set).await.status, 400);
    }
}
