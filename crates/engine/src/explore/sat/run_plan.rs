//! Runs the program along a plan, and learns from the run.

use super::graph::{EventId, Graph};
use super::learn::Walk;
use super::plan::{Plan, Turn};
use crate::explore::monitor::{Monitor, Stop};
use crate::host::names::{Actor, Status};
use crate::machine::{Machine, MemoryModel, buffer_rules};
use crate::trace::{ActorId, Label};
use threadproof_program::{Op, ThreadId};

/// A run of the program.
struct Drive<'a> {
    graph: &'a mut Graph,
    walk: Walk,
    /// For each thread the stores that it put into its buffer.
    issued: Vec<Vec<EventId>>,
    /// How many of them are in memory.
    updated: Vec<usize>,
    failed: Vec<bool>,
}

/// Runs the program once, and says where its threads stand then.
pub fn run<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    graph: &mut Graph,
    plan: &Plan,
) -> Result<Walk, Stop> {
    machine.rewind(0);
    let mut drive = Drive {
        graph,
        walk: Walk::default(),
        issued: Vec::new(),
        updated: Vec::new(),
        failed: Vec::new(),
    };
    drive.learn(machine);
    drive.graph.turns.clear();
    while let Some(label) = drive.next(machine, plan) {
        drive.note_turn(machine, label.actor);
        step(machine, label);
        drive.note_update(machine, label.actor);
        drive.learn(machine);
        search.stepped(machine)?;
        if drive.graph.obstacle.is_some() {
            return Ok(drive.walk);
        }
    }
    search.ended(machine, false)?;
    Ok(drive.walk)
}

/// Takes a step. A model may choose between options that the run does not have.
fn step<M: MemoryModel>(machine: &mut Machine<'_, M>, label: Label) {
    let before = machine.trace().len();
    machine.step(label);
    let options = machine
        .trace()
        .steps()
        .last()
        .map_or(0, |step| step.options);
    if label.choice > 0 && options <= label.choice {
        machine.rewind(before);
        let choice = label.choice % options.max(1);
        machine.step(Label { choice, ..label });
    }
}

impl Drive<'_> {
    fn learn<M: MemoryModel>(&mut self, machine: &Machine<'_, M>) {
        for t in machine.threads().present() {
            let at = t.index();
            if self.issued.len() <= at {
                self.issued.resize(at + 1, Vec::new());
                self.updated.resize(at + 1, 0);
                self.failed.resize(at + 1, false);
            }
            self.walk.advance(self.graph, machine.run(), t);
            self.issued[at].extend(self.walk.take_stores(t));
            let failed = machine.threads().get(t).status() == Status::Failed;
            if failed && !self.failed[at] {
                self.failed[at] = true;
                self.walk.failed(self.graph, t, machine.pending(t));
            }
        }
    }

    /// The actor is about to take a step.
    fn note_turn<M: MemoryModel>(&mut self, machine: &Machine<'_, M>, actor: ActorId) {
        let Some(event) = self.event(machine, actor) else {
            return;
        };
        let slot = self.graph.event(event).slot.index();
        let turns = &mut self.graph.turns;
        if turns.len() <= slot {
            turns.resize(slot + 1, u32::MAX);
        }
        turns[slot] = machine.trace().len() as u32;
    }

    /// The step whose turn comes first.
    fn next<M: MemoryModel>(&self, machine: &Machine<'_, M>, plan: &Plan) -> Option<Label> {
        let options = machine.enabled().map(|actor| {
            let event = self.event(machine, actor);
            let turn = match event {
                Some(event) if matches!(self.graph.event(event).op, Op::ExitProgram) => Turn::END,
                Some(event) => plan.turn(self.graph.event(event).slot),
                None => Turn::Now,
            };
            (turn, actor, event)
        });
        let (_, actor, event) = options.min_by_key(|(turn, ..)| *turn)?;
        let choice = event.map_or(0, |e| plan.choice(self.graph.event(e).slot));
        Some(Label { actor, choice })
    }

    /// The event with which the actor's step would begin.
    fn event<M: MemoryModel>(&self, machine: &Machine<'_, M>, actor: ActorId) -> Option<EventId> {
        match machine.names().actor(actor) {
            Actor {
                thread,
                queue: None,
            } => self.walk.pending(thread),
            Actor { thread, .. } => self.next_update::<M>(thread),
        }
    }

    /// The oldest store of the thread's buffer.
    fn next_update<M: MemoryModel>(&self, t: ThreadId) -> Option<EventId> {
        let stores = self.issued[t.index()].iter();
        let is_buffered = |op: &Op| buffer_rules::goes_through_buffer(M::MODEL.model(), op, false);
        let mut buffered = stores.filter(|e| is_buffered(&self.graph.event(**e).op));
        buffered.nth(self.updated[t.index()]).copied()
    }

    fn note_update<M: MemoryModel>(&mut self, machine: &Machine<'_, M>, actor: ActorId) {
        let Actor { thread, queue } = machine.names().actor(actor);
        if queue.is_some() {
            self.updated[thread.index()] += 1;
        }
    }
}
