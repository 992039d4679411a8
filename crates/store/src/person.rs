//! What the store keeps of people, and how it is changed.

use std::borrow::Cow;

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::change::{Arg, Change, Statement};
use crate::{Moment, Store, StoreError};

/// Somebody the store knows: a guest, or somebody with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPerson {
    /// Their id.
    pub id: String,
    /// What they call themselves.
    pub name: String,
    /// The name of their account in lower case; empty for guests.
    pub account: String,
    /// The hash of their password; empty for guests and deleted accounts.
    pub password: String,
    /// When they were last there, give or take a day.
    pub seen: Moment,
}

/// A way to be known again: a browser's, or a program's token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// `browser` or `token`.
    pub kind: String,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub made: Moment,
}

const PERSON: &str = "SELECT id, name, account, password, seen FROM people";

fn person(row: &AnyRow) -> Result<StoredPerson, sqlx::Error> {
    Ok(StoredPerson {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        account: row.try_get("account")?,
        password: row.try_get("password")?,
        seen: Moment(row.try_get("seen")?),
    })
}

fn text(text: &str) -> Arg<'static> {
    Arg::Text(Cow::Owned(text.to_string()))
}

impl Store {
    async fn one_person(&self, rest: &str, key: &str) -> Result<Option<StoredPerson>, StoreError> {
        let query = sqlx::query(sqlx::AssertSqlSafe(format!("{PERSON} {rest}"))).bind(key.to_string());
        let row = query.fetch_optional(self.readers()).await?;
        Ok(row.as_ref().map(person).transpose()?)
    }

    /// The person with this id.
    pub async fn person(&self, id: &str) -> Result<Option<StoredPerson>, StoreError> {
        self.one_person("WHERE id = $1", id).await
    }

    /// The person whose account has this name, in lower case.
    pub async fn account(&self, account: &str) -> Result<Option<StoredPerson>, StoreError> {
        self.one_person("WHERE account = $1 AND account <> ''", account).await
    }

    /// Whose session has this hash. Those of browsers must have been made since then.
    pub async fn person_of_session(
        &self,
        hash: &str,
        since: Moment,
    ) -> Result<Option<StoredPerson>, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!(
            "{PERSON} WHERE id = (SELECT person FROM sessions WHERE hash = $1 AND (kind = 'token' OR made >= $2))"
        )))
        .bind(hash.to_string())
        .bind(since.0)
        .fetch_optional(self.readers())
        .await?;
        Ok(row.as_ref().map(person).transpose()?)
    }

    /// The sessions of a person, the oldest first.
    pub async fn sessions(&self, person: &str) -> Result<Vec<StoredSession>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, person, kind, label, made FROM sessions WHERE person = $1 ORDER BY made, id",
        )
        .bind(person.to_string())
        .fetch_all(self.readers())
        .await?;
        let session = |row: &AnyRow| {
            Ok(StoredSession {
                id: row.try_get("id")?,
                person: row.try_get("person")?,
                kind: row.try_get("kind")?,
                label: row.try_get("label")?,
                made: Moment(row.try_get("made")?),
            })
        };
        rows.iter().map(session).collect::<Result<_, sqlx::Error>>().map_err(Into::into)
    }

    /// Stores a new guest with a first session.
    pub async fn add_guest(
        &self,
        person: &StoredPerson,
        session: &StoredSession,
        hash: &str,
    ) -> Result<(), StoreError> {
        let insert = Statement {
            words: "INSERT INTO people (id, name, account, password, made, seen) VALUES ($1, $2, '', '', $3, $3)",
            args: vec![text(&person.id), text(&person.name), Arg::Number(person.seen.0)],
        };
        self.change(Change::People(vec![insert, new_session(session, hash)])).await
    }

    /// Stores a new session of a person.
    pub async fn add_session(&self, session: &StoredSession, hash: &str) -> Result<(), StoreError> {
        self.change(Change::People(vec![new_session(session, hash)])).await
    }

    /// Gives a person another name.
    pub async fn rename_person(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.people("UPDATE people SET name = $2 WHERE id = $1", vec![text(id), text(name)]).await
    }

    /// Makes a guest's account. [`StoreError::Nothing`] if the name is in use or they have one.
    pub async fn make_account(
        &self,
        id: &str,
        account: &str,
        name: &str,
        hash: &str,
    ) -> Result<(), StoreError> {
        self.people(
            "UPDATE people SET account = $2, name = $3, password = $4 WHERE id = $1 AND account = '' \
             AND NOT EXISTS (SELECT 1 FROM people AS other WHERE other.account = $2)",
            vec![text(id), text(account), text(name), text(hash)],
        )
        .await
    }

    /// Changes a password and ends all sessions of browsers; the tokens of programs too if it is deleted.
    pub async fn set_password(&self, id: &str, hash: &str) -> Result<(), StoreError> {
        let set = Statement {
            words: "UPDATE people SET password = $2 WHERE id = $1",
            args: vec![text(id), text(hash)],
        };
        self.change(Change::People(vec![set, end_sessions(id)])).await
    }

    /// Ends all sessions of a person, those of programs included.
    pub async fn end_sessions(&self, id: &str) -> Result<(), StoreError> {
        self.change(Change::People(vec![end_sessions(id)])).await
    }

    /// Ends one session, by its hash.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.people("DELETE FROM sessions WHERE hash = $1", vec![text(hash)]).await
    }

    /// Takes a token back. [`StoreError::Nothing`] if the person has no such token.
    pub async fn take_token(&self, person: &str, id: &str) -> Result<(), StoreError> {
        let args = vec![text(person), text(id)];
        self.people("DELETE FROM sessions WHERE person = $1 AND id = $2 AND kind = 'token'", args).await
    }

    /// Deletes an account: nobody can log in to it again, and nobody else can have its name.
    pub async fn delete_person(&self, id: &str) -> Result<(), StoreError> {
        let forget = Statement {
            words: "UPDATE people SET password = '', name = 'Deleted' WHERE id = $1",
            args: vec![text(id)],
        };
        let unlist =
            Statement { words: "UPDATE players SET person = '' WHERE person = $1", args: vec![text(id)] };
        self.change(Change::People(vec![forget, end_sessions(id), unlist])).await
    }

    /// A person is there.
    pub async fn saw_person(&self, id: &str, now: Moment) -> Result<(), StoreError> {
        self.people("UPDATE people SET seen = $2 WHERE id = $1", vec![text(id), Arg::Number(now.0)]).await
    }

    /// Ends the sessions of browsers that were made before then.
    pub async fn end_old_sessions(&self, before: Moment) -> Result<(), StoreError> {
        let args = vec![Arg::Number(before.0)];
        match self.people("DELETE FROM sessions WHERE kind = 'browser' AND made < $1", args).await {
            Err(StoreError::Nothing) => Ok(()),
            ended => ended,
        }
    }

    /// Guests who have not been there since then and have no finished game, or can never come back, for they have no
    /// session: some of them, from an id on.
    pub async fn absent_guests(
        &self,
        since: Moment,
        after: &str,
        most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM people WHERE account = '' AND seen < $1 AND id > $2 \
             AND (NOT EXISTS (SELECT 1 FROM players WHERE players.person = people.id) \
             OR NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id)) ORDER BY id LIMIT $3",
        )
        .bind(since.0)
        .bind(after.to_string())
        .bind(i64::from(most))
        .fetch_all(self.readers())
        .await?;
        rows.iter().map(|row| row.try_get("id")).collect::<Result<_, sqlx::Error>>().map_err(Into::into)
    }

    /// Removes a guest. [`StoreError::Nothing`] if they have come back since then.
    pub async fn remove_guest(&self, id: &str, since: Moment) -> Result<(), StoreError> {
        let absent = Statement {
            words: "UPDATE people SET name = '' WHERE id = $1 AND account = '' AND seen < $2",
            args: vec![text(id), Arg::Number(since.0)],
        };
        let remove = Statement { words: "DELETE FROM people WHERE id = $1", args: vec![text(id)] };
        self.change(Change::People(vec![absent, end_sessions(id), remove])).await
    }

    async fn people(&self, words: &'static str, args: Vec<Arg<'static>>) -> Result<(), StoreError> {
        self.change(Change::People(vec![Statement { words, args }])).await
    }

    /// Keeps what was said at a table.
    pub async fn say(&self, game: &crate::GameId, line: &str) -> Result<(), StoreError> {
        self.people("INSERT INTO chat (game, line) VALUES ($1, $2)", vec![text(game.as_str()), text(line)])
            .await
    }

    /// The last things that were said at a table, the oldest first.
    pub async fn said(&self, game: &crate::GameId, most: u32) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT line FROM chat WHERE game = $1 ORDER BY key DESC LIMIT $2")
            .bind(game.as_str().to_string())
            .bind(i64::from(most))
            .fetch_all(self.readers())
            .await?;
        let lines = rows.iter().rev().map(|row| row.try_get("line"));
        lines.collect::<Result<_, sqlx::Error>>().map_err(Into::into)
    }
}

fn new_session(session: &StoredSession, hash: &str) -> Statement {
    Statement {
        words: "INSERT INTO sessions (hash, id, person, kind, label, made) VALUES ($1, $2, $3, $4, $5, $6)",
        args: vec![
            text(hash),
            text(&session.id),
            text(&session.person),
            text(&session.kind),
            text(&session.label),
            Arg::Number(session.made.0),
        ],
    }
}

fn end_sessions(person: &str) -> Statement {
    Statement { words: "DELETE FROM sessions WHERE person = $1", args: vec![text(person)] }
}
