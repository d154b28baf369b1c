//! One self-contained page to step through executions in a browser.
//!
//! Everything is in the file: style, script, the executions and the source. A policy in its head forbids
//! the browser to load anything else.

use crate::alternatives::alternatives;
use crate::relations::{Relation, edges};
use crate::selection;
use crate::table::{self, threads_and_waiting};
use crate::{Report, Sources, json, text, why, words};
use serde_json::{Map, Value, json};
use threadproof_engine::{Found, Orders, Source, Step, StepKind, Waiting};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = concat!(
    include_str!("html/highlight.js"),
    include_str!("html/arrows.js"),
    include_str!("html/page.js")
);

/// Is there an execution to be shown?
pub fn is_possible(report: &Report) -> bool {
    let mut errors = report.outcome.errors.iter();
    errors.any(|found| !found.trace.is_empty())
}

/// The page for all executions of a report; there must be one.
pub fn render(report: &Report, sources: &mut Sources) -> String {
    let shown = report.outcome.errors.iter();
    let shown: Vec<&Found> = shown.filter(|found| !found.trace.is_empty()).collect();
    let errors: Vec<Value> = shown.iter().map(|found| error(found, report)).collect();
    let relations = Relation::ALL.map(|relation| [relation.short(), relation.describe()]);
    let data = json!({
        "program": report.program,
        "model": report.model.name(),
        "relations": relations,
        "errors": errors,
        "sources": texts(&shown, sources),
        "text": text::plain(report, sources),
    });
    // Nothing in it can end the element that it stands in.
    let data = data.to_string().replace('<', "\\u003c");
    let title = format!("threadproof: {}", report.program.join(", "));
    let mut page = String::new();
    for part in PAGE.split_inclusive('\n') {
        match part.trim() {
            "@STYLE@" => page += STYLE,
            "@SCRIPT@" => page += SCRIPT,
            _ => {
                page += &part
                    .replace("@TITLE@", &escape(&title))
                    .replace("@DATA@", &data)
            }
        }
    }
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn error(found: &Found, report: &Report) -> Value {
    let chosen = selection::steps(found, report.model, false);
    let all: Vec<usize> = (0..found.trace.len()).collect();
    let edges: Vec<Value> = edges(found, &all)
        .into_iter()
        // Program order depends on the steps that are shown: the page computes it.
        .filter(|edge| edge.relation != Relation::ProgramOrder)
        .map(|edge| json!([edge.relation.short(), edge.from, edge.to]))
        .collect();
    let steps = found.trace.iter().enumerate();
    let mut steps: Vec<Value> = steps
        .map(|(index, one)| step(found, one, chosen.binary_search(&index).is_ok()))
        .collect();
    if report.model.orders() == Orders::Language {
        let others = alternatives(found);
        for (step, others) in steps.iter_mut().zip(others) {
            step["alternatives"] = others.into_iter().map(source).collect();
        }
    }
    if table::ends_with_failure(found) {
        steps.push(failure(found));
    }
    json!({
        "kind": found.kind.name(),
        "message": words::bug(found),
        "why": why::sentence(report, found),
        "threads": threads_and_waiting(found),
        "steps": steps,
        "waits": found.waiting.iter().map(waits).collect::<Vec<_>>(),
        "edges": edges,
    })
}

fn step(found: &Found, step: &Step, chosen: bool) -> Value {
    let shown = match step.kind {
        StepKind::Fail => format!("fails: {}", found.kind.name()),
        _ => table::words(step),
    };
    json!({
        "thread": step.thread,
        "kind": class(step.kind),
        "words": shown,
        "variable": step.variable,
        "value": words::value(step),
        "buffered": step.buffered,
        "library": step.is_library(),
        "flushes": step.flushes,
        "output": step.output,
        "location": json::location(step.location.as_ref()),
        "chosen": chosen,
    })
}

/// The last row, where an access fails and no step says so.
fn failure(found: &Found) -> Value {
    json!({
        "thread": found.thread,
        "kind": class(StepKind::Fail),
        "words": format!("fails: {}", found.kind.name()),
        "variable": null,
        "value": null,
        "buffered": false,
        "library": true,
        "flushes": null,
        "output": null,
        "location": json::location(found.locations.first()),
        "chosen": true,
        "alternatives": [],
    })
}

/// A thread that waits after the last step.
fn waits(waiting: &Waiting) -> Value {
    json!({
        "thread": waiting.thread,
        "words": words::waiting(waiting),
        "location": json::location(waiting.location.as_ref()),
    })
}

/// A step by its index, or null for the initial value.
fn source(source: Source) -> Value {
    match source {
        Source::Initial => Value::Null,
        Source::Step(index) => json!(index),
    }
}

/// The kinds of steps that the page distinguishes.
fn class(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Store => "store",
        StepKind::Rmw => "rmw",
        StepKind::Flush => "flush",
        StepKind::Fail => "fail",
        StepKind::Load | StepKind::FailedCompareExchange => "load",
        _ => "other",
    }
}

/// The lines of each file that a step stands in, or a thread that waits.
fn texts(errors: &[&Found], sources: &mut Sources) -> Map<String, Value> {
    let mut texts = Map::new();
    let steps = errors.iter().flat_map(|found| &found.trace);
    let steps = steps.filter_map(|step| step.location.as_ref());
    let waits = errors.iter().flat_map(|found| &found.waiting);
    let waits = waits.filter_map(|waiting| waiting.location.as_ref());
    for location in steps.chain(waits) {
        if !texts.contains_key(&location.file) {
            let lines = sources.lines(&location.file);
            texts.insert(location.file.clone(), json!(lines));
        }
    }
    texts
}
