//! `cargo xtask fuzz`: compares the engine with the references for as long as one likes.
//!
//! `--minutes N` (default 1) and `--seed S` (default: behind those of the test suite) run random
//! programs and litmus tests, or fewer if `--each N` programs are compared with every pair of algorithm
//! and model before; `--cycles A,D` runs all cycles of up to A accesses and D decorations instead
//! (`--orders N` under C11 with up to N combinations of memory orders and fences for each),
//! `--litmus N` N random litmus tests, `--shapes N` N classical shapes with any memory orders, `--combinations N` of each shape up to N
//! combinations of orders and fences under C11, and `--patterns N` N random patterns of conflicts from the seed on.
//! `--model M` is for one model alone, `--mixed N` for programs that mix sizes of accesses, N of them.
//! Findings are shrunk; the end is a table of what was compared. Exit code 1 if there are findings.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use threadproof_engine::Model;
use threadproof_litmus::cycles::{Bounds, all};
use threadproof_litmus::parse;
use threadproof_testkit::conflicts::Pattern;
use threadproof_testkit::shapes::{Holes, SHAPES};
use threadproof_testkit::tally::Tally;
use threadproof_testkit::{compare, net};

/// Behind all seeds of the test suite.
const FIRST_SEED: u64 = 1_000_000;
/// Most programs are smaller; a few large ones would take most of the time.
const LIMIT: usize = 400;
/// The axioms are slow.
const PROGRAMS_PER_LITMUS: u64 = 20;
/// For those who watch.
const BETWEEN_TABLES: Duration = Duration::from_secs(60);
/// More say nothing new.
const ENOUGH_FINDINGS: usize = 5;

struct Wishes {
    minutes: f64,
    seed: u64,
    /// Executions of brute force above which a program is left out.
    limit: usize,
    models: Vec<Model>,
    cycles: Option<(usize, usize)>,
    /// Combinations of memory orders for each cycle.
    orders: Option<u64>,
    /// Stop when every pair of algorithm and model has compared this many programs.
    each: Option<u64>,
    litmus: Option<u64>,
    shapes: Option<u64>,
    combinations: Option<u64>,
    patterns: Option<u64>,
    mixed: Option<u64>,
}

fn main() -> ExitCode {
    let wishes = match wishes() {
        Ok(wishes) => wishes,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let findings = if let Some((accesses, decorations)) = wishes.cycles {
        let bounds = Bounds {
            accesses,
            threads: 4,
            decorations,
        };
        match wishes.orders {
            Some(most) => ordered_cycles(bounds, most),
            None => cycles(bounds, &wishes.models),
        }
    } else if let Some(count) = wishes.patterns {
        patterns(wishes.seed, count)
    } else if let Some(count) = wishes.mixed {
        mixed(&wishes, count)
    } else if let Some(most) = wishes.combinations {
        combinations(most)
    } else if let Some(count) = wishes.litmus {
        litmus(wishes.seed, count, &wishes.models, net::random_litmus)
    } else if let Some(count) = wishes.shapes {
        litmus(wishes.seed, count, &wishes.models, net::random_shape)
    } else {
        random(&wishes)
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
        models: Model::ALL.to_vec(),
        cycles: None,
        orders: None,
        each: None,
        litmus: None,
        shapes: None,
        combinations: None,
        patterns: None,
        mixed: None,
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
                wishes.models = vec![model.ok_or(format!("{value}: unknown model"))?];
            }
            "--orders" => wishes.orders = Some(value.parse().map_err(|_| wrong())?),
            "--each" => wishes.each = Some(value.parse().map_err(|_| wrong())?),
            "--litmus" => wishes.litmus = Some(value.parse().map_err(|_| wrong())?),
            "--shapes" => wishes.shapes = Some(value.parse().map_err(|_| wrong())?),
            "--combinations" => wishes.combinations = Some(value.parse().map_err(|_| wrong())?),
            "--mixed" => wishes.mixed = Some(value.parse().map_err(|_| wrong())?),
            "--patterns" => wishes.patterns = Some(value.parse().map_err(|_| wrong())?),
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

fn random(wishes: &Wishes) -> usize {
    let length = Duration::try_from_secs_f64(60.0 * wishes.minutes).unwrap_or(Duration::MAX);
    let begin = Instant::now();
    let mut told = begin;
    let models = &wishes.models;
    let (mut programs, mut litmus) = (Tally::default(), Tally::default());
    let mut findings = 0;
    let mut seed = wishes.seed;
    let enough = |programs: &Tally| wishes.each.is_some_and(|each| programs.fewest() >= each);
    while begin.elapsed() < length && findings < ENOUGH_FINDINGS && !enough(&programs) {
        let mut found: Vec<_> = models
            .iter()
            .map(|model| net::random_program(seed, *model, wishes.limit, &mut programs))
            .collect();
        if seed.is_multiple_of(PROGRAMS_PER_LITMUS) {
            found.push(net::random_litmus(seed, models, &mut litmus));
        }
        for difference in found.into_iter().filter_map(Result::err) {
            findings += 1;
            println!("{difference}");
        }
        seed += 1;
        if told.elapsed() > BETWEEN_TABLES {
            told = Instant::now();
            eprintln!("{:.0} s\n{programs}", begin.elapsed().as_secs_f64());
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("seeds {} to {seed}, {seconds:.0} s", wishes.seed);
    println!("random programs:\n{programs}");
    println!("litmus tests, against the axioms:\n{litmus}");
    findings
}

fn mixed(wishes: &Wishes, count: u64) -> usize {
    let mut tally = Tally::default();
    let all = (wishes.seed..wishes.seed + count)
        .flat_map(|seed| wishes.models.iter().map(move |model| (seed, *model)));
    let differences = all
        .filter_map(|(seed, model)| net::random_mixed(seed, model, wishes.limit, &mut tally).err());
    let differences = differences.inspect(|difference| println!("{difference}"));
    let findings = differences.take(ENOUGH_FINDINGS).count();
    println!("{tally}");
    findings
}

type Compare = fn(u64, &[Model], &mut Tally) -> Result<(), String>;

fn litmus(seed: u64, count: u64, models: &[Model], compare: Compare) -> usize {
    let mut tally = Tally::default();
    let tests = seed..seed + count;
    let differences = tests.filter_map(|seed| compare(seed, models, &mut tally).err());
    let differences = differences.inspect(|difference| println!("{difference}"));
    let findings = differences.take(ENOUGH_FINDINGS).count();
    println!("{tally}");
    findings
}

fn patterns(seed: u64, count: u64) -> usize {
    let both = |seed| [Pattern::random(seed), Pattern::random_accesses(seed)];
    let patterns = (seed..seed + count).flat_map(both);
    let differences = patterns.filter_map(|pattern| pattern.difference());
    let differences = differences.inspect(|difference| println!("{difference}"));
    differences.take(ENOUGH_FINDINGS).count()
}

fn combinations(most: u64) -> usize {
    let mut tally = Tally::default();
    let mut findings = 0;
    for shape in SHAPES {
        for number in shape.numbers(Holes::Few, most) {
            let text = shape.text(Holes::Few, number);
            let test = parse("shape", text.as_bytes()).expect("sound");
            let (_, comparison) = compare::litmus(&test, &[Model::C11]);
            tally.add(&comparison);
            if let Some(difference) = comparison.difference() {
                println!("{difference}\n{text}");
                findings += 1;
            }
            if findings == ENOUGH_FINDINGS {
                return findings;
            }
        }
    }
    println!("{tally}");
    findings
}

fn ordered_cycles(bounds: Bounds, most: u64) -> usize {
    let mut tally = Tally::default();
    let tests = all(bounds);
    let tests = tests
        .iter()
        .flat_map(|cycle| net::ordered_cycles(cycle, most));
    let differences = tests.filter_map(|cycle| net::ordered_cycle(&cycle, &mut tally).err());
    let differences = differences.inspect(|difference| println!("{difference}"));
    let findings = differences.take(ENOUGH_FINDINGS).count();
    println!("{tally}");
    findings
}

fn cycles(bounds: Bounds, models: &[Model]) -> usize {
    let begin = Instant::now();
    let cycles = all(bounds);
    let mut allowed = [0u64; Model::ALL.len()];
    let mut tally = Tally::default();
    let mut findings = 0;
    for cycle in &cycles {
        let (decisions, comparison) = compare::litmus(&cycle.test(), models);
        tally.add(&comparison);
        for (count, decision) in allowed.iter_mut().zip(decisions) {
            *count += u64::from(decision.outcomes > 0);
        }
        if let Some(difference) = comparison.difference() {
            findings += 1;
            println!("{difference}\n{}", cycle.text());
            if findings == ENOUGH_FINDINGS {
                break;
            }
        }
    }
    println!(
        "{} tests, {:.0} s",
        cycles.len(),
        begin.elapsed().as_secs_f64()
    );
    for (model, count) in Model::ALL.iter().zip(allowed) {
        if !models.contains(model) {
            continue;
        }
        let forbidden = cycles.len() as u64 - count;
        println!("{}: {count} allowed, {forbidden} forbidden", model.name());
    }
    println!("{tally}");
    findings
}
