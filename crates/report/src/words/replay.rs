//! Why a saved execution cannot be run again.

use threadproof_engine::{Impossible, Mismatch, Move};

/// Why a move cannot be made: `main.1 waits`.
pub fn impossible(one: &Move, why: Impossible) -> String {
    let thread = &one.thread;
    match why {
        Impossible::NoThread => format!("there is no thread {thread}"),
        Impossible::NoStore => {
            let place = one.buffer.as_deref().unwrap_or("memory");
            format!("no store of {thread} waits to reach {place}")
        }
        Impossible::Ended => format!("{thread} has ended"),
        Impossible::Blocked => format!("{thread} stands before an assumption or a bound"),
        Impossible::Waits => format!("{thread} waits"),
        Impossible::Draining => format!("{thread} has stores to send first"),
        Impossible::Options(count) => format!("there are only {count} options to choose from"),
        Impossible::NoSource => "it reads from a thread that is not there".into(),
        Impossible::OtherSource => format!("{thread} cannot read what it did"),
    }
}

/// Why a saved execution makes no sense; `None` for other mismatches.
pub fn damage(mismatch: Mismatch) -> Option<&'static str> {
    match mismatch {
        Mismatch::Threads => Some("its list of threads makes no sense"),
        Mismatch::WithoutError => Some("it has no error, and those of ra and c11 always have one"),
        Mismatch::Move { .. } | Mismatch::NoError => None,
    }
}
