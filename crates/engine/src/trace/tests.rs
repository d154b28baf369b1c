//! Small traces, step by step.

use super::guard_races::{GuardReversal, Guarded};
use super::{ActorId, Before, CellAccess, ChainId, Label, Ordinary, StepIdx, Trace};
use crate::host::memory::{Granule, GranuleIdx, Memory};
use smallvec::SmallVec;
use threadproof_program::{
    Access, Guard, LoadOrder, Op, Predicate, StoreOrder, Test, ThreadId, Wait,
};

/// The variable that all threads access: four bytes at address 8.
const X: Access = Access {
    address: 8,
    size: 4,
};

/// A trace over one granule of memory, in which each thread is an actor with one chain.
struct Execution {
    trace: Trace,
    memory: Memory,
    x: GranuleIdx,
    last: [Option<StepIdx>; 4],
}

impl Execution {
    fn new() -> Execution {
        let mut memory = Memory::default();
        let x = memory.extend(1, Granule::default());
        Execution {
            trace: Trace::default(),
            memory,
            x,
            last: [None; 4],
        }
    }

    fn step(&mut self, thread: u16, op: Op, write: Option<u64>) -> StepIdx {
        let previous = self.last[usize::from(thread)];
        let step = Ordinary {
            label: Label {
                actor: ActorId(thread),
                choice: 0,
            },
            chain: ChainId(thread),
            op: &op,
            before: Before {
                thread: ThreadId(thread),
                previous,
                saved: None,
                version: 0,
                journal: 0,
            },
            after: previous,
            issued: None,
            update: None,
            granule: self.x,
            access: CellAccess::new(X, write.is_some()),
            ends: false,
        };
        let newest = self.trace.record(&mut self.memory, step, self.last.len());
        if let Some(value) = write {
            self.memory.write(self.x, X, value, 0xff);
        }
        self.last[usize::from(thread)] = Some(newest);
        newest
    }

    fn store(&mut self, thread: u16, value: u64) -> StepIdx {
        let op = Op::Store {
            at: X,
            order: StoreOrder::SeqCst,
            value,
            defined: 0xff,
        };
        self.step(thread, op, Some(value))
    }

    /// A step that stores several values, one after the other.
    fn section(&mut self, thread: u16, values: &[u64]) {
        let label = Label {
            actor: ActorId(thread),
            choice: 0,
        };
        let before = Before {
            thread: ThreadId(thread),
            previous: self.last[usize::from(thread)],
            saved: None,
            version: 0,
            journal: 0,
        };
        let (chain, op) = (ChainId(thread), Op::AtomicBegin);
        self.trace.open(label, chain, &op, before);
        for value in values {
            let access = CellAccess::new(X, true);
            self.trace.access(&mut self.memory, self.x, access);
            self.memory.write(self.x, X, *value, 0xff);
        }
        self.trace.close(&[], self.last.len());
    }

    fn load(&mut self, thread: u16) -> StepIdx {
        let op = Op::Load {
            at: X,
            order: LoadOrder::SeqCst,
            raw: false,
            guard: None,
        };
        self.step(thread, op, None)
    }

    fn races(&self) -> Vec<(StepIdx, StepIdx)> {
        let races = self.trace.races().iter();
        races.map(|race| (race.first, race.second)).collect()
    }
}

#[test]
fn a_write_and_a_read_of_two_threads_are_ordered_and_race() {
    let mut execution = Execution::new();
    let (write, read) = (execution.store(0, 1), execution.load(1));
    assert!(execution.trace.happens_before(write, read));
    assert_eq!(execution.races(), [(write, read)]);
}

#[test]
fn two_reads_are_not_ordered() {
    let mut execution = Execution::new();
    let (first, second) = (execution.load(0), execution.load(1));
    assert!(!execution.trace.happens_before(first, second));
    assert!(execution.races().is_empty());
}

#[test]
fn the_steps_of_a_thread_are_ordered_and_do_not_race() {
    let mut execution = Execution::new();
    let (first, second) = (execution.store(0, 1), execution.store(0, 2));
    assert!(execution.trace.happens_before(first, second));
    assert!(execution.races().is_empty());
}

#[test]
fn a_race_through_another_step_is_none() {
    // The write of thread 0 happens before the read of thread 2 by way of the write of thread 1.
    let mut execution = Execution::new();
    let (first, second) = (execution.store(0, 1), execution.store(1, 2));
    let read = execution.load(2);
    assert!(execution.trace.happens_before(first, read));
    assert_eq!(execution.races(), [(first, second), (second, read)]);
}

#[test]
fn taking_a_step_back_restores_memory() {
    let mut execution = Execution::new();
    execution.store(0, 1);
    execution.store(1, 2);
    execution.trace.pop(&mut execution.memory);
    execution.trace.forget_races();
    assert_eq!(execution.memory.read(execution.x, X), 1);
    assert_eq!(execution.trace.len(), 1);
    assert!(execution.races().is_empty());
}

#[test]
fn taking_a_section_back_restores_the_value_from_before_its_first_write() {
    let mut execution = Execution::new();
    execution.store(0, 1);
    execution.section(1, &[2, 3]);
    assert_eq!(execution.memory.read(execution.x, X), 3);
    execution.trace.pop(&mut execution.memory);
    assert_eq!(execution.memory.read(execution.x, X), 1);
}

#[test]
fn only_the_step_that_writes_keeps_the_value_from_before() {
    let mut execution = Execution::new();
    let keeps = |e: &Execution| e.trace.keeps(e.memory.get(e.x));
    assert!(!keeps(&execution));
    execution.store(0, 1);
    assert!(keeps(&execution));
    execution.load(1);
    assert!(!keeps(&execution));
}

#[test]
fn a_guarded_read_could_have_passed_before_a_write() {
    // x was 1 between the two writes, so a read that waits for 1 could have passed before the second.
    let mut execution = Execution::new();
    execution.store(0, 1);
    let second = execution.store(1, 2);
    let read = |value| Guarded {
        granule: execution.x,
        guard: Guard {
            test: Test::Compare {
                predicate: Predicate::Eq,
                value,
            },
            why: Wait::Mutex,
        },
        at: X,
    };
    let past = [0; 4];
    let ways = |value| {
        execution
            .trace
            .ways_to_pass(&execution.memory, read(value), &past)
    };
    let before_second = GuardReversal {
        first: second,
        without: SmallVec::new(),
    };
    assert_eq!(ways(1), [before_second]);
    assert!(ways(7).is_empty());
}
