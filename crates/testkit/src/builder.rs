//! A front end in miniature: programs written as lists of instructions.
//!
//! Variables are numbered; each is an `int` of its own. Every thread has eight registers. Thread 0
//! is main; the others exist once they are spawned.

use crate::operations::{compare_exchange, load, of_byte, rmw, store, wait_for};
use std::sync::Mutex;
use threadproof_program::{
    Access, Block, ErrorKind, FenceOrder, Guard, LoadOrder, Location, LocationId, Object,
    ObjectName, Op, Program, Response, RmwOp, RmwOrder, Run, SavedId, Source, StoreOrder, ThreadId,
    Wait, address,
};

/// A variable, by its number.
pub type Var = u32;
/// A register of a thread, by its number.
pub type Reg = usize;
pub const REGISTERS: usize = 8;

/// A value that a thread computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expr {
    Const(u32),
    Reg(Reg),
    /// Register plus constant.
    Add(Reg, u32),
}

/// An instruction of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inst {
    /// Sequentially consistent.
    Load(Reg, Var),
    LoadWith(LoadOrder, Reg, Var),
    /// Relaxed.
    Store(Var, Expr),
    StoreWith(StoreOrder, Var, Expr),
    /// Stores one of the four bytes of a variable.
    StoreByte(Var, u8, u8),
    StoreByteWith(StoreOrder, Var, u8, u8),
    /// Other accesses of one of the four bytes of a variable.
    LoadByte(LoadOrder, Reg, Var, u8),
    AddByte(RmwOrder, Reg, Var, u8, u8),
    CasByte(RmwOrder, LoadOrder, Reg, Var, u8, (u8, u8)),
    AwaitByte(LoadOrder, Var, u8, u8),
    /// Fetch-and-add; the register gets the old value. Sequentially consistent, as all that follow without
    /// an order.
    Add(Reg, Var, u32),
    AddWith(RmwOrder, Reg, Var, u32),
    /// The same, and xor, without a result.
    Increase(Var, u32),
    Flip(Var, u32),
    Exchange(Reg, Var, u32),
    ExchangeWith(RmwOrder, Reg, Var, u32),
    /// Compare-exchange; the register gets the old value.
    Cas(Reg, Var, u32, u32),
    /// The same with the orders of success and of failure.
    CasWith(RmwOrder, LoadOrder, Reg, Var, u32, u32),
    /// Waits until the variable has the value, without changing it.
    Await(Var, u32),
    AwaitWith(LoadOrder, Var, u32),
    /// The same as a lock, as a loop that waits with an exchange.
    SpinLock(Var),
    /// Waits until the variable is 0, then makes it 1, in one step.
    Lock(Var),
    /// Makes the variable 0.
    Unlock(Var),
    /// Makes the variable 1 if it is 0, in an atomic section; the register gets the old value.
    TryLock(Reg, Var),
    /// Makes the first variable 1, then waits until the second has the value, in an atomic section.
    LateWait(Var, Var, u32),
    /// Loads the first variable and stores the value plus 1 to the second, in an atomic section.
    Move(Reg, Var, Var),
    /// What stands between these two is one step.
    BeginSection,
    EndSection,
    Fence,
    FenceWith(FenceOrder),
    /// Every number below the constant.
    Choose(Reg, u32),
    /// Skips this many instructions unless the register has the value.
    SkipUnless(Reg, u32, usize),
    Assume(Reg, u32),
    Assert(Reg, u32),
    Spawn(usize),
    Join(usize),
}

impl Inst {
    /// The byte of a variable that it accesses alone.
    pub fn byte(&self) -> Option<(Var, u8)> {
        match *self {
            Inst::StoreByte(var, byte, _)
            | Inst::StoreByteWith(_, var, byte, _)
            | Inst::LoadByte(_, _, var, byte)
            | Inst::AddByte(_, _, var, byte, _)
            | Inst::CasByte(_, _, _, var, byte, _)
            | Inst::AwaitByte(_, var, byte, _) => Some((var, byte)),
            _ => None,
        }
    }
}

/// A program as data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Built {
    /// Instructions of each thread; thread 0 is main.
    pub threads: Vec<Vec<Inst>>,
    objects: Vec<Object>,
}

/// A program whose threads' registers can be looked at while it is explored.
pub struct Watched<'a> {
    program: &'a Built,
    registers: Mutex<Vec<[u32; REGISTERS]>>,
}

impl<'a> Watched<'a> {
    pub fn new(program: &'a Built) -> Watched<'a> {
        Watched {
            program,
            registers: Mutex::default(),
        }
    }
    /// The registers of each thread, as they are now, by the number of its code.
    pub fn registers(&self) -> Vec<[u32; REGISTERS]> {
        self.registers.lock().expect("no panic while held").clone()
    }
}

/// Where a variable is.
pub(crate) fn variable(var: Var) -> Access {
    Access {
        address: address::STATICS + 16 * u64::from(var),
        size: 4,
    }
}

impl Built {
    /// A program over `variables` variables that start at 0.
    pub fn new(variables: u32, threads: Vec<Vec<Inst>>) -> Built {
        let object = |var| Object {
            address: variable(var).address,
            size: 4,
            bytes: Vec::new(),
            constant: false,
        };
        Built {
            threads,
            objects: (0..variables).map(object).collect(),
        }
    }

    /// Main spawns all threads, then joins them.
    pub fn parallel(variables: u32, threads: Vec<Vec<Inst>>) -> Built {
        let spawns = (1..=threads.len()).map(Inst::Spawn);
        let joins = (1..=threads.len()).map(Inst::Join);
        let main = spawns.chain(joins).collect();
        Built::new(variables, std::iter::once(main).chain(threads).collect())
    }
}

impl Program for Built {
    fn objects(&self) -> &[Object] {
        &self.objects
    }
    fn start(&self) -> Box<dyn Run + '_> {
        BuiltRun::start(self, None)
    }
    fn source(&self) -> &dyn Source {
        self
    }
}

impl Program for Watched<'_> {
    fn objects(&self) -> &[Object] {
        self.program.objects()
    }
    fn start(&self) -> Box<dyn Run + '_> {
        BuiltRun::start(self.program, Some(&self.registers))
    }
    fn source(&self) -> &dyn Source {
        self.program
    }
}

#[derive(Clone, Copy)]
struct State {
    body: usize,
    pc: usize,
    registers: [u32; REGISTERS],
    /// How far it is in the atomic section that its instruction is.
    phase: u8,
    /// Number that the engine gave to each spawned body, 0 for none.
    spawned: [u16; 16],
}

struct BuiltRun<'a> {
    program: &'a Built,
    watch: Option<&'a Mutex<Vec<[u32; REGISTERS]>>>,
    threads: Vec<Option<State>>,
    saved: Vec<State>,
    free: Vec<SavedId>,
}

impl<'a> BuiltRun<'a> {
    fn start(
        program: &'a Built,
        watch: Option<&'a Mutex<Vec<[u32; REGISTERS]>>>,
    ) -> Box<dyn Run + 'a> {
        if let Some(watch) = watch {
            watch.lock().expect("no panic while held").clear();
        }
        let mut run = BuiltRun {
            program,
            watch,
            threads: Vec::new(),
            saved: Vec::new(),
            free: Vec::new(),
        };
        run.create(ThreadId::MAIN, 0, 0);
        Box::new(run)
    }

    /// A thread whose creation was taken back is not told of: nobody has it among those that it created.
    fn tell(&self) {
        let Some(watch) = self.watch else {
            return;
        };
        let mut all = watch.lock().expect("no panic while held");
        all.clear();
        let mut present = vec![ThreadId::MAIN.0];
        while let Some(t) = present.pop() {
            let Some(Some(state)) = self.threads.get(usize::from(t)) else {
                continue;
            };
            if all.len() <= state.body {
                all.resize(state.body + 1, [0; REGISTERS]);
            }
            all[state.body] = state.registers;
            present.extend(state.spawned.iter().filter(|child| **child > 0));
        }
    }

    fn state(&self, t: ThreadId) -> &State {
        self.threads[t.index()].as_ref().expect("the thread exists")
    }
    fn value(state: &State, expr: Expr) -> u64 {
        u64::from(match expr {
            Expr::Const(value) => value,
            Expr::Reg(reg) => state.registers[reg],
            Expr::Add(reg, value) => state.registers[reg].wrapping_add(value),
        })
    }

    /// Runs local instructions.
    fn settle(&mut self, t: ThreadId) {
        let program = self.program;
        let state = self.threads[t.index()].as_mut().expect("the thread exists");
        let code = &program.threads[state.body];
        loop {
            let register = |reg: Reg| state.registers[reg];
            match code.get(state.pc) {
                Some(&Inst::SkipUnless(reg, value, count)) => {
                    state.pc += 1 + if register(reg) == value { 0 } else { count };
                }
                Some(&Inst::Assume(reg, value) | &Inst::Assert(reg, value))
                    if register(reg) == value =>
                {
                    state.pc += 1;
                }
                _ => return,
            }
        }
    }

    /// The operation of an instruction that is an atomic section of a load and a store.
    fn section_op(state: &State, section: Section) -> Op {
        match state.phase {
            1 if section.late => store(section.to, StoreOrder::SeqCst, 1),
            2 if section.late => load(variable(section.from), LoadOrder::SeqCst, section.guard),
            0 => Op::AtomicBegin,
            1 => load(variable(section.from), LoadOrder::SeqCst, section.guard),
            2 => {
                let seen = section.reg.map_or(0, |reg| state.registers[reg]);
                store(section.to, StoreOrder::SeqCst, u64::from(seen) + 1)
            }
            _ => Op::AtomicEnd,
        }
    }
}

/// A load into `reg`, then a store of the value plus 1.
struct Section {
    reg: Option<Reg>,
    from: Var,
    to: Var,
    guard: Option<Guard>,
    /// The store happens only if the load returned 0.
    only_zero: bool,
    /// The store comes first.
    late: bool,
}

impl Section {
    fn of(inst: Inst) -> Option<Section> {
        let section = |reg, from, to| Section {
            reg,
            from,
            to,
            guard: None,
            only_zero: false,
            late: false,
        };
        Some(match inst {
            Inst::Lock(var) => Section {
                guard: Some(wait_for(0, Wait::Mutex)),
                ..section(None, var, var)
            },
            Inst::SpinLock(var) => Section {
                guard: Some(wait_for(0, Wait::AwaitExchange)),
                ..section(None, var, var)
            },
            Inst::TryLock(reg, var) => Section {
                only_zero: true,
                ..section(Some(reg), var, var)
            },
            Inst::Move(reg, from, to) => section(Some(reg), from, to),
            Inst::LateWait(to, from, value) => Section {
                guard: Some(wait_for(value, Wait::Mutex)),
                late: true,
                ..section(None, from, to)
            },
            _ => return None,
        })
    }

    /// Goes on after a response; true at the end of the section.
    fn advance(&self, state: &mut State, response: Response) -> bool {
        let mut skip = 0;
        if state.phase == 1 {
            if let Some(reg) = self.reg {
                state.registers[reg] = response.value as u32;
            }
            skip = u8::from(self.only_zero && response.value != 0);
        }
        state.phase += 1 + skip;
        state.phase > 3
    }
}

impl Run for BuiltRun<'_> {
    fn pending(&self, t: ThreadId) -> Op {
        let state = self.state(t);
        let Some(&inst) = self.program.threads[state.body].get(state.pc) else {
            return Op::Exit;
        };
        match inst {
            Inst::Load(_, var) => load(variable(var), LoadOrder::SeqCst, None),
            Inst::LoadWith(order, _, var) => load(variable(var), order, None),
            Inst::Await(var, value) => {
                let guard = wait_for(value, Wait::Await);
                load(variable(var), LoadOrder::SeqCst, Some(guard))
            }
            Inst::AwaitWith(order, var, value) => {
                let guard = wait_for(value, Wait::Await);
                load(variable(var), order, Some(guard))
            }
            Inst::Store(var, expr) => store(var, StoreOrder::Relaxed, Self::value(state, expr)),
            Inst::StoreWith(order, var, expr) => store(var, order, Self::value(state, expr)),
            Inst::StoreByte(..)
            | Inst::StoreByteWith(..)
            | Inst::LoadByte(..)
            | Inst::AddByte(..)
            | Inst::CasByte(..)
            | Inst::AwaitByte(..) => of_byte(inst).expect("it is one"),
            Inst::Unlock(var) => store(var, StoreOrder::SeqCst, 0),
            Inst::Add(_, var, value) => {
                rmw(variable(var), RmwOp::Add, RmwOrder::SeqCst, value, false)
            }
            Inst::AddWith(order, _, var, value) => {
                rmw(variable(var), RmwOp::Add, order, value, false)
            }
            Inst::Increase(var, value) => {
                rmw(variable(var), RmwOp::Add, RmwOrder::SeqCst, value, true)
            }
            Inst::Flip(var, value) => rmw(variable(var), RmwOp::Xor, RmwOrder::SeqCst, value, true),
            Inst::Exchange(_, var, value) => rmw(
                variable(var),
                RmwOp::Exchange,
                RmwOrder::SeqCst,
                value,
                false,
            ),
            Inst::ExchangeWith(order, _, var, value) => {
                rmw(variable(var), RmwOp::Exchange, order, value, false)
            }
            Inst::Cas(_, var, expected, new) => {
                let (success, failure) = (RmwOrder::SeqCst, LoadOrder::SeqCst);
                compare_exchange(variable(var), success, failure, expected, new)
            }
            Inst::CasWith(success, failure, _, var, expected, new) => {
                compare_exchange(variable(var), success, failure, expected, new)
            }
            Inst::Lock(_)
            | Inst::SpinLock(_)
            | Inst::TryLock(..)
            | Inst::Move(..)
            | Inst::LateWait(..) => Self::section_op(state, Section::of(inst).expect("it is one")),
            Inst::BeginSection => Op::AtomicBegin,
            Inst::EndSection => Op::AtomicEnd,
            Inst::Fence => Op::Fence(FenceOrder::SeqCst),
            Inst::FenceWith(order) => Op::Fence(order),
            Inst::Choose(_, options) => Op::Choice { options },
            Inst::Assume(..) => Op::Block(Block::Assume),
            Inst::Assert(..) => Op::Fail(ErrorKind::Assertion),
            Inst::Spawn(body) => Op::Spawn {
                body: body as u64,
                argument: 0,
            },
            Inst::Join(body) => {
                let block = address::thread_block(ThreadId(state.spawned[body]));
                let at = Access {
                    address: block,
                    size: address::THREAD_EXITED_SIZE,
                };
                load(at, LoadOrder::SeqCst, Some(wait_for(1, Wait::Join)))
            }
            Inst::SkipUnless(..) => unreachable!("settled"),
        }
    }

    fn resume(&mut self, t: ThreadId, response: Response) {
        let program = self.program;
        let state = self.threads[t.index()].as_mut().expect("the thread exists");
        let inst = program.threads[state.body][state.pc];
        if let Some(section) = Section::of(inst)
            && !section.advance(state, response)
        {
            return;
        }
        state.phase = 0;
        match inst {
            Inst::Load(reg, _)
            | Inst::LoadWith(_, reg, _)
            | Inst::LoadByte(_, reg, ..)
            | Inst::AddByte(_, reg, ..)
            | Inst::CasByte(_, _, reg, ..)
            | Inst::Add(reg, ..)
            | Inst::AddWith(_, reg, ..)
            | Inst::Exchange(reg, ..)
            | Inst::ExchangeWith(_, reg, ..)
            | Inst::Cas(reg, ..)
            | Inst::CasWith(_, _, reg, ..)
            | Inst::Choose(reg, _) => state.registers[reg] = response.value as u32,
            Inst::Spawn(body) => state.spawned[body] = response.value as u16,
            _ => (),
        }
        state.pc += 1;
        self.settle(t);
        self.tell();
    }

    fn create(&mut self, child: ThreadId, body: u64, _argument: u64) {
        if self.threads.len() <= child.index() {
            self.threads.resize(child.index() + 1, None);
        }
        self.threads[child.index()] = Some(State {
            body: body as usize,
            pc: 0,
            registers: [0; REGISTERS],
            phase: 0,
            spawned: [0; 16],
        });
        self.settle(child);
        self.tell();
    }

    fn save(&mut self, t: ThreadId) -> SavedId {
        let state = *self.state(t);
        match self.free.pop() {
            Some(id) => {
                self.saved[id.0 as usize] = state;
                id
            }
            None => {
                self.saved.push(state);
                SavedId(self.saved.len() as u32 - 1)
            }
        }
    }
    fn restore(&mut self, t: ThreadId, saved: SavedId) {
        self.threads[t.index()] = Some(self.saved[saved.0 as usize]);
        self.tell();
    }
    fn forget(&mut self, saved: SavedId) {
        self.free.push(saved);
    }

    fn locations(&self, t: ThreadId) -> Vec<LocationId> {
        let state = self.state(t);
        vec![LocationId((state.body * 1000 + state.pc) as u32)]
    }
    fn library(&self, _: ThreadId) -> Option<String> {
        None
    }
    fn message(&self, _: ThreadId, _: &dyn Fn(u64) -> Option<u8>) -> String {
        "assertion".to_string()
    }
    fn printed(&self, _: ThreadId, _: &dyn Fn(u64) -> Option<u8>) -> String {
        String::new()
    }
}

impl Source for Built {
    /// The line is the number of the instruction, the function that of the thread.
    fn location(&self, id: LocationId) -> Location {
        Location {
            file: "built".to_string(),
            line: id.0 % 1000 + 1,
            column: 1,
            function: format!("thread {}", id.0 / 1000),
        }
    }
    fn variable(&self, object: ObjectName, _: u64, _: u8) -> String {
        match object {
            ObjectName::Static(index) => format!("v{index}"),
            ObjectName::Created { .. } => "object".to_string(),
        }
    }
    fn value(&self, _: ObjectName, _: u64, _: u8, value: u64) -> String {
        value.to_string()
    }
    fn declared(&self, _: ObjectName) -> Option<Location> {
        None
    }
    fn function(&self, _: u64) -> Option<String> {
        None
    }
}
