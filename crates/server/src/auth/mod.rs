//! Authentication and authorisation: accounts and sessions, the identity behind a request, access tokens, and the table
//! of permissions.

pub(crate) mod accounts;
pub(crate) mod identity;
pub mod permissions;
pub(crate) mod token;
