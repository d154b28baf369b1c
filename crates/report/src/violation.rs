//! Why an execution is not sequentially consistent: the cycle, and the fences that would forbid it.

use crate::snippet::{place, printable};
use crate::style::{FAINT, STRONG, paint};
use crate::words;
use threadproof_engine::{FenceKind, Found, Gap, Relation, Step, Violation};

pub fn render(found: &Found, violation: &Violation) -> String {
    let head = "Each of these comes before the next, so no order of the threads explains them:";
    let mut shown = format!("\n{}\n", paint(STRONG, head));
    let step = |index: usize| &found.trace[index];
    let names = violation.cycle.iter().map(|event| &step(event.step).thread);
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    for event in &violation.cycle {
        let step = step(event.step);
        let why = paint(FAINT, explain(event.relation));
        let line = format!(
            "{:>4}  {:width$}  {}",
            event.step + 1,
            step.thread,
            words(step)
        );
        shown += &format!("{}  {why}\n", printable(&line));
    }
    let first = violation.cycle.first().map_or(0, |event| event.step + 1);
    shown += &format!("{first:>4}  {}\n", paint(FAINT, "again"));
    for gap in &violation.gaps {
        shown += &advice(found, gap);
    }
    shown
}

fn explain(relation: Relation) -> &'static str {
    match relation {
        Relation::ProgramOrder => "(po) stands before",
        Relation::ReadsFrom => "(rf) is read by",
        Relation::Coherence => "(co) is overwritten by",
        Relation::FromRead => "(fr) has not seen",
        Relation::Spawn => "(spawn) creates the thread of",
    }
}

fn advice(found: &Found, gap: &Gap) -> String {
    let (store, next) = (&found.trace[gap.store], &found.trace[gap.next]);
    let late = match gap.delayed {
        true => "reached memory after",
        false => "may reach memory after",
    };
    let (name, code) = match gap.fence {
        FenceKind::Full => ("full", "atomic_thread_fence(memory_order_seq_cst)"),
        FenceKind::Store => ("store", "atomic_thread_fence(memory_order_release)"),
    };
    let what = format!("{}: {} {late} {}", store.thread, words(store), words(next));
    let at = |step: &Step| step.location.as_ref().map_or("?".into(), place);
    format!(
        "{} {}\n  a {name} fence keeps them in order: {code}\n    after  {}\n    before {}\n",
        paint(STRONG, "help:"),
        printable(&what),
        at(store),
        at(next)
    )
}

/// `store x = 1`
fn words(step: &Step) -> String {
    let mut shown = words::operation(step);
    if let Some(variable) = &step.variable {
        shown += &format!(" {variable}");
    }
    if let Some(value) = words::value(step) {
        shown += &format!(" = {value}");
    }
    shown
}
