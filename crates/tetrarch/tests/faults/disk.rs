//! Disks that are full, files that may not grow, databases that are locked or may only be read.

use crate::PROGRAM;
use crate::kit::{Http, Running};
use crate::played::{Played, must_be_clear};
use serde_json::json;
use sqlx::{AnyConnection, Connection as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

fn database(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("games.db").display())
}

/// Makes tables until the database can take no more.
async fn fill_the_database(running: &Running, played: &mut Played) {
    let mut http = Http::to(running.address).await.unwrap();
    for _ in 0..3000 {
        let (status, answer) = http.post("/api/tables", &json!({"game": "ban-chess"})).await.unwrap();
        if status != 201 {
            must_be_clear(&(status, answer));
            must_be_clear(&played.step(running.address).await.expect_err("nothing can be stored"));
            return;
        }
    }
    panic!("the database takes everything");
}

#[tokio::test]
async fn when_no_file_may_grow_it_is_told_and_play_goes_on_once_they_may() {
    let folder = TempDir::new().unwrap();
    let running = Running::serve(&database(folder.path()));
    let mut played = Played::at(running.address).await;
    let limit = |most: &str| {
        let process = running.process().to_string();
        let set = Command::new("prlimit").args(["--pid", &process, &format!("--fsize={most}")]).status();
        assert!(set.is_ok_and(|status| status.success()), "prlimit (of util-linux) sets the limit");
    };
    for _ in 0..3 {
        played.must_go_on(running.address).await;
    }
    limit("65536:unlimited");
    fill_the_database(&running, &mut played).await;
    played.must_be_there(running.address).await;
    limit("unlimited:unlimited");
    for _ in 0..5 {
        played.must_go_on(running.address).await;
    }
    played.must_be_there(running.address).await;
    running.kill();
    let again = Running::serve(&database(folder.path()));
    played.must_be_there(again.address).await;
}

/// A command in a small world of its own, where a disk of four megabytes is mounted on a folder; none where the system
/// lets nobody make such worlds.
fn on_a_small_disk(folder: &Path, then: &str) -> Option<Command> {
    let alone = ["--user", "--map-root-user", "--mount", "sh", "-c"];
    let mount = format!("mount -t tmpfs -o size=4m tmpfs '{}'", folder.display());
    let may = Command::new("unshare").args(alone).arg(&mount).output();
    if !may.is_ok_and(|done| done.status.success()) {
        println!("not tried: this system mounts no disks for tests");
        return None;
    }
    let mut command = Command::new("unshare");
    command.args(alone).arg(format!("{mount} && {then}")).args([PROGRAM, &database(folder)]);
    Some(command)
}

const SERVE: &str = r#"exec "$0" serve --listen 127.0.0.1:0 --no-limits --db "$1""#;

/// The folder as the program in its own world sees it.
fn seen_by(running: &Running, folder: &Path) -> PathBuf {
    let inside = folder.strip_prefix("/").expect("a whole path");
    Path::new(&format!("/proc/{}/root", running.process())).join(inside)
}

#[tokio::test]
async fn a_full_disk_where_one_can_be_mounted_is_told_and_play_goes_on_once_there_is_room() {
    let folder = TempDir::new().unwrap();
    let Some(mut command) = on_a_small_disk(folder.path(), SERVE) else { return };
    let running = Running::start(&mut command);
    let mut played = Played::at(running.address).await;
    played.must_go_on(running.address).await;
    let filler = seen_by(&running, folder.path()).join("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}
    drop(file);
    fill_the_database(&running, &mut played).await;
    played.must_be_there(running.address).await;
    std::fs::remove_file(filler).unwrap();
    for _ in 0..5 {
        played.must_go_on(running.address).await;
    }
    played.must_be_there(running.address).await;
}

#[tokio::test]
async fn a_disk_that_may_only_be_read_where_one_can_be_mounted_is_told_at_the_start() {
    for stopped in [true, false] {
        let (folder, home) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let running = Running::serve(&database(home.path()));
        let played = Played::at(running.address).await;
        // Whether the server had ended well or was killed: SQLite leaves different files behind.
        if stopped {
            running.stop();
        } else {
            running.kill();
        }
        let copy = format!("cp '{}'/* '{}'", home.path().display(), folder.path().display());
        let read_only = format!("mount -o remount,ro '{}'", folder.path().display());
        let then = format!("{copy} && {read_only} && exec timeout 20 {}", &SERVE["exec ".len()..]);
        let Some(mut command) = on_a_small_disk(folder.path(), &then) else { return };
        let done = command.output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{said}");
        assert!(said.contains("read-only"), "{said}");
        let again = Running::serve(&database(home.path()));
        played.must_be_there(again.address).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_another_program_locks_is_waited_for_then_told_and_found_again() {
    let folder = TempDir::new().unwrap();
    let running = Running::serve(&database(folder.path()));
    let mut played = Played::at(running.address).await;
    played.must_go_on(running.address).await;
    sqlx::any::install_default_drivers();
    let mut stranger = AnyConnection::connect(&database(folder.path())).await.unwrap();
    // For a moment: nobody notices.
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut stranger).await.unwrap();
    let (stepped, ()) = tokio::join!(played.step(running.address), async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        sqlx::raw_sql("ROLLBACK").execute(&mut stranger).await.unwrap();
    });
    stepped.expect("a short lock is waited for");
    // For long: it is told, and what is there can still be looked at.
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut stranger).await.unwrap();
    must_be_clear(&played.step(running.address).await.expect_err("the database is locked"));
    played.must_be_there(running.address).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut stranger).await.unwrap();
    played.must_go_on(running.address).await;
    played.must_be_there(running.address).await;
}
