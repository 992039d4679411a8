//! Bots: the example bot plays every game to its end.

use crate::eventually::eventually;
use crate::http_client::HttpClient;
use crate::test_server::{TestServer, read};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tetrarch_protocol::{Occupant, TablePhase};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;
use tokio::time::timeout;

/// How long a game of the bot may take.
const GAME_TIMEOUT: Duration = Duration::from_secs(100);

fn bot(server: &TestServer) -> Command {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(format!("http://{}", server.address)).kill_on_drop(true);
    command
}

/// The example bot plays against the engine and prints the outcome at the end.
async fn assert_bot_plays_to_the_end(game: &str) {
    let server = TestServer::start().await;
    let mut command = bot(&server);
    command.args([game, "1"]);
    let output = timeout(GAME_TIMEOUT, command.output())
        .await
        .expect("the game took too long")
        .expect("failed to run python3");
    let (printed, faults) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed}{faults}");
    let outcome: Value = read(&printed);
    assert!(outcome["reason"].is_string() && outcome["reason"] != "aborted", "{outcome}");
    let archive: Value = read(&server.get("/api/archive").await.1);
    assert_eq!(
        archive["games"][0]["outcome"]["reason"], outcome["reason"],
        "the archive has another outcome"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_ban_chess_to_the_end() {
    assert_bot_plays_to_the_end("ban-chess").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_banqi_to_the_end() {
    assert_bot_plays_to_the_end("banqi").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_enochian_chess_to_the_end() {
    assert_bot_plays_to_the_end("enochian").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_bishops_to_the_end() {
    assert_bot_plays_to_the_end("bishops").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_accepts_an_invitation_and_plays() {
    let server = TestServer::start().await;
    let robot = HttpClient::account(&server, "Robot").await.with_api_token().await;
    let mut command = bot(&server);
    command.env("TETRARCH_TOKEN", robot.bearer.as_deref().unwrap()).stdout(Stdio::piped());
    let mut running = command.spawn().expect("failed to run python3");
    let ada = HttpClient::guest(&server, "Ada").await;
    let seats = json!({"first": {"kind": "invited", "account": "robot"}, "second": {"kind": "mine"}});
    let created = ada.create_table(json!({"game": "banqi", "seats": seats})).await;
    eventually("the bot to play", async || ada.state(&created.table).await.version > 1).await;
    let state = ada.state(&created.table).await;
    assert_eq!(state.now.phase, TablePhase::Playing);
    assert!(matches!(&state.seats[0].sitter, Occupant::Person { name, .. } if name == "Robot"));
    assert_eq!(ada.command(&created.table, json!("resign")).await.status, 200);
    let mut printed = String::new();
    let mut out = BufReader::new(running.stdout.take().unwrap());
    timeout(GAME_TIMEOUT, out.read_line(&mut printed))
        .await
        .expect("the bot did not notice the end")
        .unwrap();
    assert_eq!(read::<Value>(&printed)["reason"], "resignation");
    running.kill().await.unwrap();
}
