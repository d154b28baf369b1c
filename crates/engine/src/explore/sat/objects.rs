//! The objects that may exist, and their initial contents.
//!
//! The address of a thread's next object depends on the objects before it, and so on the way that the thread took. An
//! address can therefore belong to different objects in different executions. Each object knows the events that create
//! it. Rejected: to remember addresses from runs, since one address stood for two objects then.

use super::graph::EventId;
use threadproof_program::{Access, Init, Object, address};

/// An object that some run has had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownObject {
    pub base: u64,
    pub size: u64,
    pub init: Init,
    pub constant: bool,
    /// The events that may create it there; empty if it is there from the start.
    pub created_by: Vec<EventId>,
}

impl KnownObject {
    fn end(&self) -> u64 {
        self.base + self.size
    }

    fn admits(&self, at: Access, writes: bool) -> bool {
        let inside = self.base <= at.address && at.address + u64::from(at.size) <= self.end();
        inside && !(writes && self.constant)
    }
}

/// The place of an object in the list of all.
pub type ObjectIndex = usize;

/// All objects that runs have had.
#[derive(Clone, Default)]
pub struct KnownObjects {
    statics: Vec<Object>,
    /// By first address and size.
    objects: Vec<KnownObject>,
    /// For each object the largest end of it and of those before it.
    reach: Vec<u64>,
    /// How many threads there may be.
    threads: usize,
}

impl KnownObjects {
    /// The objects that exist from the start.
    pub fn new(statics: &[Object]) -> KnownObjects {
        let known = |(index, object): (usize, &Object)| KnownObject {
            base: object.address,
            size: object.size,
            init: Init::CopyOf(index as u32),
            constant: object.constant,
            created_by: Vec::new(),
        };
        let mut objects = KnownObjects {
            statics: statics.to_vec(),
            objects: statics.iter().enumerate().map(known).collect(),
            reach: Vec::new(),
            threads: 0,
        };
        objects.arrange();
        objects
    }

    /// These objects, those that events may create, and the blocks of so many threads.
    pub fn with(&self, created: Vec<KnownObject>, threads: usize) -> KnownObjects {
        let mut all = self.clone();
        all.objects.extend(created);
        all.threads = threads;
        all.arrange();
        all
    }

    fn arrange(&mut self) {
        self.objects
            .sort_by_key(|object| (object.base, object.size, object.created_by.clone()));
        self.objects.dedup_by(|next, first| {
            let same = (next.base, next.size, next.init) == (first.base, first.size, first.init);
            if same {
                first.created_by.append(&mut next.created_by);
            }
            same
        });
        let mut reach = 0;
        let furthest = |object: &KnownObject| {
            reach = object.end().max(reach);
            reach
        };
        self.reach = self.objects.iter().map(furthest).collect();
    }

    /// The object with this number.
    pub fn get(&self, index: ObjectIndex) -> &KnownObject {
        &self.objects[index]
    }

    /// The objects around an address.
    fn around(&self, at: u64) -> impl Iterator<Item = (ObjectIndex, &KnownObject)> {
        let after = self.objects.partition_point(|object| object.base <= at);
        let candidates = self.objects[..after].iter().enumerate().rev();
        candidates
            .take_while(move |(index, _)| at < self.reach[*index])
            .filter(move |(_, object)| at < object.end())
    }

    /// Does the address belong to some object?
    pub fn is_inside(&self, at: u64) -> bool {
        self.around(at).next().is_some()
    }

    /// The objects that such an access may be to.
    pub fn admitting(&self, at: Access, writes: bool) -> impl Iterator<Item = ObjectIndex> {
        let around = self.around(at.address);
        let fits = move |(index, object): (ObjectIndex, &KnownObject)| {
            object.admits(at, writes).then_some(index)
        };
        around.filter_map(fits)
    }

    /// The objects that begin at an address.
    pub fn beginning_at(&self, base: u64) -> impl Iterator<Item = ObjectIndex> {
        let first = self.objects.partition_point(|object| object.base < base);
        let same = self.objects[first..].iter().enumerate();
        same.take_while(move |(_, object)| object.base == base)
            .map(move |(index, _)| first + index)
    }

    /// Is it in the block of a thread? Those are always there.
    pub fn is_block(&self, address: u64) -> bool {
        address::block_owner(address).is_some_and(|t| t.index() < self.threads)
    }

    /// Can the access succeed in some execution?
    pub fn may_access(&self, at: Access, writes: bool) -> bool {
        self.is_block(at.address) || self.admitting(at, writes).next().is_some()
    }

    /// The objects on a heap that begin there: they may be freed.
    pub fn freeable(&self, address: u64) -> impl Iterator<Item = ObjectIndex> {
        let heap = address::heap_owner(address).is_some();
        self.beginning_at(address).filter(move |_| heap)
    }

    /// The value at the beginning of the object's life.
    pub fn initial(&self, at: Access) -> u64 {
        let Some((_, object)) = self.around(at.address).next() else {
            return 0;
        };
        let Init::CopyOf(index) = object.init else {
            return 0;
        };
        let bytes = &self.statics[index as usize].bytes;
        let offset = (at.address - object.base) as usize;
        let byte = |i: usize| u64::from(bytes.get(offset + i).copied().unwrap_or(0));
        (0..usize::from(at.size)).fold(0, |value, i| value | byte(i) << (8 * i))
    }

    /// The creation of an object with contents where another execution has a different object: its
    /// initial contents are then not known.
    pub fn unclear_contents(&self) -> Option<EventId> {
        let overlaps = |index: usize| {
            let object = &self.objects[index];
            let before = index > 0 && object.base < self.reach[index - 1];
            let next = self.objects.get(index + 1);
            before || next.is_some_and(|next| next.base < object.end())
        };
        let filled = |object: &KnownObject| matches!(object.init, Init::CopyOf(_));
        let mut all = self.objects.iter().enumerate();
        let unclear = all.find(|(index, object)| filled(object) && overlaps(*index));
        unclear.and_then(|(_, object)| object.created_by.first().copied())
    }
}
