//! Information about the server and its games.

use super::Endpoint;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::routing::get;
use tetrarch_protocol::{GameInfo, ServerInfo};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api", "About this server.", get(welcome)).returns::<ServerInfo>(),
        Endpoint::new("get", "/api/games", "The games this server hosts.", get(games))
            .returns::<Vec<GameInfo>>()
            .cacheable(),
    ]
}

async fn welcome(State(state): State<AppState>) -> Json<ServerInfo> {
    Json(ServerInfo {
        program: "tetrarch".to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        games: state.deps().games.iter().map(|game| game.info.name.clone()).collect(),
    })
}

async fn games(State(state): State<AppState>) -> Json<Vec<GameInfo>> {
    Json(state.deps().games.iter().map(|game| game.info.clone()).collect())
}
