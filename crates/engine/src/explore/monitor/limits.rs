//! Programs and executions that are too large, and executions that never end.

use super::{Explored, Stop};
use crate::options::Options;
use crate::outcome::{Cause, Reason};
use threadproof_program::Program;

/// Does the program begin with more memory than it may have?
pub fn too_large(program: &dyn Program, options: &Options) -> Option<Reason> {
    let sizes = program.objects().iter().map(|object| object.size);
    let bytes = sizes.fold(0, u64::saturating_add);
    let limit = options.limits.max_memory;
    (limit < bytes).then(|| Reason::nowhere(Cause::GlobalVariables { bytes, limit }))
}

/// The reason to stop at an execution with too many steps.
pub fn too_long(program: &dyn Program, machine: &dyn Explored) -> Stop {
    let location = machine.newest_place();
    Stop::Limit(Cause::TooManySteps {
        steps: machine.steps(),
        thread: machine.names().name(machine.newest_thread()),
        location: location.map(|id| program.source().location(id)),
    })
}

/// No execution came to its end.
pub fn nothing_complete(machine: &dyn Explored) -> Reason {
    let bound = machine.findings().bound_hit;
    Reason::nowhere(Cause::NothingComplete { bound })
}
