//! Several workers with a machine each agree on names, and put together what they have seen.

use super::{Machine, Obstacle};
use crate::host::names::Names;
use crate::host::remarks::Remarks;

impl Machine<'_> {
    /// From now on, this machine and those that are made with these names agree on numbers.
    pub fn share_names(&mut self) -> Names {
        self.names.share()
    }
    /// Takes over what another machine has seen in its part of a search.
    pub fn merge(&mut self, obstacles: Vec<Obstacle>, remarks: Remarks, bound_hit: bool) {
        self.names.catch_up();
        for obstacle in obstacles {
            self.note_obstacle(obstacle.kind, obstacle.message, obstacle.location);
        }
        self.remarks.extend(remarks);
        self.bound_hit |= bound_hit;
    }
}
