//! Objects: the meaning of addresses, and which of them may be accessed.
//!
//! Addresses are never used twice, so an access to a dead object is always recognised.

use super::memory::{Granule, GranuleIdx, Memory, byte_mask};
use super::privacy::User;
use crate::outcome::{BadFree, Detail, Ended};
use threadproof_program::{
    Access, ErrorKind, Init, Object, ObjectName, SiteId, Storage, ThreadId, address,
};

/// Index of an object: its region and its place there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ObjectIdx {
    region: u32,
    place: u32,
}

/// Whether an object can be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Life {
    Live,
    /// Given back, or its function returned.
    Dead,
}

/// An object of the program.
#[derive(Clone, Copy, Debug)]
pub struct ObjectRecord {
    pub base: u64,
    pub size: u64,
    pub first: GranuleIdx,
    pub life: Life,
    pub storage: Storage,
    pub constant: bool,
    pub name: ObjectName,
    pub user: User,
}

#[derive(Default)]
struct Region {
    /// Ascending by base.
    objects: Vec<ObjectRecord>,
    /// Where the next object goes.
    next: u64,
    /// Not for heaps: places of the objects whose functions have not returned, or whose thread has not ended.
    live: Vec<u32>,
    /// How many objects each site created, by site.
    created: Vec<(SiteId, u32)>,
}

/// Why an access is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: ErrorKind,
    pub detail: Detail,
    /// The dead object's granule, if the access would be right while the object lives.
    pub granule: Option<GranuleIdx>,
}

/// Eight bytes of the range of static objects.
#[derive(Clone, Copy, Default)]
struct Slot {
    granule: u32,
    /// The bytes that belong to an object.
    bytes: u8,
    constant: bool,
}

/// The largest number of slots; objects behind them are searched for.
const MAX_SLOTS: u64 = 1 << 18;

/// All objects of an execution.
#[derive(Default)]
pub struct Objects {
    /// By the high bits of addresses.
    regions: Vec<Region>,
    /// Static objects, by address.
    slots: Vec<Slot>,
    /// First granule of each thread's block.
    blocks: Vec<Option<GranuleIdx>>,
}

pub const BLOCK_GRANULES: u64 = address::THREAD_BLOCK_SIZE / 8;

fn granules(size: u64) -> u64 {
    size.div_ceil(8)
}

impl ObjectRecord {
    /// The granules of the object.
    pub fn granules(&self) -> impl Iterator<Item = GranuleIdx> + use<> {
        (self.first.0..self.first.0 + granules(self.size) as u32).map(GranuleIdx)
    }
}

impl Objects {
    /// The objects at the beginning of a program.
    pub fn new(statics: &[Object], memory: &mut Memory) -> Objects {
        let mut objects = Objects::default();
        let region = objects.region_mut(0);
        for (index, object) in statics.iter().enumerate() {
            let defined = Granule {
                defined: 0xff,
                ..Granule::default()
            };
            let first = memory.extend(granules(object.size), defined);
            fill(memory, first, &object.bytes);
            region.objects.push(ObjectRecord {
                base: object.address,
                size: object.size,
                first,
                life: Life::Live,
                storage: Storage::Static,
                constant: object.constant,
                name: ObjectName::Static(index as u32),
                user: User::Several,
            });
        }
        objects.fill_slots();
        objects
    }

    fn fill_slots(&mut self) {
        for object in &self.regions[0].objects {
            let first = (object.base - address::STATICS) / 8;
            let granules = granules(object.size);
            if first + granules > MAX_SLOTS {
                return;
            }
            self.slots
                .resize((first + granules) as usize, Slot::default());
            for granule in 0..granules {
                let left = (object.size - 8 * granule).min(8);
                self.slots[(first + granule) as usize] = Slot {
                    granule: object.first.0 + granule as u32,
                    bytes: u8::MAX >> (8 - left),
                    constant: object.constant,
                };
            }
        }
    }

    /// The object with this number.
    pub fn get(&self, o: ObjectIdx) -> &ObjectRecord {
        &self.regions[o.region as usize].objects[o.place as usize]
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, o: ObjectIdx) -> &mut ObjectRecord {
        &mut self.regions[o.region as usize].objects[o.place as usize]
    }

    /// The object that an address belongs to or stands shortly behind, dead or alive.
    pub fn find(&self, at: u64) -> Option<ObjectIdx> {
        let region = (at >> address::REGION_BITS) as usize;
        let objects = &self.regions.get(region)?.objects;
        let place = objects.partition_point(|o| o.base <= at).checked_sub(1)?;
        Some(ObjectIdx {
            region: region as u32,
            place: place as u32,
        })
    }

    /// The name of that object, with the offset of the address in it.
    pub fn name_of(&self, at: u64) -> Option<(ObjectName, u64)> {
        let object = self.get(self.find(at)?);
        Some((object.name, at - object.base))
    }

    /// The granule of an access, or its fault.
    #[inline(always)]
    pub fn resolve(&self, at: Access, writes: bool) -> Result<GranuleIdx, Box<Fault>> {
        let slot = at.address.wrapping_sub(address::STATICS) / 8;
        match self.slots.get(slot as usize) {
            Some(slot) if byte_mask(at) & !slot.bytes == 0 && !(writes && slot.constant) => {
                Ok(GranuleIdx(slot.granule))
            }
            _ => self.resolve_anywhere(at, writes),
        }
    }

    /// Can these bytes be written for as long as the program runs? Says no of some where they can.
    pub fn is_lasting(&self, at: Access) -> bool {
        let slot = at.address.wrapping_sub(address::STATICS) / 8;
        let slot = self.slots.get(slot as usize);
        slot.is_some_and(|slot| byte_mask(at) & !slot.bytes == 0 && !slot.constant)
    }

    fn resolve_anywhere(&self, at: Access, writes: bool) -> Result<GranuleIdx, Box<Fault>> {
        if at.address < address::STATICS
            && let Some(granule) = self.block_granule(at.address)
        {
            return Ok(granule);
        }
        if let Some(o) = self.find(at.address) {
            let object = self.get(o);
            let offset = at.address - object.base;
            if offset + u64::from(at.size) <= object.size {
                let granule = GranuleIdx(object.first.0 + ((object.base % 8 + offset) / 8) as u32);
                if object.life == Life::Live && !(writes && object.constant) {
                    return Ok(granule);
                }
                return Err(Box::new(misuse(object, at, granule)));
            }
        }
        Err(Box::new(self.outside(at)))
    }

    /// The granule of an address in the block of a thread.
    #[inline]
    pub fn block_granule(&self, at: u64) -> Option<GranuleIdx> {
        let owner = address::block_owner(at)?;
        let nth = at % address::THREAD_BLOCK_SIZE / 8;
        self.granule_of_block(owner, nth as u32)
    }
    /// The `nth` granule, from 0, of a thread's block.
    #[inline]
    pub fn granule_of_block(&self, owner: ThreadId, nth: u32) -> Option<GranuleIdx> {
        let first = (*self.blocks.get(owner.index())?)?;
        Some(GranuleIdx(first.0 + nth))
    }

    /// The first granule of a thread's block.
    #[inline(always)]
    pub fn block(&self, t: ThreadId) -> GranuleIdx {
        self.blocks[t.index()].expect("the thread has a block")
    }

    fn outside(&self, at: Access) -> Fault {
        let fault = |kind, detail| Fault {
            kind,
            detail,
            granule: None,
        };
        let (bytes, address) = (at.size, at.address);
        if address < address::NULL_PAGE_END {
            let offset = address;
            return fault(ErrorKind::NullDeref, Detail::NullPointer { offset });
        }
        let Some(o) = self.find(address) else {
            return fault(ErrorKind::OutOfBounds, Detail::NoObject { bytes, address });
        };
        let object = self.get(o);
        let detail = Detail::OutsideObject {
            bytes,
            offset: address - object.base,
            size: object.size,
        };
        fault(ErrorKind::OutOfBounds, detail)
    }

    /// Adds the block of a thread that is created.
    pub fn add_block(&mut self, t: ThreadId, memory: &mut Memory) {
        if self.blocks.len() <= t.index() {
            self.blocks.resize(t.index() + 1, None);
        }
        let defined = Granule {
            defined: 0xff,
            ..Granule::default()
        };
        self.blocks[t.index()] = Some(memory.extend(BLOCK_GRANULES, defined));
    }
    /// Removes the block of the newest thread.
    pub fn remove_block(&mut self, t: ThreadId, memory: &mut Memory) {
        let first = self.blocks[t.index()]
            .take()
            .expect("the thread has a block");
        memory.truncate(first.0);
    }

    /// Creates an object of `t` and returns its address.
    pub fn allocate(
        &mut self,
        t: ThreadId,
        (size, storage, init, site): (u64, Storage, Init, SiteId),
        memory: &mut Memory,
    ) -> (ObjectIdx, u64) {
        let start = match storage {
            Storage::Stack => address::stack(t),
            Storage::Heap => address::heap(t),
            Storage::Static => address::thread_locals(t),
        };
        let number = (start >> address::REGION_BITS) as usize;
        let copied = match init {
            Init::CopyOf(object) => Some(self.regions[0].objects[object as usize]),
            _ => None,
        };
        let region = self.region_mut(number);
        let base = region.next.max(start);
        region.next = address::next_object(base, size);
        let place = region.objects.len() as u32;
        if storage != Storage::Heap {
            region.live.push(place);
        }
        // Heap objects are numbered through, whatever they are: two of one name have different numbers.
        let nth = match storage {
            Storage::Heap => place,
            _ => region.count_created(site),
        };
        let fresh = Granule {
            defined: if init == Init::Undefined { 0 } else { 0xff },
            ..Granule::default()
        };
        let first = memory.extend(granules(size), fresh);
        if let Some(original) = copied {
            copy_initial(memory, &original, first);
        }
        region.objects.push(ObjectRecord {
            base,
            size,
            first,
            life: Life::Live,
            storage,
            constant: false,
            name: ObjectName::Created { site, nth },
            user: User::Nobody,
        });
        let region = number as u32;
        (ObjectIdx { region, place }, base)
    }

    /// Takes the newest object of all back.
    pub fn undo_allocate(&mut self, o: ObjectIdx, memory: &mut Memory) {
        let region = &mut self.regions[o.region as usize];
        let object = region.objects.pop().expect("the object exists");
        region.next = object.base;
        memory.truncate(object.first.0);
        if object.storage != Storage::Heap {
            region.live.pop();
        }
        if let (ObjectName::Created { site, .. }, true) =
            (object.name, object.storage != Storage::Heap)
        {
            region.uncount_created(site);
        }
    }

    /// The heap object to be freed at `address`, or the fault of the free.
    pub fn to_free(&self, at: u64) -> Result<ObjectIdx, Box<Fault>> {
        let fault = |kind, why| {
            Err(Box::new(Fault {
                kind,
                detail: Detail::Free(why),
                granule: None,
            }))
        };
        let Some(o) = self.find(at) else {
            return fault(ErrorKind::InvalidFree, BadFree::NoObject);
        };
        let object = self.get(o);
        match (object.storage, object.life) {
            (Storage::Heap, _) if object.base != at => {
                fault(ErrorKind::InvalidFree, BadFree::InsideObject)
            }
            (Storage::Heap, Life::Live) => Ok(o),
            (Storage::Heap, Life::Dead) => fault(ErrorKind::DoubleFree, BadFree::Freed),
            (Storage::Stack, _) => fault(ErrorKind::InvalidFree, BadFree::Local),
            (Storage::Static, _) => match address::thread_local_owner(at) {
                Some(_) => fault(ErrorKind::InvalidFree, BadFree::ThreadLocal),
                None => fault(ErrorKind::InvalidFree, BadFree::Global),
            },
        }
    }

    /// Sets whether an object can be accessed.
    pub fn set_life(&mut self, o: ObjectIdx, life: Life) {
        self.regions[o.region as usize].objects[o.place as usize].life = life;
    }

    /// Ends the youngest stack object of `t`, or else its youngest thread-local variable.
    pub fn release(&mut self, t: ThreadId) -> Option<ObjectIdx> {
        let starts = [address::stack(t), address::thread_locals(t)];
        let o = starts.into_iter().find_map(|start| {
            let region = (start >> address::REGION_BITS) as u32;
            let place = self.regions.get_mut(region as usize)?.live.pop()?;
            Some(ObjectIdx { region, place })
        })?;
        self.set_life(o, Life::Dead);
        Some(o)
    }
    /// Takes back the end of a function's variable.
    pub fn undo_release(&mut self, o: ObjectIdx) {
        self.set_life(o, Life::Live);
        self.regions[o.region as usize].live.push(o.place);
    }

    /// The bytes of the local variables of all functions that `t` has called and not left.
    pub fn stack_bytes(&self, t: ThreadId) -> u64 {
        let region = (address::stack(t) >> address::REGION_BITS) as usize;
        let region = self.regions.get(region);
        region.map_or(0, |r| {
            let live = r.live.iter().map(|place| &r.objects[*place as usize]);
            live.map(|object| object.size).sum()
        })
    }

    /// Statics, and thread-local variables, also of threads that have ended. Constants lead nowhere.
    pub fn lasting(&self) -> impl Iterator<Item = &ObjectRecord> {
        let objects = self.regions.iter().flat_map(|r| &r.objects);
        objects.filter(|o| o.storage == Storage::Static && !o.constant)
    }

    /// Heap objects that nobody freed.
    pub fn leaked(&self) -> impl Iterator<Item = &ObjectRecord> {
        let objects = self.regions.iter().flat_map(|r| &r.objects);
        objects.filter(|o| o.storage == Storage::Heap && o.life == Life::Live)
    }

    fn region_mut(&mut self, region: usize) -> &mut Region {
        if self.regions.len() <= region {
            self.regions.resize_with(region + 1, Region::default);
        }
        &mut self.regions[region]
    }
}

impl Region {
    fn count_created(&mut self, site: SiteId) -> u32 {
        match self.created.iter_mut().find(|c| c.0 == site) {
            Some((_, count)) => {
                *count += 1;
                *count - 1
            }
            None => {
                self.created.push((site, 1));
                0
            }
        }
    }
    fn uncount_created(&mut self, site: SiteId) {
        let entry = self.created.iter_mut().find(|c| c.0 == site);
        entry.expect("the site created an object").1 -= 1;
    }
}

fn misuse(object: &ObjectRecord, at: Access, granule: GranuleIdx) -> Fault {
    let offset = at.address - object.base;
    let ended = |object| Detail::Ended {
        object,
        delayed: false,
    };
    let (kind, detail) = match (object.life, object.storage) {
        (Life::Dead, Storage::Stack) => (ErrorKind::UseAfterFree, ended(Ended::Local)),
        (Life::Dead, Storage::Static) => (ErrorKind::UseAfterFree, ended(Ended::ThreadLocal)),
        (Life::Dead, Storage::Heap) => (ErrorKind::UseAfterFree, ended(Ended::Freed { offset })),
        (Life::Live, _) => (ErrorKind::OutOfBounds, Detail::Constant),
    };
    Fault {
        kind,
        detail,
        granule: (object.life == Life::Dead).then_some(granule),
    }
}

fn fill(memory: &mut Memory, first: GranuleIdx, bytes: &[u8]) {
    for (index, chunk) in bytes.chunks(8).enumerate() {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        memory.get_mut(GranuleIdx(first.0 + index as u32)).value = u64::from_le_bytes(word);
    }
}

/// Thread-local copies begin with the values of the object as the program gave them: nothing ever
/// writes to the original.
fn copy_initial(memory: &mut Memory, original: &ObjectRecord, first: GranuleIdx) {
    for (index, from) in original.granules().enumerate() {
        let value = memory.get(from).value;
        memory.get_mut(GranuleIdx(first.0 + index as u32)).value = value;
    }
}
