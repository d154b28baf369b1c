//! `optimal` explores every class of executions once, whatever the conflicts between steps are.

use threadproof_testkit::conflicts::Pattern;

/// The classes are the acyclic orientations of the graph.
#[test]
fn every_graph_of_five_steps() {
    for vertices in 1..=5 {
        let pairs = vertices * (vertices - 1) / 2;
        for edges in 0..1 << pairs {
            assert_eq!(Pattern::of_graph(vertices, edges).difference(), None);
        }
    }
}

#[test]
fn random_patterns() {
    for seed in 0..2_000 {
        assert_eq!(Pattern::random(seed).difference(), None, "seed {seed}");
    }
}

#[test]
fn random_accesses() {
    for seed in 0..5_000 {
        let difference = Pattern::random_accesses(seed).difference();
        assert_eq!(difference, None, "seed {seed}");
    }
}

#[test]
fn hard_patterns() {
    for pattern in Pattern::hard() {
        assert_eq!(pattern.difference(), None);
    }
}
