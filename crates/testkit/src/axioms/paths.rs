//! The paths of a thread: what it does for every combination of values that its reads may return.

use super::candidate::Event;
use std::collections::BTreeSet;
use threadproof_litmus::{Expr, Inst, MAX_REGISTERS, Reg, Test, Thread, Var};
use threadproof_program::{RmwOrder, StoreOrder};

/// The events of one way through a thread.
#[derive(Clone)]
pub struct Path {
    pub events: Vec<Event>,
    pub registers: [i32; MAX_REGISTERS],
}

/// Values that a variable may ever have.
type Domain = Vec<BTreeSet<i32>>;

/// The paths of each thread. A value may depend on a value that was read, by way of computation or of
/// a branch, but each instruction that writes is executed at most once: after as many rounds as
/// there are such instructions all values are known.
pub fn all(test: &Test) -> Vec<Vec<Path>> {
    let mut domain: Domain = test
        .variables
        .iter()
        .map(|(_, value)| BTreeSet::from([*value]))
        .collect();
    let instructions = test.threads.iter().flat_map(|thread| &thread.code);
    let rounds = 1 + instructions.filter(|inst| writes(inst)).count();
    for _ in 0..rounds {
        let before = domain.clone();
        for thread in &test.threads {
            of_thread(thread, &before, &mut domain);
        }
        if domain == before {
            break;
        }
    }
    let known = domain.clone();
    let paths = |thread| of_thread(thread, &known, &mut domain);
    test.threads.iter().map(paths).collect()
}

fn writes(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Store { .. }
            | Inst::Rmw { .. }
            | Inst::CompareExchange { .. }
            | Inst::Lock(_)
            | Inst::Unlock(_)
    )
}

/// A thread on its way.
#[derive(Clone)]
struct Walk {
    pc: usize,
    path: Path,
}

/// Notes in `written` what the thread may write, also on the way to a wait that never ends.
fn of_thread(thread: &Thread, domain: &Domain, written: &mut Domain) -> Vec<Path> {
    let mut done = Vec::new();
    let mut walks = vec![Walk {
        pc: 0,
        path: Path {
            events: Vec::new(),
            registers: [0; MAX_REGISTERS],
        },
    }];
    while let Some(walk) = walks.pop() {
        if let Some(last) = walk.path.events.last()
            && let (Some(var), Some(value)) = (last.variable, last.written)
        {
            written[usize::from(var.0)].insert(value);
        }
        match thread.code.get(walk.pc) {
            None => done.push(walk.path),
            Some(inst) => walk.step(inst, domain, &mut walks),
        }
    }
    done
}

impl Walk {
    fn value(&self, expr: &Expr) -> i32 {
        expr.value(|reg| self.path.registers[usize::from(reg.0)])
    }

    fn with(&self, event: Event, results: &[(Reg, i32)]) -> Walk {
        let mut next = self.clone();
        next.pc += 1;
        next.path.events.push(event);
        for (reg, value) in results {
            next.path.registers[usize::from(reg.0)] = *value;
        }
        next
    }

    fn step(mut self, inst: &Inst, domain: &Domain, walks: &mut Vec<Walk>) {
        let values = |var: Var| domain[usize::from(var.0)].iter().copied();
        match inst {
            Inst::Set { to, value } => {
                self.path.registers[usize::from(to.0)] = self.value(value);
                self.pc += 1;
                walks.push(self);
            }
            Inst::Unless { value, target } => {
                self.pc = if self.value(value) == 0 {
                    *target
                } else {
                    self.pc + 1
                };
                walks.push(self);
            }
            Inst::Jump(target) => {
                self.pc = *target;
                walks.push(self);
            }
            Inst::Fence(order) => walks.push(self.with(Event::fence(*order), &[])),
            Inst::Load { to, from, order } => {
                let read = |value| self.with(Event::read(*from, value, *order), &[(*to, value)]);
                walks.extend(values(*from).map(read));
            }
            Inst::Await {
                to,
                from,
                order,
                predicate,
                value,
            } => {
                let wanted = self.value(value) as u32;
                let passes = |v: &i32| predicate.holds(u64::from(*v as u32), u64::from(wanted), 32);
                let read = |value| {
                    let event = Event {
                        waits: true,
                        ..Event::read(*from, value, *order)
                    };
                    let result = to.map(|to| (to, value));
                    self.with(event, result.as_slice())
                };
                walks.extend(values(*from).filter(passes).map(read));
            }
            Inst::Store { to, order, value } => {
                let event = Event::write(*to, self.value(value), *order);
                walks.push(self.with(event, &[]));
            }
            Inst::Unlock(mutex) => {
                let event = Event::write(*mutex, 0, StoreOrder::SeqCst);
                walks.push(self.with(of_mutex(event), &[]));
            }
            Inst::Lock(mutex) if values(*mutex).any(|value| value == 0) => {
                let event = Event::update(*mutex, 0, 1, RmwOrder::SeqCst);
                walks.push(self.with(of_mutex(event), &[]));
            }
            Inst::Lock(_) => (),
            Inst::Rmw {
                old,
                at,
                op,
                order,
                operand,
            } => {
                let operand = self.value(operand) as u32;
                walks.extend(values(*at).map(|value| {
                    let new = op.apply(u64::from(value as u32), u64::from(operand), 4) as i32;
                    self.with(Event::update(*at, value, new, *order), &[(*old, value)])
                }));
            }
            Inst::CompareExchange { at, .. } => {
                walks.extend(values(*at).map(|value| self.compare_exchange(inst, value)));
            }
        }
    }

    /// The walk goes on after a compare-exchange that read `value`.
    fn compare_exchange(&self, inst: &Inst, value: i32) -> Walk {
        let Inst::CompareExchange {
            old,
            done,
            at,
            success,
            failure,
            expected,
            new,
        } = inst
        else {
            unreachable!("the caller has one");
        };
        let succeeds = value == self.value(expected);
        let event = if succeeds {
            Event::update(*at, value, self.value(new), *success)
        } else {
            let drains = true;
            Event {
                drains,
                ..Event::read(*at, value, *failure)
            }
        };
        let results: Vec<(Reg, i32)> = [(*old, value), (*done, i32::from(succeeds))]
            .into_iter()
            .filter_map(|(reg, value)| Some((reg?, value)))
            .collect();
        self.with(event, &results)
    }
}

/// A mutex waits for the store buffer as what is sequentially consistent does, but the standard gives it
/// no place in the order of such accesses.
fn of_mutex(mut event: Event) -> Event {
    event.order.strict = false;
    event
}
