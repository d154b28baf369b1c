//! Memory cut into cells: pieces that every access covers wholly or not at all.

use super::solver::Lit;
use crate::host::cells;
use rustc_hash::FxHashMap;
use threadproof_program::Access;

/// The division of memory into cells.
#[derive(Clone, Default)]
pub struct Cells {
    /// For each aligned word that accesses cut.
    cuts: FxHashMap<u64, u8>,
}

impl Cells {
    /// Divides memory at the ends of an access.
    pub fn add(&mut self, at: Access) {
        *self.cuts.entry(at.address / 8).or_default() |= cells::bounds(at);
    }

    /// The cells of an access that was added.
    pub fn of(&self, at: Access) -> cells::Cells {
        let cuts = self.cuts.get(&(at.address / 8));
        cells::cells(cuts.copied().unwrap_or(0), at)
    }
}

/// The part of a value at `at` that belongs to a cell of it.
pub fn part(value: u64, at: Access, cell: Access) -> u64 {
    let shift = 8 * (cell.address - at.address) as u32;
    value >> shift & u64::MAX >> (64 - 8 * u32::from(cell.size))
}

/// Values of an access, each with the literals that do not hold if it has the value.
pub type Combined = Vec<(u64, Vec<Lit>)>;

/// Adds a cell of the access, which has one of these values.
pub fn combine(values: &Combined, lits: &[(u64, Lit)], at: Access, cell: Access) -> Combined {
    let with = |(value, conditions): &(u64, Vec<Lit>)| {
        let (value, conditions) = (*value, conditions.clone());
        lits.iter().map(move |(more, lit)| {
            let mut conditions = conditions.clone();
            conditions.push(!*lit);
            (value | whole(*more, at, cell), conditions)
        })
    };
    values.iter().flat_map(with).collect()
}

/// The value of an access whose cell has this value, as far as the cell says it.
pub fn whole(value: u64, at: Access, cell: Access) -> u64 {
    value << (8 * (cell.address - at.address) as u32)
}
