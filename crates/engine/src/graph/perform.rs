//! The effect of each operation on the graph.

use super::choose::is_free;
use super::coherence::{ItemIdx, Known, PLAIN, PlaceIdx, WRITES, Write, WriteIdx, knows};
use super::event_graph::{Choice, FENCES, Graph, SECTIONS, Thread, Undo};
use super::happens_before::{ClockRef, Strength, known_to_newest};
use super::plan::Plans;
use super::want::{Orders, Want};
use crate::host::memory::byte_mask;
use crate::host::names::Status;
use crate::host::{Execution, Patience, is_local};
use crate::machine::is_bookkeeping;
use crate::options::Model;
use crate::outcome::{Feature, GraphFeature};
use smallvec::SmallVec;
use threadproof_program::{
    Access, FenceOrder, Guard, LoadOrder, Op, Response, RmwOrder, StoreOrder, ThreadId, address,
};

impl Graph<'_> {
    /// Creates the main thread and brings it to its first visible operation.
    pub fn begin(&mut self, plans: &mut Plans) {
        self.open(ThreadId::MAIN, None);
        self.open_moment(ThreadId::MAIN, None, None);
        if self.relaxed {
            self.begin_knowledge();
        }
        self.threads.push(Some(Thread::new(ItemIdx(0))));
        self.left.insert(ThreadId::MAIN);
        for hidden in [FENCES, SECTIONS] {
            let at = Access {
                address: hidden,
                size: 8,
            };
            self.new_place(at, (0, 0xff), &[]);
        }
        if self.relaxed {
            self.open_clock(ThreadId::MAIN);
        }
        self.settle(ThreadId::MAIN, false, plans);
        self.close_moment(ThreadId::MAIN);
        self.top().closed = true;
    }

    /// Adds the next item of `t`, deciding as `plans` say; false if that is impossible.
    pub fn step(&mut self, t: ThreadId, plans: &mut Plans) -> bool {
        let thread = *self.thread(t);
        let op = self.host.run.pending(t);
        let before = (thread.last, self.item(thread.last).thread);
        self.open(t, Some(&thread));
        self.open_moment(t, Some(before), Some(op));
        let newest = self.newest();
        self.several_locks.begin_item();
        if thread.sections > 0 {
            self.top().section = true;
            self.begin_section(t, op, plans);
        }
        if !self.infeasible && self.thread(t).status == Status::Running {
            self.visible(t, op, plans);
        }
        self.settle(t, thread.sections > 0, plans);
        self.change_thread(t).last = newest;
        self.check_section();
        if !self.infeasible && !self.close_moment(t) {
            (self.infeasible, self.disturbs) = (true, true);
        }
        if std::mem::take(&mut self.disturbs) {
            plans.wish_before_readers(self);
        }
        self.infeasible = self.infeasible || !self.can_go_on_spinning(t);
        self.top().closed = true;
        !self.infeasible
    }

    /// A section that does not begin with a lock: the user's own are ordered. The library orders its own
    /// by the words that they change.
    fn begin_section(&mut self, t: ThreadId, op: Op, plans: &mut Plans) {
        let own = !self.host.run.in_library(t);
        if own && self.relaxed && is_weak_word(op) {
            self.host.obstruct(t, GraphFeature::WeakWideAtomic);
        }
        self.top().own_section = own;
        self.top().whole = op.guard().is_none() && self.cuts.whole_sections;
        if op.guard().is_none() && own && self.witness.is_none() {
            self.order(t, SECTIONS, plans);
        }
        if let Some(at) = op.access()
            && let Want::Lock(_) = self.want(t, at, op.guard())
        {
            self.several_locks.lock(at.address);
        }
    }

    /// The newest item is complete. With one memory: is it a section that touches more than one variable, or chooses?
    fn check_section(&mut self) {
        let newest = self.newest();
        if self.item(newest).own_section && self.item(newest).wished {
            self.refuse_wish_among_reads();
        }
        let item = self.item(newest);
        let asked = item.section && item.guard.is_none() && self.witness.is_some();
        if !asked || self.cuts.whole_sections {
            return;
        }
        let own = (item.first_write..self.writes.len() as u32).map(WriteIdx);
        let own = own.filter(|w| self.write(*w).item == Some(newest));
        let read = item.sources.iter().flatten().copied();
        let mut places: SmallVec<[PlaceIdx; 4]> =
            own.chain(read).map(|w| self.write(w).place).collect();
        places.sort_unstable();
        places.dedup();
        let exit = |p: &PlaceIdx| {
            let at = self.places[p.0 as usize].at;
            address::block_owner(at.address).is_none()
        };
        places.retain(|p| exit(p));
        let chooses = item.sources.iter().any(Option::is_none);
        if places.len() > 1 || chooses {
            self.cuts.whole_sections = true;
            self.refined = true;
            self.infeasible = true;
        }
    }

    /// A wish says nothing of the other reads of the section, which may take a write that comes later. The words that the
    /// library reads in a section belong together: its lists and flags are changed in sections only.
    fn refuse_wish_among_reads(&mut self) {
        let sources = self.item(self.newest()).sources.iter().flatten();
        let mut places: SmallVec<[PlaceIdx; 4]> = sources.map(|w| self.write(*w).place).collect();
        places.retain(|p| !self.is_hidden(*p));
        places.sort_unstable();
        places.dedup();
        if self.are_words_of_one(&places) {
            return;
        }
        if places.len() > 1 {
            let cause = GraphFeature::SectionOfUnorderedWrites;
            let findings = &mut self.host.findings;
            findings.note_obstacle(cause.into(), self.wished_at);
        }
    }

    /// Are they the two words of an atomic access to 16 bytes? They belong together, too.
    fn are_words_of_one(&self, places: &[PlaceIdx]) -> bool {
        let words = places.iter().map(|p| self.places[p.0 as usize].at);
        let block = |at: Access| (at.size == 8).then_some(at.address / 16);
        let mut blocks = words.map(block);
        let first = blocks.next().flatten();
        first.is_some() && blocks.all(|other| other == first)
    }

    /// Is it a place that no program can name?
    pub(super) fn is_hidden(&self, p: PlaceIdx) -> bool {
        [FENCES, SECTIONS].contains(&self.places[p.0 as usize].at.address)
    }

    /// Performs the operation that an item begins with.
    fn visible(&mut self, t: ThreadId, op: Op, plans: &mut Plans) {
        if let Op::Load {
            at,
            guard: Some(guard),
            ..
        } = op
            && let Some(other) = self.joined(t, at, guard)
        {
            return self.join(t, (op, at), other);
        }
        self.note_order(t, op);
        self.note_load_buffering(t, op);
        match op {
            Op::Load { .. } => self.load(t, op, plans),
            Op::Store { .. } => self.store(t, op),
            Op::Rmw { order, .. } => self.modify(t, op, (order, LoadOrder::Relaxed), plans),
            Op::CompareExchange {
                success, failure, ..
            } => self.modify(t, op, (success, failure), plans),
            Op::Fence(order) if !self.orders_fences() => {
                if self.relaxed {
                    self.fence_item(t);
                }
                self.note_if_seq_cst(t, order == FenceOrder::SeqCst, None);
                self.respond(t, &op, Response::NONE);
            }
            Op::Fence(FenceOrder::SeqCst) => {
                if self.order(t, FENCES, plans) {
                    self.respond(t, &op, Response::NONE);
                }
            }
            Op::Free { address } => self.free(t, &op, address),
            Op::Spawn { body, argument } => {
                if let Some(child) = self.create(t, &op, (body, argument)) {
                    self.settle(child, false, plans);
                }
            }
            Op::Choice { options } => {
                let choice = u64::from(self.option(options, plans));
                self.respond(t, &op, Response::value(choice));
            }
            _ => self.local(t, op),
        }
    }

    /// Performs the rest of the item: operations that no other thread can see, and those of the
    /// atomic section that it began in.
    pub(super) fn settle(&mut self, t: ThreadId, mut in_section: bool, plans: &mut Plans) {
        let mut patience = Patience::new();
        while self.thread(t).status == Status::Running && !self.infeasible {
            let op = self.host.run.pending(t);
            in_section = in_section && self.thread(t).sections > 0;
            if let Op::Block(block) = op {
                return self.block(block);
            }
            if self.is_invisible(op) {
                self.local(t, op);
            } else if !in_section && self.go_alone(t, op) {
                patience.renew();
            } else if self.goes_unseen(t, &op, in_section) {
                self.access_private(t, &op);
            } else if !in_section || self.infeasible || self.thread(t).stuck.is_some() {
                return;
            } else if op.guard().is_some() {
                // Those of the library come first in their sections.
                return self.refuse(t, Feature::WaitInSection.into());
            } else {
                self.visible(t, op, plans);
            }
            if let Some(why) = patience.spend(&op, &self.host.config.limits) {
                return self.give_up(t, why);
            }
        }
    }

    /// Performs an operation that no other thread can see.
    fn local(&mut self, t: ThreadId, op: Op) {
        match op {
            Op::Load { at, .. } => {
                let Some(granule) = self.accessible(t, &op, at, false) else {
                    return;
                };
                let value = self.host.memory.read(granule, at);
                let defined = self.host.memory.defined(granule, at);
                self.respond(t, &op, op.effect(value, defined).response);
            }
            Op::Store {
                at, value, defined, ..
            } => {
                let Some(granule) = self.accessible(t, &op, at, true) else {
                    return;
                };
                self.host.write(granule, at, value, defined);
                self.respond(t, &op, Response::NONE);
            }
            Op::Fence(order) if !self.orders_fences() => {
                self.note_load_buffering(t, op);
                match (self.relaxed, self.thread(t).sections > 0) {
                    (true, true) => self.fence_item(t),
                    (true, false) => self.fence(t, order),
                    (false, _) => {}
                }
                self.fence_stores(t, order);
                self.respond(t, &op, Response::NONE);
            }
            _ => self.perform_local(t, &op),
        }
    }

    /// Can no other thread tell whether the operation was performed?
    fn is_invisible(&self, op: Op) -> bool {
        match op {
            Op::Load { at, .. } | Op::Store { at, .. } => is_bookkeeping(at),
            Op::Fence(order) => order != FenceOrder::SeqCst || self.model == Model::Sc,
            _ => is_local(&op),
        }
    }

    /// The place of an access to memory that is there.
    pub(super) fn accessed(
        &mut self,
        t: ThreadId,
        op: Op,
        at: Access,
        writes: bool,
    ) -> Option<PlaceIdx> {
        let granule = self.accessible(t, &op, at, writes)?;
        if self.hides_end(at) {
            self.make_ends_writes();
            return None;
        }
        self.place(t, at, granule)
    }

    fn load(&mut self, t: ThreadId, op: Op, plans: &mut Plans) {
        let Op::Load {
            at, order, guard, ..
        } = op
        else {
            unreachable!("the caller has a load");
        };
        let bookkeeping = self.bookkeeping(at);
        let at = ended_only(at);
        if !self.cuts.is_empty()
            && let pieces = self.pieces(at)
            && pieces.len() > 1
        {
            return self.load_pieces(t, op, &pieces, plans);
        }
        let Some(p) = self.accessed(t, op, at, false) else {
            return;
        };
        let section = self.thread(t).sections > 0;
        let mut want = self.want(t, at, guard);
        let spins = plans.given.first() == Some(&Choice::Spins);
        if spins && let Some(guard) = guard {
            want = Want::Spin(guard);
            self.choose_to_spin();
        }
        if plans.frames.is_empty() && self.is_in_vain(p, plans.given.first(), want) {
            want = want.looking_once();
        }
        if matches!(want, Want::Pass(_) | Want::Spin(_)) {
            self.top().guard = guard;
            self.awaits |= guard.is_some_and(|guard| guard.why.is_loop());
        }
        let plain = order == LoadOrder::Plain && !section;
        self.find_race(t, p, if plain { PLAIN } else { 0 });
        let seq_cst = order == LoadOrder::SeqCst && !matches!(want, Want::Spin(_));
        self.note_if_seq_cst(t, seq_cst, Some(p));
        let Some(source) = self.read(t, p, &(want, Orders::Load(order)), plans) else {
            return;
        };
        let value = self.write(source).value | bookkeeping;
        if spins {
            self.spin_on(t, source);
            return self.note_read(t, &op, Response::value(value), Some(source));
        }
        if !self.is_order_possible(t, p) {
            return;
        }
        // Bytes that are no part of the place have a value.
        let defined = self.write(source).defined | !at.bytes();
        if let Want::Await { guard, .. } = want
            && !guard.passes(value, at.size)
        {
            self.change_thread(t).stuck = Some(source);
            return self.note_read(t, &op, Response::value(value), Some(source));
        }
        self.answer_load(t, &op, (value, defined), Some(source));
    }

    /// Answers a load with the value that it reads, or fails if that is undefined.
    pub(super) fn answer_load(
        &mut self,
        t: ThreadId,
        op: &Op,
        (value, defined): (u64, u8),
        source: Option<WriteIdx>,
    ) {
        if self.lacks_value(op, defined) {
            self.note_read(t, op, Response::value(value), source);
            return self.fail_undefined(t);
        }
        let response = op.effect(value, defined).response;
        self.note_read(t, op, response, source);
        self.host.run.resume(t, response);
    }

    fn store(&mut self, t: ThreadId, op: Op) {
        let Op::Store {
            at,
            order,
            value,
            defined,
        } = op
        else {
            unreachable!("the caller has a store");
        };
        if !self.cuts.is_empty()
            && let pieces = self.pieces(at)
            && pieces.len() > 1
        {
            return self.store_pieces(t, op, &pieces, (value, defined, order));
        }
        let Some(p) = self.accessed(t, op, at, true) else {
            return;
        };
        let plain = order == StoreOrder::Plain && self.thread(t).sections == 0;
        self.find_race(t, p, WRITES | if plain { PLAIN } else { 0 });
        self.note_several_locks(t, at.address);
        self.note_if_seq_cst(t, order == StoreOrder::SeqCst, Some(p));
        let updates = self.read_before(p).is_some();
        let strength = Strength::of_store(order);
        if let Some(written) = self.add_write(t, p, (value, defined), strength)
            && (!updates || self.is_order_possible(t, p))
        {
            self.note(t, &op, Response::NONE, None);
            self.note_write(written);
            self.host.run.resume(t, Response::NONE);
        }
    }

    fn modify(
        &mut self,
        t: ThreadId,
        op: Op,
        (success, failure): (RmwOrder, LoadOrder),
        plans: &mut Plans,
    ) {
        let at = op.access().expect("a read-modify-write is an access");
        let orders = Orders::Update {
            op,
            success,
            failure,
        };
        if !self.cuts.is_empty()
            && let pieces = self.pieces(at)
            && pieces.len() > 1
        {
            return self.modify_pieces(t, op, (&pieces, success, failure), plans);
        }
        let Some(p) = self.accessed(t, op, at, true) else {
            return;
        };
        // Whether it writes is known when it has read. Under Release-Acquire it has then learned from plain
        // writes, too, so races are with its knowledge before the read.
        let plain = self.places[p.0 as usize].has_plain();
        let known = self.known();
        let before = (plain && !self.relaxed).then(|| (known.clock.to_vec(), known.shift));
        let Some(source) = self.read(t, p, &(Want::Update(op), orders), plans) else {
            return;
        };
        let strength = orders.of_read(self.write(source).value);
        self.note_update_if_seq_cst(t, strength == Strength::SeqCst, p);
        let old = self.write(source).value;
        let defined = self.write(source).defined;
        if self.lacks_value(&op, defined) {
            self.note_read(t, &op, Response::value(old), Some(source));
            return self.fail_undefined(t);
        }
        let effect = op.effect(old, defined);
        let before = before.as_ref().map(|(clock, shift)| Known {
            clock,
            shift: *shift,
        });
        let kind = if effect.write.is_some() { WRITES } else { 0 };
        match plain && self.relaxed {
            true => self.find_race(t, p, kind),
            false => self.note_access(t, p, kind, before),
        }
        let mut written = None;
        if let Some(new) = effect.write {
            written = self.add_write(t, p, new, orders.of_write());
            if written.is_none() {
                return;
            }
        }
        if !self.is_order_possible(t, p) {
            return;
        }
        self.note_read(t, &op, effect.response, Some(source));
        if let Some(written) = written {
            self.note_write(written);
        }
        self.host.run.resume(t, effect.response);
    }

    /// A lock is divided by who takes the write that it reads, or the result of whoever took that. A write of the newest item
    /// that does not come from the lock is neither: a store by a thread that does not hold it, or a read-modify-write of an
    /// older value beside such a store. So this is unsupported. (It is a bug of the checked program, too.)
    fn refuse_writes_into_lock(&mut self, t: ThreadId, p: PlaceIdx) {
        let newest = self.newest();
        let clock = self.clock(newest);
        let reads = &self.places[p.0 as usize].open_reads;
        let racing = reads.iter().any(|read| {
            let item = self.item(read.item);
            read.lock && !knows(clock, item.thread, item.nth)
        });
        if !racing {
            return;
        }
        match reads.iter().all(|read| read.exchange || !read.lock) {
            true => self.refuse_exchange(t),
            false => self.host.obstruct(t, GraphFeature::StoreIntoLock),
        }
    }

    /// Takes a place in an order that no program can see.
    fn order(&mut self, t: ThreadId, hidden: u64, plans: &mut Plans) -> bool {
        let p = self.layout[&(hidden / 8)][0];
        let Some(source) = self.read(t, p, &(Want::Order, Orders::Lock), plans) else {
            return false;
        };
        // A second fence of one section has its place already.
        self.write(source).item == Some(self.newest())
            || self
                .add_write(t, p, (0, 0xff), Strength::Synchronises)
                .is_some()
    }

    /// Adds a write by the newest item. `None` if the item is impossible: it has read a write that
    /// another read-modify-write took.
    pub(super) fn add_write(
        &mut self,
        t: ThreadId,
        p: PlaceIdx,
        (value, defined): (u64, u8),
        strength: Strength,
    ) -> Option<WriteIdx> {
        if let Some(own) = self.own_write(p) {
            let write = &mut self.writes[own.0 as usize];
            (write.value, write.defined) = (value, defined);
            return Some(own);
        }
        let newest = self.newest();
        let item = self.item(newest);
        let (thread, nth) = (item.thread, item.nth);
        let mut sources = item.sources.iter().flatten();
        let source = sources.find(|s| self.write(**s).place == p).copied();
        if let Some(source) = source {
            let write = &mut self.writes[source.0 as usize];
            if !is_free(write) {
                self.infeasible = true;
                return None;
            }
            write.taken = Some(newest);
            self.host.journal.push(Undo::Taken(source));
        }
        self.look_back(p, source);
        let w = WriteIdx(self.writes.len() as u32);
        let taken = source.map(|s| *self.write(s));
        let message = match self.relaxed {
            true => self.message_of(t, strength, source),
            false => ClockRef::default(),
        };
        let known = known_to_newest(self.relaxed, &self.items, &self.clocks, &self.happened);
        let past = (known, &self.writes[..]);
        let place = &mut self.places[p.0 as usize];
        let (chain, position) = place.add_write(w, (thread, nth), past, taken.as_ref());
        self.writes.push(Write {
            item: Some(newest),
            place: p,
            value,
            defined,
            chain,
            position,
            taken: None,
            message,
        });
        self.host.journal.push(Undo::Write(p, thread, chain));
        if !self.write_moment(t, (p, w), strength) {
            return None;
        }
        self.refuse_writes_into_lock(t, p);
        Some(w)
    }
}

/// Does an atomic access to 16 bytes with a weaker order than the sequentially consistent one begin so? Its section takes its
/// turn among all others, which is more than the order says.
fn is_weak_word(op: Op) -> bool {
    match op {
        Op::Load {
            at, order, guard, ..
        } => {
            at.size == 8
                && guard.is_none()
                && matches!(order, LoadOrder::Relaxed | LoadOrder::Acquire)
        }
        Op::Store { at, order, .. } => {
            at.size == 8 && matches!(order, StoreOrder::Relaxed | StoreOrder::Release)
        }
        _ => false,
    }
}

/// The demand of a load, by its guard.
pub(super) fn wanted(guard: Option<Guard>, section: bool) -> Want {
    match guard {
        None => Want::Any { section },
        Some(guard) if section => Want::Lock(guard),
        Some(guard) => Want::Pass(guard),
    }
}

/// The first word of a thread's block says that it has ended; the rest of the eight bytes that a join reads is the
/// library's bookkeeping.
pub(super) fn ended_only(at: Access) -> Access {
    let whole = at.size == 8 && at.address.is_multiple_of(address::THREAD_BLOCK_SIZE);
    let size = match address::block_owner(at.address) {
        Some(_) if whole => 4,
        _ => at.size,
    };
    Access { size, ..at }
}

/// The bytes of the eight around that an access touches.
pub(super) fn touches(at: Access, address: u64) -> bool {
    at.address / 8 == address / 8 && byte_mask(at) >> (address & 7) & 1 == 1
}
