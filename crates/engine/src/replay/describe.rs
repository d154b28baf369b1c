//! A record of operations as the steps that people read.

use super::reached::Reached;
use crate::host::names::Names;
use crate::host::op_log::{LoggedOp, OpLog};
use crate::outcome::{Source, Step, StepKind, Value};
use crate::trace::StepIdx;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;
use threadproof_program::{
    Access, LocationId, MemoryOrder, ObjectName, Op, Program, Storage, ThreadId, address,
};

/// The steps of a record, all that the program printed, and the step of each operation that is shown.
pub fn trace(
    program: &dyn Program,
    names: &Names,
    record: &OpLog,
) -> (Vec<Step>, String, Vec<Option<usize>>) {
    let mut describer = Describer {
        program,
        names,
        steps: Vec::new(),
        library: None,
        writers: FxHashMap::default(),
        buffered: Vec::new(),
        heap: BTreeMap::new(),
        output: String::new(),
        step_of: Vec::new(),
        reached: Reached::new(&record.ops),
    };
    let mut shown = Vec::new();
    for logged in &record.ops {
        describer.add(logged);
        let newest = describer.steps.len().checked_sub(1);
        shown.push(newest.filter(|_| !is_silent(logged)));
        describer.step_of.push(newest);
    }
    (describer.steps, describer.output, shown)
}

struct Describer<'a> {
    program: &'a dyn Program,
    names: &'a Names,
    steps: Vec<Step>,
    /// The library call that the last step stands for: its function and its place. Forgotten at the
    /// begin of an atomic section, since a second call of the same function has its own.
    library: Option<(String, Vec<LocationId>)>,
    /// The step that wrote each byte of memory last, and the byte.
    writers: FxHashMap<u64, (usize, u8)>,
    /// Stores that are still in a buffer, oldest first.
    buffered: Vec<(ThreadId, Access, usize)>,
    /// Objects of the heap by their first byte: the byte behind them, and their names.
    heap: BTreeMap<u64, (u64, ObjectName)>,
    output: String,
    /// The step that each operation became part of.
    step_of: Vec<Option<usize>>,
    reached: Reached,
}

impl Describer<'_> {
    fn add(&mut self, logged: &LoggedOp) {
        if let Some(text) = &logged.text {
            self.output.push_str(text);
        }
        if let Op::Allocate { size, storage, .. } = logged.op
            && let (Storage::Heap, Some((object, _))) = (storage, logged.object)
        {
            let base = logged.response.value;
            self.heap.insert(base, (base.saturating_add(size), object));
        }
        if is_silent(logged) {
            if logged.op == Op::AtomicBegin {
                self.library = None;
            }
            return;
        }
        if !self.continues(logged) {
            let step = self.step(logged);
            self.steps.push(step);
            let call = logged.library.clone();
            self.library = call.map(|call| (call, logged.locations.clone()));
        }
        if let (Some(at), true) = (logged.op.access(), writes(logged)) {
            self.note_write(logged, at);
            if let Some(step) = self.steps.last_mut() {
                step.wrote = true;
            }
        }
    }

    fn note_write(&mut self, logged: &LoggedOp, at: Access) {
        let mut writer = self.steps.len() - 1;
        if logged.buffered {
            self.buffered.push((logged.thread, at, writer));
            return;
        }
        let issued = |entry: &(ThreadId, Access, usize)| (entry.0, entry.1) == (logged.thread, at);
        if logged.flush
            && let Some(position) = self.buffered.iter().position(issued)
        {
            let flush = writer;
            writer = self.buffered.remove(position).2;
            self.steps[flush].flushes = Some(writer);
            self.steps[flush].location = self.steps[writer].location.clone();
        }
        let before = match logged.overwrites {
            Some(before) => before.and_then(|logged| self.step_of[logged]),
            None => self.writers.get(&at.address).map(|(step, _)| *step),
        };
        self.steps[writer].overwrites = before.filter(|before| *before != writer);
        let value = logged.op.written(logged.response.value).unwrap_or_default();
        for (byte, value) in bytes(at).zip(value.to_le_bytes()) {
            self.writers.insert(byte, (writer, value));
        }
        let written = logged.op.written(logged.response.value);
        if let (Some(value), Some(variable)) = (written, &self.steps[writer].variable)
            && logged.library.is_none()
        {
            let within = self.base(at.address);
            self.reached.note(at, value, (variable, within));
        }
    }

    /// Does the operation belong to the same library call as the step before? A call is one step;
    /// only a wait begins a new one, since other threads come in between.
    fn continues(&self, logged: &LoggedOp) -> bool {
        let (Some(last), Some((library, place))) = (self.steps.last(), &self.library) else {
            return false;
        };
        let begins = logged.op.guard().is_some()
            || matches!(
                logged.op,
                Op::Fail(_) | Op::Print | Op::Spawn { .. } | Op::Allocate { .. } | Op::Free { .. }
            );
        !begins
            && logged.library.as_ref() == Some(library)
            && logged.locations == *place
            && last.thread == self.names.name(logged.thread)
    }

    fn step(&self, logged: &LoggedOp) -> Step {
        let kind = kind(logged);
        let at = logged.op.access();
        let source = self.program.source();
        let variable = match (logged.other, logged.object) {
            (Some(other), _) => Some(self.names.name(other)),
            (None, Some((object, offset))) => {
                let name = match at {
                    Some(at) => source.variable(object, offset, at.size),
                    None => source.place(object, offset),
                };
                let path = self.path(logged, object, &name);
                Some(path.unwrap_or_else(|| format!("{}{name}", self.owner(logged))))
            }
            (None, None) => None,
        };
        let waits = matches!(kind, StepKind::Wait(_));
        let hides_value = logged.failed || logged.library.is_some() && logged.op.guard().is_none();
        let location = logged.locations.first().map(|id| source.location(*id));
        Step {
            thread: self.names.name(logged.thread),
            kind,
            function: logged.library.clone(),
            wrote: false,
            variable,
            value: at
                .filter(|_| logged.other.is_none() && !waits && !hides_value)
                .map(|at| self.value(logged, at)),
            reads_from: at
                .filter(|_| reads(kind) && !logged.failed)
                .map(|at| self.source_of(logged, at)),
            location,
            bytes: match logged.op {
                Op::Allocate { .. } => Some((logged.response.value, 0)),
                Op::Free { address } => Some((address, 0)),
                _ => at.map(|at| (at.address, at.size)),
            },
            order: order(logged),
            buffered: logged.buffered && !logged.failed,
            flushes: None,
            overwrites: None,
            output: logged.text.clone(),
            moved: logged.step.map(StepIdx::index),
        }
    }

    /// The name of an access to an object of the heap by the pointer that leads there.
    fn path(&self, logged: &LoggedOp, object: ObjectName, name: &str) -> Option<String> {
        let base = self.base(logged.op.access()?.address)?;
        let source = self.program.source();
        self.reached.name(source, (object, base), name)
    }

    /// The first byte of the object of the heap around an address.
    fn base(&self, address: u64) -> Option<u64> {
        let (base, (end, _)) = self.heap.range(..=address).next_back()?;
        (address < *end).then_some(*base)
    }

    /// Threads count their heap objects, so those of threads other than main need a name more. So do their
    /// thread-local variables.
    fn owner(&self, logged: &LoggedOp) -> String {
        let place = match logged.op {
            Op::Allocate { .. } => logged.response.value,
            Op::Free { address } => address,
            op => op.access().map_or(0, |at| at.address),
        };
        self.owner_of(place)
    }

    fn owner_of(&self, place: u64) -> String {
        match address::heap_owner(place).or(address::thread_local_owner(place)) {
            Some(t) if t != ThreadId::MAIN => format!("{}:", self.names.name(t)),
            _ => String::new(),
        }
    }

    fn value(&self, logged: &LoggedOp, at: Access) -> Value {
        let show = |value: u64| match logged.object {
            Some((object, offset)) => self.pointer(at, value).unwrap_or_else(|| {
                let source = self.program.source();
                source.value(object, offset, at.size, value)
            }),
            None => value.to_string(),
        };
        match logged.op {
            Op::Store { value, .. } => Value::One(show(value)),
            op if op.is_update()
                && let Some(new) = op.written(logged.response.value) =>
            {
                let (old, new) = (show(logged.response.value), show(new));
                Value::Change { old, new }
            }
            _ => Value::One(show(logged.response.value)),
        }
    }

    /// The object of the heap that a value points into: no number of a program looks like these addresses by chance.
    fn pointer(&self, at: Access, value: u64) -> Option<String> {
        let (base, (end, object)) = self.heap.range(..=value).next_back()?;
        if at.size != 8 || value >= *end {
            return None;
        }
        let place = self.program.source().place(*object, value - base);
        Some(format!("&{}{place}", self.owner_of(value)))
    }

    /// The write that a read by `thread` sees: the newest in its own buffer, else that in memory.
    fn source_of(&self, logged: &LoggedOp, at: Access) -> Source {
        if let Some(source) = logged.reads_from {
            let step = source.and_then(|written| self.step_of[written]);
            let step = step.or_else(|| self.newest_with(logged.response.value, at));
            return step.map_or(Source::Initial, Source::Step);
        }
        let thread = logged.thread;
        let own = self.buffered.iter().rev().find(|(owner, other, _)| {
            *owner == thread && bytes(at).any(|byte| bytes(*other).contains(&byte))
        });
        let newest = match own {
            Some((_, _, step)) => Some(*step),
            None => bytes(at)
                .filter_map(|b| self.writers.get(&b).map(|(step, _)| *step))
                .max(),
        };
        newest.map_or(Source::Initial, Source::Step)
    }

    /// The newest write to these bytes, if those that are in memory have this value. A search over graphs knows the
    /// write behind an access of the same size only.
    fn newest_with(&self, value: u64, at: Access) -> Option<usize> {
        let mut newest = None;
        for (byte, value) in bytes(at).zip(value.to_le_bytes()) {
            let (step, _) = self.writers.get(&byte).filter(|(_, b)| *b == value)?;
            newest = newest.max(Some(*step));
        }
        newest
    }
}

fn bytes(at: Access) -> Range<u64> {
    at.address..at.address + u64::from(at.size)
}

/// Not worth a line: the program's own bookkeeping.
fn is_silent(logged: &LoggedOp) -> bool {
    match logged.op {
        Op::Release { .. }
        | Op::SizeOf { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Pause
        | Op::Incomplete
        | Op::Note
        | Op::Unsupported => true,
        Op::Allocate { storage, .. } => storage != Storage::Heap,
        _ => false,
    }
}

fn writes(logged: &LoggedOp) -> bool {
    !logged.failed && logged.op.written(logged.response.value).is_some()
}

fn reads(kind: StepKind) -> bool {
    matches!(
        kind,
        StepKind::Load | StepKind::Rmw | StepKind::FailedCompareExchange | StepKind::Wait(_)
    )
}

fn kind(logged: &LoggedOp) -> StepKind {
    match logged.op {
        _ if logged.flush => StepKind::Flush,
        Op::Load {
            guard: Some(guard), ..
        } => StepKind::Wait(guard.why),
        Op::Load { .. } => StepKind::Load,
        Op::Store { .. } => StepKind::Store,
        Op::CompareExchange { .. } if !writes(logged) => StepKind::FailedCompareExchange,
        Op::Rmw { .. } | Op::CompareExchange { .. } => StepKind::Rmw,
        Op::Fence(_) => StepKind::Fence,
        Op::Allocate { .. } => StepKind::Allocate,
        Op::Free { .. } => StepKind::Free,
        Op::Spawn { .. } => StepKind::Spawn,
        Op::Exit | Op::ExitProgram => StepKind::Exit,
        Op::Print => StepKind::Print,
        Op::Choice { .. } => StepKind::Choice,
        _ => StepKind::Fail,
    }
}

/// The memory order; the library's own accesses have none of their own.
fn order(logged: &LoggedOp) -> Option<MemoryOrder> {
    match logged.op {
        _ if logged.library.is_some() || logged.flush => None,
        Op::Load { order, .. } => order.atomic(),
        Op::Store { order, .. } => order.atomic(),
        Op::CompareExchange { failure, .. } if !writes(logged) => failure.atomic(),
        Op::Rmw { order, .. } | Op::CompareExchange { success: order, .. } => Some(order.into()),
        Op::Fence(order) => Some(order.into()),
        _ => None,
    }
}
