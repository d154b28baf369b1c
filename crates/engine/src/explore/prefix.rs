//! Short names for classes of executions, also of such that have not ended, kept up with each step.
//!
//! A class is the set of its steps, each with its actor, its choice and how many steps of each other actor happen before
//! it. Its name is the sum of the mixed names of these steps in 128 bits: the order in which they were taken does not
//! matter. The chance that two classes of a search have the same name is negligible.

use crate::machine::{Machine, MemoryModel};
use crate::random::mix;
use crate::trace::StepIdx;

/// Names the class of a beginning of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Prefix(u128);

impl Prefix {
    /// With the newest step of the machine.
    pub fn with_newest<M: MemoryModel>(self, machine: &Machine<'_, M>) -> Prefix {
        let trace = machine.trace();
        let newest = StepIdx(trace.len() as u32 - 1);
        let step = trace.step(newest);
        let mut halves = [0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344];
        let mut add = |word: u64| {
            for half in &mut halves {
                *half = mix(half.wrapping_add(word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            }
        };
        add(u64::from(step.label.actor.0));
        add(u64::from(step.label.choice));
        add(u64::from(step.nth));
        for (chain, count) in trace.clock(newest).iter().enumerate() {
            if *count > 0 {
                add((chain as u64) << 32 | u64::from(*count));
            }
        }
        let name = u128::from(halves[0]) << 64 | u128::from(halves[1]);
        Prefix(self.0.wrapping_add(name))
    }

    /// With an item that has a name of its own.
    pub fn with_named(self, name: u128) -> Prefix {
        Prefix(self.0.wrapping_add(name))
    }

    /// With something else that tells nodes of a search apart.
    pub fn at(self, place: u64) -> u128 {
        let place = u128::from(mix(place)) << 64 | u128::from(mix(!place));
        self.0 ^ place
    }
}
