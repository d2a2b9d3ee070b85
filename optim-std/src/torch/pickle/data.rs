//! The values of a pickle.

use super::pool::{Pool, Texts};

/// The index of a value, or a small value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::torch) struct Id(u32);

impl Id {
    /// The flag for a value in the other bits.
    const DIRECT: u32 = 1 << 31;
    /// The flag for an integer.
    const NUMBER: u32 = 1 << 30;
    /// Half of the range of these integers.
    const OFFSET: i64 = 1 << 29;

    pub(super) const NONE: Self = Self(Self::DIRECT);
    pub(in crate::torch) const FALSE: Self = Self(Self::DIRECT | 1);
    pub(super) const TRUE: Self = Self(Self::DIRECT | 2);
    pub(super) const EMPTY_TUPLE: Self = Self(Self::DIRECT | 3);
    /// No value.
    pub(super) const UNSET: Self = Self(Self::DIRECT | 4);

    pub(super) fn small(number: i64) -> Option<Self> {
        let shifted = number.checked_add(Self::OFFSET).filter(|shifted| (0..2 * Self::OFFSET).contains(shifted))?;
        Some(Self(Self::DIRECT | Self::NUMBER | shifted as u32))
    }
}

/// A number of 64 bits in two halves, so that a [`Node`] needs no padding for alignment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::torch) struct Bits([u32; 2]);

impl Bits {
    pub(super) fn new(bits: u64) -> Self {
        Self([bits as u32, (bits >> 32) as u32])
    }

    fn get(self) -> u64 {
        u64::from(self.0[0]) | u64::from(self.0[1]) << 32
    }
}

/// The elements of a growing list: its first and last run. A run has the index of the next run, its length, the length of the list
/// (in the first run) and its elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::torch) struct Runs {
    first: u32,
    last: u32,
}

impl Runs {
    const END: u32 = u32::MAX;
    /// The number of entries in a run before its elements.
    const HEADER: usize = 3;
    pub(super) const EMPTY: Self = Self { first: Self::END, last: Self::END };

    pub(in crate::torch) fn is_empty(self) -> bool {
        self.first == Self::END
    }
}

/// One value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::torch) enum Node {
    None,
    Bool(bool),
    Int(Bits),
    /// An integer of more than 64 bits, by its index in a separate list.
    Long(u32),
    /// An integer of more than 128 bits, which is not kept.
    Huge,
    Float(Bits),
    /// A text: first byte and length.
    Str(u32, u32),
    /// Bytes: first byte in the pickle and length.
    Bytes(u32, u32),
    /// A tuple: first element and length.
    Tuple(u32, u32),
    List(Runs),
    Set(Runs),
    /// A dict: keys and values, alternating.
    Dict(Runs),
    /// A class or a function: first byte and length of its name, with its module.
    Global(u32, u32),
    /// Data outside of the pickle, such as a storage, by its description.
    Outside(Id),
    /// A call with a tuple of arguments. It is never executed.
    Call(Id, Id),
    /// A [`Node::Call`] whose result got more data, by its index in a separate list.
    Object(u32),
}

/// The result of a call, and the data that was added to it.
#[derive(Clone, Copy, Debug)]
pub(in crate::torch) struct Object {
    pub(in crate::torch) callee: Id,
    pub(in crate::torch) args: Id,
    /// The argument of `__setstate__`, usually a dict of attributes.
    pub(in crate::torch) state: Option<Id>,
    /// Elements, if it is a list.
    pub(in crate::torch) elements: Runs,
    /// Keys and values, alternating, if it is a dict.
    pub(in crate::torch) entries: Runs,
}

/// The values of a pickle.
#[derive(Debug)]
pub(in crate::torch) struct Pickle {
    nodes: Pool<Node>,
    /// Elements of tuples, and runs.
    parts: Pool<u32>,
    objects: Pool<Object>,
    longs: Pool<i128>,
    texts: Texts,
    /// True if a value is a range of bytes in the pickle, which must then be [kept](Self::keep).
    pub(in crate::torch) has_bytes: bool,
    bytes: Vec<u8>,
    pub(in crate::torch) root: Id,
}

impl Pickle {
    pub(super) const fn new() -> Self {
        Self {
            nodes: Pool::new(),
            parts: Pool::new(),
            objects: Pool::new(),
            longs: Pool::new(),
            texts: Texts::new(),
            has_bytes: false,
            bytes: Vec::new(),
            root: Id::NONE,
        }
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.nodes.bytes() + self.parts.bytes() + self.objects.bytes() + self.longs.bytes() + self.texts.bytes()
    }

    /// Keeps the pickle itself.
    pub(in crate::torch) fn keep(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes;
    }

    pub(in crate::torch) fn node(&self, id: Id) -> Node {
        if id.0 & Id::DIRECT == 0 {
            // Every id is a node's index.
            return self.nodes.get(id.0 as usize).unwrap_or(Node::None);
        }
        if id.0 & Id::NUMBER != 0 {
            return Node::Int(Bits::new((i64::from(id.0 & (Id::NUMBER - 1)) - Id::OFFSET) as u64));
        }
        match id {
            Id::FALSE => Node::Bool(false),
            Id::TRUE => Node::Bool(true),
            Id::EMPTY_TUPLE => Node::Tuple(0, 0),
            _ => Node::None,
        }
    }

    pub(in crate::torch) fn str(&self, id: Id) -> Option<&str> {
        match self.node(id) {
            Node::Str(first, len) => Some(self.texts.get((first, len))),
            _ => None,
        }
    }

    /// The name of a class or a function, with its module.
    pub(in crate::torch) fn global(&self, id: Id) -> Option<&str> {
        match self.node(id) {
            Node::Global(first, len) => Some(self.texts.get((first, len))),
            _ => None,
        }
    }

    pub(in crate::torch) fn int(&self, id: Id) -> Option<i128> {
        match self.node(id) {
            Node::Int(bits) => Some((bits.get() as i64).into()),
            Node::Long(place) => self.longs.get(place as usize),
            _ => None,
        }
    }

    pub(in crate::torch) fn float(&self, id: Id) -> Option<f64> {
        match self.node(id) {
            Node::Float(bits) => Some(f64::from_bits(bits.get())),
            _ => None,
        }
    }

    pub(in crate::torch) fn bytes(&self, id: Id) -> Option<&[u8]> {
        match self.node(id) {
            Node::Bytes(first, len) => self.bytes.get(first as usize..first as usize + len as usize),
            _ => None,
        }
    }

    /// The result of a call, as an [`Object`].
    pub(in crate::torch) fn object(&self, id: Id) -> Option<Object> {
        match self.node(id) {
            Node::Call(callee, args) => {
                Some(Object { callee, args, state: None, elements: Runs::EMPTY, entries: Runs::EMPTY })
            }
            Node::Object(place) => self.objects.get(place as usize),
            _ => None,
        }
    }

    /// The elements of a list, a tuple or a set.
    pub(in crate::torch) fn elements(&self, id: Id) -> Option<Elements<'_>> {
        match self.node(id) {
            Node::Tuple(first, len) => {
                Some(Elements { parts: &self.parts, next: Runs::END, place: first as usize, left: len as usize })
            }
            Node::List(runs) | Node::Set(runs) => Some(self.run_elements(runs)),
            _ => None,
        }
    }

    /// An element of a tuple.
    pub(in crate::torch) fn part(&self, tuple: Id, index: usize) -> Option<Id> {
        match self.node(tuple) {
            Node::Tuple(first, len) if index < len as usize => self.parts.get(first as usize + index).map(Id),
            _ => None,
        }
    }

    pub(in crate::torch) fn run_elements(&self, runs: Runs) -> Elements<'_> {
        Elements { parts: &self.parts, next: runs.first, place: 0, left: 0 }
    }

    /// Keys and values of a dict.
    pub(in crate::torch) fn pairs(&self, runs: Runs) -> impl Iterator<Item = (Id, Id)> {
        let mut elements = self.run_elements(runs);
        std::iter::from_fn(move || Some((elements.next()?, elements.next()?)))
    }

    /// The number of elements.
    pub(in crate::torch) fn count(&self, runs: Runs) -> usize {
        if runs.is_empty() { 0 } else { self.parts.get(runs.first as usize + 2).unwrap_or(0) as usize }
    }

    /// The descriptions of all data outside of the pickle.
    pub(in crate::torch) fn outside(&self) -> impl Iterator<Item = Id> {
        (0..self.nodes.len()).map(|place| Id(place as u32)).filter(|&id| matches!(self.node(id), Node::Outside(_)))
    }

    pub(super) fn push(&mut self, node: Node) -> Id {
        let id = Id(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    pub(super) fn set(&mut self, id: Id, node: Node) {
        if id.0 & Id::DIRECT == 0
            && let Some(place) = self.nodes.get_mut(id.0 as usize)
        {
            *place = node;
        }
    }

    pub(super) fn push_int(&mut self, number: i128) -> Id {
        let Ok(number) = i64::try_from(number) else {
            self.longs.push(number);
            return self.push(Node::Long(self.longs.len() as u32 - 1));
        };
        Id::small(number).unwrap_or_else(|| self.push(Node::Int(Bits::new(number as u64))))
    }

    pub(super) fn push_str(&mut self, text: &str) -> Id {
        let (first, len) = self.texts.push(&[text]);
        self.push(Node::Str(first, len))
    }

    pub(super) fn push_global(&mut self, parts: &[&str]) -> Id {
        let (first, len) = self.texts.push(parts);
        self.push(Node::Global(first, len))
    }

    pub(super) fn push_tuple(&mut self, elements: impl Iterator<Item = Id>) -> Id {
        let first = self.parts.len();
        elements.for_each(|id| self.parts.push(id.0));
        self.push(Node::Tuple(first as u32, (self.parts.len() - first) as u32))
    }

    /// Adds data to the result of a call.
    pub(super) fn change_object(&mut self, id: Id, change: impl FnOnce(&mut Object)) {
        let Some(mut object) = self.object(id) else { return };
        change(&mut object);
        if let Node::Object(place) = self.node(id) {
            if let Some(place) = self.objects.get_mut(place as usize) {
                *place = object;
            }
        } else {
            self.objects.push(object);
            self.set(id, Node::Object(self.objects.len() as u32 - 1));
        }
    }

    /// Appends elements to a list: to its last run if that is at the end of the pool, otherwise in a new run.
    pub(super) fn extend(&mut self, runs: Runs, elements: impl ExactSizeIterator<Item = Id>) -> Runs {
        if elements.len() == 0 {
            return runs;
        }
        let (count, end) = (elements.len() as u32, self.parts.len());
        let last_len = self.parts.get(runs.last as usize + 1).filter(|_| !runs.is_empty());
        let grows = last_len.is_some_and(|len| runs.last as usize + Runs::HEADER + len as usize == end);
        let runs = if grows {
            if let Some(len) = self.parts.get_mut(runs.last as usize + 1) {
                *len += count;
            }
            runs
        } else {
            if !runs.is_empty()
                && let Some(next) = self.parts.get_mut(runs.last as usize)
            {
                *next = end as u32;
            }
            [Runs::END, count, 0].into_iter().for_each(|number| self.parts.push(number));
            Runs { first: if runs.is_empty() { end as u32 } else { runs.first }, last: end as u32 }
        };
        if let Some(total) = self.parts.get_mut(runs.first as usize + 2) {
            *total += count;
        }
        elements.for_each(|id| self.parts.push(id.0));
        runs
    }
}

/// Elements of a list or a tuple, in order.
#[derive(Clone)]
pub(in crate::torch) struct Elements<'a> {
    parts: &'a Pool<u32>,
    /// The next run.
    next: u32,
    place: usize,
    left: usize,
}

impl Iterator for Elements<'_> {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        while self.left == 0 {
            let run = self.next as usize;
            (self.next, self.left) = (self.parts.get(run)?, self.parts.get(run + 1)? as usize);
            self.place = run + Runs::HEADER;
        }
        self.left -= 1;
        self.place += 1;
        self.parts.get(self.place - 1).map(Id)
    }
}
