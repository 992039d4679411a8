//! Finished games.

use super::Endpoint;
use super::asker::Asker;
use super::fault::{Fault, wrong};
use crate::rooms::{LoadError, Rooms};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::routing::get;
use tetrarch_protocol::{Archive, ArchiveQuery, Refused};
use tetrarch_rules::Reason;
use tetrarch_store::{Found, Moment, Place, Search};

/// How many games are on a page, and at most.
const USUAL: u32 = 20;
const MOST: u32 = 100;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/archive", "Finished games, the latest first.", get(search))
            .query::<ArchiveQuery>()
            .gives::<Archive>(),
    ]
}

async fn search(
    State(rooms): State<Rooms>,
    asker: Asker,
    query: Result<Query<ArchiveQuery>, QueryRejection>,
) -> Result<Json<Archive>, Fault> {
    let search = wanted(&asker, query?.0)?;
    let limit = search.limit as usize;
    let mut found =
        rooms.store().search(&Search { limit: search.limit + 1, ..search }).await.map_err(LoadError::from)?;
    let more = found.len() > limit;
    found.truncate(limit);
    let next = found.last().filter(|_| more).map(place_text);
    let games = found.iter().filter_map(|found| serde_json::from_str(&found.listing).ok()).collect();
    Ok(Json(Archive { games, next }))
}

fn place_text(found: &Found) -> String {
    format!("{}-{}", found.place.ended.0, found.place.key)
}

fn place(text: &str) -> Option<Place> {
    let (ended, key) = text.split_once('-')?;
    Some(Place { ended: Moment(ended.parse().ok()?), key: key.parse().ok()? })
}

fn wanted(asker: &Asker, query: ArchiveQuery) -> Result<Search, Refused> {
    let limit = query.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(wrong(format!("1 to {MOST} games are on a page.")));
    }
    let texts = [&query.game, &query.player, &query.person, &query.reason];
    if texts.into_iter().flatten().any(|text| text.contains('\0') || text.len() > 200) {
        return Err(wrong("This cannot be looked for."));
    }
    let reason = |word: String| {
        let reason: Result<Reason, _> = serde_json::from_value(word.clone().into());
        let reason = reason.map_err(|_| wrong(format!("No game ends by {word:?}.")))?;
        Ok(reason.words().to_string())
    };
    let before = query.before.as_deref();
    let before =
        before.map(|text| place(text).ok_or_else(|| wrong("`before` is what a page says as `next`.")));
    let me = query.person.as_deref() == Some("me");
    Ok(Search {
        game: query.game,
        player: query.player.map(|name| name.to_lowercase()),
        person: if me { Some(asker.person()?.id.clone()) } else { query.person },
        all: me,
        summary: query.reason.map(reason).transpose()?,
        since: query.since.map(Moment),
        until: query.until.map(Moment),
        before: before.transpose()?,
        limit,
    })
}
