//! Names of cycles: `MP+fence+po`, or the edges themselves where the literature has no name.

use super::{Access, Between, Cycle, Edge, Strength};

/// Names of the literature, by bare edges.
const KNOWN: [(&str, &str); 28] = [
    ("SB", "PodWR Fre PodWR Fre"),
    ("MP", "PodWW Rfe PodRR Fre"),
    ("LB", "PodRW Rfe PodRW Rfe"),
    ("S", "PodWW Rfe PodRW Coe"),
    ("R", "PodWW Coe PodWR Fre"),
    ("2+2W", "PodWW Coe PodWW Coe"),
    ("WRC", "Rfe PodRW Rfe PodRR Fre"),
    ("WWC", "Rfe PodRW Rfe PodRW Coe"),
    ("RWC", "Rfe PodRR Fre PodWR Fre"),
    ("WRW+WR", "Rfe PodRW Coe PodWR Fre"),
    ("WRR+2W", "Rfe PodRR Fre PodWW Coe"),
    ("WRW+2W", "Rfe PodRW Coe PodWW Coe"),
    ("IRIW", "Rfe PodRR Fre Rfe PodRR Fre"),
    ("IRRWIW", "Rfe PodRR Fre Rfe PodRW Coe"),
    ("IRWIW", "Rfe PodRW Coe Rfe PodRW Coe"),
    ("ISA2", "PodWW Rfe PodRW Rfe PodRR Fre"),
    ("W+RWC", "PodWW Rfe PodRR Fre PodWR Fre"),
    ("Z6.0", "PodWW Rfe PodRW Coe PodWR Fre"),
    ("Z6.1", "PodWW Coe PodWW Rfe PodRW Coe"),
    ("Z6.2", "PodWW Rfe PodRW Rfe PodRW Coe"),
    ("Z6.3", "PodWW Coe PodWW Rfe PodRR Fre"),
    ("Z6.4", "PodWW Coe PodWR Fre PodWR Fre"),
    ("Z6.5", "PodWW Coe PodWW Coe PodWR Fre"),
    ("3.SB", "PodWR Fre PodWR Fre PodWR Fre"),
    ("3.LB", "PodRW Rfe PodRW Rfe PodRW Rfe"),
    ("3.2W", "PodWW Coe PodWW Coe PodWW Coe"),
    ("CoRR", "Rfe PosRR Fre"),
    ("CoRW2", "Rfe PosRW Coe"),
];

pub fn name(cycle: &Cycle) -> String {
    let words: Vec<String> = cycle.edges.iter().map(|edge| word(*edge)).collect();
    let known = KNOWN.iter().find_map(|(name, edges)| {
        let edges: Vec<&str> = edges.split(' ').collect();
        rotation(&edges, &words).map(|by| (*name, by))
    });
    // Decorations are named in the order of the name that the literature gives.
    let (base, by) = match known {
        Some((name, by)) => (name.to_string(), by),
        None => (words.join("-"), 0),
    };
    let count = cycle.edges.len();
    let order = (0..count).map(|at| (at + by) % count);
    let mut name = base;
    let inner: Vec<Between> = order
        .clone()
        .filter(|at| !cycle.edges[*at].is_external())
        .map(|at| cycle.edges[at].between())
        .collect();
    if inner.iter().any(|between| *between != Between::Nothing) {
        for between in inner {
            name.push('+');
            name += match between {
                Between::Nothing => "po",
                Between::Fence => "fence",
                Between::StoreFence => "rel",
                Between::AcquireFence => "acq",
                Between::BothFence => "acq_rel",
                Between::Control => "ctrl",
                Between::Data => "data",
            };
        }
    }
    let rmw: Vec<String> = order
        .clone()
        .enumerate()
        .filter(|(_, at)| cycle.rmw[*at])
        .map(|(nth, _)| nth.to_string())
        .collect();
    if !rmw.is_empty() {
        name += &format!("+rmw{}", rmw.join("."));
    }
    if cycle.strengths.iter().any(|s| *s != Strength::Relaxed) {
        let strengths: Vec<&str> = order.map(|at| cycle.strengths[at].name()).collect();
        name += &format!("+{}", strengths.join("."));
    }
    name
}

/// How far `words` has to be rotated to be `edges`.
fn rotation(edges: &[&str], words: &[String]) -> Option<usize> {
    let count = words.len();
    if edges.len() != count {
        return None;
    }
    (0..count).find(|by| (0..count).all(|at| words[(at + by) % count] == edges[at]))
}

fn word(edge: Edge) -> String {
    let letter = |access| match access {
        Access::Read => 'R',
        Access::Write => 'W',
    };
    match edge {
        Edge::ReadFrom => "Rfe".to_string(),
        Edge::Coherence => "Coe".to_string(),
        Edge::FromRead => "Fre".to_string(),
        Edge::Program {
            same_variable,
            from,
            to,
            ..
        } => {
            let place = if same_variable { 's' } else { 'd' };
            format!("Po{place}{}{}", letter(from), letter(to))
        }
    }
}
