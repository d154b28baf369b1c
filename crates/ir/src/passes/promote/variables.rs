//! Which parts of which locals can become values.

use crate::flow::Cfg;
use crate::module::{BinaryOp, Cast, Function, InstKind, Operand, Type, ValueId};
use smallvec::SmallVec;
use threadproof_program::{LoadOrder, StoreOrder};

/// A local with more parts stays in memory: it is an array rather than a struct.
const MAX_PARTS: usize = 64;

/// The local variables that become values.
pub struct Variables {
    /// Type of each variable.
    pub types: Vec<Type>,
    /// The local that each variable is part of.
    homes: Vec<u32>,
    /// For each value: the part of a local that it is the address of.
    places: Vec<Option<Place>>,
    locals: Vec<Local>,
    /// Pairs of locals of which one is copied to the other as a whole.
    copies: Vec<(u32, u32)>,
}

#[derive(Clone, Copy)]
pub struct Place {
    pub local: u32,
    pub offset: u64,
}

struct Local {
    size: u64,
    promotable: bool,
    /// It would become values, if its parts did not overlap.
    overlaps: bool,
    parts: SmallVec<[Part; 1]>,
}

#[derive(Clone, Copy)]
pub struct Part {
    pub offset: u64,
    pub size: u8,
    pub ty: Type,
    /// Bits of the widest value that is stored and of the narrowest that is loaded: a store must
    /// not hold bits that a load would drop.
    stored: u8,
    loaded: u8,
    variable: u32,
}

impl Variables {
    /// `kept`: locals whose copies stay, and with them the locals.
    pub fn find(function: &Function, flow: &Cfg, kept: &[u32]) -> Variables {
        let mut variables = Variables {
            types: Vec::new(),
            homes: Vec::new(),
            places: vec![None; function.values.len()],
            locals: Vec::new(),
            copies: Vec::new(),
        };
        for block in &flow.order {
            let block = &function.blocks[block.index()];
            for inst in &block.instructions {
                variables.scan(function, &inst.kind, inst.results.first().copied());
            }
            block.terminator.visit(|operand| variables.give_up(operand));
            block.terminator.targets(|target| {
                target
                    .arguments
                    .iter()
                    .for_each(|operand| variables.give_up(operand));
            });
        }
        variables.join_copies(kept);
        variables.number_parts();
        variables
    }

    /// The locals that take part in copies.
    pub fn copied(&self) -> impl Iterator<Item = u32> + '_ {
        self.copies.iter().flat_map(|(a, b)| [*a, *b])
    }

    pub fn copied_pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.copies.iter().copied()
    }

    pub fn becomes_values(&self, local: u32) -> bool {
        self.locals[local as usize].promotable
    }

    /// The locals that do not become values.
    pub fn in_memory(&self) -> Vec<u32> {
        let locals = 0..self.locals.len() as u32;
        locals
            .filter(|local| !self.becomes_values(*local))
            .collect()
    }

    /// Of a copy between two locals that become values: offsets, sizes and types of their parts.
    pub fn copied_parts(&self, kind: &InstKind) -> Option<Vec<(u64, u8, Type)>> {
        let InstKind::MemoryCopy {
            destination,
            source,
            ..
        } = kind
        else {
            return None;
        };
        let (to, from) = (self.place(destination)?.local, self.place(source)?.local);
        let [to, from] = [to, from].map(|local| &self.locals[local as usize]);
        let parts = from.parts.iter().map(|p| (p.offset, p.size, p.ty));
        (to.promotable && from.promotable).then(|| parts.collect())
    }

    /// The variable at an address, if it is one that becomes a value.
    pub fn at(&self, pointer: &Operand) -> Option<u32> {
        let place = self.place(pointer)?;
        let local = &self.locals[place.local as usize];
        if !local.promotable {
            return None;
        }
        let part = local
            .parts
            .iter()
            .find(|part| part.offset == place.offset)?;
        Some(part.variable)
    }

    /// The parts of a local that begins here and becomes values: offsets and sizes.
    pub fn parts_at(&self, pointer: &Operand) -> Option<Vec<(u64, u8)>> {
        let place = self.place(pointer)?;
        let local = &self.locals[place.local as usize];
        let parts = local.parts.iter().map(|part| (part.offset, part.size));
        (local.promotable && place.offset == 0).then(|| parts.collect())
    }

    pub fn is_promoted(&self, variable: u32) -> bool {
        self.locals[self.homes[variable as usize] as usize].promotable
    }

    /// Leaves the whole local that a variable is part of in memory.
    pub fn keep(&mut self, variable: u32) {
        self.locals[self.homes[variable as usize] as usize].promotable = false;
    }

    /// The value is an address within a local that is no more.
    pub fn is_gone(&self, value: ValueId) -> bool {
        let place = self.place(&Operand::Value(value));
        place.is_some_and(|place| self.locals[place.local as usize].promotable)
    }

    /// The locals of which only overlaps keep parts in memory, with their sizes and parts.
    pub fn overlapping(&self) -> impl Iterator<Item = (u32, u64, &[Part])> {
        let locals = self.locals.iter().enumerate();
        locals
            .filter(|(_, local)| local.overlaps)
            .map(|(number, local)| (number as u32, local.size, &local.parts[..]))
    }

    /// The part of a local that an operand is the address of.
    pub fn place(&self, operand: &Operand) -> Option<Place> {
        match operand {
            // Values made by passes after the scan are never addresses of locals.
            Operand::Value(value) => self.places.get(value.index()).copied().flatten(),
            _ => None,
        }
    }

    fn give_up(&mut self, operand: &Operand) {
        if let Some(place) = self.place(operand) {
            self.locals[place.local as usize].promotable = false;
        }
    }

    fn scan(&mut self, function: &Function, kind: &InstKind, result: Option<ValueId>) {
        match kind {
            InstKind::Alloca {
                size: Operand::Const(size),
                ..
            } => {
                if let Some(result) = result {
                    self.places[result.index()] = Some(Place {
                        local: self.locals.len() as u32,
                        offset: 0,
                    });
                    self.locals.push(Local {
                        size: *size,
                        promotable: true,
                        overlaps: false,
                        parts: SmallVec::new(),
                    });
                }
            }
            InstKind::Binary {
                op: BinaryOp::Add,
                width: 64,
                a,
                b,
            } => match (self.place(a), self.place(b), a, b) {
                (Some(place), None, _, Operand::Const(step))
                | (None, Some(place), Operand::Const(step), _) => {
                    self.derive(result, place, *step);
                }
                _ => kind.visit(|operand| self.give_up(operand)),
            },
            InstKind::Cast {
                cast: Cast::Copy,
                a,
            } => {
                if let Some(place) = self.place(a) {
                    self.derive(result, place, 0);
                }
            }
            InstKind::Load {
                size,
                pointer,
                order: LoadOrder::Plain,
            } => match (self.place(pointer), result) {
                (Some(place), Some(result)) => {
                    let ty = function.values[result.index()];
                    self.access(place, *size, ty, 0, ty.bits());
                }
                _ => self.give_up(pointer),
            },
            InstKind::Store {
                size,
                pointer,
                value,
                order: StoreOrder::Plain,
            } => {
                self.give_up(value);
                if let Some(place) = self.place(pointer) {
                    let (ty, bits) = type_of(function, value, *size);
                    self.access(place, *size, ty, bits, 64);
                }
            }
            // It fills the whole of it.
            InstKind::MemorySet {
                destination,
                value: Operand::Const(_),
                length: Operand::Const(length),
            } if self.is_whole(destination, *length) => {}
            InstKind::MemoryCopy {
                destination,
                source,
                length: Operand::Const(length),
            } if self.is_whole(destination, *length) && self.is_whole(source, *length) => {
                if let (Some(to), Some(from)) = (self.place(destination), self.place(source)) {
                    self.copies.push((to.local, from.local));
                }
            }
            _ => kind.visit(|operand| self.give_up(operand)),
        }
    }

    fn is_whole(&self, pointer: &Operand, length: u64) -> bool {
        let place = self.place(pointer);
        place.is_some_and(|at| at.offset == 0 && self.locals[at.local as usize].size == length)
    }

    fn derive(&mut self, result: Option<ValueId>, place: Place, step: u64) {
        if let Some(result) = result {
            self.places[result.index()] = Some(Place {
                local: place.local,
                offset: place.offset.wrapping_add(step),
            });
        }
    }

    fn access(&mut self, place: Place, size: u8, ty: Type, stored: u8, loaded: u8) {
        let local = &mut self.locals[place.local as usize];
        let fits = matches!(size, 1 | 2 | 4 | 8)
            && place
                .offset
                .checked_add(u64::from(size))
                .is_some_and(|end| end <= local.size);
        let has_room = fits && local.parts.len() < MAX_PARTS;
        let mut parts = local.parts.iter_mut();
        let known = parts.find(|p| (p.offset, p.size) == (place.offset, size));
        match known {
            Some(part) => {
                part.stored = part.stored.max(stored);
                part.loaded = part.loaded.min(loaded);
                local.promotable &= part.stored <= part.loaded;
            }
            None if has_room => local.parts.push(Part {
                offset: place.offset,
                size,
                ty,
                stored,
                loaded,
                variable: 0,
            }),
            None => local.promotable = false,
        }
    }

    /// Locals that are copied to each other have the same parts, and stay in memory together.
    fn join_copies(&mut self, kept: &[u32]) {
        for local in kept {
            self.locals[*local as usize].promotable = false;
        }
        let mut changed = !self.copies.is_empty();
        while changed {
            changed = false;
            for at in 0..self.copies.len() {
                let (a, b) = self.copies[at];
                changed |= self.join(a, b) | self.join(b, a);
            }
        }
    }

    /// Gives a local the parts of another one; true if that changed something.
    fn join(&mut self, to: u32, from: u32) -> bool {
        let parts = self.locals[from as usize].parts.clone();
        let is_kept = !self.locals[from as usize].promotable;
        let local = &mut self.locals[to as usize];
        let before = (local.parts.len(), local.promotable);
        local.promotable &= !is_kept;
        for part in parts {
            let known = |p: &Part| (p.offset, p.size) == (part.offset, part.size);
            if local.parts.iter().any(known) {
                continue;
            }
            match local.parts.len() < MAX_PARTS {
                true => local.parts.push(Part {
                    stored: 0,
                    loaded: 64,
                    ..part
                }),
                false => local.promotable = false,
            }
        }
        before != (local.parts.len(), local.promotable)
    }

    fn number_parts(&mut self) {
        for (number, local) in self.locals.iter_mut().enumerate() {
            local.parts.sort_unstable_by_key(|part| part.offset);
            let overlap = local
                .parts
                .windows(2)
                .any(|pair| pair[0].offset + u64::from(pair[0].size) > pair[1].offset);
            local.overlaps = local.promotable && overlap;
            local.promotable &= !overlap;
            if local.promotable {
                for part in &mut local.parts {
                    part.variable = self.types.len() as u32;
                    self.types.push(part.ty);
                    self.homes.push(number as u32);
                }
            }
        }
    }
}

/// The type that a stored operand has, and how many of its bits may be set.
fn type_of(function: &Function, operand: &Operand, size: u8) -> (Type, u8) {
    let whole = Type::Int(8 * size.clamp(1, 8));
    match operand {
        Operand::Value(value) => {
            let ty = function.values[value.index()];
            (ty, ty.bits())
        }
        Operand::Const(value) => (whole, 64 - value.leading_zeros() as u8),
        Operand::Global(..) | Operand::Function(_) => (Type::Ptr, 64),
        Operand::Undefined => (whole, 0),
    }
}
