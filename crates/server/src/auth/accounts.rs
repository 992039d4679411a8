//! Guests, accounts, sessions and API tokens.

use crate::api::SESSION_DAYS;
use crate::auth::identity::{Identity, Person};
use crate::auth::token::{AccessToken, TokenHash, random_id};
use crate::clock::Clock;
use crate::table::header::display_name;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use std::sync::{Arc, OnceLock};
use tetrarch_protocol::{
    ChangePasswordRequest, Credentials, ErrorCode, RequestError, TokenCreated, TokenInfo,
};
use tetrarch_store::{Store, StoreError, StoredPerson, StoredSession, Timestamp};
use tokio::sync::Semaphore;

const MAX_API_TOKENS: usize = 20;
/// How many passwords are hashed at the same time: each takes 19 MiB and a core.
const MAX_CONCURRENT_HASHES: usize = 2;

/// How many guests one clean-up query returns.
const GUEST_PAGE_SIZE: u32 = 200;

/// The accounts of the server.
pub(crate) struct Accounts {
    store: Store,
    /// The account names with the rights of the owner at every table.
    admins: Vec<String>,
    hash_slots: Arc<Semaphore>,
    clock: Clock,
}

fn store_failed(error: &StoreError) -> RequestError {
    tracing::error!(%error, "failed to access the accounts");
    RequestError::new(ErrorCode::NotStored, "The change could not be saved. Try again.")
}

fn no_randomness(_: getrandom::Error) -> RequestError {
    RequestError::new(ErrorCode::NotStored, "The server could not generate a token. Try again.")
}

/// The same text whether the name or the password is wrong, so that it does not reveal which accounts exist.
fn wrong_password() -> RequestError {
    RequestError::new(ErrorCode::WrongPassword, "Wrong name or password.")
}

fn name_taken() -> RequestError {
    RequestError::new(ErrorCode::NotNow, "This name is taken.")
}

fn invalid(words: &str) -> RequestError {
    RequestError::new(ErrorCode::NotUnderstood, words)
}

impl Accounts {
    pub(crate) fn new(store: Store, admins: &[String], clock: Clock) -> Accounts {
        let admins = admins.iter().map(|name| name.to_lowercase()).collect();
        Accounts { store, admins, hash_slots: Arc::new(Semaphore::new(MAX_CONCURRENT_HASHES)), clock }
    }

    /// Authenticates a token: the person if it is a session token; otherwise it may be a seat token.
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

    /// The person of a session that has not expired.
    async fn person_for_session(&self, session: &TokenHash) -> Result<Option<StoredPerson>, RequestError> {
        let since = self.clock.days_ago(SESSION_DAYS);
        self.store.person_by_session(session.as_str(), since).await.map_err(|error| store_failed(&error))
    }

    /// Whether a session is still valid.
    pub(crate) async fn is_session_valid(&self, session: &TokenHash) -> bool {
        // If the store is unavailable, nobody is logged out because of it.
        self.person_for_session(session).await.map_or(true, |person| person.is_some())
    }

    /// Updates when a person was last seen, at most once a day.
    async fn mark_seen(&self, person: &StoredPerson) {
        if person.seen < self.clock.days_ago(1)
            && let Err(error) = self.store.update_last_seen(&person.id, self.clock.timestamp()).await
        {
            tracing::warn!(%error, "failed to update when a person was last seen");
        }
    }

    /// Deletes the sessions whose cookies have expired.
    pub(crate) async fn expire_sessions(&self) -> Result<(), StoreError> {
        self.store.end_old_sessions(self.clock.days_ago(SESSION_DAYS)).await
    }

    /// Removes the guests who have been inactive since then and are not `expected`, and returns how many.
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

    /// Creates a guest and a session token for their browser.
    pub(crate) async fn create_guest(
        &self,
        name: Option<&str>,
    ) -> Result<(Person, AccessToken), RequestError> {
        let person = StoredPerson {
            id: random_id().map_err(no_randomness)?.to_string(),
            name: display_name(name),
            account: String::new(),
            password: String::new(),
            seen: self.clock.timestamp(),
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
            made: self.clock.timestamp(),
        };
        Ok((token, session))
    }

    /// Changes the display name.
    pub(crate) async fn rename(&self, person: &Person, name: &str) -> Result<Person, RequestError> {
        let name = display_name(Some(name));
        self.store.rename_person(&person.id, &name).await.map_err(|error| store_failed(&error))?;
        Ok(Person { name, ..person.clone() })
    }

    /// Turns a guest into an account holder.
    pub(crate) async fn sign_up(
        &self,
        person: &Person,
        request: &Credentials,
    ) -> Result<Person, RequestError> {
        if person.account.is_some() {
            return Err(RequestError::new(ErrorCode::NotNow, "You already have an account."));
        }
        let account = validate_account_name(&request.account)?;
        validate_password(&request.password)?;
        // Otherwise whoever signs up first would become an admin.
        if self.admins.contains(&account) {
            return Err(name_taken());
        }
        let hash = self.hash_password(request.password.clone()).await?;
        let made = self.store.create_account(&person.id, &account, &request.account, &hash).await;
        match made {
            Ok(()) => {
                let (id, name) = (person.id.clone(), request.account.clone());
                Ok(Person { id, name, account: Some(account), admin: false })
            }
            Err(StoreError::NothingChanged) => Err(name_taken()),
            Err(error) => Err(store_failed(&error)),
        }
    }

    /// Logs in: returns the person and a session token for their browser.
    pub(crate) async fn log_in(
        &self,
        credentials: &Credentials,
    ) -> Result<(Person, AccessToken), RequestError> {
        let account = credentials.account.to_lowercase();
        let stored = self.store.person_by_account(&account).await.map_err(|error| store_failed(&error))?;
        let hash = stored.as_ref().map(|stored| stored.password.clone());
        // If there is no account, the same work is done, so that the timing does not reveal it.
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

    /// Ends one session.
    pub(crate) async fn log_out(&self, session: &TokenHash) -> Result<(), RequestError> {
        ignore_missing(self.store.end_session(session.as_str()).await)
    }

    /// Ends all sessions and revokes all API tokens.
    pub(crate) async fn log_out_everywhere(&self, person: &Person) -> Result<(), RequestError> {
        ignore_missing(self.store.end_sessions(&person.id).await)
    }

    /// Changes the password. Ends all sessions and returns a new session token for this browser.
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

    /// Creates an API token.
    pub(crate) async fn create_token(
        &self,
        person: &Person,
        label: &str,
    ) -> Result<TokenCreated, RequestError> {
        if self.tokens(person).await?.len() >= MAX_API_TOKENS {
            return Err(RequestError::new(ErrorCode::NotNow, "You have too many tokens. Revoke some first."));
        }
        let (token, session) =
            self.new_session(&person.id, "token", &crate::table::header::sanitize_line(label, 60))?;
        self.store
            .add_session(&session, token.hash().as_str())
            .await
            .map_err(|error| store_failed(&error))?;
        Ok(TokenCreated { id: session.id, token: token.into_string() })
    }

    /// A person's API tokens.
    pub(crate) async fn tokens(&self, person: &Person) -> Result<Vec<TokenInfo>, RequestError> {
        let sessions = self.store.sessions(&person.id).await.map_err(|error| store_failed(&error))?;
        let tokens = sessions.into_iter().filter(|session| session.kind == "token");
        Ok(tokens.map(|token| TokenInfo { id: token.id, label: token.label, made: token.made.0 }).collect())
    }

    /// Revokes an API token.
    pub(crate) async fn revoke_token(&self, person: &Person, id: &str) -> Result<(), RequestError> {
        match self.store.revoke_token(&person.id, id).await {
            Err(StoreError::NothingChanged) => {
                Err(RequestError::new(ErrorCode::NotFound, "There is no such token."))
            }
            Err(error) => Err(store_failed(&error)),
            Ok(()) => Ok(()),
        }
    }

    /// The names configured as admins for which there is no account.
    pub(crate) async fn missing_admins(&self) -> Result<Vec<String>, StoreError> {
        let mut missing = Vec::new();
        for admin in &self.admins {
            if self.store.person_by_account(admin).await?.is_none() {
                missing.push(admin.clone());
            }
        }
        Ok(missing)
    }

    /// The person with this account.
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
            // The hash of a password that nobody has, for accounts that do not exist.
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

    /// Runs slow work on a blocking thread, with a limit on concurrency.
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

/// Ending a session that has already ended is not an error.
fn ignore_missing(done: Result<(), StoreError>) -> Result<(), RequestError> {
    match done {
        Ok(()) | Err(StoreError::NothingChanged) => Ok(()),
        Err(error) => Err(store_failed(&error)),
    }
}

/// Validates an account name and returns it in lower case.
fn validate_account_name(name: &str) -> Result<String, RequestError> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if plain && (2..=20).contains(&name.len()) {
        return Ok(name.to_ascii_lowercase());
    }
    Err(invalid("Account names need 2 to 20 letters, digits, - or _."))
}

fn validate_password(password: &str) -> Result<(), RequestError> {
    if (8..=200).contains(&password.chars().count()) {
        return Ok(());
    }
    Err(invalid("Passwords need 8 to 200 characters."))
}
