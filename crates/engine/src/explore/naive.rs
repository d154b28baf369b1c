//! All interleavings: the reference that every other algorithm is checked against.

use crate::execution::trace::Label;
use crate::machine::Machine;
use crate::search::{Search, Stop};

pub fn explore(search: &mut Search<'_>, machine: &mut Machine<'_>) -> Result<(), Stop> {
    // What is left to try at each depth, last first.
    let mut todo: Vec<Vec<Label>> = vec![options(machine)];
    if todo[0].is_empty() {
        search.ended(machine, false)?;
    }
    while let Some(labels) = todo.last_mut() {
        let Some(label) = labels.pop() else {
            todo.pop();
            continue;
        };
        machine.rewind(todo.len() - 1);
        machine.step(label);
        search.stepped(machine)?;
        add_choices(machine, todo.last_mut().expect("not empty"), label);
        let next = options(machine);
        if next.is_empty() {
            search.ended(machine, false)?;
        }
        todo.push(next);
    }
    Ok(())
}

fn options(machine: &mut Machine<'_>) -> Vec<Label> {
    machine.catch_up();
    let label = |actor| Label { actor, choice: 0 };
    let mut labels: Vec<Label> = machine.enabled().map(label).collect();
    labels.reverse();
    labels
}

fn add_choices(machine: &Machine<'_>, todo: &mut Vec<Label>, taken: Label) {
    let step = machine.trace().steps().last().expect("a step was taken");
    if taken.choice == 0 {
        let others = (1..step.options).rev();
        todo.extend(others.map(|choice| Label { choice, ..taken }));
    }
}
