//! The graph as a formula: its models are the executions that show nothing new, and those that do,
//! up to their first news in the order of the model.
//!
//! After something new a thread goes on as if nothing had happened, with any values. So a model may
//! promise too much after its first news, but never misses an execution: if no model has news, there
//! is nothing new to be found.

mod control;
mod deadlock;
mod memory;
mod order_variables;
mod progress;
mod single_writer;
mod spawns;
mod use_after_free;
mod values;

pub use deadlock::Stuck;
pub use order_variables::Matrix;

use super::domains::Domains;
use super::graph::{BranchId, EventId, Graph, Operand, ValueId};
use super::objects::ObjectIndex;
use super::order::StaticOrder;
use super::solver::{Formula, Lit, Solver};
use crate::options::Model;
use progress::Places;
use rustc_hash::FxHashMap;
use threadproof_program::Access;

/// Something new that an execution may show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum News {
    /// A branch goes in a direction that no run has taken.
    Direction(BranchId, u64),
    /// A function is applied to values that no run has applied it to.
    Result(ValueId),
    /// A read-modify-write is.
    Modified(EventId),
    /// An event takes place that no run has performed: its thread waited there.
    First(EventId),
    /// An access fails at this address, where no run has failed.
    Fault(EventId, u64),
    /// The second event accesses or ends an object that the first has ended.
    Dangling(EventId, EventId),
}

/// News that the formula can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub news: News,
    /// Wants the news.
    pub literal: Lit,
    /// Holds whenever an execution shows the news, or may show it: for results, whenever the
    /// function is applied.
    pub condition: Lit,
    /// How far its thread has come there, as [`progress`] measures it.
    pub place: u32,
}

/// The formula of a round, while it is built.
pub struct Encoding<'a> {
    pub graph: &'a Graph,
    pub domains: &'a Domains<'a>,
    pub order: &'a StaticOrder,
    pub model: Model,
    pub formula: Formula,
    pub goals: Vec<Goal>,
    /// How far their threads have come at each level's items.
    places: Places,
    /// For each value one literal for each element of its domain.
    lits: Vec<Vec<Lit>>,
    /// Whether each event is performed.
    exec: Vec<Lit>,
    /// Whether its thread comes to each event.
    reached: Vec<Lit>,
    /// Whether its thread comes to the place of each value.
    computed: Vec<Lit>,
    /// Whether one of these objects exists; only while events are related.
    existing: FxHashMap<Vec<ObjectIndex>, Lit>,
    /// Whether each level is entered.
    entered: Vec<Lit>,
    pub matrix: Matrix,
    /// Whether an event writes a cell.
    writes: FxHashMap<(EventId, Access), Lit>,
    /// The values that an event of another size than the cell leaves in it.
    parts: FxHashMap<(EventId, Access), Vec<(u64, Lit)>>,
    /// By thread and cell; `None` where there is no timeline.
    timelines: FxHashMap<(usize, Access), Option<single_writer::Timeline>>,
}

impl<'a> Encoding<'a> {
    /// The formula of a graph.
    pub fn new(
        (graph, domains, order): (&'a Graph, &'a Domains<'a>, &'a StaticOrder),
        model: Model,
        solver: Box<dyn Solver>,
    ) -> Encoding<'a> {
        let mut encoding = Encoding {
            graph,
            domains,
            order,
            model,
            formula: Formula::new(solver),
            goals: Vec::new(),
            places: Places::new(graph, order),
            lits: Vec::new(),
            exec: vec![Lit::FALSE; graph.events.len()],
            reached: vec![Lit::FALSE; graph.events.len()],
            computed: vec![Lit::FALSE; graph.values.len()],
            existing: FxHashMap::default(),
            entered: vec![Lit::FALSE; graph.levels.len()],
            matrix: Matrix::default(),
            writes: FxHashMap::default(),
            parts: FxHashMap::default(),
            timelines: FxHashMap::default(),
        };
        encoding.make_literals();
        encoding.control();
        encoding.build_matrix();
        encoding.relate_values();
        encoding.relate_memory();
        encoding.forbid_dangling();
        encoding
    }

    /// Is the value of the operand `value`?
    pub fn is(&self, operand: Operand, value: u64) -> Lit {
        match operand {
            Operand::Constant(constant) => Lit::from(constant == value),
            Operand::Value(v) => match self.domains.of(v).binary_search(&value) {
                Ok(at) => self.lits[v.index()][at],
                Err(_) => Lit::FALSE,
            },
        }
    }

    /// Holds exactly if an event is performed.
    pub fn exec(&self, e: EventId) -> Lit {
        self.exec[e.index()]
    }

    /// The value of an operand in the model.
    pub fn value_of(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Constant(value) => Some(value),
            Operand::Value(v) => {
                let domain = self.domains.of(v).iter();
                let mut with = domain.zip(self.lits.get(v.index())?);
                with.find(|(_, lit)| self.formula.holds(**lit))
                    .map(|(value, _)| *value)
            }
        }
    }

    fn goal(&mut self, news: News, conditions: &[Lit]) {
        let condition = self.formula.and(conditions);
        if condition != Lit::FALSE {
            let literal = self.formula.preferring(true);
            self.formula.add(&[!literal, condition]);
            let place = self.place(news);
            self.goals.push(Goal {
                news,
                literal,
                condition,
                place,
            });
        }
    }

    /// Is it an error for all that is known?
    pub fn is_error(&self, news: News) -> bool {
        match news {
            News::Direction(b, direction) => self.graph.branch(b).fails == Some(direction),
            News::Fault(..) | News::Dangling(..) => true,
            News::Result(_) | News::Modified(_) | News::First(_) => false,
        }
    }

    fn place(&self, news: News) -> u32 {
        match news {
            News::Direction(b, _) => self.places.branches[b.index()],
            News::Result(v) => self.places.values[v.index()],
            News::Modified(e) | News::First(e) | News::Fault(e, _) | News::Dangling(_, e) => {
                self.places.events[e.index()]
            }
        }
    }
}
