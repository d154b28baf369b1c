//! One place in memory: its writes, and what is known of their coherence order.
//!
//! A weak trace has no total coherence order. What is forced is kept as a graph over *blocks*: a
//! write that no read-modify-write made, with the read-modify-writes that read it, that read those,
//! and so on. A block stands together in every coherence order, so forced edges go between blocks,
//! and a trace is consistent exactly if this graph has no cycle at any place. The first block
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceIdx(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WriteIdx(pub u32);

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
    pub block: u32,
    /// Position in the block.
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

#[derive(Clone, Debug, Default)]
struct Block {
    members: SmallVec<[WriteIdx; 2]>,
    /// Blocks that are before this one.
    before: SmallVec<[u32; 4]>,
}

/// What one thread did here, by the numbers of its items.
#[derive(Clone, Debug)]
struct Share {
    thread: ThreadId,
    /// Its writes here and, where happens-before would not tell, the sources of its reads.
    writes: SmallVec<[(u32, WriteIdx); 2]>,
    log: SmallVec<[(u32, u8); 2]>,
}

/// Kinds of accesses for data races, as bits.
pub const WRITES: u8 = 1;
pub const PLAIN: u8 = 2;

#[derive(Clone, Debug)]
pub struct Place {
    pub at: Access,
    /// The initial value first.
    pub writes: SmallVec<[WriteIdx; 4]>,
    pub open_reads: Vec<OpenRead>,
    /// Items that an access has to come after: those that used the bytes as other places.
    pub since: Vec<(ThreadId, u32)>,
    /// Where those other places began and ended: see [`super::mixed_size::Cuts`].
    pub cuts: u8,
    blocks: SmallVec<[Block; 2]>,
    shares: SmallVec<[Share; 2]>,
    plain: u32,
}

/// How many items of each thread are in the past, by thread; missing ones are 0.
pub type Clock = [u32];

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
    pub fn has(self, thread: ThreadId, nth: u32) -> bool {
        self.of(thread) >= nth
    }
}

/// Room for marks on blocks.
#[derive(Default)]
pub struct Marks {
    hidden: Vec<bool>,
    least: Vec<u32>,
    stack: Vec<u32>,
}

impl Place {
    pub fn new(at: Access, initial: WriteIdx) -> Place {
        let mut first = Block::default();
        first.members.push(initial);
        Place {
            at,
            writes: SmallVec::from_slice(&[initial]),
            open_reads: Vec::new(),
            since: Vec::new(),
            cuts: 0,
            blocks: SmallVec::from_iter([first]),
            shares: SmallVec::new(),
            plain: 0,
        }
    }

    /// The newest known write of each thread, or the source of a newer known read.
    pub fn visible<'a>(&'a self, known: Known<'a>) -> impl Iterator<Item = WriteIdx> + 'a {
        self.shares.iter().filter_map(move |share| {
            let known = known.of(share.thread);
            let newest = match share.writes.last() {
                Some(&(nth, write)) if nth <= known => return Some(write),
                Some(_) => share.writes.partition_point(|(nth, _)| *nth <= known),
                None => 0,
            };
            Some(share.writes[newest.checked_sub(1)?].1)
        })
    }

    /// The newest write of a thread, as `own` tells them from the sources of its reads.
    pub fn newest_of(&self, t: ThreadId, own: impl Fn(&WriteIdx) -> bool) -> Option<WriteIdx> {
        let share = self.shares.iter().find(|share| share.thread == t)?;
        share.writes.iter().rev().map(|(_, w)| *w).find(own)
    }

    /// The writes that a read with this past may take, oldest first.
    pub fn readable(
        &self,
        known: Known<'_>,
        writes: &[Write],
        marks: &mut Marks,
        found: &mut Vec<WriteIdx>,
    ) {
        self.mark(known, writes, marks);
        let fits = |w: &&WriteIdx| {
            let write = &writes[w.0 as usize];
            let block = write.block as usize;
            !marks.hidden[block] && marks.least[block] <= write.position
        };
        found.extend(self.writes.iter().filter(fits));
    }

    /// May a read with this past take `w`?
    pub fn is_readable(
        &self,
        known: Known<'_>,
        w: WriteIdx,
        writes: &[Write],
        marks: &mut Marks,
    ) -> bool {
        self.mark(known, writes, marks);
        let write = &writes[w.0 as usize];
        let block = write.block as usize;
        !marks.hidden[block] && marks.least[block] <= write.position
    }

    /// Marks the blocks that are before a block with a visible write, and in each block the first
    /// write that is not older than a visible one.
    fn mark(&self, known: Known<'_>, writes: &[Write], marks: &mut Marks) {
        marks.hidden.clear();
        marks.hidden.resize(self.blocks.len(), false);
        marks.least.clear();
        marks.least.resize(self.blocks.len(), 0);
        marks.stack.clear();
        for v in self.visible(known) {
            let write = &writes[v.0 as usize];
            let least = &mut marks.least[write.block as usize];
            *least = (*least).max(write.position);
            marks.stack.push(write.block);
            // The initial value is before every other block.
            marks.hidden[0] |= write.block != 0;
        }
        while let Some(block) = marks.stack.pop() {
            for &before in &self.blocks[block as usize].before {
                if !std::mem::replace(&mut marks.hidden[before as usize], true) {
                    marks.stack.push(before);
                }
            }
        }
    }

    /// Can `w` be the last write of all in coherence order?
    pub fn can_be_last(&self, w: WriteIdx, writes: &[Write]) -> bool {
        let write = &writes[w.0 as usize];
        let block = &self.blocks[write.block as usize];
        let alone = write.block != 0 || self.blocks.len() == 1;
        let leads = |b: &Block| b.before.contains(&write.block);
        alone && block.members.last() == Some(&w) && !self.blocks.iter().any(leads)
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
        let block = writes[source.0 as usize].block;
        let before: SmallVec<[u32; 8]> = self
            .visible(known)
            .map(|v| writes[v.0 as usize].block)
            .collect();
        before.into_iter().for_each(|b| {
            if self.put_before(b, block) {
                added(block);
            }
        });
    }
    /// Puts a block before another; false if it is there already.
    fn put_before(&mut self, first: u32, second: u32) -> bool {
        let edges = &mut self.blocks[second as usize].before;
        let new = first != second && !edges.contains(&first);
        if new {
            edges.push(first);
        }
        new
    }
    pub fn undo_force(&mut self, block: u32) {
        self.blocks[block as usize].before.pop();
    }

    /// Adds a write with this past and gives its block and position there. `taken`: the write that
    /// it, as a read-modify-write, has read.
    pub fn add_write(
        &mut self,
        w: WriteIdx,
        (thread, nth): (ThreadId, u32),
        (known, writes): (Known<'_>, &[Write]),
        taken: Option<&Write>,
    ) -> (u32, u32) {
        let number = match taken {
            // What happened before the read is before the block already.
            Some(write) => write.block,
            None => {
                let visible = self.visible(known).map(|v| writes[v.0 as usize].block);
                let before = visible.collect();
                self.blocks.push(Block {
                    members: SmallVec::new(),
                    before,
                });
                self.blocks.len() as u32 - 1
            }
        };
        self.writes.push(w);
        self.share(thread).writes.push((nth, w));
        let block = &mut self.blocks[number as usize];
        block.members.push(w);
        (number, block.members.len() as u32 - 1)
    }
    pub fn undo_add_write(&mut self, thread: ThreadId, block: u32) {
        self.writes.pop();
        self.share(thread).writes.pop();
        let members = &mut self.blocks[block as usize].members;
        members.pop();
        if members.is_empty() {
            self.blocks.pop();
        }
    }

    /// Notes that an item has read a write that it does not know by happens-before: whoever knows the
    /// item may read nothing older.
    pub fn note_read(&mut self, (thread, nth): (ThreadId, u32), source: WriteIdx) {
        self.share(thread).writes.push((nth, source));
    }
    pub fn undo_note_read(&mut self, thread: ThreadId) {
        self.share(thread).writes.pop();
    }

    fn share(&mut self, thread: ThreadId) -> &mut Share {
        let at = self.shares.iter().position(|s| s.thread == thread);
        let at = at.unwrap_or_else(|| {
            self.shares.push(Share {
                thread,
                writes: SmallVec::new(),
                log: SmallVec::new(),
            });
            self.shares.len() - 1
        });
        &mut self.shares[at]
    }

    /// Is some access of it not atomic?
    pub fn has_plain(&self) -> bool {
        self.plain > 0
    }

    /// The accesses of each thread, oldest first, by the numbers of its items.
    pub fn accesses(&self) -> impl Iterator<Item = (ThreadId, &[(u32, u8)])> + '_ {
        self.shares
            .iter()
            .map(|share| (share.thread, &share.log[..]))
    }

    /// Its blocks: the members of each, and the blocks that are forced to be before it.
    pub fn blocks(&self) -> impl Iterator<Item = (&[WriteIdx], &[u32])> + '_ {
        self.blocks
            .iter()
            .map(|block| (&block.members[..], &block.before[..]))
    }

    /// The newest access of each thread.
    pub fn newest_accesses(&self) -> impl Iterator<Item = (ThreadId, u32)> + '_ {
        let newest = |share: &Share| Some((share.thread, share.log.last()?.0));
        self.shares.iter().filter_map(newest)
    }

    /// Notes an access; `kind` of [`WRITES`] and [`PLAIN`].
    pub fn log(&mut self, (thread, nth): (ThreadId, u32), kind: u8) {
        self.plain += u32::from(kind & PLAIN != 0);
        self.share(thread).log.push((nth, kind));
    }
    pub fn undo_log(&mut self, thread: ThreadId) {
        if let Some((_, kind)) = self.share(thread).log.pop() {
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
        self.shares
            .iter()
            .filter(|s| s.thread != me)
            .find_map(|share| {
                let unknown = share.log.iter().rev();
                let mut unknown = unknown.take_while(|(nth, _)| !known.has(share.thread, *nth));
                let (nth, _) = unknown.find(|(_, kind)| matters(*kind))?;
                Some((share.thread, *nth))
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

        fn push(&mut self, (block, position): (u32, u32)) {
            self.writes.push(Write {
                item: None,
                place: P,
                value: 0,
                defined: 0xff,
                block,
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
            .force(known, second, &case.writes, |block| forced.push(block));
        assert_eq!(case.readable(&[0, 1, 1]), [2]);
        forced
            .into_iter()
            .for_each(|block| case.place.undo_force(block));
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
