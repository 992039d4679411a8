//! `tetrarch perft`: counts action sequences.

use std::io::{self, Write as _};
use std::time::Instant;
use tetrarch_table::Table;

pub(crate) fn run(table: &dyn Table, depth: u32, divide: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let started = Instant::now();
    let mut branches = table.divide(depth);
    if divide {
        branches.sort();
        for (action, count) in &branches {
            writeln!(out, "{action}: {count}")?;
        }
    }
    let total: u64 = if depth == 0 { 1 } else { branches.iter().map(|(_, count)| count).sum() };
    writeln!(out, "{total}")?;
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("depth {depth} in {seconds:.2} s, {:.1} million/s", total as f64 / seconds.max(1e-9) / 1e6);
    Ok(())
}
