//! The identity behind a request: a known person, the holder of a seat token, or an anonymous client.

use crate::auth::token::TokenHash;
use std::sync::Arc;

/// A guest or account holder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The account name; `None` for guests.
    pub(crate) account: Option<String>,
    pub(crate) admin: bool,
}

/// The identity behind a request or connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identity {
    pub(crate) person: Option<Arc<Person>>,
    /// The hash of a token that is not a session token. It may be a seat token.
    pub(crate) token: Option<TokenHash>,
    /// The hash of the session token that identified the person.
    pub(crate) session: Option<TokenHash>,
}

impl Identity {
    /// Whether this identity holds the given token or is the given person.
    pub(crate) fn matches(&self, token: &TokenHash, person: Option<&str>) -> bool {
        let by_token = self.token.as_ref().is_some_and(|own| own.matches(token));
        by_token || person.is_some_and(|person| self.person_id() == Some(person))
    }

    /// Takes the person of `other` if this identity has none.
    pub(crate) fn or_person_from(self, other: Identity) -> Identity {
        match self.person {
            Some(_) => self,
            None => Identity { token: self.token, ..other },
        }
    }

    pub(crate) fn person_id(&self) -> Option<&str> {
        self.person.as_deref().map(|person| person.id.as_str())
    }

    pub(crate) fn person_name(&self) -> Option<&str> {
        self.person.as_deref().map(|person| person.name.as_str())
    }

    pub(crate) fn is_admin(&self) -> bool {
        self.person.as_deref().is_some_and(|person| person.admin)
    }
}
