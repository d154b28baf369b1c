//! Steps of Rust's own library: how threads are made, references counted, panics printed.
//!
//! They are steps of the program like all others, but nobody has written them, and there are hundreds.

use std::collections::BTreeSet;
use threadproof_engine::{Step, StepKind};

/// The folder that Rust's library is compiled in.
const LIBRARY: &str = "/rustc/";
const COUNTS: &[&str] = &["Arc::clone", "Arc::drop", "Weak::clone", "Weak::drop"];

/// The objects of one execution that belong to the library.
pub struct Machinery<'a> {
    /// Allocated by a call that creates a thread.
    objects: BTreeSet<&'a str>,
    /// Objects of the heap, with the thread and the place that allocated them.
    allocated: BTreeSet<(&'a str, &'a str, Place<'a>)>,
    /// The program is in Rust.
    is_rust: bool,
}

/// The object of a place: `node#3` of `node#3.next`.
pub fn object(variable: &str) -> &str {
    variable.split(['+', '.', '[']).next().unwrap_or_default()
}

type Place<'a> = (&'a str, u32, u32);

impl<'a> Machinery<'a> {
    pub fn of(trace: &'a [Step]) -> Machinery<'a> {
        let is_rust = trace.iter().any(in_library);
        if !is_rust {
            return Machinery {
                objects: BTreeSet::new(),
                allocated: BTreeSet::new(),
                is_rust,
            };
        }
        let spawns: BTreeSet<_> = trace
            .iter()
            .filter(|step| step.kind == StepKind::Spawn)
            .map(place)
            .collect();
        let mut machinery = Machinery {
            objects: BTreeSet::new(),
            allocated: BTreeSet::new(),
            is_rust,
        };
        for step in trace.iter().filter(|s| s.kind == StepKind::Allocate) {
            let Some(object) = step.variable.as_deref() else {
                continue;
            };
            let place = place(step);
            if spawns.contains(&place) {
                machinery.objects.insert(object);
            }
            machinery.allocated.insert((object, &step.thread, place));
        }
        machinery
    }

    /// Is the step none of the user's business?
    pub fn contains(&self, step: &Step) -> bool {
        let access = matches!(
            step.kind,
            StepKind::Load
                | StepKind::Store
                | StepKind::Flush
                | StepKind::Rmw
                | StepKind::FailedCompareExchange
                | StepKind::Fence
                | StepKind::Wait(_)
        );
        let variable = step.variable.as_deref().unwrap_or_default();
        let object = object(variable);
        let of_library = variable.starts_with("std::") || variable.starts_with("core::");
        access
            && (in_library(step)
                || of_library
                || self.objects.contains(object)
                || step
                    .function
                    .as_deref()
                    .is_some_and(|f| COUNTS.contains(&f))
                || self.begins(step, object))
    }

    /// Does the step only begin or end an object of the library's own?
    pub fn keeps_house(&self, step: &Step) -> bool {
        let variable = step.variable.as_deref().unwrap_or_default();
        self.is_rust
            && (step
                .function
                .as_deref()
                .is_some_and(|f| f.starts_with("__cxa_"))
                || matches!(step.kind, StepKind::Allocate | StepKind::Free)
                    && (in_library(step) || self.objects.contains(object(variable))))
    }

    /// The first values of an object, stored where it is allocated.
    fn begins(&self, step: &Step, object: &str) -> bool {
        step.kind == StepKind::Store
            && step.order.is_none()
            && self
                .allocated
                .contains(&(object, step.thread.as_str(), place(step)))
    }
}

fn in_library(step: &Step) -> bool {
    let location = step.location.as_ref();
    location.is_some_and(|location| location.file.starts_with(LIBRARY))
}

fn place(step: &Step) -> Place<'_> {
    let location = step.location.as_ref();
    location.map_or(("", 0, 0), |l| (l.file.as_str(), l.line, l.column))
}
