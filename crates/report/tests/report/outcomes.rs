//! Hand-made reports, one of each shape.

use std::time::Duration;
use threadproof_engine::{
    Algorithm, Cause, Counts, CycleEvent, Detail, FenceKind, Found, Gap, Model, OtherErrors,
    Outcome, Reason, ReasonKind, Recording, Relation, Sampled, Source, Step, StepKind, Strategy,
    Value, Verdict, Violation, Waiting,
};
use threadproof_program::{ErrorKind, Location};
use threadproof_report::{Report, Sources};

const DEKKER: &str = "#include <assert.h>
int flag[2], x;

void *p0(void *unused) {
    flag[0] = 1;
    if (flag[1] == 0) {
        x = 0;
        assert(x == 0);
    }
    return 0;
}
void *p1(void *unused) {
    flag[1] = 1;
\tif (flag[0] == 0)
        x = 1;
    return 0;
}
int main(void) {
    spawn(p0);
    spawn(p1);
}
";

pub fn sources() -> Sources {
    let mut sources = Sources::new();
    sources.insert("dekker.c", DEKKER);
    sources
}

pub fn at(line: u32, column: u32, function: &str) -> Location {
    Location {
        file: "dekker.c".into(),
        line,
        column,
        function: function.into(),
    }
}

fn report(model: Model, outcome: Outcome) -> Report {
    Report {
        shown_under: Vec::new(),
        program: vec!["dekker.c".into()],
        model,
        unroll: None,
        outcome,
        compile: Duration::from_micros(61_234),
        explore: Duration::from_micros(9_876),
        peak_memory_bytes: Some(10 << 20),
        notes: Vec::new(),
        replayed: false,
    }
}

fn outcome(verdict: Verdict) -> Outcome {
    Outcome {
        verdict,
        algorithm: Algorithm::Optimal,
        counts: Counts {
            complete: 3,
            blocked: 0,
            redundant: 0,
        },
        errors: Vec::new(),
        reason: None,
        instead_of: None,
        choice: None,
        effort: Vec::new(),
        exhausted: true,
        bound_hit: false,
        bounded_search: false,
        preemptions: None,
        sampled: None,
        robust: None,
        notes: Vec::new(),
        estimate: None,
        schedules: Vec::new(),
        replayed: None,
    }
}

fn step(thread: &str, kind: StepKind, function: &str, variable: &str, value: &str) -> Step {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Step {
        thread: thread.into(),
        kind,
        function: some(function),
        wrote: false,
        variable: some(variable),
        value: some(value).map(Value::One),
        reads_from: None,
        location: None,
        bytes: None,
        order: None,
        buffered: false,
        flushes: None,
        overwrites: None,
        output: None,
        moved: None,
    }
}

fn exchange(thread: &str, variable: &str, (old, new): (&str, &str)) -> Step {
    let (old, new) = (old.into(), new.into());
    Step {
        value: Some(Value::Change { old, new }),
        ..step(thread, StepKind::Rmw, "exchange", variable, "")
    }
}

fn line(mut step: Step, line: u32, column: u32) -> Step {
    step.location = Some(at(line, column, "f"));
    step
}

fn bytes(mut step: Step, address: u64) -> Step {
    step.bytes = Some((address, 4));
    step
}

fn reads(mut step: Step, source: Source) -> Step {
    step.reads_from = Some(source);
    step
}

pub fn verified() -> Report {
    report(Model::Sc, outcome(Verdict::Verified))
}

pub fn bounded() -> Report {
    let mut bounded = report(Model::Sc, outcome(Verdict::Verified));
    bounded.unroll = Some(4);
    bounded.outcome.bound_hit = true;
    bounded.outcome.counts = Counts {
        complete: 0,
        blocked: 7,
        redundant: 2,
    };
    bounded.outcome.robust = Some(true);
    bounded
}

/// A failed assertion under TSO: one read gets an old value.
pub fn assertion() -> Report {
    use StepKind::*;
    let (flag0, flag1, x, local) = (0x4000_0000, 0x4000_0004, 0x4000_0010, 0x8_0000_0000);
    let trace = vec![
        line(step("main", Spawn, "", "main.1", ""), 19, 5),
        line(step("main", Spawn, "", "main.2", ""), 20, 5),
        bytes(line(step("main.1", Store, "", "unused", "0"), 4, 1), local),
        bytes(
            line(step("main.1", Store, "", "flag[0]", "1"), 5, 13),
            flag0,
        ),
        reads(
            bytes(line(step("main.1", Load, "", "flag[1]", "0"), 6, 9), flag1),
            Source::Initial,
        ),
        bytes(
            line(step("main.2", Store, "", "flag[1]", "1"), 13, 13),
            flag1,
        ),
        reads(
            bytes(line(step("main.2", Load, "", "flag[0]", "0"), 14, 6), flag0),
            Source::Initial,
        ),
        bytes(line(step("main.1", Store, "", "x", "0"), 7, 11), x),
        bytes(line(exchange("main.2", "x", ("0", "1")), 15, 11), x),
        reads(
            bytes(line(step("main.1", Load, "", "x", "1"), 8, 16), x),
            Source::Step(8),
        ),
        line(step("main.1", Fail, "", "", ""), 8, 9),
    ];
    let mut failed = outcome(Verdict::Error);
    failed.errors.push(Found {
        kind: ErrorKind::Assertion,
        detail: Detail::Words("x == 0".into()),
        thread: "main.1".into(),
        locations: vec![at(8, 9, "p0"), at(14, 6, "caller")],
        trace,
        waiting: Vec::new(),
        output: "hello\n\u{1b}[31mred\n".into(),
        violation: None,
        recording: Recording::default(),
    });
    report(Model::Tso, failed)
}

/// Store buffering: right, but not sequentially consistent.
pub fn not_robust() -> Report {
    use StepKind::*;
    let (flag0, flag1) = (0x4000_0000, 0x4000_0004);
    let mut trace = vec![
        line(step("main", Spawn, "", "main.1", ""), 19, 5),
        line(step("main", Spawn, "", "main.2", ""), 20, 5),
        bytes(
            line(step("main.1", Store, "", "flag[0]", "1"), 5, 13),
            flag0,
        ),
        bytes(
            line(step("main.2", Store, "", "flag[1]", "1"), 13, 13),
            flag1,
        ),
        reads(
            bytes(line(step("main.1", Load, "", "flag[1]", "0"), 6, 9), flag1),
            Source::Initial,
        ),
        bytes(
            line(step("main.2", Flush, "", "flag[1]", "1"), 13, 13),
            flag1,
        ),
        reads(
            bytes(line(step("main.2", Load, "", "flag[0]", "0"), 14, 6), flag0),
            Source::Initial,
        ),
        bytes(
            line(step("main.1", Flush, "", "flag[0]", "1"), 5, 13),
            flag0,
        ),
    ];
    for (store, flush) in [(2, 7), (3, 5)] {
        trace[flush].flushes = Some(store);
    }
    let event = |step, relation| CycleEvent { step, relation };
    let gap = |store, next, delayed| Gap {
        store,
        next,
        delayed,
        fence: FenceKind::Full,
    };
    let mut failed = outcome(Verdict::Error);
    failed.robust = Some(false);
    failed.errors.push(Found {
        kind: ErrorKind::NotRobust,
        detail: Detail::NotSequential(OtherErrors::Some),
        thread: "main.1".into(),
        locations: vec![at(5, 13, "p0")],
        trace,
        waiting: Vec::new(),
        output: String::new(),
        violation: Some(Violation {
            cycle: vec![
                event(2, Relation::ProgramOrder),
                event(4, Relation::FromRead),
                event(3, Relation::ProgramOrder),
                event(6, Relation::FromRead),
            ],
            gaps: vec![gap(2, 4, true), gap(3, 6, false)],
        }),
        recording: Recording::default(),
    });
    report(Model::Tso, failed)
}

/// Two mutexes taken in opposite orders.
pub fn deadlock() -> Report {
    use StepKind::*;
    let (a, b) = (0x4000_0000, 0x4000_0040);
    let trace = vec![
        line(step("main", Spawn, "", "main.1", ""), 19, 5),
        bytes(
            line(
                step(
                    "main.1",
                    Wait(threadproof_program::Wait::Mutex),
                    "pthread_mutex_lock",
                    "a",
                    "0",
                ),
                5,
                5,
            ),
            a,
        ),
        bytes(
            line(
                step(
                    "main",
                    Wait(threadproof_program::Wait::Mutex),
                    "pthread_mutex_lock",
                    "b",
                    "0",
                ),
                13,
                5,
            ),
            b,
        ),
    ];
    let wait = |thread: &str, object: &str, line| Waiting {
        thread: thread.into(),
        why: threadproof_program::Wait::Mutex,
        object: object.into(),
        location: Some(at(line, 5, "f")),
    };
    let mut failed = outcome(Verdict::Error);
    failed.errors.push(Found {
        kind: ErrorKind::Deadlock,
        detail: Detail::Words("2 threads wait for each other".into()),
        thread: "main".into(),
        locations: vec![at(14, 2, "main")],
        trace,
        waiting: vec![
            wait("main", "a, held by main.1", 14),
            wait("main.1", "b, held by main", 6),
        ],
        output: String::new(),
        violation: None,
        recording: Recording::default(),
    });
    report(Model::Sc, failed)
}

/// More threads than the page has columns for, an error that is no step, and two errors.
pub fn many_threads() -> Report {
    use StepKind::*;
    let names: Vec<String> = (1..=12).map(|n| format!("main.{n}")).collect();
    let mut trace = Vec::new();
    for name in &names {
        trace.push(line(step("main", Spawn, "", name, ""), 19, 5));
        let store = step(name, Store, "", "queue.slots[2].sequence", "17");
        trace.push(bytes(line(store, 5, 13), 0x4000_0000));
    }
    trace.push(line(step("main.3", Free, "", "node", ""), 7, 1));
    let found = Found {
        kind: ErrorKind::UseAfterFree,
        detail: Detail::Words(
            "write of 4 bytes at offset 0 of node (16 bytes), freed by main.3".into(),
        ),
        thread: "main.12".into(),
        locations: vec![at(15, 9, "p1")],
        trace,
        waiting: Vec::new(),
        output: String::new(),
        violation: None,
        recording: Recording::default(),
    };
    let mut failed = outcome(Verdict::Error);
    failed.errors.push(found);
    failed.errors.push(Found {
        kind: ErrorKind::Leak,
        detail: Detail::Words("16 bytes from malloc are never freed".into()),
        thread: "main".into(),
        locations: Vec::new(),
        trace: Vec::new(),
        waiting: Vec::new(),
        output: String::new(),
        violation: None,
        recording: Recording::default(),
    });
    report(Model::Sc, failed)
}

pub fn inconclusive(kind: ReasonKind) -> Report {
    let mut unsure = outcome(Verdict::Inconclusive);
    let reason = |words: &str| Reason::in_words(kind, words.into());
    unsure.reason = Some(match kind {
        ReasonKind::Unsupported => Reason {
            location: Some(at(14, 6, "p1")),
            ..reason("inline assembly is not supported")
        },
        _ => reason("the time is up (1 s)"),
    });
    report(Model::Sc, unsure)
}

/// Random executions without an error.
pub fn sampled() -> Report {
    let mut unsure = outcome(Verdict::Inconclusive);
    unsure.counts.complete = 100;
    let executions = 100;
    unsure.reason = Some(Reason::nowhere(Cause::Sampled { executions }));
    unsure.sampled = Some(Sampled {
        samples: 100,
        seed: 1,
        strategy: Strategy::Turns,
        classes: 12,
        estimated: 17.4,
    });
    report(Model::Sc, unsure)
}

/// Executions with few preemptions, and within a bound on loops.
pub fn few_preemptions() -> Report {
    let mut report = bounded();
    report.outcome.bounded_search = true;
    report.outcome.preemptions = Some(2);
    report
}

pub fn all() -> Vec<Report> {
    use ReasonKind::*;
    let mut all = vec![
        verified(),
        bounded(),
        few_preemptions(),
        sampled(),
        assertion(),
        not_robust(),
        deadlock(),
        many_threads(),
    ];
    all.extend([Timeout, ExecutionLimit, Unsupported, Interrupted, Memory].map(inconclusive));
    all
}
