//! Which loops may keep a search from its end, and why they are not waited in.

use crate::snippet::function_name;
use std::path::Path;
use threadproof_program::{Because, Program, Restless};

/// So many loops are named.
const SHOWN: usize = 3;

/// A sentence for each of the first loops that may go round for ever. Loops of the system's library are named only if
/// there are no others: users can change their own. Those of Rust's library are in every program, and tell nothing.
pub fn notes(program: &dyn Program) -> Vec<String> {
    let is_rusts = |found: &&Restless| {
        let place = program.source().location(found.place);
        place.file.starts_with("/rustc/")
    };
    let all = program.restless().iter();
    let all = all.filter(|found| !is_rusts(found));
    let is_own = |found: &&Restless| !is_system(&program.source().location(found.place).file);
    let mut loops: Vec<&Restless> = all.clone().filter(is_own).collect();
    if loops.is_empty() {
        loops = all.collect();
    }
    // Files elsewhere are those of other packages.
    loops.sort_by_key(|found| {
        let place = program.source().location(found.place);
        Path::new(&place.file).is_absolute()
    });
    let mut notes: Vec<String> = loops
        .iter()
        .take(SHOWN)
        .map(|found| note(program, found))
        .collect();
    if let Some(more) = loops.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        notes.push(format!("{more} more loops are run round by round"));
    }
    notes
}

fn is_system(file: &str) -> bool {
    file.starts_with("/usr/")
}

fn note(program: &dyn Program, found: &Restless) -> String {
    let place = program.source().location(found.place);
    let at = program.source().location(found.at);
    let line = match at.line {
        0 => String::new(),
        line if at.file == place.file => format!(" (line {line})"),
        line => format!(" ({}:{line})", at.file),
    };
    let effect = match &found.because {
        Because::Store => format!("a round writes to memory{line}"),
        Because::Change => format!("a round changes memory{line}"),
        Because::Call(name) => format!("a round calls {}{line}", function_name(name)),
        Because::UnknownCall => format!("a round calls a function through a pointer{line}"),
        Because::Division => "a round divides by a variable that changes".to_string(),
        Because::Carried => {
            "a variable that something depends on is not the same in the next round".to_string()
        }
        Because::Nested => "a round has a loop of its own".to_string(),
        Because::Other => format!("a round does more than look at memory{line}"),
    };
    format!(
        "the loop at {}:{} is run round by round, not waited in, since {effect}; --unroll N bounds it",
        place.file, place.line
    )
}
