//! The stack machine that reads a pickle.

use super::cursor::{ByteCursor, long};
use super::data::{Bits, Id, Node, Pickle, Runs};
use super::pool::Pool;
use crate::torch::error::TorchError;

/// Reads a pickle from the start of some bytes. Returns its values and its length. `limit` is the memory for the values, in bytes.
pub(in crate::torch) fn read(bytes: &[u8], limit: usize) -> Result<(Pickle, usize), TorchError> {
    let mut machine = Machine {
        input: ByteCursor::new(bytes),
        limit,
        data: Pickle::new(),
        stack: Pool::new(),
        tallest: 0,
        marks: Pool::new(),
        memo: Pool::new(),
    };
    loop {
        if let Some(root) = machine.step()? {
            machine.data.root = root;
            return Ok((machine.data, machine.input.place()));
        }
    }
}

pub(super) struct Machine<'a> {
    pub(super) input: ByteCursor<'a>,
    limit: usize,
    pub(super) data: Pickle,
    stack: Pool<Id>,
    /// The greatest height of the stack so far.
    tallest: usize,
    /// Marked heights of the stack.
    marks: Pool<u32>,
    /// Values that the pickle uses again, by their numbers.
    memo: Pool<Id>,
}

impl Machine<'_> {
    /// Runs one instruction. Returns the result after the last one.
    fn step(&mut self) -> Result<Option<Id>, TorchError> {
        self.check_memory(0)?;
        let instruction = self.input.u8()?;
        let operand = self.operand(instruction)?;
        match instruction {
            b'.' => return Ok(Some(self.pop()?)),
            0x80 if !(2..=5).contains(&operand) => {
                return Err(self.input.damaged(format!("there is version {operand}, known are 2 to 5")));
            }
            0x80 => {}
            // A frame. Its instructions follow.
            0x95 => self.input.check(operand)?,
            _ => {
                let is_known = self.atom(instruction, operand)?
                    || self.collection(instruction)?
                    || self.arrange(instruction, operand)?
                    || self.object(instruction, operand)?;
                if !is_known {
                    return Err(self.input.damaged(format!("instruction {instruction:#04x} is unknown")));
                }
            }
        }
        Ok(None)
    }

    /// Instructions that push a number, a text or bytes. Returns false for others.
    fn atom(&mut self, instruction: u8, operand: u64) -> Result<bool, TorchError> {
        match instruction {
            b'N' => self.push_id(Id::NONE)?,
            0x88 => self.push_id(Id::TRUE)?,
            0x89 => self.push_id(Id::FALSE)?,
            b'K' | b'M' => self.push_int(operand.into())?,
            b'J' => self.push_int((operand as u32 as i32).into())?,
            b'G' => self.push(Node::Float(Bits::new(operand.swap_bytes())))?,
            0x8a | 0x8b => match long(self.input.take(operand)?) {
                Some(number) => self.push_int(number)?,
                None => self.push(Node::Huge)?,
            },
            // `U` and `T` are text or bytes of Python 2.
            b'X' | 0x8c | 0x8d | b'U' | b'T' => {
                let bytes = self.input.take(operand)?;
                match std::str::from_utf8(bytes) {
                    Ok(text) => {
                        let id = self.data.push_str(text);
                        self.push_id(id)?;
                    }
                    Err(_) => self.push_bytes(bytes.len())?,
                }
            }
            b'B' | b'C' | 0x8e | 0x96 => {
                let len = self.input.take(operand)?.len();
                self.push_bytes(len)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Instructions that create and fill tuples, lists, dicts and sets. Returns false for others.
    fn collection(&mut self, instruction: u8) -> Result<bool, TorchError> {
        match instruction {
            b')' => self.push_id(Id::EMPTY_TUPLE)?,
            b']' => self.push(Node::List(Runs::EMPTY))?,
            b'}' => self.push(Node::Dict(Runs::EMPTY))?,
            0x8f => self.push(Node::Set(Runs::EMPTY))?,
            0x85..=0x87 => {
                let from = self.height_without(usize::from(instruction - 0x84))?;
                let id = self.tuple_from(from)?;
                self.push_id(id)?;
            }
            b't' => {
                let from = self.mark()?;
                let id = self.tuple_from(from)?;
                self.push_id(id)?;
            }
            b'l' | 0x91 | b'd' => {
                let from = self.mark()?;
                let runs = self.run_from(Runs::EMPTY, from)?;
                self.push(match instruction {
                    b'l' => Node::List(runs),
                    b'd' => Node::Dict(runs),
                    _ => Node::Set(runs),
                })?;
                self.check_pairs(instruction == b'd', runs)?;
            }
            b'a' => {
                let from = self.height_without(1)?;
                self.append(from)?;
            }
            b'e' | 0x90 => {
                let from = self.mark()?;
                self.append(from)?;
            }
            b's' => {
                let from = self.height_without(2)?;
                self.insert(from)?;
            }
            b'u' => {
                let from = self.mark()?;
                self.insert(from)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Instructions that arrange the stack, or remember its values. Returns false for others.
    fn arrange(&mut self, instruction: u8, operand: u64) -> Result<bool, TorchError> {
        match instruction {
            b'(' => self.marks.push(self.stack.len() as u32),
            b'0' => drop(self.pop()?),
            b'1' => {
                let from = self.mark()?;
                self.stack.truncate(from);
            }
            b'2' => {
                let top = self.top()?;
                self.push_id(top)?;
            }
            b'q' | b'r' => self.remember(operand as usize)?,
            0x94 => self.remember(self.memo.len())?,
            b'h' | b'j' => self.recall(operand as usize)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Instructions for names, calls, objects and references to data outside of the pickle. Returns false for others.
    fn object(&mut self, instruction: u8, operand: u64) -> Result<bool, TorchError> {
        match instruction {
            b'c' => {
                let id = self.named()?;
                self.push_id(id)?;
            }
            0x93 => self.named_on_stack()?,
            // Calls: of a function, of a class, of a class with keywords (which are dropped), of a class by name, of a class below its arguments.
            b'R' | 0x81 => {
                let (args, callee) = (self.pop()?, self.pop()?);
                self.call(callee, args)?;
            }
            0x92 => {
                let (_, args, callee) = (self.pop()?, self.pop()?, self.pop()?);
                self.call(callee, args)?;
            }
            b'i' => {
                let callee = self.named()?;
                let from = self.mark()?;
                let args = self.tuple_from(from)?;
                self.call(callee, args)?;
            }
            b'o' => {
                let from = self.mark()?;
                let callee = self.stack.get(from).ok_or_else(|| self.missing())?;
                let args = self.tuple_from(from + 1)?;
                self.stack.truncate(from);
                self.call(callee, args)?;
            }
            0x82..=0x84 => {
                let id = self.data.push_global(&["copyreg.extension ", &operand.to_string()]);
                self.push_id(id)?;
            }
            b'b' => self.set_attributes()?,
            b'Q' => {
                let id = self.pop()?;
                self.push(Node::Outside(id))?;
            }
            b'P' => {
                let line = self.input.line()?;
                let id = self.data.push_str(line);
                self.push(Node::Outside(id))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The operand of an instruction, 1 to 8 bytes, little-endian; 0 for instructions without one.
    fn operand(&mut self, instruction: u8) -> Result<u64, TorchError> {
        let len = match instruction {
            0x80 | b'K' | 0x8a | 0x8c | b'U' | b'C' | b'q' | b'h' | 0x82 => 1,
            b'M' | 0x83 => 2,
            b'J' | 0x8b | b'X' | b'T' | b'B' | b'r' | b'j' | 0x84 => 4,
            0x95 | b'G' | 0x8d | 0x8e | 0x96 => 8,
            _ => 0,
        };
        let mut number = [0; 8];
        number[..len].copy_from_slice(self.input.take(len as u64)?);
        Ok(u64::from_le_bytes(number))
    }

    /// Returns an error if this number of additional bytes exceeds the memory limit.
    pub(super) fn check_memory(&self, more: usize) -> Result<(), TorchError> {
        let machine = self.tallest * size_of::<Id>() + self.marks.bytes() + self.memo.bytes();
        if self.data.memory() + machine + more > self.limit {
            return Err(TorchError::Memory { place: self.input.place() as u64, limit: self.limit as u64 });
        }
        Ok(())
    }

    fn push(&mut self, node: Node) -> Result<(), TorchError> {
        let id = self.data.push(node);
        self.push_id(id)
    }

    pub(super) fn push_id(&mut self, id: Id) -> Result<(), TorchError> {
        self.stack.push(id);
        self.tallest = self.tallest.max(self.stack.len());
        Ok(())
    }

    fn push_int(&mut self, number: i128) -> Result<(), TorchError> {
        let id = self.data.push_int(number);
        self.push_id(id)
    }

    /// The last bytes that were read.
    fn push_bytes(&mut self, len: usize) -> Result<(), TorchError> {
        self.data.has_bytes = true;
        self.push(Node::Bytes((self.input.place() - len) as u32, len as u32))
    }

    /// The height of the stack without its top `count` values, which are above the last mark.
    fn height_without(&self, count: usize) -> Result<usize, TorchError> {
        let floor = self.marks.len().checked_sub(1).and_then(|last| self.marks.get(last)).unwrap_or(0);
        let height = self.stack.len().checked_sub(count).filter(|&height| height >= floor as usize);
        height.ok_or_else(|| self.missing())
    }

    fn missing(&self) -> TorchError {
        self.input.damaged("a value is missing")
    }

    pub(super) fn pop(&mut self) -> Result<Id, TorchError> {
        let id = self.top()?;
        self.stack.truncate(self.stack.len() - 1);
        Ok(id)
    }

    pub(super) fn top(&self) -> Result<Id, TorchError> {
        let height = self.height_without(1)?;
        self.stack.get(height).ok_or_else(|| self.missing())
    }

    /// Removes the last mark. Returns the stack height that it marks.
    fn mark(&mut self) -> Result<usize, TorchError> {
        let last = self.marks.len().checked_sub(1).ok_or_else(|| self.missing())?;
        let height = self.marks.get(last).ok_or_else(|| self.missing())?;
        self.marks.truncate(last);
        Ok(height as usize)
    }

    /// Moves values from the stack, above a height, to a tuple.
    fn tuple_from(&mut self, from: usize) -> Result<Id, TorchError> {
        self.check_memory(self.stack.len().saturating_sub(from) * size_of::<Id>())?;
        let stack = &self.stack;
        let id = self.data.push_tuple((from..stack.len()).filter_map(|place| stack.get(place)));
        self.stack.truncate(from);
        Ok(id)
    }

    /// Moves values from the stack, above a height, to the end of a list.
    fn run_from(&mut self, runs: Runs, from: usize) -> Result<Runs, TorchError> {
        self.check_memory(self.stack.len().saturating_sub(from) * size_of::<Id>())?;
        let stack = &self.stack;
        let values = (from..stack.len()).map(|place| stack.get(place).unwrap_or(Id::NONE));
        let runs = self.data.extend(runs, values);
        self.stack.truncate(from);
        Ok(runs)
    }

    /// Stores a value under a number. torch and Python count from 0 or 1, so a number larger than the pickle is an error.
    fn remember(&mut self, place: usize) -> Result<(), TorchError> {
        let top = self.top()?;
        if place > self.input.place() {
            return Err(self.input.damaged(format!("a value gets the number {place}, after far fewer of them")));
        }
        self.check_memory((place + 1).saturating_sub(self.memo.len()) * size_of::<Id>())?;
        while self.memo.len() <= place {
            self.memo.push(Id::UNSET);
        }
        if let Some(value) = self.memo.get_mut(place) {
            *value = top;
        }
        Ok(())
    }

    fn recall(&mut self, place: usize) -> Result<(), TorchError> {
        let id = self.memo.get(place).filter(|&id| id != Id::UNSET);
        let id = id.ok_or_else(|| self.input.damaged("a value is used before it is made"))?;
        self.push_id(id)
    }

    /// The value below a height of the stack, but above the last mark.
    fn below(&self, from: usize) -> Result<Id, TorchError> {
        let floor = self.marks.len().checked_sub(1).and_then(|last| self.marks.get(last)).unwrap_or(0);
        let place = from.checked_sub(1).filter(|&place| place >= floor as usize);
        place.and_then(|place| self.stack.get(place)).ok_or_else(|| self.missing())
    }

    /// Appends values above a height to the list, set or object below.
    fn append(&mut self, from: usize) -> Result<(), TorchError> {
        let target = self.below(from)?;
        let node = self.data.node(target);
        match node {
            Node::List(runs) => {
                let runs = self.run_from(runs, from)?;
                self.data.set(target, Node::List(runs));
            }
            Node::Set(runs) => {
                let runs = self.run_from(runs, from)?;
                self.data.set(target, Node::Set(runs));
            }
            Node::Call(..) | Node::Object(_) => {
                let runs = self.data.object(target).map_or(Runs::EMPTY, |object| object.elements);
                let runs = self.run_from(runs, from)?;
                self.data.change_object(target, |object| object.elements = runs);
            }
            _ => return Err(self.input.damaged("something is appended to a value that is not a list")),
        }
        Ok(())
    }

    /// Inserts keys and values above a height into the dict or object below.
    fn insert(&mut self, from: usize) -> Result<(), TorchError> {
        let target = self.below(from)?;
        if !(self.stack.len() - from).is_multiple_of(2) {
            return Err(self.input.damaged("keys and values do not match"));
        }
        match self.data.node(target) {
            Node::Dict(runs) => {
                let runs = self.run_from(runs, from)?;
                self.data.set(target, Node::Dict(runs));
            }
            Node::Call(..) | Node::Object(_) => {
                let runs = self.data.object(target).map_or(Runs::EMPTY, |object| object.entries);
                let runs = self.run_from(runs, from)?;
                self.data.change_object(target, |object| object.entries = runs);
            }
            _ => return Err(self.input.damaged("keys and values are added to something that is not a dict")),
        }
        Ok(())
    }

    fn check_pairs(&self, is_dict: bool, runs: Runs) -> Result<(), TorchError> {
        if is_dict && !self.data.count(runs).is_multiple_of(2) {
            return Err(self.input.damaged("keys and values do not match"));
        }
        Ok(())
    }
}
