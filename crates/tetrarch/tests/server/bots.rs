//! Programs play over lines of JSON: the example bot plays every game to its end.

use crate::kit::{Served, read};
use crate::web::Web;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tetrarch_protocol::{Occupant, TablePhase};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;
use tokio::time::timeout;

/// The longest that a game of the bot may take.
const PATIENCE: Duration = Duration::from_secs(100);

fn bot(served: &Served) -> Command {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(format!("http://{}", served.address)).kill_on_drop(true);
    command
}

/// Played by the example bot against the engine; what it says at the end is the outcome.
async fn plays_to_the_end(game: &str) {
    let served = Served::start().await;
    let mut command = bot(&served);
    command.args([game, "1"]);
    let output = timeout(PATIENCE, command.output()).await.expect("an end in time").expect("python3");
    let (said, faults) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{faults}");
    let outcome: Value = read(&said);
    assert!(outcome["reason"].is_string() && outcome["reason"] != "aborted", "{outcome}");
    let archive: Value = read(&served.get("/api/archive").await.1);
    assert_eq!(archive["games"][0]["outcome"]["reason"], outcome["reason"], "it is in the archive");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_ban_chess_to_the_end() {
    plays_to_the_end("ban-chess").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_banqi_to_the_end() {
    plays_to_the_end("banqi").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_enochian_chess_to_the_end() {
    plays_to_the_end("enochian").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_bishops_to_the_end() {
    plays_to_the_end("bishops").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_told_of_an_invitation_takes_the_seat_and_plays() {
    let served = Served::start().await;
    let robot = Web::account(&served, "Robot").await.program().await;
    let mut command = bot(&served);
    command.env("TETRARCH_TOKEN", robot.bearer.as_deref().unwrap()).stdout(Stdio::piped());
    let mut running = command.spawn().expect("python3");
    let ada = Web::guest(&served, "Ada").await;
    let seats = json!({"first": {"kind": "invited", "account": "robot"}, "second": {"kind": "mine"}});
    let made = ada.make(json!({"game": "banqi", "seats": seats})).await;
    let state = timeout(PATIENCE, async {
        loop {
            let state = ada.state(&made.table).await;
            if state.version > 1 {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let state = state.await.expect("the bot plays");
    assert_eq!(state.now.phase, TablePhase::Playing);
    assert!(matches!(&state.seats[0].sitter, Occupant::Person { name, .. } if name == "Robot"));
    assert_eq!(ada.order(&made.table, json!("resign")).await.status, 200);
    let mut said = String::new();
    let mut out = BufReader::new(running.stdout.take().unwrap());
    timeout(PATIENCE, out.read_line(&mut said)).await.expect("it sees the end").unwrap();
    assert_eq!(read::<Value>(&said)["reason"], "resignation");
    running.kill().await.unwrap();
}
