//! The conditions of a verdict: where the checked program differs from the written one.

use crate::style::{UNSURE, paint};
use crate::wrap::wrap;
use serde_json::{Value, json};
use std::borrow::Cow;
use threadproof_engine::{Note, NoteKind, Treatment};
use threadproof_program::Location;

/// So many lines are named in the text; the JSON has them all.
const SHOWN: usize = 8;

/// A sentence for each, on a line.
pub fn sentences(notes: &[Note]) -> impl Iterator<Item = String> {
    notes.iter().map(|note| match places(&note.locations) {
        places if places.is_empty() => message(&note.kind).into_owned(),
        places => format!("{} ({places})", message(&note.kind)),
    })
}

/// For people, a sentence each.
pub fn text(notes: &[Note]) -> String {
    let shown = sentences(notes).map(|words| {
        let shown = wrap("Note:", &words, 6);
        format!("{}\n", paint(UNSURE, shown.trim_end()))
    });
    shown.collect()
}

pub fn json(notes: &[Note]) -> Value {
    let value = |note: &Note| {
        json!({
            "kind": match &note.kind {
                NoteKind::Treated(Treatment::Strengthened) => "strengthened",
                NoteKind::Treated(Treatment::Weakened) => "weakened",
                NoteKind::Assumed(_) => "assumed",
                NoteKind::WeakAtomics => "weak-atomics",
                NoteKind::Sequential => "sequential",
                NoteKind::NoAssertion => "no-assertion",
                NoteKind::LoadBuffering => "load-buffering",
                NoteKind::PassedOver(_) => "passed-over",
                NoteKind::Volatile => "volatile",
            },
            "message": message(&note.kind),
            "locations": note.locations.iter().map(crate::json::place).collect::<Vec<_>>(),
        })
    };
    notes.iter().map(value).collect()
}

fn message(kind: &NoteKind) -> Cow<'_, str> {
    Cow::Borrowed(match kind {
        NoteKind::PassedOver(kind) => {
            let words = format!(
                "there are executions with an error of the kind {}, which is not looked for",
                kind.name()
            );
            return Cow::Owned(words);
        }
        NoteKind::Treated(Treatment::Strengthened) => {
            "relaxed accesses were checked as release and acquire ones; the program itself has more \
             executions"
        }
        NoteKind::Treated(Treatment::Weakened) => {
            "sequentially consistent accesses were checked as release and acquire ones; the program \
             itself may have fewer executions"
        }
        NoteKind::Assumed(words) => words,
        NoteKind::WeakAtomics => {
            "the program has atomics that are weaker than seq_cst; --model c11 checks all that the \
             language allows them"
        }
        NoteKind::Sequential => {
            "the program created no thread, so there was only one order to look at"
        }
        NoteKind::NoAssertion => {
            "no execution reached an assertion; all that was looked for are races, crashes, deadlocks and the like"
        }
        NoteKind::LoadBuffering => {
            "C++ and some processors let relaxed stores overtake earlier loads, which c11 leaves out here; \
             these accesses could show it"
        }
        NoteKind::Volatile => {
            "in C and C++ volatile accesses are not atomic; --volatile relaxed takes them for relaxed \
             atomics, and --volatile ordered gives them the order that x86 does"
        }
    })
}

/// `a.c:3, 5, b.c:7`. Lines of Rust's library tell users nothing, as they cannot change them.
fn places(all: &[Location]) -> String {
    let is_library = |location: &&Location| location.file.starts_with("/rustc/");
    let locations: Vec<&Location> = all.iter().filter(|l| !is_library(l)).collect();
    let mut file = None;
    let shown = locations.iter().take(SHOWN).map(|location| {
        let line = location.line.to_string();
        match file.replace(&location.file) {
            Some(before) if *before == location.file => line,
            _ => format!("{}:{line}", crate::snippet::printable(&location.file)),
        }
    });
    let mut words: Vec<String> = shown.collect();
    if let Some(more @ 1..) = locations.len().checked_sub(SHOWN) {
        words.push(format!("and {more} more"));
    }
    if locations.len() < all.len() {
        words.push("the standard library of Rust".into());
    }
    words.join(", ")
}
