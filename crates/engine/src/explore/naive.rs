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
        let others = machine.other_choices().into_iter().rev();
        todo.last_mut().expect("not empty").extend(others);
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
