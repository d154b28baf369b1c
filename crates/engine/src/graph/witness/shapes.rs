//! The classical shapes under SC: which of them have a witness.

use super::figure_five::Graph;
use super::linearize;

/// The variables, with their initial values.
const X: u32 = 0;
const Y: u32 = 1;

/// Is there an order of all nodes in which each read takes the newest write?
fn has_witness(graph: Graph) -> bool {
    let mut problem = graph.0;
    problem.saturate();
    // Saturation alone refutes graphs as small as these.
    if problem.impossible {
        return false;
    }
    let order = linearize::order(&problem, u64::from, &mut 0);
    assert!(matches!(order, Ok(Some(order)) if order.len() == problem.nodes.len()));
    true
}

/// Each thread writes, then reads the other's variable: `None` for the initial value.
fn store_buffering(reads: [bool; 2]) -> bool {
    let mut graph = Graph::begun();
    let (x, y) = (graph.write(0, X), graph.write(1, Y));
    graph.read_or_initial(0, Y, reads[0].then_some(y));
    graph.read_or_initial(1, X, reads[1].then_some(x));
    has_witness(graph)
}

#[test]
fn one_of_two_threads_comes_first() {
    assert!(store_buffering([true, true]));
    assert!(store_buffering([true, false]));
    assert!(!store_buffering([false, false]));
}

/// A thread writes data and a flag; another one reads the flag, then the data.
fn message_passing(flag: bool, data: bool) -> bool {
    let mut graph = Graph::begun();
    let (x, y) = (graph.write(0, X), graph.write(0, Y));
    graph.read_or_initial(1, Y, flag.then_some(y));
    graph.read_or_initial(1, X, data.then_some(x));
    has_witness(graph)
}

#[test]
fn who_sees_the_flag_sees_the_data() {
    assert!(message_passing(true, true));
    assert!(message_passing(false, true));
    assert!(message_passing(false, false));
    assert!(!message_passing(true, false));
}

/// Two writers of one variable, and a thread that reads both of them, the first one before or after the other.
#[test]
fn all_readers_see_two_writes_in_one_order() {
    let agree = |second: [usize; 2]| {
        let mut graph = Graph::begun();
        let writes = [graph.write(0, X), graph.write(1, X)];
        for (thread, first) in [(2, second[0]), (3, second[1])] {
            graph.read_or_initial(thread, X, Some(writes[first]));
            graph.read_or_initial(thread, X, Some(writes[1 - first]));
        }
        has_witness(graph)
    };
    assert!(agree([0, 0]));
    assert!(agree([1, 1]));
    assert!(!agree([0, 1]));
}
