//! One place in memory: its writes, and the known part of their coherence order.
//!
//! A weak trace has no total coherence order. Its forced part is kept as a graph over *chains*: a
//! write that no read-modify-write made, with the read-modify-writes that read it, that read those,
//! and so on. A chain stands together in every coherence order, so forced edges go between chains,
//! and a trace is consistent exactly if this graph has no cycle at any place. The first chain
//! begins with the initial value and is before all others.
//!
//! An edge is added from the newest write of each thread that happens before a write or read; older
//! ones reach it through their thread's own writes. So an access costs as many edges as threads have
//! written the place, not as many as there are writes.

use super::happens_before::ClockRef;
use crate::clock;
use crate::mutant::{self, Mutant};
use smallvec::SmallVec;
use threadproof_program::{Access, ThreadId};

/// A place, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceIdx(pub u32);

/// A write, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WriteIdx(pub u32);

/// An item, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemIdx(pub u32);

/// A write, or the initial value of a place.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    /// `None` for initial values.
    pub item: Option<ItemIdx>,
    pub place: PlaceIdx,
    pub value: u64,
    /// Bit i: byte i is a defined one.
    pub defined: u8,
    pub chain: u32,
    /// Position in the chain.
    pub position: u32,
    /// The read-modify-write that read it: there is at most one.
    pub taken: Option<ItemIdx>,
    /// Under C11: the clock that a reader that acquires learns.
    pub message: ClockRef,
}

/// A read whose source the search may still change.
#[derive(Clone, Copy, Debug)]
pub struct OpenRead {
    pub item: ItemIdx,
    /// Which of the item's choices.
    pub choice: u32,
    /// It is a lock: it is divided by who takes the write that it reads.
    pub lock: bool,
    /// The lock is a loop of the program that waits with an exchange.
    pub exchange: bool,
}

/// A write that no read-modify-write made, with those that follow it.
#[derive(Clone, Debug, Default)]
struct RmwChain {
    members: SmallVec<[WriteIdx; 2]>,
    /// Chains that are before this one.
    before: SmallVec<[u32; 4]>,
}

/// The writes of one thread here and, where happens-before would not tell, the sources of its reads; by the numbers of
/// its items.
#[derive(Clone, Debug)]
struct Writer {
    thread: ThreadId,
    writes: SmallVec<[(u32, WriteIdx); 2]>,
}

impl Writer {
    #[inline]
    fn newest_known(&self, known: Known<'_>) -> Option<WriteIdx> {
        let known = known.of(self.thread);
        let newest = match self.writes.last() {
            Some(&(nth, write)) if nth <= known => return Some(write),
            Some(_) if known == 0 => 0,
            Some(_) => self.writes.partition_point(|(nth, _)| *nth <= known),
            None => 0,
        };
        Some(self.writes[newest.checked_sub(1)?].1)
    }
}

/// The accesses of one thread here, with their kinds.
#[derive(Clone, Debug)]
struct Log {
    thread: ThreadId,
    accesses: SmallVec<[(u32, u8); 2]>,
}

/// Kinds of accesses for data races, as bits.
pub const WRITES: u8 = 1;
pub const PLAIN: u8 = 2;

/// Bytes that are accessed as a whole.
#[derive(Clone, Debug)]
pub struct Place {
    pub at: Access,
    /// The initial value first.
    pub writes: SmallVec<[WriteIdx; 4]>,
    pub open_reads: Vec<OpenRead>,
    /// Items that an access has to come after, the newest of each thread: those that used the bytes as other places.
    pub since: Vec<(ThreadId, u32)>,
    /// Where those other places began and ended: see [`super::mixed_size::Cuts`].
    pub cuts: u8,
    chains: SmallVec<[RmwChain; 2]>,
    writers: SmallVec<[Writer; 2]>,
    logs: SmallVec<[Log; 2]>,
    plain: u32,
}

/// How many items of each thread are in the past, by thread; missing ones are 0.
pub type Clock = [u32];

/// Does a clock have the `nth` item of a thread?
pub fn knows(clock: &Clock, thread: ThreadId, nth: u32) -> bool {
    clock::count(clock, thread.index()) >= nth
}

/// The items that happen before some point: a clock in units of `1 << shift`. Release-Acquire counts
/// items; C11 counts half items, since a fence between two items is an event too (see
/// [`super::happens_before`]).
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    pub clock: &'a [u32],
    pub shift: u32,
}

impl Known<'_> {
    /// The number of items of a thread that are known.
    pub fn of(self, thread: ThreadId) -> u32 {
        self.clock.get(thread.index()).copied().unwrap_or(0) >> self.shift
    }
    /// Is the `nth` item of a thread known?
    pub fn has(self, thread: ThreadId, nth: u32) -> bool {
        self.of(thread) >= nth
    }
}

/// The writes that a read must not take: those that are older than the visible ones.
#[derive(Default)]
pub struct Marks {
    /// The chains of visible writes, with the writes' positions there.
    visible: Vec<(u32, u32)>,
    /// Chains that are before one with a visible write, as bits.
    hidden: Vec<u64>,
    stack: Vec<u32>,
}

impl Marks {
    /// Hides a chain; false if it was hidden.
    fn hide(&mut self, chain: u32) -> bool {
        let (word, bit) = (chain as usize / 64, 1 << (chain % 64));
        if self.hidden.len() <= word {
            self.hidden.resize(word + 1, 0);
        }
        let new = self.hidden[word] & bit == 0;
        self.hidden[word] |= bit;
        new
    }
    fn hides(&self, chain: u32) -> bool {
        let word = self.hidden.get(chain as usize / 64);
        word.is_some_and(|word| word >> (chain % 64) & 1 == 1)
    }
    /// The position of the first write in a chain that is not older than a visible one.
    fn first_in(&self, chain: u32) -> u32 {
        let here = self.visible.iter().filter(|(other, _)| *other == chain);
        here.map(|(_, position)| *position).max().unwrap_or(0)
    }
    fn allow(&self, write: &Write) -> bool {
        !self.hides(write.chain) && self.first_in(write.chain) <= write.position
    }
}

impl Place {
    /// A place with its initial value.
    pub fn new(at: Access, initial: WriteIdx) -> Place {
        let mut first = RmwChain::default();
        first.members.push(initial);
        Place {
            at,
            writes: SmallVec::from_slice(&[initial]),
            open_reads: Vec::new(),
            since: Vec::new(),
            cuts: 0,
            chains: SmallVec::from_iter([first]),
            writers: SmallVec::new(),
            logs: SmallVec::new(),
            plain: 0,
        }
    }

    /// The newest known write of each thread, or the source of a newer known read.
    pub fn visible<'a>(&'a self, known: Known<'a>) -> impl Iterator<Item = WriteIdx> + 'a {
        let newest = move |writer: &Writer| writer.newest_known(known);
        self.writers.iter().filter_map(newest)
    }

    /// The newest write of a thread, as `own` tells them from the sources of its reads.
    pub fn newest_of(&self, t: ThreadId, own: impl Fn(&WriteIdx) -> bool) -> Option<WriteIdx> {
        let writer = self.writers.iter().find(|writer| writer.thread == t)?;
        writer.writes.iter().rev().map(|(_, w)| *w).find(own)
    }

    /// The writes that a read with this past may take, oldest first.
    pub fn readable(
        &self,
        known: Known<'_>,
        writes: &[Write],
        marks: &mut Marks,
        found: &mut Vec<WriteIdx>,
    ) {
        match self.mark(known, writes, marks) {
            false => found.extend_from_slice(&self.writes),
            true => {
                let chains = self.chains.iter().zip(0..);
                for (chain, number) in chains.filter(|(_, number)| !marks.hides(*number)) {
                    let first = marks.first_in(number) as usize;
                    found.extend_from_slice(&chain.members[first..]);
                }
                found.sort_unstable();
            }
        }
    }

    /// May a read with this past take `w`?
    pub fn is_readable(
        &self,
        known: Known<'_>,
        w: WriteIdx,
        writes: &[Write],
        marks: &mut Marks,
    ) -> bool {
        !self.mark(known, writes, marks) || marks.allow(&writes[w.0 as usize])
    }

    /// Marks the visible writes, and the chains that are before theirs; false if there are none.
    fn mark(&self, known: Known<'_>, writes: &[Write], marks: &mut Marks) -> bool {
        marks.visible.clear();
        for v in self.visible(known) {
            let write = &writes[v.0 as usize];
            marks.visible.push((write.chain, write.position));
        }
        if marks.visible.is_empty() {
            return false;
        }
        marks.hidden.clear();
        marks.stack.clear();
        for at in 0..marks.visible.len() {
            let (chain, _) = marks.visible[at];
            marks.stack.push(chain);
            if chain != 0 {
                // The initial value is before every other chain.
                marks.hide(0);
            }
        }
        while let Some(chain) = marks.stack.pop() {
            for &before in &self.chains[chain as usize].before {
                if marks.hide(before) {
                    marks.stack.push(before);
                }
            }
        }
        true
    }

    /// Can `w` be the last write of all in coherence order?
    pub fn can_be_last(&self, w: WriteIdx, writes: &[Write]) -> bool {
        let write = &writes[w.0 as usize];
        let chain = &self.chains[write.chain as usize];
        let alone = write.chain != 0 || self.chains.len() == 1;
        let leads = |later: &RmwChain| later.before.contains(&write.chain);
        alone && chain.members.last() == Some(&w) && !self.chains.iter().any(leads)
    }

    /// Adds the edges that a read of `source` with this past forces; calls `added` for each.
    pub fn force(
        &mut self,
        known: Known<'_>,
        source: WriteIdx,
        writes: &[Write],
        mut added: impl FnMut(u32),
    ) {
        if mutant::is(Mutant::NoForcedCoherence) {
            return;
        }
        let chain = writes[source.0 as usize].chain;
        for at in 0..self.writers.len() {
            let Some(visible) = self.writers[at].newest_known(known) else {
                continue;
            };
            let first = writes[visible.0 as usize].chain;
            let edges = &mut self.chains[chain as usize].before;
            if first != chain && !edges.contains(&first) {
                edges.push(first);
                added(chain);
            }
        }
    }
    /// Is a chain known to be before another one?
    pub fn is_before(&self, first: u32, second: u32) -> bool {
        let mut stack: SmallVec<[u32; 8]> = SmallVec::from_slice(&[second]);
        let mut seen: SmallVec<[u32; 8]> = stack.clone();
        while let Some(chain) = stack.pop() {
            // The initial value is before every other chain.
            if chain != first && first == 0 {
                return true;
            }
            for &before in &self.chains[chain as usize].before {
                if before == first {
                    return true;
                }
                if !seen.contains(&before) {
                    seen.push(before);
                    stack.push(before);
                }
            }
        }
        false
    }
    /// Puts a chain before another one, which [`Place::undo_force`] takes back; false if that stands there.
    pub fn put_before(&mut self, first: u32, second: u32) -> bool {
        let edges = &mut self.chains[second as usize].before;
        let new = first != 0 && !edges.contains(&first);
        if new {
            edges.push(first);
        }
        new
    }
    /// Takes the newest edge to a chain back.
    pub fn undo_force(&mut self, chain: u32) {
        self.chains[chain as usize].before.pop();
    }

    /// Adds a write with this past and gives its chain and position there. `taken`: the write that
    /// it, as a read-modify-write, has read.
    pub fn add_write(
        &mut self,
        w: WriteIdx,
        (thread, nth): (ThreadId, u32),
        (known, writes): (Known<'_>, &[Write]),
        taken: Option<&Write>,
    ) -> (u32, u32) {
        let number = match taken {
            // Writes that happened before the read are before the chain already.
            Some(write) => write.chain,
            None => {
                let visible = self.visible(known).map(|v| writes[v.0 as usize].chain);
                let before = visible.collect();
                self.chains.push(RmwChain {
                    members: SmallVec::new(),
                    before,
                });
                self.chains.len() as u32 - 1
            }
        };
        self.writes.push(w);
        self.writer(thread).writes.push((nth, w));
        let chain = &mut self.chains[number as usize];
        chain.members.push(w);
        (number, chain.members.len() as u32 - 1)
    }
    /// Takes the newest write back.
    pub fn undo_add_write(&mut self, thread: ThreadId, chain: u32) {
        self.writes.pop();
        self.writer(thread).writes.pop();
        let members = &mut self.chains[chain as usize].members;
        members.pop();
        if members.is_empty() {
            self.chains.pop();
        }
    }

    /// Notes that an item has read a write that it does not know by happens-before: whoever knows the
    /// item may read nothing older.
    pub fn note_read(&mut self, (thread, nth): (ThreadId, u32), source: WriteIdx) {
        self.writer(thread).writes.push((nth, source));
    }
    /// Takes the newest read of a thread back.
    pub fn undo_note_read(&mut self, thread: ThreadId) {
        self.writer(thread).writes.pop();
    }

    fn writer(&mut self, thread: ThreadId) -> &mut Writer {
        let at = self.writers.iter().position(|w| w.thread == thread);
        let at = at.unwrap_or_else(|| {
            let writes = SmallVec::new();
            self.writers.push(Writer { thread, writes });
            self.writers.len() - 1
        });
        &mut self.writers[at]
    }

    /// Is some access of it not atomic?
    pub fn has_plain(&self) -> bool {
        self.plain > 0
    }

    /// The accesses of each thread, oldest first, by the numbers of its items.
    pub fn accesses(&self) -> impl Iterator<Item = (ThreadId, &[(u32, u8)])> + '_ {
        self.logs.iter().map(|log| (log.thread, &log.accesses[..]))
    }

    /// Its chains: the members of each, and the chains that are forced to be before it.
    pub fn chains(&self) -> impl Iterator<Item = (&[WriteIdx], &[u32])> + '_ {
        self.chains
            .iter()
            .map(|chain| (&chain.members[..], &chain.before[..]))
    }

    /// A write with those that it continues as a read-modify-write, itself last.
    pub fn chain_of(&self, write: &Write) -> &[WriteIdx] {
        let members = &self.chains[write.chain as usize].members;
        &members[..=write.position as usize]
    }

    /// The newest access of each thread.
    pub fn newest_accesses(&self) -> impl Iterator<Item = (ThreadId, u32)> + '_ {
        let newest = |log: &Log| Some((log.thread, log.accesses.last()?.0));
        self.logs.iter().filter_map(newest)
    }

    /// Notes an access; `kind` of [`WRITES`] and [`PLAIN`]. Gives the number of the thread here, to take it back.
    pub fn log(&mut self, (thread, nth): (ThreadId, u32), kind: u8) -> u32 {
        self.plain += u32::from(kind & PLAIN != 0);
        let at = self.logs.iter().position(|log| log.thread == thread);
        let at = at.unwrap_or_else(|| {
            let accesses = SmallVec::new();
            self.logs.push(Log { thread, accesses });
            self.logs.len() - 1
        });
        self.logs[at].accesses.push((nth, kind));
        at as u32
    }
    /// Takes the newest logged access back.
    pub fn undo_log(&mut self, at: u32) {
        if let Some((_, kind)) = self.logs[at as usize].accesses.pop() {
            self.plain -= u32::from(kind & PLAIN != 0);
        }
    }

    /// An access of another thread that does not happen before one with this past, and that
    /// conflicts with it: one of the two writes, and not both are atomic.
    pub fn race(&self, known: Known<'_>, me: ThreadId, kind: u8) -> Option<(ThreadId, u32)> {
        if self.plain == 0 && kind & PLAIN == 0 {
            return None;
        }
        self.unordered(known, me, |other| {
            (other | kind) & PLAIN != 0 && (other | kind) & WRITES != 0
        })
    }

    /// An access of another thread that does not happen before and for which `matters` holds.
    pub fn unordered(
        &self,
        known: Known<'_>,
        me: ThreadId,
        matters: impl Fn(u8) -> bool,
    ) -> Option<(ThreadId, u32)> {
        let others = self.logs.iter().filter(|log| log.thread != me);
        others.into_iter().find_map(|log| {
            let unknown = log.accesses.iter().rev();
            let mut unknown = unknown.take_while(|(nth, _)| !known.has(log.thread, *nth));
            let (nth, _) = unknown.find(|(_, kind)| matters(*kind))?;
            Some((log.thread, *nth))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: PlaceIdx = PlaceIdx(0);
    const A: ThreadId = ThreadId(1);
    const B: ThreadId = ThreadId(2);

    /// A place whose writes are numbered from the initial one.
    struct Case {
        place: Place,
        writes: Vec<Write>,
    }

    impl Case {
        fn new() -> Case {
            let at = Access {
                address: 8,
                size: 4,
            };
            let mut case = Case {
                place: Place::new(at, WriteIdx(0)),
                writes: Vec::new(),
            };
            case.push((0, 0));
            case
        }

        fn push(&mut self, (chain, position): (u32, u32)) {
            self.writes.push(Write {
                item: None,
                place: P,
                value: 0,
                defined: 0xff,
                chain,
                position,
                taken: None,
                message: ClockRef::default(),
            });
        }

        /// The `nth` item of a thread, with this past, writes; as an update it takes a write.
        fn write(&mut self, by: (ThreadId, u32), past: &[u32], taken: Option<u32>) -> WriteIdx {
            let w = WriteIdx(self.writes.len() as u32);
            let known = Known {
                clock: past,
                shift: 0,
            };
            let taken = taken.map(|w| self.writes[w as usize]);
            let past = (known, &self.writes[..]);
            let place = self.place.add_write(w, by, past, taken.as_ref());
            self.push(place);
            w
        }

        fn readable(&self, past: &[u32]) -> Vec<u32> {
            let known = Known {
                clock: past,
                shift: 0,
            };
            let (mut marks, mut found) = (Marks::default(), Vec::new());
            self.place
                .readable(known, &self.writes, &mut marks, &mut found);
            found.into_iter().map(|w| w.0).collect()
        }
    }

    #[test]
    fn a_read_takes_any_write_that_no_known_one_overwrites() {
        let mut case = Case::new();
        case.write((A, 1), &[], None);
        case.write((B, 1), &[], None);
        assert_eq!(case.readable(&[]), [0, 1, 2]);
        // A thread that knows the write of A may still read that of B, which is not ordered with it.
        assert_eq!(case.readable(&[0, 1]), [1, 2]);
        assert_eq!(case.readable(&[0, 1, 1]), [1, 2]);
    }

    #[test]
    fn reading_a_write_puts_known_writes_before_it() {
        let mut case = Case::new();
        case.write((A, 1), &[], None);
        let second = case.write((B, 1), &[], None);
        // A reader that knows the write of A takes that of B: A's is older from now on, for everybody.
        let known = Known {
            clock: &[0, 1],
            shift: 0,
        };
        let mut forced = Vec::new();
        case.place
            .force(known, second, &case.writes, |chain| forced.push(chain));
        assert_eq!(case.readable(&[0, 1, 1]), [2]);
        forced
            .into_iter()
            .for_each(|chain| case.place.undo_force(chain));
        assert_eq!(case.readable(&[0, 1, 1]), [1, 2]);
    }

    #[test]
    fn an_update_follows_the_write_that_it_takes() {
        let mut case = Case::new();
        case.write((A, 1), &[], None);
        case.write((B, 1), &[], Some(1));
        assert_eq!(case.readable(&[0, 0, 1]), [2]);
        assert!(case.place.can_be_last(WriteIdx(2), &case.writes));
        assert!(!case.place.can_be_last(WriteIdx(1), &case.writes));
    }

    #[test]
    fn plain_accesses_race_with_unknown_ones_alone() {
        let mut case = Case::new();
        case.place.log((A, 1), WRITES | PLAIN);
        let known = |clock| Known { clock, shift: 0 };
        assert_eq!(case.place.race(known(&[]), B, 0), Some((A, 1)));
        assert_eq!(case.place.race(known(&[0, 1]), B, WRITES), None);
        assert_eq!(case.place.race(known(&[]), A, WRITES), None);
    }
}
