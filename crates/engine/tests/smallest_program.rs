//! The smallest front end: two threads that each load `x` and store `x + 1`.
//!
//! It shows the whole contract of `threadproof-program`. A thread is a state that says its next operation; the engine
//! answers, and the thread goes on. Memory is nowhere in this file: it belongs to the engine.

use std::ops::ControlFlow;
use threadproof_engine::{Algorithm, Model, Options, check};
use threadproof_program::{
    Access, LoadOrder, Location, LocationId, Object, ObjectName, Op, Program, Response, Run,
    SavedId, Source, StoreOrder, ThreadId, address,
};

const X: Access = Access {
    address: address::STATICS,
    size: 4,
};

struct TwoIncrements {
    objects: Vec<Object>,
}

impl Program for TwoIncrements {
    fn objects(&self) -> &[Object] {
        &self.objects
    }
    fn start(&self) -> Box<dyn Run + '_> {
        Box::new(Increments {
            threads: vec![Thread::Creates],
            saved: Vec::new(),
        })
    }
    fn source(&self) -> &dyn Source {
        self
    }
}

/// The local state of a thread: where it stands, and the value that it has read.
#[derive(Clone, Copy)]
enum Thread {
    Creates,
    Loads,
    Stores(u64),
    Ended,
}

struct Increments {
    threads: Vec<Thread>,
    saved: Vec<Thread>,
}

impl Run for Increments {
    fn pending(&self, thread: ThreadId) -> Op {
        match self.threads[thread.index()] {
            Thread::Creates => Op::Spawn {
                body: 0,
                argument: 0,
            },
            Thread::Loads => Op::Load {
                at: X,
                order: LoadOrder::SeqCst,
                raw: false,
                guard: None,
            },
            Thread::Stores(read) => Op::Store {
                at: X,
                order: StoreOrder::SeqCst,
                value: read + 1,
                defined: 0xff,
            },
            Thread::Ended => Op::Exit,
        }
    }

    fn resume(&mut self, thread: ThreadId, response: Response) {
        let thread = &mut self.threads[thread.index()];
        *thread = match *thread {
            Thread::Creates => Thread::Loads,
            Thread::Loads => Thread::Stores(response.value),
            Thread::Stores(_) | Thread::Ended => Thread::Ended,
        };
    }

    fn create(&mut self, child: ThreadId, _body: u64, _argument: u64) {
        self.threads.truncate(child.index());
        self.threads.push(Thread::Loads);
    }

    fn save(&mut self, thread: ThreadId) -> SavedId {
        self.saved.push(self.threads[thread.index()]);
        SavedId(self.saved.len() as u32 - 1)
    }
    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        self.threads[thread.index()] = self.saved[saved.0 as usize];
    }
    fn forget(&mut self, _: SavedId) {}

    fn locations(&self, _: ThreadId) -> Vec<LocationId> {
        Vec::new()
    }
    fn library(&self, _: ThreadId) -> Option<String> {
        None
    }
    fn message(&self, _: ThreadId, _: &dyn Fn(u64) -> Option<u8>) -> String {
        String::new()
    }
    fn printed(&self, _: ThreadId, _: &dyn Fn(u64) -> Option<u8>) -> String {
        String::new()
    }
}

/// Names for reports.
impl Source for TwoIncrements {
    fn location(&self, _: LocationId) -> Location {
        Location::default()
    }
    fn variable(&self, _: ObjectName, _: u64, _: u8) -> String {
        "x".into()
    }
    fn value(&self, _: ObjectName, _: u64, _: u8, value: u64) -> String {
        value.to_string()
    }
    fn declared(&self, _: ObjectName) -> Option<Location> {
        None
    }
    fn function(&self, _: u64) -> Option<String> {
        None
    }
}

fn executions(algorithm: Algorithm) -> u64 {
    let program = TwoIncrements {
        objects: vec![Object {
            address: X.address,
            size: 4,
            bytes: Vec::new(),
            constant: false,
        }],
    };
    let options = Options::new(Model::Sc, algorithm);
    let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
    outcome.expect("the pair is supported").counts.complete
}

/// Each thread has two steps, so there are 6 interleavings.
#[test]
fn brute_force_visits_every_interleaving() {
    assert_eq!(executions(Algorithm::Naive), 6);
}

/// The two loads commute, so 4 classes are left: one thread first, the other first, and both loads before the two
/// orders of the stores.
#[test]
fn optimal_visits_one_execution_of_each_class() {
    assert_eq!(executions(Algorithm::Optimal), 4);
}

/// Nobody reads the stores in the last two classes, so their order makes no difference.
#[test]
fn rf_does_not_order_stores_that_nobody_reads() {
    assert_eq!(executions(Algorithm::Rf), 3);
}
