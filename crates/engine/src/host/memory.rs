//! Contents of memory, in granules of eight bytes.
//!
//! A granule is the unit at which accesses are compared: two accesses conflict when they touch a
//! common byte of one granule. Granules of objects that are created later stand behind those of
//! earlier ones, so taking back an allocation cuts the table.

use threadproof_program::Access;

/// Index of a granule in [`Memory`]; differs between executions, unlike its address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GranuleIdx(pub u32);

/// Eight aligned bytes of memory, with the heads of their access lists.
#[derive(Clone, Copy, Debug, Default)]
pub struct Granule {
    pub value: u64,
    /// Bit i: byte i has a defined value.
    pub defined: u8,
    /// Newest access and newest write in the trace, as 1 + index; 0 for none.
    pub last_access: u32,
    pub last_write: u32,
}

/// The memory of an execution, in granules.
#[derive(Default)]
pub struct Memory {
    granules: Vec<Granule>,
}

/// The bytes of a granule that an access touches.
#[inline]
pub fn byte_mask(at: Access) -> u8 {
    at.bytes() << (at.address & 7)
}

#[inline]
fn bit_shift(at: Access) -> u32 {
    8 * (at.address & 7) as u32
}

/// The bits of the bytes in a mask.
pub fn byte_bits(mask: u8) -> u64 {
    let bits = |byte: u32| (u64::from(mask >> byte & 1) * 0xff) << (8 * byte);
    (0..8).map(bits).sum()
}

/// `size` bytes as ones.
#[inline]
pub fn value_mask(size: u8) -> u64 {
    u64::MAX >> (64 - 8 * u32::from(size))
}

/// The part of a granule's value that an access sees.
#[inline]
pub fn extract(granule: u64, at: Access) -> u64 {
    granule >> bit_shift(at) & value_mask(at.size)
}

/// A granule's value after an access wrote `value`.
#[inline]
pub fn insert(granule: u64, at: Access, value: u64) -> u64 {
    let shift = bit_shift(at);
    granule & !(value_mask(at.size) << shift) | (value & value_mask(at.size)) << shift
}

impl Memory {
    /// The number of granules.
    pub fn len(&self) -> u32 {
        self.granules.len() as u32
    }
    /// Adds so many equal granules; the first of them.
    pub fn extend(&mut self, count: u64, value: Granule) -> GranuleIdx {
        let first = GranuleIdx(self.len());
        let len = self.granules.len() + count as usize;
        self.granules.resize(len, value);
        first
    }
    /// Removes all granules but the first so many.
    pub fn truncate(&mut self, len: u32) {
        self.granules.truncate(len as usize);
    }
    /// A granule.
    #[inline]
    pub fn get(&self, g: GranuleIdx) -> &Granule {
        &self.granules[g.0 as usize]
    }
    /// A granule, to be changed.
    #[inline]
    pub fn get_mut(&mut self, g: GranuleIdx) -> &mut Granule {
        &mut self.granules[g.0 as usize]
    }
    /// The value of an access to a granule.
    #[inline]
    pub fn read(&self, g: GranuleIdx, at: Access) -> u64 {
        extract(self.get(g).value, at)
    }
    /// Writes the bytes of an access, and which of them are defined.
    #[inline(always)]
    pub fn write(&mut self, g: GranuleIdx, at: Access, value: u64, defined: u8) {
        let g = self.get_mut(g);
        let mask = byte_mask(at);
        g.value = insert(g.value, at, value);
        g.defined = g.defined & !mask | (defined << (at.address & 7)) & mask;
    }
    /// The defined bytes of an access, bit 0 for its first byte.
    #[inline]
    pub fn defined(&self, g: GranuleIdx, at: Access) -> u8 {
        (self.get(g).defined & byte_mask(at)) >> (at.address & 7)
    }
}
