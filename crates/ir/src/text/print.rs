//! Writes modules.

use super::lex::{quote, quote_name};
use super::{debug, print_instruction};
use crate::module::{
    Block, Function, FunctionId, Global, GlobalId, Module, Operand, Target, Terminator, Type,
    ValueId,
};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use threadproof_program::LocationId;

/// Reading the result gives an equal module, but for the numbers of values.
pub fn print(module: &Module) -> String {
    let symbols = Symbols::new(module);
    let mut out = String::new();
    for global in &module.globals {
        print_global(&mut out, global, &symbols);
    }
    for constructor in &module.constructors {
        line(
            &mut out,
            format_args!("constructor {}", symbols.function(*constructor)),
        );
    }
    for function in &module.functions {
        print_function(&mut out, function, &symbols);
    }
    debug::print(&mut out, module, &symbols);
    out
}

/// One function of the module.
pub fn print_one(module: &Module, function: &Function) -> String {
    let mut out = String::new();
    print_function(&mut out, function, &Symbols::new(module));
    out
}

pub fn line(out: &mut String, text: std::fmt::Arguments) {
    writeln!(out, "{text}").expect("writing to a string works");
}

/// How globals and functions are referred to.
pub struct Symbols {
    globals: Vec<String>,
    functions: Vec<String>,
}

impl Symbols {
    fn new(module: &Module) -> Symbols {
        Symbols {
            globals: references('@', module.globals.iter().map(|g| g.name.as_str())),
            functions: references('&', module.functions.iter().map(|f| f.name.as_str())),
        }
    }

    pub fn global(&self, id: GlobalId) -> &str {
        &self.globals[id.index()]
    }

    pub fn function(&self, id: FunctionId) -> &str {
        &self.functions[id.index()]
    }
}

/// A name that several have gets its number.
fn references<'a>(mark: char, names: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let mut count: FxHashMap<&str, usize> = FxHashMap::default();
    for name in names.clone() {
        *count.entry(name).or_default() += 1;
    }
    let reference = |(at, name): (usize, &str)| match count[name] {
        1 => format!("{mark}{}", quote_name(name)),
        _ => format!("{mark}{}#{at}", quote_name(name)),
    };
    names.enumerate().map(reference).collect()
}

fn print_global(out: &mut String, global: &Global, symbols: &Symbols) {
    let name = quote_name(&global.name);
    let mut text = format!("global @{name} size {} align {}", global.size, global.align);
    let flags = [
        (global.constant, " constant"),
        (global.thread_local, " thread_local"),
        (global.external, " external"),
    ];
    for (_, flag) in flags.iter().filter(|(is_set, _)| *is_set) {
        text.push_str(flag);
    }
    if !global.bytes.is_empty() {
        text.push_str(" bytes ");
        text.push_str(&quote(&global.bytes));
    }
    let values = Values::default();
    for (offset, operand) in &global.relocations {
        let operand = values.operand(operand, symbols);
        text.push_str(&format!(" at {offset} {operand}"));
    }
    line(out, format_args!("{text}"));
}

fn print_function(out: &mut String, function: &Function, symbols: &Symbols) {
    let values = Values::of(function);
    let mut head = format!("function &{}", quote_name(&function.name));
    head.push_str(&values.definitions(function, &function.parameters));
    if function.parameters.is_empty() {
        head.push_str("()");
    }
    head.push_str(&format!(" -> {}", function.results));
    if function.variadic {
        head.push_str(" variadic");
    }
    if function.atomic {
        head.push_str(" atomic");
    }
    out.push('\n');
    if !function.is_defined() {
        line(out, format_args!("{head}"));
        return;
    }
    line(out, format_args!("{head} {{"));
    for (at, block) in function.blocks.iter().enumerate() {
        let parameters = values.definitions(function, &block.parameters);
        line(out, format_args!("b{at}{parameters}:"));
        print_block(out, function, block, &values, symbols);
    }
    line(out, format_args!("}}"));
}

fn print_block(
    out: &mut String,
    function: &Function,
    block: &Block,
    values: &Values,
    symbols: &Symbols,
) {
    for inst in &block.instructions {
        let results = inst.results.iter();
        let results: Vec<String> = results
            .map(|r| {
                format!(
                    "%{}: {}",
                    values.number(*r),
                    type_name(function.values[r.index()])
                )
            })
            .collect();
        let equals = if results.is_empty() { "" } else { " = " };
        let operand = |operand: &Operand| values.operand(operand, symbols);
        let kind = print_instruction::print(&inst.kind, symbols, &operand);
        let at = location(inst.location);
        line(
            out,
            format_args!("  {}{equals}{kind}{at}", results.join(", ")),
        );
    }
    let terminator = print_terminator(&block.terminator, values, symbols);
    let at = location(block.terminator_location);
    line(out, format_args!("  {terminator}{at}"));
}

fn print_terminator(terminator: &Terminator, values: &Values, symbols: &Symbols) -> String {
    let operand = |operand: &Operand| values.operand(operand, symbols);
    let target = |target: &Target| {
        let arguments: Vec<String> = target.arguments.iter().map(operand).collect();
        match arguments.is_empty() {
            true => format!("b{}", target.block.0),
            false => format!("b{}({})", target.block.0, arguments.join(", ")),
        }
    };
    match terminator {
        Terminator::Jump(to) => format!("jump {}", target(to)),
        Terminator::Branch {
            condition,
            then,
            otherwise,
        } => format!(
            "branch {}, {}, {}",
            operand(condition),
            target(then),
            target(otherwise)
        ),
        Terminator::Switch {
            value,
            cases,
            default,
        } => {
            let mut text = format!("switch {}, {}", operand(value), target(default));
            for (case, to) in cases {
                text.push_str(&format!(", {case}: {}", target(to)));
            }
            text
        }
        Terminator::Return(results) => {
            let results: Vec<String> = results.iter().map(operand).collect();
            format!("return {}", results.join(", ")).trim_end().into()
        }
        Terminator::Unreachable => "unreachable".into(),
    }
}

fn location(id: LocationId) -> String {
    match id.0 {
        0 => String::new(),
        number => format!(" !{number}"),
    }
}

pub fn type_name(ty: Type) -> String {
    match ty {
        Type::Int(bits) => format!("i{bits}"),
        Type::F32 => "f32".into(),
        Type::F64 => "f64".into(),
        Type::Ptr => "ptr".into(),
    }
}

/// Numbers of values in the order of their definitions, without gaps.
#[derive(Default)]
struct Values {
    numbers: Vec<Option<u32>>,
}

impl Values {
    fn of(function: &Function) -> Values {
        let mut values = Values {
            numbers: vec![None; function.values.len()],
        };
        let mut next = 0;
        let mut define = |value: &ValueId| {
            values.numbers[value.index()] = Some(next);
            next += 1;
        };
        function.parameters.iter().for_each(&mut define);
        for block in &function.blocks {
            block.parameters.iter().for_each(&mut define);
            for inst in &block.instructions {
                inst.results.iter().for_each(&mut define);
            }
        }
        values
    }

    fn number(&self, value: ValueId) -> String {
        // A value without definition is wrong, but can still be shown.
        let number = self.numbers.get(value.index()).copied().flatten();
        number.map_or_else(
            || format!("undefined{}", value.0),
            |number| number.to_string(),
        )
    }

    fn definitions(&self, function: &Function, values: &[ValueId]) -> String {
        if values.is_empty() {
            return String::new();
        }
        let each = values.iter().map(|value| {
            let ty = type_name(function.values[value.index()]);
            format!("%{}: {ty}", self.number(*value))
        });
        format!("({})", each.collect::<Vec<_>>().join(", "))
    }

    fn operand(&self, operand: &Operand, symbols: &Symbols) -> String {
        match operand {
            Operand::Value(value) => format!("%{}", self.number(*value)),
            Operand::Const(value) => value.to_string(),
            Operand::Global(id, 0) => symbols.global(*id).into(),
            Operand::Global(id, offset) => format!("{}{offset:+}", symbols.global(*id)),
            Operand::Function(id) => symbols.function(*id).into(),
            Operand::Undefined => "undefined".into(),
        }
    }
}
