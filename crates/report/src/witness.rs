//! Violation witnesses of SV-COMP: YAML, format 2, with thread ids.
//!
//! A witness is a sequence of segments, each with one waypoint to follow: the choices that the program
//! made, the reads of shared memory with the values that they got, and the violation itself. The order of
//! segments is the schedule. A thread's id is the number of its creation, 0 for main.
//!
//! Constraints are C expressions over variables in scope. A read whose variable has no plain C name
//! (heap objects, stack objects of others) gets the constraint `1`: it still says where the thread is.
//!
//! An assumption holds before a statement, and its place has no column: that stands for the first statement
//! of the line. The steps of a thread on one line without another thread in between are therefore one waypoint,
//! as far as the values that it read are those from before the line. A thread that is interrupted in the
//! middle of a statement cannot be described better than by two waypoints at the same place.

use crate::Report;
use crate::selection;
use std::fmt::Write;
use threadproof_engine::{Found, Step, StepKind, Value};
use threadproof_program::{ErrorKind, Location};

/// Facts about the program and the run that come from the caller: nothing here looks at the clock.
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
    for assumption in assumptions(found, report) {
        let id = id_of(&ids, assumption.thread);
        segment(&mut yaml, id, assumption.location, Some(&assumption));
    }
    let id = id_of(&ids, &found.thread);
    let unknown = Location::default();
    segment(&mut yaml, id, target(found).unwrap_or(&unknown), None);
    yaml
}

/// Where the violation is: for an error call, the call, and not the failing code inside.
fn target(found: &Found) -> Option<&Location> {
    let places = &found.locations;
    let error_call = places.iter().rposition(|p| p.function == "reach_error");
    let call = error_call.and_then(|inner| places.get(inner + 1));
    call.or(places.first()).filter(|place| place.line > 0)
}

/// A waypoint on the way to the target.
struct Assumption<'a> {
    thread: &'a str,
    location: &'a Location,
    /// C expressions that hold together; none if nothing can be said.
    conditions: Vec<String>,
    /// The thread has written: its reads now say nothing about the beginning of the line.
    wrote: bool,
}

fn assumptions<'a>(found: &'a Found, report: &Report) -> Vec<Assumption<'a>> {
    let mut list: Vec<Assumption<'a>> = Vec::new();
    for index in selection::steps(found, report.model, false) {
        let step = &found.trace[index];
        let Some(location) = step.location.as_ref().filter(|place| place.line > 0) else {
            continue;
        };
        let condition = match step.kind {
            StepKind::Load | StepKind::Choice => expression(step),
            StepKind::Store | StepKind::Rmw | StepKind::Wait(_) | StepKind::Spawn => None,
            StepKind::FailedCompareExchange => None,
            _ => continue,
        };
        let here = |a: &&mut Assumption<'_>| {
            let place = a.location;
            let line = (&place.file, place.line, &place.function);
            a.thread == step.thread && line == (&location.file, location.line, &location.function)
        };
        let wrote = matches!(step.kind, StepKind::Store | StepKind::Rmw);
        match list.last_mut().filter(here) {
            Some(last) => {
                let new = condition.filter(|c| !last.wrote && !last.conditions.contains(c));
                last.conditions.extend(new);
                last.wrote |= wrote;
            }
            None => list.push(Assumption {
                thread: &step.thread,
                location,
                conditions: condition.into_iter().collect(),
                wrote,
            }),
        }
    }
    list
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

/// `flag[0] == 1`, if the variable and the value can be written in C.
fn expression(step: &Step) -> Option<String> {
    let (variable, Value::One(value)) = (step.variable.as_deref()?, step.value.as_ref()?) else {
        return None;
    };
    let named = |c: char| c.is_alphanumeric() || matches!(c, '_' | '[' | ']' | '.');
    let is_name = variable.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && variable.chars().all(named);
    let number = value.strip_prefix('-').unwrap_or(value);
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let value = match value.as_str() {
        "true" => "1",
        "false" => "0",
        "NULL" => "(void *)0",
        _ if is_number => value,
        _ => return None,
    };
    is_name.then(|| format!("{variable} == {value}"))
}

/// An assumption, or the target if there is none.
fn segment(
    yaml: &mut String,
    thread: usize,
    place: &Location,
    assumption: Option<&Assumption<'_>>,
) {
    let kind = assumption.map_or("target", |_| "assumption");
    *yaml += "    - segment:\n        - waypoint:\n";
    let _ = writeln!(yaml, "            type: {kind}\n            action: follow");
    let _ = writeln!(yaml, "            thread_id: {thread}");
    *yaml += "            location:\n";
    let _ = writeln!(yaml, "              file_name: {}", quote(&place.file));
    let _ = writeln!(yaml, "              line: {}", place.line.max(1));
    if assumption.is_none() && place.column > 0 {
        let _ = writeln!(yaml, "              column: {}", place.column);
    }
    if !place.function.is_empty() {
        let _ = writeln!(yaml, "              function: {}", quote(&place.function));
    }
    if let Some(assumption) = assumption {
        let value = match &assumption.conditions[..] {
            [] => "1".to_string(),
            conditions => conditions.join(" && "),
        };
        *yaml += "            constraint:\n";
        let _ = writeln!(yaml, "              value: {}", quote(&value));
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
