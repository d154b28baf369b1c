//! Names for sets of events in 128 bits.
//!
//! The search asks all the time whether it has seen a set of events with their sources before, and most such sets share
//! their events. So the events of a thread are mixed into one number, one after the other, and a set is named by one
//! number for each thread. With 10^9 sets the chance that two of them get the same name is below 10^-20, which
//! is less than that of a failure of the hardware. Rejected: names that list all events; they cost more than the rest
//! of a question.

use super::event::{Event, Name};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fingerprint(u64, u64);

impl Fingerprint {
    /// Both halves are one-to-one in the word and in what was there before.
    fn add(self, word: u64) -> Fingerprint {
        let first = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let second = (self.1.rotate_left(29) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Fingerprint(first ^ first >> 32, second ^ second >> 29)
    }

    /// The name of a set that also has the events with another name.
    pub fn with(self, other: Fingerprint) -> Fingerprint {
        self.add(other.0).add(other.1)
    }

    /// The name after one more event of the thread, with its sources.
    pub fn then(self, event: &Event) -> Fingerprint {
        let word = |name: Name| u64::from(name.thread.0) << 32 | u64::from(name.nth);
        let reads = event.reads.len() as u64;
        let begun = self
            .add(word(event.name))
            .add(reads << 32 | u64::from(event.choice));
        let sources = event.reads.iter().map(|read| word(read.source));
        sources.fold(begun, Fingerprint::add)
    }
}
