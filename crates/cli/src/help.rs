//! Text that teaches: examples, exit codes, and the table of what works with what.

use crate::check_list;
use threadproof_engine::{Algorithm, Model, SUPPORT};

pub fn overview() -> String {
    "Example:\n  threadproof check examples/lost-update.c\n\n\
     `threadproof check --help` explains models, algorithms, checks and exit codes."
        .into()
}

pub fn check() -> String {
    format!(
        "Examples:\n  \
         threadproof check queue.c\n  \
         threadproof check queue.c --check races,leaks --timeout 60\n  \
         threadproof check main.c lock.c --unroll 5 -- -DTHREADS=3 -Iinclude\n  \
         threadproof check queue.c --format json | jq .verdict\n  \
         threadproof check queue.c --model tso --html bug.html --save bug.json\n  \
         threadproof check --replay bug.json\n  \
         threadproof check --compile-commands build/compile_commands.json queue-test\n  \
         threadproof check queue.c --algorithm sat --emit-schedules runs\n\n\
         Algorithms and models (auto begins with the one marked *; under sc it goes on with optimal where that\n\
         turns out to be cheaper, and --verbose says why):\n{}\n\
         Names for --check and --no-check:\n{}\n\
         Exit codes:\n  \
         0  verified: no execution has an error\n  \
         1  an error was found\n  \
         2  bad usage, or input that cannot be read or compiled\n  \
         3  inconclusive: time-out, limit, interruption or something unsupported",
        support_table(),
        check_list::all_names(),
    )
}

pub fn cc() -> String {
    "Examples:\n  \
     make CC=\"threadproof cc\" CXX=\"threadproof c++\"\n  \
     CC=\"threadproof cc\" cmake -B build && cmake --build build\n  \
     threadproof check build/queue-test\n\n\
     Objects carry what a check reads in a section of their own; docs/builds.md has more."
        .into()
}

#[cfg(feature = "cluster")]
pub fn worker() -> String {
    "Examples:\n  \
     threadproof worker redis://build-server\n  \
     threadproof worker redis://:PASSWORD@build-server:7000/1 --jobs 4\n  \
     threadproof check queue.c --cluster redis://build-server\n\n\
     The server is Redis 6.2 or newer; with `appendonly yes` searches outlive it. docs/cluster.md has more."
        .into()
}

pub fn litmus() -> String {
    "Examples:\n  \
     threadproof litmus SB.litmus --model tso\n  \
     threadproof litmus corpus/litmus --model pso\n\n\
     `allowed`: some execution ends as the test asks; for `forall`, some execution violates it.\n\n\
     Exit codes:\n  \
     0  every test ends as its file expects\n  \
     1  some test does not\n  \
     2  bad usage, or a file that cannot be read\n  \
     3  inconclusive: some test could not be decided"
        .into()
}

pub fn test() -> String {
    "Examples:\n  \
     threadproof test\n  \
     threadproof test tests/queue.c --filter tso\n  \
     threadproof test --format junit > results.xml\n  \
     threadproof test --html report --sarif errors.sarif\n\n\
     A file describes its tests in comments:\n  \
     // threadproof: model=sc,tso check=races expect=verified -- -DTHREADS=3\n\
     docs/suites.md describes threadproof.toml.\n\n\
     Exit codes:\n  \
     0  every test ended as expected\n  \
     1  some test did not\n  \
     2  bad usage, or a test that cannot be read or compiled\n  \
     3  inconclusive: some test could not be decided"
        .into()
}

pub fn cargo() -> String {
    "Examples:\n  \
     cargo threadproof test\n  \
     cargo threadproof test queue:: --model tso --timeout 60\n  \
     cargo threadproof test -p my-queue --format junit > results.xml\n  \
     cargo threadproof run --example demo\n\n\
     Exit codes:\n  \
     0  every test is verified\n  \
     1  some test has an error\n  \
     2  bad usage, or a package that cannot be built\n  \
     3  inconclusive: some test could not be decided"
        .into()
}

pub fn init() -> String {
    "Example:\n  threadproof init && threadproof test".into()
}

pub fn advise() -> String {
    "Each answer is proved by a check under c11. --timeout is for one of these (default 10 seconds).\n\n\
     Example:\n  threadproof advise queue.c --patch orders.patch"
        .into()
}

pub fn show() -> String {
    "Example:\n  threadproof show queue.c --function push --after promotion".into()
}

pub fn bench() -> String {
    "Example:\n  threadproof bench tso --size small --timeout 60".into()
}

pub fn explain() -> String {
    "Example:\n  threadproof explain deadlock".into()
}

pub fn completions() -> String {
    "Example:\n  threadproof completions bash > ~/.local/share/bash-completion/completions/threadproof"
        .into()
}

pub fn man() -> String {
    "Example:\n  threadproof man | man -l -".into()
}

/// The table algorithm x model, a line for each algorithm.
pub fn support_table() -> String {
    let mut table = format!("  {:10}", "");
    for model in Model::ALL {
        table += &format!("{:>5}", model.name());
    }
    table.push('\n');
    for algorithm in Algorithm::ALL {
        if algorithm == Algorithm::Auto {
            continue;
        }
        table += &format!("  {:10}", algorithm.name());
        for model in Model::ALL {
            let first = SUPPORT.iter().find(|(_, m)| *m == model);
            let mark = match SUPPORT.contains(&(algorithm, model)) {
                true if first == Some(&(algorithm, model)) => "yes*",
                true => "yes",
                false => "-",
            };
            table += &format!("{mark:>5}");
        }
        table.push('\n');
    }
    table
}
