//! A process' part in a search on a server.

use super::connection::Value;
use super::scripts;
use super::server::Server;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use threadproof_engine::{Appended, Done, Item, Link, Taken, Total};

/// How often items are confirmed and others are looked at.
const BEAT: Duration = Duration::from_millis(100);
/// So many names of sets are remembered, to ask the server less.
const MOST_NOTED: usize = 1 << 20;
/// So many names go to the server at once.
const PRESET: usize = 4096;
/// A worker does not hand in its work before this time, however many others wait.
const LEAST_WORK: Duration = Duration::from_millis(200);

pub struct Cluster {
    server: Server,
    /// The key of the search.
    search: String,
    /// The number of the leader, if this process leads the search.
    fence: Option<String>,
    /// This process' name.
    me: String,
    lease: Duration,
    state: Mutex<State>,
    /// Names that are in sets on the server. No two epochs have the same set.
    noted: Mutex<HashSet<(u128, u128)>>,
    counter: AtomicU64,
    lost: AtomicBool,
    /// Others wait for work.
    hungry: AtomicBool,
    over: AtomicBool,
}

#[derive(Default)]
struct State {
    epoch: String,
    /// The items that were taken last.
    items: Vec<Vec<u8>>,
    taken: Option<Instant>,
    news: News,
    /// Why this process cannot go on, in words.
    problem: Option<String>,
}

/// The state of the others.
#[derive(Clone, Copy, Default, Debug)]
struct News {
    workers: u64,
    ready: u64,
    idle: u64,
    counts: [u64; 3],
}

impl News {
    fn of(value: &Value) -> Option<News> {
        let Value::List(list) = value else {
            return None;
        };
        let at = |n: usize| list.get(n).and_then(Value::number).unwrap_or(0);
        Some(News {
            workers: at(0),
            ready: at(1),
            idle: at(2),
            counts: [at(3), at(4), at(5)],
        })
    }
    fn is_hungry(&self) -> bool {
        self.ready < self.idle
    }
}

impl Cluster {
    /// Leads a search, with its number as a leader, or joins an epoch of one.
    pub fn new(
        server: Server,
        search: String,
        (fence, epoch): (Option<u64>, Option<String>),
        lease: Duration,
    ) -> Arc<Cluster> {
        let me = super::fresh_name();
        let cluster = Arc::new(Cluster {
            server,
            search,
            fence: fence.map(|fence| fence.to_string()),
            me,
            lease,
            noted: Mutex::default(),
            state: Mutex::new(State {
                epoch: epoch.unwrap_or_default(),
                ..State::default()
            }),
            counter: AtomicU64::new(0),
            lost: AtomicBool::new(false),
            hungry: AtomicBool::new(false),
            over: AtomicBool::new(false),
        });
        let beating = Arc::clone(&cluster);
        std::thread::spawn(move || beating.beat());
        cluster
    }
    /// Nobody is to work for it any more.
    pub fn close(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
    /// Why this process could not go on, if it could not.
    pub fn problem(&self) -> Option<String> {
        self.state().problem.clone()
    }
    /// Leaves the search, or removes it.
    pub fn leave(&self, name: &str, removes: bool) {
        self.close();
        let Some(fence) = &self.fence else {
            return;
        };
        let flag: &[u8] = if removes { b"1" } else { b"0" };
        let words = [fence.as_bytes(), name.as_bytes(), flag];
        let left = self.server.run(scripts::LEAVE, &self.search, &words);
        if removes && left.is_some_and(|left| kind(&left) == "done") {
            self.server.remove_epochs(&self.search);
        }
    }
    /// Runs a script that adds names to sets.
    fn add_names(&self, script: &str, first: &[&[u8]], names: &[(u128, u128)]) -> Option<Value> {
        let names = names.iter();
        let names: Vec<(String, [u8; 16])> = names
            .map(|(set, name)| (format!("{set:x}"), name.to_le_bytes()))
            .collect();
        let mut words = first.to_vec();
        for (set, name) in &names {
            words.extend([set.as_bytes(), name]);
        }
        self.run(script, &words)
    }
    fn noted(&self) -> MutexGuard<'_, HashSet<(u128, u128)>> {
        self.noted.lock().expect("nobody panics with it")
    }
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics with it")
    }
    fn lose(&self, problem: Option<&str>) {
        self.lost.store(true, Ordering::Relaxed);
        if let Some(problem) = problem {
            self.state()
                .problem
                .get_or_insert_with(|| format!("{}: {problem}", self.server.address()));
        }
    }
    fn hear(&self, news: Option<&Value>) {
        if let Some(news) = news.and_then(News::of) {
            self.hungry.store(news.is_hungry(), Ordering::Relaxed);
            self.state().news = news;
        }
    }
    /// Runs a script on the current epoch. `None` and lost if there is no answer, or the search is not there.
    fn run(&self, script: &str, words: &[&[u8]]) -> Option<Value> {
        let epoch = self.state().epoch.clone();
        let all: Vec<&[u8]> = [epoch.as_bytes()]
            .into_iter()
            .chain(words.iter().copied())
            .collect();
        let answer = self.server.run(script, &self.search, &all);
        match answer.as_ref().map(kind) {
            None | Some("late") => self.lose(None),
            Some("gone") => self.lose(Some(GONE)),
            Some("fenced") => self.lose(Some(FENCED)),
            Some(_) => return answer,
        }
        None
    }

    /// Tells the server that this process lives, and asks it whether all is as it was.
    fn beat(&self) {
        let server = self.server.beside();
        let lease = self.lease.as_millis().to_string();
        let mut last = Instant::now();
        while !self.over.load(Ordering::Relaxed) {
            std::thread::sleep(BEAT);
            if let Some(fence) = self
                .fence
                .as_ref()
                .filter(|_| last.elapsed() > self.lease / 5)
            {
                let words = [fence.as_bytes(), lease.as_bytes()];
                let stayed = server.run(scripts::STAY, &self.search, &words);
                match stayed.as_ref().map(kind) {
                    Some("fenced") => self.lose(Some(FENCED)),
                    Some("gone") => self.lose(Some(GONE)),
                    _ => (),
                }
                last = Instant::now();
            }
            let (epoch, items) = {
                let state = self.state();
                (state.epoch.clone(), state.items.clone())
            };
            if items.is_empty() {
                continue;
            }
            let count = items.len().to_string();
            let mut words = vec![epoch.as_bytes(), self.me.as_bytes(), lease.as_bytes()];
            words.push(count.as_bytes());
            words.extend(items.iter().map(Vec::as_slice));
            let Some(answer) = server.run(scripts::BEAT, &self.search, &words) else {
                continue;
            };
            let Value::List(list) = &answer else {
                continue;
            };
            let same = self.state().items == items;
            let lost = list.get(1).and_then(Value::number) != Some(0);
            if same && lost {
                self.lose(None);
            }
            self.hear(list.get(2));
        }
    }
}

/// The first word of an answer.
pub fn kind(answer: &Value) -> &str {
    match answer {
        Value::List(list) => list.first().and_then(Value::text).unwrap_or(""),
        _ => "",
    }
}

const GONE: &str = "the search is not there any more: it was removed, or the server was started again without its data \
                    (`appendonly yes` keeps them)";
const FENCED: &str = "another process leads the search now";

impl Link for Cluster {
    fn open(&self, identity: &[u8]) {
        let Some(fence) = &self.fence else {
            return;
        };
        let words = [fence.as_bytes(), identity];
        let answer = self.server.run(scripts::OPEN, &self.search, &words);
        match answer {
            Some(Value::List(list)) if list.len() == 2 => {
                let epoch = list[1].text().map(str::to_string);
                self.state().epoch = epoch.unwrap_or_default();
            }
            Some(_) => self.lose(Some(FENCED)),
            None => self.lose(None),
        }
    }

    fn take(&self) -> Taken {
        let leave = Taken::Over { ending: None };
        if self.state().problem.is_some() {
            return leave;
        }
        self.lost.store(false, Ordering::Relaxed);
        let lease = self.lease.as_millis().to_string();
        let words = [self.me.as_bytes(), lease.as_bytes()];
        let Some(Value::List(mut list)) = self.run(scripts::TAKE, &words) else {
            // If it is time to give up, the caller sees that by itself.
            return match self.state().problem.is_some() {
                true => leave,
                false => Taken::None,
            };
        };
        self.hear(list.get(2));
        let answer = kind(&Value::List(list.clone())).to_string();
        match answer.as_str() {
            "over" => Taken::Over {
                ending: list.swap_remove(1).into_bytes().filter(|e| !e.is_empty()),
            },
            "items" => {
                let entries = list.swap_remove(1).into_list();
                let (ids, items): (Vec<_>, Vec<_>) = entries.into_iter().filter_map(item).unzip();
                let mut state = self.state();
                state.items = ids;
                state.taken = Some(Instant::now());
                match items.is_empty() {
                    true => Taken::None,
                    false => Taken::Items(items),
                }
            }
            // The leader has gone on to another search, or is away.
            _ if self.fence.is_none() => leave,
            _ => Taken::None,
        }
    }

    fn complete(&self, done: Done) -> bool {
        let items = std::mem::take(&mut self.state().items);
        let lease = self.lease.as_millis().to_string();
        let numbers = done.numbers.map(|number| number.to_string());
        let count = items.len().to_string();
        let mut words = vec![self.me.as_bytes(), lease.as_bytes(), count.as_bytes()];
        words.extend(items.iter().map(Vec::as_slice));
        words.extend(numbers.iter().map(|number| number.as_bytes()));
        let (found, ending) = (
            done.found.unwrap_or_default(),
            done.ending.unwrap_or_default(),
        );
        words.extend([done.seen.as_slice(), &found, &ending]);
        words.extend(done.items.iter().map(Vec::as_slice));
        let Some(Value::List(list)) = self.run(scripts::COMPLETE, &words) else {
            return false;
        };
        self.hear(list.get(1));
        list.first().and_then(Value::text) == Some("done")
    }

    fn append(&self, list: u128, known: usize, entry: &[u8], item: Option<&[u8]>) -> Appended {
        if self.is_lost() {
            return Appended::Added;
        }
        let (list, known) = (format!("{list:x}"), known.to_string());
        let flag: &[u8] = if item.is_some() { b"1" } else { b"0" };
        let item = item.unwrap_or_default();
        let words = [list.as_bytes(), known.as_bytes(), entry, flag, item];
        match self.run(scripts::APPEND, &words) {
            Some(Value::List(mut answer)) if answer.len() == 2 => {
                let entries = answer.swap_remove(1).into_list().into_iter();
                Appended::Behind(entries.filter_map(Value::into_bytes).collect())
            }
            _ => Appended::Added,
        }
    }
    fn entries(&self, list: u128) -> Vec<Vec<u8>> {
        let list = format!("{list:x}");
        match self.run(scripts::ENTRIES, &[list.as_bytes()]) {
            Some(Value::List(mut answer)) if answer.len() == 2 => {
                let entries = answer.swap_remove(1).into_list().into_iter();
                entries.filter_map(Value::into_bytes).collect()
            }
            _ => Vec::new(),
        }
    }
    fn insert(&self, names: &[(u128, u128)], item: &[u8]) {
        if self.is_lost() {
            return;
        }
        if self.add_names(scripts::INSERT, &[item], names).is_some() {
            let mut noted = self.noted();
            if noted.len() > MOST_NOTED {
                noted.clear();
            }
            noted.extend(names);
        }
    }
    fn preset(&self, names: &[(u128, u128)]) {
        for part in names.chunks(PRESET) {
            if !self.is_lost() {
                self.add_names(scripts::PRESET, &[], part);
            }
        }
    }
    fn knows(&self, set: u128, name: u128) -> bool {
        self.noted().contains(&(set, name))
    }
    fn fresh(&self) -> u128 {
        let number = self.counter.fetch_add(1, Ordering::Relaxed);
        let me = u64::from_str_radix(&self.me, 16).unwrap_or(1);
        u128::from(me) << 64 | u128::from(number)
    }

    fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
    fn wants_pause(&self) -> bool {
        let long = || {
            let taken = self.state().taken;
            taken.is_some_and(|taken| taken.elapsed() > LEAST_WORK)
        };
        self.is_lost() || self.hungry.load(Ordering::Relaxed) && long()
    }
    fn parts(&self) -> usize {
        let news = self.state().news;
        match news.ready < news.workers {
            true => 2 * news.workers as usize,
            false => 1,
        }
    }
    fn workers(&self) -> u32 {
        self.state().news.workers as u32
    }
    fn elsewhere(&self) -> [u64; 3] {
        self.state().news.counts
    }

    fn end(&self, ending: &[u8]) {
        if let Some(fence) = &self.fence {
            self.run(scripts::END, &[fence.as_bytes(), ending]);
        }
    }
    fn total(&self) -> Option<Total> {
        self.fence.as_ref()?;
        let Value::List(mut list) = self.run(scripts::TOTAL, &[])? else {
            return None;
        };
        let mut bytes = || {
            let values = list.pop().map(Value::into_list).unwrap_or_default();
            values.into_iter().filter_map(Value::into_bytes).collect()
        };
        let (found, seen): (Vec<_>, Vec<_>) = (bytes(), bytes());
        let numbers = list.pop().map(Value::into_list).unwrap_or_default();
        let number = |at: usize| numbers.get(at).and_then(Value::number).unwrap_or(0);
        Some(Total {
            numbers: std::array::from_fn(number),
            seen,
            found,
        })
    }
}

/// The number of an item, and the item; nothing is all of the search.
fn item(entry: Value) -> Option<(Vec<u8>, Item)> {
    let mut entry = entry.into_list();
    let fields = entry.pop()?.into_list();
    let id = entry.pop()?.into_bytes()?;
    let mut fields = fields.into_iter().filter_map(Value::into_bytes);
    let (tasks, foreign) = (fields.nth(1)?, fields.nth(1).unwrap_or_default());
    let item = Item {
        tasks: (!tasks.is_empty()).then_some(tasks),
        foreign: foreign.into_iter().map(|known| known == b'1').collect(),
    };
    Some((id, item))
}
