//! Errors of steps, and of reading states.

use crate::dtype::DType;
use crate::hyper::HyperError;
use crate::messages::shown;
use crate::suggestion::{help, near};

/// The error of a step. Nothing has changed: no parameter, no state, no count.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// A gradient whose name is not a parameter of this optimizer.
    #[error("there is a gradient for `{}`, which is not a parameter of this optimizer{}", shown(param), near(nearest))]
    UnknownGradient {
        /// The gradient's name.
        param: String,
        /// The most similar parameter.
        nearest: Option<String>,
    },
    /// Two gradients for one parameter.
    #[error("there are two gradients for parameter `{}`", shown(param))]
    DuplicateGradient {
        /// The parameter.
        param: String,
    },
    /// A gradient has another shape than its parameter.
    #[error("the gradient of parameter `{}` has shape {found:?}, the parameter has {expected:?}", shown(param))]
    GradientShape {
        /// The parameter.
        param: String,
        /// The parameter's shape.
        expected: Vec<usize>,
        /// The gradient's shape.
        found: Vec<usize>,
    },
    /// A parameter that did not exist when the optimizer was built.
    #[error("parameter `{}` did not exist when the optimizer was built{}", shown(param), near(nearest))]
    UnknownParameter {
        /// The parameter.
        param: String,
        /// The most similar parameter of the optimizer.
        nearest: Option<String>,
    },
    /// A parameter of `build` is missing, or can't be written.
    #[error("parameter `{}` is missing or read-only, but the optimizer was built with it", shown(param))]
    MissingParameter {
        /// The parameter.
        param: String,
    },
    /// Two parameters have the same name.
    #[error("two parameters are called `{}`", shown(param))]
    DuplicateParameter {
        /// The name.
        param: String,
    },
    /// A parameter has another shape than when the optimizer was built.
    #[error("parameter `{}` has shape {found:?}, it had {expected:?} when the optimizer was built", shown(param))]
    ParameterShape {
        /// The parameter.
        param: String,
        /// The shape when the optimizer was built.
        expected: Vec<usize>,
        /// The shape now.
        found: Vec<usize>,
    },
    /// A split parameter, whose lower bits the optimizer keeps, has elements of another type than when the optimizer was built.
    #[error("parameter `{}` has elements of {found}, it had {expected} when the optimizer was built", shown(param))]
    ElementType {
        /// The parameter.
        param: String,
        /// The elements when the optimizer was built.
        expected: DType,
        /// The elements now.
        found: DType,
    },
    /// A step of an optimizer with a `probe` needs gradients at two points.
    #[error(
        "{optimizer} needs gradients at two points in each step: call `step_with` with a closure that computes them"
    )]
    NeedsProbe {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// Only one of the two gradients of a step with a `probe` was given.
    #[error(
        "parameter `{}` has a gradient only in the {call} call of the closure, but a `probe` needs both or none",
        shown(param)
    )]
    GradientInOneCall {
        /// The parameter.
        param: String,
        /// The call with a gradient: `first` or `second`.
        call: &'static str,
    },
    /// The optimizer declares no input of this name.
    #[error("{optimizer} has no input `{}`{}", shown(input), inputs(nearest, known))]
    UnknownInput {
        /// The optimizer.
        optimizer: &'static str,
        /// The name that was given.
        input: String,
        /// The most similar input.
        nearest: Option<String>,
        /// Every input.
        known: Vec<&'static str>,
    },
    /// One input was given twice.
    #[error("the input `{input}` is given twice")]
    DuplicateInput {
        /// The input.
        input: &'static str,
    },
    /// A number was given for an input that needs arrays, or arrays for an input that needs a number.
    #[error("the input `{input}` is declared as `{kind}`\nhelp: {}", wanted(input, kind))]
    InputKind {
        /// The input.
        input: &'static str,
        /// Its kind, as declared.
        kind: &'static str,
    },
    /// An input that is due was not given.
    #[error("parameter `{}` needs the input `{input}` in this step\nhelp: {}", shown(param), given(input, *global))]
    MissingInput {
        /// The input.
        input: &'static str,
        /// The first parameter without it.
        param: String,
        /// True if it is one number for the whole optimizer.
        global: bool,
    },
    /// An input was given that is not due.
    #[error(
        "the input `{input}`{} is not due in this step\nhelp: `opt.due({input:?})` lists the parameters that need it",
        of(param)
    )]
    InputNotDue {
        /// The input.
        input: &'static str,
        /// The first such parameter; none, if it is one number for the whole optimizer.
        param: Option<String>,
    },
    /// An input has an array whose name is not a parameter of this optimizer.
    #[error(
        "the input `{input}` has an array for `{}`, which is not a parameter of this optimizer{}",
        shown(param),
        near(nearest)
    )]
    UnknownInputParameter {
        /// The input.
        input: &'static str,
        /// The name of the array.
        param: String,
        /// The most similar parameter.
        nearest: Option<String>,
    },
    /// An input has two arrays for one parameter.
    #[error("the input `{input}` has two arrays for parameter `{}`", shown(param))]
    DuplicateInputParameter {
        /// The input.
        input: &'static str,
        /// The parameter.
        param: String,
    },
    /// The array of an input does not have the declared shape.
    #[error("the input `{input}` of parameter `{}` has shape {found:?}, expected {expected:?}", shown(param))]
    InputShape {
        /// The input.
        input: &'static str,
        /// The parameter.
        param: String,
        /// The shape of the declared kind.
        expected: Vec<usize>,
        /// The shape that was given.
        found: Vec<usize>,
    },
    /// An input is infinite or NaN and the policy is [`NonFinite::Error`](crate::gradient::NonFinite::Error).
    #[error("the input `{input}` of parameter `{}` is not finite", shown(param))]
    NonFiniteInput {
        /// The input.
        input: &'static str,
        /// The first such parameter.
        param: String,
    },
    /// The copy of a parameter that [`with_eval`](crate::Optimizer::with_eval) keeps does not fit in memory.
    #[error("the copy of parameter `{}` needs {elements} elements, which cannot be allocated", shown(param))]
    OutOfMemory {
        /// The parameter.
        param: String,
        /// The number of elements.
        elements: usize,
    },
    /// A parameter is infinite or NaN before the step: with [`NonFinite::Strict`](crate::NonFinite::Strict), or with
    /// [`NonFinite::Error`](crate::NonFinite::Error) where a gradient is, too.
    #[error(
        "parameter `{}` is not finite before this step\nhelp: it became so in an earlier step or in the program: go back to a checkpoint",
        shown(param)
    )]
    NonFiniteParameter {
        /// The first such parameter.
        param: String,
    },
    /// A gradient is infinite or NaN and the policy is [`NonFinite::Error`](crate::gradient::NonFinite::Error).
    #[error("the gradient of parameter `{}` is not finite", shown(param))]
    NonFinite {
        /// The first such parameter.
        param: String,
    },
    /// A schedule returned a number that is not allowed for the hyperparameter.
    #[error(
        "the schedule for `{name}` in parameter group `{}` gives {value:?} at step {step}, allowed: {}",
        shown(group),
        shown(allowed)
    )]
    Scheduled {
        /// The group.
        group: String,
        /// The hyperparameter.
        name: &'static str,
        /// The number of finished steps.
        step: u64,
        /// The value of the schedule.
        value: f64,
        /// The allowed numbers.
        allowed: String,
    },
    /// The scheduled values contradict other values.
    #[error("in parameter group `{}` at step {step}: {message}", shown(group))]
    Requirement {
        /// The group.
        group: String,
        /// The number of finished steps.
        step: u64,
        /// The message of the optimizer's requirement.
        message: &'static str,
    },
}

crate::messages::debug_as_display!(StepError);

/// The likely meaning of an unknown input.
fn inputs(nearest: &Option<String>, known: &[&str]) -> String {
    if known.is_empty() { ": it declares none".to_owned() } else { help(nearest, known) }
}

/// The method that passes an input of a kind.
fn wanted(input: &str, kind: &str) -> String {
    match kind {
        "global" => format!("give one number, `.number({input:?}, x)`"),
        _ => format!("give an array for each parameter, `.tensors({input:?}, &arrays)`"),
    }
}

/// The call that passes an input to a step.
fn given(input: &str, global: bool) -> String {
    let call = if global { format!("number({input:?}, x)") } else { format!("tensors({input:?}, &arrays)") };
    format!("write `opt.with_inputs(&Inputs::new().{call}).step(…)`")
}

fn of(param: &Option<String>) -> String {
    param.as_ref().map_or_else(String::new, |param| format!(" of parameter `{}`", shown(param)))
}

/// The error of reading data of a parameter, or of replacing a state.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// There is no parameter of this name.
    #[error("there is no parameter `{}`{}", shown(param), near(nearest))]
    UnknownParameter {
        /// The requested name.
        param: String,
        /// The most similar parameter.
        nearest: Option<String>,
    },
    /// The optimizer declares no state of this name.
    #[error("{optimizer} has no state `{}`{}", shown(state), help(nearest, known))]
    UnknownState {
        /// The optimizer.
        optimizer: &'static str,
        /// The requested name.
        state: String,
        /// The most similar state.
        nearest: Option<String>,
        /// Every state.
        known: Vec<String>,
    },
    /// The state's condition does not hold for this parameter.
    #[error(
        "parameter `{}` has no state `{}`: its condition does not hold with these settings and this shape",
        shown(param),
        shown(state)
    )]
    Absent {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
    },
    /// The state is a global state, which no parameter has.
    #[error(
        "`{}` is one number of the whole optimizer\nhelp: read it with `global(\"{}\")`",
        shown(state),
        shown(state)
    )]
    Global {
        /// The state.
        state: String,
    },
    /// The condition of a global state does not hold.
    #[error("{optimizer} has no global state `{}`: its condition does not hold with these settings", shown(state))]
    AbsentGlobal {
        /// The optimizer.
        optimizer: &'static str,
        /// The state.
        state: String,
    },
    /// There is no global state of this name.
    #[error("{optimizer} has no global state `{}`{}", shown(state), help(nearest, known))]
    UnknownGlobal {
        /// The optimizer.
        optimizer: &'static str,
        /// The requested name.
        state: String,
        /// The most similar global state.
        nearest: Option<String>,
        /// Every global state.
        known: Vec<String>,
    },
    /// The replacement has another shape.
    #[error(
        "state `{}` of parameter `{}` has shape {expected:?}, the replacement has {found:?}",
        shown(state),
        shown(param)
    )]
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
    /// The step panics with this parameter, so it has no plan.
    #[error("the step of parameter `{}` has no plan: {error}", shown(param))]
    Plan {
        /// The parameter.
        param: String,
        /// The panic.
        #[source]
        error: HyperError,
    },
    /// The replacement of the step count is not a whole number from 0 to 2^53.
    #[error(
        "the step count of parameter `{}` cannot be {value:?}, allowed: a whole number from 0 to 2^53",
        shown(param)
    )]
    StepCount {
        /// The parameter.
        param: String,
        /// The replacement.
        value: f64,
    },
}

crate::messages::debug_as_display!(StateError);
