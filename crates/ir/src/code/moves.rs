//! Moves that happen all at once, as a sequence.

use super::{Arg, Reg};

/// Orders the moves `to <- from` so that none overwrites what another still reads. A cycle goes
/// through `scratch`; says whether it was needed.
pub fn sequence(mut moves: Vec<(Reg, Arg)>, scratch: Reg, mut emit: impl FnMut(Reg, Arg)) -> bool {
    let mut used_scratch = false;
    moves.retain(|(to, from)| from.as_register() != Some(*to));
    while !moves.is_empty() {
        let is_read = |to: Reg| moves.iter().any(|(_, from)| from.as_register() == Some(to));
        match moves.iter().position(|(to, _)| !is_read(*to)) {
            Some(at) => {
                let (to, from) = moves.swap_remove(at);
                emit(to, from);
            }
            None => {
                // Only cycles are left: save one target and let its readers read the copy.
                let blocked = moves[0].0;
                emit(scratch, Arg::register(blocked));
                used_scratch = true;
                for (_, from) in &mut moves {
                    if from.as_register() == Some(blocked) {
                        *from = Arg::register(scratch);
                    }
                }
            }
        }
    }
    used_scratch
}
