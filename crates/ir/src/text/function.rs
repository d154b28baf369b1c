//! Reads functions.

use super::lex::Token;
use super::parse::Parser;
use super::{Error, instruction};
use crate::module::{Block, BlockId, Function, Inst, Operand, Target, Terminator, Type, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use threadproof_program::LocationId;

/// Reads a function after its first word.
pub fn parse(parser: &mut Parser) -> Result<Function, Error> {
    let mut body = Body::default();
    parser.mark(b'&')?;
    body.function.name = parser.name()?;
    body.function.parameters = body.definitions(parser)?;
    parser.mark(b'-')?;
    parser.mark(b'>')?;
    body.function.results = parser.small::<u32>()? as usize;
    body.function.variadic = parser.take_word("variadic")?;
    body.function.atomic = parser.take_word("atomic")?;
    if parser.take_mark(b'{')? {
        while !parser.take_mark(b'}')? {
            let block = body.block(parser)?;
            body.function.blocks.push(block);
        }
    }
    body.finish(parser)
}

/// A function of which a part has been read. Values and blocks get a number when their name is
/// first met.
#[derive(Default)]
pub struct Body {
    function: Function,
    values: FxHashMap<String, ValueId>,
    value_names: Vec<String>,
    is_defined: Vec<bool>,
    labels: FxHashMap<String, u32>,
    label_names: Vec<String>,
    /// By label: the block that has it.
    places: Vec<Option<BlockId>>,
}

impl Body {
    /// Replaces labels by places.
    fn finish(mut self, parser: &Parser) -> Result<Function, Error> {
        if let Some(at) = self.is_defined.iter().position(|defined| !defined) {
            return parser.error(format!("%{} is not defined", self.value_names[at]));
        }
        if let Some(at) = self.places.iter().position(Option::is_none) {
            return parser.error(format!("there is no block `{}`", self.label_names[at]));
        }
        for block in &mut self.function.blocks {
            block.terminator.targets_mut(|target| {
                let place = self.places[target.block.index()];
                target.block = place.expect("all labels have a place");
            });
        }
        Ok(self.function)
    }

    fn value(&mut self, name: String) -> ValueId {
        if let Some(value) = self.values.get(&name) {
            return *value;
        }
        let value = self.function.new_value(Type::Int(64));
        self.values.insert(name.clone(), value);
        self.value_names.push(name);
        self.is_defined.push(false);
        value
    }

    fn label(&mut self, name: String) -> u32 {
        if let Some(label) = self.labels.get(&name) {
            return *label;
        }
        let label = self.label_names.len() as u32;
        self.labels.insert(name.clone(), label);
        self.label_names.push(name);
        self.places.push(None);
        label
    }

    fn value_name(&mut self, parser: &mut Parser) -> Result<String, Error> {
        parser.mark(b'%')?;
        match parser.token {
            Token::Number(number) => {
                parser.advance()?;
                Ok(number.to_string())
            }
            _ => parser.name(),
        }
    }

    /// `%name: type`
    fn definition(&mut self, parser: &mut Parser) -> Result<ValueId, Error> {
        let name = self.value_name(parser)?;
        parser.mark(b':')?;
        let ty = parse_type(parser)?;
        let value = self.value(name);
        if std::mem::replace(&mut self.is_defined[value.index()], true) {
            return parser.error("this value is defined twice");
        }
        self.function.values[value.index()] = ty;
        Ok(value)
    }

    /// Definitions in parentheses; without these there are none.
    fn definitions(&mut self, parser: &mut Parser) -> Result<Vec<ValueId>, Error> {
        let mut values = Vec::new();
        if !parser.take_mark(b'(')? || parser.take_mark(b')')? {
            return Ok(values);
        }
        loop {
            values.push(self.definition(parser)?);
            if parser.take_mark(b')')? {
                return Ok(values);
            }
            parser.mark(b',')?;
        }
    }

    fn block(&mut self, parser: &mut Parser) -> Result<Block, Error> {
        let name = parser.word("a block or `}`")?;
        let label = self.label(name) as usize;
        let here = BlockId(self.function.blocks.len() as u32);
        if self.places[label].replace(here).is_some() {
            return parser.error("this block is defined twice");
        }
        let parameters = self.definitions(parser)?;
        parser.mark(b':')?;
        let mut instructions = Vec::new();
        loop {
            if let Some(terminator) = self.terminator(parser)? {
                return Ok(Block {
                    parameters,
                    instructions,
                    terminator,
                    terminator_location: location(parser)?,
                });
            }
            instructions.push(self.instruction(parser)?);
        }
    }

    fn instruction(&mut self, parser: &mut Parser) -> Result<Inst, Error> {
        let mut results = SmallVec::new();
        while parser.at_mark(b'%') {
            results.push(self.definition(parser)?);
            if !parser.take_mark(b',')? {
                parser.mark(b'=')?;
                break;
            }
        }
        let word = parser.word("an instruction")?;
        let kind = instruction::parse(parser, self, &word)?;
        Ok(Inst {
            kind,
            results,
            location: location(parser)?,
        })
    }

    pub fn operand(&mut self, parser: &mut Parser) -> Result<Operand, Error> {
        if parser.at_mark(b'%') {
            let name = self.value_name(parser)?;
            return Ok(Operand::Value(self.value(name)));
        }
        parser.fixed_operand()
    }

    pub fn next_operand(&mut self, parser: &mut Parser) -> Result<Operand, Error> {
        parser.mark(b',')?;
        self.operand(parser)
    }

    /// Operands in parentheses.
    pub fn arguments(&mut self, parser: &mut Parser) -> Result<Vec<Operand>, Error> {
        let mut arguments = Vec::new();
        parser.mark(b'(')?;
        if parser.take_mark(b')')? {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.operand(parser)?);
            if parser.take_mark(b')')? {
                return Ok(arguments);
            }
            parser.mark(b',')?;
        }
    }

    fn target(&mut self, parser: &mut Parser) -> Result<Target, Error> {
        let name = parser.word("a block")?;
        let block = BlockId(self.label(name));
        let arguments = match parser.at_mark(b'(') {
            true => self.arguments(parser)?,
            false => Vec::new(),
        };
        Ok(Target { block, arguments })
    }

    /// `None` if something else follows.
    fn terminator(&mut self, parser: &mut Parser) -> Result<Option<Terminator>, Error> {
        let terminator = if parser.take_word("jump")? {
            Terminator::Jump(self.target(parser)?)
        } else if parser.take_word("branch")? {
            let condition = self.operand(parser)?;
            parser.mark(b',')?;
            let then = self.target(parser)?;
            parser.mark(b',')?;
            let otherwise = self.target(parser)?;
            Terminator::Branch {
                condition,
                then,
                otherwise,
            }
        } else if parser.take_word("switch")? {
            self.switch(parser)?
        } else if parser.take_word("return")? {
            Terminator::Return(self.results(parser)?)
        } else if parser.take_word("unreachable")? {
            Terminator::Unreachable
        } else {
            return Ok(None);
        };
        Ok(Some(terminator))
    }

    fn switch(&mut self, parser: &mut Parser) -> Result<Terminator, Error> {
        let value = self.operand(parser)?;
        parser.mark(b',')?;
        let default = self.target(parser)?;
        let mut cases = Vec::new();
        while parser.take_mark(b',')? {
            let case = parser.number()?;
            parser.mark(b':')?;
            cases.push((case, self.target(parser)?));
        }
        Ok(Terminator::Switch {
            value,
            cases,
            default,
        })
    }

    fn results(&mut self, parser: &mut Parser) -> Result<Vec<Operand>, Error> {
        let mut values = Vec::new();
        let starts_operand = match &parser.token {
            Token::Number(_) | Token::Mark(b'%' | b'@' | b'&') => true,
            Token::Word(word) => word == "undefined",
            _ => false,
        };
        if starts_operand {
            values.push(self.operand(parser)?);
            while parser.at_mark(b',') {
                values.push(self.next_operand(parser)?);
            }
        }
        Ok(values)
    }
}

/// `!` and a number; nothing if the place is not known.
fn location(parser: &mut Parser) -> Result<LocationId, Error> {
    match parser.take_mark(b'!')? {
        true => Ok(LocationId(parser.small()?)),
        false => Ok(LocationId(0)),
    }
}

fn parse_type(parser: &mut Parser) -> Result<Type, Error> {
    let word = parser.word("a type")?;
    let bits = word.strip_prefix('i').and_then(|bits| bits.parse().ok());
    match (word.as_str(), bits) {
        ("ptr", _) => Ok(Type::Ptr),
        ("f32", _) => Ok(Type::F32),
        ("f64", _) => Ok(Type::F64),
        (_, Some(bits @ 1..=64)) => Ok(Type::Int(bits)),
        _ => parser.error(format!("`{word}` is not a type")),
    }
}
