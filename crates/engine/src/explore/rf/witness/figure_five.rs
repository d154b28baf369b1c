//! The construction of the paper's figure 5, done twice: one half forces `x = 4` before `x = 3`, the
//! other the opposite, and saturation sees neither.

use super::{Cut, Finder, Phases, View};
use crate::explore::rf::event::{Event, Name, Read, Write};
use crate::explore::rf::history::History;
use crate::explore::rf::location::{LocationIdx, Locations};
use crate::explore::rf::order::Order;
use threadproof_program::ThreadId;

const X: u32 = 0;
/// The variables y and z of each half.
const Y: [u32; 2] = [1, 3];
const Z: [u32; 2] = [2, 4];

/// Builds the trace in the order of an execution.
#[derive(Default)]
struct Trace {
    history: History,
    order: Order,
}

impl Trace {
    fn add(&mut self, thread: u16, read: Option<(u32, Name)>, write: Option<u32>) -> Name {
        let event = event(self.next(thread), read, write);
        let name = event.name;
        self.order.push(name.thread);
        self.history.push(event);
        name
    }
    fn next(&self, thread: u16) -> Name {
        let thread = ThreadId(thread);
        let nth = self.order.places(thread).len() as u32 + 1;
        Name { thread, nth }
    }
    fn write(&mut self, thread: u16, variable: u32) -> Name {
        self.add(thread, None, Some(variable))
    }
    fn read(&mut self, thread: u16, variable: u32, source: Name) {
        self.add(thread, Some((variable, source)), None);
    }
}

const THREADS: u16 = 10;

fn event(name: Name, read: Option<(u32, Name)>, write: Option<u32>) -> Event {
    let mut event = Event::new(name);
    event.reads.extend(read.map(|(variable, source)| Read {
        location: LocationIdx(variable),
        source,
    }));
    event.writes.extend(write.map(|variable| Write {
        location: LocationIdx(variable),
        value: 0,
    }));
    event
}

#[test]
fn only_the_decision_procedure_refutes_it() {
    let mut trace = Trace::default();
    // The second half, up to x = 4, which both readers of the first half see.
    let (second_z, second_y) = (trace.write(0, Z[1]), trace.write(1, Y[1]));
    trace.read(2, Z[1], second_z);
    trace.read(2, Y[1], second_y);
    let four = trace.write(2, X);
    trace.read(3, X, four);
    trace.read(4, X, four);
    // The first half around x = 3: z = 6 before z = 1, y = 5 after y = 2.
    trace.write(3, Z[0]);
    let first_z = trace.write(5, Z[0]);
    trace.read(6, Z[0], first_z);
    let first_y = trace.write(7, Y[0]);
    trace.read(6, Y[0], first_y);
    trace.read(3, Y[0], first_y);
    trace.write(4, Y[0]);
    trace.read(4, Z[0], first_z);
    let three = trace.write(6, X);
    // The rest of the second half, but for its last read.
    trace.read(8, X, three);
    trace.write(8, Y[1]);
    trace.read(8, Z[1], second_z);
    trace.read(9, X, three);
    trace.write(9, Z[1]);
    let last = [event(trace.next(9), Some((Y[1], second_y)), None)];
    let places = |t| trace.order.places(ThreadId(t)).len() as u32;
    let count: Vec<u32> = (0..THREADS).map(places).collect();
    let cut = Cut {
        view: View {
            history: &trace.history,
            locations: &Locations::default(),
            changed: &last,
        },
        order: &trace.order,
        // The last event with all before it: then nothing is copied but itself.
        turn: trace.history.len() - 1,
        before: &trace.history.counts_before(trace.history.len() - 1),
        count: &count,
    };
    let mut finder = Finder::default();
    assert_eq!(finder.find(cut), None);
    let decided = Phases {
        decision: 1,
        ..Phases::default()
    };
    assert_eq!(finder.phases, decided);
}
