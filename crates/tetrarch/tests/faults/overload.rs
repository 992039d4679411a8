//! More connections than the server has file descriptors, and more engines than cores.

use crate::PROGRAM;
use crate::http_game::HttpGame;
use crate::support::{HttpConnection, ServerProcess, eventually};
use serde_json::json;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long an action may take on a busy machine.
const ACTION_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs the server with a limit on open files, and with these options.
fn serve_with_file_limit(folder: &TempDir, files: u32, options: &[&str]) -> ServerProcess {
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let mut command = Command::new("sh");
    command.args(["-c", &format!(r#"ulimit -n {files}; exec "$0" "$@""#), PROGRAM]);
    command.args(["serve", "--listen", "127.0.0.1:0", "--db", &database]).args(options);
    ServerProcess::start(&mut command)
}

async fn open_connections(server: &ServerProcess, size: usize) -> Vec<TcpStream> {
    let mut connections = Vec::new();
    for _ in 0..size {
        // Some fail to connect once the listen queue of the system is full.
        if let Ok(Ok(stream)) = timeout(Duration::from_millis(200), TcpStream::connect(server.address)).await
        {
            connections.push(stream);
        }
    }
    connections
}

#[tokio::test]
async fn players_keep_playing_when_file_descriptors_run_out_and_others_get_in_afterwards() {
    let folder = TempDir::new().unwrap();
    let server = serve_with_file_limit(&folder, 100, &["--no-limits"]);
    let mut game = HttpGame::create(server.address).await;
    let mut http = HttpConnection::connect(server.address).await.unwrap();
    let connections = open_connections(&server, 150).await;
    assert!(connections.len() > 100);
    for _ in 0..5 {
        timeout(ACTION_TIMEOUT, game.step_on(&mut http))
            .await
            .expect("the action took too long")
            .expect("the action was refused");
    }
    let outside = async {
        let mut http = HttpConnection::connect(server.address).await?;
        http.get("/healthz").await
    };
    assert!(timeout(Duration::from_secs(1), outside).await.is_err(), "another connection was served");
    drop(connections);
    timeout(ACTION_TIMEOUT, game.assert_line_acknowledged(server.address))
        .await
        .expect("no connection is free again");
    game.step_until_accepted(server.address).await;
}

#[tokio::test]
async fn one_address_cannot_take_all_connections() {
    let folder = TempDir::new().unwrap();
    let server = serve_with_file_limit(&folder, 1024, &[]);
    let mut game = HttpGame::create(server.address).await;
    let mut http = HttpConnection::connect(server.address).await.unwrap();
    game.step_on(&mut http).await.unwrap();
    let mut connections = open_connections(&server, 450).await;
    let mut refused = 0;
    for stream in &mut connections {
        let read = timeout(Duration::from_millis(5), stream.read(&mut [0])).await;
        refused += u32::from(matches!(read, Ok(Ok(0) | Err(_))));
    }
    assert!((40..=60).contains(&refused), "{refused} were refused");
    game.step_on(&mut http).await.expect("an earlier connection no longer works");
    drop(connections);
    let is_free =
        async || HttpConnection::connect(server.address).await.unwrap().get("/healthz").await.is_ok();
    eventually("a free connection", is_free).await;
    game.step_until_accepted(server.address).await;
}

#[tokio::test]
async fn people_do_not_wait_while_fifty_engine_games_are_played() {
    let folder = TempDir::new().unwrap();
    let server = serve_with_file_limit(&folder, 1024, &["--no-limits"]);
    let mut http = HttpConnection::connect(server.address).await.unwrap();
    let games = ["bishops", "enochian", "ban-chess", "banqi"];
    let mut tables = Vec::new();
    for number in 0..50 {
        let game = games[number % games.len()];
        let seats = seats_of(game).iter().map(|seat| (*seat, json!({"kind": "engine", "level": 8})));
        let seats: serde_json::Map<_, _> = seats.map(|(seat, engine)| (seat.to_string(), engine)).collect();
        let (status, made) = http.post("/api/tables", &json!({"game": game, "seats": seats})).await.unwrap();
        assert_eq!(status, 201, "{made}");
        tables.push(made["table"].as_str().unwrap().to_string());
    }
    let mut game = HttpGame::create(server.address).await;
    let mut slowest = Duration::ZERO;
    for _ in 0..20 {
        let begun = Instant::now();
        timeout(ACTION_TIMEOUT, game.step_on(&mut http))
            .await
            .expect("the action took too long")
            .expect("the action was refused");
        slowest = slowest.max(begun.elapsed());
    }
    println!("the slowest action took {slowest:?} beside fifty engine games");
    game.assert_line_acknowledged(server.address).await;
    http.token = None;
    let engines_play = async || {
        let mut moved = 0;
        for table in &tables {
            let (_, state) = http.get(&format!("/api/tables/{table}")).await.unwrap();
            moved += u32::from(state["version"].as_u64().unwrap_or(0) > 0);
        }
        moved >= 3
    };
    eventually("the engines to play", engines_play).await;
}

fn seats_of(game: &str) -> &'static [&'static str] {
    match game {
        "bishops" => &["white", "grey", "black", "pink"],
        "enochian" => &["blue", "black", "red", "yellow"],
        "ban-chess" => &["white", "black"],
        _ => &["first", "second"],
    }
}
