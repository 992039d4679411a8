//! Users: guests, accounts and API tokens.

use serde::{Deserialize, Serialize};

/// The requesting user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct CurrentUser {
    /// The id, which never changes.
    pub person: String,
    /// The display name.
    pub name: String,
    /// The name of the account; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Whether they may use the owner's commands at every table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub admin: bool,
}

/// Changes the display name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RenameRequest {
    /// The new name.
    pub name: String,
}

/// Turns the requesting guest into an account, or logs in to an account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name of the account: 2 to 20 letters, digits, `-` and `_`.
    pub account: String,
    /// The password: 8 to 200 characters.
    pub password: String,
}

/// Changes the password and ends all other sessions of the user.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangePasswordRequest {
    /// The current password.
    pub old: String,
    /// The new password.
    pub new: String,
}

/// Deletes the account. Finished games keep the player's name, and the account name stays reserved.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeleteAccountRequest {
    /// The password, as confirmation.
    pub password: String,
}

/// Creates an API token, with which a program acts for the user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTokenRequest {
    /// A label that says what it is for.
    pub label: String,
}

/// A token was created.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenCreated {
    /// Its id, needed to revoke it.
    pub id: String,
    /// The token, for `Authorization: Bearer TOKEN` and the hello message. It is sent only here.
    pub token: String,
}

/// A token in the list of tokens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenInfo {
    /// Its id.
    pub id: String,
    /// Its label.
    pub label: String,
    /// When it was created, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made: i64,
}

// Keep passwords and tokens out of logs.
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
