//! The table of results, printed row by row while the suite runs.

use super::measure::Measured;
use super::suite::Row;

/// Widths of the columns that depend on the rows.
pub struct Table {
    program: usize,
    algorithm: usize,
    count: usize,
}

impl Table {
    pub fn new(rows: &[Row]) -> Table {
        let widest = |text: fn(&Row) -> String, least: &str| {
            let widths = rows.iter().map(|row| text(row).chars().count());
            widths.max().unwrap_or(0).max(least.len())
        };
        Table {
            program: widest(name, "program"),
            algorithm: widest(how, "algorithm"),
            count: widest(expected, "executions"),
        }
    }

    pub fn head(&self) -> String {
        self.line([
            "program",
            "algorithm",
            "expected",
            "executions",
            "seconds",
            "µs/exec",
            "",
        ])
    }

    /// `problem` says what is not as expected.
    pub fn row(&self, row: &Row, measured: Option<&Measured>, problem: Option<&str>) -> String {
        let mark = match problem {
            None => "ok".into(),
            Some(problem) => format!("DIFFERS: {problem}"),
        };
        let (found, seconds, each) = match measured {
            None => Default::default(),
            Some(measured) => {
                let each = measured.explore * 1e6 / measured.executions().max(1) as f64;
                let found = count(measured.complete, measured.blocked);
                (
                    found,
                    format!("{:.3}", measured.explore),
                    format!("{each:.1}"),
                )
            }
        };
        self.line([
            &name(row),
            &how(row),
            &expected(row),
            &found,
            &seconds,
            &each,
            &mark,
        ])
    }

    fn line(&self, cells: [&str; 7]) -> String {
        let [program, algorithm, expected, found, seconds, each, mark] = cells;
        let line = format!(
            "{program:0$}  {algorithm:1$}  {expected:>2$}  {found:>2$}  {seconds:>8}  {each:>8}  {mark}",
            self.program, self.algorithm, self.count
        );
        format!("{}\n", line.trim_end())
    }
}

/// `lastzero -DN=9`
pub fn name(row: &Row) -> String {
    let file = row.program.rsplit('/').next().unwrap_or(&row.program);
    let stem = file.split('.').next().unwrap_or(file);
    let mut name = stem.to_owned();
    for word in row.arguments.iter().chain(&row.options) {
        name += &format!(" {word}");
    }
    name
}

pub fn how(row: &Row) -> String {
    format!("{} {}", row.algorithm.name(), row.model.name())
}

fn expected(row: &Row) -> String {
    match row.complete {
        Some(complete) => count(complete, row.blocked.unwrap_or(0)),
        None => row.verdict.clone(),
    }
}

fn count(complete: u64, blocked: u64) -> String {
    match blocked {
        0 => complete.to_string(),
        _ => format!("{complete}+{blocked}"),
    }
}
