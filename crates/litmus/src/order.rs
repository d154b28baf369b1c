//! Names of memory orderings, and which operation can have which.

use threadproof_program::{FenceOrder, LoadOrder, RmwOrder, StoreOrder};

/// A memory order, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Plain,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl Order {
    /// The short and the long names of the native format.
    pub fn from_name(name: &str) -> Option<Order> {
        Some(match name {
            "na" | "plain" => Order::Plain,
            "rlx" | "relaxed" => Order::Relaxed,
            "acq" | "acquire" => Order::Acquire,
            "rel" | "release" => Order::Release,
            "acq_rel" => Order::AcqRel,
            "sc" | "seq_cst" => Order::SeqCst,
            _ => return None,
        })
    }
    /// `memory_order_acquire`
    pub fn from_c(name: &str) -> Option<Order> {
        match name.strip_prefix("memory_order_")? {
            // Compilers make it an acquire.
            "consume" => Some(Order::Acquire),
            "plain" | "na" | "rlx" | "acq" | "rel" | "sc" => None,
            name => Order::from_name(name),
        }
    }

    pub fn load(self) -> Result<LoadOrder, &'static str> {
        Ok(match self {
            Order::Plain => LoadOrder::Plain,
            Order::Relaxed => LoadOrder::Relaxed,
            Order::Acquire => LoadOrder::Acquire,
            Order::SeqCst => LoadOrder::SeqCst,
            Order::Release | Order::AcqRel => return Err("a load cannot release"),
        })
    }
    pub fn store(self) -> Result<StoreOrder, &'static str> {
        Ok(match self {
            Order::Plain => StoreOrder::Plain,
            Order::Relaxed => StoreOrder::Relaxed,
            Order::Release => StoreOrder::Release,
            Order::SeqCst => StoreOrder::SeqCst,
            Order::Acquire | Order::AcqRel => return Err("a store cannot acquire"),
        })
    }
    pub fn rmw(self) -> Result<RmwOrder, &'static str> {
        Ok(match self {
            Order::Plain => return Err("a read-modify-write is always atomic"),
            Order::Relaxed => RmwOrder::Relaxed,
            Order::Acquire => RmwOrder::Acquire,
            Order::Release => RmwOrder::Release,
            Order::AcqRel => RmwOrder::AcqRel,
            Order::SeqCst => RmwOrder::SeqCst,
        })
    }
    /// The order of a failing compare-exchange that names none.
    pub fn failure(self) -> LoadOrder {
        match self {
            Order::Plain | Order::Relaxed | Order::Release => LoadOrder::Relaxed,
            Order::Acquire | Order::AcqRel => LoadOrder::Acquire,
            Order::SeqCst => LoadOrder::SeqCst,
        }
    }
    /// `None` for a relaxed fence, which does nothing.
    pub fn fence(self) -> Result<Option<FenceOrder>, &'static str> {
        Ok(match self {
            Order::Plain => return Err("a fence is acq, rel, acq_rel or sc"),
            Order::Relaxed => None,
            Order::Acquire => Some(FenceOrder::Acquire),
            Order::Release => Some(FenceOrder::Release),
            Order::AcqRel => Some(FenceOrder::AcqRel),
            Order::SeqCst => Some(FenceOrder::SeqCst),
        })
    }
}
