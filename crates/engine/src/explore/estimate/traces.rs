//! Random executions of a machine: for the classes of executions whose steps happen before one another in the same way, or for all
//! interleavings.

use super::linear_orders::{Mover, Movers, Taken};
use super::notes::Notes;
use super::{Space, WEIGHT_ALONE};
use crate::explore::monitor::{Explored, Finer};
use crate::explore::view::View;
use crate::machine::{Machine, MemoryModel};
use crate::options::{Algorithm, Options};
use crate::random::{Random, mix};
use crate::trace::{ActorId, Label, StepIdx};
use threadproof_program::Program;

/// The traces of a program, one of which is built step by step.
pub struct Traces<'p, M: MemoryModel> {
    program: &'p dyn Program,
    options: Options,
    algorithm: Algorithm,
    view: View,
    machine: Machine<'p, M>,
    notes: Notes,
}

impl<'p, M: MemoryModel> Traces<'p, M> {
    /// At the beginning of the program.
    pub fn new(program: &'p dyn Program, options: &Options, algorithm: Algorithm) -> Traces<'p, M> {
        let view = View::default();
        Traces {
            program,
            options: *options,
            algorithm,
            view,
            machine: machine(program, options, algorithm, view),
            notes: Notes::default(),
        }
    }

    /// Where a thread is; the number of the store that a buffer is about to let go.
    fn place(&mut self, actor: ActorId) -> u64 {
        let t = self.machine.thread_of(actor);
        match self.machine.names().of_thread(t) == actor {
            true => self.notes.places.of(self.machine.run(), t),
            false => u64::from(self.notes.future.done(u32::from(actor.0))),
        }
    }

    fn mover(&mut self, actor: ActorId) -> Mover {
        let thread = self.machine.thread_of(actor).0;
        let place = self.place(actor);
        let alone = self.algorithm != Algorithm::Naive
            && !self.notes.explore
            && !self
                .notes
                .future
                .is_awaited(u32::from(actor.0), thread, place);
        Mover {
            who: u32::from(actor.0),
            place,
            weight: if alone { WEIGHT_ALONE } else { 1.0 },
        }
    }

    /// Tells the future what the newest step has accessed, which was taken at a place.
    fn note(&mut self, newest: StepIdx, place: u64) {
        let actor = self.machine.trace().step(newest).label.actor;
        let stands = self.stands(actor);
        let trace = self.machine.trace();
        let step = trace.step(newest);
        let who = u32::from(actor.0);
        let accesses = trace.accesses(newest).iter();
        let accesses = accesses.map(|access| {
            let piece = access.granule << 8 | u64::from(access.mask());
            (piece, access.writes != 0)
        });
        self.notes
            .future
            .stepped((who, step.nth), place, accesses.clone());
        let thread = self.machine.thread_of(actor).0;
        self.notes.situation.stepped(who, step.nth, stands);
        for (piece, writes) in accesses {
            self.notes
                .future
                .note((who, thread), step.nth, piece, writes);
            if writes {
                self.notes.situation.wrote(piece, place);
            }
        }
    }

    /// Where an actor is, unless it is a thread that has ended.
    fn stands(&mut self, actor: ActorId) -> Option<u64> {
        let t = self.machine.thread_of(actor);
        if self.machine.names().of_thread(t) != actor {
            return Some(mix(u64::from(actor.0)));
        }
        self.notes.new_place(self.machine.run(), t)
    }
}

/// A machine at the beginning of the program.
fn machine<'p, M: MemoryModel>(
    program: &'p dyn Program,
    options: &Options,
    algorithm: Algorithm,
    view: View,
) -> Machine<'p, M> {
    let config = view.config(options, algorithm);
    let mut machine = Machine::new(program, config, Default::default());
    machine.begin();
    machine
}

impl<M: MemoryModel> Space for Traces<'_, M> {
    fn begin(&mut self, explore: bool) {
        self.machine.rewind(0);
        self.notes.begin(explore);
    }

    fn rewind(&mut self, steps: usize) {
        self.machine.rewind(steps);
        self.notes.rewind(steps);
    }

    fn numbers(&self) -> [u64; 2] {
        self.notes.situation.numbers()
    }

    fn refine(&mut self) -> bool {
        if self.machine.too_coarse().is_none() {
            return false;
        }
        self.view.refine(Finer::ThreadEnds);
        self.machine = machine(self.program, &self.options, self.algorithm, self.view);
        self.notes.clear();
        true
    }

    fn movers(&mut self) -> Option<Movers> {
        if self.machine.catch_up() {
            self.notes.places.clear();
        }
        if self.machine.too_coarse().is_some() {
            return None;
        }
        let enabled: Vec<ActorId> = self.machine.enabled().collect();
        Some(enabled.iter().map(|actor| self.mover(*actor)).collect())
    }

    fn step(&mut self, mover: u32, random: &mut Random) -> Option<Taken> {
        let actor = ActorId(mover as u16);
        let before = self.machine.trace().len();
        let place = self.place(actor);
        self.machine.step(Label { actor, choice: 0 });
        let others = self.machine.other_choices();
        let chosen = random.below(others.len() + 1);
        if let Some(label) = chosen.checked_sub(1).map(|other| others[other]) {
            self.machine.rewind(before);
            self.machine.prepare(actor);
            self.machine.step(label);
        }
        let newest = StepIdx(before as u32);
        self.note(newest, place);
        let from = match self.algorithm {
            Algorithm::Naive => before.checked_sub(1).map(|last| StepIdx(last as u32)),
            _ => self.machine.trace().newest_before(newest),
        };
        Some(Taken {
            from: from.map_or(0, |last| last.0 as usize + 1),
            ways: 1.0 + others.len() as f64,
        })
    }
}
