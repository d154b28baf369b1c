//! The common part of both grammars: the stream of tokens and its errors.

use crate::error::Error;
use crate::lexer::{Kind, Token, tokens};
use crate::test::{MODELS, Place};

/// The result of a reader.
pub type Result<T> = std::result::Result<T, Error>;

/// The tokens of a file, and how far they have been read.
pub struct Parser<'a> {
    pub file: &'a str,
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'a> Parser<'a> {
    pub fn new(file: &'a str, text: &'a str) -> Parser<'a> {
        Parser {
            file,
            text,
            tokens: tokens(text),
            at: 0,
        }
    }

    pub fn peek(&self) -> &Kind {
        &self.tokens[self.at].kind
    }
    pub fn peek_second(&self) -> &Kind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + 1).min(last)].kind
    }
    pub fn place(&self) -> Place {
        self.tokens[self.at].place
    }
    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.place(), message)
    }
    pub fn error_at<T>(&self, place: Place, message: impl Into<String>) -> Result<T> {
        Err(Error {
            file: self.file.to_string(),
            line: place.line,
            column: place.column,
            message: message.into(),
        })
    }
    /// The message for a token that does not fit.
    pub fn expected<T>(&self, what: &str) -> Result<T> {
        self.error(format!("expected {what}, found {}", describe(self.peek())))
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Kind::Word(w) if w == word)
    }
    pub fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Kind::Sign(s) if *s == sign)
    }
    pub fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }
    pub fn sign(&mut self, sign: &str) -> Result<()> {
        if self.take_sign(sign) {
            return Ok(());
        }
        self.expected(&format!("`{sign}`"))
    }
    pub fn word(&mut self, what: &str) -> Result<String> {
        let Kind::Word(word) = self.peek() else {
            return self.expected(what);
        };
        let word = word.clone();
        self.advance();
        Ok(word)
    }

    /// A number with its sign.
    pub fn number(&mut self) -> Result<i32> {
        let negative = self.take_sign("-");
        let value = match *self.peek() {
            Kind::Number(Some(value)) if value >= 0 || negative => value,
            Kind::Number(_) => return self.error("the number does not fit 32 bits"),
            _ => return self.expected("a number"),
        };
        self.advance();
        Ok(if negative {
            value.wrapping_neg()
        } else {
            value
        })
    }

    /// All that is left of the line, as it stands: the name of a test.
    pub fn rest_of_line(&mut self) -> Result<String> {
        let start = self.place();
        let line = self.text.lines().nth(start.line as usize - 1);
        let rest: String = line
            .unwrap_or("")
            .chars()
            .skip(start.column as usize - 1)
            .collect();
        let name = rest.split("//").next().unwrap_or("").trim().to_string();
        if name.is_empty() || *self.peek() == Kind::End {
            return self.expected("a name");
        }
        while self.place().line == start.line && *self.peek() != Kind::End {
            self.advance();
        }
        Ok(name)
    }

    /// The source text between two places of tokens, in one line.
    pub fn between(&self, start: Place, end: Place) -> String {
        let mut text = String::new();
        let lines = self.text.lines().enumerate();
        for (index, line) in lines.skip(start.line as usize - 1) {
            let number = index as u32 + 1;
            if number > end.line {
                break;
            }
            let line = line.split("//").next().unwrap_or("");
            let from = if number == start.line {
                start.column
            } else {
                1
            };
            let to = if number == end.line {
                end.column
            } else {
                u32::MAX
            };
            let part = line.chars().take(to as usize - 1).skip(from as usize - 1);
            text.extend(part);
            text.push(' ');
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// `expect sc forbidden, tso allowed`, any number of times.
    pub fn expectations(&mut self) -> Result<[Option<bool>; MODELS.len()]> {
        let mut expected = [None; MODELS.len()];
        while self.take_word("expect") {
            let mut first = true;
            loop {
                let model = match self.peek() {
                    Kind::Word(word) => MODELS.iter().position(|name| name == word),
                    _ => None,
                };
                let Some(model) = model else {
                    if first {
                        return self.expected("a memory model: sc, tso, pso, ra or c11");
                    }
                    break;
                };
                if expected[model].is_some() {
                    return self.error(format!("{} has an expectation already", MODELS[model]));
                }
                self.advance();
                expected[model] = Some(if self.take_word("allowed") {
                    true
                } else if self.take_word("forbidden") {
                    false
                } else {
                    return self.expected("`allowed` or `forbidden`");
                });
                self.take_sign(",");
                first = false;
            }
        }
        Ok(expected)
    }

    pub fn end(&self) -> Result<()> {
        match self.peek() {
            Kind::End => Ok(()),
            _ => self.expected("the end of the file"),
        }
    }
}

pub fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Word(word) => format!("`{word}`"),
        Kind::Number(Some(number)) => format!("`{number}`"),
        Kind::Number(None) => "a number that does not fit 32 bits".to_string(),
        Kind::Sign(sign) => format!("`{sign}`"),
        Kind::Text => "a text in quotes".to_string(),
        Kind::Unknown(c) => format!("the character {c:?}"),
        Kind::End => "the end of the file".to_string(),
    }
}
