//! Loops that poll are stopped after rounds in vain, made to wait, or left early ([docs/spin-loops.md]). Without all that,
//! and with a bound on loops, fewer executions are seen, but each of them is real: every error and every final state that
//! is found there must be found by the search with it, too, unless that says that it is not complete.
//!
//! `THREADPROOF_LOOPS=COUNT,SEED` checks COUNT programs of another seed.

mod generate;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many programs, of this seed, unless the variable says something else.
const USUAL: (u64, u64) = (10, 1);

/// Programs, by seed and number, that have shown a mistake: a data race of a round in vain was missed.
const SHOWN: [(u64, u64); 1] = [(10, 740)];

/// The bounded searches without the shortening of loops, each with the options that say what memory does.
const PLAIN: [&str; 4] = [
    "--model c11",
    "--model sc --check races --algorithm optimal",
    "--model sc --algorithm optimal --no-check races",
    "--model pso --algorithm optimal",
];
/// The other searches that must find the same as the one with this number.
const ALSO: [(usize, &str); 5] = [
    (2, "--model sc --algorithm source"),
    (2, "--model sc --algorithm naive"),
    (2, "--model sc --algorithm rf"),
    (2, "--model sc --algorithm optimal --no-commute"),
    (3, "--model pso --algorithm rf"),
];

/// An error or a final state: its kind and line.
type Found = BTreeSet<(String, u64)>;

/// The report of a check.
fn report(folder: &Path, file: &Path, options: &str) -> serde_json::Value {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .arg("check")
        .arg(file)
        .args(options.split_whitespace())
        .args("--keep-going --format json --no-compare-models --jobs 1".split(' '))
        .args("--max-steps 400 --max-executions 4000 --timeout 20".split(' '))
        .arg("--cache-dir")
        .arg(folder.join("cache"))
        .output()
        .expect("threadproof runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        let problem = String::from_utf8_lossy(&output.stderr);
        panic!("{} {options}: {problem}", file.display())
    })
}

fn found(folder: &Path, file: &Path, options: &str) -> Found {
    let report = report(folder, file, options);
    let errors = report["errors"].as_array().cloned().unwrap_or_default();
    let found = errors.iter().map(|error| {
        let kind = error["kind"].as_str().unwrap_or_default().to_owned();
        // Which of two accesses of a data race is named, and where a thread waits, depends on the execution.
        let line = match kind.as_str() {
            "assertion" => error["location"]["line"].as_u64().unwrap_or_default(),
            _ => 0,
        };
        (kind, line)
    });
    found.collect()
}

/// The answer of a search that was cut nowhere. A report with errors does not say whether there may be others, so the
/// assertions are left out to see that.
fn complete(folder: &Path, file: &Path, options: &str, wrong: &mut Vec<String>) -> Option<Found> {
    let quiet = report(folder, file, &format!("{options} --no-check assertion"));
    if options.contains("optimal") && quiet["executions"]["redundant"] != 0 {
        wrong.push(format!("{options} begins executions in vain"));
    }
    let is_complete =
        quiet["verdict"] == "verified" || quiet["reason"]["kind"] == "nothing-complete";
    is_complete.then(|| found(folder, file, options))
}

/// The differences that a program shows, and how many comparisons it allowed.
fn differences(folder: &Path, file: &Path) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let mut compared = 0;
    let whole = PLAIN.map(|options| complete(folder, file, options, &mut wrong));
    for (options, whole) in PLAIN.iter().zip(&whole) {
        let Some(whole) = whole else {
            continue;
        };
        for bound in [2, 4] {
            let plain = format!("{options} --no-purity --unroll {bound}");
            let plain = found(folder, file, &plain);
            let missing: Vec<_> = plain.difference(whole).collect();
            if !missing.is_empty() {
                wrong.push(format!("{options} misses {missing:?} of --unroll {bound}"));
            }
            compared += 1;
        }
    }
    for (number, options) in ALSO {
        let Some(whole) = &whole[number] else {
            continue;
        };
        let Some(other) = complete(folder, file, options, &mut wrong) else {
            continue;
        };
        if other != *whole {
            wrong.push(format!(
                "{} finds {whole:?}, {options} {other:?}",
                PLAIN[number]
            ));
        }
        compared += 1;
    }
    (wrong, compared)
}

fn wish() -> (u64, u64) {
    let wish = std::env::var("THREADPROOF_LOOPS").ok();
    let numbers = wish.map(|wish| {
        let parts = wish.split(',').map(|part| part.parse().expect("a number"));
        parts.collect::<Vec<u64>>()
    });
    match numbers.as_deref() {
        Some([count, seed]) => (*count, *seed),
        Some([count]) => (*count, USUAL.1),
        _ => USUAL,
    }
}

#[test]
fn no_execution_is_missed() {
    let (count, seed) = wish();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("random-loops-{seed}"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let compared = AtomicUsize::new(0);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong: Vec<String> = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (seed, nth) = match SHOWN.get(number) {
                Some(shown) => *shown,
                None => (seed, (number - SHOWN.len()) as u64),
            };
            if number >= SHOWN.len() + count as usize {
                return wrong;
            }
            let file = folder.join(format!("{seed}-{nth}.c"));
            std::fs::write(&file, generate::program(seed, nth)).expect("the file can be written");
            let (found, number) = differences(&folder, &file);
            compared.fetch_add(number, Ordering::Relaxed);
            for difference in found {
                eprintln!("{}: {difference}", file.display());
                wrong.push(difference);
            }
        }
    };
    let wrong: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        let all = threads.into_iter().map(|thread| thread.join());
        all.map(|wrong| wrong.expect("no thread panics").len())
            .sum()
    });
    let compared = compared.into_inner() as u64;
    eprintln!("{compared} comparisons of {count} programs");
    assert_eq!(wrong, 0, "in {}", folder.display());
    // Half of the programs have searches to compare.
    assert!(compared >= 3 * count, "only {compared} comparisons");
}
