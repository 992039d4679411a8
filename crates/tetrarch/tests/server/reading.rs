//! Reading records that people paste.

use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use tetrarch_protocol::{GameInfo, ReadRecordsResponse, ViewsResponse};

async fn read(client: &HttpClient, text: &str, game: &str) -> ReadRecordsResponse {
    client.post("/api/records", &json!({ "text": text, "game": game })).await.json()
}

#[tokio::test]
async fn the_record_of_a_table_is_read_back_in_every_format() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let games: Vec<GameInfo> = ada.get("/api/games").await.json();
    for game in games {
        let seats: Value = game.seats.iter().map(|seat| (seat.clone(), json!({"kind": "mine"}))).collect();
        let table = ada.create_table(json!({"game": game.name, "seats": seats})).await.table;
        for _ in 0..4 {
            let state = ada.state(&table).await;
            let action = state.view.choices.last().expect("a seat is to act").text.clone();
            assert_eq!(ada.command(&table, json!({ "act": action })).await.status, 200);
        }
        let order = json!({"order": {"adjudicate": {"win": game.seats[1]}}});
        assert_eq!(ada.command(&table, order).await.status, 200, "{}", game.name);
        let state = ada.state(&table).await;
        let played: Vec<&str> = state.line.iter().map(|step| step.word.as_str()).collect();
        for format in &game.formats {
            let text = ada.get(&format!("/api/tables/{table}/record/{format}")).await.body;
            let found: ReadRecordsResponse = ada.post("/api/records", &json!({ "text": text })).await.json();
            assert_eq!((&found.game, &found.format), (&game.name, format), "{text}");
            let [record] = &found.records[..] else { panic!("not one record: {text}") };
            let study = record.study.as_ref().expect("no game");
            assert_eq!(
                (study.actions.iter().map(String::as_str).collect::<Vec<_>>(), &record.error),
                (played.clone(), &None),
                "{text}"
            );
            assert_eq!(study.options.as_ref(), Some(&state.options));
            assert!(record.tags.values().any(|player| player == "Ada"), "{:?}", record.tags);
            let views: ViewsResponse = ada.post("/api/views", &json!({ "study": study })).await.json();
            assert_eq!(views.outcome, state.now.outcome, "{text}");
        }
    }
}

#[tokio::test]
async fn a_text_with_several_games_has_a_study_or_an_error_for_each() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let text = "White: Ada\nb:e2e4 m:d2d4\n\nb:e2e4 m:e2e4\n\nnonsense\n";
    let found = read(&anonymous, text, "banqi").await;
    assert_eq!((found.game.as_str(), found.format.as_str(), found.records.len()), ("ban-chess", "bcn", 3));
    let actions = |index: usize| found.records[index].study.as_ref().map(|study| study.actions.join(" "));
    assert_eq!(actions(0).as_deref(), Some("b:e2e4 m:d2d4"));
    assert_eq!(found.records[0].tags.get("White").map(String::as_str), Some("Ada"));
    assert_eq!(actions(1).as_deref(), Some("b:e2e4"), "the legal part");
    let fault = found.records[1].error.as_ref().expect("no error");
    assert_eq!((fault.line, fault.column), (4, 8));
    assert!(fault.words.contains("Black banned e2e4 this turn."), "{}", fault.words);
    assert_eq!((actions(2), found.records[2].error.as_ref().map(|fault| fault.line)), (None, Some(6)));
}

#[tokio::test]
async fn a_sheet_keeps_unknown_tags_apart_from_options() {
    let server = TestServer::start().await;
    let sheet = "[Variant \"Enochian chess\"]\n[Annotator \"Bob\"]\n[KingSafety \"strict\"]\n\n1. Pg5f5 *\n";
    let found = read(&HttpClient::anonymous(&server), sheet, "bishops").await;
    let study = found.records[0].study.as_ref().expect("no game");
    let options = study.options.as_ref().expect("no options");
    assert_eq!((&options["king_safety"], options.get("annotator")), (&json!("strict"), None));
    assert_eq!(found.records[0].tags.get("Annotator").map(String::as_str), Some("Bob"));
}

#[tokio::test]
async fn a_position_is_read_as_the_start_of_a_game() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let text = "????????/????????/????????/???????? - 1 - 0 1 -";
    let found = read(&anonymous, &format!(" {text}\n"), "ban-chess").await;
    assert_eq!((found.game.as_str(), found.format.as_str()), ("banqi", "position"));
    assert_eq!(found.records[0].study.as_ref().and_then(|study| study.start.as_deref()), Some(text));
    let found = read(&anonymous, "8/8/8/8 w", "ban-chess").await;
    let fault = found.records[0].error.as_ref().expect("no error");
    assert!(found.format == "position" && fault.words.contains("FEN"), "{}", fault.words);
}

#[tokio::test]
async fn what_cannot_be_read_at_all_is_refused() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let many = "abort\n\n".repeat(201);
    for (body, words) in [
        (json!({"text": ""}), "contains no record"),
        (json!({"text": "abort", "game": "go"}), "Unknown game"),
        (json!({"text": many}), "at most 200"),
        (json!({"text": "abort", "file": "x"}), "unknown field"),
    ] {
        let refused = anonymous.post("/api/records", &body).await;
        assert_eq!((refused.status / 100, refused.body.contains(words)), (4, true), "{}", refused.body);
    }
    let long = json!({"text": "a ".repeat(40_000)});
    assert_eq!(anonymous.post("/api/records", &long).await.status, 413);
}

#[tokio::test]
async fn a_text_without_a_game_has_an_error_and_no_study() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    for text in ["{}", "{hello world}", "*", "White: Ada", "rubbish", "{\"actions\": \"e4\"}"] {
        let found = read(&anonymous, text, "banqi").await;
        let [record] = &found.records[..] else { panic!("not one record: {text}") };
        assert!(record.study.is_none() && record.error.is_some(), "{text}: {record:?}");
    }
}

#[tokio::test]
async fn a_short_or_formatted_json_record_is_read() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let short = r#"{"game": "bishops", "options": {"short": true}, "actions": ["g2g4"]}"#;
    let formatted = serde_json::to_string_pretty(&serde_json::from_str::<Value>(short).unwrap()).unwrap();
    for text in [short, &formatted] {
        let found = read(&anonymous, text, "banqi").await;
        let study = found.records[0].study.as_ref().expect("no game");
        let short = study.options.as_ref().map(|options| options["short"].clone());
        assert_eq!((study.game.as_str(), short, study.actions.len()), ("bishops", Some(json!(true)), 1));
    }
    let own = r#"{"actions": ["?b4", "=q"]}"#;
    assert_eq!(read(&anonymous, own, "banqi").await.game, "banqi", "the hint names the game");
}
