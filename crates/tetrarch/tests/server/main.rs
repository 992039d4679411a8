//! The real server over real sockets: every flow, in all four games.

mod client;
mod clocks;
mod dealing;
mod engine_seats;
mod flows;
mod kit;
mod leaks;
mod reconnecting;
mod refusals;
mod restarting;
mod storms;
