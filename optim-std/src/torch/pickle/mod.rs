//! Pickles as data: numbers, text, lists, dicts, and calls that are not executed.
//!
//! A pickle is a program for a small stack machine. [`read()`] runs the part of it that creates data. For the call of a class or a function, it keeps
//! the name and the arguments as data ([`Node::Call`], [`Node::Object`]). It never executes a call. [`decode`](super::decode) knows the results of a
//! few functions, for example tensors, and computes them on demand.
//!
//! Values are in flat lists and refer to each other by index. So a value that contains itself, or a list that occurs a thousand times, takes no more
//! memory than in the file, and nothing here recurses. The length of the file limits the memory of the values.
//!
//! | file | purpose |
//! |---|---|
//! | `read`, `cursor` | the machine, and the bytes that it reads |
//! | `call` | calls of containers: dicts and lists of all kinds |
//! | `data` | the values of a pickle |
//! | `pool` | storage for these values |
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
