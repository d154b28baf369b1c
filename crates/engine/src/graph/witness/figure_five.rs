//! The construction of the paper's figure 5, done twice: one half forces `x = 4` before `x = 3`, the
//! other the opposite, and saturation sees neither.

use super::linearize;
use super::problem::{Problem, Read};
use crate::graph::coherence::{PlaceIdx, WriteIdx};

const X: u32 = 0;
/// The variables y and z of each half.
const Y: [u32; 2] = [1, 3];
const Z: [u32; 2] = [2, 4];
/// The writes before that of the first node: the initial values.
const INITIAL: u32 = 5;

/// Adds nodes in the order of an execution.
pub struct Graph(pub Problem);

impl Graph {
    /// Every variable has its initial value.
    pub fn begun() -> Graph {
        let mut graph = Graph(Problem::default());
        for variable in 0..INITIAL {
            graph.0.add_initial(PlaceIdx(variable), WriteIdx(variable));
        }
        graph
    }
    /// A thread writes a variable; its node.
    pub fn write(&mut self, thread: u32, variable: u32) -> u32 {
        let node = self.add(thread);
        self.0
            .add_write(node, PlaceIdx(variable), WriteIdx(INITIAL + node));
        node
    }
    fn read(&mut self, thread: u32, variable: u32, source: u32) {
        self.read_or_initial(thread, variable, Some(source));
    }
    /// A thread reads what a node wrote, or the initial value.
    pub fn read_or_initial(&mut self, thread: u32, variable: u32, source: Option<u32>) {
        let node = self.add(thread);
        self.0.add_read(
            node,
            Read {
                place: PlaceIdx(variable),
                write: WriteIdx(source.map_or(variable, |source| INITIAL + source)),
                source,
                forwarded: false,
            },
        );
    }
    fn add(&mut self, thread: u32) -> u32 {
        self.0.add_node(thread)
    }
}

/// The events of both halves; the last read is possible only without one of them.
fn problem(last_read: bool) -> Problem {
    let mut graph = Graph::begun();
    // The second half, up to x = 4, which both readers of the first half see.
    let (second_z, second_y) = (graph.write(0, Z[1]), graph.write(1, Y[1]));
    graph.read(2, Z[1], second_z);
    graph.read(2, Y[1], second_y);
    let four = graph.write(2, X);
    graph.read(3, X, four);
    graph.read(4, X, four);
    // The first half around x = 3: z = 6 before z = 1, y = 5 after y = 2.
    graph.write(3, Z[0]);
    let first_z = graph.write(5, Z[0]);
    graph.read(6, Z[0], first_z);
    let first_y = graph.write(7, Y[0]);
    graph.read(6, Y[0], first_y);
    graph.read(3, Y[0], first_y);
    graph.write(4, Y[0]);
    graph.read(4, Z[0], first_z);
    let three = graph.write(6, X);
    // The rest of the second half.
    graph.read(8, X, three);
    graph.write(8, Y[1]);
    graph.read(8, Z[1], second_z);
    graph.read(9, X, three);
    graph.write(9, Z[1]);
    if last_read {
        graph.read(9, Y[1], second_y);
    }
    graph.0
}

#[test]
fn only_the_decision_procedure_refutes_it() {
    let mut problem = problem(true);
    problem.saturate();
    assert!(!problem.impossible);
    let mut dead_ends = 0;
    let order = linearize::order(&problem, u64::from, &mut dead_ends);
    assert!(matches!(order, Ok(None)));
    assert!(dead_ends > 0);
}

#[test]
fn without_its_last_read_there_is_a_witness() {
    let mut problem = problem(false);
    problem.saturate();
    assert!(!problem.impossible);
    let order = linearize::order(&problem, u64::from, &mut 0);
    assert!(matches!(order, Ok(Some(order)) if order.len() == problem.nodes.len()));
}
