//! Tests of the web page: type check, unit tests, and end-to-end tests in Chromium. They need Node, and Chromium,
//! which `scripts/chromium` installs. `make test` runs them.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// One at a time, so that other tests do not disturb measurements in the browser.
static NPM_LOCK: Mutex<()> = Mutex::new(());

/// Runs an npm script of the web package, and shows its output if it fails.
fn npm(script: &str) {
    let _lock = NPM_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let result = Command::new("npm")
        .args(["run", "--silent", script])
        .current_dir(web)
        .env("TETRARCH_BIN", env!("CARGO_BIN_EXE_tetrarch"))
        .output()
        .expect("failed to run npm");
    let output = [result.stdout, result.stderr].concat();
    assert!(result.status.success(), "npm run {script}:\n{}", String::from_utf8_lossy(&output));
}

#[test]
#[ignore = "needs Node (make test)"]
fn the_web_page_passes_the_type_check() {
    npm("check");
}

#[test]
#[ignore = "needs Node (make test)"]
fn the_web_page_passes_its_unit_tests() {
    npm("test");
}

#[test]
#[ignore = "needs Chromium (make test)"]
fn the_web_page_passes_its_browser_tests() {
    npm("browser");
}
