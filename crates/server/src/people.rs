//! Guests, accounts and tokens.

use crate::api::COOKIE_DAYS;
use crate::head::fit_name;
use crate::token::{Token, TokenHash, id};
use crate::when::{days_ago, now};
use crate::who::{Person, Who};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use std::sync::{Arc, OnceLock};
use tetrarch_protocol::{Credentials, NewPassword, Refused, RefusedFor, TokenMade, TokenShown};
use tetrarch_store::{Moment, Store, StoreError, StoredPerson, StoredSession};
use tokio::sync::Semaphore;

/// How many tokens of programs a person may have.
const MOST_TOKENS: usize = 20;
/// How many passwords are hashed at the same time: each takes 19 MiB and a core.
const HASHING: usize = 2;

/// How many guests are looked at at once.
const PAGE: u32 = 200;

/// Everybody the server knows.
pub(crate) struct People {
    store: Store,
    /// The accounts that may do at every table what its owner may.
    admins: Vec<String>,
    hashing: Arc<Semaphore>,
}

fn fault(error: &StoreError) -> Refused {
    tracing::error!(%error, "could not store a person");
    Refused::new(RefusedFor::NotStored, "It could not be stored, so it was not done. Try again.")
}

fn no_luck(_: getrandom::Error) -> Refused {
    Refused::new(RefusedFor::NotStored, "The server has no random numbers now. Try again.")
}

/// The same words whether the name or the password is wrong, so that nobody finds out who has an account.
fn wrong_password() -> Refused {
    Refused::new(RefusedFor::WrongPassword, "The name or the password is wrong.")
}

fn taken() -> Refused {
    Refused::new(RefusedFor::NotNow, "This name is taken.")
}

fn unfit(words: &str) -> Refused {
    Refused::new(RefusedFor::NotUnderstood, words)
}

impl People {
    pub(crate) fn new(store: Store, admins: &[String]) -> People {
        let admins = admins.iter().map(|name| name.to_lowercase()).collect();
        People { store, admins, hashing: Arc::new(Semaphore::new(HASHING)) }
    }

    /// Who shows this token: a person if it is their session, else perhaps the holder of a seat.
    pub(crate) async fn identify(&self, token: &str) -> Result<Who, Refused> {
        let hash = TokenHash::of(token);
        Ok(match self.person_of(&hash).await? {
            Some(person) => {
                self.see(&person).await;
                Who { person: Some(Arc::new(self.known(&person))), token: None, session: Some(hash) }
            }
            None => Who { person: None, token: Some(hash), session: None },
        })
    }

    /// Whose session this is, if it has not ended.
    async fn person_of(&self, session: &TokenHash) -> Result<Option<StoredPerson>, Refused> {
        let since = days_ago(COOKIE_DAYS);
        self.store.person_of_session(session.text(), since).await.map_err(|error| fault(&error))
    }

    /// Whether somebody is still known by this session.
    pub(crate) async fn is_known(&self, session: &TokenHash) -> bool {
        // If the store does not answer, nobody is sent away for it.
        self.person_of(session).await.map_or(true, |person| person.is_some())
    }

    /// Remembers that somebody was there, once a day.
    async fn see(&self, person: &StoredPerson) {
        if person.seen < days_ago(1)
            && let Err(error) = self.store.saw_person(&person.id, now()).await
        {
            tracing::warn!(%error, "could not note who was there");
        }
    }

    /// Ends the sessions that browsers have forgotten already.
    pub(crate) async fn end_old_sessions(&self) -> Result<(), StoreError> {
        self.store.end_old_sessions(days_ago(COOKIE_DAYS)).await
    }

    /// Removes the guests who have been away since then and are not `expected`, and tells how many.
    pub(crate) async fn remove_absent(
        &self,
        since: Moment,
        expected: impl Fn(&str) -> bool,
    ) -> Result<u64, StoreError> {
        let (mut removed, mut after) = (0, String::new());
        loop {
            let guests = self.store.absent_guests(since, &after, PAGE).await?;
            let Some(last) = guests.last().cloned() else { return Ok(removed) };
            for guest in guests.into_iter().filter(|guest| !expected(guest)) {
                match self.store.remove_guest(&guest, since).await {
                    Ok(()) => removed += 1,
                    Err(StoreError::Nothing) => {}
                    Err(error) => return Err(error),
                }
            }
            after = last;
        }
    }

    fn known(&self, stored: &StoredPerson) -> Person {
        let account = (!stored.account.is_empty()).then(|| stored.account.clone());
        let admin = self.admins.contains(&stored.account) && account.is_some();
        Person { id: stored.id.clone(), name: stored.name.clone(), account, admin }
    }

    /// A new guest, and the token of their browser.
    pub(crate) async fn guest(&self, name: Option<&str>) -> Result<(Person, Token), Refused> {
        let person = StoredPerson {
            id: id().map_err(no_luck)?.to_string(),
            name: fit_name(name),
            account: String::new(),
            password: String::new(),
            seen: now(),
        };
        let (token, session) = self.session(&person.id, "browser", "")?;
        self.store.add_guest(&person, &session, token.hash().text()).await.map_err(|error| fault(&error))?;
        Ok((self.known(&person), token))
    }

    fn session(&self, person: &str, kind: &str, label: &str) -> Result<(Token, StoredSession), Refused> {
        let token = Token::draw().map_err(no_luck)?;
        let session = StoredSession {
            id: id().map_err(no_luck)?.to_string(),
            person: person.to_string(),
            kind: kind.to_string(),
            label: label.to_string(),
            made: now(),
        };
        Ok((token, session))
    }

    /// Another name to be shown.
    pub(crate) async fn rename(&self, person: &Person, name: &str) -> Result<Person, Refused> {
        let name = fit_name(Some(name));
        self.store.rename_person(&person.id, &name).await.map_err(|error| fault(&error))?;
        Ok(Person { name, ..person.clone() })
    }

    /// A guest becomes somebody with an account.
    pub(crate) async fn sign_up(&self, person: &Person, wanted: &Credentials) -> Result<Person, Refused> {
        if person.account.is_some() {
            return Err(Refused::new(RefusedFor::NotNow, "You have an account already."));
        }
        let account = fit_account(&wanted.account)?;
        must_be_fit(&wanted.password)?;
        // Else whoever comes first would be an admin.
        if self.admins.contains(&account) {
            return Err(taken());
        }
        let hash = self.hash(wanted.password.clone()).await?;
        let made = self.store.make_account(&person.id, &account, &wanted.account, &hash).await;
        match made {
            Ok(()) => {
                let (id, name) = (person.id.clone(), wanted.account.clone());
                Ok(Person { id, name, account: Some(account), admin: false })
            }
            Err(StoreError::Nothing) => Err(taken()),
            Err(error) => Err(fault(&error)),
        }
    }

    /// Logs in: the person, and the token of their browser.
    pub(crate) async fn log_in(&self, credentials: &Credentials) -> Result<(Person, Token), Refused> {
        let account = credentials.account.to_lowercase();
        let stored = self.store.account(&account).await.map_err(|error| fault(&error))?;
        let hash = stored.as_ref().map(|stored| stored.password.clone());
        // Where there is no account the same work is done, so that the time does not tell.
        let right = self.verify(hash.filter(|hash| !hash.is_empty()), credentials.password.clone()).await?;
        let stored = stored.filter(|_| right).ok_or_else(wrong_password)?;
        let (token, session) = self.session(&stored.id, "browser", "")?;
        self.store.add_session(&session, token.hash().text()).await.map_err(|error| fault(&error))?;
        Ok((self.known(&stored), token))
    }

    /// Logs out where the person is known by this session.
    pub(crate) async fn log_out(&self, session: &TokenHash) -> Result<(), Refused> {
        forgive(self.store.end_session(session.text()).await)
    }

    /// Logs out everywhere, and takes the tokens of all programs back.
    pub(crate) async fn log_out_everywhere(&self, person: &Person) -> Result<(), Refused> {
        forgive(self.store.end_sessions(&person.id).await)
    }

    /// Another password. The person is logged out everywhere and gets a new token for this browser.
    pub(crate) async fn change_password(&self, person: &Person, new: &NewPassword) -> Result<Token, Refused> {
        self.must_know_password(person, &new.old).await?;
        must_be_fit(&new.new)?;
        let hash = self.hash(new.new.clone()).await?;
        self.store.set_password(&person.id, &hash).await.map_err(|error| fault(&error))?;
        let (token, session) = self.session(&person.id, "browser", "")?;
        self.store.add_session(&session, token.hash().text()).await.map_err(|error| fault(&error))?;
        Ok(token)
    }

    /// Deletes an account.
    pub(crate) async fn delete(&self, person: &Person, password: &str) -> Result<(), Refused> {
        self.must_know_password(person, password).await?;
        self.store.delete_person(&person.id).await.map_err(|error| fault(&error))
    }

    /// A token for a program.
    pub(crate) async fn make_token(&self, person: &Person, label: &str) -> Result<TokenMade, Refused> {
        if self.tokens(person).await?.len() >= MOST_TOKENS {
            return Err(Refused::new(RefusedFor::NotNow, "You have too many tokens: take some back first."));
        }
        let (token, session) = self.session(&person.id, "token", &crate::head::plain_line(label, 60))?;
        self.store.add_session(&session, token.hash().text()).await.map_err(|error| fault(&error))?;
        Ok(TokenMade { id: session.id, token: token.tell() })
    }

    /// The tokens of a person's programs.
    pub(crate) async fn tokens(&self, person: &Person) -> Result<Vec<TokenShown>, Refused> {
        let sessions = self.store.sessions(&person.id).await.map_err(|error| fault(&error))?;
        let tokens = sessions.into_iter().filter(|session| session.kind == "token");
        Ok(tokens.map(|token| TokenShown { id: token.id, label: token.label, made: token.made.0 }).collect())
    }

    /// Takes a token back.
    pub(crate) async fn take_token(&self, person: &Person, id: &str) -> Result<(), Refused> {
        match self.store.take_token(&person.id, id).await {
            Err(StoreError::Nothing) => Err(Refused::new(RefusedFor::NotFound, "There is no such token.")),
            Err(error) => Err(fault(&error)),
            Ok(()) => Ok(()),
        }
    }

    /// The names that are to be admins but are nobody's account.
    pub(crate) async fn missing_admins(&self) -> Result<Vec<String>, StoreError> {
        let mut missing = Vec::new();
        for admin in &self.admins {
            if self.store.account(admin).await?.is_none() {
                missing.push(admin.clone());
            }
        }
        Ok(missing)
    }

    /// The person who has this account.
    pub(crate) async fn with_account(&self, account: &str) -> Result<Option<Person>, Refused> {
        let stored = self.store.account(&account.to_lowercase()).await.map_err(|error| fault(&error))?;
        Ok(stored.filter(|stored| !stored.password.is_empty()).map(|stored| self.known(&stored)))
    }

    async fn must_know_password(&self, person: &Person, password: &str) -> Result<(), Refused> {
        let stored = self.store.person(&person.id).await.map_err(|error| fault(&error))?;
        let hash = stored.map(|stored| stored.password).filter(|hash| !hash.is_empty());
        if self.verify(hash, password.to_string()).await? { Ok(()) } else { Err(wrong_password()) }
    }

    async fn hash(&self, password: String) -> Result<String, Refused> {
        self.work(move || hashed(&password)).await?.ok_or_else(|| unfit("This password cannot be used."))
    }

    async fn verify(&self, hash: Option<String>, password: String) -> Result<bool, Refused> {
        self.work(move || {
            // Of a password nobody has: compared with where there is none.
            static NOBODYS: OnceLock<String> = OnceLock::new();
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| {
                NOBODYS.get_or_init(|| hashed("nobody's password").unwrap_or_default()).clone()
            });
            let right = PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
            right && known
        })
        .await
    }

    /// Does what takes long on a thread of its own, not too much of it at once.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
        let busy = || Refused::new(RefusedFor::TooMuch, "The server is busy. Try again.");
        let permit = Arc::clone(&self.hashing).acquire_owned().await.map_err(|_| busy())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await.map_err(|_| busy())
    }
}

fn hashed(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

/// That there was nothing to end is no fault.
fn forgive(done: Result<(), StoreError>) -> Result<(), Refused> {
    match done {
        Ok(()) | Err(StoreError::Nothing) => Ok(()),
        Err(error) => Err(fault(&error)),
    }
}

/// The name of an account in lower case, if it can be one.
fn fit_account(name: &str) -> Result<String, Refused> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if plain && (2..=20).contains(&name.len()) {
        return Ok(name.to_ascii_lowercase());
    }
    Err(unfit("The name of an account has 2 to 20 letters, digits, - and _."))
}

fn must_be_fit(password: &str) -> Result<(), Refused> {
    if (8..=200).contains(&password.chars().count()) {
        return Ok(());
    }
    Err(unfit("A password has 8 to 200 letters."))
}
