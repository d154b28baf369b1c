//! The operations of a thread with their responses, oldest first.
//!
//! Each state of a thread that is kept has its log, and the next state has one entry more. So states share all entries
//! but the newest ones.

use std::iter::FusedIterator;
use std::sync::Arc;
use threadproof_program::{Op, Response};

/// An operation and its response.
pub type Entry = (Op, Response);

/// So many entries are shared together.
const PART: usize = 32;

#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Full parts, then the newest entries.
    parts: Vec<Arc<[Entry]>>,
    newest: Vec<Entry>,
    /// Entries at the beginning that are forgotten; fewer than a part.
    forgotten: usize,
}

impl Log {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.end() - self.forgotten
    }
    /// About how much memory it takes, beside all that it shares.
    pub fn words(&self) -> usize {
        8 * (self.newest.len() + 1) + 2 * self.parts.len()
    }
    /// The number of entries with the forgotten ones.
    fn end(&self) -> usize {
        PART * self.parts.len() + self.newest.len()
    }

    pub fn push(&mut self, entry: Entry) {
        self.newest.push(entry);
        if self.newest.len() == PART {
            self.parts.push(Arc::from(&self.newest[..]));
            self.newest.clear();
        }
    }

    /// Removes so many of the oldest entries.
    pub fn forget(&mut self, count: usize) {
        self.forgotten += count;
        let parts = (self.forgotten / PART).min(self.parts.len());
        self.parts.drain(..parts);
        self.forgotten -= PART * parts;
        if self.parts.is_empty() {
            self.newest.drain(..self.forgotten);
            self.forgotten = 0;
        }
    }

    /// The entries from a place on.
    pub fn from(&self, start: usize) -> impl Iterator<Item = &Entry> {
        (self.forgotten + start..self.end()).map(|at| self.entry(at))
    }

    /// Those in front of a place, the newest first.
    pub fn backwards(&self, end: usize) -> impl FusedIterator<Item = &Entry> {
        let places = self.forgotten..self.forgotten + end;
        places.rev().map(|at| self.entry(at))
    }

    #[inline]
    fn entry(&self, at: usize) -> &Entry {
        match self.parts.get(at / PART) {
            Some(part) => &part[at % PART],
            None => &self.newest[at % PART],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<u64> {
        entries.map(|(_, response)| response.value).collect()
    }

    #[test]
    fn a_log_is_a_list_of_which_the_oldest_entries_can_be_forgotten() {
        let (mut log, mut list) = (Log::default(), Vec::new());
        for round in 0..400 {
            log.push((Op::Pause, Response::value(round)));
            list.push(round);
            if round % 7 == 0 {
                let count = (round as usize % 53).min(list.len());
                log.forget(count);
                list.drain(..count);
            }
            assert_eq!(log.len(), list.len());
            let middle = list.len() / 3;
            assert_eq!(numbers(log.from(middle)), list[middle..]);
            let before: Vec<u64> = list[..middle].iter().rev().copied().collect();
            assert_eq!(numbers(log.backwards(middle)), before);
        }
    }
}
