//! The baseline: an axum server with the same sockets that broadcasts every message to its room, without rules or storage.

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::broadcast;

#[derive(Clone, Default)]
struct BareState {
    open: Arc<Mutex<HashMap<String, broadcast::Sender<Utf8Bytes>>>>,
    count: Arc<AtomicU64>,
}

/// Serves until it is killed.
pub(crate) async fn serve() {
    let router = Router::new()
        .route("/api/tables", post(create))
        .route("/api/tables/{table}/join", post(join))
        .route("/ws/{table}", get(connect))
        .with_state(BareState::default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("bare listening on http://{}", listener.local_addr().expect("an address"));
    std::io::stdout().flush().expect("somebody reads");
    axum::serve(tetrarch_server::no_delay(listener), router).await.expect("it serves");
}

async fn create(State(state): State<BareState>, _body: String) -> axum::Json<Value> {
    let number = state.count.fetch_add(1, Ordering::Relaxed).to_string();
    state.open.lock().expect("unbroken").insert(number.clone(), broadcast::channel(16).0);
    axum::Json(json!({ "table": number, "token": "" }))
}

async fn join(_body: String) -> axum::Json<Value> {
    axum::Json(json!({ "seat": "", "token": "" }))
}

async fn connect(
    State(state): State<BareState>,
    Path(table): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let room = state.open.lock().expect("unbroken").get(&table).expect("a room that was made").clone();
    let upgrade = upgrade
        .read_buffer_size(tetrarch_server::READ_BUFFER_BYTES)
        .write_buffer_size(tetrarch_server::WRITE_BUFFER_BYTES)
        .max_message_size(tetrarch_server::MAX_MESSAGE_BYTES)
        .max_frame_size(tetrarch_server::MAX_MESSAGE_BYTES);
    upgrade.on_upgrade(|socket| relay(socket, room))
}

async fn relay(mut socket: WebSocket, room: broadcast::Sender<Utf8Bytes>) {
    let mut events = room.subscribe();
    // The first message is a hello; answer it.
    let Some(Ok(Message::Text(hello))) = socket.recv().await else { return };
    if socket.send(Message::Text(hello)).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            incoming = socket.recv() => match incoming {
                Some(Ok(Message::Text(text))) => { let _ = room.send(text); }
                Some(Ok(_)) => {}
                _ => return,
            },
            event = events.recv() => match event {
                Ok(text) => if socket.send(Message::Text(text)).await.is_err() { return },
                Err(_) => return,
            },
        }
    }
}
