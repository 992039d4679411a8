//! Commands of the table owner survive a kill, and each is applied exactly once.

use crate::random_numbers;
use crate::support::{HttpConnection, ServerProcess};
use serde_json::{Value, json};
use std::time::Duration;

/// Milliseconds that each command adds to the clock.
const ADDED_MILLIS: u64 = 1000;
const INITIAL_MILLIS: u64 = 10_000_000;

/// Adds time for White until the server is gone, and returns the number of acknowledged commands. Starts by repeating
/// the command whose fate is unknown, with the same id.
async fn add_time_repeatedly(mut http: HttpConnection, table: String, mut next: u64) -> u64 {
    loop {
        let order = json!({"order": {"add_time": {"seat": "white", "time": ADDED_MILLIS}}});
        let command = json!({"id": format!("more-{next}"), "version": 0, "do": order});
        match http.post(&format!("/api/tables/{table}/do"), &command).await {
            Ok((200, _)) => next += 1,
            Ok((status, body)) => panic!("{status}: {body}"),
            Err(_) => return next,
        }
        // The number of owner commands per table is limited. A fast server would reach the limit before it is killed.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_owner_commands_survive_a_kill_and_none_is_applied_twice() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("orders.db").display());
    let mut random = random_numbers();
    let mut server = ServerProcess::serve(&database);
    let mut http = HttpConnection::connect(server.address).await.unwrap();
    let clock = json!({"kind": "fischer", "initial": INITIAL_MILLIS, "increment": 0});
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let new = json!({"game": "ban-chess", "control": clock, "seats": seats});
    let (_, made) = http.post("/api/tables", &new).await.unwrap();
    let text = |name: &str| made[name].as_str().unwrap().to_string();
    let (table, token) = (text("table"), text("token"));
    let mut acknowledged = 0;
    for _ in 0..5 {
        let mut http = HttpConnection::connect(server.address).await.unwrap();
        http.token = Some(token.clone());
        let ordering = tokio::spawn(add_time_repeatedly(http, table.clone(), acknowledged));
        // The moment of the kill is random.
        tokio::time::sleep(Duration::from_millis(50 + random() % 200)).await;
        server.kill();
        acknowledged = ordering.await.unwrap();
        server = ServerProcess::serve(&database);
        let mut http = HttpConnection::connect(server.address).await.unwrap();
        let (_, given) = http.get(&format!("/api/tables/{table}/orders")).await.unwrap();
        let given = given.as_array().unwrap().len() as u64;
        // The last one may have been stored although the server could not acknowledge it any more.
        assert!(
            (acknowledged..=acknowledged + 1).contains(&given),
            "{acknowledged} acknowledged, {given} there"
        );
        let (_, state): (u16, Value) = http.get(&format!("/api/tables/{table}")).await.unwrap();
        assert_eq!(state["now"]["clocks"]["left"]["white"]["left"], INITIAL_MILLIS + given * ADDED_MILLIS);
    }
    assert!(acknowledged > 20, "only {acknowledged} commands were acknowledged");
}
