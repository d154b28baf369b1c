//! The memory models of the machine, as types.
//!
//! The machine is compiled once for each model, so sequential consistency asks nothing about store buffers at run time.
//! A machine of a model without one memory cannot be written down: there is no type for it.

use crate::options::MachineModel;

/// A model with one memory.
pub trait MemoryModel: Copy + Send + Sync + 'static {
    const MODEL: MachineModel;
    /// Stores reach memory by way of a buffer.
    const BUFFERS: bool = !matches!(Self::MODEL, MachineModel::Sc);
    /// The buffer of a thread has a queue for each address, and stores of different queues may overtake each other.
    const QUEUE_PER_ADDRESS: bool = matches!(Self::MODEL, MachineModel::Pso);
}

/// Sequential consistency.
#[derive(Clone, Copy, Debug)]
pub struct Sc;

/// Total store order.
#[derive(Clone, Copy, Debug)]
pub struct Tso;

/// Partial store order.
#[derive(Clone, Copy, Debug)]
pub struct Pso;

impl MemoryModel for Sc {
    const MODEL: MachineModel = MachineModel::Sc;
}

impl MemoryModel for Tso {
    const MODEL: MachineModel = MachineModel::Tso;
}

impl MemoryModel for Pso {
    const MODEL: MachineModel = MachineModel::Pso;
}

/// Evaluates an expression in which a name stands for the type of a [`MachineModel`].
macro_rules! with_model {
    ($model:expr, $name:ident => $answer:expr) => {
        match $model {
            $crate::options::MachineModel::Sc => {
                type $name = $crate::machine::Sc;
                $answer
            }
            $crate::options::MachineModel::Tso => {
                type $name = $crate::machine::Tso;
                $answer
            }
            $crate::options::MachineModel::Pso => {
                type $name = $crate::machine::Pso;
                $answer
            }
        }
    };
}
pub(crate) use with_model;
