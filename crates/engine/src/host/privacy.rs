//! Objects that only one thread uses, as far as a search has seen: they are *private*.
//!
//! Nobody else can tell when a thread accesses its private objects. So such an access is no step and no item: it belongs to
//! the one before, like all other work that others cannot see. In C++ and Rust most accesses are of this kind, since objects
//! on the stack and fresh objects of the heap are memory as well.
//!
//! Which objects are private is not known beforehand. A search first *watches* one execution with all accesses as steps.
//! Then it begins again, and takes all objects for private of which it has not seen that they are *shared*: used by
//! several threads, or by an operation that waits or begins an atomic section. If it meets another shared object later, it
//! takes all objects of its allocation site for shared, and begins again once more. Lemma 9 of `docs/design/dpor.md` says
//! why no such object is missed.
//!
//! A thread that has joined all others may use their private objects: all that they did happens before.
//!
//! Rejected: to begin with no shared objects at all. The search would begin again for each of them.
//! Also rejected: to take all objects of an allocation site together from the start, which leaves a third of the accesses of
//! C++ as steps instead of a sixth; and never to do so: programs with many objects would begin again for each.

use super::objects::{Life, ObjectIdx, ObjectRecord};
use super::{Change, Host};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use threadproof_program::{ObjectName, ThreadId};

/// An execution with fewer accesses to private objects gains nothing.
const LEAST_ACCESSES: u32 = 8;

/// The threads that have used an object.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum User {
    #[default]
    Nobody,
    One(ThreadId),
    Several,
}

/// The shared objects that a search knows, by their addresses, and the sites all of whose objects count as shared.
pub type SharedObjects = FxHashSet<u64>;

/// Whether accesses to private objects are steps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
enum Use {
    #[default]
    Off,
    /// They are, and it is noted which objects are shared.
    Watched,
    On,
}

/// The knowledge of a search about private objects.
#[derive(Clone, Default, Debug)]
pub struct Privacy {
    used: Use,
    shared: SharedObjects,
    /// Accesses to private objects while it watched.
    accesses: u32,
    /// An object was taken for private, and is shared.
    outdated: bool,
}

impl Privacy {
    /// All objects but these are private.
    pub fn without(shared: SharedObjects) -> Privacy {
        Privacy {
            used: Use::On,
            shared,
            ..Privacy::default()
        }
    }
    /// Notes which objects are shared.
    pub fn watch(&mut self) {
        self.used = Use::Watched;
    }
    /// Has anybody to look at the users of objects?
    #[inline(always)]
    pub fn looks(&self) -> bool {
        self.used != Use::Off
    }
    /// Does the search have to begin again, since an object is not private?
    #[inline(always)]
    pub fn is_outdated(&self) -> bool {
        self.outdated
    }
    /// The shared objects, if all others are private.
    pub fn shared(&self) -> Option<&SharedObjects> {
        (self.used == Use::On).then_some(&self.shared)
    }
    /// An execution has been watched. Is the search to begin again with private objects?
    pub fn decide(&mut self) -> bool {
        if self.used != Use::Watched {
            return false;
        }
        let gains = LEAST_ACCESSES <= self.accesses;
        self.used = if gains { Use::On } else { Use::Off };
        gains
    }
    /// Takes over the shared objects that another worker has met.
    pub fn learn(&mut self, shared: SharedObjects) {
        self.shared.extend(shared);
    }
    fn share(&mut self, object: &ObjectRecord) {
        self.shared.insert(object.base);
        if self.used == Use::On {
            self.shared.extend(site(object));
            self.outdated = true;
        }
    }
    fn knows(&self, object: &ObjectRecord) -> bool {
        let shared = |key: u64| self.shared.contains(&key);
        !self.shared.is_empty() && (shared(object.base) || site(object).is_some_and(shared))
    }
}

/// Who may use an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usage {
    /// The thread alone, and others do not see it.
    Private,
    /// Others can see it.
    Seen,
    /// Another thread has used the object, which counted as private.
    Foreign(ObjectIdx),
}

impl<U: From<Change>> Host<'_, U> {
    /// Notes that a thread uses so many bytes of an object; `seen`: in a way in which private objects are not used.
    pub fn use_object(&mut self, t: ThreadId, (address, size): (u64, u8), seen: bool) -> Usage {
        let Some(o) = self.objects.find(address) else {
            return Usage::Seen;
        };
        let object = self.objects.get_mut(o);
        let is_inside = address + u64::from(size) <= object.base + object.size;
        if !is_inside || !matches!(object.name, ObjectName::Created { .. }) {
            return Usage::Seen;
        }
        match object.user {
            User::Several => return Usage::Seen,
            User::One(other) if other != t => return Usage::Foreign(o),
            _ if seen => {
                self.share_object(o);
                return Usage::Seen;
            }
            User::Nobody => object.user = User::One(t),
            User::One(_) => {}
        }
        let lives = object.life == Life::Live;
        self.usage_of_own(lives)
    }

    /// Does the end of an object concern its thread alone?
    pub fn end_own_object(&mut self, t: ThreadId, o: ObjectIdx) -> Usage {
        let object = self.objects.get_mut(o);
        match object.user {
            User::Several => Usage::Seen,
            User::One(other) if other != t => Usage::Foreign(o),
            User::Nobody | User::One(_) => {
                object.user = User::One(t);
                match self.privacy.used {
                    Use::On => Usage::Private,
                    _ => Usage::Seen,
                }
            }
        }
    }

    /// A thread that has joined all others uses an object of another one.
    pub fn usage_of_joined(&self, o: ObjectIdx) -> Usage {
        let on = self.privacy.used == Use::On;
        match on && self.objects.get(o).life == Life::Live {
            true => Usage::Private,
            false => Usage::Seen,
        }
    }

    fn usage_of_own(&mut self, lives: bool) -> Usage {
        match self.privacy.used {
            Use::On if lives => Usage::Private,
            _ => {
                self.privacy.accesses = self.privacy.accesses.saturating_add(1);
                Usage::Seen
            }
        }
    }

    /// The object is shared from now on.
    pub fn share_object(&mut self, o: ObjectIdx) {
        let object = self.objects.get_mut(o);
        object.user = User::Several;
        let object = *object;
        self.privacy.share(&object);
    }

    /// The users of an object that has just been created.
    pub fn note_new_object(&mut self, o: ObjectIdx) {
        if self.privacy.knows(self.objects.get(o)) {
            self.objects.get_mut(o).user = User::Several;
        }
    }
}

/// Stands for the site of an object among addresses: no address is as large.
fn site(object: &ObjectRecord) -> Option<u64> {
    const SITE: u64 = 1 << 62;
    match object.name {
        ObjectName::Created { site, .. } => Some(SITE | u64::from(site.0)),
        ObjectName::Static(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::memory::Memory;
    use threadproof_program::{Init, SiteId, Storage};

    const A: ThreadId = ThreadId(1);

    /// An object of the heap as it was before a search begins again.
    fn object(site: u32) -> ObjectRecord {
        let mut memory = Memory::default();
        let mut objects = crate::host::objects::Objects::new(&[], &mut memory);
        let wish = (8, Storage::Heap, Init::Zero, SiteId(site));
        let (o, _) = objects.allocate(A, wish, &mut memory);
        *objects.get(o)
    }

    #[test]
    fn an_execution_with_many_private_accesses_is_worth_a_new_beginning() {
        let mut privacy = Privacy::default();
        assert!(!privacy.decide(), "nobody watches");
        privacy.watch();
        privacy.accesses = LEAST_ACCESSES - 1;
        assert!(!privacy.clone().decide());
        privacy.accesses += 1;
        assert!(privacy.decide() && privacy.shared().is_some());
    }

    #[test]
    fn an_object_that_turns_out_to_be_shared_takes_its_site_along() {
        let mut privacy = Privacy::without(SharedObjects::default());
        assert!(!privacy.knows(&object(3)));
        privacy.share(&object(3));
        assert!(privacy.is_outdated());
        let elsewhere = |site| ObjectRecord {
            base: 1 << 40,
            ..object(site)
        };
        assert!(privacy.knows(&elsewhere(3)) && !privacy.knows(&elsewhere(4)));
    }

    #[test]
    fn objects_that_are_watched_are_shared_one_by_one() {
        let mut privacy = Privacy::default();
        privacy.watch();
        privacy.share(&object(3));
        let elsewhere = ObjectRecord {
            base: 1 << 40,
            ..object(3)
        };
        assert!(!privacy.is_outdated());
        assert!(privacy.knows(&object(3)) && !privacy.knows(&elsewhere));
    }
}
