//! What an atomic section would touch if some steps before it had not been taken.
//!
//! A section may go another way when it reads other values: a try-lock that failed would succeed.
//! A plan needs to know, and neither too much nor too little will do: a plan that takes a read for a
//! write leads into what was explored already and is given up there, with all that was thought to
//! be covered by it. So the section is run for itself, on the values that it would find.
//!
//! Sections that allocate, free, create threads, fail or wait are left alone.

use super::Machine;
use crate::execution::memory::{GranuleIdx, extract, insert};
use crate::execution::trace::{Foot, StepIdx};
use smallvec::SmallVec;
use threadproof_program::{Access, Op, Response, ThreadId, address};

type Feet = SmallVec<[Foot; 4]>;

/// The accesses of the imagined section, and the granules that it wrote.
#[derive(Default)]
struct Imagined {
    feet: Feet,
    written: SmallVec<[(GranuleIdx, u64); 4]>,
}

impl Machine<'_> {
    /// What the section `s` would touch if only those of the other steps had been taken that
    /// `is_kept` accepts. They must leave the thread of `s` as it is before `s`. `None` if that
    /// cannot be known.
    pub fn imagine(&mut self, s: StepIdx, is_kept: impl Fn(StepIdx) -> bool) -> Option<Feet> {
        let step = *self.trace.step(s);
        let before = step.saved.filter(|_| step.sections > 0)?;
        let now = self.run.save(step.thread);
        self.run.restore(step.thread, before);
        let feet = self.imagine_section(step.thread, step.sections, is_kept);
        self.run.restore(step.thread, now);
        self.run.forget(now);
        feet
    }

    /// What a load of `at` would return; `None` if there is no such memory.
    pub fn imagine_value(&self, at: Access, is_kept: impl Fn(StepIdx) -> bool) -> Option<u64> {
        let granule = self.granule(at)?;
        let value = self.trace.value_after(&self.memory, granule, is_kept);
        Some(extract(value, at))
    }

    /// The granule of an object, alive or dead.
    fn granule(&self, at: Access) -> Option<GranuleIdx> {
        match self.objects.resolve(at, false) {
            Ok(granule) => Some(granule),
            Err(fault) => fault.granule,
        }
    }

    fn imagine_section(
        &mut self,
        t: ThreadId,
        mut open: u32,
        is_kept: impl Fn(StepIdx) -> bool,
    ) -> Option<Feet> {
        let mut imagined = Imagined::default();
        loop {
            let op = self.run.pending(t);
            let response = match op {
                Op::Exit | Op::ExitProgram => {
                    let address = address::thread_block(t);
                    imagined.touch(Access { address, size: 8 }, true);
                    return Some(imagined.feet);
                }
                Op::AtomicEnd => {
                    open = open.saturating_sub(1);
                    Response::NONE
                }
                Op::AtomicBegin if open > 0 => {
                    open += 1;
                    Response::NONE
                }
                Op::Fence(_) | Op::Pause | Op::Print => Response::NONE,
                // What follows the section belongs to the step, but nobody else sees it.
                _ if open == 0 => return Some(imagined.feet),
                Op::Choice { .. } => Response::value(0),
                _ => self.imagine_access(op, &mut imagined, &is_kept)?,
            };
            self.run.resume(t, response);
        }
    }

    fn imagine_access(
        &self,
        op: Op,
        imagined: &mut Imagined,
        is_kept: impl Fn(StepIdx) -> bool,
    ) -> Option<Response> {
        let at = op.access()?;
        let granule = self.granule(at)?;
        let written = imagined.written.iter().find(|(g, _)| *g == granule);
        let whole = match written {
            Some((_, value)) => *value,
            None => self.trace.value_after(&self.memory, granule, is_kept),
        };
        let old = extract(whole, at);
        let new = match op {
            Op::Load { guard, .. } if guard.is_none_or(|g| g.passes(old, at.size)) => None,
            Op::Store { value, .. } => Some(value),
            Op::Rmw { op, operand, .. } => Some(op.apply(old, operand, at.size)),
            Op::CompareExchange { expected, new, .. } => (old == expected).then_some(new),
            _ => return None,
        };
        imagined.touch(at, new.is_some());
        if let Some(new) = new {
            imagined.written.retain(|(g, _)| *g != granule);
            imagined.written.push((granule, insert(whole, at, new)));
        }
        let is_store = matches!(op, Op::Store { .. });
        Some(if is_store {
            Response::NONE
        } else {
            Response::value(old)
        })
    }
}

impl Imagined {
    fn touch(&mut self, at: Access, writes: bool) {
        let foot = Foot::new(at, writes);
        match self.feet.iter_mut().find(|f| f.granule == foot.granule) {
            Some(known) => {
                known.writes |= foot.writes;
                known.reads = (known.reads | foot.reads) & !known.writes;
            }
            None => self.feet.push(foot),
        }
    }
}
