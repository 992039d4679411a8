//! The real server over real sockets: every flow, in all four games.

mod absence;
mod abuse;
mod bots;
mod chat;
mod client;
mod clocks;
mod contested;
mod dealing;
mod engine_seats;
mod flows;
mod interface;
mod kit;
mod leaks;
mod logging_out;
mod operator;
mod people;
mod reconnecting;
mod refusals;
mod restarting;
mod roles;
mod schemathesis;
mod seats;
mod sets;
mod storms;
mod studies;
mod web;
