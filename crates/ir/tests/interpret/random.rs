//! Random functions: compiled code does what a plain evaluation of the module does.
//!
//! Promotion, privacy, pruning and registers must all be right for that. The evaluation knows
//! none of them.

use crate::driver::{Driver, Rest};
use crate::evaluate::{self, Event};
use crate::generate;
use threadproof_ir::{Options, compile, text};
use threadproof_program::{Block, Op, Program, ThreadId};

/// Endless loops through other memory are left after so many operations.
const MAX_STEPS: usize = 10_000;

/// Without loop purity, which stops programs that run for ever.
fn plain(unroll: Option<u32>) -> Options {
    Options {
        unroll,
        purity: false,
        ..Options::default()
    }
}

/// Accesses of the compiled program to the first global object, at most `limit`, and how it came
/// to rest.
fn compiled_events(source: &str, options: &Options, limit: usize) -> (Vec<Event>, Option<Rest>) {
    let module = text::parse(source.as_bytes()).expect("the generator makes correct modules");
    let program = compile(module, options).expect("there is a main");
    let shared = &program.objects()[0];
    let shared = shared.address..shared.address + shared.size;
    let mut driver = Driver::new(&program);
    let mut events = Vec::new();
    for _ in 0..MAX_STEPS {
        match driver.run.pending(ThreadId::MAIN) {
            Op::Load { at, .. } if shared.contains(&at.address) => {
                events.push(Event::Load(at.address - shared.start));
            }
            Op::Store { at, value, .. } if shared.contains(&at.address) => {
                events.push(Event::Store(at.address - shared.start, value));
            }
            Op::Pause => break,
            _ => {}
        }
        if events.len() > limit {
            events.pop();
            break;
        }
        if let Some(rest) = driver.step(ThreadId::MAIN) {
            return (events, Some(rest));
        }
    }
    (events, None)
}

#[test]
fn compiled_code_does_what_the_module_says() {
    let mut finished = 0;
    for seed in 1..400 {
        let source = generate::module(seed);
        let module = text::parse(source.as_bytes());
        let module = module.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{source}"));
        let (expected, ended) = evaluate::events(&module, 1000);
        let (real, rest) = compiled_events(&source, &plain(None), expected.len());
        assert_eq!(real, expected, "seed {seed}:\n{source}");
        if ended {
            assert_eq!(rest, Some(Rest::Ended), "seed {seed}:\n{source}");
            finished += 1;
        }
    }
    assert!(finished > 150, "only {finished} programs ended");
}

/// A program that ends does not notice loop purity; one that does not may be stopped, but does
/// nothing else before.
#[test]
fn loop_purity_stops_endless_programs_only() {
    let mut stopped = 0;
    for seed in 1..1500 {
        let source = generate::module(seed);
        let module = text::parse(source.as_bytes()).expect("the generator makes correct modules");
        let (expected, ended) = evaluate::events(&module, 1000);
        let (real, rest) = compiled_events(&source, &Options::default(), expected.len());
        if ended {
            assert_eq!(real, expected, "seed {seed}:\n{source}");
            assert_eq!(rest, Some(Rest::Ended), "seed {seed}:\n{source}");
        } else {
            assert!(expected.starts_with(&real), "seed {seed}:\n{source}");
            stopped += usize::from(real.len() < expected.len());
        }
    }
    assert!(stopped > 0, "no program was stopped");
}

#[test]
fn bounded_code_stops_and_does_nothing_else() {
    let bound = Rest::Stopped(Op::Block(Block::Bound), String::new());
    let mut cut = 0;
    for seed in 1..400 {
        let source = generate::module(seed);
        let module = text::parse(source.as_bytes()).expect("the generator makes correct modules");
        let (expected, ended) = evaluate::events(&module, 5000);
        let (real, rest) = compiled_events(&source, &plain(Some(2)), usize::MAX);
        let length = real.len().min(expected.len());
        assert_eq!(real[..length], expected[..length], "seed {seed}:\n{source}");
        match rest {
            Some(Rest::Ended) => assert!(ended, "seed {seed}:\n{source}"),
            rest => {
                assert_eq!(rest.as_ref(), Some(&bound), "seed {seed}:\n{source}");
                cut += 1;
            }
        }
    }
    assert!(cut > 50, "only {cut} programs were cut");
}

#[test]
fn printed_modules_can_be_read() {
    for seed in 1..300 {
        let source = generate::module(seed);
        let module = text::parse(source.as_bytes()).expect("the generator makes correct modules");
        let printed = text::print(&module);
        let again = text::parse(printed.as_bytes()).expect("printed modules are correct");
        assert_eq!(text::print(&again), printed);
    }
}

#[test]
fn damaged_texts_are_no_panic() {
    let mut random = generate::Random(77);
    for seed in 1..2000 {
        let mut bytes = generate::module(seed % 50 + 1).into_bytes();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(4) {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes.truncate(at + 1),
                2 => {
                    let end = (at + random.below(20) as usize).min(bytes.len());
                    bytes.drain(at..end);
                }
                _ => {
                    let end = (at + random.below(40) as usize).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    let to = random.below(bytes.len() as u64) as usize;
                    bytes.splice(to..to, piece);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        // A text that is still correct must also compile without a panic.
        if let Ok(module) = text::parse(&bytes) {
            let options = Options {
                unroll: Some(2),
                ..Options::default()
            };
            if let Ok(program) = compile(module, &options) {
                program.start();
            }
        }
    }
}
