//! Variables that are accessed in several sizes, cut into pieces wherever an access begins or ends.
//!
//! Every piece has its own reads-from. Neighbours may be taken together: then one order of writes is
//! that of all of them.

use crate::builder::{Built, variable};
use std::collections::{BTreeMap, BTreeSet};
use threadproof_program::Access;

/// The pieces into which bytes are cut.
#[derive(Clone, Default, Debug)]
pub struct Pieces {
    /// Where a piece begins inside of a variable; true if it has an order of writes for itself.
    cuts: BTreeMap<u64, bool>,
}

impl Pieces {
    /// As the accesses of single bytes cut the variables of a program.
    pub fn of(program: &Built) -> Pieces {
        let mut cuts = BTreeSet::new();
        for inst in program.threads.iter().flatten() {
            if let Some((var, byte)) = inst.byte() {
                let whole = variable(var);
                let at = whole.address + u64::from(byte);
                let end = whole.address + u64::from(whole.size);
                cuts.extend([at, at + 1].into_iter().filter(|cut| *cut < end));
                cuts.remove(&whole.address);
            }
        }
        Pieces {
            cuts: cuts.into_iter().map(|cut| (cut, true)).collect(),
        }
    }

    /// All ways to take neighbours together, none of them first.
    pub fn groupings(&self) -> Vec<Pieces> {
        let mut all = vec![Pieces::default()];
        for &cut in self.cuts.keys() {
            let with = |own| {
                let longer = all.iter().cloned().map(move |mut pieces: Pieces| {
                    pieces.cuts.insert(cut, own);
                    pieces
                });
                longer.collect::<Vec<_>>()
            };
            all = [with(true), with(false)].concat();
        }
        all
    }

    /// The pieces of an access, in order.
    pub fn of_access(&self, at: Access) -> Vec<Access> {
        let end = at.address + u64::from(at.size);
        let inside = self.cuts.range(at.address + 1..end);
        let mut bounds = vec![at.address];
        bounds.extend(inside.map(|(cut, _)| *cut));
        bounds.push(end);
        let pieces = bounds.windows(2).map(|bounds| Access {
            address: bounds[0],
            size: (bounds[1] - bounds[0]) as u8,
        });
        pieces.collect()
    }

    /// The name of the order of writes that the piece at this address takes part in.
    pub fn group(&self, address: u64) -> u64 {
        let mut group = address;
        while self.cuts.get(&group) == Some(&false) {
            let before = self.cuts.range(..group).next_back().map(|(cut, _)| *cut);
            // The first piece of a variable is not in the map.
            let first = group & !15;
            group = before.filter(|cut| *cut > first).unwrap_or(first);
        }
        group
    }
}
