//! Searches that several processes share against the search by one. The processes are threads, the server is memory, and
//! everything goes wrong that can.

use super::resumed::difference;
use crate::builder::Built;
use crate::random::Rng;
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use threadproof_engine::{
    Appended, Done, Item, Keeping, Link, Model, Options, Outcome, Taken, Total, assist, check_kept,
};

/// Of so many things that can go wrong, one does.
const FAULTS: u32 = 5;

/// The first algorithm that counts something else if three processes share the search, of which any may die or sleep at any moment,
/// and the difference in words.
pub fn linked(program: &Built, model: Model, limit: u64, seed: u64) -> Option<String> {
    difference(program, model, limit, |options| {
        let mut options = *options;
        options.limits.max_executions = None;
        let outcome = together(program, &options, seed);
        (outcome, "by three processes".to_string())
    })
}

fn together(program: &Built, options: &Options, seed: u64) -> Outcome {
    let server: Arc<Mutex<Server>> = Arc::default();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for number in 1..3 {
            let (server, over) = (Arc::clone(&server), &over);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let Some(identity) = lock(&server).identity.clone() else {
                        std::thread::yield_now();
                        continue;
                    };
                    let link = Process::new(&server, false, seed * 3 + number);
                    let mut keeping = Keeping::linked(Arc::new(link), Duration::ZERO);
                    let go_on = &mut |_: &_| match over.load(Ordering::Relaxed) {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    };
                    assert!(assist(program, options, go_on, &mut keeping, &identity));
                    std::thread::yield_now();
                }
            });
        }
        let link = Process::new(&server, true, seed * 3);
        let mut keeping = Keeping::linked(Arc::new(link), Duration::ZERO);
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let outcome = check_kept(program, options, go_on, &mut keeping);
        over.store(true, Ordering::Relaxed);
        outcome.expect("the table has the pair")
    })
}

/// What all processes share.
#[derive(Default)]
struct Server {
    epoch: u64,
    identity: Option<Vec<u8>>,
    waiting: VecDeque<(u64, Item)>,
    /// Items that were taken, each with its owner.
    taken: HashMap<u64, (u64, Item)>,
    items: u64,
    lists: HashMap<u128, Vec<Vec<u8>>>,
    sets: HashMap<u128, HashSet<u128>>,
    total: Total,
    ending: Option<Vec<u8>>,
}

impl Server {
    fn add(&mut self, tasks: Option<Vec<u8>>) {
        self.add_some(tasks, Vec::new());
    }
    fn add_some(&mut self, tasks: Option<Vec<u8>>, foreign: Vec<bool>) {
        self.items += 1;
        self.waiting
            .push_back((self.items, Item { tasks, foreign }));
    }
}

fn lock(server: &Mutex<Server>) -> MutexGuard<'_, Server> {
    server
        .lock()
        .expect("nobody panics with the server at hand")
}

/// A process' connection to the server.
struct Process {
    server: Arc<Mutex<Server>>,
    leads: bool,
    /// Another one for each time that items are taken.
    owner: AtomicU64,
    epoch: AtomicU64,
    owned: Mutex<Vec<u64>>,
    random: Mutex<Rng>,
    lost: AtomicBool,
}

static OWNERS: AtomicU64 = AtomicU64::new(1);

impl Process {
    fn new(server: &Arc<Mutex<Server>>, leads: bool, seed: u64) -> Process {
        Process {
            server: Arc::clone(server),
            leads,
            owner: AtomicU64::new(0),
            epoch: AtomicU64::new(lock(server).epoch),
            owned: Mutex::default(),
            random: Mutex::new(Rng::new(seed)),
            lost: AtomicBool::new(false),
        }
    }
    fn goes_wrong(&self) -> bool {
        let mut random = self.random.lock().expect("nobody panics with it");
        random.below(FAULTS) == 0
    }
    /// The server, unless another search has begun there.
    fn server(&self) -> Option<MutexGuard<'_, Server>> {
        let server = lock(&self.server);
        let same = server.epoch == self.epoch.load(Ordering::Relaxed);
        if !same {
            self.lost.store(true, Ordering::Relaxed);
        }
        same.then_some(server)
    }
}

impl Link for Process {
    fn open(&self, identity: &[u8]) {
        if !self.leads {
            return;
        }
        let mut server = lock(&self.server);
        *server = Server {
            epoch: server.epoch + 1,
            identity: Some(identity.to_vec()),
            ..Server::default()
        };
        server.add(None);
        self.epoch.store(server.epoch, Ordering::Relaxed);
    }

    fn take(&self) -> Taken {
        self.lost.store(false, Ordering::Relaxed);
        let Some(mut server) = self.server() else {
            return Taken::Over { ending: None };
        };
        if server.ending.is_some() || server.waiting.is_empty() && server.taken.is_empty() {
            let ending = server.ending.clone();
            return Taken::Over { ending };
        }
        // Somebody has slept past the end of the lease.
        if self.goes_wrong()
            && let Some(&id) = server.taken.keys().min()
        {
            let (_, item) = server.taken.remove(&id).expect("just seen");
            server.waiting.push_back((id, item));
        }
        let owner = OWNERS.fetch_add(1, Ordering::Relaxed);
        self.owner.store(owner, Ordering::Relaxed);
        let mut owned = self.owned.lock().expect("nobody panics with it");
        owned.clear();
        let mut items = Vec::new();
        while items.len() < 3
            && let Some((id, item)) = server.waiting.pop_front()
        {
            owned.push(id);
            items.push(item.clone());
            server.taken.insert(id, (owner, item));
        }
        match items.is_empty() {
            true => Taken::None,
            false => Taken::Items(items),
        }
    }

    fn complete(&self, done: Done) -> bool {
        let Some(mut server) = self.server() else {
            return false;
        };
        let owner = self.owner.load(Ordering::Relaxed);
        let owned = self.owned.lock().expect("nobody panics with it");
        let mine = |id: &u64| server.taken.get(id).is_some_and(|(by, _)| *by == owner);
        if !owned.iter().all(mine) {
            return false;
        }
        // It dies before it gets here, and somebody takes over its items.
        if self.goes_wrong() {
            for id in owned.iter() {
                let (_, item) = server.taken.remove(id).expect("it was its own");
                server.waiting.push_back((*id, item));
            }
            return false;
        }
        for id in owned.iter() {
            server.taken.remove(id);
        }
        let numbers = server.total.numbers.iter_mut().zip(done.numbers);
        numbers.for_each(|(all, more)| *all += more);
        server.total.seen.push(done.seen);
        server.total.found.extend(done.found);
        if server.ending.is_none() {
            server.ending = done.ending;
        }
        done.items
            .into_iter()
            .for_each(|item| server.add(Some(item)));
        true
    }

    fn append(&self, list: u128, known: usize, entry: &[u8], item: Option<&[u8]>) -> Appended {
        let Some(mut server) = self.server() else {
            return Appended::Added;
        };
        let entries = server.lists.entry(list).or_default();
        if entries.len() > known {
            return Appended::Behind(entries[known..].to_vec());
        }
        assert_eq!(entries.len(), known, "lists only grow");
        entries.push(entry.to_vec());
        if let Some(item) = item {
            server.add(Some(item.to_vec()));
        }
        match self.goes_wrong() {
            // The answer was lost, and the question is asked again.
            true => Appended::Behind(vec![entry.to_vec()]),
            false => Appended::Added,
        }
    }
    fn entries(&self, list: u128) -> Vec<Vec<u8>> {
        let server = self.server();
        let entries = server.and_then(|server| server.lists.get(&list).cloned());
        entries.unwrap_or_default()
    }
    fn insert(&self, names: &[(u128, u128)], item: &[u8]) {
        let Some(mut server) = self.server() else {
            return;
        };
        // The first answer may be lost. Then the question is asked again.
        for _ in 0..1 + usize::from(self.goes_wrong()) {
            let names = names.iter();
            let foreign: Vec<bool> = names
                .map(|(set, name)| !server.sets.entry(*set).or_default().insert(*name))
                .collect();
            if foreign.contains(&false) {
                server.add_some(Some(item.to_vec()), foreign);
            }
        }
    }
    fn preset(&self, names: &[(u128, u128)]) {
        if let Some(mut server) = self.server() {
            for (set, name) in names {
                server.sets.entry(*set).or_default().insert(*name);
            }
        }
    }
    fn knows(&self, set: u128, name: u128) -> bool {
        let Some(server) = self.server() else {
            return false;
        };
        let names = server.sets.get(&set);
        names.is_some_and(|names| names.contains(&name)) && !self.goes_wrong()
    }
    fn fresh(&self) -> u128 {
        u128::from(OWNERS.fetch_add(1, Ordering::Relaxed)) << 1 | 1
    }

    fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
    fn wants_pause(&self) -> bool {
        false
    }
    fn parts(&self) -> usize {
        2
    }
    fn workers(&self) -> u32 {
        3
    }
    fn elsewhere(&self) -> [u64; 3] {
        [0; 3]
    }

    fn end(&self, ending: &[u8]) {
        if let Some(mut server) = self.server() {
            server.ending.get_or_insert(ending.to_vec());
        }
    }
    fn total(&self) -> Option<Total> {
        self.leads.then(|| lock(&self.server).total.clone())
    }
}
