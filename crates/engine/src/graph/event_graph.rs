//! The event graph of one execution, built and taken back item by item.
//!
//! An *item* is one visible operation of a thread with the invisible work after it, or a whole atomic
//! section. Items happen before one another (program order, reads-from, creation of threads); each has
//! a clock that says which items of every thread are in its past. The graph is a stack: going back
//! pops items and restores the few threads that moved.

use super::coherence::{Clock, ItemIdx, Marks, Place, PlaceIdx, Write, WriteIdx};
use super::happens_before::{ClockRef, Clocks, ClocksLen};
use super::load_buffering::LoadBuffering;
use super::mixed_size::Cuts;
use super::multi_lock::SeveralLocks;
use super::plan::Owner;
use super::psc::{Psc, SeqCst};
use super::record::LogIndex;
use super::spin::Hindered;
use super::thread_set::ThreadSet;
use super::wide_updates::WideUpdate;
use super::witness::{Events, Witness};
use crate::clock;
use crate::host::contention::Contention;
use crate::host::names::{Names, Status};
use crate::host::op_log::OpLog;
use crate::host::{Change, Config, Host};
use crate::options::{MachineModel, Model};
use crate::outcome::Treatment;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::ops::Range;
use threadproof_program::{ErrorKind, Guard, LocationId, Program, Run, SavedId, ThreadId};

/// A decision that an item depends on, by names that outlive the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// It reads the initial value.
    Initial,
    /// It reads the write of this item of this thread to the place.
    From { thread: ThreadId, nth: u32 },
    /// It waits in vain: the write that it reads next is the last one of all.
    Spins,
    /// It takes this one of the options that the program offers.
    Option(u32),
}

/// The choices of an item.
pub type Choices = SmallVec<[Choice; 1]>;

/// A node of the graph.
#[derive(Clone, Debug)]
pub struct Item {
    pub thread: ThreadId,
    /// Number among the items of its thread, from 1.
    pub nth: u32,
    pub saved: Option<SavedId>,
    /// Its thread before it.
    pub(super) state: Thread,
    /// Lengths of journal, writes and clocks before it.
    journal: u32,
    pub first_write: u32,
    pub first_clock: u32,
    pub choices: Choices,
    /// The write behind each choice; `None` for options.
    pub sources: SmallVec<[Option<WriteIdx>; 1]>,
    /// Who may still change each choice.
    pub owners: SmallVec<[Option<Owner>; 1]>,
    /// A name for it together with its whole past.
    pub name: u128,
    /// Whether it is an atomic section.
    pub section: bool,
    /// With one memory: it is one that is put into order as a whole, when it is complete.
    pub whole: bool,
    /// It wanted to take a write that another item has taken.
    pub wished: bool,
    /// It has put writes of a place in order that were in none.
    pub forced: bool,
    /// It is an atomic section of the program, not of the modelled library.
    pub own_section: bool,
    /// The guard of its first read.
    pub guard: Option<Guard>,
    /// Nothing will be added to it any more.
    pub closed: bool,
    /// Under C11: the clocks of the events that happened before it, and before the next event of its thread.
    pub before: ClockRef,
    pub happened: ClockRef,
    /// A fence comes between it and the thread's next item.
    pub fenced: bool,
    /// Lengths of the clocks of happens-before, before it.
    clocks: ClocksLen,
}

/// The state of a thread in the graph.
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    pub status: Status,
    /// It has come to its end, and can be joined.
    pub ended: bool,
    pub spawned: u32,
    /// Nesting of atomic sections.
    pub sections: u32,
    /// Its newest item, or the one that created it.
    pub last: ItemIdx,
    /// The write that an awaiting read saw and does not pass with: the thread spins for ever.
    pub stuck: Option<WriteIdx>,
    /// Under C11: the number of its clocks.
    pub knowledge: u32,
}

/// A change of the graph, to be taken back.
#[derive(Clone, Copy, Debug)]
pub enum Undo {
    /// Of the host.
    Host(Change),
    Create(ThreadId),
    Place(PlaceIdx),
    Retire(PlaceIdx),
    Write(PlaceIdx, ThreadId, u32),
    Force(PlaceIdx, u32),
    Taken(WriteIdx),
    OpenRead(PlaceIdx),
    NoteRead(PlaceIdx, ThreadId),
    SeqCst,
    /// By the number of the thread there.
    Log(PlaceIdx, u32),
}

impl From<Change> for Undo {
    fn from(change: Change) -> Undo {
        Undo::Host(change)
    }
}

/// An event graph with the run that it describes.
pub struct Graph<'p> {
    pub model: Model,
    pub host: Host<'p, Undo>,
    pub threads: Vec<Option<Thread>>,
    /// Those that have not come to their ends.
    pub(super) left: ThreadSet,
    /// The items of each thread.
    pub of_thread: Vec<Vec<ItemIdx>>,
    pub items: Vec<Item>,
    pub writes: Vec<Write>,
    pub(super) clocks: Vec<u32>,
    /// Happens-before is kept apart from the past: under C11 it is less, under SC, TSO and PSO it tells data races.
    pub(super) relaxed: bool,
    /// The order of all events, under models with one memory.
    pub(super) witness: Option<Box<Witness>>,
    /// Some item of the search has waited in a loop.
    pub awaits: bool,
    /// Without one memory: loops that wait look once, at any value. For searches that choose threads themselves.
    pub looks_once: bool,
    /// Without one memory: the items that spin for ever, with the writes that they see in the end.
    pub(super) spinning: Vec<(ItemIdx, WriteIdx)>,
    /// Threads that do not move any more, because a thread that spins makes their next items impossible: see [`Graph::hinder`].
    pub(super) hindered: SmallVec<[Hindered; 2]>,
    /// The threads that [`Graph::pick`] has found waiting although coherence alone would let them pass.
    pub(super) held: SmallVec<[ThreadId; 4]>,
    pub(super) happened: Clocks,
    /// Under C11: the sequentially consistent accesses and fences.
    pub(super) seq_cst: Vec<SeqCst>,
    /// The cost of ordering them so far.
    pub psc: Psc,
    /// Under C11: the accesses that could show load buffering, which the model leaves out.
    pub load_buffering: LoadBuffering,
    pub places: Vec<Place>,
    /// The places of each eight bytes that are in use.
    pub(super) layout: FxHashMap<u64, SmallVec<[PlaceIdx; 2]>>,
    /// When there is a log: where it has the operations that others read from.
    pub(super) log_index: LogIndex,
    pub(super) operations_alone: u32,
    pub cuts: Cuts,
    /// The read-modify-writes of several pieces.
    pub(super) wide: Vec<WideUpdate>,
    pub several_locks: SeveralLocks,
    /// The search has to begin again with these cuts.
    pub refined: bool,
    /// See [`Graph::look_back`].
    pub(super) preceding: Option<WriteIdx>,
    /// With one memory: the access, by thread and number of its item, that can come after the end of its object.
    pub(super) late: Option<(ThreadId, u32)>,
    /// With one memory: the items that ended objects, and where those lay.
    pub(super) ends: Vec<(ItemIdx, Range<u64>)>,
    /// It is impossible because of reads of a place that it writes, as a section.
    pub(super) disturbs: bool,
    /// The item turned out to be impossible.
    pub(super) infeasible: bool,
    /// Where orderings were taken for others than the program says.
    pub treated: FxHashMap<LocationId, Option<Treatment>>,
    /// Where the newest wish of a section of the program was made: at its end the thread may be nowhere.
    pub wished_at: Option<LocationId>,
    pub(super) marks: Marks,
    /// Room for the writes that a read could take.
    pub(super) found: Vec<WriteIdx>,
    /// The memory whose reads divide executions.
    pub(super) contention: Contention,
    moved: Vec<(ThreadId, SavedId)>,
}

/// Places that no program can name: the order of fences, and that of the user's atomic sections.
pub(super) const FENCES: u64 = 8;
pub(super) const SECTIONS: u64 = 16;

impl<'p> Graph<'p> {
    /// A graph without items.
    pub fn new(program: &'p dyn Program, model: Model, config: Config, names: Names) -> Graph<'p> {
        Graph::with_run(program, program.start(), (model, config), names)
    }

    /// The same with a run of the program that has just begun.
    pub fn with_run(
        program: &'p dyn Program,
        run: Box<dyn Run + 'p>,
        (model, config): (Model, Config),
        names: Names,
    ) -> Graph<'p> {
        Graph {
            model,
            host: Host::new(program, run, config, names),
            threads: Vec::new(),
            left: ThreadSet::default(),
            of_thread: Vec::new(),
            items: Vec::new(),
            writes: Vec::new(),
            clocks: Vec::new(),
            relaxed: keeps_happens_before(model, &config),
            awaits: false,
            witness: has_one_memory(model).then(|| Box::new(Witness::new(model))),
            looks_once: false,
            spinning: Vec::new(),
            hindered: SmallVec::new(),
            held: SmallVec::new(),
            happened: Clocks::default(),
            seq_cst: Vec::new(),
            psc: Psc::default(),
            load_buffering: LoadBuffering::default(),
            places: Vec::new(),
            layout: FxHashMap::default(),
            log_index: LogIndex::default(),
            operations_alone: 0,
            cuts: Cuts::default(),
            wide: Vec::new(),
            several_locks: SeveralLocks::default(),
            refined: false,
            preceding: None,
            late: None,
            ends: Vec::new(),
            disturbs: false,
            infeasible: false,
            treated: FxHashMap::default(),
            wished_at: None,
            marks: Marks::default(),
            found: Vec::new(),
            contention: Contention::default(),
            moved: Vec::new(),
        }
    }

    /// Do accesses synchronise as their orders say?
    pub(super) fn is_c11(&self) -> bool {
        self.model == Model::C11
    }
    /// Is the order of sequentially consistent fences part of an execution?
    pub fn orders_fences(&self) -> bool {
        self.model == Model::Ra
    }

    /// The memory model.
    pub fn model(&self) -> Model {
        self.model
    }
    /// The model of a graph that keeps a witness.
    pub fn one_memory(&self) -> MachineModel {
        let model = self.model.machine();
        model.expect("a witness is kept under models with one memory")
    }
    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// From now on operations are recorded for people.
    pub fn start_record(&mut self) {
        self.host.record = Some(OpLog::default());
    }
    /// An item.
    pub fn item(&self, i: ItemIdx) -> &Item {
        &self.items[i.0 as usize]
    }
    /// The newest item.
    pub fn newest(&self) -> ItemIdx {
        ItemIdx(self.items.len() as u32 - 1)
    }
    /// The newest item, to be changed.
    pub(super) fn top(&mut self) -> &mut Item {
        self.items
            .last_mut()
            .expect("the first item is never popped")
    }
    /// A write.
    pub fn write(&self, w: WriteIdx) -> &Write {
        &self.writes[w.0 as usize]
    }

    /// The threads of this execution.
    pub fn present(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let ids = (0..self.threads.len() as u16).map(ThreadId);
        ids.filter(|t| self.threads[t.index()].is_some())
    }
    /// Does this execution have the thread?
    pub fn exists(&self, t: ThreadId) -> bool {
        self.threads.get(t.index()).is_some_and(Option::is_some)
    }
    /// The state of a thread.
    pub fn thread(&self, t: ThreadId) -> &Thread {
        let thread = self.threads.get(t.index()).and_then(Option::as_ref);
        thread.expect("the thread exists")
    }
    /// The thread of the newest item, or one that this creates: going back takes that back as a whole.
    pub(super) fn change_thread(&mut self, t: ThreadId) -> &mut Thread {
        let newest = self.newest();
        let own = self.item(newest).thread == t;
        let thread = self.threads[t.index()].as_mut().expect("the thread exists");
        debug_assert!(own || thread.last == newest);
        thread
    }

    /// The past of an item, itself included.
    pub fn clock(&self, i: ItemIdx) -> &Clock {
        &self.clocks[self.clock_range(i)]
    }
    /// The entries of the item's clock in the table of clocks.
    pub(super) fn clock_range(&self, i: ItemIdx) -> Range<usize> {
        let start = self.item(i).first_clock as usize;
        let end = self.items.get(i.0 as usize + 1);
        start..end.map_or(self.clocks.len(), |next| next.first_clock as usize)
    }
    /// Adds the past of an item to that of the newest one.
    pub(super) fn learn(&mut self, i: ItemIdx) {
        let start = self.item(i).first_clock as usize;
        let end = self.items[i.0 as usize + 1].first_clock as usize;
        let own = self.items[self.items.len() - 1].first_clock as usize;
        if self.clocks.len() - own < end - start {
            self.clocks.resize(own + end - start, 0);
        }
        let (past, mine) = self.clocks.split_at_mut(own);
        clock::join(mine, &past[start..end]);
    }

    /// Opens an item of `t`, whose state is saved.
    pub(super) fn open(&mut self, t: ThreadId, state: Option<&Thread>) {
        self.held.clear();
        let last = state.map(|state| state.last);
        let saved = last.map(|_| self.host.run.save(t));
        let first_clock = self.clocks.len();
        if let Some(last) = last {
            let range = self.clock_range(last);
            self.clocks.extend_from_within(range);
        }
        if self.clocks.len() <= first_clock + t.index() {
            self.clocks.resize(first_clock + t.index() + 1, 0);
        }
        if self.of_thread.len() <= t.index() {
            self.of_thread.resize(t.index() + 1, Vec::new());
        }
        let index = ItemIdx(self.items.len() as u32);
        self.of_thread[t.index()].push(index);
        let nth = self.of_thread[t.index()].len() as u32;
        self.clocks[first_clock + t.index()] = nth;
        let before = last.map_or(0, |last| self.item(last).name);
        self.items.push(Item {
            thread: t,
            nth,
            saved,
            state: state.copied().unwrap_or(Thread::new(ItemIdx(0))),
            journal: self.host.journal.len() as u32,
            first_write: self.writes.len() as u32,
            first_clock: first_clock as u32,
            choices: Choices::new(),
            sources: SmallVec::new(),
            owners: SmallVec::new(),
            name: mix(before, u128::from(t.0) + 1),
            section: false,
            whole: false,
            wished: false,
            forced: false,
            own_section: false,
            guard: None,
            closed: false,
            before: ClockRef::default(),
            happened: ClockRef::default(),
            fenced: false,
            clocks: self.happened.len(),
        });
        if self.relaxed && last.is_some() {
            self.open_clock(t);
        }
    }

    /// Takes back all items but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        debug_assert!(self.moved.is_empty());
        if let Some(oldest) = self.items.get(len) {
            let (journal, first_clock) = (oldest.journal, oldest.first_clock);
            let clocks = oldest.clocks;
            self.take_threads_back(len);
            self.items.truncate(len);
            self.undo(journal as usize);
            self.clocks.truncate(first_clock as usize);
            self.happened.truncate(clocks);
        }
        while let Some((t, saved)) = self.moved.pop() {
            if self.threads.get(t.index()).is_some_and(Option::is_some) {
                self.host.run.restore(t, saved);
            }
            self.host.run.forget(saved);
        }
        self.load_buffering.truncate(len);
        self.held.clear();
        let gone = |(item, _): &(ItemIdx, WriteIdx)| len <= item.0 as usize;
        while self.spinning.last().is_some_and(gone) {
            self.spinning.pop();
        }
        while self
            .wide
            .last()
            .is_some_and(|wide| len <= wide.item.0 as usize)
        {
            self.wide.pop();
        }
        while (self.ends.last()).is_some_and(|(item, _)| len <= item.0 as usize) {
            self.ends.pop();
        }
        if let Some(witness) = &mut self.witness {
            witness.truncate(len, self.writes.len(), self.places.len());
        }
        self.infeasible = false;
        self.late = None;
    }

    /// The threads of all items but the first `len` are as they were before; their own states in `moved`.
    fn take_threads_back(&mut self, len: usize) {
        for item in self.items[len..].iter().rev() {
            let t = item.thread;
            self.of_thread[t.index()].pop();
            self.threads[t.index()] = Some(item.state);
            self.left.insert(t);
            let Some(saved) = item.saved else { continue };
            match self.moved.iter_mut().find(|(other, _)| *other == t) {
                Some((_, oldest)) => {
                    let newer = std::mem::replace(oldest, saved);
                    self.host.run.forget(newer);
                }
                None => self.moved.push((t, saved)),
            }
        }
    }

    fn undo(&mut self, len: usize) {
        while len < self.host.journal.len() {
            match self.host.journal.pop().expect("checked by the loop") {
                Undo::Host(change) => self.host.undo(change),
                Undo::Create(t) => {
                    self.threads[t.index()] = None;
                    self.left.remove(t);
                    self.host.objects.remove_block(t, &mut self.host.memory);
                }
                Undo::Place(p) => self.undo_place(p),
                Undo::Retire(p) => self.undo_retire(p),
                Undo::Write(p, thread, chain) => {
                    self.places[p.0 as usize].undo_add_write(thread, chain);
                    self.writes.pop();
                }
                Undo::Force(p, chain) => self.places[p.0 as usize].undo_force(chain),
                Undo::Taken(w) => self.writes[w.0 as usize].taken = None,
                Undo::OpenRead(p) => drop(self.places[p.0 as usize].open_reads.pop()),
                Undo::NoteRead(p, thread) => self.places[p.0 as usize].undo_note_read(thread),
                Undo::SeqCst => drop(self.seq_cst.pop()),
                Undo::Log(p, at) => self.places[p.0 as usize].undo_log(at),
            }
        }
    }
}

/// Is there one order of all events, perhaps with store buffers before it?
pub(super) fn has_one_memory(model: Model) -> bool {
    model.machine().is_some()
}

/// Is happens-before less than the past? For data races it always is; under PSO a write of the past
/// need not be visible.
fn keeps_happens_before(model: Model, config: &Config) -> bool {
    match model {
        Model::C11 | Model::Pso => true,
        Model::Sc | Model::Tso => config.checks.has(ErrorKind::DataRace),
        Model::Ra => false,
    }
}

impl Events for Graph<'_> {
    fn sources(&self, item: ItemIdx) -> impl Iterator<Item = WriteIdx> + '_ {
        self.item(item).sources.iter().flatten().copied()
    }
    fn newest_own(&self, p: PlaceIdx, t: ThreadId) -> Option<WriteIdx> {
        let own = |w: &WriteIdx| {
            let item = self.write(*w).item;
            item.is_some_and(|item| self.item(item).thread == t)
        };
        self.places[p.0 as usize].newest_of(t, own)
    }
}

/// Names of items: 128 bits, so that two different pasts never share one in practice.
pub fn mix(name: u128, more: u128) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let mixed = (name ^ more.wrapping_mul(ODD)).wrapping_mul(ODD);
    (mixed ^ mixed >> 67).wrapping_mul(ODD) ^ name.rotate_left(29)
}
