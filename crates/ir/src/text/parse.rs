//! Reads modules.

use super::lex::{Lexer, Token};
use super::names::Named;
use super::{Error, debug, function};
use crate::module::{FunctionId, Global, GlobalId, Module, Operand};
use crate::verify::verify;
use rustc_hash::FxHashMap;

/// Reads a module and checks that it means something.
pub fn parse(text: &[u8]) -> Result<Module, Error> {
    let mut parser = Parser::new(text)?;
    let mut module = Module::default();
    parser.collect_symbols(text)?;
    while parser.token != Token::End {
        let word = parser.word("`global`, `function`, `constructor` or debug information")?;
        match word.as_str() {
            "global" => {
                let global = parser.global()?;
                module.globals.push(global);
            }
            "function" => {
                let function = function::parse(&mut parser)?;
                module.functions.push(function);
            }
            "constructor" => module.constructors.push(parser.function_reference()?),
            other => debug::parse(&mut parser, other, &mut module)?,
        }
    }
    verify(&module).map_err(|problem| {
        let start = problem
            .function
            .and_then(|id| parser.starts.get(id.index()));
        parser
            .lexer
            .error(start.copied().unwrap_or(0), problem.message)
    })?;
    Ok(module)
}

/// Reads a module, a token ahead.
pub struct Parser<'a> {
    lexer: Lexer<'a>,
    pub token: Token,
    /// Where `token` begins.
    start: usize,
    /// Where the token before it began.
    last: usize,
    globals: FxHashMap<String, Symbol>,
    functions: FxHashMap<String, Symbol>,
    /// Names by number, to check references with a number.
    global_names: Vec<String>,
    function_names: Vec<String>,
    /// Where each function begins.
    starts: Vec<usize>,
}

/// The global or function that a name alone refers to.
#[derive(Clone, Copy)]
enum Symbol {
    One(u32),
    Several,
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u8]) -> Result<Parser<'a>, Error> {
        let mut lexer = Lexer::new(text);
        let (token, start) = lexer.token()?;
        Ok(Parser {
            lexer,
            token,
            start,
            last: start,
            globals: FxHashMap::default(),
            functions: FxHashMap::default(),
            global_names: Vec::new(),
            function_names: Vec::new(),
            starts: Vec::new(),
        })
    }

    /// Finds all names first, so that they can be used before their definition.
    fn collect_symbols(&mut self, text: &[u8]) -> Result<(), Error> {
        let mut lexer = Lexer::new(text);
        // `constructor` and debug entries name symbols too, but never right after these words
        // with these marks at the top level; braces tell what is inside a function.
        let mut depth = 0usize;
        let mut before = [Token::End, Token::End];
        loop {
            let (token, start) = lexer.token()?;
            match &token {
                Token::End => return Ok(()),
                Token::Mark(b'{') => depth += 1,
                Token::Mark(b'}') => depth = depth.saturating_sub(1),
                Token::Word(_) | Token::Text(_) if depth == 0 => {
                    let name = match &token {
                        Token::Word(word) => word.clone(),
                        Token::Text(text) => String::from_utf8_lossy(text).into_owned(),
                        _ => unreachable!("the arm is for words and texts"),
                    };
                    self.note_symbol(&before, name, start);
                }
                _ => {}
            }
            let [_, previous] = before;
            before = [previous, token];
        }
    }

    fn note_symbol(&mut self, before: &[Token; 2], name: String, start: usize) {
        let [Token::Word(word), Token::Mark(mark)] = before else {
            return;
        };
        let (table, names) = match (word.as_str(), mark) {
            ("global", b'@') => (&mut self.globals, &mut self.global_names),
            ("function", b'&') => {
                self.starts.push(start);
                (&mut self.functions, &mut self.function_names)
            }
            _ => return,
        };
        let number = names.len() as u32;
        names.push(name.clone());
        table
            .entry(name)
            .and_modify(|symbol| *symbol = Symbol::Several)
            .or_insert(Symbol::One(number));
    }

    /// An error at the token that was read last.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, Error> {
        Err(self.lexer.error(self.last, message))
    }

    pub fn expected<T>(&self, what: &str) -> Result<T, Error> {
        let message = format!("expected {what}, found {}", self.token.describe());
        Err(self.lexer.error(self.start, message))
    }

    pub fn advance(&mut self) -> Result<Token, Error> {
        let (token, start) = self.lexer.token()?;
        self.last = std::mem::replace(&mut self.start, start);
        Ok(std::mem::replace(&mut self.token, token))
    }

    pub fn at_mark(&self, mark: u8) -> bool {
        self.token == Token::Mark(mark)
    }

    /// Takes the mark if it is next.
    pub fn take_mark(&mut self, mark: u8) -> Result<bool, Error> {
        let found = self.at_mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub fn mark(&mut self, mark: u8) -> Result<(), Error> {
        if self.take_mark(mark)? {
            return Ok(());
        }
        self.expected(&format!("`{}`", char::from(mark)))
    }

    /// Takes the word if it is next.
    pub fn take_word(&mut self, word: &str) -> Result<bool, Error> {
        let found = matches!(&self.token, Token::Word(next) if next == word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub fn keyword(&mut self, word: &str) -> Result<(), Error> {
        if self.take_word(word)? {
            return Ok(());
        }
        self.expected(&format!("`{word}`"))
    }

    pub fn word(&mut self, what: &str) -> Result<String, Error> {
        match &self.token {
            Token::Word(_) => match self.advance()? {
                Token::Word(word) => Ok(word),
                _ => unreachable!("the token was a word"),
            },
            _ => self.expected(what),
        }
    }

    pub fn number(&mut self) -> Result<u64, Error> {
        match self.token {
            Token::Number(number) => {
                self.advance()?;
                Ok(number)
            }
            _ => self.expected("a number"),
        }
    }

    /// A number that fits the wanted type.
    pub fn small<T: TryFrom<u64>>(&mut self) -> Result<T, Error> {
        let number = self.number()?;
        match T::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.error("the number is too large"),
        }
    }

    /// A width in bits, 1 to 64.
    pub fn width(&mut self) -> Result<u8, Error> {
        match self.number()? {
            width @ 1..=64 => Ok(width as u8),
            _ => self.error("a width is between 1 and 64 bits"),
        }
    }

    pub fn bytes(&mut self) -> Result<Vec<u8>, Error> {
        match &self.token {
            Token::Text(_) => match self.advance()? {
                Token::Text(bytes) => Ok(bytes),
                _ => unreachable!("the token was a string"),
            },
            _ => self.expected("a string"),
        }
    }

    pub fn string(&mut self) -> Result<String, Error> {
        match String::from_utf8(self.bytes()?) {
            Ok(string) => Ok(string),
            Err(_) => self.error("the string is not UTF-8"),
        }
    }

    /// A word or a string after a mark.
    pub fn name(&mut self) -> Result<String, Error> {
        match &self.token {
            Token::Word(_) => self.word("a name"),
            Token::Text(_) => self.string(),
            _ => self.expected("a name"),
        }
    }

    pub fn named<T: Named>(&mut self) -> Result<T, Error> {
        let word = self.word(T::WHAT)?;
        match T::from_name(&word) {
            Some(value) => Ok(value),
            None => self.error(format!("expected {}, found `{word}`", T::WHAT)),
        }
    }

    pub fn function_reference(&mut self) -> Result<FunctionId, Error> {
        self.mark(b'&')?;
        let name = self.name()?;
        let number = self.number_of_symbol()?;
        let found = resolve(&self.functions, &self.function_names, &name, number);
        match found {
            Ok(found) => Ok(FunctionId(found)),
            Err(problem) => self.error(format!("{problem} function `{name}`")),
        }
    }

    pub fn global_reference(&mut self) -> Result<GlobalId, Error> {
        self.mark(b'@')?;
        let name = self.name()?;
        let number = self.number_of_symbol()?;
        let found = resolve(&self.globals, &self.global_names, &name, number);
        match found {
            Ok(found) => Ok(GlobalId(found)),
            Err(problem) => self.error(format!("{problem} global `{name}`")),
        }
    }

    fn number_of_symbol(&mut self) -> Result<Option<u32>, Error> {
        match self.take_mark(b'#')? {
            true => self.small().map(Some),
            false => Ok(None),
        }
    }

    /// An operand that is not a value.
    pub fn fixed_operand(&mut self) -> Result<Operand, Error> {
        match &self.token {
            Token::Number(number) => {
                let number = *number;
                self.advance()?;
                Ok(Operand::Const(number))
            }
            Token::Mark(b'@') => {
                let global = self.global_reference()?;
                let offset = if self.take_mark(b'+')? {
                    self.small::<i64>()?
                } else if self.take_mark(b'-')? {
                    match self.number()? {
                        number if number <= 1 << 63 => (number as i64).wrapping_neg(),
                        _ => return self.error("the offset is too large"),
                    }
                } else {
                    0
                };
                Ok(Operand::Global(global, offset))
            }
            Token::Mark(b'&') => Ok(Operand::Function(self.function_reference()?)),
            Token::Word(word) if word == "undefined" => {
                self.advance()?;
                Ok(Operand::Undefined)
            }
            _ => self.expected("an operand"),
        }
    }

    fn global(&mut self) -> Result<Global, Error> {
        self.mark(b'@')?;
        let name = self.name()?;
        self.keyword("size")?;
        let size = self.number()?;
        self.keyword("align")?;
        let align = self.number()?;
        let mut global = Global {
            name,
            size,
            align,
            bytes: Vec::new(),
            relocations: Vec::new(),
            constant: self.take_word("constant")?,
            thread_local: self.take_word("thread_local")?,
            external: self.take_word("external")?,
        };
        if self.take_word("bytes")? {
            global.bytes = self.bytes()?;
        }
        while self.take_word("at")? {
            let offset = self.number()?;
            global.relocations.push((offset, self.fixed_operand()?));
        }
        Ok(global)
    }
}

fn resolve(
    table: &FxHashMap<String, Symbol>,
    names: &[String],
    name: &str,
    number: Option<u32>,
) -> Result<u32, &'static str> {
    match (number, table.get(name)) {
        (Some(number), _) => match names.get(number as usize) {
            Some(found) if found == name => Ok(number),
            _ => Err("this is not the number of a"),
        },
        (None, Some(Symbol::One(number))) => Ok(*number),
        (None, Some(Symbol::Several)) => Err("a number must follow: there is more than one"),
        (None, None) => Err("there is no"),
    }
}
