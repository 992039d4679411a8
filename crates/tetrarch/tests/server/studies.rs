//! Positions without a table: views, explanations, analysis; and the archive.

use crate::http_client::HttpClient;
use crate::test_server::{TestServer, read};
use serde_json::{Value, json};
use tetrarch_protocol::{AnalysedPly, ArchivePage, ExplainResponse, ViewsResponse};
use tetrarch_table::search::{OpponentModel, SearchReport};

const GAMES: [&str; 4] = ["ban-chess", "banqi", "enochian", "bishops"];

#[tokio::test]
async fn a_study_shows_a_line_as_a_table_would() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let created = ada.create_table(json!({"game": "ban-chess", "seats": seats})).await;
    let actions = ["b:e2e4", "m:d2d4", "b:d7d5"];
    for action in actions {
        assert_eq!(ada.command(&created.table, json!({"act": action})).await.status, 200);
    }
    let state = ada.state(&created.table).await;
    let wanted = json!({"study": {"game": "ban-chess", "actions": actions}, "seat": "white"});
    let views: ViewsResponse = ada.post("/api/views", &wanted).await.json();
    assert_eq!((views.states.len(), views.states[0].ply), (1, 3));
    assert_eq!((&views.states[0].view, &views.line), (&state.view, &state.line));
    let all: ViewsResponse = ada
        .post("/api/views", &json!({"study": {"game": "ban-chess", "actions": actions}, "from": 0}))
        .await
        .json();
    assert_eq!(all.states.iter().map(|state| state.ply).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[tokio::test]
async fn every_game_has_a_first_view_with_choices_or_chances() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    for game in GAMES {
        let views: ViewsResponse =
            anonymous.post("/api/views", &json!({"study": {"game": game}})).await.json();
        let state = &views.states[0];
        assert!(!state.view.choices.is_empty() || !state.chances.is_empty(), "{game}");
    }
    let flipped: ViewsResponse =
        anonymous.post("/api/views", &json!({"study": {"game": "banqi", "actions": ["?a1"]}})).await.json();
    assert_eq!(
        flipped.states[0].chances.iter().map(|chance| chance.weight).sum::<u32>(),
        32,
        "the bag is public"
    );
}

#[tokio::test]
async fn a_position_that_people_are_playing_cannot_be_analysed() {
    let server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let table =
        ada.create_table(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await.table;
    bob.join(&table, json!({})).await;
    let line = ["b:e2e4", "m:d2d4", "b:d7d5", "m:e7e6", "b:c2c4", "m:g1f3", "b:g8f6", "m:f8e7"];
    let ask = async |who: &HttpClient, actions: &[&str]| {
        let wanted = json!({"study": {"game": "ban-chess", "actions": actions}, "time": 10});
        who.post("/api/analysis", &wanted).await.status
    };
    let anonymous = HttpClient::anonymous(&server);
    assert_eq!(ask(&anonymous, &[]).await, 200, "the starting position can always be analysed");
    for (played, action) in line.iter().enumerate() {
        let whose = if played % 4 < 1 || played % 4 == 3 { &bob } else { &ada };
        assert_eq!(whose.command(&table, json!({"act": action})).await.status, 200, "{action}");
    }
    assert_eq!(ask(&ada, &line[..3]).await, 409, "a player cannot analyse the game they are playing");
    assert_eq!(ask(&anonymous, &line).await, 409, "nobody else can analyse it for them");
    let further = [line.as_slice(), &["b:b1c3"]].concat();
    assert_eq!(ask(&anonymous, &further).await, 409, "positions reached through it cannot be analysed");
    assert_eq!(ask(&anonymous, &line[..7]).await, 200);
    let views: ViewsResponse =
        anonymous.post("/api/views", &json!({"study": {"game": "ban-chess", "actions": line}})).await.json();
    let text = &views.states[0].text;
    let wanted = json!({"study": {"game": "ban-chess", "start": text}, "time": 10});
    assert_eq!(
        anonymous.post("/api/analysis", &wanted).await.status,
        409,
        "the way to the position does not matter"
    );
    assert_eq!(ada.command(&table, json!("resign")).await.status, 200);
    assert_eq!(
        (ask(&anonymous, &line).await, ask(&ada, &line).await),
        (200, 200),
        "analysis is allowed after the game"
    );
}

#[tokio::test]
async fn a_person_with_only_a_seat_token_counts_as_a_player() {
    let server = TestServer::start().await;
    let table = server.create_table(json!({"game": "ban-chess"})).await.table;
    let white = server.join(&table, "white").await.token;
    server.join(&table, "black").await;
    let player = HttpClient { bearer: Some(white), ..HttpClient::anonymous(&server) };
    let study = json!({"study": {"game": "ban-chess"}, "time": 10});
    assert_eq!(player.post("/api/analysis", &study).await.status, 409);
    let alone = server.create_table(
        json!({"game": "banqi", "seats": {"first": {"kind": "mine"}, "second": {"kind": "mine"}}}),
    );
    let alone = HttpClient { bearer: Some(alone.await.token), ..HttpClient::anonymous(&server) };
    let study = json!({"study": {"game": "banqi"}, "time": 10});
    assert_eq!(
        alone.post("/api/analysis", &study).await.status,
        200,
        "who plays alone helps only themselves"
    );
}

#[tokio::test]
async fn an_illegal_action_ends_the_line_and_is_explained() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let study = json!({"game": "ban-chess", "actions": ["b:e2e4", "m:e2e4", "b:e7e5"]});
    let views: ViewsResponse = anonymous.post("/api/views", &json!({ "study": study })).await.json();
    let error = views.error.expect("an error");
    assert_eq!((error.at, error.action.as_str(), views.line.len()), (1, "m:e2e4", 1));
    assert!(error.words.contains("banned"), "{}", error.words);
    let study = json!({"game": "ban-chess", "actions": ["b:e2e4"]});
    let wanted = json!({"study": study, "gesture": {"kind": "move", "from": "e2", "to": "e4"}});
    let explained: ExplainResponse = anonymous.post("/api/explanations", &wanted).await.json();
    assert_eq!(explained.why.unwrap().rule, "banned");
}

#[tokio::test]
async fn invalid_studies_are_refused() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let long = vec!["?a1"; 2001];
    for study in [
        json!({"game": "chess"}),
        json!({"game": "banqi", "start": "nonsense"}),
        json!({"game": "banqi", "actions": long}),
    ] {
        assert_eq!(anonymous.post("/api/views", &json!({ "study": study })).await.status, 400);
    }
    let wanted = json!({"study": {"game": "banqi"}, "time": 60_000});
    assert_eq!(anonymous.post("/api/analysis", &wanted).await.status, 400);
    let unknown_field = json!({"study": {"game": "banqi"}, "level": 3});
    assert_eq!(anonymous.post("/api/analysis", &unknown_field).await.status, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_analyses_positions_of_every_game() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    for game in GAMES {
        let wanted = json!({"study": {"game": game}, "time": 200, "lines": 2});
        let analysis: SearchReport = anonymous.post("/api/analysis", &wanted).await.json();
        assert!(!analysis.lines.is_empty() && !analysis.lines[0].moves.is_empty(), "{game}");
        let total: f64 = analysis.lines[0].shares.0.iter().map(|(_, share)| share).sum();
        // Two allies share a win in this game.
        let expected = if game == "enochian" { 2.0 } else { 1.0 };
        assert!((total - expected).abs() < 1e-6, "{game}: {total}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_takes_an_opponent_model_by_its_current_and_its_older_name() {
    let server = TestServer::start().await;
    let anonymous = HttpClient::anonymous(&server);
    let analyse = async |others: &str| {
        let wanted = json!({"study": {"game": "bishops"}, "time": 20, "others": others});
        anonymous.post("/api/analysis", &wanted).await
    };
    for name in OpponentModel::ALL.map(OpponentModel::name) {
        for others in [name.to_string(), name.replace('-', "_")] {
            let analysis: SearchReport = analyse(&others).await.json();
            assert!(!analysis.lines.is_empty(), "{others}");
        }
    }
    assert_eq!(analyse("paranoid").await.status, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_does_not_help_a_player_in_a_game_against_people() {
    let server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let table = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await.table;
    bob.join(&table, json!({})).await;
    let wanted = json!({"study": {"game": "banqi"}, "time": 50});
    assert_eq!(bob.post("/api/analysis", &wanted).await.status, 409);
    let other = json!({"study": {"game": "ban-chess"}, "time": 50});
    assert_eq!(bob.post("/api/analysis", &other).await.status, 200);
    assert_eq!(bob.command(&table, json!("resign")).await.status, 200);
    assert_eq!(bob.post("/api/analysis", &wanted).await.status, 200);
}

/// A short game of Ban-Chess that White wins.
async fn short_game(ada: &HttpClient) -> String {
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let created = ada.create_table(json!({"game": "ban-chess", "seats": seats})).await;
    for action in ["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3", "Qh5+", "b:g7g6"] {
        let response = ada.command(&created.table, json!({"act": action})).await;
        assert_eq!(response.status, 200, "{}", response.body);
    }
    created.table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_finished_game_is_analysed_ply_by_ply() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let table = short_game(&ada).await;
    let response = ada.get(&format!("/api/tables/{table}/analysis")).await;
    assert_eq!(response.status, 200);
    let lines = response.body.lines().filter(|line| line.starts_with('{'));
    let plies: Vec<AnalysedPly> = lines.map(read).collect();
    assert_eq!(plies.iter().map(|ply| ply.ply).collect::<Vec<_>>(), (0..=7).collect::<Vec<_>>());
    assert!(!plies[0].analysis.lines.is_empty() && plies[7].analysis.lines.is_empty());
    let other = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await.table;
    assert_eq!(ada.get(&format!("/api/tables/{other}/analysis")).await.status, 409);
}

#[tokio::test]
async fn the_archive_can_be_searched_page_by_page() {
    let server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let mut created = Vec::new();
    for number in 0..5 {
        let game = if number % 2 == 0 { "banqi" } else { "ban-chess" };
        let seat = if number % 2 == 0 { "first" } else { "white" };
        let setting = json!({"by_link": number == 4});
        let table = ada
            .create_table(json!({"game": game, "setting": setting, "seats": {seat: {"kind": "mine"}}}))
            .await
            .table;
        bob.join(&table, json!({})).await;
        if game == "banqi" {
            // A resignation before the first flip does not count.
            assert_eq!(ada.command(&table, json!({"act": "?a1"})).await.status, 200);
        }
        assert_eq!(bob.command(&table, json!("resign")).await.status, 200);
        created.push(table);
    }
    let find = async |query: &str| ada.get(&format!("/api/archive?{query}")).await.json::<ArchivePage>();
    let tables =
        |archive: &ArchivePage| archive.games.iter().map(|game| game.table.clone()).collect::<Vec<_>>();
    let first = find("limit=3").await;
    assert_eq!(
        tables(&first),
        [created[3].clone(), created[2].clone(), created[1].clone()],
        "the latest first, by link not"
    );
    let rest = find(&format!("limit=3&before={}", first.next.unwrap())).await;
    assert_eq!((tables(&rest), rest.next), (vec![created[0].clone()], None));
    assert_eq!(find("game=banqi").await.games.len(), 2);
    assert_eq!(find("player=BOB&reason=resignation").await.games.len(), 4);
    assert_eq!(find("player=eve").await.games.len(), 0);
    assert_eq!(find("reason=checkmate").await.games.len(), 0);
    assert_eq!(find("person=me").await.games.len(), 5, "the caller's own games are listed, public or not");
    assert_eq!(find("since=1&until=2").await.games.len(), 0);
    for wrong in ["limit=0", "limit=101", "before=x", "reason=boredom", "colour=red"] {
        assert_eq!(ada.get(&format!("/api/archive?{wrong}")).await.status, 400, "{wrong}");
    }
    assert_eq!(HttpClient::anonymous(&server).get("/api/archive?person=me").await.status, 401);
    let game: Value = serde_json::to_value(&find("limit=1").await.games[0]).unwrap();
    assert_eq!(game["outcome"]["points"]["white"], 1.0);
}
