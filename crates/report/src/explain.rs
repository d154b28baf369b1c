//! The meaning of each kind of error, a small program that has it, and advice.
//!
//! The examples are files beside this one; a test checks that each has the error that it is for.

use threadproof_program::ErrorKind;

/// The kind in a few words.
pub fn title(kind: ErrorKind) -> &'static str {
    parts(kind).0
}

/// A program that has the error, with the command to check it in its first line. A program whose
/// behaviour is not a function of its inputs cannot be written in what we support.
pub fn example(kind: ErrorKind) -> Option<&'static str> {
    use ErrorKind::*;
    Some(match kind {
        Assertion => include_str!("explain/assertion.c"),
        Abort => include_str!("explain/abort.c"),
        NullDeref => include_str!("explain/null-deref.c"),
        OutOfBounds => include_str!("explain/out-of-bounds.c"),
        UseAfterFree => include_str!("explain/use-after-free.c"),
        DoubleFree => include_str!("explain/double-free.c"),
        InvalidFree => include_str!("explain/invalid-free.c"),
        Uninitialized => include_str!("explain/uninitialized.c"),
        DivisionByZero => include_str!("explain/division-by-zero.c"),
        Deadlock => include_str!("explain/deadlock.c"),
        Livelock => include_str!("explain/livelock.c"),
        DataRace => include_str!("explain/data-race.c"),
        MutexMisuse => include_str!("explain/mutex-misuse.c"),
        Leak => include_str!("explain/leak.c"),
        StackOverflow => include_str!("explain/stack-overflow.c"),
        Unreachable => include_str!("explain/unreachable.c"),
        NotRobust => include_str!("explain/not-robust.c"),
        Panic => include_str!("explain/panic.rs"),
        Nondeterminism => return None,
    })
}

/// Meaning and advice, a paragraph each.
pub fn text(kind: ErrorKind) -> String {
    let (_, meaning, advice) = parts(kind);
    format!("{meaning}\n\n{advice}")
}

/// The whole explanation, for a terminal.
pub fn render(kind: ErrorKind) -> String {
    let (title, meaning, advice) = parts(kind);
    let mut shown = format!("{}: {title}\n\n", kind.name());
    shown += &crate::wrap::wrap("", meaning, 0);
    if let Some(example) = example(kind) {
        shown += "\nExample:\n\n";
        for line in example.lines() {
            shown += format!("    {line}").trim_end();
            shown.push('\n');
        }
    }
    shown.push('\n');
    shown + &crate::wrap::wrap("What to do:", advice, 0)
}

/// Title, meaning and advice.
fn parts(kind: ErrorKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        ErrorKind::NotRobust => (
            "a behaviour that sequential consistency does not have",
            "An execution under tso or pso has no counterpart under sequential consistency: a \
             store was still in its buffer when a later operation of its thread took place, and \
             other threads can tell. No assertion needs to have failed.",
            "Put fences where the report says, or make the stores sequentially consistent. If \
             the program is meant to be right without, leave --robustness out.",
        ),
        ErrorKind::Assertion
        | ErrorKind::Abort
        | ErrorKind::DivisionByZero
        | ErrorKind::StackOverflow
        | ErrorKind::Unreachable
        | ErrorKind::Nondeterminism
        | ErrorKind::Panic => parts_of_control(kind),
        ErrorKind::Deadlock
        | ErrorKind::Livelock
        | ErrorKind::DataRace
        | ErrorKind::MutexMisuse => parts_of_threads(kind),
        _ => parts_of_memory(kind),
    }
}

fn parts_of_control(kind: ErrorKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        ErrorKind::Assertion => (
            "an assertion does not hold",
            "Some order of the threads' operations makes the condition of an assert false. The \
             schedule in the report leads there; its last reads show which values made the \
             difference, and from where they came.",
            "Find the step where another thread came in between two operations that belong \
             together, and make them one: a read-modify-write such as atomic_fetch_add, a \
             compare-exchange in a loop, or a mutex around both. If the schedule has stores that \
             reach memory late (under tso or pso), a fence or a stronger memory order is missing.",
        ),
        ErrorKind::Abort => (
            "the program gives up",
            "A thread calls abort(), executes a trap, or ends the program through std::terminate \
             (an exception that nobody catches, a std::thread that was neither joined nor \
             detached). A test in Rust may not end its process with an exit code other than 0, \
             either.",
            "Look at the values that the failing thread read last: they are why it gave up. If \
             the program is meant to end there, exit() is no error.",
        ),
        ErrorKind::DivisionByZero => (
            "a division by zero, or one whose result does not fit",
            "An integer is divided by zero, or the smallest number by -1. The divisor usually is \
             a shared variable that was read too early.",
            "Check the value that is used, not the variable a second time: read it once into a \
             local variable, test that, and divide by that.",
        ),
        ErrorKind::StackOverflow => (
            "the stack is full",
            "A recursion goes deeper than the stack of a thread allows.",
            "Look at the calls in the report. A recursion that waits for another thread's write \
             should be a loop; one that is merely deep can be given smaller data in the test.",
        ),
        ErrorKind::Unreachable => (
            "a place is reached that should never be",
            "Execution comes to __builtin_unreachable() or std::unreachable(), or to the end of a \
             C++ function that must return a value. Compilers assume that this never happens, and \
             anything may follow.",
            "Handle the case, or find out with the schedule how a value came about that the code \
             does not expect.",
        ),
        ErrorKind::Panic => (
            "a panic that nobody catches",
            "A thread of a Rust program panics: an assertion does not hold, `unwrap` finds nothing, an index is out \
             of bounds, a sum overflows. A panic of a thread that another one joins is that one's to handle; it \
             is an error when the thread that began the program panics, or when nobody joins the thread.",
            "The message is the program's own, and the schedule leads to it. Look at the values that the \
             panicking thread read last. If the panic is meant, catch it with std::panic::catch_unwind, look at the \
             result of `join`, or mark the test with #[should_panic].",
        ),
        _ => (
            "the program does not repeat its behaviour",
            "Run again with the same schedule and the same values, the program did something \
             else. The checker explores executions by running them again, so it cannot say \
             anything about such a program.",
            "Remove what the checker cannot see and repeat. If you think that the program is \
             deterministic, this is a bug of the checker: please report it.",
        ),
    }
}

fn parts_of_threads(kind: ErrorKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        ErrorKind::Deadlock => (
            "threads wait for each other for ever",
            "No thread can go on, and at least one waits: for a mutex that is never unlocked, a \
             condition variable that nobody signals any more, a thread that does not end. The \
             report says who waits for what, and who holds it.",
            "Take mutexes in the same order everywhere. Test the condition of a condition \
             variable under its mutex and in a loop, and change it under the same mutex. Unlock \
             on every path, also on those of errors.",
        ),
        ErrorKind::Livelock => (
            "a loop waits for a value that never comes",
            "A thread spins until a variable has some value, all others have ended or spin as \
             well, and nobody will write it any more. Even a fair scheduler does not help.",
            "Find out from the schedule who should have written the value: it was overwritten \
             before it was seen, or written before somebody reset it, or never written on this \
             path.",
        ),
        ErrorKind::DataRace => (
            "two threads access the same memory, and nothing orders them",
            "One of the two accesses writes and one of them is not atomic. C and C++ give no \
             meaning to such a program: values may be torn, and compilers move such accesses. It \
             is looked for under ra, and elsewhere with --check races.",
            "Protect both accesses with the same mutex, make the variable atomic, or order the \
             accesses: a release store that an acquire load reads from, the creation or the join \
             of a thread.",
        ),
        _ => (
            "a mutex is used in a way that has no meaning",
            "A thread unlocks a mutex that it does not hold, destroys one that is locked, locks \
             one that was destroyed, or waits on a condition variable without holding its mutex.",
            "Check the results of trylock and timedlock, unlock in the thread that has locked, \
             and destroy only after all users were joined.",
        ),
    }
}

fn parts_of_memory(kind: ErrorKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        ErrorKind::NullDeref => (
            "memory is accessed through a null pointer",
            "A pointer is used before another thread has set it, or after it was reset.",
            "Read the shared pointer once, test that copy and use that copy. If it must be set by \
             then, wait for it: join the thread that sets it, or use a condition variable.",
        ),
        ErrorKind::OutOfBounds => (
            "an access goes beyond its object",
            "A read or a write is outside of the object that its pointer points into, or in \
             memory that was never allocated, or writes to a constant. The message has the \
             offset and the size.",
            "If the index is shared, make sure that it is still what was tested when it is used: \
             read it once, or hold a mutex from the test to the access.",
        ),
        ErrorKind::UseAfterFree => (
            "an object is used after its end",
            "Heap memory is used after free(), or a local variable after its function has \
             returned, typically by a thread that got the pointer before. Under tso and pso also \
             a store that reaches memory late can come too late.",
            "Free only when no other thread can have the pointer: after joining them, with a \
             reference count that is taken before the pointer is read, or with hazard pointers.",
        ),
        ErrorKind::DoubleFree => (
            "an object is freed twice",
            "Two threads, or one thread twice, free the same object.",
            "Make one of them the owner: take the pointer out of the shared variable with an \
             atomic exchange, and free what that returned.",
        ),
        ErrorKind::InvalidFree => (
            "something is freed that was not allocated",
            "free() gets a pointer into the middle of an object, to a variable, or to something \
             that no allocation function has returned; or delete does not fit new.",
            "Keep the pointer that the allocation returned, and free that one.",
        ),
        ErrorKind::Uninitialized => (
            "memory is read that was never written",
            "A variable or a heap object is read before its first write. It is looked for under \
             c11 and ra, and elsewhere with --check uninitialized; --uninitialized has other ways \
             to treat it.",
            "Initialise it, or make sure that the thread that writes it comes first: join it, or \
             publish the object only after it was filled in.",
        ),
        _ => (
            "memory is never freed",
            "The program ends and some heap object is still there. It is looked for with --check \
             leaks.",
            "Find the allocation in the schedule, and the path on which its owner forgets it: \
             often the thread that loses a race to publish its object.",
        ),
    }
}
