//! The cost of an execution where threads have more and more accesses that no other thread minds.

use super::cost::count_within;
use super::search::Program;

/// How many such accesses each thread has.
const EVENTS: [u32; 5] = [0, 10, 100, 1_000, 10_000];
/// How much more an execution may cost with a thousand of them than with none.
const MOST_TIMES: f64 = 2.0;

/// Most seconds of a search. What it has done by then counts.
const LIMIT: &[&str] = &["--timeout", "20"];

/// Threads, and the macros of `bench/sc/uncontended.c`.
const ROWS: [(u32, &str, &[&str]); 7] = [
    (2, "accesses before", &["-DN=2", "-DM=3"]),
    (8, "accesses before", &["-DN=8"]),
    (32, "accesses before", &["-DN=32", "-DR=8"]),
    (64, "accesses before", &["-DN=64", "-DR=8"]),
    (8, "accesses after", &["-DN=8", "-DAFTER"]),
    (8, "mutex before", &["-DN=8", "-DMUTEX"]),
    (8, "mutex after", &["-DN=8", "-DMUTEX", "-DAFTER"]),
];

/// A table with the cost of an execution by the number of accesses, and its exponent.
pub fn growth() -> Result<String, String> {
    let mut page = format!(
        "\n## Accesses that no other thread minds\n\n\
         Instructions per execution of `uncontended` under `optimal`, without those of the first execution. Each thread has \
         so many accesses to a variable of its own, or operations of its own mutex, before its racing access or after \
         it. At most {MOST_TIMES} times as many instructions are wanted for 1,000 as for none. The exponent `e` says \
         that the cost grows as K^e between 10 and 10,000. In parentheses: the first execution. A search that took more than \
         {} seconds under callgrind was cut short.\n\n\
         | threads | K | 0 | 10 | 100 | 1,000 | 10,000 | exponent | |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        LIMIT[1]
    );
    let start = count_within(&empty(), &[])?.1;
    for (threads, place, macros) in ROWS {
        let mut costs = Vec::new();
        let mut cells = String::new();
        for events in EVENTS {
            let cost = cost(macros, events, start)?;
            cells += &match cost {
                Some((each, first)) => format!(" {each:.0} ({first}) |"),
                None => " given up |".into(),
            };
            costs.push(cost.map(|(each, _)| each));
        }
        page += &format!("| {threads} | {place} |{cells} {} |\n", judge(&costs));
    }
    Ok(page)
}

/// The exponent, and whether the cost of a thousand is small enough.
fn judge(costs: &[Option<f64>]) -> String {
    let exponent = match (costs[1], costs[4]) {
        (Some(ten), Some(many)) => format!("{:.2}", (many / ten).ln() / 1_000_f64.ln()),
        _ => "-".into(),
    };
    let times = match (costs[0], costs[3]) {
        (Some(none), Some(thousand)) => {
            let times = thousand / none;
            format!("{times:.2} times: {}", super::verdict(times <= MOST_TIMES))
        }
        _ => super::verdict(false).into(),
    };
    format!("{exponent} | {times}")
}

/// A program without threads: its instructions are those of start-up and compilation.
fn empty() -> Program<'static> {
    Program {
        name: "uncontended",
        model: "sc",
        algorithm: "optimal",
        macros: &["-DN=1", "-DR=1", "-DM=0"],
    }
}

/// Instructions of an execution, and of the first one without start-up; `None` if the search gives up.
fn cost(macros: &[&str], events: u32, start: u64) -> Result<Option<(f64, u64)>, String> {
    let events = format!("-DK={events}");
    let macros: Vec<&str> = macros.iter().copied().chain([&*events]).collect();
    let program = Program {
        macros: &macros,
        ..empty()
    };
    let (_, first) = count_within(&program, &["--max-executions", "1"])?;
    let (executions, all) = count_within(&program, LIMIT)?;
    if executions < 2 {
        return Ok(None);
    }
    let each = all.saturating_sub(first) as f64 / (executions - 1) as f64;
    Ok(Some((each, first.saturating_sub(start))))
}
