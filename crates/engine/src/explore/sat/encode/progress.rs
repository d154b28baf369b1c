//! How far a thread has come at an item of the graph. Goals are asked in this order, so that lemmas about the beginning
//! of the threads help to prove the rest.

use crate::explore::sat::graph::{Graph, Item, LevelId};
use crate::explore::sat::order::{StaticOrder, inner_levels};

/// The length of every thread.
const LENGTH: u64 = 1 << 20;

/// How far a thread has come at each item of the graph.
pub struct Places {
    pub branches: Vec<u32>,
    pub values: Vec<u32>,
    pub events: Vec<u32>,
}

impl Places {
    /// Counts the places from the beginnings of the threads.
    pub fn new(graph: &Graph, order: &StaticOrder) -> Places {
        let mut places = Places {
            branches: vec![0; graph.branches.len()],
            values: vec![0; graph.values.len()],
            events: vec![0; graph.events.len()],
        };
        for (t, first) in graph.threads.iter().enumerate() {
            if let Some(first) = *first {
                places.walk(graph, first, order.threads[t].len() as u64);
            }
        }
        places
    }

    fn walk(&mut self, graph: &Graph, first: LevelId, events: u64) {
        let mut passed = 0;
        let mut stack = vec![(first, 0)];
        while let Some((level, at)) = stack.last_mut() {
            let Some(&item) = graph.level(*level).items.get(*at) else {
                stack.pop();
                continue;
            };
            *at += 1;
            let place = (passed * LENGTH / events.max(1)) as u32;
            match item {
                Item::Value(v) => self.values[v.index()] = place,
                Item::Branch(b) => {
                    self.branches[b.index()] = place;
                    stack.extend(inner_levels(graph, b).map(|l| (l, 0)));
                }
                Item::Event(e) => {
                    self.events[e.index()] = place;
                    passed += 1;
                }
            }
        }
    }
}
