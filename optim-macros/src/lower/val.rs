//! The value of a variable.

use crate::fixed::Fixed;
use crate::ir::Id;

#[derive(Clone, Debug)]
pub(super) enum Val {
    Num(Id),
    Fixed(Fixed),
    /// The elements of a tuple or an array; none of what has no value.
    Items(Vec<Val>),
}

impl Val {
    /// The one number that the check saw.
    pub(super) fn number(self) -> Id {
        match self {
            Self::Num(id) => id,
            other => unreachable!("the check saw a number, not {other:?}"),
        }
    }

    /// The elements that the check saw.
    pub(super) fn items(self) -> Vec<Val> {
        match self {
            Self::Items(items) => items,
            other => unreachable!("the check saw a tuple or an array, not {other:?}"),
        }
    }

    /// The element behind a path of positions.
    pub(super) fn element(&mut self, path: &[usize]) -> &mut Val {
        path.iter().fold(self, |value, place| match value {
            Self::Items(items) => &mut items[*place],
            other => unreachable!("the check saw a tuple or an array, not {other:?}"),
        })
    }
}
