//! The machine that reads a pickle.

use std::collections::HashMap;

use super::cursor::Cursor;
use super::global::{find, refused, storage};
use super::{Id, Node};
use crate::torch::error::TorchError;

/// Values of all kinds, elements of copied lists included: the state of some hundred thousand parameters.
const MOST_VALUES: usize = 1 << 23;

/// Reads a pickle: all its values, and the place of the one that it describes.
pub(in crate::torch) fn read(bytes: &[u8]) -> Result<(Vec<Node>, Id), TorchError> {
    let mut machine = Machine {
        input: Cursor::new(bytes),
        nodes: Vec::new(),
        stack: Vec::new(),
        marks: Vec::new(),
        memo: HashMap::new(),
        copied: 0,
    };
    loop {
        if let Some(id) = machine.step()? {
            return Ok((machine.nodes, id));
        }
    }
}

pub(super) struct Machine<'a> {
    pub(super) input: Cursor<'a>,
    pub(super) nodes: Vec<Node>,
    pub(super) stack: Vec<Id>,
    /// Heights of the stack that were marked.
    marks: Vec<usize>,
    memo: HashMap<u32, Id>,
    /// Elements of lists that were copied.
    pub(super) copied: usize,
}

impl Machine<'_> {
    /// Runs one instruction; the last one gives the result.
    fn step(&mut self) -> Result<Option<Id>, TorchError> {
        // One byte of the file may put four on the stack.
        if self.stack.len().max(self.marks.len()).max(self.memo.len()) > MOST_VALUES {
            return Err(TorchError::Limit { what: "values", limit: MOST_VALUES as u64 });
        }
        let instruction = self.input.u8()?;
        let operand = self.operand(instruction)?;
        match instruction {
            b'.' => return Ok(Some(self.pop()?)),
            0x80 if !(2..=5).contains(&operand) => {
                return Err(self.input.damaged(format!("there is version {operand}, known are 2 to 5")));
            }
            // The length of what follows, which its own instructions tell too.
            0x80 | 0x95 => {}

            b'N' => self.push(Node::None)?,
            0x88 => self.push(Node::Bool(true))?,
            0x89 => self.push(Node::Bool(false))?,
            b'K' | b'M' => self.push(Node::Int(operand.into()))?,
            b'J' => self.push(Node::Int((operand as u32 as i32).into()))?,
            b'G' => self.push(Node::Float(f64::from_bits(operand.swap_bytes())))?,
            0x8a | 0x8b => {
                let number = self.input.long(operand)?;
                self.push(Node::Int(number))?;
            }
            // `U` and `T` are text of Python 2.
            b'X' | 0x8c | 0x8d | b'U' | b'T' => {
                let text = self.input.text(operand)?;
                self.push(Node::Str(text.into()))?;
            }
            b'B' | b'C' | 0x8e | 0x96 => {
                self.input.take(operand)?;
                self.push(Node::Bytes)?;
            }

            b')' => self.push(Node::Tuple(Vec::new()))?,
            b']' => self.push(Node::List(Vec::new()))?,
            b'}' => self.push(Node::Dict(Vec::new()))?,
            0x8f => self.push(Node::Set(Vec::new()))?,
            0x85..=0x87 => {
                let from = self.height_without(usize::from(instruction - 0x84))?;
                let parts = self.stack.split_off(from);
                self.push(Node::Tuple(parts))?;
            }
            b't' => {
                let parts = self.pop_to_mark()?;
                self.push(Node::Tuple(parts))?;
            }
            b'l' => {
                let parts = self.pop_to_mark()?;
                self.push(Node::List(parts))?;
            }
            0x91 => {
                let parts = self.pop_to_mark()?;
                self.push(Node::Set(parts))?;
            }
            b'd' => {
                let parts = self.pop_to_mark()?;
                self.push(Node::Dict(Vec::new()))?;
                self.insert(&parts)?;
            }
            b'a' => {
                let part = self.pop()?;
                self.append(&[part])?;
            }
            b'e' | 0x90 => {
                let parts = self.pop_to_mark()?;
                self.append(&parts)?;
            }
            b's' => {
                let from = self.height_without(2)?;
                let parts = self.stack.split_off(from);
                self.insert(&parts)?;
            }
            b'u' => {
                let parts = self.pop_to_mark()?;
                self.insert(&parts)?;
            }

            b'(' => self.marks.push(self.stack.len()),
            b'0' => drop(self.pop()?),
            b'1' => drop(self.pop_to_mark()?),
            b'2' => {
                let top = self.top()?;
                self.stack.push(top);
            }
            b'q' | b'r' => self.remember(operand as u32)?,
            0x94 => self.remember(self.memo.len() as u32)?,
            b'h' | b'j' => self.recall(operand as u32)?,

            b'c' => {
                let (module, name) = (self.input.line()?, self.input.line()?);
                self.push(find(module, name)?)?;
            }
            0x93 => self.named_on_stack()?,
            b'R' | 0x81 => self.call()?,
            b'b' => self.set_attributes()?,
            b'Q' => {
                let id = self.pop()?;
                let storage = storage(&self.nodes, id).map_err(|wrong| self.input.damaged(wrong))?;
                self.push(Node::Storage(Box::new(storage)))?;
            }
            // Other ways to make an object of a class.
            b'i' => {
                let (module, name) = (self.input.line()?, self.input.line()?);
                return Err(refused(module, name));
            }
            b'o' | 0x92 => return Err(TorchError::Refused { name: "a class with arguments".to_owned() }),
            0x82..=0x84 => return Err(TorchError::Refused { name: "a registered extension".to_owned() }),
            other => return Err(self.input.damaged(format!("instruction {other:#04x} is unknown"))),
        }
        Ok(None)
    }

    /// The number of 1 to 8 bytes, least significant first, that follows some instructions; 0 for the others.
    fn operand(&mut self, instruction: u8) -> Result<u64, TorchError> {
        let len = match instruction {
            0x80 | b'K' | 0x8a | 0x8c | b'U' | b'C' | b'q' | b'h' => 1,
            b'M' => 2,
            b'J' | 0x8b | b'X' | b'T' | b'B' | b'r' | b'j' => 4,
            0x95 | b'G' | 0x8d | 0x8e | 0x96 => 8,
            _ => 0,
        };
        let mut number = [0; 8];
        number[..len].copy_from_slice(self.input.take(len as u64)?);
        Ok(u64::from_le_bytes(number))
    }

    pub(super) fn push(&mut self, node: Node) -> Result<(), TorchError> {
        let id = self.nodes.len();
        if id + self.copied >= MOST_VALUES {
            return Err(TorchError::Limit { what: "values", limit: MOST_VALUES as u64 });
        }
        self.nodes.push(node);
        self.stack.push(id as Id);
        Ok(())
    }

    /// The height of the stack without its top `count` values, which are above the last mark.
    fn height_without(&self, count: usize) -> Result<usize, TorchError> {
        let floor = self.marks.last().copied().unwrap_or(0);
        self.stack.len().checked_sub(count).filter(|&height| height >= floor).ok_or_else(|| self.empty())
    }

    fn empty(&self) -> TorchError {
        self.input.damaged("a value is missing")
    }

    pub(super) fn pop(&mut self) -> Result<Id, TorchError> {
        let height = self.height_without(1)?;
        let id = self.stack[height];
        self.stack.truncate(height);
        Ok(id)
    }

    pub(super) fn top(&self) -> Result<Id, TorchError> {
        Ok(self.stack[self.height_without(1)?])
    }

    fn pop_to_mark(&mut self) -> Result<Vec<Id>, TorchError> {
        let mark = self.marks.pop().ok_or_else(|| self.empty())?;
        Ok(self.stack.split_off(mark))
    }

    fn remember(&mut self, place: u32) -> Result<(), TorchError> {
        let top = self.top()?;
        self.memo.insert(place, top);
        Ok(())
    }

    fn recall(&mut self, place: u32) -> Result<(), TorchError> {
        let id = *self.memo.get(&place).ok_or_else(|| self.input.damaged("a value is used before it is made"))?;
        self.stack.push(id);
        Ok(())
    }

    /// Puts values into the list or the set on top.
    fn append(&mut self, new: &[Id]) -> Result<(), TorchError> {
        let top = self.top()?;
        match self.nodes.get_mut(top as usize) {
            Some(Node::List(parts) | Node::Set(parts)) => parts.extend(new),
            _ => return Err(self.input.damaged("something is appended to what is no list")),
        }
        Ok(())
    }

    /// Puts keys and values into the dict on top.
    fn insert(&mut self, new: &[Id]) -> Result<(), TorchError> {
        let top = self.top()?;
        let (pairs, rest) = new.as_chunks::<2>();
        match self.nodes.get_mut(top as usize) {
            Some(Node::Dict(entries)) if rest.is_empty() => {
                entries.extend(pairs.iter().map(|&[key, value]| (key, value)));
            }
            _ => return Err(self.input.damaged("keys and values are put into what is no dict, or do not match")),
        }
        Ok(())
    }
}
