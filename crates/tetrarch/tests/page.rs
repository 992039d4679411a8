//! The page, in itself and in a real browser. `make test` runs these; they need Node, and Chromium, which
//! `scripts/chromium` installs.

use std::path::Path;
use std::process::Command;

/// Runs a script of the page's package and shows what it said if it fails.
fn npm(script: &str) {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let done = Command::new("npm")
        .args(["run", "--silent", script])
        .current_dir(web)
        .env("TETRARCH_BIN", env!("CARGO_BIN_EXE_tetrarch"))
        .output()
        .expect("npm is installed");
    let said = [done.stdout, done.stderr].concat();
    assert!(done.status.success(), "npm run {script}:\n{}", String::from_utf8_lossy(&said));
}

#[test]
#[ignore = "needs Node: make test runs it"]
fn the_page_is_strictly_typed() {
    npm("check");
}

#[test]
#[ignore = "needs Node: make test runs it"]
fn the_parts_of_the_page_do_what_they_promise() {
    npm("test");
}

#[test]
#[ignore = "needs Node and Chromium: make test runs it"]
fn people_play_in_a_real_browser() {
    npm("browser");
}
