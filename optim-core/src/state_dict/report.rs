//! The result of loading, and the differences between a checkpoint and the optimizer.

use std::fmt;

use crate::dtype::DType;
use crate::messages::shown;
use crate::shape::ParamView;
use crate::suggestion::nearest;

/// The result of loading: the parameters that were loaded, and the differences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadReport {
    /// Parameters that were loaded, in the order of the optimizer or model.
    pub loaded: Vec<String>,
    /// Parameters that the checkpoint does not have. They are unchanged.
    pub missing: Vec<String>,
    /// Parameters that only the checkpoint has. They were not loaded.
    pub unexpected: Vec<String>,
    /// Everything that both have and that differs. It is unchanged.
    pub mismatched: Vec<Difference>,
}

impl LoadReport {
    /// Returns true if everything matched.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.unexpected.is_empty() && self.mismatched.is_empty()
    }
}

/// Everything that differs, one per line: the first few of each kind, and how many more there are.
impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A file may have millions of parameters.
        const LOOKED_AT: usize = 1000;
        let unexpected = |name: &str| nearest(name, self.unexpected.iter().map(String::as_str).take(LOOKED_AT));
        list(f, &self.missing, |name, f| {
            write!(f, "parameter `{}` is not in the checkpoint", shown(name))?;
            match unexpected(name) {
                Some(other) => write!(f, " (which has `{}`)", shown(other)),
                None => Ok(()),
            }
        })?;
        list(f, &self.unexpected, |name, f| {
            write!(f, "the checkpoint has a parameter `{}`, which is not here", shown(name))
        })?;
        list(f, &self.mismatched, fmt::Display::fmt)
    }
}

/// One difference: `expected` is the value in the program, `found` the value in the checkpoint.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// The parameter has another shape.
    #[error("parameter `{}` has shape {expected:?}, the checkpoint's has {found:?}", shown(param))]
    Shape {
        /// The parameter.
        param: String,
        /// The program's shape.
        expected: Vec<usize>,
        /// The checkpoint's shape.
        found: Vec<usize>,
    },
    /// The optimizer sees the parameter in another shape.
    #[error("parameter `{}` has {}, in the checkpoint {}", shown(param), view(expected), view(found))]
    View {
        /// The parameter.
        param: String,
        /// The program's view, if there is one.
        expected: Option<ParamView>,
        /// The checkpoint's view, if there is one.
        found: Option<ParamView>,
    },
    /// The elements of the parameter have another type.
    #[error("parameter `{}` has elements of type {expected}, the checkpoint's are {found}", shown(param))]
    ElementType {
        /// The parameter.
        param: String,
        /// The program's type.
        expected: DType,
        /// The checkpoint's type.
        found: DType,
    },
    /// Another optimizer updates the parameter.
    #[error("parameter `{}` belongs to {}, in the checkpoint to {}", shown(param), shown(expected), shown(found))]
    Optimizer {
        /// The parameter.
        param: String,
        /// The program's optimizer.
        expected: String,
        /// The checkpoint's optimizer.
        found: String,
    },
    /// The parameter is in another group.
    #[error(
        "parameter `{}` is in group `{}`, in the checkpoint it is in `{}`",
        shown(param),
        shown(expected),
        shown(found)
    )]
    Group {
        /// The parameter.
        param: String,
        /// The program's group.
        expected: String,
        /// The checkpoint's group.
        found: String,
    },
    /// The optimizer has a state for the parameter, the checkpoint does not.
    #[error("state `{}` of parameter `{}` is not in the checkpoint", shown(state), shown(param))]
    MissingState {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
    },
    /// The checkpoint has a state for the parameter, the optimizer does not.
    #[error("the checkpoint has a state `{}` for parameter `{}`, the optimizer has none", shown(state), shown(param))]
    UnexpectedState {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
    },
    /// The optimizer has a global state, the checkpoint does not.
    #[error("the global state `{}` is not in the checkpoint", shown(state))]
    MissingGlobal {
        /// The state.
        state: String,
    },
    /// The checkpoint has a global state, the optimizer does not.
    #[error("the checkpoint has a global state `{}`, the optimizer has none", shown(state))]
    UnexpectedGlobal {
        /// The state.
        state: String,
    },
    /// A global state of a wrapper around a partition is one number, but the checkpoint has several values of it. A load that allows
    /// this difference takes the first.
    #[error(
        "the global state `{}` is one number of all rules, the checkpoint has {}",
        shown(state),
        values.iter().map(|(name, value)| format!("{value} as `{}`", shown(name))).collect::<Vec<_>>().join(", ")
    )]
    SeveralValues {
        /// The state.
        state: String,
        /// The names in the checkpoint, and the values as text.
        values: Vec<(String, String)>,
    },
    /// The state has another shape.
    #[error(
        "state `{}` of parameter `{}` has shape {expected:?}, the checkpoint's has {found:?}",
        shown(state),
        shown(param)
    )]
    StateShape {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
        /// The program's shape.
        expected: Vec<usize>,
        /// The checkpoint's shape.
        found: Vec<usize>,
    },
    /// The elements of the state have another type.
    #[error(
        "state `{}` of parameter `{}` has elements of type {expected}, the checkpoint's are {found}",
        shown(state),
        shown(param)
    )]
    StateType {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
        /// The program's type.
        expected: DType,
        /// The checkpoint's type.
        found: DType,
    },
    /// The checkpoint's mask of the parameter is none: it has another shape or no booleans.
    #[error(
        "the checkpoint's mask of parameter `{}` has elements of type {found_type} and shape {found:?}, masks have bool and the parameter's shape, {expected:?}",
        shown(param)
    )]
    Mask {
        /// The parameter.
        param: String,
        /// The program's shape.
        expected: Vec<usize>,
        /// The shape of the checkpoint's mask.
        found: Vec<usize>,
        /// The element type of the checkpoint's mask.
        found_type: DType,
    },
    /// The checkpoint does not have the group.
    #[error("parameter group `{}` is not in the checkpoint", shown(group))]
    MissingGroup {
        /// The group.
        group: String,
    },
    /// Only the checkpoint has the group.
    #[error("the checkpoint has a parameter group `{}`, the optimizer has none", shown(group))]
    UnexpectedGroup {
        /// The group.
        group: String,
    },
    /// The checkpoint does not have the hyperparameter.
    #[error("hyperparameter `{}` of group `{}` is not in the checkpoint", shown(name), shown(group))]
    MissingSetting {
        /// The group.
        group: String,
        /// The hyperparameter.
        name: String,
    },
    /// Only the checkpoint has the hyperparameter.
    #[error(
        "the checkpoint has a hyperparameter `{}` in group `{}`, the optimizer has none",
        shown(name),
        shown(group)
    )]
    UnexpectedSetting {
        /// The group.
        group: String,
        /// The hyperparameter.
        name: String,
    },
}

crate::messages::debug_as_display!(Difference);

fn view(view: &Option<ParamView>) -> String {
    view.as_ref().map_or_else(|| "no view".to_owned(), |view| format!("view {view}"))
}

fn list<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    mut line: impl FnMut(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    const FEW: usize = 8;
    for item in items.iter().take(FEW) {
        f.write_str("\n  ")?;
        line(item, f)?;
    }
    match items.len().saturating_sub(FEW) {
        0 => Ok(()),
        more => write!(f, "\n  and {more} more of these"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_is_a_load_without_anything_that_differs() {
        let name = || vec!["w".to_owned()];
        let shape = Difference::Shape { param: "w".to_owned(), expected: vec![2], found: vec![3] };
        assert!(LoadReport { loaded: name(), ..LoadReport::default() }.is_complete());
        assert!(!LoadReport { missing: name(), ..LoadReport::default() }.is_complete());
        assert!(!LoadReport { unexpected: name(), ..LoadReport::default() }.is_complete());
        assert!(!LoadReport { mismatched: vec![shape], ..LoadReport::default() }.is_complete());
    }
}
