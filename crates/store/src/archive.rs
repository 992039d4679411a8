//! Finding finished games.

use sqlx::{AssertSqlSafe, Row};

use crate::{Store, StoreError, Timestamp};

/// What the archive keeps of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// What is shown of it: a text of the owner's own making.
    pub listing: String,
    /// Whether everybody may find it.
    pub public: bool,
    /// Who sat at it, in the order of the seats.
    pub players: Vec<StoredPlayer>,
}

impl ArchiveEntry {
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let players = self.players.iter().flat_map(|player| [player.person.as_str(), player.name.as_str()]);
        players.chain([self.listing.as_str()])
    }
}

/// Somebody who sat at a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlayer {
    /// Their id; empty if they had none.
    pub person: String,
    /// Their name in lower case.
    pub name: String,
}

/// What to look for. Everything that is named must be so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveSearch {
    /// Which of the games.
    pub game: Option<String>,
    /// A player's name in lower case.
    pub player: Option<String>,
    /// A player's id.
    pub person: Option<String>,
    /// Whether games that are not public are shown too.
    pub all: bool,
    /// How it ended.
    pub summary: Option<String>,
    /// Ended then or later.
    pub since: Option<Timestamp>,
    /// Ended before that.
    pub until: Option<Timestamp>,
    /// Older than this one.
    pub before: Option<ArchiveCursor>,
    /// How many at most.
    pub limit: u32,
}

/// Where a game stands in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveCursor {
    /// When it ended.
    pub ended: Timestamp,
    /// Among those that ended in the same moment.
    pub key: i64,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveHit {
    /// Its id.
    pub id: String,
    /// Where it stands.
    pub place: ArchiveCursor,
    /// What is shown of it.
    pub listing: String,
}

/// A condition and what is bound in it.
#[derive(Default)]
struct WhereClause {
    conditions: Vec<String>,
    args: Vec<BoundValue>,
}

enum BoundValue {
    Text(String),
    Number(i64),
}

impl WhereClause {
    /// `condition` has `$` where the value belongs.
    fn add(&mut self, condition: &str, value: Option<BoundValue>) {
        let Some(value) = value else { return };
        self.args.push(value);
        self.conditions.push(condition.replace('$', &format!("${}", self.args.len())));
    }
}

impl Store {
    /// Finished games, the latest first.
    pub async fn search(&self, search: &ArchiveSearch) -> Result<Vec<ArchiveHit>, StoreError> {
        let mut all = WhereClause::default();
        let text = |text: &Option<String>| text.clone().map(BoundValue::Text);
        let moment = |moment: Option<Timestamp>| moment.map(|moment| BoundValue::Number(moment.0));
        all.add("game = $", text(&search.game));
        all.add("summary = $", text(&search.summary));
        all.add("finished >= $", moment(search.since));
        all.add("finished < $", moment(search.until));
        let played = "EXISTS (SELECT 1 FROM players WHERE players.game = games.key AND players.";
        all.add(&format!("{played}name = $)"), text(&search.player));
        all.add(&format!("{played}person = $)"), text(&search.person));
        if let Some(place) = search.before {
            all.add("finished <= $", Some(BoundValue::Number(place.ended.0)));
            all.args.extend([BoundValue::Number(place.ended.0), BoundValue::Number(place.key)]);
            let many = all.args.len();
            all.conditions.push(format!("(finished < ${} OR key < ${many})", many - 1));
        }
        if !search.all {
            all.conditions.push("public = 1".to_string());
        }
        let conditions: String = all.conditions.iter().map(|words| format!(" AND {words}")).collect();
        let query = format!(
            "SELECT id, key, finished, listing FROM games WHERE listing IS NOT NULL{conditions} \
             ORDER BY finished DESC, key DESC LIMIT {}",
            search.limit
        );
        let mut query = sqlx::query(AssertSqlSafe(query));
        for arg in all.args {
            query = match arg {
                BoundValue::Text(text) => query.bind(text),
                BoundValue::Number(number) => query.bind(number),
            };
        }
        let rows = query.fetch_all(self.readers()).await?;
        let found = rows.iter().map(|row| {
            let place =
                ArchiveCursor { ended: Timestamp(row.try_get("finished")?), key: row.try_get("key")? };
            Ok(ArchiveHit { id: row.try_get("id")?, place, listing: row.try_get("listing")? })
        });
        found.collect::<Result<_, sqlx::Error>>().map_err(Into::into)
    }

    /// What the archive shows of one game; none if it is not finished.
    pub async fn listing(&self, game: &crate::GameId) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT listing FROM games WHERE id = $1 AND listing IS NOT NULL")
            .bind(game.as_str().to_string())
            .fetch_optional(self.readers())
            .await?;
        Ok(row.map(|row| row.try_get("listing")).transpose()?)
    }
}
