//! More connections than there is room for, and more engines than there are cores.

use crate::PROGRAM;
use crate::kit::{Http, Running};
use crate::played::Played;
use serde_json::json;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long an action may take while others keep the machine busy.
const SOON: Duration = Duration::from_secs(10);

/// The program with a limit of its own to the number of files, and with options.
fn serve(folder: &TempDir, files: u32, options: &[&str]) -> Running {
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let mut command = Command::new("sh");
    command.args(["-c", &format!(r#"ulimit -n {files}; exec "$0" "$@""#), PROGRAM]);
    command.args(["serve", "--listen", "127.0.0.1:0", "--db", &database]).args(options);
    Running::start(&mut command)
}

async fn crowd(running: &Running, size: usize) -> Vec<TcpStream> {
    let mut crowd = Vec::new();
    for _ in 0..size {
        // Some are not even taken in, once the system's own queue is full.
        if let Ok(Ok(stream)) = timeout(Duration::from_millis(200), TcpStream::connect(running.address)).await
        {
            crowd.push(stream);
        }
    }
    crowd
}

#[tokio::test]
async fn when_there_are_no_files_left_for_a_crowd_who_plays_plays_on_and_others_come_in_afterwards() {
    let folder = TempDir::new().unwrap();
    let running = serve(&folder, 100, &["--no-limits"]);
    let mut played = Played::at(running.address).await;
    let mut http = Http::to(running.address).await.unwrap();
    let crowd = crowd(&running, 150).await;
    assert!(crowd.len() > 100);
    for _ in 0..5 {
        timeout(SOON, played.step_on(&mut http)).await.expect("in time").expect("it is stored");
    }
    let outside = async {
        let mut http = Http::to(running.address).await?;
        http.get("/healthz").await
    };
    assert!(timeout(Duration::from_secs(1), outside).await.is_err(), "there is no place for another");
    drop(crowd);
    timeout(SOON, played.must_be_there(running.address)).await.expect("there is room again");
    played.must_go_on(running.address).await;
}

#[tokio::test]
async fn one_address_cannot_have_all_connections() {
    let folder = TempDir::new().unwrap();
    let running = serve(&folder, 1024, &[]);
    let mut played = Played::at(running.address).await;
    let mut http = Http::to(running.address).await.unwrap();
    played.step_on(&mut http).await.unwrap();
    let mut crowd = crowd(&running, 450).await;
    let mut refused = 0;
    for stream in &mut crowd {
        let read = timeout(Duration::from_millis(5), stream.read(&mut [0])).await;
        refused += u32::from(matches!(read, Ok(Ok(0) | Err(_))));
    }
    assert!((40..=60).contains(&refused), "{refused} were not let in");
    played.step_on(&mut http).await.expect("who was there before plays on");
    drop(crowd);
    tokio::time::sleep(Duration::from_millis(200)).await;
    played.must_go_on(running.address).await;
}

#[tokio::test]
async fn while_fifty_engine_games_are_played_people_at_another_table_do_not_wait() {
    let folder = TempDir::new().unwrap();
    let running = serve(&folder, 1024, &["--no-limits"]);
    let mut http = Http::to(running.address).await.unwrap();
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
    let mut played = Played::at(running.address).await;
    let mut slowest = Duration::ZERO;
    for _ in 0..20 {
        let begun = Instant::now();
        timeout(SOON, played.step_on(&mut http)).await.expect("in time").expect("it is stored");
        slowest = slowest.max(begun.elapsed());
    }
    println!("the slowest action took {slowest:?} beside fifty engine games");
    played.must_be_there(running.address).await;
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let mut moved = 0;
        for table in &tables {
            http.token = None;
            let (_, state) = http.get(&format!("/api/tables/{table}")).await.unwrap();
            moved += u32::from(state["version"].as_u64().unwrap_or(0) > 0);
        }
        if moved >= 3 {
            break;
        }
        assert!(Instant::now() < end, "the engines do not play");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

fn seats_of(game: &str) -> &'static [&'static str] {
    match game {
        "bishops" => &["white", "grey", "black", "pink"],
        "enochian" => &["blue", "black", "red", "yellow"],
        "ban-chess" => &["white", "black"],
        _ => &["first", "second"],
    }
}
