//! What a thread would do in an atomic section if its reads returned other values.
//!
//! The thread is put back to where it stood before the section, plays it against answers that the
//! caller makes up, and is then put to where it was. Nothing else changes.

use super::{Machine, MemoryModel};
use crate::trace::StepIdx;
use threadproof_program::{Access, Op, Response, ThreadId};

/// Answers the operations of a rehearsal.
pub trait Play<M: MemoryModel> {
    /// The value of memory; `None` ends the rehearsal: there is no such memory.
    fn read(&mut self, machine: &Machine<'_, M>, at: Access) -> Option<u64>;
    fn write(&mut self, at: Access, value: u64);
    fn choose(&mut self, options: u32) -> u32;
}

/// How a rehearsal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DryRun {
    /// This is what the step would do.
    Whole,
    /// It could not begin: its guard does not pass.
    Waits,
    /// It does more than read, write and choose.
    Unknown,
}

impl<M: MemoryModel> Machine<'_, M> {
    /// Plays the step `from` of `t`, or the one that it stands before.
    pub fn dry_run(
        &mut self,
        t: ThreadId,
        from: Option<StepIdx>,
        play: &mut dyn Play<M>,
    ) -> DryRun {
        let mut depth = self.threads.get(t).sections;
        let mut before = None;
        if let Some(step) = from {
            let step = self.trace.step(step);
            depth = step.depth;
            before = step.saved();
            if depth == 0 {
                return self
                    .answer(step.op, true, play)
                    .map_or_else(|end| end, |_| DryRun::Whole);
            }
        }
        let now = self.host.run.save(t);
        if let Some(before) = before {
            self.host.run.restore(t, before);
        }
        let end = self.play(t, depth, play);
        self.host.run.restore(t, now);
        self.host.run.forget(now);
        end
    }

    fn play(&mut self, t: ThreadId, mut depth: u32, play: &mut dyn Play<M>) -> DryRun {
        let mut first = true;
        while first || depth > 0 {
            let op = self.host.run.pending(t);
            let value = match op {
                Op::AtomicBegin => {
                    depth += 1;
                    0
                }
                Op::AtomicEnd => {
                    depth = depth.saturating_sub(1);
                    0
                }
                Op::Fence(_) | Op::Pause | Op::Print => 0,
                _ => match self.answer(op, first, play) {
                    Ok(value) => value,
                    Err(end) => return end,
                },
            };
            first = false;
            self.host.run.resume(t, Response::value(value));
        }
        DryRun::Whole
    }

    /// The response to an operation, or how the rehearsal ends with it.
    fn answer(&self, op: Op, first: bool, play: &mut dyn Play<M>) -> Result<u64, DryRun> {
        let read = |play: &mut dyn Play<M>, at| play.read(self, at).ok_or(DryRun::Whole);
        match op {
            Op::Load { at, guard, .. } => {
                let value = read(play, at)?;
                match guard {
                    Some(guard) if !guard.passes(value, at.size) => Err(match first {
                        true => DryRun::Waits,
                        false => DryRun::Whole,
                    }),
                    _ => Ok(value),
                }
            }
            Op::Store { at, value, .. } => {
                play.write(at, value);
                Ok(0)
            }
            Op::Rmw { at, .. } | Op::CompareExchange { at, .. } => {
                let old = read(play, at)?;
                if let Some(new) = op.written(old) {
                    play.write(at, new);
                }
                Ok(old)
            }
            Op::Choice { options } => Ok(u64::from(play.choose(options))),
            Op::Fail(_) | Op::Block(_) | Op::Unsupported => Err(DryRun::Whole),
            _ => Err(DryRun::Unknown),
        }
    }
}
