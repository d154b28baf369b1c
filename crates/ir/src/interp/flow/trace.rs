//! The trace of one thread.

use super::functions;
use super::regions::Regions;
use crate::code::{Arg, Image, Reg};
use crate::interp::thread::Thread;
use threadproof_program::{FlowEntry, FunctionId, Input, Op, Origin, Storage, ThreadId, address};

/// A branch that is not left yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// How many frames there were.
    depth: usize,
    /// The branch, if it is one of the code that has a region.
    place: Option<u32>,
    /// The values that nothing names, when it was entered.
    hidden: Hidden,
    /// It is never left.
    split: bool,
    /// It is left when the operation that comes next is done.
    operation: bool,
    /// The direction that leads to a failure at once.
    fails: Option<u64>,
}

/// State of a thread that must be the same for directions to meet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Hidden {
    spawned: u32,
    thread_locals: usize,
    objects: usize,
}

/// A byte of private memory: a byte of a value with this origin and size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PrivateByte {
    origin: Origin,
    index: u8,
    size: u8,
}

impl PrivateByte {
    const CONSTANT: PrivateByte = PrivateByte {
        origin: Origin::Constant,
        index: 0,
        size: 0,
    };
}

/// The origins of the values of a thread.
#[derive(Clone, Debug)]
pub struct Trace {
    pub log: Vec<FlowEntry>,
    registers: Vec<Origin>,
    pub varargs: Vec<Origin>,
    private: Vec<PrivateByte>,
    /// Of the value that a copy has loaded.
    pub copied: Origin,
    open: Vec<Open>,
    /// Where the next object goes, by [`nth`].
    next: [Input; 3],
    /// The stack objects of all frames.
    objects: Vec<Input>,
    thread_locals: Vec<Input>,
    spawned: u32,
    /// Origins of the operation that the instruction is about to do, for when that is known.
    pub inputs: Vec<Input>,
    /// The pending operation's place in the log.
    pub operation: Option<u32>,
}

impl Trace {
    pub fn new(t: ThreadId) -> Trace {
        Trace {
            log: Vec::new(),
            registers: Vec::new(),
            varargs: Vec::new(),
            private: Vec::new(),
            copied: Origin::Constant,
            open: Vec::new(),
            next: [
                Input::constant(address::heap(t)),
                Input::constant(address::stack(t)),
                Input::constant(address::thread_locals(t)),
            ],
            objects: Vec::new(),
            thread_locals: Vec::new(),
            spawned: 0,
            inputs: Vec::new(),
            operation: None,
        }
    }

    fn push(&mut self, flow: FlowEntry) -> Origin {
        self.log.push(flow);
        Origin::Entry(self.log.len() as u32 - 1)
    }

    /// Makes room for the registers and frames of the thread.
    pub fn fit(&mut self, thread: &Thread) {
        let count = thread.registers.len();
        self.registers.resize(count, Origin::Constant);
        self.private
            .resize(thread.private.len(), PrivateByte::CONSTANT);
        self.varargs.resize(thread.varargs.len(), Origin::Constant);
    }

    pub fn register(&self, thread: &Thread, register: Reg) -> Input {
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        self.absolute(thread, base + register.index())
    }

    pub fn absolute(&self, thread: &Thread, index: usize) -> Input {
        Input {
            origin: self.registers[index],
            value: thread.registers[index],
        }
    }

    pub fn get(&self, image: &Image, thread: &Thread, arg: Arg) -> Input {
        match arg.as_register() {
            Some(register) => self.register(thread, register),
            None => Input::constant(arg.get(&[], &image.constants)),
        }
    }

    pub fn set(&mut self, thread: &Thread, register: Reg, origin: Origin) {
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        self.registers[base + register.index()] = origin;
    }

    pub fn set_absolute(&mut self, index: usize, origin: Origin) {
        self.registers[index] = origin;
    }

    /// The origin of a function's result.
    pub fn compute(
        &mut self,
        image: &Image,
        function: FunctionId,
        inputs: &[Input],
        grows: bool,
    ) -> Origin {
        if inputs.iter().all(|i| i.origin == Origin::Constant) {
            return Origin::Constant;
        }
        let values: Vec<u64> = inputs.iter().map(|i| i.value).collect();
        let Some(output) = functions::evaluate(image, function, &values) else {
            return Origin::Constant;
        };
        self.push(FlowEntry::Compute {
            function,
            inputs: inputs.to_vec(),
            output,
            grows,
        })
    }

    /// Enters a branch of the code. Does nothing for constants.
    pub fn branch(
        &mut self,
        thread: &Thread,
        (on, selector, direction): (Input, FunctionId, u64),
        place: usize,
        regions: &Regions,
    ) {
        if on.origin != Origin::Constant {
            let open = Open {
                depth: thread.frames.len(),
                place: Some(place as u32),
                hidden: self.hidden(thread),
                split: false,
                operation: false,
                fails: regions.at(place).and_then(|region| region.fails),
            };
            self.enter(on, selector, direction, open);
        }
    }

    /// Enters a branch that ends when the function that is called next returns.
    pub fn branch_for_call(&mut self, thread: &Thread, on: Input) {
        if on.origin != Origin::Constant {
            let open = Open {
                depth: thread.frames.len() + 1,
                place: None,
                hidden: self.hidden(thread),
                split: false,
                operation: false,
                fails: None,
            };
            self.enter(on, FunctionId::IDENTITY, on.value, open);
        }
    }

    fn until_operation(&self, thread: &Thread) -> Open {
        Open {
            depth: thread.frames.len(),
            place: None,
            hidden: self.hidden(thread),
            split: false,
            operation: true,
            fails: None,
        }
    }

    /// Enters a branch that ends with the operation that comes next, one for each value.
    pub fn branch_for_operation(&mut self, thread: &Thread, on: Input) {
        if on.origin != Origin::Constant {
            let open = self.until_operation(thread);
            self.enter(on, FunctionId::IDENTITY, on.value, open);
        }
    }

    /// Enters a branch that ends with the store of a thread's result. A null pointer is not stored.
    pub fn branch_for_result(&mut self, thread: &Thread, result: Input) {
        if result.origin == Origin::Constant {
            return;
        }
        let open = self.until_operation(thread);
        let stored = u64::from(result.value != 0);
        self.enter(result, functions::NONZERO, stored, open);
        if stored == 0 {
            self.merge_finished(thread);
        }
    }

    /// Leaves the branch of a store that makes no value.
    pub fn merge_finished(&mut self, thread: &Thread) {
        let ends = |open: &Open| open.operation && !open.split;
        while let Some(open) = self.open.last().copied().filter(ends) {
            if !self.leave(thread, open) {
                return;
            }
        }
    }

    /// Leaves the branches of the operation that was just done; its response, in this register, is
    /// now the value of all directions.
    pub fn merge_operation(&mut self, thread: &Thread, result: Reg, response: u64) {
        let ends = |open: &Open| open.operation && !open.split;
        while let Some(open) = self.open.last().copied().filter(ends) {
            let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
            let register = base + result.index();
            let incoming = Input {
                origin: self.registers[register],
                value: response,
            };
            if !self.leave(thread, open) {
                return;
            }
            self.registers[register] = self.push(FlowEntry::Phi { incoming });
        }
    }

    /// Enters a branch and leaves it at once if it goes in the usual direction. Says whether it does.
    pub fn test(&mut self, on: Input, selector: FunctionId, direction: u64, usual: u64) -> bool {
        if on.origin == Origin::Constant {
            return direction == usual;
        }
        if direction == usual {
            self.push(FlowEntry::Branch {
                on,
                selector,
                direction,
                fails: None,
            });
            self.push(FlowEntry::Merge);
            return true;
        }
        self.split(on, selector, direction);
        false
    }

    fn split(&mut self, on: Input, selector: FunctionId, direction: u64) {
        let open = Open {
            depth: 0,
            place: None,
            hidden: Hidden::default(),
            split: true,
            operation: false,
            fails: None,
        };
        self.enter(on, selector, direction, open);
    }

    fn enter(&mut self, on: Input, selector: FunctionId, direction: u64, open: Open) {
        self.push(FlowEntry::Branch {
            on,
            selector,
            direction,
            fails: open.fails,
        });
        self.open.push(open);
    }

    /// Splits the thread by a value: from here on it is a constant.
    pub fn pin(&mut self, input: Input) {
        if input.origin == Origin::Constant {
            return;
        }
        self.split(input, FunctionId::IDENTITY, input.value);
        let forget = |origin: &mut Origin| {
            if *origin == input.origin {
                *origin = Origin::Constant;
            }
        };
        self.registers.iter_mut().for_each(forget);
        self.varargs.iter_mut().for_each(forget);
        self.private
            .iter_mut()
            .for_each(|byte| forget(&mut byte.origin));
        self.next
            .iter_mut()
            .for_each(|next| forget(&mut next.origin));
        self.objects
            .iter_mut()
            .for_each(|object| forget(&mut object.origin));
        forget(&mut self.copied);
    }

    fn hidden(&self, thread: &Thread) -> Hidden {
        Hidden {
            spawned: self.spawned,
            thread_locals: thread.thread_locals.len(),
            objects: self.objects.len(),
        }
    }

    /// Leaves the branches whose directions meet at the instruction that comes next.
    pub fn merge(&mut self, regions: &Regions, thread: &Thread, place: usize) {
        while let Some(open) = self.open.last().copied() {
            let region = open.place.and_then(|place| regions.at(place as usize));
            let meets = region.and_then(|region| region.merge) == Some(place as u32);
            if open.split || open.depth != thread.frames.len() || !meets {
                return;
            }
            if !self.leave(thread, open) {
                return;
            }
            let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
            let changed = region.map_or(&[][..], |region| &region.changed);
            for register in changed {
                self.phi(thread, base + register.index());
            }
        }
    }

    /// Leaves the branches of the function that has just returned. These registers have its results.
    pub fn merge_returned(&mut self, thread: &Thread, results: &[usize]) {
        while let Some(open) = self.open.last().copied() {
            if open.split || open.depth <= thread.frames.len() || !self.leave(thread, open) {
                return;
            }
            for &register in results {
                self.phi(thread, register);
            }
        }
    }

    /// Leaves the innermost branch, unless the directions differ in what nothing names: then the
    /// thread is split.
    fn leave(&mut self, thread: &Thread, open: Open) -> bool {
        if open.hidden != self.hidden(thread) {
            self.open.last_mut().expect("it is open").split = true;
            return false;
        }
        self.open.pop();
        self.push(FlowEntry::Merge);
        for at in 0..self.next.len() {
            let incoming = self.next[at];
            self.next[at].origin = self.push(FlowEntry::Phi { incoming });
        }
        true
    }

    fn phi(&mut self, thread: &Thread, register: usize) {
        let incoming = self.absolute(thread, register);
        self.registers[register] = self.push(FlowEntry::Phi { incoming });
    }

    /// Notes the operation that the thread stands before.
    pub fn operation(&mut self, op: Op) {
        let inputs = std::mem::take(&mut self.inputs);
        self.push(FlowEntry::Operation { op, inputs });
        self.operation = Some(self.log.len() as u32 - 1);
    }

    /// Notes the response; gives the operation that it is for.
    pub fn respond(&mut self, value: u64) -> Origin {
        self.log.push(FlowEntry::Response { value });
        match self.operation.take() {
            Some(operation) => Origin::Entry(operation),
            None => Origin::Constant,
        }
    }

    /// A new object was created at `base`; gives the origin of its address.
    pub fn allocated(&mut self, image: &Image, storage: Storage, base: u64, size: u64) -> Origin {
        let next = &mut self.next[nth(storage)];
        next.value = base;
        let object = *next;
        let inputs = [object, Input::constant(size)];
        // It is applied to its own results only as often as the thread creates objects.
        let origin = self.compute(image, functions::NEXT_OBJECT, &inputs, false);
        self.next[nth(storage)] = Input {
            origin,
            value: address::next_object(base, size),
        };
        object.origin
    }

    /// Where the next object goes.
    pub fn next_object(&self, storage: Storage) -> Input {
        self.next[nth(storage)]
    }

    pub fn add_object(&mut self, object: Input) {
        self.objects.push(object);
    }

    pub fn add_thread_local(&mut self, object: Input) {
        self.thread_locals.push(object);
    }

    /// The youngest stack objects die, and then thread-local ones.
    pub fn release(&mut self, count: u32) -> Vec<Input> {
        let count = count as usize;
        let mut released = self
            .objects
            .split_off(self.objects.len().saturating_sub(count));
        let left = (self.thread_locals.len() + released.len()).saturating_sub(count);
        if let Some(own) = self.thread_locals.get(left..) {
            released.extend_from_slice(own);
            self.thread_locals.truncate(left);
        }
        released
    }

    pub fn spawn(&mut self) {
        self.spawned += 1;
    }

    /// Notes a write to private memory.
    pub fn write_private(&mut self, start: usize, size: u8, origin: Origin) {
        for index in 0..size {
            if let Some(byte) = self.private.get_mut(start + usize::from(index)) {
                *byte = PrivateByte {
                    origin,
                    index,
                    size,
                };
            }
        }
    }

    /// The origin of the contents of private memory, pinned unless it is one whole value.
    pub fn read_private(&mut self, start: usize, size: u8) -> Origin {
        let bytes: Vec<PrivateByte> = (start..start + usize::from(size))
            .map(|at| {
                self.private
                    .get(at)
                    .copied()
                    .unwrap_or(PrivateByte::CONSTANT)
            })
            .collect();
        let first = bytes[0];
        let whole = bytes.iter().enumerate().all(|(at, byte)| {
            byte.origin == first.origin && usize::from(byte.index) == at && byte.size == size
        });
        if whole {
            return first.origin;
        }
        for byte in bytes {
            if let Origin::Entry(entry) = byte.origin {
                let value = self.value_of(entry);
                self.pin(value);
            }
        }
        Origin::Constant
    }

    /// The value that an entry of the log made.
    fn value_of(&self, entry: u32) -> Input {
        let value = match &self.log[entry as usize] {
            FlowEntry::Compute { output, .. } => *output,
            FlowEntry::Phi { incoming } => incoming.value,
            FlowEntry::Operation { .. } => match self.log.get(entry as usize + 1) {
                Some(FlowEntry::Response { value }) => *value,
                _ => 0,
            },
            _ => 0,
        };
        Input {
            origin: Origin::Entry(entry),
            value,
        }
    }
}

/// The place of such objects among those that say where the next one goes.
fn nth(storage: Storage) -> usize {
    match storage {
        Storage::Heap => 0,
        Storage::Stack => 1,
        Storage::Static => 2,
    }
}
