//! The archive of finished games.

use crate::sql::{FromRow, Row, SqlValue};
use crate::{Store, StoreError, Timestamp};

/// The archive entry of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// The listing to show, in a format of the caller's choice.
    pub listing: String,
    /// Whether everybody may find the game.
    pub public: bool,
    /// The players, in seat order.
    pub players: Vec<StoredPlayer>,
}

impl ArchiveEntry {
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let players = self.players.iter().flat_map(|player| [player.person.as_str(), player.name.as_str()]);
        players.chain([self.listing.as_str()])
    }
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlayer {
    /// Their id; empty if they had none.
    pub person: String,
    /// Their name in lower case.
    pub name: String,
}

/// A search in the archive. A game must match every given field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveSearch {
    /// The kind of game.
    pub game: Option<String>,
    /// The name of a player in lower case.
    pub player: Option<String>,
    /// The id of a player.
    pub person: Option<String>,
    /// Whether to include games that are not public.
    pub all: bool,
    /// The summary of the end of the game.
    pub summary: Option<String>,
    /// Ended at this time or later.
    pub since: Option<Timestamp>,
    /// Ended before this time.
    pub until: Option<Timestamp>,
    /// Only games after this position in the archive, which lists the latest first.
    pub before: Option<ArchiveCursor>,
    /// The maximum number of results.
    pub limit: u32,
}

/// The position of a game in the archive, for paging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveCursor {
    /// When it ended.
    pub ended: Timestamp,
    /// The tie-breaker for games that ended at the same time.
    pub key: i64,
}

/// A search result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveHit {
    /// The id of the game.
    pub id: String,
    /// Its position in the archive.
    pub place: ArchiveCursor,
    /// Its listing.
    pub listing: String,
}

impl FromRow for ArchiveHit {
    fn from_row(row: &impl Row) -> Result<Self, StoreError> {
        let place = ArchiveCursor { ended: Timestamp(row.column("finished")?), key: row.column("key")? };
        Ok(Self { id: row.column("id")?, place, listing: row.column("listing")? })
    }
}

/// The conditions of a query and their arguments.
#[derive(Default)]
struct WhereClause {
    conditions: Vec<String>,
    args: Vec<SqlValue<'static>>,
}

impl WhereClause {
    /// Adds a condition, unless the value is `None`. `$` in `condition` is the placeholder for the value.
    fn add(&mut self, condition: &str, value: Option<SqlValue<'static>>) {
        let Some(value) = value else { return };
        self.args.push(value);
        self.conditions.push(condition.replace('$', &format!("${}", self.args.len())));
    }
}

impl Store {
    /// Searches finished games, latest first.
    pub async fn search(&self, search: &ArchiveSearch) -> Result<Vec<ArchiveHit>, StoreError> {
        let mut filter = WhereClause::default();
        let text = |text: &Option<String>| text.clone().map(SqlValue::from);
        let time = |time: Option<Timestamp>| time.map(SqlValue::from);
        filter.add("game = $", text(&search.game));
        filter.add("summary = $", text(&search.summary));
        filter.add("finished >= $", time(search.since));
        filter.add("finished < $", time(search.until));
        let has_player = "EXISTS (SELECT 1 FROM players WHERE players.game = games.key AND players.";
        filter.add(&format!("{has_player}name = $)"), text(&search.player));
        filter.add(&format!("{has_player}person = $)"), text(&search.person));
        if let Some(cursor) = search.before {
            filter.add("finished <= $", Some(cursor.ended.into()));
            filter.args.extend([cursor.ended.into(), cursor.key.into()]);
            let count = filter.args.len();
            filter.conditions.push(format!("(finished < ${} OR key < ${count})", count - 1));
        }
        if !search.all {
            filter.conditions.push("public = 1".to_string());
        }
        let conditions: String =
            filter.conditions.iter().map(|condition| format!(" AND {condition}")).collect();
        let query = format!(
            "SELECT id, key, finished, listing FROM games WHERE listing IS NOT NULL{conditions} \
             ORDER BY finished DESC, key DESC LIMIT {}",
            search.limit
        );
        self.readers().query(query, filter.args).await
    }

    /// The listing of a game; `None` if it is not finished.
    pub async fn listing(&self, game: &crate::GameId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT listing FROM games WHERE id = $1 AND listing IS NOT NULL";
        self.readers().query_first(sql, vec![game.as_str().to_string().into()]).await
    }
}
