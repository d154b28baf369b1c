//! How an execution ended: complete, blocked, in a deadlock or livelock, with leaks.

use crate::execution::threads::Status;
use crate::machine::{Failure, Halt, Machine};
use crate::options::Checks;
use threadproof_program::{ErrorKind, Op, ThreadId, Wait};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every thread finished.
    Complete,
    /// Some thread stopped before its end.
    Blocked,
}

/// Classifies an execution in which nobody can move, and adds the bugs that only show in the end.
pub fn classify(machine: &Machine<'_>, checks: Checks, bugs: &mut Vec<Failure>) -> End {
    let mut waiting: Vec<(ThreadId, Wait)> = Vec::new();
    let mut given_up = false;
    for t in machine.threads().present() {
        if machine.threads().get(t).status == Status::Exited {
            continue;
        }
        match machine.halt(t) {
            Some(Halt::Block(_)) => given_up = true,
            Some(Halt::Over) if is_abandoned(machine, t) => given_up = true,
            Some(Halt::Waiting) => waiting.push((t, awaited(machine, t))),
            Some(Halt::Over | Halt::Draining | Halt::Joining) | None => (),
        }
    }
    let end = if given_up || !waiting.is_empty() {
        End::Blocked
    } else {
        End::Complete
    };
    let hopeless = !given_up && !machine.has_exited() && machine.failures().is_empty();
    if hopeless && !waiting.is_empty() {
        bugs.extend(stuck(machine, &waiting).filter(|bug| checks.has(bug.kind)));
    }
    if end == End::Complete && machine.failures().is_empty() && checks.has(ErrorKind::Leak) {
        bugs.extend(leak(machine));
    }
    end
}

/// Did the machine stop the thread, for something unsupported or endless?
fn is_abandoned(machine: &Machine<'_>, t: ThreadId) -> bool {
    let failed = machine.threads().get(t).status == Status::Failed;
    failed && !machine.failures().iter().any(|f| f.thread == t)
}

fn awaited(machine: &Machine<'_>, t: ThreadId) -> Wait {
    let guard = match machine.pending(t) {
        Op::Load { guard, .. } => guard,
        _ => None,
    };
    guard.expect("a waiting thread has a guard").why
}

fn stuck(machine: &Machine<'_>, waiting: &[(ThreadId, Wait)]) -> Option<Failure> {
    // A thread that waits for another's end is a victim; the culprit says more.
    let culprit = waiting.iter().find(|(_, why)| *why != Wait::Join);
    let &(thread, _) = culprit.or(waiting.first())?;
    let spins = |why: Wait| matches!(why, Wait::Await | Wait::AwaitExchange);
    let livelock = waiting.iter().all(|w| spins(w.1) || w.1 == Wait::Join)
        && waiting.iter().any(|w| spins(w.1));
    let names: Vec<String> = waiting
        .iter()
        .map(|(t, why)| format!("{} waits for {}", machine.names().name(*t), why.describe()))
        .collect();
    Some(Failure {
        kind: if livelock {
            ErrorKind::Livelock
        } else {
            ErrorKind::Deadlock
        },
        message: names.join(", "),
        thread,
        locations: machine.run().locations(thread),
    })
}

fn leak(machine: &Machine<'_>) -> Option<Failure> {
    let leaked: Vec<u64> = machine.objects().leaked().map(|o| o.size).collect();
    let bytes: u64 = leaked.iter().sum();
    (!leaked.is_empty()).then(|| Failure {
        kind: ErrorKind::Leak,
        message: format!("{bytes} bytes in {} objects were never freed", leaked.len()),
        thread: ThreadId::MAIN,
        locations: Vec::new(),
    })
}
