//! Writes the engine's output.

use super::search::SearchJob;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tetrarch_table::search::{ReportLine, SearchReport};

/// The output, shared by the session and the search thread. Lines are never interleaved.
pub(super) struct UciWriter {
    out: Mutex<Box<dyn Write + Send>>,
    /// Whether writing has failed: the client is gone.
    closed: AtomicBool,
}

impl UciWriter {
    pub(super) fn new(out: Box<dyn Write + Send>) -> UciWriter {
        UciWriter { out: Mutex::new(out), closed: AtomicBool::new(false) }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// Writes one or more lines.
    pub(super) fn line(&self, line: &str) {
        let Ok(mut out) = self.out.lock() else { return };
        if writeln!(out, "{}", line.trim_end()).and_then(|()| out.flush()).is_err() {
            self.closed.store(true, Relaxed);
        }
    }

    /// Writes a message for people, as a single line.
    pub(super) fn note(&self, words: &str) {
        self.line(&format!("info string {}", words.replace(['\n', '\r'], " ")));
    }

    pub(super) fn report(&self, job: &SearchJob, report: &SearchReport) {
        let mut lines = String::new();
        for (number, line) in report.lines.iter().take(job.request.lines).enumerate() {
            lines += &info(report, number + 1, line);
            if job.shares {
                lines += &shares(number + 1, line);
            }
        }
        if !lines.is_empty() {
            self.line(&lines);
        }
    }
}

fn info(report: &SearchReport, number: usize, line: &ReportLine) -> String {
    let millis = report.time.as_millis() as u64;
    let per_second = (report.nodes as f64 / report.time.as_secs_f64().max(1e-6)) as u64;
    format!(
        "info depth {} multipv {number} score {} nodes {} nps {per_second} hashfull {} time {millis} pv {}\n",
        report.depth,
        line.score,
        report.nodes,
        report.hashfull,
        line.moves.join(" ")
    )
}

/// `info string multipv 1 shares white 0.612 black 0.388`.
fn shares(number: usize, line: &ReportLine) -> String {
    let each = line.shares.0.iter().map(|(name, share)| format!(" {name} {share:.3}"));
    format!("info string multipv {number} shares{}\n", each.collect::<String>())
}
