//! What can go wrong when an optimizer is built, stepped or read.

use crate::group::DEFAULT_GROUP;
use crate::hyper::HyperError;
use crate::hyper::help;
use crate::lang::GraphError;
use crate::registry::SourcePlace;

/// There is no optimizer of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no optimizer `{name}`{}", help(nearest.as_deref(), known))]
pub struct UnknownOptimizer {
    /// The name that was asked for.
    pub name: String,
    /// The most similar name.
    pub nearest: Option<String>,
    /// Every name.
    pub known: Vec<&'static str>,
}

/// A name that does not say which optimizer or schedule is meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// There is no optimizer of this name.
    #[error(transparent)]
    UnknownOptimizer(UnknownOptimizer),
    /// There is no schedule of this name; always [`HyperError::UnknownSchedule`].
    #[error(transparent)]
    UnknownSchedule(HyperError),
    /// Two types have this name.
    #[error(
        "there are two {what} `{name}`: one at {}, one at {}\n\
         help: rename one of them, or choose with a `Registry` of your own",
        places[0], places[1]
    )]
    Twice {
        /// `optimizers` or `schedules`.
        what: &'static str,
        /// The name.
        name: &'static str,
        /// Where they are.
        places: Box<[SourcePlace; 2]>,
    },
}

/// Why no optimizer was built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is nothing to optimize.
    #[error("there are no parameters")]
    NoParameters,
    /// Two parameters have the same name.
    #[error("two parameters are called `{param}`")]
    DuplicateParameter {
        /// The name.
        param: String,
    },
    /// A hyperparameter is wrong.
    #[error("{}{error}", in_group(group))]
    Hyper {
        /// The group.
        group: String,
        /// What is wrong.
        error: HyperError,
    },
    /// Two groups have the same name.
    #[error("two parameter groups are called `{group}`")]
    DuplicateGroup {
        /// The name.
        group: String,
    },
    /// A group without parameters.
    #[error("parameter group `{group}` matches no parameter\nhelp: the parameters are `{}`", listed(params))]
    EmptyGroup {
        /// The group.
        group: String,
        /// Every parameter.
        params: Vec<String>,
    },
    /// A parameter that two groups claim.
    #[error("parameter `{param}` is in two groups, `{first}` and `{second}`")]
    TwoGroups {
        /// The parameter.
        param: String,
        /// The group that comes first.
        first: String,
        /// The other group.
        second: String,
    },
    /// A group's overrides come from the builder of another optimizer.
    #[error(
        "the overrides of parameter group `{group}` are those of {found}, and the optimizer is {expected}\n\
         help: make them with a builder of {expected}"
    )]
    OtherOptimizer {
        /// The group.
        group: String,
        /// The optimizer that is built.
        expected: &'static str,
        /// The optimizer of the overrides.
        found: &'static str,
    },
    /// A group's overrides tried to set what only the whole optimizer has.
    #[error("the overrides of parameter group `{group}` call `{option}`, which is for the whole optimizer")]
    Misplaced {
        /// The group.
        group: String,
        /// What was called.
        option: &'static str,
    },
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The values of a step do not fit together, for a parameter of this shape.
    #[error(transparent)]
    Graph(#[from] Box<GraphError>),
    /// A state that starts as a copy of the parameter has another shape.
    #[error("state `{state}` of parameter `{param}` has shape {shape:?} and cannot start as a copy of {found:?}")]
    InitialShape {
        /// The parameter.
        param: String,
        /// The state.
        state: &'static str,
        /// The state's shape.
        shape: Vec<usize>,
        /// The parameter's shape.
        found: Vec<usize>,
    },
    /// The state does not fit in memory.
    #[error("state `{state}` of parameter `{param}` needs {elements} elements, which cannot be allocated")]
    OutOfMemory {
        /// The parameter.
        param: String,
        /// The state.
        state: &'static str,
        /// Its number of elements.
        elements: usize,
    },
}

/// An option of the whole optimizer that is not a finite positive number.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("`{option}` is {value:?}, allowed: finite and more than 0")]
pub struct OptionError {
    /// The option: `grad_scale`, `clip_norm` or `clip_value`.
    pub option: &'static str,
    /// The value that was given.
    pub value: f64,
}

/// Why a step did not happen. Nothing has changed: no parameter, no state, no count.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// A gradient for something that is no parameter of this optimizer.
    #[error("there is a gradient for `{param}`, which is no parameter of this optimizer{}", near(nearest))]
    UnknownGradient {
        /// The gradient's name.
        param: String,
        /// The most similar parameter.
        nearest: Option<String>,
    },
    /// Two gradients for one parameter.
    #[error("there are two gradients for parameter `{param}`")]
    DuplicateGradient {
        /// The parameter.
        param: String,
    },
    /// A gradient of another shape than its parameter.
    #[error("the gradient of parameter `{param}` has shape {found:?}, the parameter has {expected:?}")]
    GradientShape {
        /// The parameter.
        param: String,
        /// The parameter's shape.
        expected: Vec<usize>,
        /// The gradient's shape.
        found: Vec<usize>,
    },
    /// A parameter that was not there when the optimizer was built.
    #[error("parameter `{param}` was not there when the optimizer was built{}", near(nearest))]
    UnknownParameter {
        /// The parameter.
        param: String,
        /// The most similar parameter of the optimizer.
        nearest: Option<String>,
    },
    /// A parameter that was there when the optimizer was built, and now is not or cannot be written.
    #[error("parameter `{param}` is missing or read-only, it was there when the optimizer was built")]
    MissingParameter {
        /// The parameter.
        param: String,
    },
    /// Two parameters of one name.
    #[error("two parameters are called `{param}`")]
    DuplicateParameter {
        /// The name.
        param: String,
    },
    /// A parameter of another shape than when the optimizer was built.
    #[error("parameter `{param}` has shape {found:?}, it had {expected:?} when the optimizer was built")]
    ParameterShape {
        /// The parameter.
        param: String,
        /// The shape when the optimizer was built.
        expected: Vec<usize>,
        /// The shape now.
        found: Vec<usize>,
    },
    /// A gradient is infinite or NaN and the policy is [`NonFinite::Error`](crate::gradient::NonFinite::Error).
    #[error("the gradient of parameter `{param}` is not finite")]
    NonFinite {
        /// The first such parameter.
        param: String,
    },
    /// A schedule gave a number that the hyperparameter cannot have.
    #[error(
        "the schedule for `{name}` in parameter group `{group}` gives {value:?} at step {step}, allowed: {allowed}"
    )]
    Scheduled {
        /// The group.
        group: String,
        /// The hyperparameter.
        name: &'static str,
        /// The number of finished steps.
        step: u64,
        /// What the schedule gave.
        value: f64,
        /// The allowed numbers.
        allowed: String,
    },
    /// The scheduled values do not go together with the others.
    #[error("in parameter group `{group}` at step {step}: {message}")]
    Requirement {
        /// The group.
        group: String,
        /// The number of finished steps.
        step: u64,
        /// The optimizer's own words.
        message: &'static str,
    },
}

/// Why a state was not read or replaced.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// There is no parameter of this name.
    #[error("there is no parameter `{param}`{}", near(nearest))]
    UnknownParameter {
        /// The name that was asked for.
        param: String,
        /// The most similar parameter.
        nearest: Option<String>,
    },
    /// The optimizer declares no state of this name.
    #[error("{optimizer} has no state `{state}`{}", help(nearest.as_deref(), known))]
    UnknownState {
        /// The optimizer.
        optimizer: &'static str,
        /// The name that was asked for.
        state: String,
        /// The most similar state.
        nearest: Option<String>,
        /// Every state.
        known: Vec<&'static str>,
    },
    /// The state's condition does not hold for this parameter.
    #[error(
        "parameter `{param}` has no state `{state}`: its condition does not hold with these settings and this shape"
    )]
    Absent {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
    },
    /// A replacement of another shape.
    #[error("state `{state}` of parameter `{param}` has shape {expected:?}, the replacement has {found:?}")]
    Shape {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
        /// The state's shape.
        expected: Vec<usize>,
        /// The replacement's shape.
        found: Vec<usize>,
    },
    /// A replacement of the step count that counts nothing.
    #[error("the step count of parameter `{param}` cannot be {value:?}, allowed: a whole number from 0 to 2^53")]
    StepCount {
        /// The parameter.
        param: String,
        /// The replacement.
        value: f64,
    },
}

/// Where a hyperparameter is wrong, unless it is the optimizer's own.
fn in_group(group: &str) -> String {
    if group == DEFAULT_GROUP {
        return String::new();
    }
    format!("in parameter group `{group}`: ")
}

fn near(nearest: &Option<String>) -> String {
    help::<&str>(nearest.as_deref(), &[])
}

/// Names joined for a message, a few of many.
fn listed(names: &[String]) -> String {
    const FEW: usize = 8;
    let mut text = names[..names.len().min(FEW)].join("`, `");
    if names.len() > FEW {
        text.push_str("`, and more, the last `");
        text.push_str(names.last().map_or("", |name| name));
    }
    text
}
