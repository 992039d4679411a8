//! Who asks: a person that the server knows, the holder of a seat's token, or nobody.

use crate::token::TokenHash;
use std::sync::Arc;

/// A person that the server knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The name of their account; none for guests.
    pub(crate) account: Option<String>,
    pub(crate) admin: bool,
}

/// Who asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identity {
    pub(crate) person: Option<Arc<Person>>,
    /// The hash of a token that is nobody's session: perhaps that of a seat.
    pub(crate) token: Option<TokenHash>,
    /// The hash of the session by which the person is known.
    pub(crate) session: Option<TokenHash>,
}

impl Identity {
    /// Whether something that is held by a token and perhaps by a person is theirs.
    pub(crate) fn matches(&self, token: &TokenHash, person: Option<&str>) -> bool {
        let by_token = self.token.as_ref().is_some_and(|own| own.matches(token));
        by_token || person.is_some_and(|person| self.person_id() == Some(person))
    }

    /// The same, and if no person is known by it, the person of another.
    pub(crate) fn or_person_from(self, other: Identity) -> Identity {
        match self.person {
            Some(_) => self,
            None => Identity { token: self.token, ..other },
        }
    }

    /// The id of the person.
    pub(crate) fn person_id(&self) -> Option<&str> {
        self.person.as_deref().map(|person| person.id.as_str())
    }

    /// The name of the person.
    pub(crate) fn person_name(&self) -> Option<&str> {
        self.person.as_deref().map(|person| person.name.as_str())
    }

    pub(crate) fn is_admin(&self) -> bool {
        self.person.as_deref().is_some_and(|person| person.admin)
    }
}
