//! The system time changes, set by an operator or by the network. Game clocks use a monotonic clock instead.

use crate::PROGRAM;
use crate::support::{HttpConnection, ServerProcess};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A library that adds the number in a file to the system time.
const FAKE_TIME_SOURCE: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static volatile long *jump;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void start(void) {
    int file = open(getenv("WALL_CLOCK"), O_RDONLY);
    jump = mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
    real = dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(clock, time);
    if (clock == CLOCK_REALTIME && jump && jump != MAP_FAILED) time->tv_sec += *jump;
    return done;
}
"#;

/// Compiles the library. Building the program already needs a C compiler.
fn build_fake_time(folder: &Path) -> std::path::PathBuf {
    let (source, library) = (folder.join("wall.c"), folder.join("wall.so"));
    std::fs::write(&source, FAKE_TIME_SOURCE).unwrap();
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl").status();
    assert!(built.unwrap().success(), "the C compiler failed");
    library
}

fn set_offset(offset_file: &Path, seconds: i64) {
    use std::io::Write as _;
    // Written in place, because the server reads the same file all the time.
    std::fs::OpenOptions::new()
        .write(true)
        .open(offset_file)
        .unwrap()
        .write_all(&seconds.to_ne_bytes())
        .unwrap();
}

async fn send_command(http: &mut HttpConnection, table: &str, kind: Value, number: u64) -> Value {
    let (_, state) = http.get(&format!("/api/tables/{table}")).await.unwrap();
    let command = json!({"id": format!("c{number}"), "version": state["version"], "do": kind});
    let (status, answer) = http.post(&format!("/api/tables/{table}/do"), &command).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    http.get(&format!("/api/tables/{table}")).await.unwrap().1
}

#[tokio::test]
async fn system_time_changes_affect_no_game_clock_and_end_no_session() {
    let folder = TempDir::new().unwrap();
    let (library, offset_file) = (build_fake_time(folder.path()), folder.path().join("wall"));
    std::fs::write(&offset_file, 0_i64.to_ne_bytes()).unwrap();
    let serve = || {
        let mut command = Command::new(PROGRAM);
        let database = format!("sqlite:{}", folder.path().join("games.db").display());
        command.args(["serve", "--listen", "127.0.0.1:0", "--no-limits", "--db", &database]);
        ServerProcess::start(command.env("LD_PRELOAD", &library).env("WALL_CLOCK", &offset_file))
    };
    let server = serve();
    let mut http = HttpConnection::connect(server.address).await.unwrap();
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let clock = json!({"kind": "fischer", "initial": 600_000, "increment": 0});
    let new = json!({"game": "ban-chess", "seats": seats, "control": clock});
    let (_, made) = http.post("/api/tables", &new).await.unwrap();
    let (table, token) = (made["table"].as_str().unwrap(), made["token"].as_str().unwrap().to_string());
    http.token = Some(token.clone());
    const YEARS: i64 = 10 * 365 * 86_400;
    let now = i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_secs()).unwrap();
    for (number, (jump, action)) in
        [(YEARS, "b:d2d4"), (-YEARS, "e4"), (-2 * now, "b:e7e5"), (0, "f6")].into_iter().enumerate()
    {
        set_offset(&offset_file, jump);
        let state = send_command(&mut http, table, json!({"act": action}), number as u64).await;
        assert_eq!(state["now"]["phase"], "playing", "a flag fell");
        for seat in ["white", "black"] {
            let left = state["now"]["clocks"]["left"][seat]["left"].as_u64().unwrap();
            assert!((540_000..=600_000).contains(&left), "{seat} has {left} after a jump of {jump} s");
        }
    }
    // Owner commands are dated with the system time: the change was real.
    set_offset(&offset_file, YEARS);
    send_command(&mut http, table, json!({"order": "pause"}), 90).await;
    let (_, orders) = http.get(&format!("/api/tables/{table}/orders")).await.unwrap();
    assert!(orders[0]["at"].as_i64().unwrap() > (now + YEARS - 3600) * 1000, "{orders}");
    server.kill();
    set_offset(&offset_file, -YEARS);
    let again = serve();
    let mut http = HttpConnection::connect(again.address).await.unwrap();
    http.token = Some(token);
    let state = send_command(&mut http, table, json!({"order": "resume"}), 91).await;
    assert_eq!(state["line"].as_array().unwrap().len(), 4);
    send_command(&mut http, table, json!({"act": "b:b1c3"}), 92).await;
}
