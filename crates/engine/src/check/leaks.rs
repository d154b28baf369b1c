//! Objects of the heap that are left in the end.
//!
//! In C every one is a leak. In Rust statics and thread-local variables keep objects on purpose, so only an
//! object that cannot be reached is one. Any word that is an address inside an object leads to it, as in a
//! conservative garbage collector.

use crate::host::Execution;
use crate::host::objects::ObjectRecord;
use crate::options::Checks;
use rustc_hash::FxHashSet;
use threadproof_program::{ErrorKind, Storage};

/// The objects that an execution leaks, if leaks are looked for.
pub fn leaks<'e, 'p, E: Execution<'p>>(execution: &'e E, checks: Checks) -> Vec<&'e ObjectRecord>
where
    'p: 'e,
{
    if !checks.has(ErrorKind::Leak) {
        return Vec::new();
    }
    let objects = &execution.host().objects;
    let mut left: Vec<&ObjectRecord> = objects.leaked().collect();
    if !left.is_empty() && checks.forgives_kept() {
        let kept = kept(execution);
        left.retain(|object| !kept.contains(&object.base));
    }
    left
}

/// The objects of the heap that statics and thread-local variables lead to, by their first bytes.
fn kept<'p, E: Execution<'p>>(execution: &E) -> FxHashSet<u64> {
    let objects = &execution.host().objects;
    let mut kept = FxHashSet::default();
    let mut work: Vec<&ObjectRecord> = objects.lasting().collect();
    while let Some(object) = work.pop() {
        for word in words(execution, object) {
            let target = objects.find(word).map(|found| objects.get(found));
            let target =
                target.filter(|o| o.storage == Storage::Heap && word - o.base < o.size.max(1));
            if let Some(target) = target
                && kept.insert(target.base)
            {
                work.push(target);
            }
        }
    }
    kept
}

/// The words of an object that could be addresses.
fn words<'p, E: Execution<'p>>(execution: &E, object: &ObjectRecord) -> Vec<u64> {
    let whole = object.granules().zip((object.base..).step_by(8));
    let whole = whole.filter(|(_, at)| at + 8 <= object.base + object.size);
    let word = whole.map(|(granule, at)| {
        let byte = |nth: u64| execution.left_behind(granule, at + nth);
        u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(byte))
    });
    word.filter(|word| *word != 0).collect()
}
