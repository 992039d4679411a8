//! Commands that a client may not send are refused, and no input breaks the server.

use crate::client::{Client, acting_client, next_text, open_socket, wait_all_for_version};
use crate::flows::play;
use crate::test_server::{TestServer, read};
use futures_util::SinkExt as _;
use serde_json::json;
use tetrarch_protocol::{CloseReason, CommandKind, ErrorCode, ServerMessage};
use tetrarch_rules::laws::SeededRng;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn only_the_player_of_a_seat_may_act_and_only_in_turn() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let mut watcher = Client::connect(&server, &table, None).await;
    let reason = |response: Result<u64, tetrarch_protocol::RequestError>| response.unwrap_err().reason;
    assert_eq!(reason(watcher.act("b:d2d4").await), ErrorCode::NotYourSeat);
    for command in
        [CommandKind::Resign, CommandKind::Abort, CommandKind::Claim, CommandKind::Entropy("00".to_string())]
    {
        assert_eq!(reason(watcher.command(command).await), ErrorCode::NotYourSeat);
    }
    assert_eq!(reason(clients[0].act("e4").await), ErrorCode::NotYourTurn);
    let forged =
        json!({"kind": "command", "id": "f", "version": 0, "seat": "black", "do": {"act": "b:d2d4"}});
    clients[0].send(forged).await;
    assert_eq!(reason(clients[0].response("f").await), ErrorCode::NotYourSeat);
    assert_eq!(reason(clients[1].act("b:e2e5").await), ErrorCode::Rules);
    assert_eq!(reason(clients[1].act("e4").await), ErrorCode::Rules, "a move is not a ban");
    play(&mut clients, &["b:e2e4"]).await;
    let refused = clients[0].act("e4").await.unwrap_err();
    assert_eq!((refused.reason, refused.rule.as_deref()), (ErrorCode::Rules, Some("banned")));
    assert_eq!(server.state(&table).await.version, 1, "none of the commands was applied");
}

#[tokio::test]
async fn a_stale_command_is_refused_and_a_repeated_one_is_applied_once() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let first = CommandKind::Act("b:d2d4".to_string());
    assert_eq!(clients[1].command_as("a", 0, first.clone()).await, Ok(1));
    assert_eq!(clients[1].command_as("a", 0, first.clone()).await, Ok(1), "the same response again");
    let stale = clients[0].command_as("b", 0, CommandKind::Act("e4".to_string())).await.unwrap_err();
    assert_eq!(stale.reason, ErrorCode::Stale);
    assert_eq!(
        clients[0].command_as("b", 1, CommandKind::Act("e4".to_string())).await,
        Ok(2),
        "what was refused can be mended"
    );
    let other = clients[0].command_as("a", 2, CommandKind::Act("b:e7e5".to_string())).await;
    assert_eq!(other, Ok(3), "ids are per person");
}

#[tokio::test]
async fn nobody_can_act_before_the_start_or_after_the_end() {
    let server = TestServer::start().await;
    let created =
        server.create_table(json!({"game": "ban-chess", "seats": {"black": {"kind": "mine"}}})).await;
    let mut black = Client::connect(&server, &created.table, Some(created.token)).await;
    assert!(black.choices().is_empty(), "nobody is to act yet");
    assert_eq!(black.act("b:d2d4").await.unwrap_err().reason, ErrorCode::NotBegun);
    server.join(&created.table, "white").await;
    black.command(CommandKind::Resign).await.unwrap();
    for command in
        [CommandKind::Act("b:d2d4".to_string()), CommandKind::Resign, CommandKind::Abort, CommandKind::Claim]
    {
        assert_eq!(black.command(command).await.unwrap_err().reason, ErrorCode::Over);
    }
}

#[tokio::test]
async fn the_owner_can_end_a_table_that_nobody_joined() {
    let server = TestServer::start().await;
    let created = server.create_table(json!({"game": "ban-chess"})).await;
    let mut owner = Client::connect(&server, &created.table, Some(created.token)).await;
    assert!(owner.state.you.is_empty());
    owner.command(CommandKind::Abort).await.unwrap();
    owner.wait_for_end().await;
    let (status, body) = server.post(&format!("/api/tables/{}/join", created.table), &json!({})).await;
    assert_eq!(status, 409, "{body}");
}

#[tokio::test]
async fn unknown_tables_tokens_seats_and_formats_are_refused() {
    let server = TestServer::start().await;
    let created = server.create_table(json!({"game": "ban-chess"})).await;
    for path in ["/api/tables/abcabcabcabc", "/api/tables/..%2f..", "/api/tables/abcabcabcabc/record/pgn"] {
        assert_eq!(server.get(path).await.0, 404, "{path}");
    }
    let join = format!("/api/tables/{}/join", created.table);
    assert_eq!(server.post(&join, &json!({"seat": "pink"})).await.0, 403);
    assert_eq!(server.post(&join, &json!({"seat": "white", "token": "0"})).await.0, 403);
    assert_eq!(server.post(&join, &json!({"colour": "white"})).await.0, 422);
    server.join(&created.table, "white").await;
    assert_eq!(server.post(&join, &json!({"seat": "white"})).await.0, 409);
    assert_eq!(server.get(&format!("/api/tables/{}/record/docx", created.table)).await.0, 400);
    let mut socket = open_socket(server.address, &created.table).await;
    socket.send(Message::text(r#"{"kind":"hello","token":"guessed"}"#)).await.unwrap();
    let refused: ServerMessage = read(&next_text(&mut socket).await.unwrap());
    assert!(matches!(refused, ServerMessage::Refused { why, .. } if why.reason == ErrorCode::UnknownToken));
    let closing: ServerMessage = read(&next_text(&mut socket).await.unwrap());
    assert_eq!(closing, ServerMessage::Closing { why: CloseReason::NoHello });
}

#[tokio::test]
async fn invalid_tables_are_refused_with_a_reason() {
    let server = TestServer::start().await;
    for (table, words) in [
        (json!({"game": "chess"}), "the games are"),
        (json!({"game": "banqi", "options": {"flips": 2}}), "flips"),
        (json!({"game": "banqi", "options": []}), "object"),
        (json!({"game": "banqi", "start": "x"}), "position"),
        (json!({"game": "banqi", "seats": {"pink": {"kind": "mine"}}}), "first, second"),
        (json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}, "entropy": "zz"}), "entropy"),
    ] {
        let (status, body) = server.post("/api/tables", &table).await;
        assert!(status == 400 && body.contains(words), "{table}: {status} {body}");
    }
}

#[tokio::test]
async fn invalid_messages_are_refused_and_change_nothing() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let mut socket = open_socket(server.address, &table).await;
    socket.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
    next_text(&mut socket).await.unwrap();
    let mut bad: Vec<String> = ["", "{}", "nonsense", "[1]", r#"{"kind":"hello"}"#, r#"{"kind":"command"}"#]
        .map(String::from)
        .to_vec();
    bad.push(json!({"kind": "command", "id": "x".repeat(65), "version": 0, "do": "resign"}).to_string());
    bad.push(json!({"kind": "command", "id": "", "version": -1, "do": {"act": 3}}).to_string());
    bad.push(format!("{}1{}", "[".repeat(4000), "]".repeat(4000)));
    // Valid commands with single characters changed.
    let command = json!({"kind": "command", "id": "c", "version": 0, "do": {"act": "b:d2d4"}}).to_string();
    let mut rng = SeededRng::new(1);
    for _ in 0..200 {
        let mut bytes = command.clone().into_bytes();
        let place = *rng.choose(&(0..bytes.len()).collect::<Vec<_>>()).unwrap();
        bytes[place] = *rng.choose(&(32..127).collect::<Vec<u8>>()).unwrap();
        bad.push(String::from_utf8(bytes).unwrap());
    }
    for text in bad {
        socket.send(Message::text(text.clone())).await.unwrap();
        let mut response: ServerMessage = read(&next_text(&mut socket).await.unwrap());
        if let ServerMessage::You(_) = response {
            // Sent once after the hello.
            response = read(&next_text(&mut socket).await.unwrap());
        }
        assert!(matches!(response, ServerMessage::Refused { .. }), "{text}: {response:?}");
    }
    socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert!(next_text(&mut socket).await.unwrap().contains("refused"));
    clients[1].act("b:d2d4").await.unwrap();
    assert_eq!(server.state(&table).await.version, 1);
}

#[tokio::test]
async fn an_invalid_command_with_an_id_gets_a_response_with_that_id() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    for wrong in [json!({"act": 3}), json!("juggle"), json!(null)] {
        clients[1].send(json!({"kind": "command", "id": "mine", "version": 0, "do": wrong})).await;
        assert_eq!(clients[1].response("mine").await.unwrap_err().reason, ErrorCode::NotUnderstood);
    }
    clients[1].act("b:d2d4").await.unwrap();
}

#[tokio::test]
async fn a_repeated_command_is_recognised_after_many_others() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let first = CommandKind::Act("b:d2d4".to_string());
    assert_eq!(clients[1].command_as("1", 0, first.clone()).await, Ok(1));
    wait_all_for_version(&mut clients, 1).await;
    let mut rng = SeededRng::new(5);
    // Both clients number their commands the same way, as real clients do.
    for number in 1..60_u64 {
        let seat = acting_client(&clients);
        let action = rng.choose(&clients[seat].choices()).expect("no choices").clone();
        let done =
            clients[seat].command_as(&(number + 1).to_string(), number, CommandKind::Act(action)).await;
        assert_eq!(done, Ok(number + 1));
        wait_all_for_version(&mut clients, number + 1).await;
    }
    assert_eq!(clients[1].command_as("1", 0, first).await, Ok(1), "the same response as the first time");
    let other = clients[1].command_as("1", 0, CommandKind::Act("b:e2e4".to_string())).await;
    assert!(other.is_err(), "a different command with the same id was accepted");
    assert_eq!(clients[0].state.version, 60, "a command was applied twice");
}

#[tokio::test]
async fn an_oversized_message_closes_only_its_own_connection() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let _ = clients[0].socket.send(Message::text("x".repeat(1 << 20))).await;
    while clients[0].next_message().await.is_some() {}
    clients[1].act("b:d2d4").await.unwrap();
    let (status, _) = server.post("/api/tables", &json!({"game": "x".repeat(1 << 20)})).await;
    assert_eq!(status, 413);
}

#[tokio::test]
async fn a_client_whose_first_message_is_invalid_is_disconnected() {
    let server = TestServer::start().await;
    let created = server.create_table(json!({"game": "ban-chess"})).await;
    for first in [r#"{"kind":"look"}"#, "hello", r#"{"kind":"hello","token":7}"#] {
        let mut socket = open_socket(server.address, &created.table).await;
        socket.send(Message::text(first)).await.unwrap();
        let refused = next_text(&mut socket).await.unwrap();
        assert!(refused.contains("not_understood"), "{refused}");
        assert!(next_text(&mut socket).await.unwrap().contains("no_hello"));
    }
}

/// How often a client asks for the state without reading the answers.
const LOOKS: usize = 400;

/// A client that does not read delays nobody, and gets the full state once it reads again.
#[tokio::test]
async fn a_slow_client_gets_the_full_state_instead_of_a_backlog() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "bishops"})).await;
    let mut slow = Client::connect(&server, &table, None).await;
    // Each look gets the full state in response, until the socket and the queue are full.
    for _ in 0..LOOKS {
        slow.send(json!({"kind": "look"})).await;
    }
    // Each exchange gives the server time for one of them.
    for _ in 0..LOOKS {
        clients[0].drain_messages().await;
    }
    let mut rng = SeededRng::new(2);
    for _ in 0..30 {
        let acting = acting_client(&clients);
        let action = rng.choose(&clients[acting].choices()).cloned().unwrap();
        play(&mut clients, &[&action]).await;
    }
    slow.wait_for_version(30).await;
    assert!(slow.texts.len() < LOOKS, "the server kept a backlog of {} messages", slow.texts.len());
    crate::client::assert_up_to_date(&mut slow).await;
}
