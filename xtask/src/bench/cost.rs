//! The cost of an execution: instructions, the way back, memory; each with its upper limit.

use super::search::{Program, Report, number, report};
use super::{binary, verdict};
use crate::process::{command, read};
use crate::root;

/// Instructions per execution.
const MOST_INSTRUCTIONS: u64 = 15_000;
/// How much longer an execution may take with private accesses before each race.
const MOST_TIMES: f64 = 2.0;
const MOST_MEGABYTES: u64 = 60;
/// How much more an execution may cost under `rf` where it has as many as `optimal`.
const MOST_TIMES_RF: f64 = 2.0;
const RUNS: u32 = 3;

/// Program, a smaller and a larger size.
const COUNTED: [(&str, [&str; 2]); 6] = [
    ("readers", ["-DN=9", "-DN=11"]),
    ("lastzero", ["-DN=9", "-DN=11"]),
    ("casrot", ["-DN=8", "-DN=9"]),
    ("lastwrite", ["-DN=7", "-DN=8"]),
    ("fib-bench", ["-DN=3", "-DN=4"]),
    ("circular-buffer", ["-DN=6", "-DN=7"]),
];

/// The instructions of each program under `optimal` and `rf`.
pub fn instructions() -> Result<String, String> {
    let mut page = format!(
        "\n## Instructions per execution\n\n\
         Counted by `valgrind --tool=callgrind`, as the difference between two sizes; at most \
         {MOST_INSTRUCTIONS} are wanted under `optimal`, and {MOST_TIMES_RF} times as many under \
         `rf` where that has as many executions.\n\n\
         | program | sizes | executions | optimal | | executions | rf | |\n\
         |---|---|---|---|---|---|---|---|\n"
    );
    for (name, sizes) in COUNTED {
        let optimal = Difference::count(name, "optimal", sizes)?;
        let rf = Difference::count(name, "rf", sizes)?;
        let times = rf.each as f64 / optimal.each.max(1) as f64;
        let price = match rf.executions == optimal.executions {
            true => format!("{times:.2} times: {}", verdict(times <= MOST_TIMES_RF)),
            false => "other classes".into(),
        };
        page += &format!(
            "| {name} | {} | {:?} | {} | {} | {:?} | {} | {price} |\n",
            sizes.join(", "),
            optimal.executions,
            optimal.each,
            verdict(optimal.each <= MOST_INSTRUCTIONS),
            rf.executions,
            rf.each,
        );
    }
    Ok(page)
}

/// Between two sizes of a program, so that start-up and compilation cancel out.
pub struct Difference {
    executions: [u64; 2],
    /// Instructions per execution.
    pub each: u64,
}

impl Difference {
    fn count(name: &str, algorithm: &str, [small, large]: [&str; 2]) -> Result<Self, String> {
        let program = |size| Program {
            name,
            model: "sc",
            algorithm,
            macros: size,
        };
        Difference::between(&program(&[small]), &program(&[large]))
    }

    pub fn between(small: &Program<'_>, large: &Program<'_>) -> Result<Self, String> {
        let (few, few_instructions) = count(small)?;
        let (many, many_instructions) = count(large)?;
        let executions = many.saturating_sub(few).max(1);
        let each = many_instructions.saturating_sub(few_instructions) / executions;
        Ok(Difference {
            executions: [few, many],
            each,
        })
    }
}

/// Executions and instructions of one run.
fn count(program: &Program<'_>) -> Result<(u64, u64), String> {
    count_within(program, &[])
}

/// The same with further options.
pub fn count_within(program: &Program<'_>, options: &[&str]) -> Result<(u64, u64), String> {
    let (executions, instructions, _) = callgrind(program, options)?;
    Ok((executions, instructions))
}

/// The same with all that callgrind has to say.
pub fn callgrind(program: &Program<'_>, options: &[&str]) -> Result<(u64, u64, String), String> {
    let output = root().join("target/callgrind.out");
    let mut valgrind = command("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind", "--trace-children=no"]);
    valgrind.arg(format!("--callgrind-out-file={}", output.display()));
    valgrind.arg(binary());
    program.check_with(&mut valgrind, options);
    let executions = report(&read(&mut valgrind)?)?.executions;
    let counted = std::fs::read_to_string(&output).map_err(|error| error.to_string())?;
    let instructions = number(&counted, "\nsummary").or(number(&counted, "\ntotals"));
    let instructions = instructions.ok_or("callgrind counted nothing")? as u64;
    Ok((executions, instructions, counted))
}

/// Going back in the search runs nothing again, so what comes before the races costs nothing.
pub fn restoring() -> Result<String, String> {
    let name = "race-parametric";
    let with = Program {
        name,
        model: "sc",
        algorithm: "optimal",
        macros: &["-DN=6"],
    };
    let without = Program {
        name,
        model: "sc",
        algorithm: "optimal",
        macros: &["-DN=6", "-DB=0"],
    };
    let (with, without) = (with.fastest(RUNS)?, without.fastest(RUNS)?);
    let each = |report: &Report| 1e6 * report.seconds / report.executions.max(1) as f64;
    let times = each(&with) / each(&without);
    Ok(format!(
        "\n## Going back without running again\n\n\
         race-parametric(6), with its 84 private accesses before each race and without them; the \
         fastest of {RUNS} runs. At most {MOST_TIMES} times as long is wanted.\n\n\
         | | executions | µs per execution |\n|---|---|---|\n\
         | `-DN=6` | {} | {:.2} |\n| `-DN=6 -DB=0` | {} | {:.2} |\n\n\
         {times:.2} times as long: {}\n",
        with.executions,
        each(&with),
        without.executions,
        each(&without),
        verdict(times <= MOST_TIMES)
    ))
}

/// The most memory that two long searches have needed.
pub fn memory() -> Result<String, String> {
    let mut page = format!(
        "\n## Memory\n\nAt most {MOST_MEGABYTES} MB are wanted.\n\n\
         | program | executions | seconds | MB | |\n|---|---|---|---|---|\n"
    );
    for (name, size) in [("sigma", "-DN=8"), ("fib-bench", "-DN=6")] {
        let program = Program {
            name,
            model: "sc",
            algorithm: "optimal",
            macros: &[size],
        };
        let report = program.run()?;
        let megabytes = report.bytes.div_ceil(1_000_000);
        page += &format!(
            "| {name} {size} | {} | {:.1} | {megabytes} | {} |\n",
            report.executions,
            report.seconds,
            verdict(megabytes <= MOST_MEGABYTES)
        );
    }
    Ok(page)
}
