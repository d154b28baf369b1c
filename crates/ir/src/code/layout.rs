//! Where static objects live.
//!
//! Writable objects come first, then constant ones, then places for variables that no file
//! defines: so one comparison tells an access that only the engine can answer.

use super::image::function_address;
use crate::module::{Global, GlobalId, Module, Operand};
use threadproof_program::address::{STATICS, heap};
use threadproof_program::{Object, ThreadId};

/// Room for an undefined variable of unknown size.
const EXTERNAL_ROOM: u64 = 1 << 16;

/// A layout that ends here is too large for any map of memory; it is only kept from overflowing.
const FAR: u64 = 1 << 60;

/// The addresses of globals.
pub struct Layout {
    pub objects: Vec<Object>,
    /// By [`GlobalId`].
    addresses: Vec<u64>,
    /// By [`GlobalId`]: index in `objects`; `None` for undefined ones.
    indices: Vec<Option<u32>>,
    /// By index in `objects`; `None` for objects that no source declares.
    globals: Vec<Option<GlobalId>>,
    /// Address of the first constant object, if any, and its index.
    constants: u64,
    first_constant: usize,
    /// Undefined variables: address and name, ascending.
    externals: Vec<(u64, String)>,
    externals_start: u64,
    end: u64,
    /// The array that `main` gets as its second argument, and the empty one that it gets as third.
    pub argv: u64,
    pub envp: u64,
}

impl Layout {
    /// `main` gets its usual arguments only if it wants them: every object costs the engine.
    pub fn new(module: &Module, main_wants_arguments: bool) -> Layout {
        let count = module.globals.len();
        let mut layout = Layout {
            objects: Vec::with_capacity(count),
            addresses: vec![0; count],
            indices: vec![None; count],
            globals: Vec::with_capacity(count),
            constants: 0,
            first_constant: 0,
            externals: Vec::new(),
            externals_start: 0,
            end: STATICS,
            argv: 0,
            envp: 0,
        };
        let each = |wanted: fn(&Global) -> bool| {
            module
                .globals
                .iter()
                .enumerate()
                .filter(move |(_, global)| wanted(global))
        };
        for (at, global) in each(|g| !g.external && !g.constant) {
            layout.add(at, global);
        }
        if main_wants_arguments {
            layout.add_arguments_of_main();
        }
        layout.constants = layout.end;
        layout.first_constant = layout.objects.len();
        for (at, global) in each(|g| !g.external && g.constant) {
            layout.add(at, global);
        }
        layout.externals_start = layout.end;
        for (at, global) in each(|g| g.external) {
            let address = layout.place(global.size.max(EXTERNAL_ROOM), global.align);
            layout.addresses[at] = address;
            layout.externals.push((address, global.name.clone()));
        }
        layout.relocate(module);
        layout
    }

    /// All objects fit between the statics' start and the first heap.
    pub fn fits(&self) -> bool {
        self.end <= heap(ThreadId::MAIN)
    }

    /// The address of an operand that does not depend on a run.
    pub fn address(&self, global: GlobalId, offset: i64) -> u64 {
        self.addresses[global.index()].wrapping_add_signed(offset)
    }

    /// Index of a defined global in the program's objects.
    pub fn index(&self, global: GlobalId) -> Option<u32> {
        self.indices[global.index()]
    }

    /// The global that an object is.
    pub fn global(&self, object: u32) -> Option<GlobalId> {
        self.globals.get(object as usize).copied().flatten()
    }

    /// The address is that of a constant or undefined variable, or right behind one.
    #[inline(always)]
    pub fn is_special(&self, address: u64) -> bool {
        address >= self.constants && address < self.end
    }

    /// The name of the undefined variable at an address.
    pub fn external(&self, address: u64) -> Option<&str> {
        if address < self.externals_start || address >= self.end {
            return None;
        }
        let after = self
            .externals
            .partition_point(|(start, _)| *start <= address);
        let (_, name) = self.externals.get(after.checked_sub(1)?)?;
        Some(name)
    }

    /// Bytes of constant memory, zero-extended, if all of them are in one object.
    pub fn constant(&self, address: u64, size: u8) -> Option<u64> {
        if !self.is_special(address) {
            return None;
        }
        let constants = &self.objects[self.first_constant..];
        let after = constants.partition_point(|object| object.address <= address);
        let object = &constants[after.checked_sub(1)?];
        let offset = address - object.address;
        if offset + u64::from(size) > object.size {
            return None;
        }
        let mut value = 0;
        for at in (0..u64::from(size)).rev() {
            let byte = object.bytes.get((offset + at) as usize).copied();
            value = value << 8 | u64::from(byte.unwrap_or(0));
        }
        Some(value)
    }

    fn add(&mut self, at: usize, global: &Global) {
        self.addresses[at] = self.place(global.size, global.align);
        self.indices[at] = Some(self.objects.len() as u32);
        self.globals.push(Some(GlobalId(at as u32)));
        let mut bytes = global.bytes.clone();
        bytes.truncate(usize::try_from(global.size).unwrap_or(usize::MAX));
        self.objects.push(Object {
            address: self.addresses[at],
            size: global.size,
            bytes,
            constant: global.constant,
        });
    }

    fn add_arguments_of_main(&mut self) {
        let name = b"program\0".to_vec();
        let name_address = self.place(name.len() as u64, 8);
        let mut argv = name_address.to_le_bytes().to_vec();
        argv.extend([0; 8]);
        self.argv = self.place(argv.len() as u64, 8);
        self.envp = self.place(8, 8);
        for (address, bytes) in [
            (name_address, name),
            (self.argv, argv),
            (self.envp, vec![0; 8]),
        ] {
            self.globals.push(None);
            self.objects.push(Object {
                address,
                size: bytes.len() as u64,
                bytes,
                constant: false,
            });
        }
    }

    /// Takes room, with at least 8 bytes to the next object.
    fn place(&mut self, size: u64, align: u64) -> u64 {
        let align = if align.is_power_of_two() {
            align.clamp(8, 1 << 20)
        } else {
            8
        };
        let address = self.end.next_multiple_of(align);
        self.end = address.saturating_add(size).saturating_add(8).min(FAR);
        address
    }

    fn relocate(&mut self, module: &Module) {
        for (at, global) in module.globals.iter().enumerate() {
            let Some(index) = self.indices[at] else {
                continue;
            };
            for (offset, operand) in &global.relocations {
                let value = match operand {
                    Operand::Global(target, step) => self.address(*target, *step),
                    Operand::Function(function) => function_address(function.0),
                    Operand::Const(value) => *value,
                    Operand::Value(_) | Operand::Undefined => 0,
                };
                let object = &mut self.objects[index as usize];
                let Some(end) = offset.checked_add(8).filter(|end| *end <= object.size) else {
                    continue;
                };
                if (object.bytes.len() as u64) < end {
                    object.bytes.resize(end as usize, 0);
                }
                object.bytes[*offset as usize..end as usize].copy_from_slice(&value.to_le_bytes());
            }
        }
    }
}
