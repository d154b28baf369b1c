//! Searches that several processes share through a Redis server of the test's own, with everything that can go wrong: workers and leaders that
//! are killed, a server that is started again, a worker that sleeps past the end of its lease. The counts are those of one process each time.

#![cfg(feature = "cluster")]

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A search: its options, and the arguments for clang.
struct Search {
    options: &'static [&'static str],
    clang: &'static [&'static str],
}

/// With wakeup trees.
const TRACES: Search = Search {
    options: &[
        "bench/sc/fib-bench.c",
        "--model",
        "sc",
        "--algorithm",
        "optimal",
    ],
    clang: &["-DN=5"],
};
/// On the event graph.
const GRAPHS: Search = Search {
    options: &["bench/sc/fib-bench.c", "--model", "c11"],
    clang: &[
        "-DN=5",
        "-DREAD=memory_order_acquire",
        "-DWRITE=memory_order_release",
    ],
};
/// Short, for the messages.
const SMALL: Search = Search {
    options: &["bench/sc/fib-bench.c", "--model", "sc"],
    clang: &["-DN=2"],
};

/// Silent for so long, a worker has lost its items.
const LEASE: &str = "1";

fn threadproof(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Search {
    fn command(&self, more: &[&str]) -> Command {
        let mut command = threadproof(&["check", "--format", "json"]);
        command.args(self.options).args(more);
        command.arg("--").args(self.clang);
        command
    }
    /// The counts and notes of one process alone.
    fn answer(&self) -> Value {
        let output = self.command(&["--jobs", "1"]).output();
        answer(&report(&output.expect("threadproof runs")))
    }
    fn lead(&self, server: &Server) -> Running {
        let address = server.address();
        let more = ["--cluster", &address, "--lease", LEASE, "--jobs", "1"];
        let more = [&more[..], &["--progress", "json"]].concat();
        Running::new(self.command(&more))
    }
}

fn report(output: &Output) -> Value {
    let report = serde_json::from_slice(&output.stdout);
    report.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// All that every number of processes agrees on.
fn answer(report: &Value) -> Value {
    assert_eq!(report["verdict"], "verified", "{report:#}");
    json!({ "executions": report["executions"], "notes": report["notes"] })
}

/// A process that does not outlive its test.
struct Running(Option<Child>);

impl Running {
    fn new(mut command: Command) -> Running {
        Running(Some(command.spawn().expect("threadproof runs")))
    }
    fn child(&mut self) -> &mut Child {
        self.0.as_mut().expect("it has not been waited for")
    }
    fn signal(&mut self, signal: Signal) {
        let pid = Pid::from_raw(self.child().id() as i32).expect("a child has a number");
        // It may have ended.
        let _ = kill_process(pid, signal);
    }
    /// Kills it, as a power failure would.
    fn kill(mut self) {
        self.signal(Signal::KILL);
        let _ = self.child().wait();
    }
    fn is_running(&mut self) -> bool {
        self.child().try_wait().is_ok_and(|ended| ended.is_none())
    }
    fn output(mut self) -> Output {
        let child = self.0.take().expect("it has not been waited for");
        child.wait_with_output().expect("it ends")
    }
    /// Waits until a leader has told of its search once, or a worker that it works.
    fn wait_for_word(&mut self) {
        let told = self.child().stderr.as_mut().expect("it was asked for");
        let mut line = String::new();
        let read = BufReader::new(told).read_line(&mut line);
        read.expect("it can be read");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A Redis server in an empty folder of a test's own.
struct Server {
    process: Running,
    folder: PathBuf,
    port: u16,
    password: Option<&'static str>,
}

impl Server {
    fn start(name: &str, password: Option<&'static str>) -> Server {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let folder = folder.join("cluster").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
        let port = free_port();
        Server {
            process: Server::run(&folder, port, password),
            folder,
            port,
            password,
        }
    }
    fn run(folder: &Path, port: u16, password: Option<&str>) -> Running {
        let mut command = Command::new("redis-server");
        command
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--appendonly", "yes", "--save", "", "--dir"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(password) = password {
            command.args(["--requirepass", password]);
        }
        let process = command.spawn();
        let process = process.expect("redis-server is there: cargo xtask setup installs it");
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "no server");
            std::thread::sleep(Duration::from_millis(20));
        }
        Running(Some(process))
    }
    /// Kills it, and starts it again after a while with the data that it has written.
    fn restart(&mut self, pause: Duration) {
        self.stop();
        std::thread::sleep(pause);
        self.process = Server::run(&self.folder, self.port, self.password);
    }
    fn stop(&mut self) {
        self.process.signal(Signal::KILL);
        let _ = self.process.child().wait();
    }
    fn address(&self) -> String {
        let login = self.password.map(|password| format!(":{password}@"));
        format!(
            "redis://{}127.0.0.1:{}",
            login.unwrap_or_default(),
            self.port
        )
    }
    fn worker(&self) -> Running {
        let address = self.address();
        let words = ["worker", &address, "--jobs", "1", "--lease", LEASE];
        let mut worker = Running::new(threadproof(&words));
        worker.wait_for_word();
        worker
    }
    /// The number of keys that are left.
    fn keys(&self) -> String {
        self.client(&["DBSIZE"])
    }
    fn client(&self, words: &[&str]) -> String {
        let output = Command::new("redis-cli")
            .args(["-p", &self.port.to_string()])
            .args(words)
            .output()
            .expect("redis-cli comes with redis-server");
        String::from_utf8_lossy(&output.stdout).trim().into()
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
    listener.local_addr().expect("it has one").port()
}

/// Up to half a second, different each time.
fn moment(number: u64) -> Duration {
    let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    Duration::from_millis(spread % 500)
}

fn verified(leader: Running, expected: &Value) {
    assert_eq!(&answer(&report(&leader.output())), expected);
}

/// Three workers and the leader; one worker is killed again and again, and another one takes its place.
fn kill_workers(name: &str, search: &Search) {
    let expected = search.answer();
    let server = Server::start(name, None);
    let mut workers: Vec<Running> = (0..3).map(|_| server.worker()).collect();
    let mut killed = 0;
    while killed < 10 {
        let mut leader = search.lead(&server);
        leader.wait_for_word();
        while killed < 10 && leader.is_running() {
            std::thread::sleep(moment(killed));
            workers.remove(0).kill();
            killed += 1;
            workers.push(server.worker());
        }
        verified(leader, &expected);
    }
    assert_eq!(server.keys(), "0", "a search that is over leaves nothing");
}

#[test]
fn a_worker_is_killed_ten_times_traces() {
    kill_workers("workers-traces", &TRACES);
}

#[test]
fn a_worker_is_killed_ten_times_graphs() {
    kill_workers("workers-graphs", &GRAPHS);
}

/// The next leader goes on with the search.
#[test]
fn the_leader_is_killed() {
    for (name, search) in [("leader-traces", &TRACES), ("leader-graphs", &GRAPHS)] {
        let expected = search.answer();
        let server = Server::start(name, None);
        let _workers: Vec<Running> = (0..2).map(|_| server.worker()).collect();
        for number in 0..3 {
            let mut leader = search.lead(&server);
            leader.wait_for_word();
            std::thread::sleep(moment(number));
            leader.kill();
        }
        verified(search.lead(&server), &expected);
    }
}

#[test]
fn the_server_is_killed_and_comes_back() {
    for (name, search) in [("server-traces", &TRACES), ("server-graphs", &GRAPHS)] {
        let expected = search.answer();
        let mut server = Server::start(name, None);
        let _workers: Vec<Running> = (0..2).map(|_| server.worker()).collect();
        let mut leader = search.lead(&server);
        leader.wait_for_word();
        for number in 0..2 {
            std::thread::sleep(moment(number));
            server.restart(moment(number + 7));
        }
        let output = leader.output();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            words.contains("waiting for it, the search is kept there"),
            "{words}"
        );
        assert!(words.contains("is back"), "{words}");
        assert_eq!(answer(&report(&output)), expected);
    }
}

/// It wakes with results of items that are somebody else's by then.
#[test]
fn a_worker_sleeps_past_its_lease() {
    for (name, search) in [("sleeper-traces", &TRACES), ("sleeper-graphs", &GRAPHS)] {
        let expected = search.answer();
        let server = Server::start(name, None);
        let mut workers: Vec<Running> = (0..2).map(|_| server.worker()).collect();
        let mut leader = search.lead(&server);
        leader.wait_for_word();
        for number in 0..2 {
            std::thread::sleep(moment(number));
            workers[0].signal(Signal::STOP);
            std::thread::sleep(Duration::from_millis(1500));
            workers[0].signal(Signal::CONT);
        }
        verified(leader, &expected);
    }
}

/// A leader that is interrupted leaves the search to the next one.
#[test]
fn a_search_is_interrupted_and_goes_on() {
    let expected = TRACES.answer();
    let server = Server::start("interrupted", None);
    let mut leader = TRACES.lead(&server);
    leader.wait_for_word();
    std::thread::sleep(Duration::from_millis(300));
    leader.signal(Signal::INT);
    let report = report(&leader.output());
    assert_eq!(report["reason"]["kind"], "interrupted", "{report:#}");
    assert_ne!(server.keys(), "0");
    verified(TRACES.lead(&server), &expected);
}

/// A worker that comes later removes it, but not before its time.
/// Time that is spent waiting for the place of another leader counts, and its end is no wrong usage.
#[test]
fn the_time_is_up_before_the_search_begins() {
    let server = Server::start("waits-for-place", None);
    let long = Search {
        clang: &["-DN=7"],
        ..TRACES
    };
    let mut leader = long.lead(&server);
    leader.wait_for_word();
    let address = server.address();
    let more = ["--cluster", &address, "--jobs", "1", "--timeout", "3"];
    let output = long.command(&more).output().expect("threadproof runs");
    let report = report(&output);
    assert_eq!(output.status.code(), Some(3), "{report:#}");
    assert_eq!(report["reason"]["kind"], "timeout", "{report:#}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("another process leads this search"), "{told}");
}

#[test]
fn a_search_that_nobody_goes_on_with_is_removed_after_four_weeks() {
    let server = Server::start("forgotten", None);
    let mut leader = TRACES.lead(&server);
    leader.wait_for_word();
    leader.signal(Signal::INT);
    let report = report(&leader.output());
    assert_eq!(report["reason"]["kind"], "interrupted", "{report:#}");
    let name = server.client(&["SMEMBERS", "threadproof:searches"]);
    let key = format!("threadproof:{{{name}}}");
    let age = |days: u64| {
        let now: u64 = server.client(&["TIME"]).lines().next().map_or(0, |now| {
            now.parse().expect("the server tells the time in seconds")
        });
        let then = (now - days * 86_400).to_string();
        server.client(&["HSET", &key, "led", &then]);
    };
    age(27);
    let worker = server.worker();
    // It looks at once.
    std::thread::sleep(Duration::from_millis(500));
    worker.kill();
    assert_eq!(server.client(&["EXISTS", &key]), "1");
    age(29);
    let _worker = server.worker();
    let begun = Instant::now();
    while server.keys() != "0" {
        let waited = begun.elapsed();
        assert!(
            waited < Duration::from_secs(20),
            "the search is still there"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The same error as one process shows, with the same counts before it.
#[test]
fn an_error_is_the_one_that_one_process_shows() {
    let search = Search {
        options: &["examples/lost-update.c"],
        clang: &[],
    };
    let alone = search.command(&["--jobs", "1"]).output();
    let alone = report(&alone.expect("threadproof runs"));
    let server = Server::start("error", None);
    let _worker = server.worker();
    let together = report(&search.lead(&server).output());
    assert_eq!(alone["verdict"], "error");
    assert_eq!(together["errors"], alone["errors"]);
    assert_eq!(together["executions"], alone["executions"]);
}

fn problem(words: &[&str]) -> (Option<i32>, String) {
    let output = SMALL.command(words).output().expect("threadproof runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), text)
}

#[test]
fn a_server_that_is_not_there_or_none_is_named() {
    let port = free_port();
    let nobody = format!("redis://127.0.0.1:{port}");
    let (code, text) = problem(&["--cluster", &nobody]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("cannot be reached"), "{text}");
    assert!(text.contains(&nobody), "{text}");
    let (code, text) = problem(&["--cluster", "http://localhost"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("an address is redis://"), "{text}");
    // Somebody else.
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
    let other = listener.local_addr().expect("it has one").port();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = stream.read(&mut [0; 64]);
            let _ = std::io::Write::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let (code, text) = problem(&["--cluster", &format!("redis://127.0.0.1:{other}")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("does not speak the protocol"), "{text}");
    let worker = threadproof(&["worker", &nobody]).output();
    let worker = worker.expect("threadproof runs");
    assert_eq!(worker.status.code(), Some(2));
}

#[test]
fn a_password_is_wanted_wrong_or_right() {
    let server = Server::start("password", Some("se:cr@t"));
    let place = format!("127.0.0.1:{}", server.port);
    let (code, text) = problem(&["--cluster", &format!("redis://{place}")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("wants a password"), "{text}");
    let (code, text) = problem(&["--cluster", &format!("redis://:wrong@{place}")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("does not accept the password"), "{text}");
    assert!(
        !text.contains("wrong@"),
        "no message tells a password: {text}"
    );
    let _worker = server.worker();
    verified(SMALL.lead(&server), &SMALL.answer());
}

/// A server that lost everything is no reason to say that a program is verified.
#[test]
fn a_server_without_its_data_is_named() {
    let mut server = Server::start("forgetful", None);
    let mut leader = TRACES.lead(&server);
    leader.wait_for_word();
    server.stop();
    let _ = std::fs::remove_dir_all(server.folder.join("appendonlydir"));
    server.process = Server::run(&server.folder, server.port, None);
    let output = leader.output();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("the search is not there any more"), "{text}");
}

#[test]
fn other_searches_are_refused() {
    let (code, text) = problem(&["--cluster", "redis://localhost", "--sample", "3"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("--sample has no search"), "{text}");
    let (code, text) = problem(&["--cluster", "redis://localhost", "--algorithm", "sat"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("cannot be shared"), "{text}");
}
