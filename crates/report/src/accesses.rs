//! Which steps of an execution touch which bytes, so that long executions can be asked about them.

use std::collections::BTreeMap;
use std::ops::Range;
use threadproof_engine::Step;

const CELL: u64 = 8;

/// The accesses of one execution, by place.
pub struct Accesses<'a> {
    trace: &'a [Step],
    /// The steps that touch each eight bytes, ascending.
    cells: BTreeMap<u64, Vec<usize>>,
    /// By step: when its store left the buffer, if it did.
    flushes: Vec<Option<usize>>,
    buffered: bool,
}

impl<'a> Accesses<'a> {
    pub fn of(trace: &'a [Step]) -> Accesses<'a> {
        let mut cells: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        let mut flushes = vec![None; trace.len()];
        for (at, step) in trace.iter().enumerate() {
            for cell in cells_of(step) {
                cells.entry(cell).or_default().push(at);
            }
            if let Some(store) = step.flushes {
                flushes[store] = flushes[store].or(Some(at));
            }
        }
        Accesses {
            trace,
            cells,
            flushes,
            buffered: trace.iter().any(|step| step.buffered),
        }
    }

    /// Did any store go through a buffer?
    pub fn are_buffered(&self) -> bool {
        self.buffered
    }

    /// The steps from `first` on, and before `index`, that touch a byte that it touches, too; newest first.
    pub fn between(&self, first: usize, index: usize) -> Vec<usize> {
        self.touching(index, first..index)
    }

    /// The steps of a part of the execution that touch a byte that the step at `index` touches, too; newest first.
    pub fn touching(&self, index: usize, part: Range<usize>) -> Vec<usize> {
        let step = &self.trace[index];
        let mut found: Vec<usize> = Vec::new();
        for cell in cells_of(step) {
            let touching = self.cells.get(&cell).map_or(&[][..], Vec::as_slice);
            let begin = touching.partition_point(|at| *at < part.start);
            let end = touching.partition_point(|at| *at < part.end).max(begin);
            found.extend(
                touching[begin..end]
                    .iter()
                    .filter(|at| overlap(&self.trace[**at], step)),
            );
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found
    }

    /// When others can see a write: at its flush if it went into a buffer, never if that is missing.
    pub fn reaches_memory(&self, write: usize) -> usize {
        match self.trace[write].buffered {
            true => self.flushes[write].unwrap_or(usize::MAX),
            false => write,
        }
    }
}

fn cells_of(step: &Step) -> Range<u64> {
    match step.bytes {
        Some((address, size)) if size > 0 => {
            let last = address.saturating_add(u64::from(size) - 1);
            address / CELL..last / CELL + 1
        }
        _ => 0..0,
    }
}

/// Do two steps touch a common byte?
pub fn overlap(one: &Step, other: &Step) -> bool {
    let (Some(one), Some(other)) = (one.bytes, other.bytes) else {
        return false;
    };
    let end = |(address, size): (u64, u8)| address.saturating_add(u64::from(size));
    one.0.max(other.0) < end(one).min(end(other))
}
