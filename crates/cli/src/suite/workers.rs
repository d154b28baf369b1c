//! Runs tests, several at a time, each in a process of its own: a test that takes all memory or crashes the
//! compiler takes no other with it.

use super::cache::Cache;
use super::expectation::{Ended, Wanted};
use super::test::Test;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How often a running test is looked at.
const TICK: Duration = Duration::from_millis(50);
/// How often a running test is told of an interruption; a second time ends it at once.
const AGAIN: Duration = Duration::from_secs(5);
/// A process that does not end in time by itself is ended after so long.
const GRACE: Duration = Duration::from_secs(15);

pub struct Settings {
    pub jobs: usize,
    pub cache: Option<Cache>,
    /// Pages are wanted as well.
    pub html: bool,
    /// Somebody looks at the progress of the tests.
    pub watched: bool,
    /// Where compiled files are kept for the other tests of the same files.
    pub compiled: PathBuf,
    pub interrupted: Arc<AtomicBool>,
}

/// How a test was run and ended.
#[derive(Clone, Debug)]
pub struct Ran {
    pub ended: Ended,
    /// The report in all its forms; null if there is none.
    pub bundle: Value,
    pub seconds: f64,
    /// It was known from an earlier run.
    pub recorded: bool,
}

pub enum Event {
    Began(usize),
    /// The progress of a search, as the checker tells it.
    Progress(usize, Value),
    Ended(usize, Ran),
}

/// Runs all tests; `on` is told what happens, in the order in which it does.
pub fn run(tests: &[Test], settings: &Settings, mut on: impl FnMut(Event)) {
    let queue = Mutex::new(Queue::new(tests));
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.clamp(1, tests.len().max(1)) {
            let (queue, sender) = (&queue, sender.clone());
            scope.spawn(move || work(tests, settings, queue, &sender));
        }
        drop(sender);
        receiver.iter().for_each(&mut on);
    });
}

/// Tests that wait, by what has to be compiled for them.
struct Queue {
    groups: Vec<VecDeque<usize>>,
    /// Groups from here on are nobody's.
    next: usize,
}

impl Queue {
    fn new(tests: &[Test]) -> Queue {
        let mut groups: Vec<VecDeque<usize>> = Vec::new();
        let compiled = |test: &Test| {
            let clang = test.words.iter().skip_while(|word| *word != "--");
            (test.files.clone(), clang.cloned().collect::<Vec<_>>())
        };
        for index in 0..tests.len() {
            let same = index > 0 && compiled(&tests[index]) == compiled(&tests[index - 1]);
            match groups.last_mut().filter(|_| same) {
                Some(group) => group.push_back(index),
                None => groups.push([index].into()),
            }
        }
        Queue { groups, next: 0 }
    }

    /// The next test for a worker and its group: of the same group, of a new one, or of the longest one of others.
    fn pop(&mut self, group: Option<usize>) -> Option<(usize, usize)> {
        let own = group.filter(|group| !self.groups[*group].is_empty());
        let group = match own {
            Some(group) => group,
            None if self.next < self.groups.len() => {
                self.next += 1;
                self.next - 1
            }
            None => (0..self.groups.len()).max_by_key(|group| self.groups[*group].len())?,
        };
        self.groups[group].pop_front().map(|test| (test, group))
    }
}

fn work(tests: &[Test], settings: &Settings, queue: &Mutex<Queue>, events: &Sender<Event>) {
    let mut group = None;
    while !settings.interrupted.load(Ordering::Relaxed) {
        let next = queue.lock().expect("no panic while it is held").pop(group);
        let Some((index, from)) = next else { return };
        group = Some(from);
        // Nobody listens any more: nothing is left to do.
        if events.send(Event::Began(index)).is_err() {
            return;
        }
        let ran = run_one(&tests[index], settings, |progress| {
            let _ = events.send(Event::Progress(index, progress));
        });
        let _ = events.send(Event::Ended(index, ran));
    }
}

fn run_one(test: &Test, settings: &Settings, on_progress: impl FnMut(Value)) -> Ran {
    let begin = Instant::now();
    let mut words = test.words.clone();
    if settings.html {
        words.insert(0, "--bundle-page".into());
    }
    if let Some(bundle) = settings.cache.as_ref().and_then(|cache| cache.find(&words)) {
        return Ran {
            ended: test.expected.compare(&bundle["report"]),
            bundle,
            seconds: begin.elapsed().as_secs_f64(),
            recorded: true,
        };
    }
    let (ended, bundle) = match spawn(&words, settings) {
        Ok(child) => watch(test, child, settings, on_progress),
        Err(problem) => (Ended::BadInput(problem), Value::Null),
    };
    if let (Some(cache), false) = (&settings.cache, bundle.is_null()) {
        cache.record(&words, &bundle);
    }
    Ran {
        ended,
        bundle,
        seconds: begin.elapsed().as_secs_f64(),
        recorded: false,
    }
}

fn spawn(words: &[String], settings: &Settings) -> Result<Child, String> {
    // Without /proc only our parent process knows.
    let named = std::env::args_os().next().map(PathBuf::from);
    let checker = std::env::current_exe().ok().or(named);
    let checker = checker.ok_or("the checker does not know where it is")?;
    let mut command = Command::new(checker);
    // An estimate that nobody sees costs a third of the first two seconds.
    let progress = if settings.watched { "json" } else { "none" };
    command.args(["check", "--format", "bundle", "--progress", progress]);
    match &settings.cache {
        Some(cache) => command.arg("--cache-dir").arg(&cache.folder),
        None => command.arg("--no-cache"),
    };
    command
        .arg("--compiled")
        .arg(&settings.compiled)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start the checker: {error}"))
}

/// Waits for a process, and says how the test ended.
fn watch(
    test: &Test,
    mut child: Child,
    settings: &Settings,
    mut on_progress: impl FnMut(Value),
) -> (Ended, Value) {
    let (report, lines) = (
        read_all(child.stdout.take()),
        read_lines(child.stderr.take()),
    );
    let begin = Instant::now();
    let patience = timeout(test).map(|timeout| timeout + GRACE);
    let mut words = String::new();
    let mut ended_by_us = false;
    let mut told: Option<Instant> = None;
    loop {
        match lines.recv_timeout(TICK) {
            Ok(line) => match progress(&line) {
                Some(progress) => on_progress(progress),
                None => words += &format!("{line}\n"),
            },
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => (),
        }
        let late = patience.is_some_and(|patience| begin.elapsed() > patience);
        if late {
            ended_by_us = true;
            let _ = child.kill();
        } else if settings.interrupted.load(Ordering::Relaxed)
            && told.is_none_or(|told| told.elapsed() > AGAIN)
        {
            told = Some(Instant::now());
            interrupt(&child);
        }
    }
    let status = child.wait().ok();
    let code = status.and_then(|status| status.code());
    let report = report.recv().unwrap_or_default();
    let bundle: Value = serde_json::from_slice(&report).unwrap_or_default();
    let words = words.trim_end().to_owned();
    let ended = match code {
        Some(2) if test.expected.verdict == Wanted::BadInput => Ended::AsExpected,
        Some(2) => Ended::BadInput(words),
        Some(0 | 1 | 3) if !bundle.is_null() => test.expected.compare(&bundle["report"]),
        _ if ended_by_us => Ended::Inconclusive("the checker did not end in time".into()),
        _ => Ended::Inconclusive(match status.and_then(|status| status.signal()) {
            // Nobody but the system uses this signal: it has no memory left.
            Some(9) => "the checker was killed: memory has run out".into(),
            Some(signal) => format!("the checker was ended by signal {signal}: {words}"),
            None => format!("the checker broke down: {words}"),
        }),
    };
    (ended, bundle)
}

/// The test's own time limit.
fn timeout(test: &Test) -> Option<Duration> {
    let seconds = test
        .words
        .iter()
        .find_map(|word| word.strip_prefix("--timeout="))?;
    let seconds: f64 = seconds.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn interrupt(child: &Child) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}

fn progress(line: &str) -> Option<Value> {
    if !line.starts_with("{\"progress\"") {
        return None;
    }
    let mut value: Value = serde_json::from_str(line).ok()?;
    Some(value["progress"].take())
}

fn read_all(from: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            let _ = from.read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

fn read_lines(from: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let Some(from) = from else { return };
        // A compiler may quote bytes that are no UTF-8.
        for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
            if sender
                .send(String::from_utf8_lossy(&line).into_owned())
                .is_err()
            {
                return;
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(file: &str, clang: &str) -> Test {
        Test {
            name: format!("{file} {clang}"),
            origin: String::new(),
            files: vec![file.into()],
            model: "sc".into(),
            words: vec!["--".into(), clang.into()],
            expected: Default::default(),
        }
    }

    #[test]
    fn a_worker_stays_with_its_files_and_then_takes_those_of_others() {
        let tests = [
            test("a.c", "-DN=1"),
            test("a.c", "-DN=1"),
            test("a.c", "-DN=1"),
            test("a.c", "-DN=2"),
        ];
        let mut queue = Queue::new(&tests);
        assert_eq!(queue.pop(None), Some((0, 0)));
        assert_eq!(queue.pop(None), Some((3, 1)));
        assert_eq!(queue.pop(Some(0)), Some((1, 0)));
        assert_eq!(queue.pop(Some(1)), Some((2, 0)));
        assert_eq!(queue.pop(Some(0)), None);
    }
}
