//! The past of threads: how each was created, and the responses that it has got since.
//!
//! A tree, since a thread that goes back may go on differently. A moment of it stands for a saved state, to
//! be gone back to by running the thread again from its beginning.

use threadproof_program::Response;

/// A moment in the life of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment(pub u32);

/// An entry of the log of a thread.
#[derive(Clone, Copy)]
pub enum Event {
    Created { body: u64, argument: u64 },
    Answered(Response),
}

struct Node {
    event: Event,
    before: Option<Moment>,
    /// Threads that are there, saved states that are it, and moments right after it.
    users: u32,
}

/// The responses of all runs, merged where they begin alike.
#[derive(Default)]
pub struct ResponseTree {
    nodes: Vec<Node>,
    /// Places of `nodes` that are not in use.
    free: Vec<Moment>,
}

impl ResponseTree {
    /// The moment after `event`. It takes the place of `before` with its user.
    pub fn add(&mut self, event: Event, before: Option<Moment>) -> Moment {
        let node = Node {
            event,
            before,
            users: 1,
        };
        match self.free.pop() {
            Some(moment) => {
                self.nodes[moment.0 as usize] = node;
                moment
            }
            None => {
                self.nodes.push(node);
                Moment(self.nodes.len() as u32 - 1)
            }
        }
    }

    /// One more user.
    pub fn share(&mut self, moment: Moment) {
        self.nodes[moment.0 as usize].users += 1;
    }

    /// One user less.
    pub fn release(&mut self, moment: Moment) {
        let mut last = Some(moment);
        while let Some(moment) = last {
            let node = &mut self.nodes[moment.0 as usize];
            node.users -= 1;
            if node.users > 0 {
                return;
            }
            last = node.before;
            self.free.push(moment);
        }
    }

    /// All that led to a moment, from the beginning.
    pub fn until(&self, moment: Moment) -> Vec<Event> {
        let before = |moment: &Moment| self.nodes[moment.0 as usize].before;
        let moments = std::iter::successors(Some(moment), before);
        let mut events: Vec<Event> = moments
            .map(|moment| self.nodes[moment.0 as usize].event)
            .collect();
        events.reverse();
        events
    }
}
