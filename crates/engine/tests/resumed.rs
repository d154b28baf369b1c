//! Searches of random programs that are interrupted at random moments, written down, read and continued count what others count.

use threadproof_engine::{Jobs, Model};
use threadproof_testkit::{compare, net};

/// Executions above which a program is left out.
const LIMIT: u64 = 300;

fn compare(models: &[Model], jobs: Jobs, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        for model in models {
            let program = net::built(seed, *model);
            if let Some(difference) = compare::resumed(&program, *model, jobs, LIMIT, seed) {
                panic!("seed {seed}: {difference}\n{:#?}", program.threads);
            }
        }
    }
}

#[test]
fn one_worker_goes_on() {
    compare(&Model::ALL, Jobs::ONE, 0..300);
}

#[test]
fn three_workers_go_on() {
    compare(&Model::ALL, Jobs::exactly(3), 300..400);
}

/// One dies before it hands in its results, another sleeps until its items are somebody else's, and answers get lost.
#[test]
fn three_processes_count_what_one_counts() {
    for seed in 0..200 {
        for model in Model::ALL {
            let program = net::built(seed, model);
            if let Some(difference) = compare::linked(&program, model, LIMIT, seed) {
                panic!("seed {seed}: {difference}\n{:#?}", program.threads);
            }
        }
    }
}
