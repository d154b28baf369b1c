//! How an execution ended: complete, blocked, in a deadlock or livelock, with leaks.

use super::leaks::leaks;
use crate::host::names::{Names, Status};
use crate::host::{Execution, Failure, Halt};
use crate::machine::{Machine, MemoryModel};
use crate::options::Checks;
use crate::outcome::Detail;
use threadproof_program::{Access, Block, ErrorKind, Op, Run, ThreadId, Wait};

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every thread finished.
    Complete,
    /// Some thread waits for ever, or until the end of the program.
    Blocked,
    /// Some thread stopped before its end by the user's wish, so its end is unknown.
    GivenUp,
}

/// The states of the threads when none of them can move.
#[derive(Default)]
pub struct Standing {
    /// The waiting threads, each with the kind of its wait.
    pub waiting: Vec<(ThreadId, Wait)>,
    /// Threads that have stopped after a round of a loop, and would go round for ever.
    pub circling: Vec<ThreadId>,
    /// Some thread stopped by the user's wish, or because something is unfair.
    pub given_up: bool,
    /// Some thread stopped at an unsupported construct, or at an error that is not looked for.
    pub abandoned: bool,
    /// The program has called `exit`. Returning from `main` is the same, and [`Standing::classify`] sees it itself.
    pub exited: bool,
    /// The execution has shown a bug already.
    pub failed: bool,
}

impl Standing {
    /// Adds the bugs that only show in the end. `leaks`: the sizes of objects that are left.
    pub fn classify(
        &self,
        (names, run): (&Names, &dyn Run),
        leaks: &dyn Fn() -> Vec<u64>,
        checks: Checks,
        bugs: &mut Vec<Failure>,
    ) -> End {
        let exited = self.exited || run.ends_program(ThreadId::MAIN);
        let stopped = self.abandoned || !self.waiting.is_empty() || !self.circling.is_empty();
        let end = match (self.given_up, stopped) {
            (true, _) => End::GivenUp,
            (false, true) => End::Blocked,
            (false, false) => End::Complete,
        };
        let hopeless = !self.given_up && !self.abandoned && !exited && !self.failed;
        let circling = self.circling.iter().map(|t| (*t, Wait::Await));
        let stands: Vec<_> = self.waiting.iter().copied().chain(circling).collect();
        if hopeless && !stands.is_empty() {
            bugs.extend(stuck(names, run, &stands).filter(|bug| checks.has(bug.kind)));
        }
        if end == End::Complete && !self.failed && checks.has(ErrorKind::Leak) {
            bugs.extend(leak(&leaks()));
        }
        end
    }
}

/// Classifies an execution in which no thread can move, and adds the errors that show only at the end.
pub fn classify<M: MemoryModel>(
    machine: &Machine<'_, M>,
    checks: Checks,
    bugs: &mut Vec<Failure>,
) -> End {
    let mut standing = Standing {
        exited: machine.has_exited(),
        failed: !machine.failures().is_empty(),
        ..Standing::default()
    };
    for t in machine.threads().unfinished() {
        match machine.halt(t) {
            Some(Halt::Block(Block::Round)) if circles(machine, t) => standing.circling.push(t),
            Some(Halt::Block(_)) => standing.given_up = true,
            Some(Halt::Over) if is_abandoned(machine, t) => standing.abandoned = true,
            Some(Halt::Waiting) => match awaited(machine, t) {
                why if why.may_give_up() => standing.given_up = true,
                why => standing.waiting.push((t, why)),
            },
            Some(Halt::Over | Halt::Draining | Halt::Joining) | None => (),
        }
    }
    let leaks = || sizes(machine, checks);
    standing.classify((machine.names(), machine.run()), &leaks, checks, bugs)
}

/// Does memory have the values that the last round of the thread's loop has read?
pub fn circles<'p, E: Execution<'p>>(execution: &E, t: ThreadId) -> bool {
    let looked = execution.host().run.looked_at(t);
    let stays = |(at, value): &(Access, u64)| {
        let mut bytes = (0..u64::from(at.size)).zip(value.to_le_bytes());
        bytes.all(|(nth, byte)| {
            let at = Access {
                address: at.address + nth,
                size: 1,
            };
            let granule = execution.host().objects.resolve(at, false);
            granule.is_ok_and(|granule| execution.left_behind(granule, at.address) == byte)
        })
    };
    looked.iter().all(stays)
}

/// Did a thread stop at an assumption that does not hold? Then the user does not want to hear of
/// the execution, or a loop that only waits went round once more.
pub fn is_assumed_away<M: MemoryModel>(machine: &Machine<'_, M>) -> bool {
    let mut threads = machine.threads().present();
    threads.any(|t| {
        let halt = machine.halt(t);
        halt == Some(Halt::Block(Block::Assume)) || halt == Some(Halt::Block(Block::Round))
    })
}

/// Did the machine stop the thread, for something unsupported or endless?
fn is_abandoned<M: MemoryModel>(machine: &Machine<'_, M>, t: ThreadId) -> bool {
    let failed = machine.threads().get(t).status() == Status::Failed;
    failed && !machine.failures().iter().any(|f| f.thread == t)
}

fn awaited<M: MemoryModel>(machine: &Machine<'_, M>, t: ThreadId) -> Wait {
    let guard = match machine.pending(t) {
        Op::Load { guard, .. } => guard,
        _ => None,
    };
    guard.expect("a waiting thread has a guard").why
}

fn stuck(names: &Names, run: &dyn Run, waiting: &[(ThreadId, Wait)]) -> Option<Failure> {
    // A thread that waits for another's end is a victim; the culprit says more.
    let culprit = waiting.iter().find(|(_, why)| *why != Wait::Join);
    let &(thread, _) = culprit.or(waiting.first())?;
    let spins = |why: Wait| why.is_loop() && !why.may_give_up();
    let livelock = waiting.iter().all(|w| spins(w.1) || w.1 == Wait::Join)
        && waiting.iter().any(|w| spins(w.1));
    let stuck = waiting.iter().map(|(t, why)| (names.name(*t), *why));
    Some(Failure {
        kind: if livelock {
            ErrorKind::Livelock
        } else {
            ErrorKind::Deadlock
        },
        detail: Detail::Stuck(stuck.collect()),
        thread,
        locations: run.locations(thread),
    })
}

/// The sizes of the objects that an execution leaks.
pub fn sizes<'p, E: Execution<'p>>(execution: &E, checks: Checks) -> Vec<u64> {
    let leaks = leaks(execution, checks).into_iter();
    leaks.map(|object| object.size).collect()
}

fn leak(leaked: &[u64]) -> Option<Failure> {
    let bytes: u64 = leaked.iter().sum();
    (!leaked.is_empty()).then(|| Failure {
        kind: ErrorKind::Leak,
        detail: Detail::Leaked {
            bytes,
            objects: leaked.len(),
        },
        thread: ThreadId::MAIN,
        locations: Vec::new(),
    })
}
