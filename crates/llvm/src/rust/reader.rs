//! Reads the tests of an executable once, and translates each when it is asked for.
//!
//! LLVM's modules belong to one thread. It keeps what all tests need, and takes orders; whoever gives one explores the
//! program while the next is translated.

use super::{Entry, Loaded, Program};
use crate::error::LoadError;
use crate::{load_rust_each, read};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Ends with its last copy.
#[derive(Clone)]
pub struct Reader {
    orders: Sender<Order>,
}

pub struct Order {
    pub entry: Entry,
    pub answer: Sender<Result<Loaded, LoadError>>,
}

impl Reader {
    /// Begins to read. All that is asked for later has to be among the entries.
    pub fn new(program: Program, entries: Vec<Entry>) -> Reader {
        let (orders, receiver) = channel::<Order>();
        std::thread::spawn(move || serve(program, entries, receiver));
        Reader { orders }
    }

    /// What this entry can reach, translated.
    pub fn load(&self, entry: &Entry) -> Result<Loaded, LoadError> {
        let (answer, loaded) = channel();
        let order = Order {
            entry: entry.clone(),
            answer,
        };
        let gone = || LoadError::Fatal {
            message: "LLVM has given up on this program".into(),
        };
        self.orders.send(order).map_err(|_| gone())?;
        loaded.recv().unwrap_or_else(|_| Err(gone()))
    }
}

/// A fatal error of LLVM ends this, and with it all orders that are not done.
fn serve(program: Program, entries: Vec<Entry>, orders: Receiver<Order>) {
    drop(read::guarded(move || {
        load_rust_each(&program, &entries, orders.into_iter());
    }));
}
