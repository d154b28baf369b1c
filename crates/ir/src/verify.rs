//! Checks that a module keeps its own rules.
//!
//! The passes and the interpreter rely on these. Front ends are meant to produce only correct
//! modules; this is for their tests, and for modules that people write as text.

use crate::flow::{Cfg, Dominators};
use crate::module::{
    Callee, Cast, Function, FunctionId, Global, Inst, InstKind, Module, Operand, ValueId,
};

/// A broken rule.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Where; `None` for globals.
    pub function: Option<FunctionId>,
    pub message: String,
}

pub fn verify(module: &Module) -> Result<(), Problem> {
    let outside = |message: String| Problem {
        function: None,
        message,
    };
    for global in &module.globals {
        verify_global(module, global).map_err(outside)?;
    }
    for constructor in &module.constructors {
        if constructor.index() >= module.functions.len() {
            return Err(outside("a constructor does not exist".into()));
        }
    }
    for (at, function) in module.functions.iter().enumerate() {
        verify_function(module, function).map_err(|message| Problem {
            function: Some(FunctionId(at as u32)),
            message: format!("function `{}`: {message}", function.name),
        })?;
    }
    Ok(())
}

fn verify_global(module: &Module, global: &Global) -> Result<(), String> {
    let name = &global.name;
    if !global.align.is_power_of_two() {
        return Err(format!("the alignment of `{name}` is not a power of two"));
    }
    if global.bytes.len() as u64 > global.size {
        return Err(format!("`{name}` has more bytes than its size"));
    }
    for (offset, operand) in &global.relocations {
        if offset.checked_add(8).is_none_or(|end| end > global.size) {
            return Err(format!("an address in `{name}` is out of its bounds"));
        }
        if matches!(operand, Operand::Value(_)) {
            return Err(format!("`{name}` contains a value of a function"));
        }
        verify_reference(module, operand)?;
    }
    Ok(())
}

fn verify_reference(module: &Module, operand: &Operand) -> Result<(), String> {
    match operand {
        Operand::Global(id, _) => match module.globals.get(id.index()) {
            None => Err("a global does not exist".into()),
            Some(global) if global.thread_local => {
                let name = &global.name;
                Err(format!(
                    "the thread-local `{name}` has no address of its own"
                ))
            }
            Some(_) => Ok(()),
        },
        Operand::Function(id) if id.index() >= module.functions.len() => {
            Err("a function does not exist".into())
        }
        _ => Ok(()),
    }
}

fn verify_function(module: &Module, function: &Function) -> Result<(), String> {
    let in_order = |(at, parameter): (usize, &ValueId)| parameter.index() == at;
    if !function.parameters.iter().enumerate().all(in_order) {
        return Err("its parameters are not its first values".into());
    }
    for block in &function.blocks {
        for inst in &block.instructions {
            verify_instruction(module, inst)?;
        }
        let mut problem = None;
        block.terminator.targets(|target| {
            let parameters = function.blocks.get(target.block.index());
            let parameters = parameters.map(|block| block.parameters.len());
            if parameters != Some(target.arguments.len()) {
                problem = Some(format!(
                    "a jump with {} arguments to block {}, which does not take them",
                    target.arguments.len(),
                    target.block.0
                ));
            }
        });
        problem.map_or(Ok(()), Err)?;
    }
    let mut result = Ok(());
    function.visit(|operand| {
        let known = match operand {
            Operand::Value(value) if value.index() >= function.values.len() => {
                Err(format!("value {} does not exist", value.0))
            }
            other => verify_reference(module, other),
        };
        if result.is_ok() {
            result = known;
        }
    });
    result?;
    verify_definitions(function)
}

fn verify_instruction(module: &Module, inst: &Inst) -> Result<(), String> {
    let width = |width: u8| match width {
        1..=64 => Ok(()),
        _ => Err(format!("a width of {width} bits")),
    };
    let size = |size: u8| match size {
        1 | 2 | 4 | 8 => Ok(()),
        _ => Err(format!("an access to {size} bytes")),
    };
    match &inst.kind {
        InstKind::Binary { width: w, .. } | InstKind::Compare { width: w, .. } => width(*w),
        InstKind::Cast { cast, .. } => match *cast {
            Cast::Truncate { to }
            | Cast::FloatToUnsigned { to, .. }
            | Cast::FloatToSigned { to, .. } => width(to),
            Cast::SignExtend { from, to } => width(from).and(width(to)),
            Cast::SignedToFloat { from, .. } => width(from),
            _ => Ok(()),
        },
        InstKind::Load { size: s, .. }
        | InstKind::Store { size: s, .. }
        | InstKind::Await { size: s, .. }
        | InstKind::Rmw { size: s, .. }
        | InstKind::CompareExchange { size: s, .. } => size(*s),
        InstKind::Call {
            callee: Callee::Function(id),
            ..
        } => verify_reference(module, &Operand::Function(*id)),
        InstKind::ThreadLocal(id) => match module.globals.get(id.index()) {
            Some(global) if global.thread_local => Ok(()),
            _ => Err("a thread-local variable does not exist".into()),
        },
        _ => Ok(()),
    }
}

/// Where a value is defined: place of the block in the flow's order, and place in the block.
type Definition = (u32, u32);

/// Every value has one definition, and that dominates all uses.
fn verify_definitions(function: &Function) -> Result<(), String> {
    let flow = Cfg::new(function);
    let definitions = collect_definitions(function, &flow)?;
    let dominators = Dominators::new(&flow).intervals();
    let dominates = |definition: Definition, place: Definition| {
        let (block, at) = definition;
        if block == place.0 {
            return at < place.1;
        }
        let (start, end) = dominators[block as usize];
        (start..end).contains(&dominators[place.0 as usize].0)
    };
    for (number, block) in flow.order.iter().enumerate() {
        let block = &function.blocks[block.index()];
        let mut result = Ok(());
        let mut check = |operand: &Operand, at: u32| {
            if let Operand::Value(value) = operand {
                let found = definitions[value.index()];
                if !found.is_some_and(|found| dominates(found, (number as u32, at))) {
                    result = Err(format!("value {} is used where it is not defined", value.0));
                }
            }
        };
        for (at, inst) in block.instructions.iter().enumerate() {
            // Parameters are defined at 0, the results of instruction n at n + 1.
            inst.kind.visit(|operand| check(operand, at as u32 + 1));
        }
        let end = block.instructions.len() as u32 + 1;
        block.terminator.visit(|operand| check(operand, end));
        block.terminator.targets(|target| {
            for argument in &target.arguments {
                check(argument, end);
            }
        });
        result?;
    }
    Ok(())
}

fn collect_definitions(function: &Function, flow: &Cfg) -> Result<Vec<Option<Definition>>, String> {
    let mut definitions = vec![None; function.values.len()];
    let mut define = |value: &ValueId, place: Definition| match definitions.get_mut(value.index()) {
        None => Err(format!("value {} does not exist", value.0)),
        Some(slot) if slot.is_some() => Err(format!("value {} is defined twice", value.0)),
        Some(slot) => {
            *slot = Some(place);
            Ok(())
        }
    };
    for parameter in &function.parameters {
        define(parameter, (0, 0))?;
    }
    for (number, block) in flow.order.iter().enumerate() {
        let block = &function.blocks[block.index()];
        for parameter in &block.parameters {
            define(parameter, (number as u32, 0))?;
        }
        for (at, inst) in block.instructions.iter().enumerate() {
            for result in &inst.results {
                define(result, (number as u32, at as u32 + 1))?;
            }
        }
    }
    Ok(definitions)
}
