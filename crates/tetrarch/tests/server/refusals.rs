//! Nobody does or learns what their seat may not, and nothing that is sent breaks the server.

use crate::client::{Client, all_at, next, open, to_act};
use crate::flows::play;
use crate::kit::{Served, read};
use futures_util::SinkExt as _;
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::{CloseReason, CommandKind, ErrorCode, ServerMessage};
use tetrarch_rules::laws::SeededRng;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn only_who_sits_there_acts_and_only_in_their_turn() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let mut watcher = Client::connect(&served, &table, None).await;
    let reason = |answer: Result<u64, tetrarch_protocol::RequestError>| answer.unwrap_err().reason;
    assert_eq!(reason(watcher.act("b:d2d4").await), ErrorCode::NotYourSeat);
    for deed in
        [CommandKind::Resign, CommandKind::Abort, CommandKind::Claim, CommandKind::Entropy("00".to_string())]
    {
        assert_eq!(reason(watcher.order(deed).await), ErrorCode::NotYourSeat);
    }
    assert_eq!(reason(clients[0].act("e4").await), ErrorCode::NotYourTurn);
    let forged =
        json!({"kind": "command", "id": "f", "version": 0, "seat": "black", "do": {"act": "b:d2d4"}});
    clients[0].send(forged).await;
    assert_eq!(reason(clients[0].answer("f").await), ErrorCode::NotYourSeat);
    assert_eq!(reason(clients[1].act("b:e2e5").await), ErrorCode::Rules);
    assert_eq!(reason(clients[1].act("e4").await), ErrorCode::Rules, "a move is no ban");
    play(&mut clients, &["b:e2e4"]).await;
    let refused = clients[0].act("e4").await.unwrap_err();
    assert_eq!((refused.reason, refused.rule.as_deref()), (ErrorCode::Rules, Some("banned")));
    assert_eq!(served.state(&table).await.version, 1, "nothing of it happened");
}

#[tokio::test]
async fn a_command_made_against_an_older_state_is_refused_and_a_repeated_one_is_done_once() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let first = CommandKind::Act("b:d2d4".to_string());
    assert_eq!(clients[1].order_as("a", 0, first.clone()).await, Ok(1));
    assert_eq!(clients[1].order_as("a", 0, first.clone()).await, Ok(1), "the same answer again");
    let stale = clients[0].order_as("b", 0, CommandKind::Act("e4".to_string())).await.unwrap_err();
    assert_eq!(stale.reason, ErrorCode::Stale);
    assert_eq!(
        clients[0].order_as("b", 1, CommandKind::Act("e4".to_string())).await,
        Ok(2),
        "what was refused can be mended"
    );
    let other = clients[0].order_as("a", 2, CommandKind::Act("b:e7e5".to_string())).await;
    assert_eq!(other, Ok(3), "ids are each person's own");
}

#[tokio::test]
async fn nothing_can_be_done_before_the_beginning_and_after_the_end() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "ban-chess", "seats": {"black": {"kind": "mine"}}})).await;
    let mut black = Client::connect(&served, &made.table, Some(made.token)).await;
    assert!(black.choices().is_empty(), "nobody is to act yet");
    assert_eq!(black.act("b:d2d4").await.unwrap_err().reason, ErrorCode::NotBegun);
    served.join(&made.table, "white").await;
    black.order(CommandKind::Resign).await.unwrap();
    for deed in
        [CommandKind::Act("b:d2d4".to_string()), CommandKind::Resign, CommandKind::Abort, CommandKind::Claim]
    {
        assert_eq!(black.order(deed).await.unwrap_err().reason, ErrorCode::Over);
    }
}

#[tokio::test]
async fn the_owner_can_end_a_table_that_nobody_came_to() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "ban-chess"})).await;
    let mut owner = Client::connect(&served, &made.table, Some(made.token)).await;
    assert!(owner.state.you.is_empty());
    owner.order(CommandKind::Abort).await.unwrap();
    owner.until_over().await;
    let (status, body) = served.post(&format!("/api/tables/{}/join", made.table), &json!({})).await;
    assert_eq!(status, 409, "{body}");
}

#[tokio::test]
async fn unknown_tables_tokens_seats_and_formats_are_refused() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "ban-chess"})).await;
    for path in ["/api/tables/abcabcabcabc", "/api/tables/..%2f..", "/api/tables/abcabcabcabc/record/pgn"] {
        assert_eq!(served.get(path).await.0, 404, "{path}");
    }
    let join = format!("/api/tables/{}/join", made.table);
    assert_eq!(served.post(&join, &json!({"seat": "pink"})).await.0, 403);
    assert_eq!(served.post(&join, &json!({"seat": "white", "token": "0"})).await.0, 403);
    assert_eq!(served.post(&join, &json!({"colour": "white"})).await.0, 422);
    served.join(&made.table, "white").await;
    assert_eq!(served.post(&join, &json!({"seat": "white"})).await.0, 409);
    assert_eq!(served.get(&format!("/api/tables/{}/record/docx", made.table)).await.0, 400);
    let mut socket = open(served.address, &made.table).await;
    socket.send(Message::text(r#"{"kind":"hello","token":"guessed"}"#)).await.unwrap();
    let refused: ServerMessage = read(&next(&mut socket).await.unwrap());
    assert!(matches!(refused, ServerMessage::Refused { why, .. } if why.reason == ErrorCode::UnknownToken));
    let closing: ServerMessage = read(&next(&mut socket).await.unwrap());
    assert_eq!(closing, ServerMessage::Closing { why: CloseReason::NoHello });
}

#[tokio::test]
async fn bad_tables_are_refused_with_what_is_wrong() {
    let served = Served::start().await;
    for (table, words) in [
        (json!({"game": "chess"}), "the games are"),
        (json!({"game": "banqi", "options": {"flips": 2}}), "flips"),
        (json!({"game": "banqi", "options": []}), "object"),
        (json!({"game": "banqi", "start": "x"}), "position"),
        (json!({"game": "banqi", "seats": {"pink": {"kind": "mine"}}}), "first, second"),
        (json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}, "entropy": "zz"}), "entropy"),
    ] {
        let (status, body) = served.post("/api/tables", &table).await;
        assert!(status == 400 && body.contains(words), "{table}: {status} {body}");
    }
}

#[tokio::test]
async fn what_is_not_understood_is_refused_and_changes_nothing() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let mut socket = open(served.address, &table).await;
    socket.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
    next(&mut socket).await.unwrap();
    let mut bad: Vec<String> = ["", "{}", "nonsense", "[1]", r#"{"kind":"hello"}"#, r#"{"kind":"command"}"#]
        .map(String::from)
        .to_vec();
    bad.push(json!({"kind": "command", "id": "x".repeat(65), "version": 0, "do": "resign"}).to_string());
    bad.push(json!({"kind": "command", "id": "", "version": -1, "do": {"act": 3}}).to_string());
    bad.push(format!("{}1{}", "[".repeat(4000), "]".repeat(4000)));
    // Commands with single letters changed.
    let command = json!({"kind": "command", "id": "c", "version": 0, "do": {"act": "b:d2d4"}}).to_string();
    let mut luck = SeededRng::new(1);
    for _ in 0..200 {
        let mut bytes = command.clone().into_bytes();
        let place = *luck.choose(&(0..bytes.len()).collect::<Vec<_>>()).unwrap();
        bytes[place] = *luck.choose(&(32..127).collect::<Vec<u8>>()).unwrap();
        bad.push(String::from_utf8(bytes).unwrap());
    }
    for text in bad {
        socket.send(Message::text(text.clone())).await.unwrap();
        let mut answer: ServerMessage = read(&next(&mut socket).await.unwrap());
        if let ServerMessage::You(_) = answer {
            // Told once after the hello.
            answer = read(&next(&mut socket).await.unwrap());
        }
        assert!(matches!(answer, ServerMessage::Refused { .. }), "{text}: {answer:?}");
    }
    socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert!(next(&mut socket).await.unwrap().contains("refused"));
    clients[1].act("b:d2d4").await.unwrap();
    assert_eq!(served.state(&table).await.version, 1);
}

#[tokio::test]
async fn who_waits_for_the_answer_to_a_command_gets_one_also_when_it_is_not_understood() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    for wrong in [json!({"act": 3}), json!("juggle"), json!(null)] {
        clients[1].send(json!({"kind": "command", "id": "mine", "version": 0, "do": wrong})).await;
        assert_eq!(clients[1].answer("mine").await.unwrap_err().reason, ErrorCode::NotUnderstood);
    }
    clients[1].act("b:d2d4").await.unwrap();
}

#[tokio::test]
async fn a_command_is_known_again_after_many_others_of_both_sides() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let first = CommandKind::Act("b:d2d4".to_string());
    assert_eq!(clients[1].order_as("1", 0, first.clone()).await, Ok(1));
    all_at(&mut clients, 1).await;
    let mut luck = SeededRng::new(5);
    // Both number their commands alike, as clients do.
    for number in 1..60_u64 {
        let seat = to_act(&clients);
        let action = luck.choose(&clients[seat].choices()).expect("a choice").clone();
        let done = clients[seat].order_as(&(number + 1).to_string(), number, CommandKind::Act(action)).await;
        assert_eq!(done, Ok(number + 1));
        all_at(&mut clients, number + 1).await;
    }
    assert_eq!(clients[1].order_as("1", 0, first).await, Ok(1), "the same answer as the first time");
    let other = clients[1].order_as("1", 0, CommandKind::Act("b:e2e4".to_string())).await;
    assert!(other.is_err(), "another command under the same id");
    assert_eq!(clients[0].state.version, 60, "nothing was done twice");
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_connection_and_nothing_else() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let _ = clients[0].socket.send(Message::text("x".repeat(1 << 20))).await;
    while clients[0].take().await.is_some() {}
    clients[1].act("b:d2d4").await.unwrap();
    let (status, _) = served.post("/api/tables", &json!({"game": "x".repeat(1 << 20)})).await;
    assert_eq!(status, 413);
}

#[tokio::test]
async fn a_client_that_says_nothing_sensible_at_first_is_shown_the_door() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "ban-chess"})).await;
    for first in [r#"{"kind":"look"}"#, "hello", r#"{"kind":"hello","token":7}"#] {
        let mut socket = open(served.address, &made.table).await;
        socket.send(Message::text(first)).await.unwrap();
        let refused = next(&mut socket).await.unwrap();
        assert!(refused.contains("not_understood"), "{refused}");
        assert!(next(&mut socket).await.unwrap().contains("no_hello"));
    }
}

/// Somebody who does not read what they are sent holds up nobody, and gets the whole state once they read again.
#[tokio::test]
async fn a_slow_client_gets_the_whole_state_instead_of_a_backlog() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "bishops"})).await;
    let mut slow = Client::connect(&served, &table, None).await;
    // Each look is answered with the whole state, until the socket and the queue are full.
    for _ in 0..400 {
        slow.send(json!({"kind": "look"})).await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut luck = SeededRng::new(2);
    for _ in 0..30 {
        let acting = to_act(&clients);
        let action = luck.choose(&clients[acting].choices()).cloned().unwrap();
        play(&mut clients, &[&action]).await;
    }
    slow.until_version(30).await;
    assert!(slow.was_shown_all() || slow.texts.len() > 30);
    crate::client::must_be_up_to_date(&mut slow).await;
}
