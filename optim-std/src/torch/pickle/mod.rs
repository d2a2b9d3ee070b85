//! Pickles as data: numbers, text, lists, dicts, and calls that are not made.
//!
//! A pickle is a program for a small machine with a stack. [`read()`] runs the part of it that makes data. Where it asks for a
//! class or a function to be called, name and arguments are kept as data ([`Node::Call`], [`Node::Object`]); nothing can be
//! called, because there is nothing to call. What a few known names make, tensors for example, is told by
//! [`decode`](super::decode) when it is asked for.
//!
//! Values live in flat lists and name each other by place: what contains itself, or one list a thousand times, costs no more
//! than it does in the file, and nothing here recurses. Their memory is limited, by
//! the length of the file.
//!
//! | file | purpose |
//! |---|---|
//! | `read`, `cursor` | the machine, and the bytes that it reads |
//! | `call` | calls of containers: dicts and lists of all kinds |
//! | `data` | the values of a pickle |
//! | `pool` | where they are kept |
//! | `write` | writing |

mod call;
mod cursor;
mod data;
mod pool;
mod read;
mod write;

pub(super) use data::{Id, Node, Object, Pickle, Runs};
pub(super) use read::read;
pub(super) use write::PickleWriter;
