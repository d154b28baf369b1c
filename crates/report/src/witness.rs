//! Violation witnesses of SV-COMP: YAML, format 2, with thread ids.
//!
//! A witness is a sequence of segments, each with one waypoint to follow: the choices that the program
//! made, the reads of shared memory with the values that they got, and the violation itself. The order of
//! segments is the schedule. A thread's id is the number of its creation, 0 for main.
//!
//! Constraints are C expressions over variables in scope. A read whose variable has no plain C name
//! (heap objects, stack objects of others) gets the constraint `1`: it still says where the thread is.

use crate::Report;
use crate::interesting;
use std::fmt::Write;
use threadproof_engine::{Found, Step, StepKind};
use threadproof_program::{ErrorKind, Location};

/// What the user says about the program and the run: nothing here looks at the clock.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// RFC 3339, as the format asks for.
    pub creation_time: String,
    /// Each file of the program with its SHA-256 sum in hexadecimal digits.
    pub hashes: Vec<(String, String)>,
}

/// The whole witness, with a newline at the end.
pub fn render(found: &Found, report: &Report, circumstances: &Circumstances) -> String {
    let mut yaml = head(found, report, circumstances);
    let ids = thread_ids(found);
    for index in interesting::steps(found, report.model, false) {
        let step = &found.trace[index];
        if let Some((location, constraint)) = waypoint(step) {
            let id = id_of(&ids, &step.thread);
            segment(&mut yaml, "assumption", location, id, Some(&constraint));
        }
    }
    let target = found.locations.first().filter(|place| place.line > 0);
    let id = id_of(&ids, &found.thread);
    let unknown = Location::default();
    segment(&mut yaml, "target", target.unwrap_or(&unknown), id, None);
    yaml
}

fn head(found: &Found, report: &Report, circumstances: &Circumstances) -> String {
    let mut yaml = String::from("- entry_type: violation_sequence\n  metadata:\n");
    let mut line = |indent: usize, key: &str, value: &str| {
        let _ = writeln!(yaml, "{:indent$}{key}: {}", "", quote(value));
    };
    line(4, "format_version", "2.1");
    line(4, "uuid", &uuid(found, report, circumstances));
    line(4, "creation_time", &circumstances.creation_time);
    yaml += "    producer:\n";
    let mut line = |indent: usize, key: &str, value: &str| {
        let _ = writeln!(yaml, "{:indent$}{key}: {}", "", quote(value));
    };
    line(6, "name", "threadproof");
    line(6, "version", env!("CARGO_PKG_VERSION"));
    yaml += "    task:\n      input_files:\n";
    for (file, _) in &circumstances.hashes {
        let _ = writeln!(yaml, "        - {}", quote(file));
    }
    yaml += "      input_file_hashes:\n";
    for (file, hash) in &circumstances.hashes {
        let _ = writeln!(yaml, "        {}: {}", quote(file), quote(hash));
    }
    let mut line = |indent: usize, key: &str, value: &str| {
        let _ = writeln!(yaml, "{:indent$}{key}: {}", "", quote(value));
    };
    line(6, "specification", specification(found.kind));
    line(6, "data_model", "LP64");
    line(6, "language", "C");
    yaml += "  content:\n";
    yaml
}

/// The property of SV-COMP that an error violates.
fn specification(kind: ErrorKind) -> &'static str {
    use ErrorKind::*;
    match kind {
        NullDeref | OutOfBounds | UseAfterFree | StackOverflow => {
            "CHECK( init(main()), LTL(G valid-deref) )"
        }
        DoubleFree | InvalidFree => "CHECK( init(main()), LTL(G valid-free) )",
        Leak => "CHECK( init(main()), LTL(G valid-memtrack) )",
        DataRace => "CHECK( init(main()), LTL(G ! data-race) )",
        Deadlock | Livelock => "CHECK( init(main()), LTL(F end) )",
        _ => "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    }
}

/// Names of threads in the order of their creation in this execution.
fn thread_ids(found: &Found) -> Vec<&str> {
    let spawned = found
        .trace
        .iter()
        .filter(|step| step.kind == StepKind::Spawn);
    let names = spawned.filter_map(|step| step.variable.as_deref());
    std::iter::once("main").chain(names).collect()
}

fn id_of(ids: &[&str], thread: &str) -> usize {
    ids.iter().position(|name| *name == thread).unwrap_or(0)
}

/// The place of a step, and what holds there.
fn waypoint(step: &Step) -> Option<(&Location, String)> {
    let location = step.location.as_ref().filter(|place| place.line > 0)?;
    let constraint = match step.kind {
        StepKind::Load | StepKind::Choice => expression(step),
        StepKind::Store | StepKind::Rmw | StepKind::Wait | StepKind::Spawn => Some("1".into()),
        StepKind::FailedCompareExchange => Some("1".into()),
        _ => return None,
    };
    Some((location, constraint.unwrap_or_else(|| "1".into())))
}

/// `flag[0] == 1`, if the variable and the value can be written in C.
fn expression(step: &Step) -> Option<String> {
    let (variable, value) = (step.variable.as_deref()?, step.value.as_deref()?);
    let named = |c: char| c.is_alphanumeric() || matches!(c, '_' | '[' | ']' | '.');
    let is_name = variable.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && variable.chars().all(named);
    let number = value.strip_prefix('-').unwrap_or(value);
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let value = match value {
        "true" => "1",
        "false" => "0",
        "NULL" => "(void *)0",
        _ if is_number => value,
        _ => return None,
    };
    is_name.then(|| format!("{variable} == {value}"))
}

fn segment(
    yaml: &mut String,
    kind: &str,
    location: &Location,
    thread: usize,
    constraint: Option<&str>,
) {
    *yaml += "    - segment:\n        - waypoint:\n";
    let _ = writeln!(yaml, "            type: {kind}\n            action: follow");
    let _ = writeln!(yaml, "            thread_id: {thread}");
    *yaml += "            location:\n";
    let _ = writeln!(yaml, "              file_name: {}", quote(&location.file));
    let _ = writeln!(yaml, "              line: {}", location.line.max(1));
    if location.column > 0 {
        let _ = writeln!(yaml, "              column: {}", location.column);
    }
    if !location.function.is_empty() {
        let _ = writeln!(
            yaml,
            "              function: {}",
            quote(&location.function)
        );
    }
    if let Some(constraint) = constraint {
        *yaml += "            constraint:\n";
        let _ = writeln!(yaml, "              value: {}", quote(constraint));
        *yaml += "              format: c_expression\n";
    }
}

/// A name of the witness that depends on nothing but its content.
fn uuid(found: &Found, report: &Report, circumstances: &Circumstances) -> String {
    let content = format!("{found:?}{:?}{circumstances:?}", report.program);
    let first = crate::saved::fingerprint(content.as_bytes());
    let second = crate::saved::fingerprint(format!("{content}{first}").as_bytes());
    format!(
        "{}-{}-5{}-a{}-{}",
        &first[..8],
        &first[8..12],
        &first[13..16],
        &second[1..4],
        &second[4..16]
    )
}

/// A string in double quotes, as YAML and JSON write it.
fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
