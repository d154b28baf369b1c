//! A cycle as a test in the project's own format.
//!
//! The writes of a variable get the values 1, 2, … in the order of the cycle. A read that the cycle
//! says something about is asked for the value that it must have seen.

use super::{Access, Between, Cycle, Edge, Strength};
use std::fmt::Write;

/// An access of the cycle with all that its statement needs.
struct Point {
    thread: usize,
    variable: usize,
    kind: Access,
    rmw: bool,
    strength: Strength,
    /// Written, or asked for; `None` for a read that the cycle says nothing about.
    value: Option<u32>,
    /// The fence or dependency before it in its thread.
    before: Option<Between>,
    register: usize,
}

const VARIABLES: [char; 6] = ['x', 'y', 'z', 'a', 'b', 'c'];

pub fn text(cycle: &Cycle) -> String {
    let points = points(cycle);
    let variables = 1 + points.iter().map(|point| point.variable).max().unwrap_or(0);
    let mut text = format!("name {}\ninit ", cycle.name());
    let names: Vec<String> = VARIABLES[..variables].iter().map(char::to_string).collect();
    text += &names.join(", ");
    text.push('\n');
    for thread in 0..cycle.threads() {
        let own: Vec<&Point> = points.iter().filter(|p| p.thread == thread).collect();
        write_thread(&mut text, thread, &own);
    }
    let condition = condition(&points, variables);
    writeln!(text, "exists ({condition})").expect("strings take everything");
    text
}

fn points(cycle: &Cycle) -> Vec<Point> {
    let count = cycle.edges.len();
    let changes = cycle.edges.iter().filter(|e| e.changes_variable()).count();
    // Variables change along the cycle and come back to the first at its end, so a variable's
    // accesses begin after a change; in a cycle with one variable, anywhere.
    let start = (0..count).find(|at| cycle.edges[(at + count - 1) % count].changes_variable());
    let start = start.unwrap_or(0);
    let mut points: Vec<Point> = Vec::new();
    let (mut thread, mut register) = (0, 0);
    for at in 0..count {
        let before = (at > 0).then(|| cycle.edges[at - 1]);
        if before.is_some_and(Edge::is_external) {
            (thread, register) = (thread + 1, 0);
        }
        points.push(Point {
            thread,
            variable: 0,
            kind: cycle.edges[at].from(),
            rmw: cycle.rmw[at],
            strength: cycle.strengths[at],
            value: None,
            before: before.filter(|e| !e.is_external()).map(Edge::between),
            register,
        });
        register += 1;
    }
    let (mut variable, mut written) = (0, 0);
    for step in 0..count {
        let at = (start + step) % count;
        let into = cycle.edges[(at + count - 1) % count];
        if step > 0 && into.changes_variable() {
            (variable, written) = ((variable + 1) % changes.max(1), 0);
        }
        points[at].variable = variable;
        let out = cycle.edges[at];
        points[at].value = match points[at].kind {
            Access::Write => {
                written += 1;
                Some(written)
            }
            Access::Read if into == Edge::ReadFrom || out == Edge::FromRead => Some(written),
            Access::Read => None,
        };
    }
    points
}

fn write_thread(text: &mut String, thread: usize, points: &[&Point]) {
    let mut push = |depth: usize, line: &str| {
        writeln!(text, "{}{line}", "  ".repeat(depth)).expect("strings take everything");
    };
    push(0, &format!("thread P{thread} {{"));
    let mut depth = 1;
    let mut previous: Option<&Point> = None;
    for point in points {
        let between = point.before.unwrap_or(Between::Nothing);
        let asked = previous.map_or((0, 0), |p| (p.register, p.value.unwrap_or(0)));
        match between {
            Between::Fence => push(depth, "fence"),
            Between::StoreFence => push(depth, "fence.rel"),
            Between::AcquireFence => push(depth, "fence.acq"),
            Between::BothFence => push(depth, "fence.acq_rel"),
            Between::Control => {
                push(depth, &format!("if (r{} == {}) {{", asked.0, asked.1));
                depth += 1;
            }
            Between::Nothing | Between::Data => (),
        }
        let variable = VARIABLES[point.variable];
        let register = point.register;
        let mut value = point.value.unwrap_or(0).to_string();
        if between == Between::Data {
            value = format!("{value} + r{} - {}", asked.0, asked.1);
        }
        let order = point.strength.suffix(point.kind, point.rmw);
        let line = match (point.kind, point.rmw) {
            (Access::Read, false) => format!("r{register} = {variable}{order}"),
            (Access::Read, true) => format!("r{register} = fadd{order}({variable}, 0)"),
            (Access::Write, false) => format!("{variable}{order} = {value}"),
            (Access::Write, true) => format!("r{register} = xchg{order}({variable}, {value})"),
        };
        push(depth, &line);
        previous = Some(point);
    }
    while depth > 0 {
        depth -= 1;
        push(depth, "}");
    }
}

fn condition(points: &[Point], variables: usize) -> String {
    let mut parts = Vec::new();
    for point in points.iter().filter(|p| p.kind == Access::Read) {
        if let Some(value) = point.value {
            parts.push(format!("P{}:r{} = {value}", point.thread, point.register));
        }
    }
    for (variable, name) in VARIABLES.iter().enumerate().take(variables) {
        let writes = points
            .iter()
            .filter(|p| p.variable == variable && p.kind == Access::Write);
        let last = writes.clone().filter_map(|p| p.value).max();
        if writes.count() > 1
            && let Some(last) = last
        {
            parts.push(format!("{name} = {last}"));
        }
    }
    if parts.is_empty() {
        return "true".to_string();
    }
    parts.join(" /\\ ")
}
