//! A test as a program: main creates the threads, waits for them, looks at the condition and fails
//! if it is the outcome that the test is about.
//!
//! A join hands over the registers that the condition asks for, as if the thread had returned them:
//! its end comes before the join in every execution, so its state is final. An algorithm that learns
//! from the operations what a thread depends on cannot see that; for such, threads write these
//! registers into memory at their end, and main reads them there.

use crate::test::{Inst, MAX_REGISTERS, Reg, Slot, Test, Var};
use threadproof_program::{
    Access, ErrorKind, Guard, LoadOrder, Location, LocationId, Object, ObjectName, Op, Predicate,
    Program, Response, Run, SavedId, Source, StoreOrder, Test as GuardTest, ThreadId, Wait,
    address,
};

/// When the program reports a failed assertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailWhen {
    /// The outcome that the test is about is seen.
    Outcome,
    Never,
}

/// A test that the engine can run.
pub struct Litmus<'t> {
    test: &'t Test,
    fail_when: FailWhen,
    /// The registers of the condition go through memory.
    visible: bool,
    objects: Vec<Object>,
    /// Number of the first place of each thread; the condition comes last.
    bases: Vec<u32>,
}

const SIZE: u8 = 4;

fn access(var: Var) -> Access {
    Access {
        address: address::STATICS + 16 * u64::from(var.0),
        size: SIZE,
    }
}

impl<'t> Litmus<'t> {
    pub fn new(test: &'t Test, fail_when: FailWhen) -> Litmus<'t> {
        let objects = test.variables.iter().enumerate();
        let objects = objects.map(|(index, (_, value))| Object {
            address: access(Var(index as u16)).address,
            size: u64::from(SIZE),
            bytes: value.to_le_bytes().to_vec(),
            constant: false,
        });
        let mut bases = vec![0];
        for thread in &test.threads {
            let last = bases.last().expect("it is never empty");
            bases.push(last + thread.code.len() as u32 + 1);
        }
        Litmus {
            test,
            fail_when,
            visible: false,
            objects: objects.collect(),
            bases,
        }
    }

    /// Lets the registers of the condition go through memory, so that main depends on nothing but
    /// its operations.
    pub fn with_visible_registers(mut self) -> Litmus<'t> {
        self.visible = true;
        for slot in 0..self.test.condition.slots.len() {
            self.objects.push(Object {
                address: access(self.cell(slot)).address,
                size: u64::from(SIZE),
                bytes: vec![0; usize::from(SIZE)],
                constant: false,
            });
        }
        self
    }

    /// Where the register of a slot of the condition is written to.
    fn cell(&self, slot: usize) -> Var {
        Var((self.test.variables.len() + slot) as u16)
    }

    fn slot_name(&self, slot: usize) -> String {
        match self.test.condition.slots.get(slot) {
            Some(Slot::Register(thread, Reg(reg))) => {
                let thread = &self.test.threads[*thread];
                format!("{}:{}", thread.name, thread.registers[usize::from(*reg)])
            }
            _ => "object".to_string(),
        }
    }

    /// The next write of a thread that has done `done` operations behind its code.
    fn handed_over(&self, thread: usize, done: usize) -> Option<(Var, Reg)> {
        let slots = self.test.condition.slots.iter().enumerate();
        let mut own = slots.filter_map(|(index, slot)| match *slot {
            Slot::Register(of, reg) if of == thread => Some((self.cell(index), reg)),
            _ => None,
        });
        own.nth(done).filter(|_| self.visible)
    }
}

impl Program for Litmus<'_> {
    fn objects(&self) -> &[Object] {
        &self.objects
    }
    fn start(&self) -> Box<dyn Run + '_> {
        let mut run = LitmusRun {
            litmus: self,
            threads: Vec::new(),
            saved: Vec::new(),
            free: Vec::new(),
        };
        run.create(ThreadId::MAIN, 0, 0);
        Box::new(run)
    }
    fn source(&self) -> &dyn Source {
        self
    }
}

#[derive(Clone, Copy)]
struct State {
    /// 0 is main, others are a thread of the test, from 1.
    body: u16,
    /// How far inside the one step that a lock is.
    locking: u8,
    pc: u32,
    /// Of main: the values of the slots of the condition.
    registers: [i32; MAX_REGISTERS],
}

struct LitmusRun<'a> {
    litmus: &'a Litmus<'a>,
    threads: Vec<Option<State>>,
    saved: Vec<State>,
    free: Vec<SavedId>,
}

/// Where main is.
enum Stage {
    Spawn(usize),
    Join(usize),
    /// Reads the variable of a slot.
    Look(usize),
    Judge,
}

impl LitmusRun<'_> {
    fn state(&self, t: ThreadId) -> &State {
        self.threads[t.index()].as_ref().expect("the thread exists")
    }

    fn stage(&self, pc: usize) -> Stage {
        let threads = self.litmus.test.threads.len();
        let slots = self.litmus.test.condition.slots.len();
        if pc < threads {
            Stage::Spawn(pc)
        } else if pc < 2 * threads {
            Stage::Join(pc - threads)
        } else if pc < 2 * threads + slots {
            Stage::Look(pc - 2 * threads)
        } else {
            Stage::Judge
        }
    }

    fn main_pending(&self, state: &State) -> Op {
        let condition = &self.litmus.test.condition;
        match self.stage(state.pc as usize) {
            Stage::Spawn(thread) => Op::Spawn {
                body: thread as u64 + 1,
                argument: 0,
            },
            Stage::Join(thread) => {
                // Main creates all threads, and nobody else does: they are numbered in order.
                let block = address::thread_block(ThreadId(thread as u16 + 1));
                let at = Access {
                    address: block,
                    size: address::THREAD_EXITED_SIZE,
                };
                let ended = (Predicate::Eq, address::THREAD_EXITED as i32);
                load(at, LoadOrder::SeqCst, Some((ended, Wait::Join)))
            }
            Stage::Look(slot) => match condition.slots[slot] {
                Slot::Variable(var) => load(access(var), LoadOrder::SeqCst, None),
                Slot::Register(..) => load(access(self.litmus.cell(slot)), LoadOrder::SeqCst, None),
            },
            Stage::Judge => {
                let seen = condition.is_outcome(&self.outcome(state));
                match self.litmus.fail_when {
                    FailWhen::Outcome if seen => Op::Fail(ErrorKind::Assertion),
                    _ => Op::Exit,
                }
            }
        }
    }

    /// The values that the condition is about: variables as main saw them, and registers of threads that have
    /// ended. Those are not copied into the state of main, which is to depend on nothing but what
    /// main was answered.
    fn outcome(&self, main: &State) -> [i32; MAX_REGISTERS] {
        let mut outcome = main.registers;
        if self.litmus.visible {
            return outcome;
        }
        for (index, slot) in self.litmus.test.condition.slots.iter().enumerate() {
            if let Slot::Register(thread, Reg(reg)) = *slot {
                let ended = self.state(ThreadId(thread as u16 + 1));
                outcome[index] = ended.registers[usize::from(reg)];
            }
        }
        outcome
    }

    fn main_resume(&mut self, value: i32) {
        let mut state = *self.state(ThreadId::MAIN);
        let slots = &self.litmus.test.condition.slots;
        match self.stage(state.pc as usize) {
            Stage::Look(slot) => state.registers[slot] = value,
            Stage::Spawn(_) | Stage::Join(_) | Stage::Judge => (),
        }
        state.pc += 1;
        while let Stage::Look(slot) = self.stage(state.pc as usize)
            && matches!(slots[slot], Slot::Register(..))
            && !self.litmus.visible
        {
            state.pc += 1;
        }
        self.threads[0] = Some(state);
    }

    fn pending_inst(&self, state: &State, inst: &Inst) -> Op {
        let value = |expr: &crate::Expr| {
            let value = expr.value(|reg| state.registers[usize::from(reg.0)]);
            u64::from(value as u32)
        };
        match inst {
            Inst::Load { from, order, .. } => load(access(*from), *order, None),
            Inst::Store {
                to,
                order,
                value: expr,
            } => store(*to, *order, value(expr)),
            Inst::Rmw {
                at,
                op,
                order,
                operand,
                ..
            } => Op::Rmw {
                at: access(*at),
                order: *order,
                op: *op,
                operand: value(operand),
                unused: false,
            },
            Inst::CompareExchange {
                at,
                success,
                failure,
                expected,
                new,
                ..
            } => Op::CompareExchange {
                at: access(*at),
                success: *success,
                failure: *failure,
                expected: value(expected),
                new: value(new),
            },
            Inst::Fence(order) => Op::Fence(*order),
            Inst::Await {
                from,
                order,
                predicate,
                value: expr,
                ..
            } => {
                let guard = (*predicate, value(expr) as i32);
                load(access(*from), *order, Some((guard, Wait::Await)))
            }
            Inst::Lock(mutex) => lock(state.locking, *mutex),
            Inst::Unlock(mutex) => store(*mutex, StoreOrder::SeqCst, 0),
            Inst::Set { .. } | Inst::Unless { .. } | Inst::Jump(_) => unreachable!("settled"),
        }
    }
}

fn load(at: Access, order: LoadOrder, guard: Option<((Predicate, i32), Wait)>) -> Op {
    let guard = guard.map(|((predicate, value), why)| Guard {
        test: GuardTest::Compare {
            predicate,
            value: u64::from(value as u32),
        },
        why,
    });
    Op::Load {
        at,
        order,
        raw: false,
        guard,
    }
}

fn store(to: Var, order: StoreOrder, value: u64) -> Op {
    Op::Store {
        at: access(to),
        order,
        value,
        defined: 0xff,
    }
}

fn lock(stage: u8, mutex: Var) -> Op {
    let free = ((Predicate::Eq, 0), Wait::Mutex);
    match stage {
        0 => Op::AtomicBegin,
        1 => load(access(mutex), LoadOrder::SeqCst, Some(free)),
        2 => store(mutex, StoreOrder::SeqCst, 1),
        _ => Op::AtomicEnd,
    }
}

impl State {
    /// Runs the instructions that no other thread can see.
    fn settle(&mut self, code: &[Inst]) {
        loop {
            let register = |reg: Reg| self.registers[usize::from(reg.0)];
            match code.get(self.pc as usize) {
                Some(Inst::Set { to, value }) => {
                    self.registers[usize::from(to.0)] = value.value(register);
                    self.pc += 1;
                }
                Some(Inst::Unless { value, target }) => {
                    self.pc = match value.value(register) {
                        0 => *target as u32,
                        _ => self.pc + 1,
                    }
                }
                Some(Inst::Jump(target)) => self.pc = *target as u32,
                _ => return,
            }
        }
    }

    fn complete(&mut self, inst: &Inst, value: i32) {
        match inst {
            Inst::Load { to: reg, .. }
            | Inst::Rmw { old: reg, .. }
            | Inst::Await { to: Some(reg), .. } => {
                self.registers[usize::from(reg.0)] = value;
            }
            Inst::CompareExchange {
                old,
                done,
                expected,
                ..
            } => {
                let wanted = expected.value(|reg| self.registers[usize::from(reg.0)]);
                for (reg, value) in [(old, value), (done, i32::from(value == wanted))] {
                    if let Some(reg) = reg {
                        self.registers[usize::from(reg.0)] = value;
                    }
                }
            }
            _ => (),
        }
    }
}

impl Run for LitmusRun<'_> {
    fn pending(&self, t: ThreadId) -> Op {
        let state = self.state(t);
        if state.body == 0 {
            return self.main_pending(state);
        }
        let thread = usize::from(state.body) - 1;
        let code = &self.litmus.test.threads[thread].code;
        let pc = state.pc as usize;
        if let Some(inst) = code.get(pc) {
            return self.pending_inst(state, inst);
        }
        match self.litmus.handed_over(thread, pc - code.len()) {
            Some((cell, Reg(reg))) => {
                let value = state.registers[usize::from(reg)];
                store(cell, StoreOrder::SeqCst, u64::from(value as u32))
            }
            None => Op::Exit,
        }
    }

    fn resume(&mut self, t: ThreadId, response: Response) {
        let value = response.value as i32;
        if self.state(t).body == 0 {
            return self.main_resume(value);
        }
        let test = self.litmus.test;
        let state = self.threads[t.index()].as_mut().expect("the thread exists");
        let code = &test.threads[usize::from(state.body) - 1].code;
        let Some(inst) = code.get(state.pc as usize) else {
            state.pc += 1;
            return;
        };
        if matches!(inst, Inst::Lock(_)) && state.locking < 3 {
            state.locking += 1;
            return;
        }
        state.locking = 0;
        state.complete(inst, value);
        state.pc += 1;
        state.settle(code);
    }

    fn create(&mut self, child: ThreadId, body: u64, _argument: u64) {
        if self.threads.len() <= child.index() {
            self.threads.resize(child.index() + 1, None);
        }
        let mut state = State {
            body: body as u16,
            locking: 0,
            pc: 0,
            registers: [0; MAX_REGISTERS],
        };
        if body > 0 {
            state.settle(&self.litmus.test.threads[body as usize - 1].code);
        }
        self.threads[child.index()] = Some(state);
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
    }
    fn forget(&mut self, saved: SavedId) {
        self.free.push(saved);
    }

    fn locations(&self, t: ThreadId) -> Vec<LocationId> {
        let state = self.state(t);
        let bases = &self.litmus.bases;
        vec![LocationId(match state.body {
            0 => *bases.last().expect("it is never empty"),
            // Whatever comes after the code is at its end.
            body => {
                let (first, next) = (bases[usize::from(body) - 1], bases[usize::from(body)]);
                (first + state.pc).min(next - 1)
            }
        })]
    }
    fn library(&self, _: ThreadId) -> Option<String> {
        None
    }
    fn message(&self, _: ThreadId, _: &dyn Fn(u64) -> Option<u8>) -> String {
        let condition = &self.litmus.test.condition;
        match condition.quantifier {
            crate::Quantifier::Forall => format!("violated: {}", condition.text),
            _ => format!("reached: {}", condition.text),
        }
    }
    fn printed(&self, _: ThreadId, _: &dyn Fn(u64) -> Option<u8>) -> String {
        String::new()
    }
}

impl Source for Litmus<'_> {
    fn location(&self, id: LocationId) -> Location {
        let after = self.bases.partition_point(|base| *base <= id.0);
        let (place, function) = match self.test.threads.get(after.saturating_sub(1)) {
            Some(thread) => {
                let nth = (id.0 - self.bases[after - 1]) as usize;
                let place = thread.places.get(nth).or(thread.places.last());
                (place.copied(), thread.name.clone())
            }
            None => (Some(self.test.condition.place), "condition".to_string()),
        };
        Location {
            file: self.test.file.clone(),
            line: place.map_or(0, |place| place.line),
            column: place.map_or(0, |place| place.column),
            function,
        }
    }
    fn variable(&self, object: ObjectName, _: u64, _: u8) -> String {
        match object {
            ObjectName::Static(index) => match self.test.variables.get(index as usize) {
                Some((name, _)) => name.clone(),
                None => self.slot_name(index as usize - self.test.variables.len()),
            },
            ObjectName::Created { .. } => "object".to_string(),
        }
    }
    fn value(&self, _: ObjectName, _: u64, _: u8, value: u64) -> String {
        (value as i32).to_string()
    }
    fn declared(&self, _: ObjectName) -> Option<Location> {
        None
    }
    fn function(&self, _: u64) -> Option<String> {
        None
    }
}
