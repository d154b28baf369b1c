//! Data that leaves its process: tasks of a search that is kept, or that several machines share.

use crate::link::Link;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Tasks that can leave their process. With a link, other processes add to the same crossings from then on.
pub trait Portable: Sized {
    fn pack(tasks: &[&Self], link: Option<&Arc<dyn Link>>) -> Vec<u8>;
    fn unpack(bytes: &[u8], link: Option<&Arc<dyn Link>>) -> Option<Vec<Self>>;
}

/// As bytes.
pub fn pack<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("plain data can be written to memory")
}

/// From bytes; `None` if they are those of something else.
pub fn unpack<T: for<'d> Deserialize<'d>>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
