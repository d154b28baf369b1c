//! The mistake of an execution, in a sentence.

use super::{at, with_variable};
use threadproof_engine::{BadFree, Detail, Ended, Found, Other, OtherErrors, Step, Waiting};
use threadproof_program::{Location, Wait};

/// `x == 1`, `access through a null pointer`.
pub fn bug(found: &Found) -> String {
    match &found.detail {
        Detail::Words(words) => words.clone(),
        Detail::NullPointer { offset: 0 } => "access through a null pointer".into(),
        Detail::NullPointer { offset } => {
            format!("access at offset {offset} from a null pointer")
        }
        Detail::NoObject { bytes, address } => {
            format!("access of {bytes} bytes at {address:#x}, where no object is")
        }
        Detail::OutsideObject {
            bytes,
            offset,
            size,
        } => format!("access of {bytes} bytes at offset {offset} of an object of {size} bytes"),
        Detail::Constant => "write to a constant object".into(),
        Detail::Ended { object, delayed } => {
            let late = if *delayed {
                ", by a store that was delayed"
            } else {
                ""
            };
            format!("{}{late}", ended(*object))
        }
        Detail::Free(why) => bad_free(*why).into(),
        Detail::NeverWritten => "read of memory that was never written".into(),
        Detail::LocalVariables { bytes } => {
            format!("the thread's local variables take {bytes} bytes")
        }
        Detail::Race { other } => {
            let other = access(other);
            format!("this access and one by {other} are not ordered")
        }
        Detail::EndsTooEarly { other } => {
            let other = access(other);
            format!("the object ends here, but an access by {other} may come later")
        }
        Detail::Stuck(waiting) => {
            let waiting = waiting.iter();
            let words = waiting.map(|(thread, why)| format!("{thread} waits for {}", wait(*why)));
            words.collect::<Vec<_>>().join(", ")
        }
        Detail::Leaked { bytes, objects } => {
            format!("{bytes} bytes in {objects} objects were never freed")
        }
        Detail::NotSequential(others) => not_sequential(found, *others),
        Detail::NotRepeated(kind) => {
            let kind = kind.name();
            format!("the program did not repeat its {kind} error when it was run again")
        }
    }
}

fn ended(object: Ended) -> String {
    match object {
        Ended::Local => "access to a local variable of a function that has returned".into(),
        Ended::ThreadLocal => "access to a thread-local variable of a thread that has ended".into(),
        Ended::Freed { offset } => {
            format!("access to offset {offset} of an object that was freed")
        }
    }
}

fn bad_free(why: BadFree) -> &'static str {
    match why {
        BadFree::NoObject => "free of an address where no object is",
        BadFree::InsideObject => "free of a pointer into the middle of an object",
        BadFree::Freed => "free of an object that was freed before",
        BadFree::Local => "free of a local variable",
        BadFree::ThreadLocal => "free of a thread-local variable",
        BadFree::Global => "free of a global variable",
    }
}

fn access(other: &Other) -> String {
    format!("{}{}", other.thread, at(other.location.as_ref()))
}

/// The first store of the cycle that was late.
fn not_sequential(found: &Found, others: OtherErrors) -> String {
    let others = match others {
        OtherErrors::None => "; no assertion fails and there is no other error",
        OtherErrors::NoneSoFar => "; no other error was found in what was looked at",
        OtherErrors::Some => "",
    };
    let gaps = found.violation.iter().flat_map(|v| &v.gaps);
    let Some(gap) = gaps.into_iter().find(|gap| gap.delayed) else {
        return format!("the execution is not sequentially consistent{others}");
    };
    let (store, next) = (&found.trace[gap.store], &found.trace[gap.next]);
    format!(
        "{} reaches memory after {}{others}",
        placed(store),
        placed(next)
    )
}

/// `store x at queue.c:3`
fn placed(step: &Step) -> String {
    let known = step.location.as_ref().filter(|place| place.line > 0);
    let short = known.map(|place| Location {
        file: place.file.rsplit('/').next().unwrap_or(&place.file).into(),
        ..place.clone()
    });
    format!("{}{}", with_variable(step), at(short.as_ref()))
}

/// The words for a thread that waits at the end.
pub fn waiting(thread: &Waiting) -> String {
    let what = format!("waits for {}", wait(thread.why));
    match thread.object.is_empty() {
        true => what,
        false => format!("{what} ({})", thread.object),
    }
}

/// Completes the sentence "thread T waits for …".
pub fn wait(why: Wait) -> &'static str {
    match why {
        Wait::Mutex => "a mutex",
        Wait::ReaderLock => "a read lock",
        Wait::WriterLock => "a write lock",
        Wait::SpinLock => "a spin lock",
        Wait::Condition => "a condition variable",
        Wait::Semaphore => "a semaphore",
        Wait::Barrier => "a barrier",
        Wait::Join => "another thread's end",
        Wait::Once => "a one-time initialisation",
        Wait::Park => "a call of unpark",
        Wait::Channel => "the other end of a channel",
        Wait::Await | Wait::AwaitExchange | Wait::Retry | Wait::RetryExchange => {
            "a value in a loop"
        }
    }
}
