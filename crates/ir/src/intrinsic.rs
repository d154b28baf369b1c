//! Operations that the modelled library is written in.
//!
//! The library (`crates/llvm/runtime`) is C that calls these by the names below; user programs
//! reach them only through it.

use threadproof_program::{Predicate, Wait};

/// The functions that the interpreter performs itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// `void __tp_atomic_begin(void)`: until the matching end no other thread runs.
    AtomicBegin,
    /// `void __tp_atomic_end(void)`
    AtomicEnd,
    /// `uint64_t __tp_await(void *p, int size, int predicate, uint64_t value, int why)`: waits
    /// until the `size` bytes at `p` compare so with `value`, and returns them. All but `p` and
    /// `value` are constants: indices into [`Predicate::ALL`] and [`Wait::ALL`].
    /// Arguments: pointer, value.
    Await {
        size: u8,
        predicate: Predicate,
        why: Wait,
    },
    /// `uint64_t __tp_await_one_of(void *p, int size, uint64_t a, uint64_t b, uint64_t c, int why)`:
    /// waits until the bytes are one of three values. Arguments: pointer, a, b, c.
    AwaitOneOf { size: u8, why: Wait },
    /// `unsigned __tp_spawn(void *(*body)(void *), void *argument)`: the new thread's number. What
    /// the body returns is stored at byte 8 of the thread's block. When a body has returned, of
    /// `main` too, and the module has a function `void __tp_thread_end(void)` (it has one only if
    /// something refers to it), then the thread calls that before it ends.
    Spawn,
    /// `unsigned __tp_self(void)`: the running thread's number; main is 0.
    SelfThread,
    /// `unsigned __tp_release_acquire(void)`: 1 if loads may return old values, so that the library has
    /// to order its steps by words that it changes.
    ReleaseAcquire,
    /// `unsigned __tp_weak_memory(void)`: 1 unless the memory is sequentially consistent.
    WeakMemory,
    /// `unsigned __tp_locks_along(void)`: 0. Says, before anything is run, that a section near it waits for one word and
    /// changes others that somebody waits for as well.
    LocksAlong,
    /// `void *__tp_thread_block(unsigned thread)`: 64 bytes of memory that belong to a thread. The
    /// first 4 are the engine's (0: running, 1: ended); the rest start as zero and are the library's.
    ThreadBlock,
    /// `_Noreturn void __tp_exit_thread(void)`
    ExitThread,
    /// `_Noreturn void __tp_exit_program(void)`
    ExitProgram,
    /// `void __tp_assume(int condition)`: abandons this execution if the condition is zero.
    Assume,
    /// `_Noreturn void __tp_fail(int kind, const char *message)`: a bug in the program. `kind` is an
    /// index into `ErrorKind::ALL`. Arguments: kind, message.
    Fail,
    /// `_Noreturn void __tp_unsupported(const char *message)`
    Unsupported,
    /// `void __tp_incomplete(const char *message)`: nothing happens, but the final verdict cannot be
    /// `verified` any more, only inconclusive with these words.
    Incomplete,
    /// `void __tp_note(const char *message)`: nothing happens, but reports have a note with these words.
    Note,
    /// `unsigned __tp_choice(unsigned options)`: every number below `options`.
    Choice,
    /// `uint32_t __tp_remains(void *p)`: the four bytes at `p`, with zeros for those that were never written.
    Remains,
    /// Made by a pass: any value that a local variable has before it is written.
    Unwritten,
    /// Made by a pass: what a local variable holds that was never written.
    NoValue,
    /// Made by a pass: an input that the program is believed to hand on without looking at it. With an argument, the
    /// value that it gets; otherwise one that nothing else has.
    Input,
    /// Made by a pass: says that values of an input are left out, because of its use at the place whose number is the
    /// argument.
    InputCut,
    /// Made by a pass: the loop with this number in its module is entered.
    LoopBegins,
    /// Made by a pass: a round of the loop is over, and its header is next. Arguments: the number of the loop; for each
    /// parameter of the header its next value and the one of this round.
    LoopRepeats,
    /// `void *__tp_allocate(uint64_t size, int zeroed)`: a heap object.
    Allocate,
    /// `void __tp_free(void *p)`: the pointer is not null.
    Free,
    /// `uint64_t __tp_size_of(void *p)`: size of the heap object that begins at `p`.
    SizeOf,
    /// `int __tp_print(const char *format, ...)`, and also `printf` itself: remembered for the
    /// counterexample. Arguments: format, then the values.
    Print,
}
