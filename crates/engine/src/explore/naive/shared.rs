//! All interleavings, by several workers: a task is a beginning and the steps that are to be tried after it.

use super::{go_on, options};
use crate::explore::monitor::{Monitor, Stop};
use crate::explore::parallel::{Hand, Share};
use crate::link::Link;
use crate::machine::{Machine, MemoryModel};
use crate::portable::{Portable, pack, unpack};
use crate::trace::Label;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Steps that are left to try after a common beginning.
#[derive(Serialize, Deserialize)]
pub struct Task {
    beginning: Vec<Label>,
    /// Last first.
    todo: Vec<Label>,
}

impl Portable for Task {
    fn pack(tasks: &[&Task], _: Option<&Arc<dyn Link>>) -> Vec<u8> {
        pack(&tasks)
    }
    fn unpack(bytes: &[u8], _: Option<&Arc<dyn Link>>) -> Option<Vec<Task>> {
        unpack(bytes)
    }
}

/// Explores a task, or everything.
pub fn work<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    hand: &mut Hand<'_, Task>,
    task: Option<Task>,
) -> Result<(), Stop> {
    machine.rewind(0);
    let mut todo: Vec<Vec<Label>> = match task {
        None => vec![options(machine)],
        Some(task) => {
            for label in &task.beginning {
                machine.catch_up();
                machine.step(*label);
            }
            machine.catch_up();
            let mut todo = vec![Vec::new(); task.beginning.len()];
            todo.push(task.todo);
            todo
        }
    };
    if todo.len() == 1 && todo[0].is_empty() {
        return search.ended(machine, false);
    }
    // Further up nothing is left to this worker.
    let mut floor = todo.len() - 1;
    while floor < todo.len() {
        if go_on(search, machine, &mut todo)? {
            let share = hand.after_execution(search, machine)?;
            give_away(machine, hand, &mut todo, &mut floor, share);
        }
    }
    Ok(())
}

/// Gives away the steps to be tried in the shallowest state that has any, or in all states.
fn give_away<M: MemoryModel>(
    machine: &Machine<'_, M>,
    hand: &Hand<'_, Task>,
    todo: &mut [Vec<Label>],
    floor: &mut usize,
    share: Share,
) {
    if share == Share::Nothing {
        return;
    }
    let steps = machine.trace().steps();
    for (depth, labels) in todo.iter_mut().enumerate().skip(*floor) {
        if labels.is_empty() {
            continue;
        }
        let beginning: Vec<Label> = steps[..depth].iter().map(|step| step.label).collect();
        hand.give(labels.drain(..).map(|label| Task {
            beginning: beginning.clone(),
            todo: vec![label],
        }));
        *floor = depth + 1;
        if share == Share::Shallowest {
            return;
        }
    }
}
