//! Versions of the line: every step and every takeback makes a new one.

use super::Match;
use tetrarch_rules::Presentation;

/// The lengths of log and line at a version.
#[derive(Copy, Clone, Debug)]
pub(super) struct VersionMark {
    pub(super) log: usize,
    pub(super) line: usize,
}

/// How to bring an earlier line up to date.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct LineChange {
    /// The length to cut the earlier line to, if a takeback shortened it.
    pub cut: Option<usize>,
    /// The index of the first step to append.
    pub start: usize,
}

impl<P: Presentation> Match<P> {
    pub(super) fn mark_version(&mut self) {
        self.versions.push(VersionMark { log: self.log.len(), line: self.line.len() });
    }

    pub(super) fn mark_at(&self, version: u64) -> Option<VersionMark> {
        match usize::try_from(version).ok()?.checked_sub(1) {
            None => Some(VersionMark { log: 0, line: 0 }),
            Some(index) => self.versions.get(index).copied(),
        }
    }
}
