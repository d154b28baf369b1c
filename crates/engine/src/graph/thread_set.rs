//! Sets of threads.

use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// A set of threads, as bits.
#[derive(Default)]
pub struct ThreadSet {
    words: SmallVec<[u64; 2]>,
}

impl ThreadSet {
    /// Adds a thread.
    pub fn insert(&mut self, t: ThreadId) {
        let (word, bit) = (t.index() / 64, 1 << (t.index() % 64));
        if let Some(word) = self.words.get_mut(word) {
            *word |= bit;
            return;
        }
        self.words.resize(word + 1, 0);
        self.words[word] |= bit;
    }
    /// Takes a thread out.
    pub fn remove(&mut self, t: ThreadId) {
        if let Some(word) = self.words.get_mut(t.index() / 64) {
            *word &= !(1 << (t.index() % 64));
        }
    }

    /// Its threads by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some(ThreadId(at as u16 * 64 + bit as u16))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_added_and_not_removed() {
        let mut set = ThreadSet::default();
        for t in [64, 3, 0, 200, 63] {
            set.insert(ThreadId(t));
        }
        set.remove(ThreadId(3));
        set.remove(ThreadId(1000));
        let threads: Vec<u16> = set.iter().map(|t| t.0).collect();
        assert_eq!(threads, [0, 63, 64, 200]);
    }
}
