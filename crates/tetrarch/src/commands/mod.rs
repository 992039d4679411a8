//! The commands of the program, one file each.

pub(crate) mod backup;
pub(crate) mod health;
pub(crate) mod ladder;
pub(crate) mod match_command;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod record;
pub(crate) mod record_source;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod show;
pub mod trace;
pub(crate) mod tune;
pub mod uci;
pub(crate) mod verify;
