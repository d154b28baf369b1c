//! The report for people: the verdict first, then what supports it.
//!
//! The text has colours; print it through a stream that strips them where they are not wanted.

use crate::Report;
use crate::snippet::{self, Sources, place, printable};
use crate::style::{ERROR, FAINT, GOOD, STRONG, UNSURE, paint};
use crate::table;
use std::time::Duration;
use threadproof_engine::{Found, Reason, ReasonKind, Verdict, Waiting};

/// The whole report, with a newline at the end. `verbose` shows every step of an execution.
pub fn render(report: &Report, verbose: bool, sources: &mut Sources) -> String {
    let mut shown = String::new();
    match report.outcome.verdict {
        Verdict::Verified => shown += &verified(report),
        Verdict::Error => {
            for found in &report.outcome.errors {
                shown += &error(found, report, verbose, sources);
                shown.push('\n');
            }
        }
        Verdict::Inconclusive => {
            if let Some(reason) = &report.outcome.reason {
                shown += &inconclusive(reason, sources);
            }
        }
    }
    shown += &crate::notes::text(&report.outcome.notes);
    shown += &robustness(report);
    shown += &summary(report);
    shown
}

fn verified(report: &Report) -> String {
    let program = printable(&report.program.join(", "));
    let counts = report.outcome.counts;
    let mut shown = match report.bound() {
        None => format!(
            "{}: no execution of {program} has an error\n",
            paint(GOOD, "verified")
        ),
        Some(bound) => {
            let times = if bound == 1 {
                "iteration"
            } else {
                "iterations"
            };
            let head = format!("verified up to {bound} {times} of each loop");
            format!(
                "{}: no execution of {program} within this bound has an error\n\
                 Longer executions were not looked at; a larger --unroll looks further.\n",
                paint(GOOD, &head)
            )
        }
    };
    if counts.complete == 0 && counts.blocked > 0 {
        let note =
            "Note: no execution ran to its end; each stopped at an assumption, a wait or a bound.";
        shown += &format!("{}\n", paint(UNSURE, note));
    }
    shown
}

fn error(found: &Found, report: &Report, verbose: bool, sources: &mut Sources) -> String {
    let head = format!("error[{}]", found.kind.name());
    let message = paint(STRONG, &printable(&found.message));
    let mut shown = format!("{}: {message}\n", paint(ERROR, &head));
    if let Some(location) = found.locations.first() {
        shown += &format!("  --> {}, thread {}\n", place(location), found.thread);
        shown += &snippet::render(sources, location);
        for caller in &found.locations[1..] {
            shown += &format!("  called from {}\n", place(caller));
        }
    }
    shown += &waiting(&found.waiting);
    if !found.trace.is_empty() {
        shown += &format!("\n{}\n", paint(STRONG, "The execution that shows it:"));
        shown += &table::render(found, report.model, verbose, sources);
    }
    shown += &output(&found.output);
    shown
}

fn waiting(waiting: &[Waiting]) -> String {
    let mut shown = String::new();
    for thread in waiting {
        shown += &format!("  {} waits for {}", thread.thread, thread.what);
        if !thread.object.is_empty() {
            shown += &format!(" ({})", printable(&thread.object));
        }
        if let Some(location) = &thread.location {
            shown += &format!(" at {}", place(location));
        }
        shown.push('\n');
    }
    shown
}

fn output(output: &str) -> String {
    if output.is_empty() {
        return String::new();
    }
    let mut shown = format!("\n{}\n", paint(STRONG, "Printed until then:"));
    for line in output.lines() {
        shown += &format!("  {}\n", printable(line));
    }
    shown
}

fn inconclusive(reason: &Reason, sources: &mut Sources) -> String {
    let mut shown = format!(
        "{}: {}\n",
        paint(UNSURE, "inconclusive"),
        printable(&reason.message)
    );
    if let Some(location) = &reason.location {
        shown += &format!("  --> {}\n", place(location));
        shown += &snippet::render(sources, location);
    }
    shown += "No error was found in what was looked at, but not everything was.\n";
    shown += &format!("{}: {}\n", paint(STRONG, "try"), advice(reason.kind));
    shown
}

fn advice(kind: ReasonKind) -> &'static str {
    match kind {
        ReasonKind::Timeout => {
            "a larger --timeout, fewer threads or operations, or a bound on loops (--unroll N)"
        }
        ReasonKind::ExecutionLimit => "a larger --max-executions, or a smaller program",
        ReasonKind::Unsupported => {
            "a program without this construct; docs/limits.md lists what is supported"
        }
        ReasonKind::Interrupted => "running it again, perhaps with --timeout SECONDS",
        ReasonKind::Memory => "a smaller program, or a bound on loops (--unroll N)",
    }
}

fn robustness(report: &Report) -> String {
    match report.robust {
        None => String::new(),
        Some(true) => format!(
            "{}: every behaviour under {} is sequentially consistent\n",
            paint(GOOD, "robust"),
            report.model.name()
        ),
        Some(false) => format!(
            "{}: some behaviour under {} is not sequentially consistent\n",
            paint(ERROR, "not robust"),
            report.model.name()
        ),
    }
}

/// What it took.
fn summary(report: &Report) -> String {
    let counts = report.outcome.counts;
    let mut parts = vec![match counts.complete {
        1 => "1 complete execution".into(),
        n => format!("{n} complete executions"),
    }];
    if counts.blocked > 0 {
        parts.push(format!("{} blocked", counts.blocked));
    }
    if counts.redundant > 0 {
        parts.push(format!("{} redundant", counts.redundant));
    }
    let errors = &report.outcome.errors;
    if errors.len() > 1 {
        parts.push(format!("{} errors", errors.len()));
    }
    let memory = match report.peak_memory_bytes {
        Some(bytes) => format!(", {} MB", bytes.div_ceil(1 << 20)),
        None => String::new(),
    };
    let counts = parts.join(", ");
    let model = report.model.name();
    let algorithm = report.outcome.algorithm.name();
    let (compile, explore) = (seconds(report.compile), seconds(report.explore));
    let lines = [
        format!("{counts} (model {model}, algorithm {algorithm})"),
        format!("compiled in {compile}, explored in {explore}{memory}"),
    ];
    lines
        .map(|line| format!("{}\n", paint(FAINT, &line)))
        .concat()
}

fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.2} s")
    } else {
        format!("{seconds:.0} s")
    }
}
