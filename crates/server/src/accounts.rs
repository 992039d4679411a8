//! Guests, accounts and tokens.

use crate::api::SESSION_DAYS;
use crate::header::display_name;
use crate::timestamp::{days_ago, now};
use crate::token::{AccessToken, TokenHash, random_id};
use crate::who::{Identity, Person};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use std::sync::{Arc, OnceLock};
use tetrarch_protocol::{
    ChangePasswordRequest, Credentials, ErrorCode, RequestError, TokenCreated, TokenInfo,
};
use tetrarch_store::{Store, StoreError, StoredPerson, StoredSession, Timestamp};
use tokio::sync::Semaphore;

/// How many tokens of programs a person may have.
const MAX_API_TOKENS: usize = 20;
/// How many passwords are hashed at the same time: each takes 19 MiB and a core.
const MAX_CONCURRENT_HASHES: usize = 2;

/// How many guests are looked at at once.
const GUEST_PAGE_SIZE: u32 = 200;

/// Everybody the server knows.
pub(crate) struct Accounts {
    store: Store,
    /// The accounts that may do at every table what its owner may.
    admins: Vec<String>,
    hash_slots: Arc<Semaphore>,
}

fn store_failed(error: &StoreError) -> RequestError {
    tracing::error!(%error, "could not store a person");
    RequestError::new(ErrorCode::NotStored, "It could not be stored, so it was not done. Try again.")
}

fn no_randomness(_: getrandom::Error) -> RequestError {
    RequestError::new(ErrorCode::NotStored, "The server has no random numbers now. Try again.")
}

/// The same words whether the name or the password is wrong, so that nobody finds out who has an account.
fn wrong_password() -> RequestError {
    RequestError::new(ErrorCode::WrongPassword, "The name or the password is wrong.")
}

fn name_taken() -> RequestError {
    RequestError::new(ErrorCode::NotNow, "This name is taken.")
}

fn invalid(words: &str) -> RequestError {
    RequestError::new(ErrorCode::NotUnderstood, words)
}

impl Accounts {
    pub(crate) fn new(store: Store, admins: &[String]) -> Accounts {
        let admins = admins.iter().map(|name| name.to_lowercase()).collect();
        Accounts { store, admins, hash_slots: Arc::new(Semaphore::new(MAX_CONCURRENT_HASHES)) }
    }

    /// Who shows this token: a person if it is their session, else perhaps the holder of a seat.
    pub(crate) async fn authenticate(&self, token: &str) -> Result<Identity, RequestError> {
        let hash = TokenHash::of(token);
        Ok(match self.person_for_session(&hash).await? {
            Some(person) => {
                self.mark_seen(&person).await;
                Identity { person: Some(Arc::new(self.to_person(&person))), token: None, session: Some(hash) }
            }
            None => Identity { person: None, token: Some(hash), session: None },
        })
    }

    /// Whose session this is, if it has not ended.
    async fn person_for_session(&self, session: &TokenHash) -> Result<Option<StoredPerson>, RequestError> {
        let since = days_ago(SESSION_DAYS);
        self.store.person_by_session(session.as_str(), since).await.map_err(|error| store_failed(&error))
    }

    /// Whether somebody is still known by this session.
    pub(crate) async fn is_session_valid(&self, session: &TokenHash) -> bool {
        // If the store does not answer, nobody is sent away for it.
        self.person_for_session(session).await.map_or(true, |person| person.is_some())
    }

    /// Remembers that somebody was there, once a day.
    async fn mark_seen(&self, person: &StoredPerson) {
        if person.seen < days_ago(1)
            && let Err(error) = self.store.update_last_seen(&person.id, now()).await
        {
            tracing::warn!(%error, "could not note who was there");
        }
    }

    /// Ends the sessions that browsers have forgotten already.
    pub(crate) async fn expire_sessions(&self) -> Result<(), StoreError> {
        self.store.end_old_sessions(days_ago(SESSION_DAYS)).await
    }

    /// Removes the guests who have been away since then and are not `expected`, and tells how many.
    pub(crate) async fn remove_inactive_guests(
        &self,
        since: Timestamp,
        expected: impl Fn(&str) -> bool,
    ) -> Result<u64, StoreError> {
        let (mut removed, mut after) = (0, String::new());
        loop {
            let guests = self.store.inactive_guests(since, &after, GUEST_PAGE_SIZE).await?;
            let Some(last) = guests.last().cloned() else { return Ok(removed) };
            for guest in guests.into_iter().filter(|guest| !expected(guest)) {
                match self.store.remove_guest(&guest, since).await {
                    Ok(()) => removed += 1,
                    Err(StoreError::NothingChanged) => {}
                    Err(error) => return Err(error),
                }
            }
            after = last;
        }
    }

    fn to_person(&self, stored: &StoredPerson) -> Person {
        let account = (!stored.account.is_empty()).then(|| stored.account.clone());
        let admin = self.admins.contains(&stored.account) && account.is_some();
        Person { id: stored.id.clone(), name: stored.name.clone(), account, admin }
    }

    /// A new guest, and the token of their browser.
    pub(crate) async fn create_guest(
        &self,
        name: Option<&str>,
    ) -> Result<(Person, AccessToken), RequestError> {
        let person = StoredPerson {
            id: random_id().map_err(no_randomness)?.to_string(),
            name: display_name(name),
            account: String::new(),
            password: String::new(),
            seen: now(),
        };
        let (token, session) = self.new_session(&person.id, "browser", "")?;
        self.store
            .add_guest(&person, &session, token.hash().as_str())
            .await
            .map_err(|error| store_failed(&error))?;
        Ok((self.to_person(&person), token))
    }

    fn new_session(
        &self,
        person: &str,
        kind: &str,
        label: &str,
    ) -> Result<(AccessToken, StoredSession), RequestError> {
        let token = AccessToken::generate().map_err(no_randomness)?;
        let session = StoredSession {
            id: random_id().map_err(no_randomness)?.to_string(),
            person: person.to_string(),
            kind: kind.to_string(),
            label: label.to_string(),
            made: now(),
        };
        Ok((token, session))
    }

    /// Another name to be shown.
    pub(crate) async fn rename(&self, person: &Person, name: &str) -> Result<Person, RequestError> {
        let name = display_name(Some(name));
        self.store.rename_person(&person.id, &name).await.map_err(|error| store_failed(&error))?;
        Ok(Person { name, ..person.clone() })
    }

    /// A guest becomes somebody with an account.
    pub(crate) async fn sign_up(
        &self,
        person: &Person,
        wanted: &Credentials,
    ) -> Result<Person, RequestError> {
        if person.account.is_some() {
            return Err(RequestError::new(ErrorCode::NotNow, "You have an account already."));
        }
        let account = validate_account_name(&wanted.account)?;
        validate_password(&wanted.password)?;
        // Else whoever comes first would be an admin.
        if self.admins.contains(&account) {
            return Err(name_taken());
        }
        let hash = self.hash_password(wanted.password.clone()).await?;
        let made = self.store.create_account(&person.id, &account, &wanted.account, &hash).await;
        match made {
            Ok(()) => {
                let (id, name) = (person.id.clone(), wanted.account.clone());
                Ok(Person { id, name, account: Some(account), admin: false })
            }
            Err(StoreError::NothingChanged) => Err(name_taken()),
            Err(error) => Err(store_failed(&error)),
        }
    }

    /// Logs in: the person, and the token of their browser.
    pub(crate) async fn log_in(
        &self,
        credentials: &Credentials,
    ) -> Result<(Person, AccessToken), RequestError> {
        let account = credentials.account.to_lowercase();
        let stored = self.store.person_by_account(&account).await.map_err(|error| store_failed(&error))?;
        let hash = stored.as_ref().map(|stored| stored.password.clone());
        // Where there is no account the same work is done, so that the time does not tell.
        let right =
            self.verify_password(hash.filter(|hash| !hash.is_empty()), credentials.password.clone()).await?;
        let stored = stored.filter(|_| right).ok_or_else(wrong_password)?;
        let (token, session) = self.new_session(&stored.id, "browser", "")?;
        self.store
            .add_session(&session, token.hash().as_str())
            .await
            .map_err(|error| store_failed(&error))?;
        Ok((self.to_person(&stored), token))
    }

    /// Logs out where the person is known by this session.
    pub(crate) async fn log_out(&self, session: &TokenHash) -> Result<(), RequestError> {
        ignore_missing(self.store.end_session(session.as_str()).await)
    }

    /// Logs out everywhere, and takes the tokens of all programs back.
    pub(crate) async fn log_out_everywhere(&self, person: &Person) -> Result<(), RequestError> {
        ignore_missing(self.store.end_sessions(&person.id).await)
    }

    /// Another password. The person is logged out everywhere and gets a new token for this browser.
    pub(crate) async fn change_password(
        &self,
        person: &Person,
        new: &ChangePasswordRequest,
    ) -> Result<AccessToken, RequestError> {
        self.check_password(person, &new.old).await?;
        validate_password(&new.new)?;
        let hash = self.hash_password(new.new.clone()).await?;
        self.store.set_password(&person.id, &hash).await.map_err(|error| store_failed(&error))?;
        let (token, session) = self.new_session(&person.id, "browser", "")?;
        self.store
            .add_session(&session, token.hash().as_str())
            .await
            .map_err(|error| store_failed(&error))?;
        Ok(token)
    }

    /// Deletes an account.
    pub(crate) async fn delete(&self, person: &Person, password: &str) -> Result<(), RequestError> {
        self.check_password(person, password).await?;
        self.store.delete_person(&person.id).await.map_err(|error| store_failed(&error))
    }

    /// A token for a program.
    pub(crate) async fn create_token(
        &self,
        person: &Person,
        label: &str,
    ) -> Result<TokenCreated, RequestError> {
        if self.tokens(person).await?.len() >= MAX_API_TOKENS {
            return Err(RequestError::new(
                ErrorCode::NotNow,
                "You have too many tokens: take some back first.",
            ));
        }
        let (token, session) =
            self.new_session(&person.id, "token", &crate::header::sanitize_line(label, 60))?;
        self.store
            .add_session(&session, token.hash().as_str())
            .await
            .map_err(|error| store_failed(&error))?;
        Ok(TokenCreated { id: session.id, token: token.into_string() })
    }

    /// The tokens of a person's programs.
    pub(crate) async fn tokens(&self, person: &Person) -> Result<Vec<TokenInfo>, RequestError> {
        let sessions = self.store.sessions(&person.id).await.map_err(|error| store_failed(&error))?;
        let tokens = sessions.into_iter().filter(|session| session.kind == "token");
        Ok(tokens.map(|token| TokenInfo { id: token.id, label: token.label, made: token.made.0 }).collect())
    }

    /// Takes a token back.
    pub(crate) async fn revoke_token(&self, person: &Person, id: &str) -> Result<(), RequestError> {
        match self.store.revoke_token(&person.id, id).await {
            Err(StoreError::NothingChanged) => {
                Err(RequestError::new(ErrorCode::NotFound, "There is no such token."))
            }
            Err(error) => Err(store_failed(&error)),
            Ok(()) => Ok(()),
        }
    }

    /// The names that are to be admins but are nobody's account.
    pub(crate) async fn missing_admins(&self) -> Result<Vec<String>, StoreError> {
        let mut missing = Vec::new();
        for admin in &self.admins {
            if self.store.person_by_account(admin).await?.is_none() {
                missing.push(admin.clone());
            }
        }
        Ok(missing)
    }

    /// The person who has this account.
    pub(crate) async fn find_account(&self, account: &str) -> Result<Option<Person>, RequestError> {
        let stored = self
            .store
            .person_by_account(&account.to_lowercase())
            .await
            .map_err(|error| store_failed(&error))?;
        Ok(stored.filter(|stored| !stored.password.is_empty()).map(|stored| self.to_person(&stored)))
    }

    async fn check_password(&self, person: &Person, password: &str) -> Result<(), RequestError> {
        let stored = self.store.person(&person.id).await.map_err(|error| store_failed(&error))?;
        let hash = stored.map(|stored| stored.password).filter(|hash| !hash.is_empty());
        if self.verify_password(hash, password.to_string()).await? { Ok(()) } else { Err(wrong_password()) }
    }

    async fn hash_password(&self, password: String) -> Result<String, RequestError> {
        self.run_blocking(move || argon2_hash(&password))
            .await?
            .ok_or_else(|| invalid("This password cannot be used."))
    }

    async fn verify_password(&self, hash: Option<String>, password: String) -> Result<bool, RequestError> {
        self.run_blocking(move || {
            // Of a password nobody has: compared with where there is none.
            static NOBODYS: OnceLock<String> = OnceLock::new();
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| {
                NOBODYS.get_or_init(|| argon2_hash("nobody's password").unwrap_or_default()).clone()
            });
            let right = PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
            right && known
        })
        .await
    }

    /// Does what takes long on a thread of its own, not too much of it at once.
    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let busy = || RequestError::new(ErrorCode::TooMuch, "The server is busy. Try again.");
        let permit = Arc::clone(&self.hash_slots).acquire_owned().await.map_err(|_| busy())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await.map_err(|_| busy())
    }
}

fn argon2_hash(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

/// That there was nothing to end is no fault.
fn ignore_missing(done: Result<(), StoreError>) -> Result<(), RequestError> {
    match done {
        Ok(()) | Err(StoreError::NothingChanged) => Ok(()),
        Err(error) => Err(store_failed(&error)),
    }
}

/// The name of an account in lower case, if it can be one.
fn validate_account_name(name: &str) -> Result<String, RequestError> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if plain && (2..=20).contains(&name.len()) {
        return Ok(name.to_ascii_lowercase());
    }
    Err(invalid("The name of an account has 2 to 20 letters, digits, - and _."))
}

fn validate_password(password: &str) -> Result<(), RequestError> {
    if (8..=200).contains(&password.chars().count()) {
        return Ok(());
    }
    Err(invalid("A password has 8 to 200 letters."))
}
