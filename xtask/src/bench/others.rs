//! Instructions per execution beside those of GenMC and Nidhugg.

use super::cost::Difference;
use super::search::Program;

/// How many times fewer instructions than each of them are wanted.
const LEAST_TIMES: [f64; 2] = [10.0, 50.0];
/// The most instructions that are wanted for the first programs, with the better algorithm.
const MOST: u64 = 4_000;

struct Row {
    name: &'static str,
    model: &'static str,
    sizes: [&'static str; 2],
    optimal: bool,
    /// Is [`MOST`] wanted?
    small: bool,
    genmc: u64,
    nidhugg: Option<u64>,
}

const fn row(
    (name, model): (&'static str, &'static str),
    sizes: [&'static str; 2],
    genmc: u64,
    nidhugg: u64,
) -> Row {
    Row {
        name,
        model,
        sizes,
        optimal: true,
        small: false,
        genmc,
        nidhugg: Some(nidhugg),
    }
}
const fn small(row: Row) -> Row {
    Row { small: true, ..row }
}
/// Under a model that only `rf` and GenMC have.
const fn graph(
    (name, model): (&'static str, &'static str),
    sizes: [&'static str; 2],
    genmc: u64,
) -> Row {
    Row {
        optimal: false,
        nidhugg: None,
        ..row((name, model), sizes, genmc, 0)
    }
}

/// The numbers of the others were measured once, with GenMC 0.11 and the head of Nidhugg's repository (optimal), in the
/// same way, on the same programs, where all found as many executions.
const ROWS: [Row; 11] = [
    small(row(
        ("readers", "sc"),
        ["-DN=9", "-DN=11"],
        233_179,
        1_775_333,
    )),
    small(row(
        ("lastzero", "sc"),
        ["-DN=9", "-DN=11"],
        291_885,
        1_274_284,
    )),
    small(row(("casrot", "sc"), ["-DN=7", "-DN=8"], 46_896, 739_325)),
    small(row(
        ("fib-bench", "sc"),
        ["-DN=3", "-DN=4"],
        147_782,
        528_437,
    )),
    small(row(("sigma", "sc"), ["-DN=5", "-DN=6"], 146_154, 794_807)),
    row(
        ("circular-buffer", "sc"),
        ["-DN=6", "-DN=7"],
        2_567_275,
        1_821_965,
    ),
    row(
        ("lock-rounds", "sc"),
        ["-DM=2", "-DM=3"],
        1_471_553,
        853_809,
    ),
    row(
        ("../ra/indexer", "sc"),
        ["-DN=13", "-DN=14"],
        6_660_207,
        17_533_084,
    ),
    row(("fib-bench", "tso"), ["-DN=2", "-DN=3"], 129_691, 516_747),
    graph(("sigma", "ra"), ["-DN=5", "-DN=6"], 159_376),
    graph(("../ra/indexer", "ra"), ["-DN=13", "-DN=14"], 7_483_251),
];

/// The table, and whether each row is as wanted.
pub fn others() -> Result<String, String> {
    let mut page = format!(
        "\n## Beside other checkers\n\n\
         Instructions per execution, as the difference between two sizes. Those of GenMC 0.11 and of Nidhugg (optimal) were \
         measured earlier, in the same way and on the same programs. With the better of `optimal` and `rf`, {} times fewer \
         than GenMC and {} times fewer than Nidhugg are wanted, and at most {MOST} for the first five.\n\n\
         | program | model | optimal | rf | GenMC | Nidhugg | GenMC / ours | Nidhugg / ours | at most {MOST} |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        LEAST_TIMES[0], LEAST_TIMES[1]
    );
    for row in &ROWS {
        let optimal = match row.optimal {
            true => Some(row.count("optimal")?),
            false => None,
        };
        let rf = row.count("rf")?;
        let ours = optimal.map_or(rf, |optimal| optimal.min(rf));
        let most = match row.small {
            true => super::verdict(ours <= MOST),
            false => "",
        };
        page += &format!(
            "| {} | {} | {} | {rf} | {} | {} | {} | {} | {most} |\n",
            row.name.trim_start_matches("../ra/"),
            row.model,
            number(optimal),
            row.genmc,
            number(row.nidhugg),
            times(Some(row.genmc), ours, LEAST_TIMES[0]),
            times(row.nidhugg, ours, LEAST_TIMES[1]),
        );
    }
    Ok(page)
}

impl Row {
    fn count(&self, algorithm: &str) -> Result<u64, String> {
        let [small, large] = self.sizes.map(|size| [size]);
        let program = |macros| Program {
            name: self.name,
            model: self.model,
            algorithm,
            macros,
        };
        let counted = Difference::between(&program(&small), &program(&large))?;
        Ok(counted.each)
    }
}

fn number(count: Option<u64>) -> String {
    count.map_or("-".into(), |count| count.to_string())
}

fn times(theirs: Option<u64>, ours: u64, least: f64) -> String {
    let Some(theirs) = theirs else {
        return "-".into();
    };
    let times = theirs as f64 / ours.max(1) as f64;
    let mark = if times >= least { "ok" } else { "too few" };
    format!("{times:.1}: {mark}")
}
