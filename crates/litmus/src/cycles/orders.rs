//! The memory orders of a cycle's accesses, and fences between them, which make a difference under C11.
//!
//! The combinations of a cycle have numbers. Symmetric cycles have some of them more than once.

use super::{Access, Between, Cycle, Edge};

/// The memory order of a generated access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    Relaxed,
    /// A load acquires, a store releases, a read-modify-write does both.
    Synchronises,
    SeqCst,
}

const STRENGTHS: [Strength; 3] = [Strength::Relaxed, Strength::Synchronises, Strength::SeqCst];
const BETWEEN: [Between; 5] = [
    Between::Nothing,
    Between::AcquireFence,
    Between::StoreFence,
    Between::BothFence,
    Between::Fence,
];

impl Strength {
    /// Behind the name of a variable or function.
    pub(super) fn suffix(self, kind: Access, rmw: bool) -> &'static str {
        match (self, kind, rmw) {
            (Strength::Relaxed, ..) => "",
            (Strength::SeqCst, ..) => ".sc",
            (Strength::Synchronises, _, true) => ".acq_rel",
            (Strength::Synchronises, Access::Read, false) => ".acq",
            (Strength::Synchronises, Access::Write, false) => ".rel",
        }
    }
    pub(super) fn name(self) -> &'static str {
        match self {
            Strength::Relaxed => "rlx",
            Strength::Synchronises => "sync",
            Strength::SeqCst => "sc",
        }
    }
}

impl Cycle {
    /// How many combinations of orders and fences it has.
    pub fn combinations(&self) -> u64 {
        let bare = self.edges.iter().filter(|edge| is_bare(**edge)).count();
        let accesses = (STRENGTHS.len() as u64).pow(self.edges.len() as u32);
        accesses * (BETWEEN.len() as u64).pow(bare as u32)
    }

    /// The same cycle with one of them.
    pub fn combination(&self, number: u64) -> Cycle {
        let mut rest = number;
        let mut pick = |count: usize| {
            let picked = rest % count as u64;
            rest /= count as u64;
            picked as usize
        };
        let mut cycle = self.clone();
        for strength in &mut cycle.strengths {
            *strength = STRENGTHS[pick(STRENGTHS.len())];
        }
        for edge in cycle.edges.iter_mut().filter(|edge| is_bare(**edge)) {
            if let Edge::Program { between, .. } = edge {
                *between = BETWEEN[pick(BETWEEN.len())];
            }
        }
        cycle
    }
}

/// Is it an edge of program order without anything in between?
fn is_bare(edge: Edge) -> bool {
    !edge.is_external() && edge.between() == Between::Nothing
}
