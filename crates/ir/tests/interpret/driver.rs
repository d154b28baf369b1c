//! A sequential engine for tests: byte-wise memory, threads in turn, no checks but bounds.

use std::collections::{BTreeMap, HashMap};
use threadproof_ir::{Interpreted, Options, compile, text};
use threadproof_program::{Access, Init, Op, Program, Response, Run, Storage, ThreadId, address};

pub struct Driver<'a> {
    pub program: &'a Interpreted,
    pub run: Box<dyn Run + 'a>,
    /// Bytes and whether they are defined.
    memory: HashMap<u64, (u8, bool)>,
    /// Size by address.
    objects: BTreeMap<u64, u64>,
    next_object: u64,
    threads: u16,
    /// All operations in order.
    pub log: Vec<(ThreadId, Op)>,
    pub printed: String,
    /// Answers to choices; 0 after the last one.
    pub choices: Vec<u64>,
}

/// How a thread came to rest.
#[derive(Clone, PartialEq, Debug)]
pub enum Rest {
    Ended,
    Waits,
    Stopped(Op, String),
}

pub fn program(source: &str) -> Interpreted {
    program_with(source, &Options::default())
}

pub fn program_with(source: &str, options: &Options) -> Interpreted {
    let module = text::parse(source.as_bytes()).expect("the module is correct");
    compile(module, options).expect("the module is a program")
}

impl<'a> Driver<'a> {
    pub fn new(program: &'a Interpreted) -> Driver<'a> {
        let mut driver = Driver {
            program,
            run: program.start(),
            memory: HashMap::new(),
            objects: BTreeMap::new(),
            next_object: address::heap(ThreadId::MAIN),
            threads: 1,
            log: Vec::new(),
            printed: String::new(),
            choices: Vec::new(),
        };
        for object in program.objects() {
            driver.objects.insert(object.address, object.size);
            driver.fill(object.address, object.size, &object.bytes);
        }
        driver
    }

    /// Runs everything to its end; returns how the main thread came to rest.
    pub fn finish(&mut self) -> Rest {
        loop {
            let before = self.log.len();
            for thread in 0..self.threads {
                self.run_thread(ThreadId(thread));
            }
            if self.log.len() == before {
                return self.run_thread(ThreadId::MAIN);
            }
        }
    }

    pub fn run_thread(&mut self, thread: ThreadId) -> Rest {
        loop {
            match self.step(thread) {
                None => {}
                Some(rest) => return rest,
            }
        }
    }

    /// One operation; `Some` if the thread does not go on.
    pub fn step(&mut self, thread: ThreadId) -> Option<Rest> {
        let op = self.run.pending(thread);
        if let Op::Load {
            at,
            guard: Some(guard),
            ..
        } = op
            && !guard.passes(self.read(at).value, at.size)
        {
            return Some(Rest::Waits);
        }
        let response = match op {
            Op::Load { at, .. } => self.read(at),
            Op::Store {
                at, value, defined, ..
            } => {
                self.write(at, value, defined);
                Response::NONE
            }
            Op::Rmw {
                at, op, operand, ..
            } => {
                let old = self.read(at);
                self.write(at, op.apply(old.value, operand, at.size), 0xff);
                old
            }
            Op::CompareExchange {
                at, expected, new, ..
            } => {
                let old = self.read(at);
                if old.value == expected {
                    self.write(at, new, 0xff);
                }
                old
            }
            Op::Allocate {
                size,
                storage,
                init,
                ..
            } => self.allocate(size, storage, init),
            Op::SizeOf { address } => Response::value(self.objects[&address]),
            Op::Spawn { body, argument } => {
                let child = ThreadId(self.threads);
                self.threads += 1;
                self.fill(address::thread_block(child), 64, &[]);
                self.run.create(child, body, argument);
                Response::value(u64::from(child.0))
            }
            Op::Exit => {
                let block = address::thread_block(thread);
                self.write(access(block, 4), address::THREAD_EXITED, 0xff);
                return Some(Rest::Ended);
            }
            Op::Choice { .. } if !self.choices.is_empty() => {
                Response::value(self.choices.remove(0))
            }
            Op::Print => {
                let memory = &self.memory;
                let peek = |at| memory.get(&at).map(|(byte, _)| *byte);
                self.printed.push_str(&self.run.printed(thread, &peek));
                Response::NONE
            }
            Op::Fail(_) | Op::Unsupported | Op::Block(_) | Op::ExitProgram => {
                return Some(Rest::Stopped(op, self.run.message(thread, &|_| None)));
            }
            _ => Response::NONE,
        };
        self.log.push((thread, op));
        self.run.resume(thread, response);
        None
    }

    pub fn read(&self, at: Access) -> Response {
        let mut value = 0;
        let mut defined = 0;
        for offset in (0..at.size).rev() {
            let byte = self.memory.get(&(at.address + u64::from(offset)));
            let (byte, is_defined) = *byte.unwrap_or_else(|| panic!("{at:x?} is no memory"));
            value = value << 8 | u64::from(byte);
            defined = defined << 1 | u8::from(is_defined);
        }
        Response { value, defined }
    }

    fn write(&mut self, at: Access, value: u64, defined: u8) {
        for offset in 0..at.size {
            let byte = (value >> (8 * offset)) as u8;
            let is_defined = defined >> offset & 1 == 1;
            self.memory
                .insert(at.address + u64::from(offset), (byte, is_defined));
        }
    }

    fn fill(&mut self, address: u64, size: u64, bytes: &[u8]) {
        for offset in 0..size {
            let byte = bytes.get(offset as usize).copied().unwrap_or(0);
            self.memory.insert(address + offset, (byte, true));
        }
    }

    fn allocate(&mut self, size: u64, _: Storage, init: Init) -> Response {
        let address = self.next_object;
        self.next_object = (address + size + 16).next_multiple_of(16);
        self.objects.insert(address, size);
        match init {
            Init::CopyOf(index) => {
                let bytes = self.program.objects()[index as usize].bytes.clone();
                self.fill(address, size, &bytes);
            }
            Init::Zero => self.fill(address, size, &[]),
            Init::Undefined => {
                for offset in 0..size {
                    self.memory.insert(address + offset, (0xcc, false));
                }
            }
        }
        Response::value(address)
    }
}

pub fn access(address: u64, size: u8) -> Access {
    Access { address, size }
}

/// The value of the global variable of this name at the end.
pub fn global(driver: &Driver, name: &str, size: u8) -> u64 {
    let source = driver.program.source();
    let objects = driver.program.objects();
    let found = (0..objects.len()).find(|at| {
        let object = threadproof_program::ObjectName::Static(*at as u32);
        source.variable(object, 0, size) == name
    });
    let object = &objects[found.expect("there is such a variable")];
    driver.read(access(object.address, size)).value
}

/// Runs a program that ends well and returns what it left in `@r` (8 bytes).
pub fn result(source: &str) -> u64 {
    let program = program(source);
    let mut driver = Driver::new(&program);
    assert_eq!(driver.finish(), Rest::Ended);
    global(&driver, "r", 8)
}

/// Runs a program whose main thread stops.
pub fn stop(source: &str) -> (Op, String) {
    let program = program(source);
    match Driver::new(&program).finish() {
        Rest::Stopped(op, message) => (op, message),
        other => panic!("the main thread came to rest as {other:?}"),
    }
}
