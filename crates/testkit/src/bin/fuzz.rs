//! `cargo xtask fuzz`: compares the engine with the references for as long as one likes.
//!
//! `--minutes N` (default 1) and `--seed S` (default: behind those of the test suite) run random
//! programs and litmus tests; `--cycles A,D` runs all cycles of up to A accesses and D decorations
//! instead. `--no-choices` leaves nondeterministic choices out. Findings are shrunk; the end is a
//! table. Exit code 1 if there are findings.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use threadproof_engine::Model;
use threadproof_litmus::cycles::{Bounds, all};
use threadproof_testkit::compare::{self, Compared};
use threadproof_testkit::net;

/// Behind all seeds of the test suite.
const FIRST_SEED: u64 = 1_000_000;
/// Most programs are smaller; a few large ones would take most of the time.
const LIMIT: usize = 400;
/// The axioms are slow.
const PROGRAMS_PER_LITMUS: u64 = 20;
/// More say nothing new.
const ENOUGH_FINDINGS: usize = 5;

struct Wishes {
    minutes: f64,
    seed: u64,
    /// Executions of brute force above which a program is left out.
    limit: usize,
    model: Option<Model>,
    cycles: Option<(usize, usize)>,
}

fn main() -> ExitCode {
    let wishes = match wishes() {
        Ok(wishes) => wishes,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let findings = match wishes.cycles {
        Some((accesses, decorations)) => cycles(accesses, decorations),
        None => random(&wishes),
    };
    if findings == 0 {
        println!("no difference");
        return ExitCode::SUCCESS;
    }
    println!("{findings} differences");
    ExitCode::FAILURE
}

fn wishes() -> Result<Wishes, String> {
    let mut wishes = Wishes {
        minutes: 1.0,
        seed: FIRST_SEED,
        limit: LIMIT,
        model: None,
        cycles: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(format!("{name} needs a value"))?;
        let wrong = || format!("{name}: `{value}` is no number");
        match name.as_str() {
            "--minutes" => wishes.minutes = value.parse().map_err(|_| wrong())?,
            "--limit" => wishes.limit = value.parse().map_err(|_| wrong())?,
            "--model" => {
                let model = Model::ALL.into_iter().find(|model| model.name() == value);
                wishes.model = Some(model.ok_or(format!("{value}: unknown model"))?);
            }
            "--seed" => wishes.seed = value.parse().map_err(|_| wrong())?,
            "--cycles" => {
                let (accesses, decorations) = value.split_once(',').ok_or_else(wrong)?;
                let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
                wishes.cycles = Some((number(accesses)?, number(decorations)?));
            }
            _ => return Err(format!("{name}: unknown option")),
        }
    }
    Ok(wishes)
}

/// How often a pair of reference and engine agreed.
#[derive(Default)]
struct Tally {
    same: u64,
    /// Too large for the reference, or refused.
    left_out: u64,
}

fn random(wishes: &Wishes) -> usize {
    let length = Duration::try_from_secs_f64(60.0 * wishes.minutes).unwrap_or(Duration::MAX);
    let begin = Instant::now();
    let mut tallies: Vec<(Model, Tally)> = Model::ALL
        .into_iter()
        .filter(|model| wishes.model.is_none_or(|wish| wish == *model))
        .map(|model| (model, Tally::default()))
        .collect();
    let mut litmus = 0;
    let mut findings = 0;
    let mut seed = wishes.seed;
    while begin.elapsed() < length && findings < ENOUGH_FINDINGS {
        for (model, tally) in &mut tallies {
            match net::random_program(seed, *model, wishes.limit) {
                Compared::Same => tally.same += 1,
                Compared::TooLarge | Compared::Refused => tally.left_out += 1,
                Compared::Different(difference) => {
                    findings += 1;
                    println!("{difference}");
                }
            }
        }
        if seed.is_multiple_of(PROGRAMS_PER_LITMUS) {
            litmus += 1;
            if let Err(difference) = net::random_litmus(seed) {
                findings += 1;
                println!("{difference}");
            }
        }
        seed += 1;
    }
    println!(
        "seeds {} to {}, {:.0} s",
        wishes.seed,
        seed,
        begin.elapsed().as_secs_f64()
    );
    for (model, Tally { same, left_out }) in &tallies {
        let name = model.name();
        println!("{name}: {same} programs agree, {left_out} left out");
    }
    println!("{litmus} litmus tests compared with the axioms under every model");
    findings
}

fn cycles(accesses: usize, decorations: usize) -> usize {
    let begin = Instant::now();
    let bounds = Bounds {
        accesses,
        threads: 4,
        decorations,
    };
    let cycles = all(bounds);
    let mut allowed = [0u64; Model::ALL.len()];
    let mut findings = 0;
    for cycle in &cycles {
        match compare::litmus(&cycle.test()) {
            Ok(decisions) => {
                for (count, decision) in allowed.iter_mut().zip(decisions) {
                    *count += u64::from(decision.outcomes > 0);
                }
            }
            Err(difference) => {
                findings += 1;
                println!("{difference}\n{}", cycle.text());
                if findings == ENOUGH_FINDINGS {
                    break;
                }
            }
        }
    }
    println!(
        "{} tests, {:.0} s",
        cycles.len(),
        begin.elapsed().as_secs_f64()
    );
    for (model, count) in Model::ALL.iter().zip(allowed) {
        let forbidden = cycles.len() as u64 - count;
        println!("{}: {count} allowed, {forbidden} forbidden", model.name());
    }
    findings
}
