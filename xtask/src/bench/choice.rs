//! Does `auto` choose the better algorithm? Processor time of the search with `optimal`, `rf` and `auto`.
//!
//! Processor time hardly depends on what else the machine does. What comes before the search, as the compiler's work, is
//! measured by a run that ends after the first execution, and taken off.

use super::binary;
use super::search::report;
use crate::process::{command, read};
use crate::root;
use std::collections::BTreeSet;

/// `auto` may need so many times the time of the better algorithm.
const MOST_TIMES: f64 = 1.2;
/// Nowhere more than this.
const WORST_TIMES: f64 = 2.0;
/// Most seconds for a search.
const LIMIT: u32 = 10;
/// With less, what comes before the search hides the rest.
const LEAST_SECONDS: f64 = 0.15;
/// Shorter runs are repeated: other programs in the caches of the processor make them slower.
const LONG: f64 = 1.5;
const RUNS: u32 = 3;
const TABLES: [&str; 3] = ["sc", "tso-pso", "spin"];
const ALGORITHMS: [&str; 3] = ["optimal", "rf", "auto"];

/// Lock-heavy programs: file, macros, models.
const LOCKS: [(&str, &str, &[&str]); 13] = [
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=2 -DM=4 -DK=20",
        &["sc"],
    ),
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=2 -DM=4 -DK=200",
        &["sc"],
    ),
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=2 -DM=4 -DK=2000",
        &["sc"],
    ),
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=8 -DR=5 -DM=2 -DK=20",
        &["sc"],
    ),
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=8 -DR=5 -DM=2 -DK=200",
        &["sc"],
    ),
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=8 -DR=5 -DM=2 -DK=2000",
        &["sc"],
    ),
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=32 -DR=5 -DM=2 -DK=20",
        &["sc"],
    ),
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=32 -DR=5 -DM=2 -DK=200",
        &["sc"],
    ),
    (
        "bench/sc/uncontended.c",
        "-DMUTEX -DN=32 -DR=5 -DM=2 -DK=2000",
        &["sc"],
    ),
    ("bench/sc/lock-rounds.c", "-DN=3 -DM=4", &MODELS),
    ("bench/sc/lock-rounds.c", "-DN=8 -DM=1", &["sc"]),
    // Under c11 its reference counts, which are weaker atomics, leave `rf` alone.
    (POOL, "-DWORKERS=2 -DTASKS=1", &["sc", "tso", "pso"]),
    (POOL, "-DWORKERS=1 -DTASKS=2", &["sc", "tso", "pso"]),
];
const MODELS: [&str; 4] = ["sc", "tso", "pso", "c11"];
const POOL: &str = "corpus/cplusplus/thread-pool-futures.cpp";

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    file: String,
    macros: String,
    model: String,
    options: String,
}

/// How a search ended.
struct Run {
    /// Of the processor.
    seconds: f64,
    executions: u64,
    ended: bool,
    /// The algorithm whose answer it is.
    algorithm: String,
}

/// The table.
pub fn choice() -> Result<String, String> {
    let mut lines = String::new();
    let (mut compared, mut above, mut far_above) = (0, Vec::new(), Vec::new());
    for row in rows()? {
        let before = row.fastest("optimal", &["--max-executions", "1"])?.seconds;
        let mut runs = Vec::new();
        for algorithm in ALGORITHMS {
            let mut run = row.fastest(algorithm, &[])?;
            run.seconds = (run.seconds - before).max(0.0);
            runs.push(run);
        }
        let [optimal, rf, auto] = &runs[..] else {
            unreachable!("one for each algorithm");
        };
        let ended = [optimal, rf].into_iter().filter(|run| run.ended);
        let best = ended.map(|run| run.seconds).fold(f64::INFINITY, f64::min);
        let longest = f64::max(optimal.seconds, rf.seconds);
        if f64::min(best, longest) < LEAST_SECONDS {
            continue;
        }
        let times = auto.seconds / best;
        let shown = match (best.is_finite(), auto.ended) {
            (true, true) => format!("{times:.2}"),
            (true, false) => format!("more than {times:.2}"),
            (false, _) => "-".into(),
        };
        let name = row.name();
        if best.is_finite() {
            compared += 1;
            if times > MOST_TIMES {
                above.push(format!("{name} ({times:.2})"));
            }
            if times > WORST_TIMES {
                far_above.push(name.clone());
            }
        }
        let line = format!(
            "| {name} | {} | {} | {} | {} | {} | {shown} |\n",
            rf.executions,
            optimal.executions,
            rf.time(),
            optimal.time(),
            auto.time_and_algorithm(),
        );
        eprint!("{line}");
        lines += &line;
    }
    Ok(format!(
        "\n## The choice of `auto`\n\n\
         Seconds of processor time of the search alone, with one thread; searches of less than {LEAST_SECONDS} s are left out, \
         and those of more than {LIMIT} s broken off.\n\n\
         | program | classes | traces | `rf` | `optimal` | `auto` | times the better one |\n\
         |---|---|---|---|---|---|---|\n{lines}\n\
         Of {compared} searches {} take more than {MOST_TIMES} times the better algorithm's time: {}.\n\
         {} take more than {WORST_TIMES} times as long: {}.\n",
        above.len(),
        listed(&above),
        far_above.len(),
        listed(&far_above),
    ))
}

fn listed(names: &[String]) -> String {
    match names.is_empty() {
        true => "none".into(),
        false => names.join("; "),
    }
}

/// The lock-heavy programs, and the largest of each program of the suites that takes no special options.
fn rows() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (file, macros, models) in LOCKS {
        rows.extend(models.iter().map(|model| Row {
            file: file.into(),
            macros: macros.into(),
            model: (*model).into(),
            options: String::new(),
        }));
    }
    let mut seen = BTreeSet::new();
    for table in TABLES {
        let path = root().join(format!("bench/{table}.tsv"));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{table}: {error}"))?;
        let lines = text.lines().skip(1);
        for line in lines.filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [file, macros, model, _, options, verdict, .., size] = fields[..] else {
                return Err(format!("bench/{table}.tsv: too few fields: {line}"));
            };
            let row = Row {
                file: format!("bench/{file}"),
                macros: macros.into(),
                model: model.into(),
                options: options.into(),
            };
            let plain = options.is_empty() || options.starts_with("--unroll");
            let has_choice = MODELS[..3].contains(&model);
            let fits = plain && has_choice && verdict == "verified" && size != "large";
            if fits && seen.insert(row.clone()) {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

impl Row {
    fn name(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        let stem = file.split('.').next().unwrap_or(file);
        format!("{stem} {} {}", self.macros, self.model).replace("  ", " ")
    }

    /// The fastest of a few runs, unless they take long.
    fn fastest(&self, algorithm: &str, more: &[&str]) -> Result<Run, String> {
        let mut best = self.run(algorithm, more)?;
        for _ in 1..RUNS {
            if best.seconds > LONG {
                break;
            }
            let run = self.run(algorithm, more)?;
            if run.seconds < best.seconds {
                best = run;
            }
        }
        Ok(best)
    }

    fn run(&self, algorithm: &str, more: &[&str]) -> Result<Run, String> {
        let mut check = command(binary());
        check.args(["check", &self.file, "--format", "json", "--jobs", "1"]);
        // What `auto` chooses from under c11 is how to search under sc, with the checks of c11.
        match (self.model.as_str(), algorithm) {
            ("c11", "auto") | ("sc" | "tso" | "pso", _) => check.args(["--model", &self.model]),
            _ => check.args(["--model", "sc", "--check", "races,uninitialized"]),
        };
        check.args(["--algorithm", algorithm]);
        check.args(["--timeout", &LIMIT.to_string()]).args(more);
        check.args(self.options.split_whitespace());
        check.arg("--").args(self.macros.split_whitespace());
        let before = processor_time()?;
        let text = read(&mut check)?;
        let seconds = processor_time()? - before;
        Ok(Run {
            seconds,
            executions: report(&text)?.executions,
            ended: text.contains("\"verdict\": \"verified\""),
            algorithm: word(&text, "\"algorithm\": \"").into(),
        })
    }
}

impl Run {
    fn time(&self) -> String {
        let more = if self.ended { "" } else { "more than " };
        format!("{more}{:.2}", self.seconds)
    }
    fn time_and_algorithm(&self) -> String {
        format!("{} ({})", self.time(), self.algorithm)
    }
}

/// The text between a key and the next quotation mark.
fn word<'t>(text: &'t str, key: &str) -> &'t str {
    let rest = text.split_once(key).map_or("", |(_, rest)| rest);
    rest.split('"').next().unwrap_or(rest)
}

/// Seconds of the programs that have been run, with those that they ran.
fn processor_time() -> Result<f64, String> {
    let file = "/proc/self/stat";
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    // The name of the program, in parentheses, may have spaces; of the fields behind it the 14th and 15th are wanted.
    let (_, fields) = text.rsplit_once(") ").ok_or("no process")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = fields.get(13..15).ok_or("too few fields")?.iter();
    let ticks: Result<Vec<f64>, _> = ticks.map(|field| field.parse::<f64>()).collect();
    let ticks = ticks.map_err(|error| error.to_string())?;
    Ok(ticks.iter().sum::<f64>() / TICKS_PER_SECOND)
}

/// Linux tells times to other programs in these.
const TICKS_PER_SECOND: f64 = 100.0;
