//! Compares a report with what a case of the corpus expects.

use serde_json::Value;
use std::process::Output;
use threadproof_testkit::corpus::{Expected, Verdict};

pub fn compare(expected: &Expected, output: &Output) -> Result<(), String> {
    let code = match expected.verdict {
        Verdict::Verified => 0,
        Verdict::Error => 1,
        Verdict::BadInput => 2,
        Verdict::Inconclusive => 3,
    };
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let summary = || {
        let errors = report["errors"].as_array().into_iter().flatten();
        let errors: Vec<String> = errors
            .map(|e| format!("{} {} at {}", e["kind"], e["message"], e["location"]))
            .collect();
        let (verdict, reason) = (&report["verdict"], &report["reason"]);
        format!("{verdict} {reason} {} {errors:?}", report["executions"])
    };
    if output.status.code() != Some(code) {
        return Err(format!("{}, expected {code}: {}", output.status, summary()));
    }
    if expected.verdict == Verdict::BadInput {
        let silent = output.stdout.is_empty() && !output.stderr.is_empty();
        return silent
            .then_some(())
            .ok_or("bad input must be explained on stderr".into());
    }
    matches(expected, &report).map_err(|what| format!("{what} differs: {}", summary()))
}

/// Compares a report with the expectation; names what differs.
fn matches(expected: &Expected, report: &Value) -> Result<(), &'static str> {
    let executions = &report["executions"];
    let same = |wanted: Option<u64>, found: &Value| {
        wanted.is_none_or(|wanted| found.as_u64() == Some(wanted))
    };
    let kinds: Vec<&Value> = match expected.verdict {
        Verdict::Error => {
            let errors = report["errors"].as_array().into_iter().flatten();
            errors
                .filter(|error| same(expected.source_line, &error["location"]["line"]))
                .map(|error| &error["kind"])
                .collect()
        }
        _ => vec![&report["reason"]["kind"]],
    };
    if kinds.is_empty() {
        return Err("line of the error");
    }
    if let Some(kind) = &expected.kind
        && !kinds.iter().any(|found| found.as_str() == Some(kind))
    {
        return Err("kind");
    }
    // The runs of a solver's choice are no classes, and how many there are is its own affair.
    let counted = report["algorithm"] != "sat";
    if counted && !same(expected.complete, &executions["complete"]) {
        return Err("number of complete executions");
    }
    if expected.robust.is_some() && report["robust"].as_bool() != expected.robust {
        return Err("robustness");
    }
    if counted && !same(expected.blocked, &executions["blocked"]) {
        return Err("number of blocked executions");
    }
    for error in report["errors"].as_array().into_iter().flatten() {
        if !reads_what_was_written(&error["trace"]) {
            return Err("value of a read and of the write that it reads from");
        }
    }
    let unsupported = report["reason"]["kind"] == "unsupported";
    if report["algorithm"] == "rf" && unsupported && report["reason"]["location"]["line"].is_null()
    {
        return Err("place of what is not supported");
    }
    let optimal = report["algorithm"] == "optimal" || report["algorithm"] == "rf";
    if optimal && executions["redundant"] != 0 {
        return Err("number of redundant executions");
    }
    Ok(())
}

/// Does every plain load of a trace have the value of the plain store that it reads from? In Rust's library, text is
/// stored by words and read by bytes.
fn reads_what_was_written(trace: &Value) -> bool {
    let in_rust = |step: &Value| {
        let file = step["location"]["file"].as_str();
        file.is_some_and(|file| file.starts_with("/rustc/"))
    };
    if trace.as_array().into_iter().flatten().any(in_rust) {
        return true;
    }
    trace.as_array().into_iter().flatten().all(|load| {
        let from = load["reads_from"].as_u64().unwrap_or(u64::MAX);
        let store = usize::try_from(from).ok().and_then(|from| trace.get(from));
        store.is_none_or(|store| {
            let both_plain = load["operation"] == "load" && store["operation"] == "store";
            let same = load["variable"] == store["variable"];
            !both_plain || !same || bits(&load["value"]) == bits(&store["value"])
        })
    })
}

/// A pointer and a number may have the same bits at one place, one after the other.
fn bits(value: &Value) -> Option<&str> {
    value.as_str().map(|shown| match shown {
        "NULL" => "0",
        shown => shown,
    })
}
