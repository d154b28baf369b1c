//! Joins under sequential consistency, which are no steps of their own.
//!
//! A join of a thread that has ended is always possible, and no thread can tell when it happens. So it is done when the search
//! asks for the next operation of the joining thread, and counts as the beginning of that thread's next step. The end
//! of the joined thread comes before that step in any case. This leaves the classes of executions as
//! they are and saves a step for each join. A thread that has joined all others ends without a step, too.
//!
//! The ends of threads and such joins need not even touch memory (`silent_ends`): the joining thread comes after the
//! last step of the joined one by itself. Two kinds of programs can observe the difference: those that read whether a thread has
//! ended without waiting for it, and those that join a thread twice. Then the search begins again, and both are steps.
//!
//! Under TSO and PSO a join waits for the thread's own store buffer, and is a step. Ends may be silent there, too: the
//! join comes after all steps of the joined thread and of its buffer.

use super::buffered::is_bookkeeping;
use super::{Machine, MemoryModel, Undo};
use crate::host::memory::GranuleIdx;
use crate::host::{Execution, Halt};
use crate::trace::{CellAccess, StepIdx};
use threadproof_program::{Access, Block, Guard, Op, Response, SavedId, ThreadId, Wait, address};

/// A join that was done without a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Join {
    by: ThreadId,
    /// The word that says that the thread has ended.
    granule: GranuleIdx,
    at: Access,
    /// The last step of the thread that was joined.
    after: Option<StepIdx>,
}

/// The operations of a thread the last time that it caught up. From the same state it does the same as long
/// as it reads the same, so there is no need to run it.
pub(super) struct Memo {
    /// The thread's version before and after.
    before: u64,
    after: u64,
    saved: SavedId,
    /// The words that say that threads have ended, one for each join.
    ends: Vec<Access>,
    cells: Vec<Cell>,
}

/// A granule of a thread's block that the thread accessed.
#[derive(Clone, Copy)]
struct Cell {
    /// Whose block it is, and which granule of that.
    owner: ThreadId,
    nth: u32,
    /// Its value before the thread caught up, and after.
    before: u64,
    after: u64,
    defined: u8,
}

impl<M: MemoryModel> Machine<'_, M> {
    /// Does all joins that can be done; true if there were any.
    pub fn catch_up(&mut self) -> bool {
        let mut any = false;
        let mut next = self.threads.running().next();
        while let Some(t) = next {
            any |= self.catch_up_thread(t);
            next = self.threads.running().find(|other| *other > t);
        }
        any
    }

    /// Does all joins that a thread can do; true if there were any.
    pub(super) fn catch_up_thread(&mut self, t: ThreadId) -> bool {
        let mut any = false;
        while self.halt(t) == Some(Halt::Joining) {
            self.join(t);
            any = true;
        }
        any
    }

    /// Is a guarded load a join that is to be done without a step?
    pub(super) fn is_join(&self, t: ThreadId, at: Access, guard: &Guard) -> bool {
        guard.why == Wait::Join
            && !M::BUFFERS
            && !self.host.config.fine
            && !self.host.config.joins
            && at.address.is_multiple_of(address::THREAD_BLOCK_SIZE)
            && address::block_owner(at.address).is_some()
            && self.threads.get(t).sections == 0
    }

    /// Notes that a thread reads whether another one has ended, in a way that needs a step. Where joins are steps that wait for stores, such a step is not meant.
    #[inline]
    pub(super) fn note_read_of_exit_flag(&mut self, at: Access, guard: Option<Guard>) {
        let joins = M::BUFFERS && guard.is_some_and(|guard| guard.why == Wait::Join);
        let is_silent = self.host.config.silent_ends && !joins || M::BUFFERS && guard.is_none();
        let is_end = address::block_owner(at.address).is_some() && !is_bookkeeping(at);
        self.exit_flag_was_read |= is_end && is_silent && !self.host.config.joins;
    }

    /// Brings `t` to its next operation that is no join of a thread that has ended.
    fn join(&mut self, t: ThreadId) {
        let version = self.threads.get(t).version;
        let saved = self.host.run.save(t);
        self.change_thread(t);
        self.host.journal.push(Undo::Moved(t, saved));
        if self.memos.len() <= t.index() {
            self.memos.resize_with(t.index() + 1, || None);
        }
        let memo = self.memos[t.index()].take();
        let before = self.joins.len();
        let memo = match memo {
            Some(memo) if memo.before == version && self.holds(&memo) => {
                self.host.run.restore(t, memo.saved);
                self.threads.get_mut(t).version = memo.after;
                if self.is_over(t, &memo) {
                    self.threads.exit(t);
                    self.memos[t.index()] = Some(memo);
                    return;
                }
                self.apply(t, &memo);
                memo
            }
            memo => self.run_joins(t, version, memo),
        };
        self.memos[t.index()] = Some(memo);
        let joined = (self.joins.len() - before) as u32;
        self.host.journal.push(Undo::Joins(joined));
        let thread = self.threads.get_mut(t);
        thread.joined += joined;
        thread.joins += joined;
        if self.host.run.pending(t) == Op::Exit && self.has_joined_all(t, self.threads.get(t).joins)
        {
            self.exit_without_step(t);
        }
        self.note_readiness(t);
    }

    /// Is `t`, in its state after these joins, at the end of the last thread? Then no thread is left to read the writes of the
    /// joins.
    fn is_over(&self, t: ThreadId, memo: &Memo) -> bool {
        let joins = self.threads.get(t).joins + memo.ends.len() as u32;
        self.host.run.pending(t) == Op::Exit && self.has_joined_all(t, joins)
    }

    /// Has `t`, after so many joins, joined all other threads that there will ever be? Equivalent executions
    /// agree on that: a thread that does not exist yet will be created by one that has not ended.
    fn has_joined_all(&self, t: ThreadId, joins: u32) -> bool {
        self.threads.ended_others(t) == Some(joins)
    }

    /// Would the thread read the same values as then?
    fn holds(&self, memo: &Memo) -> bool {
        // A record is to have every operation.
        self.host.record.is_none()
            && memo.cells.iter().all(|cell| {
                let granule = self.host.objects.granule_of_block(cell.owner, cell.nth);
                granule.is_some_and(|g| self.host.memory.get(g).value == cell.before)
            })
    }

    /// Repeats the writes of that time.
    fn apply(&mut self, t: ThreadId, memo: &Memo) {
        for cell in memo.cells.iter().filter(|cell| cell.before != cell.after) {
            let granule = self.host.objects.granule_of_block(cell.owner, cell.nth);
            self.set_cell(granule.expect("it was read before"), cell);
        }
        for at in &memo.ends {
            let granule = self.host.objects.block_granule(at.address);
            self.note_join(t, granule.expect("it was read before"), *at);
        }
    }
    #[inline]
    fn set_cell(&mut self, granule: GranuleIdx, cell: &Cell) {
        self.keep(granule);
        let g = self.host.memory.get_mut(granule);
        (g.value, g.defined) = (cell.after, cell.defined);
    }

    /// Runs the thread, and notes its operations in place of `old`.
    fn run_joins(&mut self, t: ThreadId, version: u64, old: Option<Memo>) -> Memo {
        let (mut ends, mut cells) = match old {
            Some(old) => {
                self.host.run.forget(old.saved);
                (old.ends, old.cells)
            }
            None => (Vec::new(), Vec::new()),
        };
        ends.clear();
        cells.clear();
        loop {
            let op = self.host.run.pending(t);
            match op {
                Op::Load { at, guard, .. } => {
                    let joins = guard.is_some_and(|guard| self.is_join(t, at, &guard));
                    if !joins && !is_bookkeeping(at) {
                        break;
                    }
                    let Ok(granule) = self.host.objects.resolve(at, false) else {
                        break;
                    };
                    self.note_cell(&mut cells, at, granule);
                    let value = self.host.memory.read(granule, at);
                    let defined = self.host.memory.defined(granule, at);
                    if guard.is_some_and(|guard| !guard.passes(value, at.size)) {
                        break;
                    }
                    if joins {
                        // Somebody else has joined or detached the thread, and who came first can be told.
                        self.exit_flag_was_read |= value != address::THREAD_EXITED;
                        self.note_join(t, granule, at);
                        ends.push(at);
                    }
                    self.respond(t, &op, op.effect(value, defined).response);
                }
                Op::Store {
                    at, value, defined, ..
                } if is_bookkeeping(at) => {
                    let Ok(granule) = self.host.objects.resolve(at, true) else {
                        break;
                    };
                    self.note_cell(&mut cells, at, granule);
                    self.write(granule, at, value, defined);
                    self.respond(t, &op, Response::NONE);
                }
                Op::Block(block) => {
                    self.host.findings.bound_hit |= block == Block::Bound;
                    break;
                }
                _ => break,
            }
        }
        for cell in &mut cells {
            let granule = self.host.objects.granule_of_block(cell.owner, cell.nth);
            let granule = self.host.memory.get(granule.expect("it was accessed"));
            (cell.after, cell.defined) = (granule.value, granule.defined);
        }
        Memo {
            before: version,
            after: self.threads.get(t).version,
            saved: self.host.run.save(t),
            ends,
            cells,
        }
    }

    /// Notes that a granule is about to be accessed.
    fn note_cell(&self, cells: &mut Vec<Cell>, at: Access, granule: GranuleIdx) {
        let owner = address::block_owner(at.address).expect("it is in the block of a thread");
        let nth = (at.address % address::THREAD_BLOCK_SIZE / 8) as u32;
        let is_known = |cell: &Cell| cell.owner == owner && cell.nth == nth;
        if !cells.iter().any(is_known) {
            let g = self.host.memory.get(granule);
            cells.push(Cell {
                owner,
                nth,
                before: g.value,
                after: g.value,
                defined: g.defined,
            });
        }
    }

    fn note_join(&mut self, t: ThreadId, granule: GranuleIdx, at: Access) {
        let other = address::block_owner(at.address).expect("it is the word of a thread");
        let other = self.threads.get(other);
        self.joins.push(Join {
            by: t,
            granule,
            at,
            after: other.last.or(other.created_by),
        });
    }

    /// The newest step, one of `t`, begins with the joins since the step before.
    pub(super) fn begin_with_joins(&mut self, t: ThreadId) {
        let mut left = self.threads.get(t).joined;
        if left == 0 {
            return;
        }
        self.change_thread(t).joined = 0;
        self.trace.newest_mut().joins = left;
        for join in self.joins.iter().rev() {
            if join.by == t {
                if !self.host.config.silent_ends {
                    let access = CellAccess::new(join.at, false);
                    self.trace.join(&mut self.host.memory, join.granule, access);
                }
                self.enabled_by.extend(join.after);
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
    }
}
