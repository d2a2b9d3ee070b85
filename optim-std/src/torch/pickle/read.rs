//! The machine that reads a pickle.

use std::collections::HashMap;

use super::cursor::Cursor;
use super::global::{Global, find, parts, refused, storage, tensor};
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

struct Machine<'a> {
    input: Cursor<'a>,
    nodes: Vec<Node>,
    stack: Vec<Id>,
    /// Heights of the stack that were marked.
    marks: Vec<usize>,
    memo: HashMap<u32, Id>,
    /// Elements of lists that were copied.
    copied: usize,
}

impl Machine<'_> {
    /// Runs one instruction; the last one gives the result.
    fn step(&mut self) -> Result<Option<Id>, TorchError> {
        // One byte of the file may put four on the stack.
        if self.stack.len().max(self.marks.len()).max(self.memo.len()) > MOST_VALUES {
            return Err(TorchError::Limit { what: "values", limit: MOST_VALUES as u64 });
        }
        let instruction = self.input.u8()?;
        match instruction {
            b'.' => return Ok(Some(self.pop()?)),
            // The version, and the length of what follows, which its own instructions tell too.
            0x80 => {
                let version = self.input.u8()?;
                if !(2..=5).contains(&version) {
                    return Err(self.input.damaged(format!("there is version {version}, known are 2 to 5")));
                }
            }
            0x95 => drop(self.input.u64()?),

            b'N' => self.push(Node::None)?,
            0x88 => self.push(Node::Bool(true))?,
            0x89 => self.push(Node::Bool(false))?,
            b'J' => {
                let number = self.input.i32()?;
                self.push(Node::Int(number.into()))?
            }
            b'K' => {
                let number = self.input.u8()?;
                self.push(Node::Int(number.into()))?
            }
            b'M' => {
                let number = self.input.u16()?;
                self.push(Node::Int(number.into()))?
            }
            0x8a => {
                let len = self.input.u8()?;
                self.long(len.into())?
            }
            0x8b => {
                let len = self.input.u32()?;
                self.long(len.into())?
            }
            b'G' => {
                let number = self.input.f64()?;
                self.push(Node::Float(number))?
            }
            0x8c => {
                let len = self.input.u8()?;
                self.text(len.into())?
            }
            b'X' => {
                let len = self.input.u32()?;
                self.text(len.into())?
            }
            0x8d => {
                let len = self.input.u64()?;
                self.text(len)?
            }
            // Text of Python 2, bytes of Python 3.
            b'U' => {
                let len = self.input.u8()?;
                self.text(len.into())?
            }
            b'T' => {
                let len = self.input.u32()?;
                self.text(len.into())?
            }
            b'C' => {
                let len = self.input.u8()?;
                self.bytes(len.into())?
            }
            b'B' => {
                let len = self.input.u32()?;
                self.bytes(len.into())?
            }
            0x8e | 0x96 => {
                let len = self.input.u64()?;
                self.bytes(len)?
            }

            b')' => self.push(Node::Tuple(Vec::new()))?,
            b']' => self.push(Node::List(Vec::new()))?,
            b'}' => self.push(Node::Dict(Vec::new()))?,
            0x8f => self.push(Node::Set(Vec::new()))?,
            0x85..=0x87 => {
                let from = self.from_top(usize::from(instruction - 0x84))?;
                let parts = self.stack.split_off(from);
                self.push(Node::Tuple(parts))?;
            }
            b't' => {
                let parts = self.pop_to_mark()?;
                self.push(Node::Tuple(parts))?
            }
            b'l' => {
                let parts = self.pop_to_mark()?;
                self.push(Node::List(parts))?
            }
            0x91 => {
                let parts = self.pop_to_mark()?;
                self.push(Node::Set(parts))?
            }
            b'd' => {
                let parts = self.pop_to_mark()?;
                self.push(Node::Dict(Vec::new()))?;
                self.insert(&parts)?
            }
            b'a' => {
                let part = self.pop()?;
                self.append(&[part])?
            }
            b'e' | 0x90 => {
                let parts = self.pop_to_mark()?;
                self.append(&parts)?
            }
            b's' => {
                let from = self.from_top(2)?;
                let parts = self.stack.split_off(from);
                self.insert(&parts)?
            }
            b'u' => {
                let parts = self.pop_to_mark()?;
                self.insert(&parts)?
            }

            b'(' => self.marks.push(self.stack.len()),
            b'0' => drop(self.pop()?),
            b'1' => drop(self.pop_to_mark()?),
            b'2' => {
                let top = self.top()?;
                self.stack.push(top)
            }
            b'q' => {
                let place = self.input.u8()?;
                self.remember(place.into())?
            }
            b'r' => {
                let place = self.input.u32()?;
                self.remember(place)?
            }
            0x94 => {
                let place = self.memo.len() as u32;
                self.remember(place)?
            }
            b'h' => {
                let place = self.input.u8()?;
                self.recall(place.into())?
            }
            b'j' => {
                let place = self.input.u32()?;
                self.recall(place)?
            }

            b'c' => {
                let (module, name) = (self.input.line()?, self.input.line()?);
                self.push(find(module, name)?)?
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

    fn push(&mut self, node: Node) -> Result<(), TorchError> {
        let id = self.nodes.len();
        if id + self.copied >= MOST_VALUES {
            return Err(TorchError::Limit { what: "values", limit: MOST_VALUES as u64 });
        }
        self.nodes.push(node);
        self.stack.push(id as Id);
        Ok(())
    }

    fn long(&mut self, len: u64) -> Result<(), TorchError> {
        let number = self.input.long(len)?;
        self.push(Node::Int(number))
    }

    fn text(&mut self, len: u64) -> Result<(), TorchError> {
        let text = self.input.text(len)?;
        self.push(Node::Str(text.into()))
    }

    fn bytes(&mut self, len: u64) -> Result<(), TorchError> {
        self.input.take(len)?;
        self.push(Node::Bytes)
    }

    /// The height of the stack without its top `count` values, which are above the last mark.
    fn from_top(&self, count: usize) -> Result<usize, TorchError> {
        let floor = self.marks.last().copied().unwrap_or(0);
        self.stack.len().checked_sub(count).filter(|&height| height >= floor).ok_or_else(|| self.empty())
    }

    fn empty(&self) -> TorchError {
        self.input.damaged("a value is missing")
    }

    fn pop(&mut self) -> Result<Id, TorchError> {
        let height = self.from_top(1)?;
        let id = self.stack[height];
        self.stack.truncate(height);
        Ok(id)
    }

    fn top(&self) -> Result<Id, TorchError> {
        Ok(self.stack[self.from_top(1)?])
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

    fn named_on_stack(&mut self) -> Result<(), TorchError> {
        let (name, module) = (self.pop()?, self.pop()?);
        let node = match (&self.nodes[module as usize], &self.nodes[name as usize]) {
            (Node::Str(module), Node::Str(name)) => find(module, name)?,
            _ => return Err(self.input.damaged("a name is no text")),
        };
        self.push(node)
    }

    /// Calls a constructor with a tuple of arguments.
    fn call(&mut self) -> Result<(), TorchError> {
        let (args, callee) = (self.pop()?, self.pop()?);
        let Node::Global(global) = self.nodes[callee as usize] else {
            return Err(TorchError::Refused { name: self.nodes[callee as usize].kind().to_owned() });
        };
        let Node::Tuple(args) = &self.nodes[args as usize] else {
            return Err(self.input.damaged("arguments are no tuple"));
        };
        let first = args.first().copied();
        let node = match global {
            Global::Dict => match first {
                Some(pairs) => return self.dict_of(pairs),
                None => Node::Dict(Vec::new()),
            },
            // Its argument makes values that are missing, which nobody asks for.
            Global::DefaultDict => Node::Dict(Vec::new()),
            Global::Device => Node::Device,
            Global::Set | Global::List | Global::Tuple => {
                let elements = match first {
                    None => Vec::new(),
                    Some(id) => {
                        parts(&self.nodes, id).ok_or_else(|| self.input.damaged("elements are no list"))?.to_vec()
                    }
                };
                self.copied += elements.len();
                match global {
                    Global::Set => Node::Set(elements),
                    Global::List => Node::List(elements),
                    _ => Node::Tuple(elements),
                }
            }
            Global::Tensor | Global::TensorOfType => {
                let layout = tensor(&self.nodes, args, global == Global::TensorOfType);
                Node::Tensor(Box::new(layout.map_err(|wrong| self.input.damaged(wrong))?))
            }
            Global::Parameter => match first {
                Some(id) if matches!(self.nodes[id as usize], Node::Tensor(_)) => {
                    self.stack.push(id);
                    return Ok(());
                }
                _ => return Err(self.input.damaged("a parameter has no tensor")),
            },
            Global::Plain => return Err(self.input.damaged("a type of numbers or text is called")),
        };
        self.push(node)
    }

    /// A dict of a list of pairs.
    fn dict_of(&mut self, pairs: Id) -> Result<(), TorchError> {
        let pair = |&id: &Id| match parts(&self.nodes, id) {
            Some(&[key, value]) => Some((key, value)),
            _ => None,
        };
        let entries: Option<Vec<_>> = parts(&self.nodes, pairs).and_then(|list| list.iter().map(pair).collect());
        let entries = entries.ok_or_else(|| self.input.damaged("a dict is made of what are no pairs"))?;
        self.copied += 2 * entries.len();
        self.push(Node::Dict(entries))
    }

    /// Attributes of a dict, such as the `_metadata` of a module's state, say nothing about its contents; nothing else has any.
    fn set_attributes(&mut self) -> Result<(), TorchError> {
        self.pop()?;
        match &self.nodes[self.top()? as usize] {
            Node::Dict(_) => Ok(()),
            other => Err(TorchError::Refused { name: format!("{}.__setstate__", other.kind()) }),
        }
    }
}
