//! Runs schemathesis against the HTTP API: it reads the OpenAPI document and generates requests for every operation.
//!
//! It is installed from PyPI, so the tests are ignored by default; `make test` runs them.

use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use std::fs;
use tokio::process::Command;

/// Configures existing values for the path parameters.
async fn config(server: &TestServer, ada: &HttpClient) -> String {
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "engine", "level": 1}});
    let table = ada.create_table(json!({"game": "banqi", "seats": seats})).await.table;
    let set = json!({"name": "Sunday", "tables": 2, "table": {"game": "banqi"}});
    let set: Value = ada.post("/api/sets", &set).await.json();
    let text = format!(
        "[parameters]\n\"path.table\" = \"{table}\"\n\"path.set\" = {}\n\"path.format\" = \"json\"\n\
         \"path.name\" = \"banqi\"\n",
        set["set"]
    );
    let file = server.folder().join("schemathesis.toml");
    fs::write(&file, text).unwrap();
    file.display().to_string()
}

/// Runs schemathesis on all paths except those matching `skip`.
async fn assert_documented(token: bool, skip: &str) {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let config = config(&server, &ada).await;
    let token = if token { ada.with_api_token().await.bearer.unwrap() } else { String::new() };
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/schemathesis");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/schemathesis");
    let output = Command::new(script)
        .args([&format!("http://{}", server.address), folder, &config, skip, &token])
        .output()
        .await
        .expect("failed to run schemathesis");
    let printed =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{printed}");
    let tried = printed.lines().find_map(|line| line.trim().split_once(" generated,")).map(|(many, _)| many);
    assert!(tried.and_then(|many| many.parse::<u32>().ok()).is_some_and(|many| many > 1000), "{printed}");
}

/// With and without a token. Skipped: operations that would end the session, and analysis, because the engine thinks
/// about each request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PyPI (make test)"]
async fn every_response_is_listed_in_the_openapi_document() {
    assert_documented(true, "/logout|/api/analysis$").await;
    assert_documented(false, "/api/analysis$").await;
}
