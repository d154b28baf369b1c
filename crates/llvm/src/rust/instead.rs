//! Functions of Rust that are replaced by functions of the runtime.
//!
//! Names are paths without types, as [`super::names::path`] gives them. The functions of the runtime have the very
//! types of those that they replace.

use super::{Locks, PERSONALITY, names};

/// Functions between the program and the system.
const SYSTEM: &[(&str, &str)] = &[
    // A stack that overflows is found without handlers of signals.
    (
        "std::sys::pal::unix::stack_overflow::imp::make_handler",
        "__tp_rust_make_handler",
    ),
    (
        "std::sys::pal::unix::stack_overflow::imp::drop_handler",
        "__tp_rust_drop_handler",
    ),
    (
        "std::sys::pal::unix::stack_overflow::imp::signal_handler",
        "__tp_rust_signal_handler",
    ),
    // Whoever panics is shown by the report, with its calls.
    (
        "std::sys::backtrace::BacktraceLock::print::DisplayBacktrace::fmt",
        "__tp_rust_print_backtrace",
    ),
    (
        "std::backtrace::Backtrace::create",
        "std::backtrace::Backtrace",
    ),
];

/// Pauses of loops that try again. Time is no matter here, and a loop that counts its pauses could not be seen to wait.
const PAUSES: &[(&str, &str)] = &[
    (
        "std::sync::mpmc::utils::Backoff::spin_light",
        "__tp_rust_pause",
    ),
    (
        "std::sync::mpmc::utils::Backoff::spin_heavy",
        "__tp_rust_pause",
    ),
    ("crossbeam_utils::backoff::Backoff::spin", "__tp_rust_pause"),
    (
        "crossbeam_utils::backoff::Backoff::snooze",
        "__tp_rust_pause",
    ),
    // There was enough of it: now the thread may sleep.
    (
        "crossbeam_utils::backoff::Backoff::is_completed",
        "__tp_rust_no_more_pauses",
    ),
    (
        "parking_lot_core::spinwait::SpinWait::spin",
        "__tp_rust_no_pause",
    ),
    (
        "parking_lot_core::spinwait::SpinWait::spin_no_yield",
        "__tp_rust_pause",
    ),
];

/// Questions of loom's tests to the checker: `crates/loom`.
const LOOM: &[(&str, &str)] = &[
    (
        "threadproof_loom::checker::leaves_out_model",
        "__tp_rust_leaves_out_model",
    ),
    (
        "threadproof_loom::checker::end_of_model",
        "__tp_rust_end_of_model",
    ),
];

/// Locks whose slow paths are single steps; their fast paths are made to fail.
const LOCKS: &[(&str, &str)] = &[
    (
        "std::sys::sync::mutex::futex::Mutex::lock_contended",
        "__tp_rust_mutex_lock",
    ),
    (
        "std::sys::sync::rwlock::futex::RwLock::read_contended",
        "__tp_rust_rwlock_read",
    ),
    (
        "std::sys::sync::rwlock::futex::RwLock::write_contended",
        "__tp_rust_rwlock_write",
    ),
    (
        "std::sys::sync::condvar::futex::Condvar::wait",
        "__tp_rust_condvar_wait",
    ),
    (
        "std::sys::sync::condvar::futex::Condvar::wait_timeout",
        "__tp_rust_condvar_wait_timeout",
    ),
    (
        "std::sync::poison::condvar::Condvar::notify_one",
        "__tp_rust_condvar_notify_one",
    ),
    (
        "std::sync::poison::condvar::Condvar::notify_all",
        "__tp_rust_condvar_notify_all",
    ),
];

/// Creates the key by which the library learns of the ends of threads. Threads would do that in a race.
pub const FIRST: &str = "std::sys::thread_local::guard::key::enable";

/// Functions of other names than Rust's.
const PLAIN: &[(&str, &str)] = &[
    ("rust_eh_personality", PERSONALITY),
    ("sigaction", "__tp_rust_sigaction"),
    ("write", "__tp_rust_write"),
    ("pthread_detach", "__tp_rust_detach"),
];

/// The name of a function of the runtime in reports.
pub fn shown(ours: &str) -> Option<&'static str> {
    let found = SHOWN.iter().find(|(name, _)| *name == ours);
    found.map(|(_, shown)| *shown)
}

const SHOWN: &[(&str, &str)] = &[
    ("__tp_rust_mutex_lock", "Mutex::lock"),
    ("__tp_rust_rwlock_read", "RwLock::read"),
    ("__tp_rust_rwlock_write", "RwLock::write"),
    ("__tp_rust_condvar_wait", "Condvar::wait"),
    ("__tp_rust_condvar_wait_timeout", "Condvar::wait_timeout"),
    ("__tp_rust_condvar_notify_one", "Condvar::notify_one"),
    ("__tp_rust_condvar_notify_all", "Condvar::notify_all"),
    ("__tp_lib_rust_once_begin", "Once::call"),
    ("__tp_lib_rust_once_claim", "Once::call"),
    ("__tp_lib_rust_scope_wait", "scope: wait"),
    ("__tp_lib_rust_park", "park"),
    ("__tp_lib_rust_park_timeout", "park_timeout"),
];

/// The function that takes the place of the one with this symbol.
pub fn of(symbol: &str, locks: Locks) -> Option<&'static str> {
    if let Some((_, ours)) = PLAIN.iter().find(|(name, _)| *name == symbol) {
        return Some(ours);
    }
    let locks = match locks {
        Locks::Steps => LOCKS,
        Locks::AsWritten => &[],
    };
    let mut path = None;
    for (name, ours) in SYSTEM.iter().chain(PAUSES).chain(LOOM).chain(locks) {
        let last = name.rsplit("::").next().unwrap_or(name);
        // Symbols contain the words of their names, and to read one takes time.
        if symbol.contains(last) {
            let path = path.get_or_insert_with(|| names::path(symbol));
            if path.as_deref() == Some(name) {
                return Some(ours);
            }
        }
    }
    None
}
