//! Small tests of concurrent crates of the registry: two threads with an operation or two each.
#![cfg(test)]

mod arc_swap;
mod asynchronous;
mod concurrent_queue;
mod crossbeam;
mod dashmap;
mod event_listener;
mod flume;
mod kanal;
mod once_cell;
mod oneshot;
mod parking_lot;
mod rings;
mod sharded_slab;
mod spinning;
mod thingbuf;
mod tokio_sync;
