//! The real server over real sockets: every flow, in all four games.

mod abuse;
mod bots;
mod chat;
mod client;
mod clocks;
mod dealing;
mod engine_seats;
mod flows;
mod frames;
mod interface;
mod kit;
mod leaks;
mod model;
mod operator;
mod people;
mod reconnecting;
mod refusals;
mod restarting;
mod roles;
mod seats;
mod sets;
mod storms;
mod studies;
mod web;
