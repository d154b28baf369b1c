//! Functions of the modelled library that try to get something, and those that wait for it.
//!
//! A loop that does nothing but try again waits, for a lock or the end of a thread, so it may as well call the other
//! function. Both return 0 if they got it; else they have changed nothing but `errno`, which means
//! nothing once they get it.

use crate::module::{Function, FunctionId, Module};
use threadproof_program::LocationId;

/// The names of the function that tries and of the function that waits.
pub const TWINS: [(&str, &str); 7] = [
    ("pthread_mutex_trylock", "pthread_mutex_lock"),
    ("pthread_spin_trylock", "pthread_spin_lock"),
    ("pthread_rwlock_tryrdlock", "pthread_rwlock_rdlock"),
    ("pthread_rwlock_trywrlock", "pthread_rwlock_wrlock"),
    ("mtx_trylock", "mtx_lock"),
    ("pthread_tryjoin_np", "pthread_join"),
    ("sem_trywait", "sem_wait"),
];

/// Pairs of functions of a module: one tries, the other does the same but waits.
#[derive(Clone, Default, Debug)]
pub struct Twins {
    pairs: Vec<(FunctionId, FunctionId)>,
}

impl Twins {
    /// The pairs of which the program defines no function itself.
    pub fn of(module: &Module) -> Twins {
        let known = |name: &str| {
            let id = module.function(name)?;
            is_library(&module.functions[id.index()]).then_some(id)
        };
        let pair = |(tries, waits): &(&str, &str)| Some((known(tries)?, known(waits)?));
        Twins {
            pairs: TWINS.iter().filter_map(pair).collect(),
        }
    }

    /// The function that waits for the lock that this one tries to take.
    pub fn waiting(&self, tries: FunctionId) -> Option<FunctionId> {
        let found = self.pairs.iter().find(|pair| pair.0 == tries);
        found.map(|pair| pair.1)
    }
}

/// Only code of the user has places in the source.
fn is_library(function: &Function) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    function.is_defined() && instructions.all(|inst| inst.location == LocationId(0))
}
