//! Locations: the pieces of memory that are always read and written as a whole.
//!
//! Accesses of one size to one place see one location there. Where accesses of different sizes overlap, the bytes are
//! divided until every access covers whole locations. A division makes the old history useless, so the search begins
//! anew.

use super::visibility::Joiners;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use threadproof_program::Access;

use crate::host::memory::byte_mask;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocationIdx(pub u32);

impl LocationIdx {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub granule: u64,
    /// The bytes; none for the life of the object that the granule belongs to.
    pub mask: u8,
    /// For bytes: the life of their object, if somebody has ended it.
    pub life: Option<LocationIdx>,
}

/// Programs touch a few places again and again.
const RECENT: usize = 32;

#[derive(Default)]
pub struct Locations {
    granules: FxHashMap<u64, SmallVec<[LocationIdx; 2]>>,
    lives: FxHashMap<u64, LocationIdx>,
    places: Vec<Place>,
    /// The answers to the last questions, by the granule's last bits.
    recent: [Option<(u64, LocationIdx)>; RECENT],
    divided: bool,
    pub joiners: Joiners,
}

pub type Parts = SmallVec<[LocationIdx; 2]>;

impl Locations {
    pub fn place(&self, location: LocationIdx) -> Place {
        self.places[location.index()]
    }
    /// Has a location been divided since the last time that this was asked?
    pub fn take_divided(&mut self) -> bool {
        std::mem::take(&mut self.divided)
    }

    /// The locations that make up these bytes.
    pub fn parts(&mut self, granule: u64, mask: u8) -> Parts {
        let mut rest = mask;
        let mut parts = Parts::new();
        if mask == 0 {
            return parts;
        }
        let slot = granule as usize % RECENT;
        if let Some((known, location)) = self.recent[slot]
            && known == granule
            && self.places[location.index()].mask == mask
        {
            parts.push(location);
            return parts;
        }
        let known = self.granules.entry(granule).or_default();
        if let &[location] = &known[..]
            && self.places[location.index()].mask == mask
        {
            self.recent[slot] = Some((granule, location));
            parts.push(location);
            return parts;
        }
        let life = self.lives.get(&granule).copied();
        for at in 0..known.len() {
            let location = known[at];
            let whole = self.places[location.index()].mask;
            let common = whole & mask;
            if common == 0 {
                continue;
            }
            if common != whole {
                self.divided = true;
                self.places[location.index()].mask = common;
                let mask = whole & !common;
                known.push(LocationIdx(self.places.len() as u32));
                self.places.push(Place {
                    granule,
                    mask,
                    life,
                });
            }
            rest &= !common;
            parts.push(location);
        }
        if rest != 0 {
            let location = LocationIdx(self.places.len() as u32);
            known.push(location);
            parts.push(location);
            self.places.push(Place {
                granule,
                mask: rest,
                life,
            });
        }
        parts
    }
    pub fn of_access(&mut self, at: Access) -> Parts {
        self.parts(at.address / 8, byte_mask(at))
    }

    /// All locations of a granule that were ever accessed.
    pub fn of_granule(&self, granule: u64) -> &[LocationIdx] {
        self.granules.get(&granule).map_or(&[], |known| &known[..])
    }

    /// The life of an object: its end writes it, and a late access reads it.
    pub fn life(&mut self, granule: u64) -> LocationIdx {
        if let Some(life) = self.lives.get(&granule) {
            return *life;
        }
        let life = LocationIdx(self.places.len() as u32);
        self.lives.insert(granule, life);
        self.places.push(Place {
            granule,
            mask: 0,
            life: None,
        });
        for part in self.granules.get(&granule).into_iter().flatten() {
            self.places[part.index()].life = Some(life);
        }
        life
    }

    /// How many objects have ever been ended, by granule.
    pub fn lives(&self) -> usize {
        self.lives.len()
    }
}

/// Bytes of a mask as bits of a granule's value.
pub fn value_bits(mask: u8) -> u64 {
    (0..8)
        .filter(|byte| mask >> byte & 1 == 1)
        .fold(0, |bits, byte| bits | 0xff << (8 * byte))
}
