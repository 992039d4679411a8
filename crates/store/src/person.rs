//! Stored people, sessions and chat.

use crate::sql::{FromRow, Row, SqlValue, Statement};
use crate::write_op::WriteOp;
use crate::{Store, StoreError, Timestamp};

/// A person: a guest or an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPerson {
    /// Their id.
    pub id: String,
    /// Their display name.
    pub name: String,
    /// The name of their account in lower case; empty for guests.
    pub account: String,
    /// The hash of their password; empty for guests and deleted accounts.
    pub password: String,
    /// When they were last seen, to within a day.
    pub seen: Timestamp,
}

/// A session of a browser, or an API token of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// Its id.
    pub id: String,
    /// The id of its person.
    pub person: String,
    /// `browser` or `token`.
    pub kind: String,
    /// Its label.
    pub label: String,
    /// When it was created.
    pub made: Timestamp,
}

const SELECT_PERSON: &str = "SELECT id, name, account, password, seen FROM people";

impl FromRow for StoredPerson {
    fn from_row(row: &impl Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.column("id")?,
            name: row.column("name")?,
            account: row.column("account")?,
            password: row.column("password")?,
            seen: Timestamp(row.column("seen")?),
        })
    }
}

impl FromRow for StoredSession {
    fn from_row(row: &impl Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.column("id")?,
            person: row.column("person")?,
            kind: row.column("kind")?,
            label: row.column("label")?,
            made: Timestamp(row.column("made")?),
        })
    }
}

fn text_value(text: &str) -> SqlValue<'static> {
    text.to_string().into()
}

impl Store {
    async fn find_person(&self, rest: &str, key: &str) -> Result<Option<StoredPerson>, StoreError> {
        self.readers().query_first(format!("{SELECT_PERSON} {rest}"), vec![text_value(key)]).await
    }

    /// The person with this id.
    pub async fn person(&self, id: &str) -> Result<Option<StoredPerson>, StoreError> {
        self.find_person("WHERE id = $1", id).await
    }

    /// The person with this account name, in lower case.
    pub async fn person_by_account(&self, account: &str) -> Result<Option<StoredPerson>, StoreError> {
        self.find_person("WHERE account = $1 AND account <> ''", account).await
    }

    /// The person whose session has this hash. Browser sessions must have been created at `since` or later.
    pub async fn person_by_session(
        &self,
        hash: &str,
        since: Timestamp,
    ) -> Result<Option<StoredPerson>, StoreError> {
        let sql = format!(
            "{SELECT_PERSON} WHERE id = \
             (SELECT person FROM sessions WHERE hash = $1 AND (kind = 'token' OR made >= $2))"
        );
        self.readers().query_first(sql, vec![text_value(hash), since.into()]).await
    }

    /// The sessions of a person, oldest first.
    pub async fn sessions(&self, person: &str) -> Result<Vec<StoredSession>, StoreError> {
        let sql = "SELECT id, person, kind, label, made FROM sessions WHERE person = $1 ORDER BY made, id";
        self.readers().query(sql, vec![text_value(person)]).await
    }

    /// Stores a new guest with their first session.
    pub async fn add_guest(
        &self,
        person: &StoredPerson,
        session: &StoredSession,
        hash: &str,
    ) -> Result<(), StoreError> {
        let insert = Statement {
            sql: "INSERT INTO people (id, name, account, password, made, seen) VALUES ($1, $2, '', '', $3, $3)",
            args: vec![text_value(&person.id), text_value(&person.name), person.seen.into()],
        };
        self.write(WriteOp::People(vec![insert, new_session(session, hash)])).await
    }

    /// Stores a new session of a person.
    pub async fn add_session(&self, session: &StoredSession, hash: &str) -> Result<(), StoreError> {
        self.write(WriteOp::People(vec![new_session(session, hash)])).await
    }

    /// Changes the display name of a person.
    pub async fn rename_person(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.run_statement(
            "UPDATE people SET name = $2 WHERE id = $1",
            vec![text_value(id), text_value(name)],
        )
        .await
    }

    /// Turns a guest into an account. [`StoreError::NothingChanged`] if the name is in use or they already
    /// have an account.
    pub async fn create_account(
        &self,
        id: &str,
        account: &str,
        name: &str,
        hash: &str,
    ) -> Result<(), StoreError> {
        self.run_statement(
            "UPDATE people SET account = $2, name = $3, password = $4 WHERE id = $1 AND account = '' \
             AND NOT EXISTS (SELECT 1 FROM people AS other WHERE other.account = $2)",
            vec![text_value(id), text_value(account), text_value(name), text_value(hash)],
        )
        .await
    }

    /// Changes the password of a person and ends all their sessions, those of programs included.
    pub async fn set_password(&self, id: &str, hash: &str) -> Result<(), StoreError> {
        let set = Statement {
            sql: "UPDATE people SET password = $2 WHERE id = $1",
            args: vec![text_value(id), text_value(hash)],
        };
        self.write(WriteOp::People(vec![set, end_sessions(id)])).await
    }

    /// Ends all sessions of a person, those of programs included.
    pub async fn end_sessions(&self, id: &str) -> Result<(), StoreError> {
        self.write(WriteOp::People(vec![end_sessions(id)])).await
    }

    /// Ends one session, by its hash.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.run_statement("DELETE FROM sessions WHERE hash = $1", vec![text_value(hash)]).await
    }

    /// Revokes a token. [`StoreError::NothingChanged`] if the person has no such token.
    pub async fn revoke_token(&self, person: &str, id: &str) -> Result<(), StoreError> {
        let args = vec![text_value(person), text_value(id)];
        self.run_statement("DELETE FROM sessions WHERE person = $1 AND id = $2 AND kind = 'token'", args)
            .await
    }

    /// Deletes an account. Nobody can log in to it again, and its name stays reserved.
    pub async fn delete_person(&self, id: &str) -> Result<(), StoreError> {
        let forget = Statement {
            sql: "UPDATE people SET password = '', name = 'Deleted' WHERE id = $1",
            args: vec![text_value(id)],
        };
        let unlist =
            Statement { sql: "UPDATE players SET person = '' WHERE person = $1", args: vec![text_value(id)] };
        self.write(WriteOp::People(vec![forget, end_sessions(id), unlist])).await
    }

    /// Updates the time when a person was last seen.
    pub async fn update_last_seen(&self, id: &str, now: Timestamp) -> Result<(), StoreError> {
        self.run_statement("UPDATE people SET seen = $2 WHERE id = $1", vec![text_value(id), now.into()])
            .await
    }

    /// Ends the browser sessions that were created before this time.
    pub async fn end_old_sessions(&self, before: Timestamp) -> Result<(), StoreError> {
        let args = vec![before.into()];
        match self.run_statement("DELETE FROM sessions WHERE kind = 'browser' AND made < $1", args).await {
            Err(StoreError::NothingChanged) => Ok(()),
            ended => ended,
        }
    }

    /// Guests not seen since this time who have no finished game, or have no session and so can never come
    /// back. Returns at most `limit` ids greater than `after`.
    pub async fn inactive_guests(
        &self,
        since: Timestamp,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM people WHERE account = '' AND seen < $1 AND id > $2 \
             AND (NOT EXISTS (SELECT 1 FROM players WHERE players.person = people.id) \
             OR NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id)) ORDER BY id LIMIT $3";
        self.readers().query(sql, vec![since.into(), text_value(after), i64::from(limit).into()]).await
    }

    /// Deletes a guest. [`StoreError::NothingChanged`] if they have been seen since.
    pub async fn remove_guest(&self, id: &str, since: Timestamp) -> Result<(), StoreError> {
        let absent = Statement {
            sql: "UPDATE people SET name = '' WHERE id = $1 AND account = '' AND seen < $2",
            args: vec![text_value(id), since.into()],
        };
        let remove = Statement { sql: "DELETE FROM people WHERE id = $1", args: vec![text_value(id)] };
        self.write(WriteOp::People(vec![absent, end_sessions(id), remove])).await
    }

    async fn run_statement(&self, sql: &'static str, args: Vec<SqlValue<'static>>) -> Result<(), StoreError> {
        self.write(WriteOp::People(vec![Statement { sql, args }])).await
    }

    /// Stores a chat message of a table.
    pub async fn add_chat_line(&self, game: &crate::GameId, line: &str) -> Result<(), StoreError> {
        self.run_statement(
            "INSERT INTO chat (game, line) VALUES ($1, $2)",
            vec![text_value(game.as_str()), text_value(line)],
        )
        .await
    }

    /// The latest chat messages of a table, oldest first.
    pub async fn chat_lines(&self, game: &crate::GameId, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT line FROM chat WHERE game = $1 ORDER BY key DESC LIMIT $2";
        let args = vec![text_value(game.as_str()), i64::from(limit).into()];
        let mut lines: Vec<String> = self.readers().query(sql, args).await?;
        lines.reverse();
        Ok(lines)
    }
}

fn new_session(session: &StoredSession, hash: &str) -> Statement {
    Statement {
        sql: "INSERT INTO sessions (hash, id, person, kind, label, made) VALUES ($1, $2, $3, $4, $5, $6)",
        args: vec![
            text_value(hash),
            text_value(&session.id),
            text_value(&session.person),
            text_value(&session.kind),
            text_value(&session.label),
            session.made.into(),
        ],
    }
}

fn end_sessions(person: &str) -> Statement {
    Statement { sql: "DELETE FROM sessions WHERE person = $1", args: vec![text_value(person)] }
}
