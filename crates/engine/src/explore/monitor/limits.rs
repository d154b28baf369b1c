//! Programs and executions that are too large, and executions that never end.

use super::{Explored, Stop};
use crate::options::Options;
use crate::outcome::{Reason, ReasonKind};
use threadproof_program::Program;

/// Does the program begin with more memory than it may have?
pub fn too_large(program: &dyn Program, options: &Options) -> Option<Reason> {
    let sizes = program.objects().iter().map(|object| object.size);
    let bytes = sizes.fold(0, u64::saturating_add);
    let limit = options.limits.max_memory;
    (limit < bytes).then(|| Reason {
        kind: ReasonKind::Memory,
        message: format!(
            "the global variables have {bytes} bytes, more than the limit of {limit} allows"
        ),
        location: None,
    })
}

pub fn too_long(program: &dyn Program, machine: &dyn Explored) -> Stop {
    let place = machine
        .newest_place()
        .map(|id| program.source().location(id));
    let place = place.map_or(String::new(), |l| format!(" at {}:{}", l.file, l.line));
    let message = format!(
        "an execution has more than {} steps, the last by {}{place}; does the loop there wait for \
         another thread? --unroll N cuts loops after N iterations",
        machine.steps(),
        machine.names().name(machine.newest_thread())
    );
    Stop::Limit(ReasonKind::ExecutionLimit, message)
}

/// No execution came to its end.
pub fn nothing_complete(machine: &dyn Explored) -> Reason {
    let message = match machine.bound_hit() {
        true => {
            "no execution came to its end: all were cut at the bound on loops or at an assumption"
        }
        false => "no execution came to its end: in each an assumption does not hold",
    };
    Reason {
        kind: ReasonKind::NothingComplete,
        message: message.to_string(),
        location: None,
    }
}
