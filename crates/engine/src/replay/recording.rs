//! Writes executions of a machine down as recordings, and makes recorded moves.

use crate::host::Halt;
use crate::host::names::Names;
use crate::machine::{Machine, MemoryModel};
use crate::outcome::{Impossible, Mismatch, Move, Origin, Recording, Source, Step};
use crate::trace::{ActorId, Label};
use threadproof_program::{ThreadId, address};

/// Writes down the moves of a machine; `steps` describes the same execution.
pub(super) fn write_down<M: MemoryModel>(
    machine: &Machine<'_, M>,
    made: &[Made],
    steps: &[Step],
) -> Recording {
    let names = machine.names();
    let numbers = (0..names.threads() as u16).map(ThreadId);
    let mut moves: Vec<Move> = made
        .iter()
        .map(|made| Move {
            thread: names.name(names.actor(made.label.actor).thread),
            buffer: made.sent.map(|address| place(names, address)),
            choice: made.label.choice,
            ..Move::default()
        })
        .collect();
    describe(&mut moves, steps);
    Recording {
        model: M::MODEL.model(),
        threads: numbers.map(|t| names.name(t)).collect(),
        fine: machine.config().fine,
        cuts: Vec::new(),
        moves,
    }
}

/// The numbers of threads to run a recording with.
pub fn names(recording: &Recording) -> Result<Names, Mismatch> {
    Names::numbered(&recording.threads).ok_or(Mismatch::Threads)
}

/// Adds to moves which other moves they read from; `steps` describes the same execution.
pub fn describe(moves: &mut [Move], steps: &[Step]) {
    for step in steps {
        let Some(one) = step.moved.and_then(|moved| moves.get_mut(moved)) else {
            continue;
        };
        let source = step.reads_from.map(|source| match source {
            Source::Initial => Origin::Initial,
            Source::Step(from) => steps[from].moved.map_or(Origin::Initial, Origin::Move),
        });
        one.reads_from = one.reads_from.or(source);
    }
}

/// The step that a recorded move means in the machine's state.
pub(super) fn label<M: MemoryModel>(
    machine: &Machine<'_, M>,
    at: usize,
    one: &Move,
) -> Result<Label, Mismatch> {
    let wrong = |why: Impossible| Mismatch::Move { at, why };
    let thread = machine.names().find(&one.thread);
    let thread = thread.filter(|t| machine.threads().exists(*t));
    let Some(thread) = thread else {
        return Err(wrong(Impossible::NoThread));
    };
    let actor = match &one.buffer {
        None => machine.names().of_thread(thread),
        Some(place) => buffer(machine, thread, place).ok_or_else(|| wrong(Impossible::NoStore))?,
    };
    if machine.may_step(actor) {
        let choice = one.choice;
        return Ok(Label { actor, choice });
    }
    // A thread that could go on has stores to send first.
    Err(wrong(impossible(
        machine.halt(thread).unwrap_or(Halt::Draining),
    )))
}

/// Why a thread cannot take its step.
pub fn impossible(halt: Halt) -> Impossible {
    match halt {
        Halt::Over => Impossible::Ended,
        Halt::Block(_) => Impossible::Blocked,
        Halt::Waiting | Halt::Joining => Impossible::Waits,
        Halt::Draining => Impossible::Draining,
    }
}

/// The queue of a thread's store buffer that would send a store to this place next.
fn buffer<M: MemoryModel>(
    machine: &Machine<'_, M>,
    thread: ThreadId,
    wanted: &str,
) -> Option<ActorId> {
    let buffers = machine.buffers();
    let mut ready = buffers.ready();
    ready.find(|queue| {
        buffers.next(*queue).is_some_and(|entry| {
            machine.thread_of(*queue) == thread
                && place(machine.names(), entry.at.address) == wanted
        })
    })
}

/// A move that a machine made.
pub(super) struct Made {
    label: Label,
    /// The address of the store, for a move of a store buffer.
    sent: Option<u64>,
}

impl Made {
    /// To be asked for in front of the step.
    pub(super) fn by<M: MemoryModel>(machine: &Machine<'_, M>, label: Label) -> Made {
        let queue = machine.names().actor(label.actor).queue;
        let next = queue.and_then(|_| machine.buffers().next(label.actor));
        Made {
            label,
            sent: next.map(|entry| entry.at.address),
        }
    }
}

/// An address without numbers of threads.
fn place(names: &Names, at: u64) -> String {
    let heap = || address::heap_owner(at).map(|t| (t, "heap", address::heap(t)));
    let stack = || address::stack_owner(at).map(|t| (t, "stack", address::stack(t)));
    let own = address::thread_local_owner(at);
    let own = own.map(|t| (t, "thread-local", address::thread_locals(t)));
    match (
        own.or_else(heap).or_else(stack),
        at.checked_sub(address::STATICS),
    ) {
        (Some((t, kind, start)), _) if t.index() < names.threads() && start <= at => {
            format!("{}:{kind}+{:#x}", names.name(t), at - start)
        }
        (None, Some(offset)) => format!("static+{offset:#x}"),
        _ => format!("{at:#x}"),
    }
}

/// Makes the recorded moves, each looked up in the state that it is made in.
pub(super) fn perform<M: MemoryModel>(
    machine: &mut Machine<'_, M>,
    recording: &Recording,
) -> Result<Vec<Made>, Mismatch> {
    let mut made = Vec::with_capacity(recording.moves.len());
    for (at, one) in recording.moves.iter().enumerate() {
        let label = label(machine, at, one)?;
        made.push(Made::by(machine, label));
        machine.step(label);
        let options = machine.trace().steps().last().map_or(0, |s| s.options);
        if options <= label.choice && label.choice > 0 {
            let why = Impossible::Options(options);
            return Err(Mismatch::Move { at, why });
        }
    }
    Ok(made)
}
