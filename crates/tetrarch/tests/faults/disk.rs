//! Full disks, file size limits, and databases that are locked or read-only.

use crate::PROGRAM;
use crate::http_game::{HttpGame, assert_not_stored};
use crate::support::{HttpConnection, ServerProcess};
use rusqlite::Connection;
use serde_json::json;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

fn database(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("games.db").display())
}

/// Creates tables until the database is full.
async fn fill_the_database(server: &ServerProcess, game: &mut HttpGame) {
    let mut http = HttpConnection::connect(server.address).await.unwrap();
    for _ in 0..3000 {
        let (status, answer) = http.post("/api/tables", &json!({"game": "ban-chess"})).await.unwrap();
        if status != 201 {
            assert_not_stored(&(status, answer));
            assert_not_stored(&game.step(server.address).await.expect_err("nothing can be stored"));
            return;
        }
    }
    panic!("the database never fills up");
}

#[tokio::test]
async fn a_file_size_limit_is_reported_and_play_continues_when_it_is_lifted() {
    let folder = TempDir::new().unwrap();
    let server = ServerProcess::serve(&database(folder.path()));
    let mut game = HttpGame::create(server.address).await;
    let limit = |most: &str| {
        let process = server.pid().to_string();
        let set = Command::new("prlimit").args(["--pid", &process, &format!("--fsize={most}")]).status();
        assert!(set.is_ok_and(|status| status.success()), "prlimit (from util-linux) failed");
    };
    for _ in 0..3 {
        game.step_until_accepted(server.address).await;
    }
    limit("65536:unlimited");
    fill_the_database(&server, &mut game).await;
    game.assert_line_acknowledged(server.address).await;
    limit("unlimited:unlimited");
    for _ in 0..5 {
        game.step_until_accepted(server.address).await;
    }
    game.assert_line_acknowledged(server.address).await;
    server.kill();
    let again = ServerProcess::serve(&database(folder.path()));
    game.assert_line_acknowledged(again.address).await;
}

/// A command in its own mount namespace, with a disk of four megabytes mounted on the folder.
fn on_a_small_disk(folder: &Path, then: &str) -> Command {
    let alone = ["--user", "--map-root-user", "--mount", "sh", "-c"];
    let mount = format!("mount -t tmpfs -o size=4m tmpfs '{}'", folder.display());
    let may = Command::new("unshare").args(alone).arg(&mount).output();
    assert!(may.is_ok_and(|done| done.status.success()), "this system allows no mount namespaces");
    let mut command = Command::new("unshare");
    command.args(alone).arg(format!("{mount} && {then}")).args([PROGRAM, &database(folder)]);
    command
}

const SERVE: &str = r#"exec "$0" serve --listen 127.0.0.1:0 --no-limits --db "$1""#;

/// The folder as seen from the mount namespace of the server.
fn path_in_namespace(server: &ServerProcess, folder: &Path) -> PathBuf {
    let inside = folder.strip_prefix("/").expect("the path is not absolute");
    Path::new(&format!("/proc/{}/root", server.pid())).join(inside)
}

#[tokio::test]
#[ignore = "needs mount namespaces (make test)"]
async fn a_full_disk_is_reported_and_play_continues_when_there_is_space() {
    let folder = TempDir::new().unwrap();
    let server = ServerProcess::start(&mut on_a_small_disk(folder.path(), SERVE));
    let mut game = HttpGame::create(server.address).await;
    game.step_until_accepted(server.address).await;
    let filler = path_in_namespace(&server, folder.path()).join("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}
    drop(file);
    fill_the_database(&server, &mut game).await;
    game.assert_line_acknowledged(server.address).await;
    std::fs::remove_file(filler).unwrap();
    for _ in 0..5 {
        game.step_until_accepted(server.address).await;
    }
    game.assert_line_acknowledged(server.address).await;
}

#[tokio::test]
#[ignore = "needs mount namespaces (make test)"]
async fn a_read_only_disk_is_reported_at_startup() {
    for stopped in [true, false] {
        let (folder, home) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let server = ServerProcess::serve(&database(home.path()));
        let game = HttpGame::create(server.address).await;
        // SQLite leaves different files behind after a clean exit and after a kill.
        if stopped {
            server.stop();
        } else {
            server.kill();
        }
        let copy = format!("cp '{}'/* '{}'", home.path().display(), folder.path().display());
        let read_only = format!("mount -o remount,ro '{}'", folder.path().display());
        let then = format!("{copy} && {read_only} && exec timeout 20 {}", &SERVE["exec ".len()..]);
        let done = on_a_small_disk(folder.path(), &then).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{said}");
        assert!(said.contains("read-only"), "{said}");
        let again = ServerProcess::serve(&database(home.path()));
        game.assert_line_acknowledged(again.address).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_database_is_waited_for_then_reported_and_recovers() {
    let folder = TempDir::new().unwrap();
    let server = ServerProcess::serve(&database(folder.path()));
    let mut game = HttpGame::create(server.address).await;
    game.step_until_accepted(server.address).await;
    let stranger = Connection::open(folder.path().join("games.db")).unwrap();
    // A lock for a short time goes unnoticed.
    stranger.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let (stepped, ()) = tokio::join!(game.step(server.address), async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        stranger.execute_batch("ROLLBACK").unwrap();
    });
    stepped.expect("a short lock was not waited for");
    // A long lock is reported, and the state can still be read.
    stranger.execute_batch("BEGIN EXCLUSIVE").unwrap();
    assert_not_stored(&game.step(server.address).await.expect_err("the database is locked"));
    game.assert_line_acknowledged(server.address).await;
    stranger.execute_batch("ROLLBACK").unwrap();
    game.step_until_accepted(server.address).await;
    game.assert_line_acknowledged(server.address).await;
}
