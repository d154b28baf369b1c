//! Descriptions of the operation that a thread stands before, for people.

use super::format;
use super::thread::Thread;
use crate::code::{Code, Image};
use crate::debug::DebugInfo;
use threadproof_program::LocationId;

/// Where it stands in the source, innermost call first.
pub fn locations(image: &Image, debug: &DebugInfo, thread: &Thread) -> Vec<LocationId> {
    let mut locations: Vec<LocationId> = places(image, thread).collect();
    let foreign = locations.iter().position(|id| is_own(debug, *id));
    locations.drain(..foreign.unwrap_or(0));
    if foreign.is_some() {
        // Between closures of the user stand calls of Rust's own library, which nobody has written.
        locations.retain(|id| !is_rust_library(debug, *id));
    }
    locations
}

/// The first of these.
pub fn location(image: &Image, debug: &DebugInfo, thread: &Thread) -> Option<LocationId> {
    let own = places(image, thread).find(|id| is_own(debug, *id));
    own.or_else(|| places(image, thread).next())
}

/// Where the frames of a thread stand, innermost first, but for those that have no places.
fn places(image: &Image, thread: &Thread) -> impl Iterator<Item = LocationId> {
    thread
        .all_frames()
        .map(|frame| image.locations[(frame.next as usize).saturating_sub(1)])
        .filter(|location| *location != LocationId(0))
}

fn is_own(debug: &DebugInfo, id: LocationId) -> bool {
    // A module that was written by hand may name locations that it does not have.
    let location = debug.locations.get(id.0 as usize);
    location.is_none_or(|location| !is_system(&location.file))
}

fn is_rust_library(debug: &DebugInfo, id: LocationId) -> bool {
    let location = debug.locations.get(id.0 as usize);
    location.is_some_and(|location| location.file.starts_with("/rustc/"))
}

/// An operation in a header of the system or in Rust's library is shown at the user's call.
fn is_system(file: &str) -> bool {
    [
        "/usr/include/",
        "/usr/lib/",
        "/usr/local/include/",
        "/rustc/",
    ]
    .iter()
    .any(|folder| file.starts_with(folder))
}

/// The function of the modelled library that the user's code called.
pub fn library<'a>(image: &'a Image, debug: &DebugInfo, thread: &Thread) -> Option<&'a str> {
    // Library code has no locations; the outermost frame of it is the function that the user called.
    // The very first frame is not even that: it only starts the thread.
    let frames = thread.all_frames().take(thread.depth().saturating_sub(1));
    let library = frames.take_while(|frame| {
        let place = (frame.next as usize).saturating_sub(1);
        image.locations[place] == LocationId(0)
    });
    if let Some(outermost) = library.last() {
        let place = outermost.next.saturating_sub(1);
        let name = image.function_around(place);
        // The compiler's own, as for calls through traits, have no places either.
        let generated = |name: &str| name.starts_with("core::") || name.starts_with('<');
        return name.filter(|name| !generated(name));
    }
    rust_operation(image, debug, thread)
}

/// What the user's code did, if the thread is inside of a function of Rust's library that has a name of its own in reports.
fn rust_operation(image: &Image, debug: &DebugInfo, thread: &Thread) -> Option<&'static str> {
    for frame in thread.all_frames() {
        let place = frame.next.saturating_sub(1);
        let name = image.function_around(place)?;
        let known = RUST_CRATES.iter().any(|known| name.contains(known));
        if !known && !is_rust_library(debug, image.locations[place as usize]) {
            return None;
        }
        let known = RUST_OPERATIONS.iter();
        let mut known = known.filter(|(ty, end, _)| name.contains(ty) && name.ends_with(end));
        if let Some((_, _, shown)) = known.next() {
            return Some(shown);
        }
    }
    None
}

/// Crates with operations that are single steps.
const RUST_CRATES: &[&str] = &[
    "crossbeam_channel::flavors::",
    "crossbeam_channel::waker::",
    "atomic_waker::AtomicWaker",
];

/// Part of a type, the function, and the name of the two.
const RUST_OPERATIONS: &[(&str, &str, &str)] = &[
    ("sync::Arc<", "::clone", "Arc::clone"),
    ("sync::Arc<", "::drop", "Arc::drop"),
    ("sync::Weak<", "::clone", "Weak::clone"),
    ("sync::Weak<", "::drop", "Weak::drop"),
    ("mutex::MutexGuard<", "::drop", "Mutex::unlock"),
    ("RwLockReadGuard<", "::drop", "RwLock::unlock"),
    ("RwLockWriteGuard<", "::drop", "RwLock::unlock"),
    ("list::Channel<", "::send", "Sender::send"),
    ("list::Channel<", "::try_send", "Sender::try_send"),
    ("list::Channel<", "::recv", "Receiver::recv"),
    ("list::Channel<", "::try_recv", "Receiver::try_recv"),
    ("list::Channel<", "::is_empty", "Receiver::is_empty"),
    ("list::Channel<", "::len", "Receiver::len"),
    ("list::Channel<", "::disconnect_senders", "Sender::drop"),
    ("array::Channel<", "::send", "Sender::send"),
    ("array::Channel<", "::try_send", "Sender::try_send"),
    ("array::Channel<", "::recv", "Receiver::recv"),
    ("array::Channel<", "::try_recv", "Receiver::try_recv"),
    ("array::Channel<", "::is_empty", "Receiver::is_empty"),
    ("array::Channel<", "::is_full", "Sender::is_full"),
    ("array::Channel<", "::len", "Receiver::len"),
    ("array::Channel<", "::disconnect_senders", "Sender::drop"),
    ("waker::SyncWaker", "::register", "channel: wait"),
    ("waker::SyncWaker", "::unregister", "channel: wait"),
    ("waker::SyncWaker", "::notify", "channel: notify"),
    ("waker::SyncWaker", "::disconnect", "channel: disconnect"),
    ("::AtomicWaker", "::take_waker", "AtomicWaker::wake"),
    ("::AtomicWaker", "::take", "AtomicWaker::take"),
];

/// The text of a pending `Print`.
pub fn printed(image: &Image, thread: &Thread, peek: &dyn Fn(u64) -> Option<u8>) -> String {
    let Some(frame) = thread.frames.last() else {
        return String::new();
    };
    let Code::Print { values, .. } = image.code[frame.next as usize - 1] else {
        return String::new();
    };
    let registers = &thread.registers[frame.base as usize..];
    let values: Vec<u64> = image.arguments[values.range()]
        .iter()
        .map(|value| value.get(registers, &image.constants))
        .collect();
    let layout = &image.layout;
    let read = |address: u64| match layout.constant(address, 1) {
        Some(byte) => Some(byte as u8),
        None => peek(address),
    };
    match values.split_first() {
        Some((format, values)) => format::printf(*format, values, &read),
        None => String::new(),
    }
}
