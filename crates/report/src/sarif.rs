//! The errors as SARIF 2.1.0, the format of code scanning services.
//!
//! A result has the place of the error, the calls that led there, and a code flow with one thread flow
//! per thread; the order of the steps of different threads is their `executionOrder`.

use crate::table::{self, threads};
use crate::{Report, explain, json, notes, why, words};
use serde_json::{Value, json};
use threadproof_engine::{Found, Step, StepKind, Verdict};
use threadproof_program::{ErrorKind, Location};

/// Calls told of a deep stack.
const MOST_FRAMES: usize = 100;

/// The whole log, on several lines and with a newline at the end.
pub fn render(report: &Report) -> String {
    let properties = json!({
        "model": report.model.name(),
        "algorithm": report.outcome.method(),
        "bounded": json::bounded(report),
    });
    log(&results(report), &[invocation(report)], properties)
}

/// The errors of a report.
pub fn results(report: &Report) -> Vec<Value> {
    let errors = report.outcome.errors.iter();
    errors.map(|found| result(report, found)).collect()
}

/// A log with the results of several reports.
pub fn merged(results: &[Value], all_decided: bool) -> String {
    log(
        results,
        &[json!({ "executionSuccessful": all_decided })],
        json!({}),
    )
}

fn log(results: &[Value], invocations: &[Value], properties: Value) -> String {
    let rules: Vec<Value> = ErrorKind::ALL.into_iter().map(rule).collect();
    let log = json!({
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "threadproof",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "invocations": invocations,
            "columnKind": "utf16CodeUnits",
            "results": results,
            "properties": properties,
        }],
    });
    let text = serde_json::to_string_pretty(&log).expect("strings and numbers can be written");
    format!("{text}\n")
}

fn rule(kind: ErrorKind) -> Value {
    json!({
        "id": kind.name(),
        "shortDescription": { "text": explain::title(kind) },
        "help": { "text": explain::text(kind) },
        "defaultConfiguration": { "level": "error" },
    })
}

/// An inconclusive search is told as a notification: it is no finding about the program.
fn invocation(report: &Report) -> Value {
    let decided = report.outcome.verdict != Verdict::Inconclusive;
    let mut invocation = json!({ "executionSuccessful": decided });
    let told = notes::sentences(&report.outcome.notes);
    let told = told.map(|words| json!({ "level": "note", "message": { "text": words } }));
    let mut notifications: Vec<Value> = told.collect();
    if let Some(reason) = &report.outcome.reason {
        let mut notification = json!({
            "level": "warning",
            "message": { "text": format!("inconclusive: {}", words::cause(&reason.cause)) },
        });
        if let Some(location) = reason.location.as_ref().and_then(place) {
            notification["locations"] = json!([location]);
        }
        notifications.insert(0, notification);
    }
    if !notifications.is_empty() {
        invocation["toolExecutionNotifications"] = json!(notifications);
    }
    invocation
}

fn result(report: &Report, found: &Found) -> Value {
    let mut message = words::bug(found);
    if let Some(why) = why::sentence(report, found) {
        message += &format!("\n{why}");
    }
    let rules = ErrorKind::ALL;
    let rule = rules.iter().position(|kind| *kind == found.kind);
    let mut result = json!({
        "ruleId": found.kind.name(),
        "ruleIndex": rule,
        "level": "error",
        "message": { "text": message },
    });
    if let Some(location) = found.locations.first().and_then(place) {
        result["locations"] = json!([location]);
    }
    if !found.locations.is_empty() {
        let frames = found.locations.iter().take(MOST_FRAMES).filter_map(place);
        let frames: Vec<Value> = frames
            .map(|location| json!({ "location": location }))
            .collect();
        result["stacks"] = json!([{ "frames": frames }]);
    }
    let flows = thread_flows(found);
    if !flows.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": flows }]);
    }
    result
}

fn thread_flows(found: &Found) -> Vec<Value> {
    let names = threads(found).into_iter();
    let flows = names.filter_map(|thread| {
        let steps = found.trace.iter().enumerate();
        let own = steps.filter(|(_, step)| step.thread == thread);
        let locations: Vec<Value> = own
            .map(|(index, step)| flow_step(found, index, step))
            .collect();
        (!locations.is_empty()).then(|| json!({ "id": thread, "locations": locations }))
    });
    flows.collect()
}

fn flow_step(found: &Found, index: usize, step: &Step) -> Value {
    let shown = match step.kind {
        StepKind::Fail => format!("fails: {}", found.kind.name()),
        _ => table::words(step),
    };
    let mut location = step.location.as_ref().and_then(place).unwrap_or(json!({}));
    location["message"] = json!({ "text": shown });
    let importance = match step.kind {
        StepKind::Fail => "essential",
        StepKind::Exit | StepKind::Allocate | StepKind::Free => "unimportant",
        _ => "important",
    };
    json!({ "location": location, "executionOrder": index + 1, "importance": importance })
}

fn place(location: &Location) -> Option<Value> {
    if location.line == 0 {
        return None;
    }
    let mut region = json!({ "startLine": location.line });
    if location.column > 0 {
        region["startColumn"] = json!(location.column);
    }
    let mut place = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&location.file) },
        "region": region,
    } });
    if !location.function.is_empty() {
        let function = json!({ "name": location.function, "kind": "function" });
        place["logicalLocations"] = json!([function]);
    }
    Some(place)
}

/// A path as a relative reference, or as a `file` URI if it is absolute.
fn uri(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    match uri.starts_with('/') {
        true => format!("file://{uri}"),
        false => uri,
    }
}
