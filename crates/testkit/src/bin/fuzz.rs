//! `cargo xtask fuzz`: compares the engine with the references for as long as one likes.
//!
//! `--minutes N` (default 1) and `--seed S` (default: behind those of the test suite) run random
//! programs and litmus tests; `--cycles A,D` runs all cycles of up to A accesses and D decorations
//! instead. `--no-choices` leaves nondeterministic choices out. Findings are shrunk; the end is a
//! table. Exit code 1 if there are findings.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use threadproof_engine::{Algorithm, Model, resolve};
use threadproof_litmus::cycles::{Bounds, all};
use threadproof_testkit::compare::{self, Compared};
use threadproof_testkit::random::{Size, program};
use threadproof_testkit::random_litmus;
use threadproof_testkit::shrink::shrink;

/// Behind all seeds of the test suite.
const FIRST_SEED: u64 = 1_000_000;
/// More say nothing new.
const ENOUGH_FINDINGS: usize = 5;

struct Wishes {
    minutes: f64,
    seed: u64,
    choices: bool,
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
        choices: true,
        cycles: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name == "--no-choices" {
            wishes.choices = false;
            continue;
        }
        let value = arguments.next().ok_or(format!("{name} needs a value"))?;
        let wrong = || format!("{name}: `{value}` is no number");
        match name.as_str() {
            "--minutes" => wishes.minutes = value.parse().map_err(|_| wrong())?,
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

/// The kinds of programs that are mixed, by seed.
fn size(seed: u64, choices: bool) -> Size {
    let small = Size::SMALL;
    match seed % 8 {
        0 => small,
        1 => Size {
            locks: true,
            choices,
            ..small
        },
        2 => Size {
            locks: true,
            awaits: true,
            ..small
        },
        3 => Size {
            threads: 4,
            instructions: 2,
            locks: true,
            ..small
        },
        4 => Size {
            threads: 2,
            instructions: 5,
            orders: true,
            awaits: true,
            ..small
        },
        5 => Size {
            threads: 4,
            instructions: 2,
            blind: true,
            awaits: true,
            bytes: true,
            ..small
        },
        6 => Size {
            instructions: 4,
            blind: true,
            awaits: true,
            locks: true,
            choices,
            ..small
        },
        _ => Size {
            nested: true,
            locks: true,
            orders: true,
            ..small
        },
    }
}

fn random(wishes: &Wishes) -> usize {
    let length = Duration::try_from_secs_f64(60.0 * wishes.minutes).unwrap_or(Duration::MAX);
    let begin = Instant::now();
    let models: Vec<Model> = Model::ALL
        .into_iter()
        .filter(|model| resolve(Algorithm::Naive, *model).is_ok())
        .collect();
    let mut compared = vec![(0u64, 0u64); models.len()];
    let mut litmus = 0;
    let mut findings = 0;
    let mut seed = wishes.seed;
    while begin.elapsed() < length && findings < ENOUGH_FINDINGS {
        let program = program(seed, size(seed, wishes.choices));
        for (model, (same, large)) in models.iter().zip(&mut compared) {
            match compare::built(&program, *model) {
                Compared::Same => *same += 1,
                Compared::TooLarge => *large += 1,
                Compared::Different(difference) => {
                    findings += 1;
                    let differs =
                        |p: &_| matches!(compare::built(p, *model), Compared::Different(_));
                    println!("seed {seed}: {difference}");
                    for (body, code) in shrink(&program, differs).threads.iter().enumerate() {
                        println!("  thread {body}: {code:?}");
                    }
                }
            }
        }
        let text = random_litmus::text(seed);
        let test = threadproof_litmus::parse("random", text.as_bytes()).expect("sound");
        litmus += 1;
        if let Err(difference) = compare::litmus(&test) {
            findings += 1;
            println!("{difference}\n{text}");
        }
        seed += 1;
    }
    println!(
        "seeds {} to {}, {:.0} s",
        wishes.seed,
        seed,
        begin.elapsed().as_secs_f64()
    );
    for (model, (same, large)) in models.iter().zip(&compared) {
        let name = model.name();
        println!("{name}: {same} programs agree, {large} too large for brute force");
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
