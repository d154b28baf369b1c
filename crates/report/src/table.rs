//! The schedule that leads to an error, as rows of a table: one per step, and the words for it.

use crate::layout::{self, Row};
use crate::selection;
use crate::snippet::{Sources, printable};
use crate::style::{FAINT, paint};
use crate::words::{self, synchronises};
use crate::wrap::wrap;
use std::collections::BTreeSet;
use threadproof_engine::{Execution, Found, Model, Source, Step, StepKind};
use threadproof_program::Location;

/// Rows shown of a long execution unless all are asked for: the last ones, nearest the error.
const MOST_ROWS: usize = 200;

/// Objects of the heap whose allocation is told.
const MOST_ALLOCATED: usize = 6;

pub fn render(found: &Found, model: Model, verbose: bool, sources: &mut Sources) -> String {
    let mut chosen = selection::steps(found, model, verbose);
    let left_out = LeftOut::of(&mut chosen, found.trace.len(), verbose);
    let one_file = one_file(&found.trace, found.locations.first());
    let fails = format!("fails: {}", found.kind.name());
    let mut rows = rows(&found.trace, &fails, one_file, &chosen, sources);
    if ends_with_failure(found) {
        let mut last = failure(found, sources, one_file);
        if rows
            .last()
            .is_some_and(|row| (&row.thread, &row.line) == (&last.thread, &last.line))
        {
            last.source.clear();
        }
        rows.push(last);
    }
    let allocated = allocated(&found.trace, &rows, one_file);
    left_out.around(&layout::render(&threads(found), &rows)) + &allocated
}

/// Where the objects of the heap that the rows name were allocated, if that is no row.
fn allocated(trace: &[Step], rows: &[Row], one_file: bool) -> String {
    let is_named = |name: &str| {
        let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        let is_whole =
            |before: &str| !before.ends_with(|c: char| c == ':' || c == '_' || c.is_alphanumeric());
        rows.iter().any(|row| {
            let mut found = row.words.match_indices(name);
            found.any(|(at, _)| {
                is_whole(&row.words[..at]) && !goes_on(&row.words[at + name.len()..])
            })
        })
    };
    let mut places: Vec<String> = Vec::new();
    let hidden = |number: usize| rows.iter().all(|row| row.number != number);
    for (index, step) in trace.iter().enumerate() {
        if step.kind != StepKind::Allocate || !hidden(index + 1) {
            continue;
        }
        let place = step.location.as_ref().filter(|place| place.line > 0);
        if let (Some(name), Some(place)) = (&step.variable, place)
            && is_named(name)
        {
            let word = if one_file { "line " } else { "" };
            places.push(format!("{name} in {word}{}", line(place, one_file)));
        }
    }
    let more = places.len().saturating_sub(MOST_ALLOCATED);
    places.truncate(MOST_ALLOCATED);
    if more > 0 {
        places.push(format!("{more} more"));
    }
    match places.is_empty() {
        true => String::new(),
        false => {
            let note = wrap("(allocated:", &format!("{})", places.join(", ")), 1);
            format!("{}\n", paint(FAINT, note.trim_end()))
        }
    }
}

/// An execution without an error.
pub fn of_execution(
    execution: &Execution,
    model: Model,
    verbose: bool,
    sources: &mut Sources,
) -> String {
    let trace = &execution.trace;
    let mut chosen = selection::steps_without_error(trace, model, verbose);
    let left_out = LeftOut::of(&mut chosen, trace.len(), verbose);
    let one_file = one_file(trace, None);
    // An error that is not looked for ends its thread and nothing else.
    let rows = rows(trace, "stops", one_file, &chosen, sources);
    let names = by_name(trace.iter().map(|step| step.thread.as_str()));
    left_out.around(&layout::render(&names, &rows))
}

/// How many steps are not shown.
struct LeftOut {
    /// At the beginning of a long execution.
    earlier: usize,
    /// Those that concern one thread only.
    others: usize,
}

impl LeftOut {
    /// Takes the first of the chosen steps out if they are too many.
    fn of(chosen: &mut Vec<usize>, all: usize, verbose: bool) -> LeftOut {
        let others = all - chosen.len();
        let earlier = match verbose {
            true => 0,
            false => chosen.len().saturating_sub(MOST_ROWS),
        };
        chosen.drain(..earlier);
        LeftOut { earlier, others }
    }

    fn around(&self, table: &str) -> String {
        let mut shown = String::new();
        if self.earlier > 0 {
            let note = format!(
                "({} earlier steps are left out; --verbose shows them)",
                self.earlier
            );
            shown += &format!("{}\n", paint(FAINT, &note));
        }
        shown += table;
        if self.others > 0 {
            let note = match self.others {
                1 => "(1 other step is left out; --verbose shows it)".into(),
                n => format!("({n} other steps are left out; --verbose shows them)"),
            };
            shown += &format!("{}\n", paint(FAINT, &note));
        }
        shown
    }
}

/// The threads of the execution in the order of their names: `main.2` before `main.10`.
pub fn threads(found: &Found) -> Vec<String> {
    let mentioned = found.trace.iter().map(|step| step.thread.as_str());
    by_name(mentioned.chain([found.thread.as_str()]))
}

/// The same with threads that wait and have taken no step.
pub fn threads_and_waiting(found: &Found) -> Vec<String> {
    let waiting = found.waiting.iter().map(|waiting| waiting.thread.as_str());
    let known = threads(found);
    by_name(known.iter().map(String::as_str).chain(waiting))
}

fn by_name<'a>(mentioned: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: BTreeSet<(Vec<u32>, &str)> = BTreeSet::new();
    for name in mentioned {
        let path = name.split('.').skip(1).map(|n| n.parse().unwrap_or(0));
        names.insert((path.collect(), name));
    }
    names.into_iter().map(|(_, name)| name.into()).collect()
}

/// Is the failure a row of its own, because no step says it?
pub fn ends_with_failure(found: &Found) -> bool {
    !found.trace.iter().any(|step| step.kind == StepKind::Fail) && has_own_place(found)
}

/// Does the error happen at a step of its thread, rather than at the end of the execution?
fn has_own_place(found: &Found) -> bool {
    found.waiting.is_empty() && found.violation.is_none() && !found.locations.is_empty()
}

fn rows(
    trace: &[Step],
    fails: &str,
    one_file: bool,
    chosen: &[usize],
    sources: &mut Sources,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::with_capacity(chosen.len());
    let mut previous: Option<(&str, &Location)> = None;
    for &index in chosen {
        let step = &trace[index];
        let words = match step.kind {
            StepKind::Fail => fails.to_string(),
            _ => words(step),
        };
        let place = step.location.as_ref().filter(|place| place.line > 0);
        let here = place.map(|place| (step.thread.as_str(), place));
        let same_line = |a: (&str, &Location), b: (&str, &Location)| {
            a.0 == b.0 && a.1.line == b.1.line && a.1.file == b.1.file
        };
        let repeats = matches!((previous, here), (Some(a), Some(b)) if same_line(a, b));
        previous = here;
        rows.push(Row {
            number: index + 1,
            thread: step.thread.clone(),
            words,
            line: place.map_or(String::new(), |place| line(place, one_file)),
            source: place
                .filter(|_| !repeats)
                .map_or(String::new(), |place| source(place, sources)),
            fails: step.kind == StepKind::Fail,
        });
    }
    rows
}

/// A last row for an error that is no step of its own.
fn failure(found: &Found, sources: &mut Sources, one_file: bool) -> Row {
    let place = found.locations.first().filter(|place| place.line > 0);
    Row {
        number: found.trace.len() + 1,
        thread: found.thread.clone(),
        words: format!("fails: {}", found.kind.name()),
        line: place.map_or(String::new(), |place| line(place, one_file)),
        source: place.map_or(String::new(), |place| source(place, sources)),
        fails: true,
    }
}

/// Does the whole execution stay in one file?
fn one_file(trace: &[Step], failure: Option<&Location>) -> bool {
    let places = trace.iter().filter_map(|step| step.location.as_ref());
    let files: BTreeSet<&str> = places
        .chain(failure)
        .filter(|place| place.line > 0)
        .map(|place| place.file.as_str())
        .collect();
    files.len() <= 1
}

fn line(place: &Location, one_file: bool) -> String {
    if one_file {
        return place.line.to_string();
    }
    let name = place.file.rsplit('/').next().unwrap_or(&place.file);
    printable(&format!("{name}:{}", place.line))
}

fn source(place: &Location, sources: &mut Sources) -> String {
    let text = sources.line(&place.file, place.line).unwrap_or("");
    printable(text.trim())
}

/// `store x = 1`, `exchange x: 0 -> 1`, `lock m`, `load x = 0 [3]`, where the value
/// comes from step 3.
pub fn words(step: &Step) -> String {
    let mut shown = words::operation(step);
    if let Some(variable) = &step.variable {
        shown += &format!(" {variable}");
    }
    if let Some(value) = words::value(step)
        && shows_value(step)
    {
        let sign = match (step.kind, &step.variable) {
            (_, None) => " ",
            (StepKind::Rmw, _) => ": ",
            _ => " = ",
        };
        shown += &format!("{sign}{value}");
    }
    match step.reads_from.filter(|_| tells_source(step)) {
        Some(Source::Initial) => shown += " [init]",
        Some(Source::Step(from)) => shown += &format!(" [{}]", from + 1),
        None => (),
    }
    if step.buffered {
        shown += " (buffered)";
    }
    printable(&shown)
}

/// The thread that unlocked a mutex is visible in the table anyway.
pub fn tells_source(step: &Step) -> bool {
    !step.is_library() && step.value.is_some() && step.reads_from.is_some()
}

/// The inner value of a mutex belongs to the library; the value that an await saw belongs to the user.
fn shows_value(step: &Step) -> bool {
    let waits = matches!(step.kind, StepKind::Wait(_));
    waits && !step.is_library() || !(waits || synchronises(step))
}
