//! Tests of the real server over real sockets: every flow, in all four games.

mod abuse;
mod accounts;
mod bots;
mod cached;
mod chat;
mod client;
mod clocks;
mod conflicts;
mod engine_seats;
#[path = "../support/eventually.rs"]
mod eventually;
mod fair_dealing;
mod first_release;
mod flows;
mod frames;
mod http_client;
mod leaks;
mod logout;
mod model;
mod openapi;
mod owner_commands;
mod paused_time;
mod random_commands;
mod reading;
mod reconnect;
mod refusals;
mod restart;
mod retention;
mod roles;
mod rules;
mod schemathesis;
mod seats;
mod sets;
mod studies;
mod test_server;
