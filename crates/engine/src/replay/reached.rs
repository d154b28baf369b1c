//! Paths to objects of the heap: `ring[3].turn`, `queue.head->next`.
//!
//! An object is named by the pointer that leads to it, from the moment when the pointer is stored. Only a static variable, or
//! a member of an object that has such a path, that never points elsewhere in the execution gives a name: `queue.tail` stands for
//! one node after the other, and would give one name to all of them.

use crate::host::op_log::LoggedOp;
use rustc_hash::FxHashMap;
use threadproof_program::{Access, ObjectName, Op, Source, Storage, address};

/// Longer paths are harder to read than the number of an object.
const MOST_ARROWS: usize = 2;

/// The names of heap objects by the pointers that lead to them.
#[derive(Default)]
pub struct Reached {
    /// By address: the one pointer that is ever stored there; `None` if there are several.
    pointers: FxHashMap<u64, Option<u64>>,
    /// By the first byte of an object.
    paths: FxHashMap<u64, String>,
    /// The bases of heap objects.
    bases: Vec<u64>,
}

/// Beginnings of the names that clang gives to what it keeps between two expressions.
const TEMPORARIES: &[&str] = &["retval", "ref.tmp", "agg.tmp"];

/// Not a number of bytes in something else, nor a variable of the library, whose names are reserved, or of the compiler.
fn says_something(variable: &str) -> bool {
    let name = variable.trim_start_matches('*');
    let mut letters = name.chars();
    let is_reserved =
        letters.next() == Some('_') && letters.next().is_some_and(|c| c == '_' || c.is_uppercase());
    let is_temporary = TEMPORARIES.iter().any(|begin| name.starts_with(begin));
    !is_reserved && !is_temporary && !name.contains('+')
}

impl Reached {
    /// Finds the names of all objects of an execution.
    pub fn new(ops: &[LoggedOp]) -> Reached {
        let mut reached = Reached::default();
        for logged in ops {
            if let Op::Allocate {
                storage: Storage::Heap,
                ..
            } = logged.op
            {
                reached.bases.push(logged.response.value);
            }
            let written = logged.op.written(logged.response.value);
            if let (Some(at), Some(value)) = (logged.op.access(), written.filter(|v| *v != 0)) {
                let pointer = reached.pointers.entry(at.address).or_insert(Some(value));
                *pointer = pointer.filter(|known| *known == value);
            }
        }
        reached
    }

    /// A pointer has been stored in a variable of this name, in the object of the heap that begins at `within`, if any.
    pub fn note(&mut self, at: Access, value: u64, (variable, within): (&str, Option<u64>)) {
        let is_pointer = at.size == 8 && self.bases.contains(&value);
        let lasts = self.pointers.get(&at.address) == Some(&Some(value));
        let named = match within {
            Some(base) => self.paths.contains_key(&base),
            None => address::thread_local_owner(at.address).is_none(),
        };
        let short = variable.matches("->").count() <= MOST_ARROWS;
        if is_pointer && lasts && named && short && says_something(variable) {
            let path = || variable.trim_start_matches('*').to_string();
            self.paths.entry(value).or_insert_with(path);
        }
    }

    /// The name of a place in an object that begins at `base`, by the path to it.
    pub fn name(
        &self,
        source: &dyn Source,
        (object, base): (ObjectName, u64),
        full: &str,
    ) -> Option<String> {
        let path = self.paths.get(&base)?;
        let member = full.strip_prefix(&source.place(object, 0))?;
        match member.as_bytes().first() {
            None => Some(format!("*{path}")),
            Some(b'.') => Some(format!("{path}->{}", &member[1..])),
            Some(b'[') => Some(format!("{path}{member}")),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::says_something;

    #[test]
    fn numbers_of_bytes_and_reserved_names_say_nothing() {
        for name in ["queue.head", "ring", "*slot", "_own", "pair#0.second"] {
            assert!(says_something(name), "{name}");
        }
        for name in [
            "heap#0+24[2]",
            "__guard",
            "_M_map",
            "*__p",
            "retval",
            "ref.tmp7",
        ] {
            assert!(!says_something(name), "{name}");
        }
    }
}
