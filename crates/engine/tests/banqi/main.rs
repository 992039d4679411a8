//! Tests of the Banqi engine.

mod problems;
