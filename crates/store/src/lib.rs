//! Durable storage for games: an append-only event log per game, on SQLite or PostgreSQL.
//!
//! The store knows no game rules. A game is a head (the state before the first event) and numbered events,
//! all of them texts that the store does not interpret. When [`Store::append`] returns, the events are on
//! disk. Two writers can never both write the same event number, not even from different machines.
//!
//! ```
//! # use tetrarch_store::*;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), StoreError> {
//! let store = Store::open("sqlite::memory:").await?;
//! let id: GameId = "Kx3mZq9A".parse().unwrap();
//! let head = r#"{"options":{}}"#.to_string();
//! store.create(NewGame { id: id.clone(), game: "chess".into(), head, created: Timestamp(0) }).await?;
//! store.append(&id, 0, vec!["flip a1".into(), "red general".into()]).await?;
//! assert!(matches!(store.append(&id, 1, vec!["late".into()]).await, Err(StoreError::Conflict { .. })));
//! assert_eq!(store.load(&id).await?.unwrap().events, ["flip a1", "red general"]);
//! # Ok(())
//! # }
//! ```

mod archive;
mod backup;
mod backup_rows;
mod commit;
mod database;
mod error;
mod game;
mod game_cache;
mod load;
mod migration;
mod person;
mod postgres;
mod sql;
mod sqlite;
mod store;
mod write_op;
mod writer;

pub use archive::{ArchiveCursor, ArchiveEntry, ArchiveHit, ArchiveSearch, StoredPlayer};
pub use backup::{BackupCounts, BackupError, backup, restore};
pub use error::StoreError;
pub(crate) use error::TransactionError;
pub use game::{GameEnd, GameId, InvalidGameId, NewGame, StoredGame, Timestamp};
pub use person::{StoredPerson, StoredSession};
pub use store::{Store, WriteStats};
