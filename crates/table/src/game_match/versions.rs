//! Versions of the line: every step and every takeback makes a new one.

use super::Match;
use tetrarch_rules::Position;

/// The lengths of log and line at a version.
#[derive(Copy, Clone, Debug)]
pub(super) struct VersionMark {
    log: usize,
    line: usize,
}

/// How to bring an earlier line up to date.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct LineChange {
    /// The length to cut the earlier line to, if a takeback shortened it.
    pub cut: Option<usize>,
    /// The index of the first step to append.
    pub start: usize,
}

impl<P: Position> Match<P> {
    /// Counts the changes of the position, takebacks included. Added time does not count.
    pub fn version(&self) -> u64 {
        self.versions.len() as u64
    }

    pub(super) fn mark_version(&mut self) {
        self.versions.push(VersionMark { log: self.log.len(), line: self.line.len() });
    }

    /// How the line has changed since a version; `None` if there was no such version.
    pub fn line_change_since(&self, version: u64) -> Option<LineChange> {
        let earlier = self.mark_at(version)?.line;
        let since = self.versions.get(usize::try_from(version).ok()?..)?;
        let start = since.iter().map(|mark| mark.line).fold(earlier, usize::min);
        Some(LineChange { cut: (start < earlier).then_some(start), start })
    }

    /// The game as it was at a version; `None` if there was no such version.
    pub fn at_version(&self, version: u64) -> Option<Match<P>> {
        let mut then = self.at_start();
        for event in &self.log[..self.mark_at(version)?.log] {
            then.apply(event).ok()?;
        }
        Some(then)
    }

    fn mark_at(&self, version: u64) -> Option<VersionMark> {
        match usize::try_from(version).ok()?.checked_sub(1) {
            None => Some(VersionMark { log: 0, line: 0 }),
            Some(index) => self.versions.get(index).copied(),
        }
    }
}
