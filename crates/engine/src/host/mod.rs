//! The host of an execution: the parts that do not depend on the form of its memory.
//!
//! Two kinds of executions stand on it. The *machine* takes steps one after the other and has one memory
//! (sequential consistency, store buffers). The *graph* adds events, and each read says which write it
//! takes; under SC, TSO and PSO it has a witness of one memory besides. Both run the same program, create the same objects and threads, meet the same
//! bugs and keep the same record for people. [`Execution`] has the operations that both perform in the
//! same way, and names the few points at which they differ.

pub mod cells;
pub mod contention;
mod findings;
mod journal;
pub mod memory;
pub mod memory_limit;
mod merge;
pub mod names;
pub mod objects;
pub mod op_log;
mod patience;
mod perform;
pub mod privacy;
mod registry;
pub mod remarks;
pub mod watched;

pub use findings::{Failure, Findings, Obstacle};
pub use journal::Change;
pub use patience::{Impatience, Patience};
pub use perform::{Execution, is_local};

use crate::options::{Checks, Limits};
use crate::outcome::Cause;
use memory::Memory;
use names::Names;
use objects::Objects;
use op_log::OpLog;
use privacy::Privacy;
use threadproof_program::{Block, ErrorKind, Program, Run, ThreadId};

/// The user's wishes, as far as an execution needs to know them, and the grain of its steps.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub checks: Checks,
    pub limits: Limits,
    /// Read-modify-writes without a result need not be ordered.
    pub commute: bool,
    /// Every operation that touches memory is a step of its own. Outside atomic sections a step is then a
    /// function of the one value that it reads. `rf` runs steps again with other values and needs that.
    pub fine: bool,
    /// Joins, fences and the ends of threads are steps of their own, also where they could be done without
    /// one: people want to see them.
    pub joins: bool,
    /// The end of a thread and the joins without a step that wait for it touch no memory: they are in order
    /// by themselves. Not for searches that derive the order from accesses.
    pub silent_ends: bool,
}

impl Config {
    /// For an execution that is run again.
    pub fn for_replay(self) -> Config {
        Config {
            limits: self.limits.without_deadline(),
            ..self
        }
    }
}

/// Why a thread cannot take a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It has ended or failed.
    Over,
    /// At an assume or a bound.
    Block(Block),
    /// Its guard does not pass.
    Waiting,
    /// Before its next step it has to catch up with a thread that has ended: see
    /// [`crate::machine::Machine::catch_up`].
    Joining,
    /// Stores of its own have to reach memory first.
    Draining,
}

/// The parts that every execution has. `U` is an entry of the journal: a change of the host, or one of the
/// execution that stands on it.
pub struct Host<'p, U> {
    pub config: Config,
    pub program: &'p dyn Program,
    pub run: Box<dyn Run + 'p>,
    /// The memory of a machine. Of a graph: the initial values, and the library's own words of threads.
    pub memory: Memory,
    pub objects: Objects,
    pub names: Names,
    /// The changes of this execution, to be taken back in reverse order.
    pub journal: Vec<U>,
    pub findings: Findings,
    /// The program has called `exit`.
    pub exited: bool,
    /// Bytes of all objects.
    bytes: u64,
    pub record: Option<OpLog>,
    pub privacy: Privacy,
}

impl<'p, U: From<Change>> Host<'p, U> {
    /// `run` is a run of the program that has just begun. `names` are those of an earlier search over the
    /// program, if its numbers are to be kept.
    pub fn new(
        program: &'p dyn Program,
        run: Box<dyn Run + 'p>,
        config: Config,
        names: Names,
    ) -> Host<'p, U> {
        let mut memory = Memory::default();
        let mut objects = Objects::new(program.objects(), &mut memory);
        objects.add_block(ThreadId::MAIN, &mut memory);
        Host {
            config,
            program,
            run,
            memory,
            objects,
            names,
            journal: Vec::new(),
            findings: Findings::default(),
            exited: false,
            bytes: 0,
            record: None,
            privacy: Privacy::default(),
        }
    }

    /// Notes a bug of the current execution, if the user wants to hear of such bugs.
    pub fn report(&mut self, failure: Failure) {
        if self.config.checks.has(failure.kind) {
            self.journal.push(Change::Failure.into());
            self.findings.failures.push(failure);
        } else {
            self.findings.note_passed_over(&failure);
        }
    }

    /// Notes that the search cannot be complete, because of the operation at which `t` stands.
    #[inline(never)]
    pub fn obstruct(&mut self, t: ThreadId, cause: impl Into<Cause>) {
        let location = self.run.locations(t).first().copied();
        self.findings.note_obstacle(cause.into(), location);
    }

    /// Does the user want to hear of errors of this kind?
    pub fn looks_for(&self, kind: ErrorKind) -> bool {
        self.config.checks.has(kind)
    }
}
