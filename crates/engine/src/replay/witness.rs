//! The steps of a machine that an event graph foretells.
//!
//! Under models with one memory a graph keeps a witness, an order of all that it contains. A machine that takes its steps
//! in this order has the same execution. So an engine that knows nothing of graphs confirms the findings.

use super::counted::{Counts, counted};
use super::{Schedule, reads_from};
use crate::graph::{Graph, Moment, MomentKind, Plans};
use crate::host::names::Status;
use crate::host::{Config, Execution, Halt};
use crate::machine::{Machine, MemoryModel, with_model};
use crate::trace::{ActorId, Label};
use threadproof_program::{Access, Block, Op, ThreadId};

/// The execution of a graph, as steps.
pub fn steps_of(graph: &Graph<'_>) -> Schedule {
    with_model!(graph.one_memory(), M => Schedule::of(&machine_of::<M>(graph)))
}

/// The reads-from class of a graph, as the machine sees it.
pub fn class_of(graph: &Graph<'_>) -> Vec<u32> {
    with_model!(graph.one_memory(), M => reads_from_class(&machine_of::<M>(graph)))
}

fn reads_from_class<M: MemoryModel>(machine: &Machine<'_, M>) -> Vec<u32> {
    match machine.record() {
        Some(record) if M::BUFFERS => reads_from::class(record, machine.names()),
        _ => machine.reads_from(),
    }
}

/// A machine at the end of the execution of a graph. Where it cannot follow, it stops; the replay tells.
fn machine_of<'p, M: MemoryModel>(graph: &Graph<'p>) -> Machine<'p, M> {
    let host = graph.host();
    let config = Config {
        commute: false,
        fine: false,
        joins: true,
        silent_ends: false,
        ..host.config.for_replay()
    };
    let counts = Counts::default();
    let run = counted(host.program.start(), counts.clone());
    let mut machine = Machine::with_run(host.program, run, config, host.names.clone());
    machine.start_record();
    if host.config.fine {
        machine.step_after_joins();
    }
    machine.begin();
    let late = graph.late_access();
    let mut follower = Follower {
        progress: Progress::of(graph),
        machine,
        done: counts,
    };
    for moment in graph.witnessed() {
        if late.is_some_and(|late| graph.follows(moment, late)) {
            continue;
        }
        if !follower.follow(graph, moment) {
            debug_assert!(false, "a machine follows the witness: {moment:?}");
            break;
        }
    }
    follower.access_all();
    if let Some(late) = late {
        follower.fail(graph, late);
    }
    follower.flush_before_waits(graph);
    follower.machine
}

/// How far each item of a graph brings its thread.
struct Progress {
    /// By thread: the operations that it has performed after each of its items, and the store of the item.
    items: Vec<Vec<(u32, Option<Access>)>>,
    /// By thread: the operations that it has performed in the end.
    all: Vec<u32>,
}

impl Progress {
    /// Runs the execution again and counts.
    fn of(graph: &Graph<'_>) -> Progress {
        let host = graph.host();
        let counts = Counts::default();
        let run = counted(host.program.start(), counts.clone());
        let mut again = Graph::with_run(
            host.program,
            run,
            (graph.model(), host.config.for_replay()),
            host.names.clone(),
        );
        again.set_cuts(&graph.next_cuts());
        let mut plans = Plans::default();
        again.begin(&mut plans);
        let mut items = vec![Vec::new(); host.names.threads()];
        items[ThreadId::MAIN.index()].push((counts.of(ThreadId::MAIN), None));
        for step in graph.decisions() {
            plans.given.clone_from(&step.choices);
            let store = match again.host().run.pending(step.thread) {
                Op::Store { at, .. } => Some(at),
                _ => None,
            };
            if !again.step(step.thread, &mut plans) {
                break;
            }
            items[step.thread.index()].push((counts.of(step.thread), store));
        }
        let threads = (0..items.len() as u16).map(ThreadId);
        let all = threads.map(|t| counts.of(t)).collect();
        Progress { items, all }
    }

    fn item(&self, t: ThreadId, nth: u32) -> Option<(u32, Option<Access>)> {
        self.items[t.index()].get(nth as usize - 1).copied()
    }
}

struct Follower<'p, M: MemoryModel> {
    machine: Machine<'p, M>,
    progress: Progress,
    /// The operations that the threads of the machine have performed.
    done: Counts,
}

impl<M: MemoryModel> Follower<'_, M> {
    /// Takes the steps of a moment; false if the machine cannot.
    fn follow(&mut self, graph: &Graph<'_>, moment: Moment) -> bool {
        match moment.kind {
            MomentKind::Turn => {
                self.go_on(graph, moment) && (M::BUFFERS || self.finish(graph, moment))
            }
            MomentKind::End => self.go_on(graph, moment) && self.finish(graph, moment),
            MomentKind::Flush => self.flush(moment),
        }
    }

    /// Lets a thread do all that it did up to an item.
    fn go_on(&mut self, graph: &Graph<'_>, moment: Moment) -> bool {
        let t = moment.thread;
        let Some((wanted, _)) = self.progress.item(t, moment.nth) else {
            return true;
        };
        while self.done.of(t) < wanted {
            let option = graph.option_of(t, moment.nth);
            if !self.step(t, option) {
                return self.is_over(t);
            }
        }
        // A failure is no progress of its thread, nor is a look that ends a wait.
        let stops = graph.thread(t).status == Status::Failed || graph.has_given_up(t);
        let fails = graph.is_last_item(t, moment.nth) && stops;
        if fails && !self.is_over(t) {
            self.fail(graph, (t, moment.nth));
        }
        true
    }

    /// Performs the operation of an item, which fails. With a buffer, a store fails on its way to memory.
    fn fail(&mut self, graph: &Graph<'_>, (t, nth): (ThreadId, u32)) {
        let stored = self.progress.item(t, nth).and_then(|(_, store)| store);
        if stored.is_some() && M::BUFFERS {
            self.flush_all(t);
        } else {
            self.step(t, graph.option_of(t, nth));
        }
    }

    /// Ends a thread that the graph has ended with this item.
    fn finish(&mut self, graph: &Graph<'_>, moment: Moment) -> bool {
        let t = moment.thread;
        let ends = graph.is_last_item(t, moment.nth) && graph.thread(t).status == Status::Exited;
        while ends && !self.is_over(t) {
            if !self.step(t, 0) {
                return false;
            }
        }
        true
    }

    /// Lets threads that have no item access their private objects.
    fn access_all(&mut self) {
        for t in self.machine.threads().ids() {
            while self.done.of(t) < self.progress.all[t.index()] && self.step(t, 0) {}
        }
    }

    fn is_over(&self, t: ThreadId) -> bool {
        let threads = self.machine.threads();
        threads.exists(t) && threads.get(t).status() != Status::Running
    }

    /// Takes the next step of a thread; false if it cannot.
    fn step(&mut self, t: ThreadId, option: u32) -> bool {
        let actor = self.machine.names().of_thread(t);
        if !self.machine.threads().exists(t) {
            return false;
        }
        if self.machine.halt(t) == Some(Halt::Draining) {
            // All flushes of the witness are done. A thread that is alone has more.
            self.flush_all(t);
        }
        if !self.machine.prepare(actor) {
            return false;
        }
        // A section may choose in the middle.
        let chooses = matches!(self.machine.pending(t), Op::Choice { .. })
            || self.machine.threads().get(t).sections > 0;
        let choice = if chooses { option } else { 0 };
        self.machine.step(Label { actor, choice });
        true
    }

    /// Brings the store of an item to memory, if it is still in a buffer.
    fn flush(&mut self, moment: Moment) -> bool {
        let item = self.progress.item(moment.thread, moment.nth);
        let at = item.and_then(|(_, at)| at);
        if let Some(at) = at
            && let Some(actor) = self.queue(moment.thread, Some(at.address))
        {
            self.machine.step(Label { actor, choice: 0 });
        }
        true
    }

    /// A thread that is alone has stores that are no moments of the witness. If it waits in the end for something that nobody
    /// will change, the machine sees that when these have reached memory.
    fn flush_before_waits(&mut self, graph: &Graph<'_>) {
        for t in graph.present() {
            let waits = matches!(
                graph.halt(t),
                Some(Halt::Waiting | Halt::Block(Block::Round))
            );
            if waits && !self.is_over(t) {
                self.flush_all(t);
            }
        }
    }

    /// Brings all stores of a thread to memory.
    fn flush_all(&mut self, t: ThreadId) {
        while let Some(actor) = self.queue(t, None) {
            self.machine.step(Label { actor, choice: 0 });
        }
    }

    /// A queue of a thread whose next store is to this address, or to any.
    fn queue(&self, t: ThreadId, address: Option<u64>) -> Option<ActorId> {
        let ready = self.machine.buffers().ready();
        let mut own = ready.filter(|actor| self.machine.thread_of(*actor) == t);
        own.find(|actor| {
            let entry = self.machine.buffers().next(*actor);
            entry.is_some_and(|entry| address.is_none_or(|address| entry.at.address == address))
        })
    }
}
