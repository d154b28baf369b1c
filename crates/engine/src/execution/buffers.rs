//! Store buffers: stores that their threads have issued but that no other thread can see yet.
//!
//! A buffer consists of queues, each with an actor of its own that moves the oldest store to memory:
//! one queue per thread under TSO, one per thread and address under PSO. Nothing is ever removed
//! while time goes forwards: a queue only moves its head, so going back is cheap.

use super::trace::{ActorId, StepIdx};
use threadproof_program::{Access, Op, ThreadId};

/// A store on its way to memory.
#[derive(Clone, Debug)]
pub struct Entry {
    pub at: Access,
    pub value: u64,
    pub defined: u8,
    /// The operation, for people.
    pub op: Op,
    /// The step that issued it; `None` before the first step.
    pub issued: Option<StepIdx>,
    /// The step that moved it to memory.
    pub updated: Option<StepIdx>,
    /// Store fences that the thread had passed: later ones wait for earlier ones (PSO).
    pub epoch: u32,
    /// How often the thread had waited for an empty buffer.
    pub era: u32,
    /// Loads of the same thread that read it before it reached memory.
    pub readers: Vec<StepIdx>,
}

#[derive(Debug)]
struct Queue {
    thread: ThreadId,
    actor: ActorId,
    entries: Vec<Entry>,
    /// How many entries have reached memory.
    head: usize,
}

#[derive(Default)]
pub struct Buffers {
    queues: Vec<Queue>,
}

/// What a load finds in the buffer of its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Nothing,
    /// The newest store to these bytes: the `nth` (from 1) of its queue.
    Store {
        actor: ActorId,
        nth: u32,
    },
}

fn overlap(a: Access, b: Access) -> bool {
    a.address < b.address + u64::from(b.size) && b.address < a.address + u64::from(a.size)
}
fn covers(outer: Access, inner: Access) -> bool {
    outer.address <= inner.address
        && inner.address + u64::from(inner.size) <= outer.address + u64::from(outer.size)
}

impl Queue {
    fn pending(&self) -> &[Entry] {
        &self.entries[self.head..]
    }
    fn last_update(&self) -> Option<StepIdx> {
        self.entries[..self.head].last()?.updated
    }
}

impl Buffers {
    fn of(&self, t: ThreadId) -> impl Iterator<Item = &Queue> {
        self.queues.iter().filter(move |q| q.thread == t)
    }
    fn queue(&self, actor: ActorId) -> Option<&Queue> {
        self.queues.iter().find(|q| q.actor == actor)
    }
    fn queue_mut(&mut self, actor: ActorId) -> &mut Queue {
        let queue = self.queues.iter_mut().find(|q| q.actor == actor);
        queue.expect("the queue was used before")
    }

    pub fn is_empty(&self, t: ThreadId) -> bool {
        self.of(t).all(|q| q.pending().is_empty())
    }

    /// Adds a store and returns its number in the queue, from 1.
    pub fn issue(&mut self, t: ThreadId, actor: ActorId, entry: Entry) -> u32 {
        if self.queue(actor).is_none() {
            self.queues.push(Queue {
                thread: t,
                actor,
                entries: Vec::new(),
                head: 0,
            });
        }
        let queue = self.queue_mut(actor);
        queue.entries.push(entry);
        queue.entries.len() as u32
    }
    pub fn undo_issue(&mut self, actor: ActorId) {
        self.queue_mut(actor).entries.pop();
    }

    /// The queues that could move a store to memory now.
    pub fn ready(&self) -> impl Iterator<Item = ActorId> + '_ {
        let ready = self.queues.iter().filter(|q| self.can_update(q));
        ready.map(|q| q.actor)
    }
    pub fn is_ready(&self, actor: ActorId) -> bool {
        self.queue(actor).is_some_and(|q| self.can_update(q))
    }
    fn can_update(&self, queue: &Queue) -> bool {
        let Some(first) = queue.pending().first() else {
            return false;
        };
        let mut heads = self.of(queue.thread).filter_map(|q| q.pending().first());
        heads.all(|other| first.epoch <= other.epoch)
    }

    /// The store that the queue moves to memory next, and its thread.
    pub fn next(&self, actor: ActorId) -> Option<(ThreadId, &Entry)> {
        let queue = self.queue(actor)?;
        Some((queue.thread, queue.pending().first()?))
    }
    pub fn advance(&mut self, actor: ActorId, step: StepIdx) {
        let queue = self.queue_mut(actor);
        queue.entries[queue.head].updated = Some(step);
        queue.head += 1;
    }
    pub fn undo_advance(&mut self, actor: ActorId) {
        let queue = self.queue_mut(actor);
        queue.head -= 1;
        queue.entries[queue.head].updated = None;
    }

    /// The newest step of a queue.
    pub fn last_update(&self, actor: ActorId) -> Option<StepIdx> {
        self.queue(actor)?.last_update()
    }
    /// The newest step of each queue of a thread.
    pub fn updates(&self, t: ThreadId) -> impl Iterator<Item = StepIdx> + '_ {
        self.of(t).filter_map(Queue::last_update)
    }
    /// The newest steps that moved stores of `t` from before an epoch, one per queue.
    pub fn earlier_epochs(&self, t: ThreadId, epoch: u32) -> impl Iterator<Item = StepIdx> + '_ {
        self.of(t).filter_map(move |q| {
            let done = q.entries[..q.head].iter().rev();
            done.filter(|e| e.epoch < epoch).find_map(|e| e.updated)
        })
    }

    /// What a load by `t` finds.
    pub fn find(&self, t: ThreadId, at: Access) -> Found {
        // Overlapping stores of one thread are never in two queues at a time.
        for queue in self.of(t) {
            let newest = queue.pending().iter().rposition(|e| overlap(e.at, at));
            if let Some(place) = newest {
                return Found::Store {
                    actor: queue.actor,
                    nth: (queue.head + place) as u32 + 1,
                };
            }
        }
        Found::Nothing
    }
    /// Has `t` issued a store to some but not all of these bytes since it last waited for an empty
    /// buffer? A load of them has to wait for that, too, also if the store has reached memory:
    /// which steps there are must not depend on when that was.
    pub fn has_part(&self, t: ThreadId, era: u32, at: Access) -> bool {
        self.of(t).any(|queue| {
            let recent = queue.entries.iter().rev().take_while(|e| e.era == era);
            let mut touching = recent.filter(|e| overlap(e.at, at));
            touching.next().is_some_and(|e| !covers(e.at, at))
        })
    }
    /// Must a store by `t` wait, because a store to some of its bytes is in another queue?
    pub fn is_in_the_way(&self, t: ThreadId, actor: ActorId, at: Access) -> bool {
        let others = self.of(t).filter(|q| q.actor != actor);
        let mut entries = others.flat_map(|q| q.pending());
        entries.any(|e| overlap(e.at, at))
    }

    pub fn entry(&self, actor: ActorId, nth: u32) -> &Entry {
        let queue = self.queue(actor).expect("the queue was used before");
        &queue.entries[nth as usize - 1]
    }
    pub fn add_reader(&mut self, actor: ActorId, nth: u32, reader: StepIdx) {
        self.queue_mut(actor).entries[nth as usize - 1]
            .readers
            .push(reader);
    }
    pub fn undo_add_reader(&mut self, actor: ActorId, nth: u32) {
        self.queue_mut(actor).entries[nth as usize - 1]
            .readers
            .pop();
    }
}
