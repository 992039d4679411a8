//! The interface is tried by a tester that others have written: it reads the OpenAPI document and asks everything, in every
//! way it can think of.
//!
//! It is installed from PyPI, so these are marked as ignored; `make test` runs them.

use crate::kit::Served;
use crate::web::Web;
use serde_json::{Value, json};
use std::fs;
use tokio::process::Command;

/// Things that exist, to be asked for by their names.
async fn config(served: &Served, ada: &Web) -> String {
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "engine", "level": 1}});
    let table = ada.make(json!({"game": "banqi", "seats": seats})).await.table;
    let set = json!({"name": "Sunday", "tables": 2, "table": {"game": "banqi"}});
    let set: Value = ada.post("/api/sets", &set).await.json();
    let text = format!(
        "[parameters]\n\"path.table\" = \"{table}\"\n\"path.set\" = {}\n\"path.format\" = \"json\"\n\
         \"path.name\" = \"banqi\"\n",
        set["set"]
    );
    let file = served.folder().join("schemathesis.toml");
    fs::write(&file, text).unwrap();
    file.display().to_string()
}

/// Lets it try everything but what matches `skip`.
async fn must_be_as_documented(token: bool, skip: &str) {
    let served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let config = config(&served, &ada).await;
    let token = if token { ada.program().await.bearer.unwrap() } else { String::new() };
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/schemathesis");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/schemathesis");
    let output = Command::new(script)
        .args([&format!("http://{}", served.address), folder, &config, skip, &token])
        .output()
        .await
        .expect("bash and python3");
    let said =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    let tried = said.lines().find_map(|line| line.trim().split_once(" generated,")).map(|(many, _)| many);
    assert!(tried.and_then(|many| many.parse::<u32>().ok()).is_some_and(|many| many > 1000), "{said}");
}

/// Who is known, and who is not. What would end the session is asked by nobody; the engine is asked elsewhere, for it thinks
/// about each question.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "installs schemathesis from PyPI"]
async fn whatever_is_asked_the_answer_is_one_that_the_document_lists() {
    must_be_as_documented(true, "/logout|/api/analysis$").await;
    must_be_as_documented(false, "/api/analysis$").await;
}
