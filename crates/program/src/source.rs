//! The source of a program as a front end describes it, for people to read.

use serde::{Deserialize, Serialize};

/// A place in the source: an index into the front end's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LocationId(pub u32);

/// A place that creates objects (a local variable, a call of `malloc`): an index into the
/// front end's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u32);

/// A place in the source, for people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Location {
    /// As the compiler was given it.
    pub file: String,
    /// From 1; 0 if unknown.
    pub line: u32,
    pub column: u32,
    pub function: String,
}

/// The object to which a piece of memory belongs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectName {
    /// By index in [`crate::Program::objects`].
    Static(u32),
    /// The `nth` object (from 0) that its thread created at `site`; of the heap, the `nth` that it created at all.
    Created { site: SiteId, nth: u32 },
}

/// Names, values and places for reports.
pub trait Source {
    fn location(&self, id: LocationId) -> Location;

    /// The name of `size` bytes at `offset` of an object: `stack.head`, `array[3]`.
    fn variable(&self, object: ObjectName, offset: u64, size: u8) -> String;

    /// A value as the type of that variable shows it: `-1`, `'a'`, `true`, `0x4000_0010`.
    fn value(&self, object: ObjectName, offset: u64, size: u8, value: u64) -> String;

    /// The name of the target of a pointer to that byte of an object: `node#3`, `ring[2]`.
    fn place(&self, object: ObjectName, offset: u64) -> String {
        self.variable(object, offset, 1)
    }

    /// Where the object was declared or allocated.
    fn declared(&self, object: ObjectName) -> Option<Location>;

    /// The name of the function at a code address, if there is one.
    fn function(&self, address: u64) -> Option<String>;
}
