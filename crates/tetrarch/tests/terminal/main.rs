//! Tests of the real program in a pseudo-terminal, driven by keys and read from its screen.

mod games;
mod saves;
mod screens;
mod server;
mod support;
mod tables;
