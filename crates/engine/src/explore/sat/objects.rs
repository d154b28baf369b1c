//! What is known of the memory of all runs: which addresses may be accessed, and what they contain
//! at first.

use std::collections::BTreeMap;
use threadproof_program::{Access, Init, Object, ThreadId, address};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownObject {
    pub size: u64,
    pub init: Init,
    pub constant: bool,
}

#[derive(Clone, Default)]
pub struct KnownObjects {
    statics: Vec<Object>,
    /// By first address.
    objects: BTreeMap<u64, KnownObject>,
    /// How many threads there may be.
    threads: usize,
}

impl KnownObjects {
    pub fn new(statics: &[Object]) -> KnownObjects {
        let known = |(index, object): (usize, &Object)| {
            let known = KnownObject {
                size: object.size,
                init: Init::CopyOf(index as u32),
                constant: object.constant,
            };
            (object.address, known)
        };
        KnownObjects {
            statics: statics.to_vec(),
            objects: statics.iter().enumerate().map(known).collect(),
            threads: 1,
        }
    }

    /// Adds an object that a run has created; says whether it is new. `None` if another run has
    /// created a different one at this place.
    pub fn add(&mut self, base: u64, size: u64, init: Init) -> Option<bool> {
        let object = KnownObject {
            size,
            init,
            constant: false,
        };
        match self.objects.insert(base, object) {
            Some(known) if known != object => None,
            known => Some(known.is_none()),
        }
    }

    pub fn add_thread(&mut self, t: ThreadId) {
        self.threads = self.threads.max(t.index() + 1);
    }

    /// The object around an address: its first address and what it is.
    pub fn find(&self, at: u64) -> Option<(u64, KnownObject)> {
        let (&base, &object) = self.objects.range(..=at).next_back()?;
        (at - base < object.size).then_some((base, object))
    }

    pub fn may_access(&self, at: Access, writes: bool) -> bool {
        match self.find(at.address) {
            Some((base, object)) => {
                let inside = at.address - base + u64::from(at.size) <= object.size;
                inside && !(writes && object.constant)
            }
            None => address::block_owner(at.address).is_some_and(|t| t.index() < self.threads),
        }
    }

    /// Is it the first byte of an object on a heap?
    pub fn may_free(&self, address: u64) -> bool {
        let heap = (address >> address::REGION_BITS) % 2 == 1;
        heap && self.objects.contains_key(&address)
    }

    /// The value at the beginning of the object's life.
    pub fn initial(&self, at: Access) -> u64 {
        let Some((base, object)) = self.find(at.address) else {
            return 0;
        };
        let Init::CopyOf(index) = object.init else {
            return 0;
        };
        let bytes = &self.statics[index as usize].bytes;
        let offset = (at.address - base) as usize;
        let byte = |i: usize| u64::from(bytes.get(offset + i).copied().unwrap_or(0));
        (0..usize::from(at.size)).fold(0, |value, i| value | byte(i) << (8 * i))
    }
}
