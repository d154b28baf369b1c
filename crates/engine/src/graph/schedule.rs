//! Executions as lists of items: enough to run them again.

use super::event_graph::{Graph, Item};
use super::mixed_size::Cuts;
use super::plan::Move;
use crate::host::Config;
use crate::host::names::Names;
use crate::options::Options;
use serde::{Deserialize, Serialize};
use threadproof_program::{Program, ThreadId};

/// An execution item by item, with the choices of each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Schedule {
    pub names: Names,
    pub cuts: Cuts,
    pub moves: Vec<Move>,
}

impl Schedule {
    /// The items of a graph.
    pub fn of(graph: &Graph<'_>) -> Schedule {
        Schedule {
            names: graph.host.names.clone(),
            cuts: graph.next_cuts(),
            moves: graph.decisions().collect(),
        }
    }
}

impl<'p> Graph<'p> {
    /// A graph for an execution that is run again.
    pub fn for_replay(program: &'p dyn Program, options: &Options, names: Names) -> Graph<'p> {
        let config = Config {
            checks: options.checks,
            limits: options.limits,
            commute: false,
            fine: false,
            joins: true,
            silent_ends: false,
        };
        Graph::new(program, options.model, config, names)
    }

    /// All items but the start of main.
    pub fn items(&self) -> &[Item] {
        &self.items[1..]
    }

    /// The same, as a schedule has them.
    pub fn decisions(&self) -> impl Iterator<Item = Move> + '_ {
        self.items().iter().map(|item| Move {
            thread: item.thread,
            choices: item.choices.clone(),
        })
    }

    /// The same in another order: the running thread goes on as long as its items have their pasts, then
    /// comes the thread that can go on for longest.
    pub fn with_long_runs(&self) -> Vec<Move> {
        let threads = self.of_thread.len();
        let mut done: Vec<u32> = vec![0; threads];
        done[ThreadId::MAIN.index()] = 1;
        let mut order = Vec::new();
        while let Some((t, run)) = (0..threads)
            .map(|t| (t, self.run_length(&done, t)))
            .filter(|(_, run)| *run > 0)
            .max_by_key(|(t, run)| (*run, std::cmp::Reverse(*t)))
        {
            for nth in done[t]..done[t] + run {
                let item = self.item(self.of_thread[t][nth as usize]);
                order.push(Move {
                    thread: item.thread,
                    choices: item.choices.clone(),
                });
            }
            done[t] += run;
        }
        order
    }

    /// How many items a thread can add after those that are done.
    fn run_length(&self, done: &[u32], t: usize) -> u32 {
        let items = self.of_thread[t].iter().skip(done[t] as usize);
        let ready = items.take_while(|i| {
            let mut clock = self.clock(**i).iter().enumerate();
            clock.all(|(other, known)| other == t || *known <= done[other])
        });
        ready.count() as u32
    }
}
