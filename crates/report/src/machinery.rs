//! Steps of Rust's own library: how threads are made, references counted, panics printed.
//!
//! They are steps of the program like all others, but nobody has written them, and there are hundreds.

use crate::objects::{Base, Objects};
use std::collections::{BTreeMap, BTreeSet};
use threadproof_engine::{Step, StepKind};

/// The folder that Rust's library is compiled in.
const LIBRARY: &str = "/rustc/";
const COUNTS: &[&str] = &["Arc::clone", "Arc::drop", "Weak::clone", "Weak::drop"];

/// The objects of one execution that belong to the library.
pub struct Machinery<'a> {
    heap: Objects<'a>,
    /// Allocated by a call that creates a thread.
    own: BTreeSet<Base>,
    /// Objects of the heap, with the thread and the place that allocated them.
    allocated: BTreeMap<Base, (&'a str, Place<'a>)>,
    /// The program is in Rust.
    is_rust: bool,
}

type Place<'a> = (&'a str, u32, u32);

impl<'a> Machinery<'a> {
    pub fn of(trace: &'a [Step]) -> Machinery<'a> {
        let mut machinery = Machinery {
            heap: Objects::of(trace),
            own: BTreeSet::new(),
            allocated: BTreeMap::new(),
            is_rust: trace.iter().any(in_library),
        };
        if !machinery.is_rust {
            return machinery;
        }
        let spawns: BTreeSet<_> = trace
            .iter()
            .filter(|step| step.kind == StepKind::Spawn)
            .map(place)
            .collect();
        for (base, step) in machinery.heap.iter() {
            let place = place(step);
            if spawns.contains(&place) {
                machinery.own.insert(base);
            }
            machinery.allocated.insert(base, (&step.thread, place));
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
        let of_library = variable.starts_with("std::") || variable.starts_with("core::");
        access
            && (in_library(step)
                || of_library
                || self.is_own(step)
                || step
                    .function
                    .as_deref()
                    .is_some_and(|f| COUNTS.contains(&f))
                || self.begins(step))
    }

    /// Does the step only begin or end an object of the library's own?
    pub fn keeps_house(&self, step: &Step) -> bool {
        self.is_rust
            && (step
                .function
                .as_deref()
                .is_some_and(|f| f.starts_with("__cxa_"))
                || matches!(step.kind, StepKind::Allocate | StepKind::Free)
                    && (in_library(step) || self.is_own(step)))
    }

    fn is_own(&self, step: &Step) -> bool {
        let object = self.heap.touched(step);
        object.is_some_and(|object| self.own.contains(&object))
    }

    /// The first values of an object, stored where it is allocated.
    fn begins(&self, step: &Step) -> bool {
        let allocated = self
            .heap
            .touched(step)
            .map(|base| self.allocated.get(&base));
        step.kind == StepKind::Store
            && step.order.is_none()
            && allocated == Some(Some(&(step.thread.as_str(), place(step))))
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
