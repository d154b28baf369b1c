//! Our own bugs: a panic becomes a message that asks to report it, and the exit code 3.

use std::panic::PanicHookInfo;
use std::sync::Mutex;

static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Replaces the panic message of the standard library.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        let message = describe(panic);
        crate::system::say(&format!(
            "error: {message}\nThis is a bug in threadproof: please report it, with the program \
             that was checked and the command line."
        ));
        if let Ok(mut first) = FIRST.lock() {
            first.get_or_insert(message);
        }
    }));
}

/// The first bug of ours that showed, if any did.
pub fn message() -> Option<String> {
    FIRST.lock().ok()?.clone()
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    let words = owned.or_else(|| payload.downcast_ref::<&str>().copied());
    let words = words.unwrap_or("no message");
    match panic.location() {
        Some(place) => format!(
            "internal error: {words} ({}:{})",
            place.file(),
            place.line()
        ),
        None => format!("internal error: {words}"),
    }
}
