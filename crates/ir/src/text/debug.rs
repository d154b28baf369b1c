//! Debug information: one line for each entry, in the order of their numbers.
//!
//! ```text
//! location 1 "list.c" 3 5 "push"
//! site 1 "node" of 2 at 1
//! type 0 signed 4
//! type 1 pointer
//! type 2 struct "node" { "value" 0 4 of 0, "next" 8 8 of 1 }
//! type 3 array of 0 count 10 stride 4
//! type 4 enum 4 { 0 "RED", 1 "GREEN" }
//! source @counter "counter" of 0 at 1
//! ```
//!
//! The numbers after `of` are types, those after `at` locations.

use super::Error;
use super::lex::quote;
use super::parse::Parser;
use super::print::{Symbols, line};
use crate::debug::{DebugInfo, DebugType, Field, GlobalDebug, Site, TypeId};
use crate::module::{GlobalId, Module};
use threadproof_program::{Location, LocationId};

pub fn print(out: &mut String, module: &Module, symbols: &Symbols) {
    let debug = &module.debug;
    out.push('\n');
    for (at, location) in debug.locations.iter().enumerate().skip(1) {
        let (file, function) = (
            quote(location.file.as_bytes()),
            quote(location.function.as_bytes()),
        );
        let (row, column) = (location.line, location.column);
        line(
            out,
            format_args!("location {at} {file} {row} {column} {function}"),
        );
    }
    for (at, site) in debug.sites.iter().enumerate().skip(1) {
        let name = quote(site.name.as_bytes());
        let rest = type_and_place(site.ty, Some(site.location));
        let heap = if site.heap { " heap" } else { "" };
        line(out, format_args!("site {at}{heap} {name}{rest}"));
    }
    for (at, ty) in debug.types.iter().enumerate() {
        line(out, format_args!("type {at} {}", print_type(ty)));
    }
    for (at, global) in debug.globals.iter().enumerate().take(module.globals.len()) {
        let name = global
            .name
            .as_ref()
            .map(|name| format!(" {}", quote(name.as_bytes())));
        let rest = type_and_place(global.ty, global.location);
        let text = name.unwrap_or_default() + &rest;
        if !text.is_empty() {
            let reference = symbols.global(GlobalId(at as u32));
            line(out, format_args!("source {reference}{text}"));
        }
    }
}

fn type_and_place(ty: Option<TypeId>, place: Option<LocationId>) -> String {
    let ty = ty.map(|ty| format!(" of {}", ty.0)).unwrap_or_default();
    match place {
        Some(place) => format!("{ty} at {}", place.0),
        None => ty,
    }
}

fn print_type(ty: &DebugType) -> String {
    match ty {
        DebugType::Signed(size) => format!("signed {size}"),
        DebugType::Unsigned(size) => format!("unsigned {size}"),
        DebugType::Bool => "bool".into(),
        DebugType::Char => "char".into(),
        DebugType::Float(size) => format!("float {size}"),
        DebugType::Pointer => "pointer".into(),
        DebugType::Struct { name, fields } => {
            let fields = fields.iter().map(|field| {
                let name = quote(field.name.as_bytes());
                format!("{name} {} {} of {}", field.offset, field.size, field.ty.0)
            });
            let fields: Vec<String> = fields.collect();
            format!(
                "struct {} {{ {} }}",
                quote(name.as_bytes()),
                fields.join(", ")
            )
        }
        DebugType::Array {
            element,
            count,
            stride,
        } => format!("array of {} count {count} stride {stride}", element.0),
        DebugType::Enum { size, names } => {
            let names = names.iter();
            let names = names.map(|(value, name)| format!("{value} {}", quote(name.as_bytes())));
            format!("enum {size} {{ {} }}", names.collect::<Vec<_>>().join(", "))
        }
        DebugType::Other => "other".into(),
    }
}

/// Reads an entry after its first word.
pub fn parse(parser: &mut Parser, word: &str, module: &mut Module) -> Result<(), Error> {
    let debug = &mut module.debug;
    match word {
        "location" => {
            number_in_order(parser, debug.locations.len())?;
            debug.locations.push(Location {
                file: parser.string()?,
                line: parser.small()?,
                column: parser.small()?,
                function: parser.string()?,
            });
        }
        "site" => {
            number_in_order(parser, debug.sites.len())?;
            let heap = parser.take_word("heap")?;
            debug.sites.push(Site {
                name: parser.string()?,
                ty: optional_type(parser)?,
                location: optional_place(parser)?.unwrap_or(LocationId(0)),
                heap,
            });
        }
        "type" => {
            number_in_order(parser, debug.types.len())?;
            let ty = parse_type(parser)?;
            debug.types.push(ty);
        }
        "source" => {
            let global = parser.global_reference()?;
            let name = match parser.token {
                super::lex::Token::Text(_) => Some(parser.string()?),
                _ => None,
            };
            let found = GlobalDebug {
                name,
                ty: optional_type(parser)?,
                location: optional_place(parser)?,
            };
            note_global(debug, global, found);
        }
        _ => return parser.error(format!("`{word}` cannot stand here")),
    }
    Ok(())
}

fn note_global(debug: &mut DebugInfo, global: GlobalId, found: GlobalDebug) {
    if debug.globals.len() <= global.index() {
        debug
            .globals
            .resize(global.index() + 1, GlobalDebug::default());
    }
    debug.globals[global.index()] = found;
}

fn number_in_order(parser: &mut Parser, expected: usize) -> Result<(), Error> {
    match parser.number()? {
        number if number == expected as u64 => Ok(()),
        _ => parser.error(format!("the next number is {expected}")),
    }
}

fn type_id(parser: &mut Parser) -> Result<TypeId, Error> {
    parser.keyword("of")?;
    Ok(TypeId(parser.small()?))
}

fn optional_type(parser: &mut Parser) -> Result<Option<TypeId>, Error> {
    match parser.take_word("of")? {
        true => Ok(Some(TypeId(parser.small()?))),
        false => Ok(None),
    }
}

fn optional_place(parser: &mut Parser) -> Result<Option<LocationId>, Error> {
    match parser.take_word("at")? {
        true => Ok(Some(LocationId(parser.small()?))),
        false => Ok(None),
    }
}

fn parse_type(parser: &mut Parser) -> Result<DebugType, Error> {
    let word = parser.word("a kind of type")?;
    Ok(match word.as_str() {
        "signed" => DebugType::Signed(parser.small()?),
        "unsigned" => DebugType::Unsigned(parser.small()?),
        "bool" => DebugType::Bool,
        "char" => DebugType::Char,
        "float" => DebugType::Float(parser.small()?),
        "pointer" => DebugType::Pointer,
        "struct" => DebugType::Struct {
            name: parser.string()?,
            fields: list(parser, |parser| {
                Ok(Field {
                    name: parser.string()?,
                    offset: parser.number()?,
                    size: parser.number()?,
                    ty: type_id(parser)?,
                })
            })?,
        },
        "array" => {
            let element = type_id(parser)?;
            parser.keyword("count")?;
            let count = parser.number()?;
            parser.keyword("stride")?;
            let stride = parser.number()?;
            DebugType::Array {
                element,
                count,
                stride,
            }
        }
        "enum" => DebugType::Enum {
            size: parser.small()?,
            names: list(parser, |parser| {
                let negative = parser.take_mark(b'-')?;
                let value = parser.number()? as i64;
                let value = if negative {
                    value.wrapping_neg()
                } else {
                    value
                };
                Ok((value, parser.string()?))
            })?,
        },
        "other" => DebugType::Other,
        _ => return parser.error(format!("`{word}` is not a kind of type")),
    })
}

/// Items in braces.
fn list<T>(
    parser: &mut Parser,
    mut item: impl FnMut(&mut Parser) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut items = Vec::new();
    parser.mark(b'{')?;
    if parser.take_mark(b'}')? {
        return Ok(items);
    }
    loop {
        items.push(item(parser)?);
        if parser.take_mark(b'}')? {
            return Ok(items);
        }
        parser.mark(b',')?;
    }
}
