//! The report as one JSON object. Its form is fixed: `docs/report.schema.json` describes it, and
//! tools depend on it.

use crate::{Report, why, words};
use serde_json::{Value, json};
use std::time::Duration;
use threadproof_engine::{
    Algorithm, CycleEvent, Execution, FenceKind, Found, Gap, Number, Outcome, Reason, ReasonKind,
    Sampled, Source, Step, Verdict,
};
use threadproof_program::Location;

/// The number of the form; a change that could break a reader raises it.
const SCHEMA: u32 = 1;

/// The whole report, on several lines and without a newline at the end.
pub fn render(report: &Report) -> String {
    serde_json::to_string_pretty(&value(report)).expect("strings and numbers can be written")
}

/// The report as a value.
pub fn value(report: &Report) -> Value {
    let outcome = &report.outcome;
    let mut value = json!({
        "schema": SCHEMA,
        "tool": concat!("threadproof ", env!("CARGO_PKG_VERSION")),
        "program": report.program,
        "model": report.model.name(),
        "algorithm": outcome.method(),
        "verdict": verdict(outcome.verdict),
        "bounded": bounded(report),
        "reason": outcome.reason.as_ref().map(reason),
        "executions": {
            "complete": outcome.counts.complete,
            "blocked": outcome.counts.blocked,
            "redundant": outcome.counts.redundant,
        },
        "errors": outcome.errors.iter().map(|found| error(report, found)).collect::<Vec<_>>(),
        "notes": crate::notes::json(&outcome.notes),
        "robust": outcome.robust,
        "sat": measures(outcome, Algorithm::Sat),
        "seconds": { "compile": seconds(report.compile), "explore": seconds(report.explore) },
        "peak_memory_bytes": report.peak_memory_bytes,
    });
    if !report.shown_under.is_empty() {
        let models = report.shown_under.iter();
        let models = models.map(|(model, shown)| (model.name().to_string(), json!(shown)));
        value["shown_under"] = Value::Object(models.collect());
    }
    for name in ["seq_cst_questions", "seq_cst_guesses", "abandoned"] {
        let mut measures = outcome.effort.iter();
        if let Some(measure) = measures.find(|measure| measure.name == name) {
            value[name] = number(measure.number);
        }
    }
    if let Some(replayed) = &outcome.replayed {
        value["replayed"] = execution(replayed);
    }
    if let Some(of) = &outcome.sampled {
        value["sampled"] = sampled(of);
    }
    value
}

/// The bounds of the verdict; `None` if it has none.
pub fn bounded(report: &Report) -> Option<Value> {
    let mut bounded = serde_json::Map::new();
    if let Some(bound) = report.bound() {
        bounded.insert("loop".into(), json!(bound));
    }
    if let Some(bound) = report.outcome.preemptions {
        bounded.insert("preemptions".into(), json!(bound));
    }
    (!bounded.is_empty()).then(|| bounded.into())
}

fn sampled(sampled: &Sampled) -> Value {
    json!({
        "samples": sampled.samples,
        "seed": sampled.seed,
        "strategy": sampled.strategy.name(),
        "classes": sampled.classes,
        "estimated_classes": sampled.estimated,
    })
}

/// The measures of an algorithm, by name; `None` if there are none.
fn measures(outcome: &Outcome, algorithm: Algorithm) -> Option<Value> {
    let measures = outcome.effort.iter().filter(|m| m.algorithm == algorithm);
    let rows = measures.map(|measure| (measure.name.to_string(), number(measure.number)));
    let rows: serde_json::Map<String, Value> = rows.collect();
    (!rows.is_empty()).then(|| rows.into())
}

fn number(number: Number) -> Value {
    match number {
        Number::Count(count) => json!(count),
        Number::Time(time) => json!(seconds(time)),
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "verified",
        Verdict::Error => "error",
        Verdict::Inconclusive => "inconclusive",
    }
}

fn reason(reason: &Reason) -> Value {
    let kind = match reason.kind() {
        ReasonKind::Timeout => "timeout",
        ReasonKind::ExecutionLimit => "execution-limit",
        ReasonKind::Unsupported => "unsupported",
        ReasonKind::Interrupted => "interrupted",
        ReasonKind::Memory => "memory",
        ReasonKind::Sampled => "sampled",
        ReasonKind::NothingComplete => "nothing-complete",
    };
    json!({
        "kind": kind,
        "message": words::cause(&reason.cause),
        "location": location(reason.location.as_ref()),
    })
}

fn error(report: &Report, found: &Found) -> Value {
    let mut error = json!({
        "kind": found.kind.name(),
        "message": words::bug(found),
        "thread": found.thread,
        "location": location(found.locations.first()),
        "why": why::sentence(report, found),
        "output": found.output,
        "trace": found.trace.iter().map(step).collect::<Vec<_>>(),
    });
    if let Some(violation) = &found.violation {
        error["cycle"] = violation.cycle.iter().map(cycle_event).collect();
        error["fences"] = violation.gaps.iter().map(|gap| fence(found, gap)).collect();
    }
    error
}

fn execution(execution: &Execution) -> Value {
    json!({
        "output": execution.output,
        "trace": execution.trace.iter().map(step).collect::<Vec<_>>(),
    })
}

fn cycle_event(event: &CycleEvent) -> Value {
    json!({ "step": event.step, "relation": words::relation(event.relation) })
}

/// Where a fence would help.
fn fence(found: &Found, gap: &Gap) -> Value {
    let at = |index: usize| location(found.trace[index].location.as_ref());
    json!({
        "kind": match gap.fence {
            FenceKind::Full => "full",
            FenceKind::Store => "store",
        },
        "thread": found.trace[gap.store].thread,
        "store": gap.store,
        "next": gap.next,
        "delayed": gap.delayed,
        "after": at(gap.store),
        "before": at(gap.next),
    })
}

fn step(step: &Step) -> Value {
    let reads_from = step.reads_from.map(|source| match source {
        Source::Initial => json!("initial"),
        Source::Step(index) => json!(index),
    });
    json!({
        "thread": step.thread,
        "operation": words::operation(step),
        "variable": step.variable,
        "value": words::value(step),
        "reads_from": reads_from,
        "location": location(step.location.as_ref()),
        "order": step.order.map(words::order),
        "flushes": step.flushes,
        "overwrites": step.overwrites,
    })
}

/// A place in the source.
pub fn place(at: &Location) -> Value {
    location(Some(at))
}

pub fn location(location: Option<&Location>) -> Value {
    match location {
        Some(Location { line: 0, .. }) | None => Value::Null,
        Some(place) => json!({
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "function": place.function,
        }),
    }
}

/// Microseconds are enough for people, and short to read.
fn seconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1e6
}
