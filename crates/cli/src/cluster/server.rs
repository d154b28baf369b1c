//! A server that may go away and come back.

use super::address::Address;
use super::connection::{Connection, Value, words};
use crate::system;
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

/// How long to wait for a server that is gone before it is asked again.
const PAUSE: Duration = Duration::from_millis(200);
/// Servers before this one cannot hand on items.
const OLDEST: (u64, u64) = (6, 2);

/// Is it time to give up?
pub type Patience = Arc<dyn Fn() -> bool + Send + Sync>;

pub struct Server {
    address: Address,
    connection: Mutex<Option<Connection>>,
    gives_up: Patience,
    /// This one speaks of a server that goes away and comes back.
    speaks: bool,
}

impl Server {
    /// Connects; an error is for the user to read.
    pub fn open(address: &Address, gives_up: Patience) -> Result<Server, String> {
        let wrong = |problem| words(address, &problem);
        let mut connection = Connection::open(address).map_err(wrong)?;
        let info = connection.call(&[b"INFO", b"server"]).map_err(wrong)?;
        let version = info.text().and_then(version).unwrap_or_default();
        if version < OLDEST {
            let (major, minor) = OLDEST;
            return Err(format!(
                "{address}: is older than Redis {major}.{minor}, or something else"
            ));
        }
        Ok(Server {
            address: address.clone(),
            connection: Mutex::new(Some(connection)),
            gives_up,
            speaks: true,
        })
    }
    /// Another connection to the same server.
    pub fn beside(&self) -> Server {
        Server {
            address: self.address.clone(),
            connection: Mutex::new(None),
            gives_up: Arc::clone(&self.gives_up),
            speaks: false,
        }
    }
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Asks until there is an answer; `None` if it is time to give up. A question may be asked twice, since an answer can get lost.
    pub fn ask(&self, question: &[&[u8]]) -> Option<Value> {
        let mut connection = self.connection.lock().expect("nobody panics with it");
        let mut told = false;
        loop {
            let answer = match &mut *connection {
                Some(connection) => connection.call(question),
                None => Connection::open(&self.address).and_then(|mut new| {
                    let answer = new.call(question);
                    *connection = Some(new);
                    answer
                }),
            };
            let problem = match answer {
                Ok(answer) => {
                    if told && self.speaks {
                        system::say(&format!("{}: is back", self.address));
                    }
                    return Some(answer);
                }
                Err(problem) => problem,
            };
            *connection = None;
            if !told && self.speaks {
                let problem = words(&self.address, &problem);
                system::say(&format!(
                    "warning: {problem}; waiting for it, the search is kept there"
                ));
            }
            told = true;
            if (self.gives_up)() {
                return None;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Runs a script on a search.
    pub fn run(&self, script: &str, search: &str, words: &[&[u8]]) -> Option<Value> {
        let mut question: Vec<&[u8]> = vec![b"EVAL", script.as_bytes(), b"1", search.as_bytes()];
        question.extend(words);
        self.ask(&question)
    }

    /// Removes all that belongs to the epochs of a search.
    pub fn remove_epochs(&self, search: &str) {
        let pattern = format!("{search}:*");
        let mut cursor = b"0".to_vec();
        loop {
            let question: [&[u8]; 6] = [
                b"SCAN",
                &cursor,
                b"MATCH",
                pattern.as_bytes(),
                b"COUNT",
                b"1000",
            ];
            let Some(Value::List(mut answer)) = self.ask(&question) else {
                return;
            };
            let keys = answer.pop().map(Value::into_list).unwrap_or_default();
            let keys: Vec<Vec<u8>> = keys.into_iter().filter_map(Value::into_bytes).collect();
            if !keys.is_empty() {
                let mut question: Vec<&[u8]> = vec![b"UNLINK"];
                question.extend(keys.iter().map(Vec::as_slice));
                self.ask(&question);
            }
            match answer.pop().and_then(Value::into_bytes) {
                Some(next) if next != b"0" => cursor = next,
                _ => return,
            }
        }
    }
}

fn version(info: &str) -> Option<(u64, u64)> {
    let version = info
        .lines()
        .find_map(|line| line.strip_prefix("redis_version:"))?;
    let mut numbers = version.trim().split('.');
    let mut number = || numbers.next()?.parse().ok();
    Some((number()?, number()?))
}
