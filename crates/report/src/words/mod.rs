//! Words for the engine's answer, which consists of enums and numbers.
//!
//! This is the only place with sentences about them. Nothing in the project reads these words back.

mod bug;
mod language;
mod reason;
mod replay;
mod step;

pub use bug::{bug, wait, waiting};
pub use language::Language;
pub use reason::cause;
pub use replay::{damage, impossible};
pub use step::{
    Role, failed_try, operation, order, relation, role, synchronises, value, with_variable,
};

use threadproof_program::Location;

/// ` at queue.c:12`, with the whole path; nothing for an unknown place.
fn at(location: Option<&Location>) -> String {
    location.map_or(String::new(), |l| format!(" at {}:{}", l.file, l.line))
}
