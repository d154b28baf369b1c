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
    // Its remainders take numbers of 256 bits.
    ("u128::_fmt_inner", "__tp_rust_format_128"),
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

/// A fence of x86 that crates write in assembly, as a change of a local variable, and mean as
/// `fence(Ordering::SeqCst)`: they say so where there is no assembly.
pub const FULL_FENCE: &str = "__tp_full_fence";
const FENCES: &[(&str, &str)] = &[
    ("concurrent_queue::full_fence", FULL_FENCE),
    ("event_listener::notify::full_fence", FULL_FENCE),
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

/// Loops that wait until a message is written. Sending is one step, so it always is.
const MESSAGES: &[(&str, &str)] = &[
    ("std::sync::mpmc::list::Slot::wait_write", "__tp_rust_pause"),
    (
        "crossbeam_channel::flavors::list::Slot::wait_write",
        "__tp_rust_pause",
    ),
];

/// Locks whose slow paths are single steps; their fast paths are made to fail. A star stands for the number of
/// parameters.
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
    (
        "parking_lot::raw_mutex::RawMutex::lock_slow",
        "__tp_rust_parking_lock",
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::lock_exclusive_slow",
        "__tp_rust_parking_write",
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::lock_shared_slow",
        "__tp_rust_parking_read_*",
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::lock_upgradable_slow",
        "__tp_rust_parking_upgradable",
    ),
    (
        "parking_lot::raw_rwlock::RawRwLock::upgrade_slow",
        "__tp_rust_parking_upgrade",
    ),
    (
        "parking_lot::condvar::Condvar::wait_until_internal",
        "__tp_rust_parking_wait",
    ),
    (
        "parking_lot::condvar::Condvar::notify_one_slow",
        "__tp_rust_parking_notify_one",
    ),
    (
        "parking_lot::condvar::Condvar::notify_all_slow",
        "__tp_rust_parking_notify_all",
    ),
    (
        "parking_lot::raw_condvar::RawCondvar::wait_until_internal",
        "__tp_rust_parking_wait",
    ),
    (
        "parking_lot::raw_condvar::RawCondvar::notify_one_slow",
        "__tp_rust_parking_notify_one",
    ),
    (
        "parking_lot::raw_condvar::RawCondvar::notify_all_slow",
        "__tp_rust_parking_notify_all",
    ),
    (
        "kanal::mutex::RawMutexLock::lock_no_inline",
        "__tp_rust_kanal_lock",
    ),
    (
        "dashmap::lock::RawRwLock::lock_exclusive_slow",
        "__tp_rust_dashmap_write",
    ),
    (
        "dashmap::lock::RawRwLock::lock_shared_slow",
        "__tp_rust_dashmap_read",
    ),
];

/// Creates the key by which the library learns of the ends of threads. Threads would do that in a race.
pub const FIRST: &str = "std::sys::thread_local::guard::key::enable";

/// Functions of other names than Rust's.
const PLAIN: &[(&str, &str)] = &[
    ("rust_eh_personality", PERSONALITY),
    ("sigaction", "__tp_rust_sigaction"),
    ("write", "__tp_rust_write"),
    ("abort", "__tp_rust_abort"),
    ("pthread_detach", "__tp_rust_detach"),
    ("open", "__tp_rust_open"),
    ("open64", "__tp_rust_open"),
    ("opendir", "__tp_rust_opendir"),
    ("stat64", "__tp_rust_look_at"),
    ("lstat64", "__tp_rust_look_at"),
    ("unlink", "__tp_rust_unlink"),
];

/// The end of the process of a test, which is that of its harness, too.
const TESTS: &[(&str, &str)] = &[
    ("exit", "__tp_rust_test_exits"),
    ("_exit", "__tp_rust_test_exits"),
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
    ("__tp_rust_parking_lock", "Mutex::lock"),
    ("__tp_rust_parking_read_3", "RwLock::read"),
    ("__tp_rust_parking_read_4", "RwLock::read"),
    ("__tp_rust_parking_write", "RwLock::write"),
    ("__tp_rust_parking_upgradable", "RwLock::upgradable_read"),
    ("__tp_rust_parking_upgrade", "RwLock::upgrade"),
    ("__tp_rust_parking_wait", "Condvar::wait"),
    ("__tp_rust_parking_notify_one", "Condvar::notify_one"),
    ("__tp_rust_parking_notify_all", "Condvar::notify_all"),
    ("__tp_lib_rust_parking_once_begin", "Once::call"),
    ("__tp_lib_rust_parking_once_claim", "Once::call"),
    ("__tp_rust_kanal_lock", "Mutex::lock"),
    ("__tp_rust_dashmap_read", "RwLock::read"),
    ("__tp_rust_dashmap_write", "RwLock::write"),
    ("__tp_lib_rust_once_begin", "Once::call"),
    ("__tp_lib_rust_once_claim", "Once::call"),
    ("__tp_lib_rust_scope_wait", "scope: wait"),
    ("__tp_lib_rust_scope_enter", "scope: spawn"),
    ("__tp_lib_rust_scope_leave", "scope: end of a thread"),
    ("__tp_lib_rust_packet_drop", "end of a thread"),
    ("__tp_lib_rust_packet_count", "end of a thread"),
    ("__tp_lib_rust_channel_order", "channel"),
    ("__tp_lib_rust_channel_begin_sleepy", "channel"),
    ("__tp_lib_rust_channel_chosen", "channel: sleep"),
    ("__tp_lib_rust_park", "park"),
    ("__tp_lib_rust_park_timeout", "park_timeout"),
];

/// The function that takes the place of the one with this symbol, in a program or in tests.
pub fn of(symbol: &str, locks: Locks, is_test: bool) -> Option<&'static str> {
    let tests = if is_test { TESTS } else { &[] };
    let mut plain = PLAIN.iter().chain(tests);
    if let Some((_, ours)) = plain.find(|(name, _)| *name == symbol) {
        return Some(ours);
    }
    let (locks, messages) = match locks {
        Locks::Steps => (LOCKS, MESSAGES),
        Locks::AsWritten => (&[][..], &[][..]),
    };
    let mut path = None;
    let always = SYSTEM.iter().chain(PAUSES).chain(FENCES).chain(LOOM);
    for (name, ours) in always.chain(locks).chain(messages) {
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
