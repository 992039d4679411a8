//! The rows in a backup. The SQL to read and write each table follows from one list of columns.

use serde::{Deserialize, Serialize};

use crate::database::Connection;
use crate::sql::{FromRow, Row, SqlValue};
use crate::{StoreError, TransactionError};

/// A row of a table that backups include.
pub(crate) trait BackupRow: FromRow {
    /// The table and the columns to order its rows by.
    const TABLE: (&'static str, &'static str);
    /// The columns that backups include.
    const COLUMNS: &'static [&'static str];

    /// The values of the columns.
    fn into_args(self) -> Vec<SqlValue<'static>>;

    /// The statement that selects all rows.
    fn select_sql() -> String {
        let (table, order) = Self::TABLE;
        format!("SELECT {} FROM {table} ORDER BY {order}", Self::COLUMNS.join(", "))
    }

    /// The statement that inserts a row.
    fn insert_sql() -> String {
        let values: Vec<String> = (1..=Self::COLUMNS.len()).map(|number| format!("${number}")).collect();
        let (table, columns) = (Self::TABLE.0, Self::COLUMNS.join(", "));
        format!("INSERT INTO {table} ({columns}) VALUES ({})", values.join(", "))
    }

    /// Inserts the row.
    async fn insert(self, connection: &mut Connection) -> Result<(), TransactionError> {
        connection.execute(&Self::insert_sql(), &self.into_args()).await.map(drop)
    }
}

macro_rules! backup_rows {
    ($($name:ident: $table:literal by $order:literal { $($column:ident: $kind:ty),* })*) => {$(
        #[derive(Debug, Serialize, Deserialize)]
        pub(crate) struct $name {
            $(pub(crate) $column: $kind),*
        }

        impl FromRow for $name {
            fn from_row(row: &impl Row) -> Result<Self, StoreError> {
                Ok(Self { $($column: row.column(stringify!($column))?),* })
            }
        }

        impl BackupRow for $name {
            const TABLE: (&'static str, &'static str) = ($table, $order);
            const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),*];

            fn into_args(self) -> Vec<SqlValue<'static>> {
                vec![$(self.$column.into()),*]
            }
        }
    )*};
}

backup_rows! {
    PersonRow: "people" by "id" {
        id: String, name: String, account: String, password: String, made: i64, seen: i64
    }
    SessionRow: "sessions" by "id" {
        hash: String, id: String, person: String, kind: String, label: String, made: i64
    }
    GameRow: "games" by "key" {
        id: String, game: String, head: String, created: i64, finished: Option<i64>, summary: Option<String>,
        listing: Option<String>, public: i64
    }
    EventRow: "events" by "game, number" { game: i64, number: i64, event: String }
    PlayerRow: "players" by "game, seat" { game: i64, seat: i64, person: String, name: String }
    NoteRow: "notes" by "name" { name: String, note: String }
    ChatRow: "chat" by "key" { game: String, line: String }
}
