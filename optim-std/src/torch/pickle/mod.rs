//! Pickles as data: numbers, text, lists, dicts and descriptions of tensors.
//!
//! A pickle is a program for a small machine with a stack. [`read()`] runs the part of it that makes plain data and knows a
//! few constructors of torch by name ([`Global`]); nothing else can be called, because there is nothing to call.
//! Values live in one flat list and name each other by place: what contains itself, or one list a thousand times, costs no
//! more than it does in the file, and nothing here recurses.

mod call;
mod cursor;
mod global;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::PickleWriter;

use super::tensor::{DType, Layout};
use global::Global;

/// The place of a value in the list.
pub(super) type Id = u32;

/// One value.
#[derive(Debug)]
pub(super) enum Node {
    None,
    Bool(bool),
    Int(i128),
    Float(f64),
    Str(Box<str>),
    /// Bytes, which nothing in an optimizer's state is; not kept.
    Bytes,
    /// A type of elements, or of storages.
    DType(DType),
    /// A device, which has no meaning here.
    Device,
    Tuple(Vec<Id>),
    List(Vec<Id>),
    Set(Vec<Id>),
    Dict(Vec<(Id, Id)>),
    Storage(Box<Storage>),
    Tensor(Box<Layout>),
    Global(Global),
}

/// A file with the elements of tensors.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    pub(super) key: Box<str>,
    pub(super) dtype: DType,
}

impl Node {
    /// What it is, in words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Bool(_) => "a bool",
            Self::Int(_) => "a whole number",
            Self::Float(_) => "a number",
            Self::Str(_) => "text",
            Self::Bytes => "bytes",
            Self::DType(_) => "a type of elements",
            Self::Device => "a device",
            Self::Tuple(_) => "a tuple",
            Self::List(_) => "a list",
            Self::Set(_) => "a set",
            Self::Dict(_) => "a dict",
            Self::Storage(_) => "a storage",
            Self::Tensor(_) => "a tensor",
            Self::Global(_) => "a class",
        }
    }
}
