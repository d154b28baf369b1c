//! Candidate executions: events with po, rf and co.

use super::paths::Path;
use super::relation::Relation;
use threadproof_litmus::{Test, Var};
use threadproof_program::{FenceOrder, LoadOrder, RmwOrder, StoreOrder};

/// The kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    Read,
    Write,
    /// A read-modify-write that wrote.
    Update,
    Fence,
}

/// A node of a candidate execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    pub kind: EventKind,
    pub variable: Option<Var>,
    pub read: Option<i32>,
    pub written: Option<i32>,
    /// Waits for an empty store buffer, and nothing overtakes it.
    pub drains: bool,
    /// The last round of a loop that waits. The rounds before it have read as well.
    pub waits: bool,
    pub order: Order,
}

/// The meaning of an event's memory order; all false for a plain access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// Takes part in no race with other atomic accesses.
    pub atomic: bool,
    pub acquires: bool,
    pub releases: bool,
    /// Sequentially consistent.
    pub strict: bool,
}

impl From<LoadOrder> for Order {
    fn from(order: LoadOrder) -> Order {
        Order {
            atomic: order != LoadOrder::Plain,
            acquires: order.acquires(),
            releases: false,
            strict: order == LoadOrder::SeqCst,
        }
    }
}
impl From<StoreOrder> for Order {
    fn from(order: StoreOrder) -> Order {
        Order {
            atomic: order != StoreOrder::Plain,
            acquires: false,
            releases: order.releases(),
            strict: order == StoreOrder::SeqCst,
        }
    }
}
impl From<RmwOrder> for Order {
    fn from(order: RmwOrder) -> Order {
        Order {
            atomic: true,
            acquires: order.acquires(),
            releases: order.releases(),
            strict: order == RmwOrder::SeqCst,
        }
    }
}
impl From<FenceOrder> for Order {
    fn from(order: FenceOrder) -> Order {
        Order {
            atomic: true,
            acquires: order.acquires(),
            releases: order.releases(),
            strict: order == FenceOrder::SeqCst,
        }
    }
}

impl Event {
    pub fn read(variable: Var, value: i32, order: LoadOrder) -> Event {
        Event {
            kind: EventKind::Read,
            variable: Some(variable),
            read: Some(value),
            written: None,
            drains: false,
            waits: false,
            order: order.into(),
        }
    }
    pub fn write(variable: Var, value: i32, order: StoreOrder) -> Event {
        Event {
            kind: EventKind::Write,
            variable: Some(variable),
            read: None,
            written: Some(value),
            drains: order == StoreOrder::SeqCst,
            waits: false,
            order: order.into(),
        }
    }
    pub fn update(variable: Var, read: i32, written: i32, order: RmwOrder) -> Event {
        Event {
            kind: EventKind::Update,
            variable: Some(variable),
            read: Some(read),
            written: Some(written),
            drains: true,
            waits: false,
            order: order.into(),
        }
    }
    pub fn fence(order: FenceOrder) -> Event {
        Event {
            kind: EventKind::Fence,
            variable: None,
            read: None,
            written: None,
            drains: order == FenceOrder::SeqCst,
            waits: false,
            order: order.into(),
        }
    }
}

/// One execution. The first events are the initial writes, before all others and in no thread.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub events: Vec<Event>,
    /// `None` for initial writes.
    pub threads: Vec<Option<usize>>,
    pub po: Relation,
    pub rf: Relation,
    pub co: Relation,
    pub fr: Relation,
    /// Writes of each variable, in coherence order.
    orders: Vec<Vec<usize>>,
}

impl Candidate {
    /// The value of the variable at the end.
    pub fn last_value(&self, var: Var) -> i32 {
        let last = self.last_write(var);
        self.events[last].written.expect("only writes are ordered")
    }
    /// The write that is last in coherence order.
    pub fn last_write(&self, var: Var) -> usize {
        let last = self.orders[usize::from(var.0)].last();
        *last.expect("the initial write is one")
    }
}

/// The paths that were picked, and what is still to be chosen.
pub struct Choices {
    events: Vec<Event>,
    threads: Vec<Option<usize>>,
    po: Relation,
    /// Each read with the writes that have its value.
    sources: Vec<(usize, Vec<usize>)>,
    /// For each variable all orders of its writes.
    orders: Vec<Vec<Vec<usize>>>,
}

impl Choices {
    /// `None` if some read can read from nowhere.
    pub fn new(test: &Test, paths: &[&Path]) -> Option<Choices> {
        let mut events = Vec::new();
        let mut threads = Vec::new();
        for (index, (_, value)) in test.variables.iter().enumerate() {
            let var = Var(index as u16);
            events.push(Event::write(var, *value, StoreOrder::Relaxed));
            threads.push(None);
        }
        for (thread, path) in paths.iter().enumerate() {
            events.extend(&path.events);
            threads.extend(path.events.iter().map(|_| Some(thread)));
        }
        let count = events.len();
        let po = Relation::new(count, |a, b| {
            a < b && threads[a] == threads[b] && threads[a].is_some()
        });
        let mut sources = Vec::new();
        for read in 0..count {
            let Some(value) = events[read].read else {
                continue;
            };
            // No model lets a thread read what it writes later.
            let fits = |write: &usize| {
                let w: &Event = &events[*write];
                let later = *write == read || po.has(read, *write);
                !later && w.variable == events[read].variable && w.written == Some(value)
            };
            let writes: Vec<usize> = (0..count).filter(fits).collect();
            if writes.is_empty() {
                return None;
            }
            sources.push((read, writes));
        }
        let orders = (0..test.variables.len()).map(|var| {
            let writes = (test.variables.len()..count).filter(|e| {
                events[*e].written.is_some() && events[*e].variable == Some(Var(var as u16))
            });
            let mut orders = permutations(var, &writes.collect::<Vec<_>>());
            // Nor does any turn the writes of a thread around.
            let turned = |a: &usize, later: &[usize]| later.iter().any(|b| po.has(*b, *a));
            orders.retain(|order| {
                let mut writes = order.iter().enumerate();
                !writes.any(|(at, a)| turned(a, &order[at + 1..]))
            });
            orders
        });
        let orders = orders.collect();
        Some(Choices {
            events,
            threads,
            po,
            sources,
            orders,
        })
    }

    /// How many options each choice has.
    pub fn sizes(&self) -> Vec<usize> {
        let sources = self.sources.iter().map(|(_, writes)| writes.len());
        sources.chain(self.orders.iter().map(Vec::len)).collect()
    }

    pub fn candidate(&self, chosen: &[usize]) -> Candidate {
        let count = self.events.len();
        let (of_reads, of_variables) = chosen.split_at(self.sources.len());
        let mut co = Relation::empty(count);
        let mut orders = Vec::new();
        for (choice, all) in of_variables.iter().zip(&self.orders) {
            let order = &all[*choice];
            for (at, write) in order.iter().enumerate() {
                let later = order[at + 1..].iter();
                later.for_each(|later| co.add(*write, *later));
            }
            orders.push(order.clone());
        }
        let (mut rf, mut fr) = (Relation::empty(count), Relation::empty(count));
        for (choice, (read, writes)) in of_reads.iter().zip(&self.sources) {
            let source = writes[*choice];
            rf.add(source, *read);
            let later = co.after(source).filter(|write| write != read);
            later.for_each(|write| fr.add(*read, write));
        }
        Candidate {
            events: self.events.clone(),
            threads: self.threads.clone(),
            po: self.po.clone(),
            rf,
            co,
            fr,
            orders,
        }
    }
}

/// All orders of `writes` after the first.
fn permutations(first: usize, writes: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![first]];
    for write in writes {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (1..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, *write);
                longer
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
