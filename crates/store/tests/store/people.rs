//! People, the archive, chat and backups.

use tetrarch_store::{
    ArchiveEntry, ArchiveSearch, BackupError, GameEnd, StoreError, StoredPerson, StoredPlayer, StoredSession,
    Timestamp, backup, restore,
};

use crate::on_each_database;
use crate::test_database::{TestDatabase, game, id, texts};

on_each_database!(
    a_session_identifies_its_person_until_it_ends,
    an_account_has_one_permanent_name,
    a_new_password_and_a_deletion_end_all_sessions,
    browser_sessions_expire_and_tokens_do_not,
    only_inactive_guests_are_found_and_removed,
    only_the_owner_can_revoke_a_token,
    finished_games_are_found_and_paged,
    chat_messages_are_stored_in_order,
    a_backup_restores_everything_and_only_into_an_empty_database,
    an_incomplete_backup_restores_nothing,
    a_database_of_the_first_version_is_migrated,
    migrated_and_restored_people_count_as_recently_seen,
);

fn session(person: &str, id: &str, kind: &str) -> StoredSession {
    StoredSession {
        id: id.into(),
        person: person.into(),
        kind: kind.into(),
        label: "label".into(),
        made: Timestamp(5),
    }
}

async fn guest(store: &tetrarch_store::Store, id: &str) {
    let person = StoredPerson {
        id: id.into(),
        name: "Ada".into(),
        account: String::new(),
        password: String::new(),
        seen: Timestamp(5),
    };
    store
        .add_guest(&person, &session(id, &format!("s-{id}"), "browser"), &format!("hash-{id}"))
        .await
        .unwrap();
}

fn nothing_changed(done: &Result<(), StoreError>) -> bool {
    matches!(done, Err(StoreError::NothingChanged))
}

async fn a_session_identifies_its_person_until_it_ends(database: TestDatabase) {
    let store = database.open().await;
    guest(&store, "p1").await;
    store.rename_person("p1", "Countess").await.unwrap();
    let known = store.person_by_session("hash-p1", Timestamp(0)).await.unwrap().unwrap();
    assert_eq!((known.id.as_str(), known.name.as_str()), ("p1", "Countess"));
    assert_eq!(store.person_by_session("hash-p2", Timestamp(0)).await.unwrap(), None);
    store.end_session("hash-p1").await.unwrap();
    assert_eq!(store.person_by_session("hash-p1", Timestamp(0)).await.unwrap(), None);
    assert!(store.person("p1").await.unwrap().is_some());
}

async fn an_account_has_one_permanent_name(database: TestDatabase) {
    let store = database.open().await;
    guest(&store, "p1").await;
    guest(&store, "p2").await;
    store.create_account("p1", "ada", "Ada", "secret").await.unwrap();
    assert!(nothing_changed(&store.create_account("p2", "ada", "ADA", "other").await), "the name is in use");
    assert!(nothing_changed(&store.create_account("p1", "eve", "Eve", "other").await), "they have one");
    assert_eq!(store.person_by_account("ada").await.unwrap().unwrap().id, "p1");
    assert_eq!(store.person_by_account("").await.unwrap(), None, "guests have no account");
}

async fn a_new_password_and_a_deletion_end_all_sessions(database: TestDatabase) {
    let store = database.open().await;
    guest(&store, "p1").await;
    store.create_account("p1", "ada", "Ada", "secret").await.unwrap();
    store.set_password("p1", "another").await.unwrap();
    assert!(store.sessions("p1").await.unwrap().is_empty());
    store.add_session(&session("p1", "s2", "token"), "hash2").await.unwrap();
    store.delete_person("p1").await.unwrap();
    assert!(store.sessions("p1").await.unwrap().is_empty());
    let gone = store.person_by_account("ada").await.unwrap().unwrap();
    assert_eq!((gone.name.as_str(), gone.password.as_str()), ("Deleted", ""), "the name stays taken");
}

async fn browser_sessions_expire_and_tokens_do_not(database: TestDatabase) {
    let store = database.open().await;
    guest(&store, "p1").await;
    store.add_session(&session("p1", "t1", "token"), "hash-t1").await.unwrap();
    let known = async |hash: &str, since: i64| {
        store.person_by_session(hash, Timestamp(since)).await.unwrap().is_some()
    };
    assert!(known("hash-p1", 5).await && !known("hash-p1", 6).await);
    assert!(known("hash-t1", 6).await);
    store.end_old_sessions(Timestamp(5)).await.unwrap();
    assert!(known("hash-p1", 0).await, "it was made then, not before");
    store.end_old_sessions(Timestamp(6)).await.unwrap();
    assert!(!known("hash-p1", 0).await && known("hash-t1", 6).await);
}

async fn only_inactive_guests_are_found_and_removed(database: TestDatabase) {
    let store = database.open().await;
    for name in ["p-ada", "p-bob", "p-eve", "p-new", "p-old"] {
        guest(&store, name).await;
    }
    store.create_account("p-bob", "bob", "Bob", "secret").await.unwrap();
    finish(&store, "over", 7, "ada", true).await;
    store.update_last_seen("p-new", Timestamp(50)).await.unwrap();
    let absent = async |after: &str| store.inactive_guests(Timestamp(10), after, 9).await.unwrap();
    assert_eq!(absent("").await, ["p-old"], "not an account, nor who has played, nor who was here");
    store.end_session("hash-p-ada").await.unwrap();
    assert_eq!(absent("").await, ["p-ada", "p-old"], "nobody can be her any more");
    assert_eq!(absent("p-ada").await, ["p-old"]);
    assert!(nothing_changed(&store.remove_guest("p-new", Timestamp(10)).await), "they are back");
    assert!(nothing_changed(&store.remove_guest("p-bob", Timestamp(10)).await), "an account stays");
    store.remove_guest("p-old", Timestamp(10)).await.unwrap();
    assert_eq!(store.person("p-old").await.unwrap(), None);
    assert_eq!(store.person_by_session("hash-p-old", Timestamp(0)).await.unwrap(), None);
    assert!(store.person("p-bob").await.unwrap().is_some());
}

async fn only_the_owner_can_revoke_a_token(database: TestDatabase) {
    let store = database.open().await;
    guest(&store, "p1").await;
    guest(&store, "p2").await;
    store.add_session(&session("p1", "t1", "token"), "hash-t1").await.unwrap();
    assert!(nothing_changed(&store.revoke_token("p2", "t1").await));
    assert!(nothing_changed(&store.revoke_token("p1", "s-p1").await), "a browser is no program");
    store.revoke_token("p1", "t1").await.unwrap();
    assert_eq!(store.person_by_session("hash-t1", Timestamp(0)).await.unwrap(), None);
}

async fn finish(store: &tetrarch_store::Store, name: &str, at: i64, player: &str, public: bool) {
    store.create(game(name)).await.unwrap();
    let players = [player, "eve"].map(|name| StoredPlayer { person: format!("p-{name}"), name: name.into() });
    let entry = ArchiveEntry { listing: format!("listing of {name}"), public, players: players.to_vec() };
    let end = GameEnd { at: Timestamp(at), summary: "resignation".into() };
    store.finish_archived(&id(name), 0, texts(&["end"]), end, Some(entry)).await.unwrap();
}

async fn finished_games_are_found_and_paged(database: TestDatabase) {
    let store = database.open().await;
    // Several end at the same time.
    for (name, at, player, public) in [
        ("a", 1, "ada", true),
        ("b", 2, "ada", true),
        ("c", 2, "bob", true),
        ("d", 2, "ada", false),
        ("e", 3, "bob", true),
    ] {
        finish(&store, name, at, player, public).await;
    }
    store.create(game("open")).await.unwrap();
    let usual = ArchiveSearch { limit: 2, ..ArchiveSearch::default() };
    let found = async |search: ArchiveSearch| {
        let found = store.search(&search).await.unwrap();
        (
            found.iter().map(|found| found.id.clone()).collect::<Vec<_>>(),
            found.last().map(|found| found.place),
        )
    };
    let (first, place) = found(usual.clone()).await;
    assert_eq!(first, ["e", "c"]);
    let (second, place) = found(ArchiveSearch { before: place, ..usual.clone() }).await;
    assert_eq!(second, ["b", "a"]);
    assert_eq!(found(ArchiveSearch { before: place, ..usual.clone() }).await.0, Vec::<String>::new());
    let many = ArchiveSearch { limit: 50, ..ArchiveSearch::default() };
    assert_eq!(found(ArchiveSearch { player: Some("ada".into()), ..many.clone() }).await.0, ["b", "a"]);
    let own = ArchiveSearch { person: Some("p-ada".into()), all: true, ..many.clone() };
    assert_eq!(found(own).await.0, ["d", "b", "a"]);
    let time = ArchiveSearch { since: Some(Timestamp(2)), until: Some(Timestamp(3)), ..many.clone() };
    assert_eq!(found(time).await.0, ["c", "b"]);
    let nothing = ArchiveSearch { summary: Some("checkmate".into()), ..many };
    assert!(found(nothing).await.0.is_empty());
    assert_eq!(store.listing(&id("d")).await.unwrap().as_deref(), Some("listing of d"));
    assert_eq!(store.listing(&id("open")).await.unwrap(), None);
}

async fn chat_messages_are_stored_in_order(database: TestDatabase) {
    let store = database.open().await;
    for line in ["one", "two", "three"] {
        store.add_chat_line(&id("table"), line).await.unwrap();
    }
    store.add_chat_line(&id("other"), "elsewhere").await.unwrap();
    assert_eq!(store.chat_lines(&id("table"), 2).await.unwrap(), ["two", "three"]);
}

async fn a_backup_restores_everything_and_only_into_an_empty_database(database: TestDatabase) {
    let store = database.open().await;
    guest(&store, "p1").await;
    store.create_account("p1", "ada", "Ada", "secret").await.unwrap();
    finish(&store, "over", 7, "ada", true).await;
    store.create(game("open")).await.unwrap();
    store.append(&id("open"), 0, texts(&["♔ one", "two"])).await.unwrap();
    store.put_note("secret", "kept".into()).await.unwrap();
    store.add_chat_line(&id("open"), "hello").await.unwrap();
    let mut file = Vec::new();
    let counted = backup(&database.address, &mut file).await.unwrap();
    assert_eq!((counted.games, counted.people), (2, 1), "also while it is in use");
    let new = TestDatabase::sqlite();
    assert_eq!(restore(&new.address, &mut file.as_slice()).await.unwrap(), counted);
    let again = new.open().await;
    for name in ["over", "open"] {
        assert_eq!(again.load(&id(name)).await.unwrap(), store.load(&id(name)).await.unwrap());
    }
    assert_eq!(again.unfinished().await.unwrap(), [id("open")]);
    let known = again.person_by_session("hash-p1", Timestamp(0)).await.unwrap().unwrap();
    let before = store.person_by_session("hash-p1", Timestamp(0)).await.unwrap().unwrap();
    assert_eq!(StoredPerson { seen: before.seen, ..known }, before);
    assert_eq!(again.get_note("secret").await.unwrap().as_deref(), Some("kept"));
    assert_eq!(again.chat_lines(&id("open"), 9).await.unwrap(), ["hello"]);
    let search = ArchiveSearch { player: Some("ada".into()), limit: 9, ..ArchiveSearch::default() };
    assert_eq!(again.search(&search).await.unwrap().len(), 1);
    again.append(&id("open"), 2, texts(&["three"])).await.unwrap();
    let full = restore(&database.address, &mut file.as_slice()).await;
    assert!(matches!(full, Err(BackupError::NotEmpty)), "{full:?}");
}

#[test]
fn a_new_database_file_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::TempDir::new().unwrap();
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = tetrarch_store::Store::open(&address).await.unwrap();
        guest(&store, "p1").await;
        let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap).collect();
        assert!(files.iter().any(|file| file.file_name() == "games.db"), "{files:?}");
        for file in files {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o077, 0, "{:?}", file.file_name());
        }
    });
}

async fn an_incomplete_backup_restores_nothing(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    let mut file = Vec::new();
    backup(&database.address, &mut file).await.unwrap();
    let text = String::from_utf8(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let half = lines[..lines.len() - 1].join("\n");
    let odd = text.replace("\"game\"", "\"gnome\"");
    for broken in [half.as_str(), "", "hello", odd.as_str(), &lines[1..].join("\n")] {
        let new = TestDatabase::sqlite();
        assert!(restore(&new.address, &mut broken.as_bytes()).await.is_err(), "{broken}");
        assert!(new.open().await.unfinished().await.unwrap().is_empty());
    }
}

async fn a_database_of_the_first_version_is_migrated(database: TestDatabase) {
    let store = database.open().await;
    store.create(game("old")).await.unwrap();
    store.append(&id("old"), 0, texts(&["one"])).await.unwrap();
    store.close().await;
    let mut connection = database.other_connection().await;
    let undo = "DROP TABLE chat; DROP TABLE players; DROP TABLE sessions; DROP TABLE people; DROP INDEX games_finished; \
                ALTER TABLE games DROP COLUMN listing; ALTER TABLE games DROP COLUMN public; \
                DELETE FROM _sqlx_migrations WHERE version >= 2";
    connection.execute(undo).await;
    let store = database.open().await;
    assert_eq!(store.load(&id("old")).await.unwrap().unwrap().events, ["one"]);
    guest(&store, "p1").await;
    finish(&store, "new", 3, "ada", true).await;
    assert_eq!(store.search(&ArchiveSearch { limit: 9, ..ArchiveSearch::default() }).await.unwrap().len(), 1);
}

async fn migrated_and_restored_people_count_as_recently_seen(database: TestDatabase) {
    let store = database.open().await;
    guest(&store, "p1").await;
    let mut file = Vec::new();
    backup(&database.address, &mut file).await.unwrap();
    store.close().await;
    let mut connection = database.other_connection().await;
    let undo = "DELETE FROM _sqlx_migrations WHERE version = 3";
    connection.execute(undo).await;
    let new = TestDatabase::sqlite();
    restore(&new.address, &mut file.as_slice()).await.unwrap();
    for store in [database.open().await, new.open().await] {
        assert!(store.person("p1").await.unwrap().unwrap().seen > Timestamp(1_700_000_000_000));
    }
}
