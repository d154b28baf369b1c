//! All interleavings: the reference that every other algorithm is checked against.

pub mod shared;

use crate::explore::equivalence::Class;
use crate::explore::monitor::{Monitor, Stop};
use crate::explore::view::View;
use crate::host::names::Names;
use crate::machine::{Machine, MemoryModel, with_model};
use crate::options::{Algorithm, Options};
use crate::trace::Label;
use threadproof_program::Program;

/// Explores all interleavings.
pub fn explore<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
) -> Result<(), Stop> {
    // The steps that are left to try at each depth, last first.
    let mut todo: Vec<Vec<Label>> = vec![options(machine)];
    if todo[0].is_empty() {
        search.ended(machine, false)?;
    }
    while !todo.is_empty() {
        go_on(search, machine, &mut todo)?;
    }
    Ok(())
}

/// Takes the next step that is left to try at the greatest depth, or leaves that depth. True if an execution ended.
fn go_on<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    todo: &mut Vec<Vec<Label>>,
) -> Result<bool, Stop> {
    let Some(label) = todo.last_mut().and_then(Vec::pop) else {
        todo.pop();
        return Ok(false);
    };
    machine.rewind(todo.len() - 1);
    machine.step(label);
    search.stepped(machine)?;
    let others = machine.other_choices().into_iter().rev();
    todo.last_mut().expect("not empty").extend(others);
    let next = options(machine);
    let ended = next.is_empty();
    if ended {
        search.ended(machine, false)?;
    }
    todo.push(next);
    Ok(ended)
}

/// The steps that can be taken now, last first.
fn options<M: MemoryModel>(machine: &mut Machine<'_, M>) -> Vec<Label> {
    machine.catch_up();
    let label = |actor| Label { actor, choice: 0 };
    let mut labels: Vec<Label> = machine.enabled().map(label).collect();
    labels.reverse();
    labels
}

/// Tells `observer` the class and the number of preemptions of every interleaving: the reference of the search for few
/// preemptions is compared with. It knows nothing of classes while it searches. False if steps turn out to be too coarse, and
/// the classes so far are of no use.
pub fn interleavings(
    program: &dyn Program,
    options: &Options,
    observer: &mut dyn FnMut(Class, u32),
) -> bool {
    let model = options.model.machine();
    let model = model.expect("the caller asks for a model with one memory");
    with_model!(model, M => all_interleavings::<M>(program, options, observer))
}

fn all_interleavings<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    observer: &mut dyn FnMut(Class, u32),
) -> bool {
    let config = View::default().config(options, Algorithm::Naive);
    let mut machine = Machine::<M>::new(program, config, Names::default());
    machine.begin();
    let mut todo = vec![switches(&mut machine, None, 0)];
    let told = |machine: &Machine<'_, M>, used| (Class(machine.class()), used);
    if todo[0].is_empty() {
        let (class, used) = told(&machine, 0);
        observer(class, used);
    }
    while let Some(labels) = todo.last_mut() {
        let Some((label, used)) = labels.pop() else {
            todo.pop();
            continue;
        };
        machine.rewind(todo.len() - 1);
        machine.step(label);
        if machine.exit_flag_was_read() {
            return false;
        }
        let others = machine.other_choices().into_iter();
        let others = others.map(|label| (label, used));
        todo.last_mut().expect("not empty").extend(others);
        let next = switches(&mut machine, Some(label), used);
        if next.is_empty() {
            let (class, used) = told(&machine, used);
            observer(class, used);
        }
        todo.push(next);
    }
    true
}

/// The possible steps after a step, each with the preemptions up to then.
fn switches<M: MemoryModel>(
    machine: &mut Machine<'_, M>,
    last: Option<Label>,
    used: u32,
) -> Vec<(Label, u32)> {
    let labels = options(machine);
    let last = last.map(|label| machine.thread_of(label.actor));
    let goes_on = last.is_some_and(|t| machine.halt(t).is_none());
    let with_cost = |label: Label| {
        let stays = Some(machine.thread_of(label.actor)) == last;
        (label, used + u32::from(goes_on && !stays))
    };
    labels.into_iter().map(with_cost).collect()
}
