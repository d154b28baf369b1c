//! The saturated semantics of "Optimal Stateless Model Checking under the Release-Acquire Semantics"
//! (section 4): traces whose coherence order has the edges that every consistent total one has.
//!
//! The paper leaves out locks. Here a lock reads from the newest unlock, and waits while there is none. A lock and an
//! unlock are no writes of a variable. At most 64 events.

use crate::trace::{Name, Read};
use std::collections::BTreeMap;
use threadproof_testkit::builder::{Built, Expr, Inst, REGISTERS};

#[derive(Clone, Copy)]
pub struct Event {
    pub name: Name,
    pub inst: Inst,
    value: u32,
    /// What a load or a lock reads from; nothing for the initial value.
    pub source: Option<usize>,
}

#[derive(Clone, Default)]
struct Thread {
    at: usize,
    registers: [u32; REGISTERS],
    events: u32,
    last: Option<usize>,
}

/// What the threads have done so far, and the trace of it.
#[derive(Clone)]
pub struct State<'a> {
    program: &'a Built,
    /// The first is main, which does nothing here.
    threads: Vec<Thread>,
    pub events: Vec<Event>,
    /// By event: those before it in (po ∪ rf)+, and itself. A bit each.
    past: Vec<u64>,
    /// By variable: the same for (po ∪ rf ∪ co of the variable)+.
    before: Vec<Vec<u64>>,
}

impl<'a> State<'a> {
    pub fn new(program: &'a Built, variables: usize) -> State<'a> {
        State {
            program,
            threads: vec![Thread::default(); program.threads.len()],
            events: Vec::new(),
            past: Vec::new(),
            before: vec![Vec::new(); variables],
        }
    }

    /// What a thread does next; nothing if it has ended or waits for a lock.
    pub fn next(&self, thread: u32) -> Option<Inst> {
        let inst = self.program.threads[thread as usize].get(self.threads[thread as usize].at)?;
        match inst {
            Inst::Assume(..) => None,
            Inst::Lock(_) if self.is_locked() => None,
            _ => Some(*inst),
        }
    }

    fn is_locked(&self) -> bool {
        let newest = self.events.iter().rev();
        let mut newest = newest.filter(|e| matches!(e.inst, Inst::Lock(_) | Inst::Unlock(_)));
        matches!(newest.next().map(|e| e.inst), Some(Inst::Lock(_)))
    }

    pub fn newest_unlock(&self) -> Option<usize> {
        let unlock = |e: &Event| matches!(e.inst, Inst::Unlock(_));
        self.events.iter().rposition(unlock)
    }

    /// Those before an event in (po ∪ rf)+, and itself.
    pub fn past(&self, event: usize) -> u64 {
        self.past[event]
    }

    /// Those before what the thread of an event did last before it.
    pub fn past_without_source(&self, event: usize) -> u64 {
        let thread = self.events[event].name.0;
        let own = |e: &Event| e.name.0 == thread;
        let previous = self.events[..event].iter().rposition(own);
        previous.map_or(0, |previous| self.past[previous])
    }

    fn is_write(&self, event: usize, variable: u32) -> bool {
        matches!(self.events[event].inst, Inst::Store(of, _) if of == variable)
    }

    fn known(&self, thread: u32) -> u64 {
        let last = self.threads[thread as usize].last;
        last.map_or(0, |last| self.past[last])
    }

    /// Definition 4.3: what a thread can read from now.
    pub fn readable(&self, thread: u32, variable: u32) -> Vec<Option<usize>> {
        let known = self.known(thread);
        let writes = || (0..self.events.len()).filter(|e| self.is_write(*e, variable));
        let hides: Vec<usize> = writes().filter(|e| known >> e & 1 == 1).collect();
        let before = &self.before[variable as usize];
        let is_hidden = |e: usize| hides.iter().any(|h| *h != e && before[*h] >> e & 1 == 1);
        let initial = hides.is_empty().then_some(None);
        let others = writes().filter(|e| !is_hidden(*e)).map(Some);
        initial.into_iter().chain(others).collect()
    }

    /// The rules S-WRITE and S-READ of figure 5.
    pub fn perform(&mut self, thread: u32, inst: Inst, source: Option<usize>) {
        let visible = match inst {
            Inst::Load(_, variable) => self.visible(thread, variable),
            _ => Vec::new(),
        };
        self.append(thread, inst, source);
        if let (Inst::Load(_, variable), Some(source)) = (inst, source) {
            for earlier in visible.into_iter().filter(|e| *e != source) {
                self.order(variable, earlier, source);
            }
        }
        self.skip(thread);
    }

    /// Definition 4.4; the initial write is left out, as it is before all others anyway.
    fn visible(&self, thread: u32, variable: u32) -> Vec<usize> {
        let known = self.known(thread);
        let readable = self.readable(thread, variable).into_iter().flatten();
        readable.filter(|e| known >> e & 1 == 1).collect()
    }

    fn append(&mut self, thread: u32, inst: Inst, source: Option<usize>) {
        let me = self.events.len();
        let own = &mut self.threads[thread as usize];
        let previous = own.last.into_iter().chain(source);
        let join = |of: &[u64]| previous.clone().fold(1 << me, |all, e| all | of[e]);
        self.past.push(join(&self.past));
        for before in &mut self.before {
            before.push(join(before));
        }
        own.at += 1;
        own.events += 1;
        own.last = Some(me);
        let value = match inst {
            Inst::Load(register, _) => {
                own.registers[register] = source.map_or(0, |s| self.events[s].value);
                0
            }
            Inst::Store(_, Expr::Const(value)) => value,
            Inst::Store(_, Expr::Add(register, more)) => own.registers[register] + more,
            _ => 0,
        };
        let name = (thread, own.events);
        self.events.push(Event {
            name,
            inst,
            value,
            source,
        });
    }

    /// Adds an edge to the coherence order.
    fn order(&mut self, variable: u32, first: usize, second: usize) {
        let before = &mut self.before[variable as usize];
        let all = before[first];
        for set in before.iter_mut().filter(|set| **set >> second & 1 == 1) {
            *set |= all;
        }
    }

    /// What a thread does without others noticing.
    fn skip(&mut self, thread: u32) {
        let own = &mut self.threads[thread as usize];
        while let Some(inst) = self.program.threads[thread as usize].get(own.at) {
            match *inst {
                Inst::SkipUnless(register, value, count) => {
                    own.at += 1;
                    if own.registers[register] != value {
                        own.at += count;
                    }
                }
                _ => return,
            }
        }
    }

    /// What each event reads, as in the classes of the engine.
    pub fn reads(&self) -> BTreeMap<Name, Read> {
        let name = |event: usize| self.events[event].name;
        let read = |e: &Event| match e.inst {
            Inst::Load(..) | Inst::Lock(_) => Some(e.source.map(name)),
            _ => None,
        };
        self.events.iter().map(|e| (e.name, read(e))).collect()
    }
}
