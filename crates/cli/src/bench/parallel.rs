//! `threadproof bench parallel`: what several threads gain, for each algorithm and program, and what more of them would.
//!
//! Each row is searched by one thread and by several. More cores than this machine has are simulated: one thread explores the search in
//! small tasks and notes how long each takes and which tasks come out of it; then these are dealt out to so many workers, in the order
//! in which they came up. The simulation knows nothing of caches and locks, so it is an upper bound.

use super::measure::{self, Jobs, Measured};
use super::suite::{self, Row};
use crate::{Exit, arguments, system};
use std::collections::{BinaryHeap, VecDeque};
use std::path::Path;
use std::process::Command;

/// Numbers of workers that are simulated.
const WORKERS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
/// About so many tasks are recorded.
const TASKS: u64 = 2_000;

pub fn run(arguments: &arguments::Bench) -> Result<Exit, String> {
    let rows = suite::read(&arguments.dir, "parallel")?;
    let rows = rows.into_iter().filter(|row| row.size <= arguments.size);
    let rows: Vec<Row> = rows.collect();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let jobs = if arguments.jobs > 1 {
        arguments.jobs
    } else {
        cores.max(2)
    };
    system::print(&format!(
        "| program | model | algorithm | executions | 1 thread, s | {jobs} threads, s | speed-up | efficiency | processor time, 1 thread, s | {jobs} threads, s | work |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n"
    ));
    let mut problems = 0;
    let mut curves = Vec::new();
    for row in &rows {
        match measure_row(arguments, row, jobs) {
            Ok((line, executions)) => {
                system::print(&line);
                curves.push((row, executions));
            }
            Err(problem) => {
                problems += 1;
                system::print(&format!("{}: {problem}\n", name(row)));
            }
        }
    }
    system::print(
        "\nEfficiency with so many workers, by simulation:\n\n| program | model | algorithm | tasks |",
    );
    let numbers = WORKERS.map(|workers| format!(" {workers} |"));
    system::print(&format!(
        "{}\n|---|---|---|---|{}\n",
        numbers.concat(),
        "---|".repeat(WORKERS.len())
    ));
    for (row, executions) in curves {
        let line = record(&arguments.dir, row, executions).map(|tasks| curve(row, &tasks));
        match line {
            Ok(line) => system::print(&line),
            Err(problem) => {
                problems += 1;
                system::print(&format!("{}: {problem}\n", name(row)));
            }
        }
    }
    Ok(match problems {
        0 => Exit::Verified,
        _ => Exit::ErrorFound,
    })
}

fn name(row: &Row) -> String {
    format!("{} {}", row.program, row.arguments.join(" "))
}

/// Searches with one thread and with several; a line of the table, and the number of executions.
fn measure_row(
    arguments: &arguments::Bench,
    row: &Row,
    jobs: u32,
) -> Result<(String, u64), String> {
    let search = |jobs| measure::run(&arguments.dir, row, arguments.timeout, Jobs::Usual(jobs));
    let (alone, together): (Measured, Measured) = (search(1)?, search(jobs)?);
    for measured in [&alone, &together] {
        if let Some(problem) = super::difference(row, measured) {
            return Err(problem);
        }
    }
    let speed_up = alone.explore / together.explore.max(1e-9);
    let line = format!(
        "| {} | {} | {} | {} | {:.2} | {:.2} | {speed_up:.2} | {:.0} % | {:.2} | {:.2} | {:.0} % |\n",
        name(row),
        row.model.name(),
        row.algorithm.name(),
        alone.executions(),
        alone.explore,
        together.explore,
        100.0 * speed_up / f64::from(jobs),
        alone.processor,
        together.processor,
        100.0 * together.processor / alone.processor.max(1e-9),
    );
    Ok((line, alone.executions()))
}

/// A task: which one it came out of, and the seconds that it took.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Task {
    parent: Option<usize>,
    seconds: f64,
}

/// Explores a row in small tasks.
fn record(folder: &Path, row: &Row, executions: u64) -> Result<Vec<Task>, String> {
    let file = std::env::temp_dir().join(format!("threadproof-tasks-{}.json", std::process::id()));
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let size = (executions / TASKS).max(1).to_string();
    let output = Command::new(this)
        .arg("check")
        .arg(folder.join(&row.program))
        .args(["--format", "json", "--model", row.model.name()])
        .args(["--algorithm", row.algorithm.name(), "--jobs", "1"])
        .args(["--task-size", &size, "--task-times"])
        .arg(&file)
        .args(&row.options)
        .arg("--")
        .args(&row.arguments)
        .output()
        .map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(&file);
    let _ = std::fs::remove_file(&file);
    let words = || String::from_utf8_lossy(&output.stderr).into_owned();
    let text = text.map_err(|_| format!("no tasks were recorded: {}", words()))?;
    parse(&text).ok_or_else(|| "the tasks cannot be read".into())
}

fn parse(text: &str) -> Option<Vec<Task>> {
    let tasks: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
    let task = |value: &serde_json::Value| {
        let parent = value.get(0)?.as_u64().map(|parent| parent as usize);
        let seconds = value.get(1)?.as_f64()?;
        Some(Task { parent, seconds })
    };
    tasks.iter().map(task).collect()
}

fn curve(row: &Row, tasks: &[Task]) -> String {
    let all: f64 = tasks.iter().map(|task| task.seconds).sum();
    let efficiency = WORKERS.map(|workers| {
        let span = simulate(tasks, workers);
        format!(
            " {:.0} % |",
            100.0 * all / (span * workers as f64).max(1e-9)
        )
    });
    format!(
        "| {} | {} | {} | {} |{}\n",
        name(row),
        row.model.name(),
        row.algorithm.name(),
        tasks.len(),
        efficiency.concat()
    )
}

/// The time that so many workers take for tasks, each of which can begin when the one that it came out of has ended.
fn simulate(tasks: &[Task], workers: usize) -> f64 {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tasks.len()];
    let mut ready: VecDeque<usize> = VecDeque::new();
    for (number, task) in tasks.iter().enumerate() {
        match task.parent {
            Some(parent) if parent < number => children[parent].push(number),
            _ => ready.push_back(number),
        }
    }
    // The tasks under way, the next to end first; in nanoseconds, since those have an order.
    let mut running: BinaryHeap<(std::cmp::Reverse<u64>, usize)> = BinaryHeap::new();
    let mut now = 0;
    loop {
        while running.len() < workers
            && let Some(next) = ready.pop_front()
        {
            let nanoseconds = (tasks[next].seconds * 1e9) as u64;
            running.push((std::cmp::Reverse(now + nanoseconds), next));
        }
        let Some((std::cmp::Reverse(end), ended)) = running.pop() else {
            return now as f64 / 1e9;
        };
        now = end;
        ready.extend(&children[ended]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(parent: Option<usize>, seconds: f64) -> Task {
        Task { parent, seconds }
    }

    #[test]
    fn tasks_wait_for_the_task_that_they_came_out_of() {
        let chain = [task(None, 1.0), task(Some(0), 2.0), task(Some(1), 3.0)];
        assert_eq!(simulate(&chain, 64), 6.0);
    }

    #[test]
    fn workers_share_what_is_ready() {
        let fan = [
            task(None, 1.0),
            task(Some(0), 2.0),
            task(Some(0), 2.0),
            task(Some(0), 2.0),
        ];
        assert_eq!(simulate(&fan, 1), 7.0);
        assert_eq!(simulate(&fan, 2), 5.0);
        assert_eq!(simulate(&fan, 3), 3.0);
    }
}
