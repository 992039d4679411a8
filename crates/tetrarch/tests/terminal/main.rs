//! Tests of the real program in a pseudo-terminal, driven by keys and read from its screen.

mod games;
mod kit;
mod saves;
mod screens;
mod server;
mod tables;
