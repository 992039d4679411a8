//! What the owner of a table has ordered is there after a kill, each order once.

use crate::kit::{Http, Running};
use crate::luck_of_now;
use serde_json::{Value, json};
use std::time::Duration;

/// What each order adds to the clock, in milliseconds.
const MORE: u64 = 1000;
const INITIAL: u64 = 10_000_000;

/// Orders more time for White until the server is gone; tells how many were acknowledged. The one that is not sure is sent
/// again first, with the same id.
async fn order(mut http: Http, table: String, mut next: u64) -> u64 {
    loop {
        let order = json!({"order": {"add_time": {"seat": "white", "time": MORE}}});
        let command = json!({"id": format!("more-{next}"), "version": 0, "do": order});
        match http.post(&format!("/api/tables/{table}/do"), &command).await {
            Ok((200, _)) => next += 1,
            Ok((status, body)) => panic!("{status}: {body}"),
            Err(_) => return next,
        }
        // A table takes only so many orders: a quick server would come to the last before it is killed.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_that_were_acknowledged_are_there_after_a_kill_and_none_is_done_twice() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("orders.db").display());
    let mut luck = luck_of_now();
    let mut server = Running::serve(&database);
    let mut http = Http::to(server.address).await.unwrap();
    let clock = json!({"kind": "fischer", "initial": INITIAL, "increment": 0});
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let new = json!({"game": "ban-chess", "control": clock, "seats": seats});
    let (_, made) = http.post("/api/tables", &new).await.unwrap();
    let text = |name: &str| made[name].as_str().unwrap().to_string();
    let (table, token) = (text("table"), text("token"));
    let mut acknowledged = 0;
    for _ in 0..5 {
        let mut http = Http::to(server.address).await.unwrap();
        http.token = Some(token.clone());
        let ordering = tokio::spawn(order(http, table.clone(), acknowledged));
        tokio::time::sleep(Duration::from_millis(50 + luck() % 200)).await;
        server.kill();
        acknowledged = ordering.await.unwrap();
        server = Running::serve(&database);
        let mut http = Http::to(server.address).await.unwrap();
        let (_, given) = http.get(&format!("/api/tables/{table}/orders")).await.unwrap();
        let given = given.as_array().unwrap().len() as u64;
        // The last may have been stored although nobody could be told any more.
        assert!(
            (acknowledged..=acknowledged + 1).contains(&given),
            "{acknowledged} acknowledged, {given} there"
        );
        let (_, state): (u16, Value) = http.get(&format!("/api/tables/{table}")).await.unwrap();
        assert_eq!(state["now"]["clocks"]["left"]["white"]["left"], INITIAL + given * MORE);
    }
    assert!(acknowledged > 20, "only {acknowledged} orders were acknowledged");
}
