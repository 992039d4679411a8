//! The archive of finished games.

use super::Endpoint;
use super::error::{ApiError, bad_request};
use super::extract::Caller;
use crate::state::{AppState, LoadError};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::routing::get;
use tetrarch_protocol::{ArchivePage, ArchiveQuery, RequestError};
use tetrarch_rules::Reason;
use tetrarch_store::{ArchiveCursor, ArchiveHit, ArchiveSearch, Timestamp};

const DEFAULT_PAGE_SIZE: u32 = 20;
const MAX_PAGE_SIZE: u32 = 100;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/archive", "Search finished games, latest first.", get(search))
            .query::<ArchiveQuery>()
            .returns::<ArchivePage>(),
    ]
}

async fn search(
    State(state): State<AppState>,
    caller: Caller,
    query: Result<Query<ArchiveQuery>, QueryRejection>,
) -> Result<Json<ArchivePage>, ApiError> {
    let search = parse_query(&caller, query?.0)?;
    let limit = search.limit as usize;
    let mut found = state
        .store()
        .search(&ArchiveSearch { limit: search.limit + 1, ..search })
        .await
        .map_err(LoadError::from)?;
    let more = found.len() > limit;
    found.truncate(limit);
    let next = found.last().filter(|_| more).map(format_cursor);
    let games = found.iter().filter_map(|found| serde_json::from_str(&found.listing).ok()).collect();
    Ok(Json(ArchivePage { games, next }))
}

fn format_cursor(found: &ArchiveHit) -> String {
    format!("{}-{}", found.place.ended.0, found.place.key)
}

fn parse_cursor(text: &str) -> Option<ArchiveCursor> {
    let (ended, key) = text.split_once('-')?;
    Some(ArchiveCursor { ended: Timestamp(ended.parse().ok()?), key: key.parse().ok()? })
}

fn parse_query(caller: &Caller, query: ArchiveQuery) -> Result<ArchiveSearch, RequestError> {
    let limit = query.limit.unwrap_or(DEFAULT_PAGE_SIZE);
    if !(1..=MAX_PAGE_SIZE).contains(&limit) {
        return Err(bad_request(format!("The limit must be 1 to {MAX_PAGE_SIZE} games per page.")));
    }
    let texts = [&query.game, &query.player, &query.person, &query.reason];
    if texts.into_iter().flatten().any(|text| text.contains('\0') || text.len() > 200) {
        return Err(bad_request("The search text is too long or contains invalid characters."));
    }
    let reason = |word: String| {
        let reason: Result<Reason, _> = serde_json::from_value(word.clone().into());
        let reason = reason.map_err(|_| bad_request(format!("There is no result reason {word:?}.")))?;
        Ok(reason.description().to_string())
    };
    let before = query.before.as_deref();
    let before = before.map(|text| {
        parse_cursor(text).ok_or_else(|| bad_request("`before` must be the `next` of another page."))
    });
    let me = query.person.as_deref() == Some("me");
    Ok(ArchiveSearch {
        game: query.game,
        player: query.player.map(|name| name.to_lowercase()),
        person: if me { Some(caller.require_person()?.id.clone()) } else { query.person },
        all: me,
        summary: query.reason.map(reason).transpose()?,
        since: query.since.map(Timestamp),
        until: query.until.map(Timestamp),
        before: before.transpose()?,
        limit,
    })
}
