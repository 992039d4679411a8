//! Responses that are the same for everybody: sample games, games and rules.

use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde_json::json;
use tetrarch_protocol::{GameInfo, SampleGame, ViewsResponse};

const PATHS: [&str; 5] =
    ["/api/games", "/api/samples", "/api/rules", "/api/rules/bishops", "/api/rules/bishops/blocks"];

fn header(head: &str, name: &str) -> Option<String> {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim().to_string())
}

#[tokio::test]
async fn every_game_has_a_sample_that_follows_its_rules() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let samples: Vec<SampleGame> = anonymous.get("/api/samples").await.json();
    let games: Vec<GameInfo> = anonymous.get("/api/games").await.json();
    let names = |names: Vec<String>| names.join(" ");
    assert_eq!(
        names(samples.iter().map(|sample| sample.game.clone()).collect()),
        names(games.iter().map(|game| game.name.clone()).collect())
    );
    for SampleGame { game, first, changes } in samples {
        assert!(changes.len() >= 5 && first.choices.is_empty(), "{game}");
        let started: ViewsResponse =
            anonymous.post("/api/views", &json!({ "study": { "game": game } })).await.json();
        assert_eq!(started.states[0].view.board, first.board, "{game}");
        let mut view = first;
        for change in changes {
            let before = view.clone();
            change.apply(&mut view);
            assert_ne!(view.marks, before.marks, "each step of {game} is marked");
        }
    }
}

#[tokio::test]
async fn public_responses_are_compressed_for_clients_that_accept_it() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    for path in PATHS {
        let (_, plain) = anonymous.request_bytes("GET", path, "", &[]).await;
        for encoding in ["gzip", "br"] {
            let asked = [("accept-encoding", encoding)];
            let (head, body) = anonymous.request_bytes("GET", path, "", &asked).await;
            assert_eq!(header(&head, "content-encoding").as_deref(), Some(encoding), "{path}: {head}");
            assert!(header(&head, "vary").is_some_and(|vary| vary.contains("accept-encoding")), "{head}");
            assert!(body.len() < plain.len(), "{path}: {} of {} bytes", body.len(), plain.len());
        }
    }
    let (head, _) = anonymous.request_bytes("GET", "/api/lobby", "", &[("accept-encoding", "br")]).await;
    assert_eq!(header(&head, "content-encoding"), None, "only public responses are compressed");
}

#[tokio::test]
async fn a_client_that_has_a_public_response_gets_it_only_once() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    for path in PATHS {
        let first = anonymous.get(path).await;
        assert_eq!(first.header("cache-control"), Some("public, no-cache"), "{path}");
        let tag = first.header("etag").expect("no ETag").to_string();
        for encoding in ["identity", "gzip", "br"] {
            let asked = [("if-none-match", tag.as_str()), ("accept-encoding", encoding)];
            let again = anonymous.request("GET", path, "", &asked).await;
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
            assert_eq!(again.header("etag"), Some(tag.as_str()));
        }
        let other = anonymous.request("GET", path, "", &[("if-none-match", "\"other\"")]).await;
        assert_eq!((other.status, other.body), (200, first.body), "{path}");
    }
    assert_eq!(anonymous.get("/api/rules/nothing").await.header("etag"), None);
}
