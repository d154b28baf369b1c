//! The meaning of `$0`, `$1`, … in inline assembly: results, and values and places that are passed in.

use super::Lowered;
use super::function::FunctionLowering;
use super::layout::leaves;
use crate::read::Value;
use threadproof_ir::module::{Operand, Type};

pub struct Slot {
    pub constraint: String,
    pub place: Place,
    pub output: bool,
}

#[derive(Clone, Copy)]
pub enum Place {
    Register(Operand, Type),
    Memory(Operand),
    /// The register of that slot.
    Same(usize),
}

impl<'m> FunctionLowering<'_, 'm> {
    /// `None`: the constraints are not understood.
    pub fn slots(&mut self, call: Value<'m>, constraints: &str) -> Lowered<Option<Vec<Slot>>> {
        let mut results = leaves(call.ty())?.into_iter().map(|leaf| leaf.ty);
        let mut arguments = call.arguments().into_iter();
        let mut slots: Vec<Slot> = Vec::new();
        for part in constraints.split(',').filter(|part| !part.starts_with('~')) {
            let output = part.starts_with('=');
            let tied = part.parse::<usize>().ok();
            let place = if output && !part.contains('*') {
                results
                    .next()
                    .map(|ty| Place::Register(Operand::Undefined, ty))
            } else {
                let Some(argument) = arguments.next() else {
                    return Ok(None);
                };
                let (value, ty) = self.typed_scalar(argument)?;
                match tied {
                    None if part.contains('*') => Some(Place::Memory(value)),
                    None => Some(Place::Register(value, ty)),
                    Some(other) => match slots.get_mut(other) {
                        Some(Slot {
                            place: Place::Register(old, _),
                            ..
                        }) => {
                            *old = value;
                            Some(Place::Same(other))
                        }
                        _ => None,
                    },
                }
            };
            let Some(place) = place else {
                return Ok(None);
            };
            let constraint = part.to_string();
            slots.push(Slot {
                constraint,
                place,
                output,
            });
        }
        Ok(Some(slots))
    }
}
