//! Who somebody is: guests, accounts and the tokens of programs.

use serde::{Deserialize, Serialize};

/// Who asks, as the server knows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct CurrentUser {
    /// Their id, which never changes.
    pub person: String,
    /// What they call themselves.
    pub name: String,
    /// The name of their account; none for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Whether they may do at every table what its owner may.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub admin: bool,
}

/// Asks for another name to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RenameRequest {
    /// The name.
    pub name: String,
}

/// Makes an account of the guest who asks, or logs in to one.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name: 2 to 20 letters, digits, `-` and `_`.
    pub account: String,
    /// The password: 8 to 200 letters.
    pub password: String,
}

/// Asks for another password. All other places where the person is logged in are logged out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangePasswordRequest {
    /// The password so far.
    pub old: String,
    /// The new one.
    pub new: String,
}

/// Asks for the account to be deleted. Finished games keep the name they were played under, and nobody else can take it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeleteAccountRequest {
    /// The password, to be sure.
    pub password: String,
}

/// Asks for a token with which a program acts for the person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTokenRequest {
    /// What it is for, in the person's own words.
    pub label: String,
}

/// A token was made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenCreated {
    /// Its id, to take it back by.
    pub id: String,
    /// The token, for `Authorization: Bearer TOKEN` and the hello of a socket. It is told only here.
    pub token: String,
}

/// A token as it is listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenInfo {
    /// Its id.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made: i64,
}

// Passwords and tokens are not for logs.
macro_rules! secret {
    ($($name:ident),*) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    )*};
}
secret!(Credentials, ChangePasswordRequest, DeleteAccountRequest, TokenCreated);
