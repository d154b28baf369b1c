//! Programs and executions that are too large.

use super::{Explored, Stop};
use crate::options::Options;
use crate::verdict::{Reason, ReasonKind};
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

pub fn too_long(machine: &dyn Explored) -> Stop {
    let message = format!(
        "an execution has more than {} steps, the last by {}; does a loop there wait for another \
         thread? --unroll N cuts loops after N iterations",
        machine.steps(),
        machine.names().name(machine.newest_thread())
    );
    Stop::Limit(ReasonKind::ExecutionLimit, message)
}
