//! Objects of the heap, by their addresses.
//!
//! The name of an access does not tell the object: it is called by the pointer that leads there, while its allocation and
//! its end have its number. No address is used twice.

use std::collections::BTreeMap;
use threadproof_engine::{Step, StepKind};
use threadproof_program::address;

/// The first byte of an object of the heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Base(u64);

/// The objects that one execution allocates.
pub struct Objects<'a>(BTreeMap<Base, &'a Step>);

impl<'a> Objects<'a> {
    pub fn of(trace: &'a [Step]) -> Objects<'a> {
        let allocations = trace.iter().filter(|s| s.kind == StepKind::Allocate);
        let with_base = allocations.filter_map(|step| Some((Base(step.bytes?.0), step)));
        Objects(with_base.collect())
    }

    /// The object that a step touches, allocates or frees.
    pub fn touched(&self, step: &Step) -> Option<Base> {
        let (address, _) = step.bytes?;
        let owner = address::heap_owner(address)?;
        let (base, _) = self.0.range(..=Base(address)).next_back()?;
        (address::heap_owner(base.0) == Some(owner)).then_some(*base)
    }

    /// Each object with the step that allocates it.
    pub fn iter(&self) -> impl Iterator<Item = (Base, &'a Step)> + '_ {
        self.0.iter().map(|(base, step)| (*base, *step))
    }
}
