//! The value of a variable.

use crate::fixed::Fixed;
use crate::ir::Id;

#[derive(Clone, Debug)]
pub(super) enum Val {
    Num(Id),
    Fixed(Fixed),
    /// The elements of a tuple or an array; empty for an expression without a value.
    Items(Vec<Val>),
}

impl Val {
    /// The number. The check guarantees that there is one.
    pub(super) fn number(self) -> Id {
        match self {
            Self::Num(id) => id,
            other => unreachable!("the check saw a number, not {other:?}"),
        }
    }

    /// The elements. The check guarantees that it is a tuple or an array.
    pub(super) fn items(self) -> Vec<Val> {
        match self {
            Self::Items(items) => items,
            other => unreachable!("the check saw a tuple or an array, not {other:?}"),
        }
    }

    /// The element at a path of indices.
    pub(super) fn element(&mut self, path: &[usize]) -> &mut Val {
        path.iter().fold(self, |value, place| match value {
            Self::Items(items) => &mut items[*place],
            other => unreachable!("the check saw a tuple or an array, not {other:?}"),
        })
    }
}
