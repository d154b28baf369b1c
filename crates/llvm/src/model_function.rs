//! Functions that the user gives a value on the command line, because nobody defines them.

use crate::error::LoadError;
use crate::read;
use std::str::FromStr;

/// `name=value`: calls of the function return the value and do nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelFunction {
    /// As the linker knows it, or as C++ writes it: `f`, `_Z1fi`, `f(int)`.
    pub name: String,
    pub value: i64,
}

impl FromStr for ModelFunction {
    type Err = String;

    fn from_str(text: &str) -> Result<ModelFunction, String> {
        let wrong = "not of the form NAME=NUMBER, such as `read_sensor=0`";
        let (name, value) = text.rsplit_once('=').ok_or(wrong)?;
        let value = number(value.trim()).ok_or(wrong)?;
        match name.trim() {
            "" => Err(wrong.into()),
            name => Ok(ModelFunction {
                name: name.into(),
                value,
            }),
        }
    }
}

impl std::fmt::Display for ModelFunction {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}={}", self.name, self.value)
    }
}

fn number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(match negative {
        true => 0_i64.wrapping_sub_unsigned(magnitude),
        false => magnitude as i64,
    })
}

/// Defines these functions in the linked files of the user, before the modelled library comes: a value of the
/// user wins over ours.
pub fn define(program: &mut read::Module<'_>, models: &[ModelFunction]) -> Result<(), LoadError> {
    for model in models {
        let defined = program.define(&model.name, model.value);
        defined.map_err(|reason| LoadError::ModelFunction {
            name: model.name.clone(),
            reason,
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let read = |text: &str| text.parse::<ModelFunction>().map(|m| (m.name, m.value));
        assert_eq!(read("f=0"), Ok(("f".into(), 0)));
        assert_eq!(read("f(int) = -1"), Ok(("f(int)".into(), -1)));
        assert_eq!(
            read("operator==(T, T)=1"),
            Ok(("operator==(T, T)".into(), 1))
        );
        assert_eq!(read("f=0xffffffffffffffff"), Ok(("f".into(), -1)));
        assert_eq!(read("f=-0x8000000000000000"), Ok(("f".into(), i64::MIN)));
        for wrong in ["", "f", "=0", "f=", "f=x", "f=1.5"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
