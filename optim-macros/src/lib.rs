//! Procedural macros of `optim-std`.
//!
//! Each macro below calls its function in `expand`, which runs the stages in order. A stage is the module of the same name:
//!
//! ```text
//! struct + state <…>  ─┐
//!                      ├─ parse ─ check ─ lower ─ plan ─ emit
//! impl { fn step }    ─┘
//! ```
//!
//! The struct half is expanded first, by itself (`parse::item` to `emit::settings`). It leaves a macro with its
//! `parse::Definition` behind, which calls `optimizer_impl!` with the definition and the impl.

#![forbid(unsafe_code)]

mod ast;
mod carried;
mod check;
mod derive;
mod diag;
mod emit;
mod expand;
mod fixed;
mod ir;
mod kind;
mod language;
mod lower;
mod names;
mod ops;
mod parse;
mod paths;
mod plan;
mod questions;
mod recover;
#[cfg(test)]
mod tests;
mod tokens;

use proc_macro2::TokenStream;

use crate::language::Language;

/// Declares an optimizer: its hyperparameters and state on a struct, and its step on an impl block. On a function, declares a
/// part of a step that several optimizers can share.
///
/// The guide: `optim_std::guide::optimizers` shows how to write one, `optim_std::guide::rules` says what a step can't do and why,
/// `optim_std::guide::errors` explains the compile errors.
///
/// # On a struct
///
/// Every field is a hyperparameter: a number, a `bool`, an enum with `#[derive(Choice)]`, or an option, a tuple or an
/// array of those. `#[hyper(…)]` on a field takes
///
/// - `default = value`; a field without a default is an argument of `new`;
/// - `scheduled`, on `f64`, `Option<f64>` and tuples of `f64`: the setter also takes a schedule;
/// - `shared`: all parameter groups have the same value;
/// - `none = 0.0`, on `Option<f64>`: this number means `None` in setters, configuration and checkpoints;
/// - `range = 0.0..1.0`: the allowed values; for a tuple, one range for all components or a tuple of ranges.
///
/// The attribute's own arguments are
///
/// - `state <name: kind = initial if condition, …>`: the state of each parameter. The kind is `tensor` (the
///   default, one number per element), `scalar` (one number, in double precision), `rows`, `cols` or `matrices` (one number for each row,
///   column or matrix), `(rows, cols)` with other dimensions such as `(rows, self.rank)`, `along(i)` (one number for each index of axis `i`),
///   `global` (one number for the whole model), or a list of these, `[tensor; self.k]`. The initial value is a literal, `param` (a copy of the
///   parameter), `normal(…)`, a path to a constant, or a block. The condition decides whether the state exists; it uses fixed settings and
///   `param.ndim()`, `len()`, `rows()`, `cols()`, `dim(i)`;
/// - `input <name: kind if condition, …>`: values that the caller passes to each step;
/// - `output <name: kind if condition, …>`: numbers that a step reports, a `scalar` for each parameter, a `global` one, or a list of these,
///   `[scalar; self.k]`. The condition of a `scalar` follows the rules for states; the condition of a `global` uses only `shared` settings;
/// - `lr_factor(state)`: this global state multiplies the learning rate, and reported learning rates include it. A step must use the value
///   that it stores;
/// - `matrix`: a parameter of more than two axes is one matrix, its first axis by all others (a convolution's filters),
///   instead of a batch of matrices of the last two axes. A view of the builder replaces it;
/// - `requires(condition, "message")`: a condition on the settings or on the shape of each parameter, which `build` checks;
/// - `crate = path`: the path of the runtime, if it is not `optim_std`.
///
/// The expansion adds `new`, `Default` if every field has a default, and a builder named after the struct, with a setter for each
/// hyperparameter.
///
/// # On an impl block
///
/// The block contains `fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>)` and its helper functions. If declared,
/// `input: Input<Self>` follows the gradient and `output: &mut Output<Self>` the state. A last argument `t: Scalar` is the step count, 1 in the first
/// step. You may rename the arguments.
///
/// `#[optimizer(uses(name, module::name))]` names the step functions that it calls.
///
/// # On a function
///
/// A *step function*, such as `#[optimizer] fn clipped(update: Tensor, threshold: Scalar) -> Tensor`, is a part of a step that impls and
/// other step functions can call. It is a pure function of its arguments: values (`Tensor`, `Rows`, `Cols`, `Matrices`, `Scalar`), fixed
/// values (`f64`, `usize`, `bool`, …) and places (`&mut Tensor`). The guide: `optim_std::guide::shelf`.
///
/// # Example
///
/// ```ignore
/// #[optimizer(state <momentum_buffer = 0.0 if self.momentum > 0.0>)]
/// #[derive(Debug, Clone)]
/// pub struct Sgd {
///     /// Learning rate.
///     #[hyper(scheduled, range = 0.0..)]
///     pub lr: f64,
///     /// Weight of the old momentum.
///     #[hyper(default = 0.0, range = 0.0..1.0)]
///     pub momentum: f64,
/// }
///
/// #[optimizer]
/// impl Sgd {
///     fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
///         if self.momentum > 0.0 {
///             state.momentum_buffer = self.momentum * state.momentum_buffer + grad;
///             *param -= self.lr * state.momentum_buffer;
///         } else {
///             *param -= self.lr * grad;
///         }
///     }
/// }
/// ```
#[proc_macro_attribute]
pub fn optimizer(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let item = TokenStream::from(item);
    guarded(&item, || expand::attribute(Language::Optimizer, arguments.into(), &item))
}

/// The impl half, called by the macro that the struct half leaves behind. Not for direct use.
#[doc(hidden)]
#[proc_macro]
pub fn optimizer_impl(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    guarded(&TokenStream::new(), || expand::impl_half(input.into()))
}

/// The impl half of a schedule. It has its own name, because the compiler's notes show it. Not for direct use.
#[doc(hidden)]
#[proc_macro]
pub fn scheduler_impl(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    guarded(&TokenStream::new(), || expand::impl_half(input.into()))
}

/// Passes a step function to the item that uses it; called by the macro that the function leaves behind. Not for direct use.
#[doc(hidden)]
#[proc_macro]
pub fn optimizer_function(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    guarded(&TokenStream::new(), || expand::step_function_found(input.into()))
}

/// Declares a schedule: its arguments on a struct, and its formula on an impl block.
///
/// The guide: `optim_std::guide::schedules`.
///
/// # On a struct
///
/// Every field is an argument, fixed before training. It can have the types of the fields of an optimizer, and also
///
/// - `Vec<f64>` and vectors of whole numbers: lists, `self.rates[i]` and `for &rate in self.rates.iter()`;
/// - `ScheduleRef`, a schedule or a number, and `Vec<ScheduleRef>`, a list of them: `self.schedulers[i].value(t)`;
/// - `Option`s of both.
///
/// `#[hyper(…)]` on a field takes
///
/// - `default = value`; a field without a default is an argument of `new`, the others have setters;
/// - `range = 0.0..`: the allowed numbers, of every element of a list;
/// - `names("initial_learning_rate", "initial_val")`: its names in configuration files, one for each name of the schedule;
///   the last one is used for all further names. Without it, the name of the field is used.
///
/// The attribute's own arguments are
///
/// - `names(CosineDecayWD, …)`: further names of the schedule;
/// - `requires(condition, "message")`: a condition on the arguments, in plain Rust over `self`, which `validate` checks;
/// - `crate = path`: the path of the runtime, if it is not `optim_std`.
///
/// # On an impl block
///
/// The block contains `fn value(&self, t: Scalar) -> Scalar`, the value after `t` steps, and its helper functions. It follows
/// the rules of a step: `select` instead of branches on `t`, loops with fixed bounds, no state, no side effects. An index beyond
/// the end of a list gives NaN, or 0 for integers.
///
/// The expansion adds `new`, setters, `validate` and an implementation of `Schedule`: the value as a fast function, the graph,
/// the arguments as data, a plot.
///
/// # Example
///
/// ```ignore
/// /// Warm-up, a long constant part, decay.
/// #[scheduler(requires(self.warmup + self.decay <= self.total_iters, "warm-up and decay must fit"))]
/// #[derive(Debug, Clone, PartialEq)]
/// pub struct Wsd {
///     /// Largest value.
///     pub peak: f64,
///     /// Steps in all.
///     #[hyper(range = 1..)]
///     pub total_iters: u64,
///     /// Steps of warm-up.
///     #[hyper(default = 100)]
///     pub warmup: u64,
///     /// Steps of decay.
///     #[hyper(default = 100)]
///     pub decay: u64,
/// }
///
/// #[scheduler]
/// impl Wsd {
///     fn value(&self, t: Scalar) -> Scalar {
///         let up = t / self.warmup as f64;
///         let down = (self.total_iters as f64 - t) / self.decay as f64;
///         self.peak * up.min(down).clamp(0.0, 1.0)
///     }
/// }
/// ```
#[proc_macro_attribute]
pub fn scheduler(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let item = TokenStream::from(item);
    guarded(&item, || expand::attribute(Language::Schedule, arguments.into(), &item))
}

/// Marks a function of numbers for use inside a step: `#[elementwise] fn softsign<V: Value>(x: V) -> V`.
///
/// Arguments that may be tensors have the type `V: Value` and are broadcast to the same kind at the call; other arguments
/// are `f64`, `bool` or integers. The body follows the rules of a step's body, without state and reductions. Steps, schedules
/// and other elementwise functions can call it.
///
/// ```ignore
/// #[elementwise]
/// fn softsign<V: Value>(x: V) -> V {
///     x / (1.0 + x.abs())
/// }
///
/// // In a step:
/// *param -= self.lr * softsign(grad);
/// ```
#[proc_macro_attribute]
pub fn elementwise(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let item = TokenStream::from(item);
    guarded(&item, || expand::elementwise(arguments.into(), &item))
}

/// Implements `Parameters`: the arrays of a struct become named parameters.
///
/// Every field holds parameters: ndarray arrays, other structs with this derive, and vectors, options, arrays, boxes,
/// tuples and maps of those. A parameter's name is the path of fields to it, `fc1.weight`; fields of tuple structs and
/// elements of vectors are numbered. All arrays have one element type, which may be generic.
///
/// `#[parameters(skip)]` leaves a field out, `#[parameters(rename = "name")]` gives it another name. On the struct,
/// `#[parameters(elem = f64)]` names the element type of a struct without arrays (`f32` otherwise) and
/// `#[parameters(crate = path)]` is the path of the runtime, if it is not `optim_std`.
///
/// ```ignore
/// #[derive(Parameters)]
/// struct Linear {
///     weight: Array2<f32>,
///     bias: Array1<f32>,
/// }
///
/// #[derive(Parameters)]
/// struct Mlp {
///     layers: Vec<Linear>,     // `layers.0.weight`, `layers.0.bias`, …
///     #[parameters(skip)]
///     dropout: f64,
/// }
/// ```
#[proc_macro_derive(Parameters, attributes(parameters))]
pub fn parameters(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    guarded(&TokenStream::new(), || expand::parameters(item.into()))
}

/// Implements `Choice`: a unit enum becomes a type of hyperparameters.
///
/// A step can match on its variants. In configuration and checkpoints they have their names in snake case: `two_sided`
/// is written for `TwoSided`, and `two_sided`, `TwoSided` and `twosided` are read. The enum must be `Copy`.
///
/// `#[choice(crate = path)]` is the path of the runtime, if it is not `optim_std`.
///
/// ```ignore
/// #[derive(Debug, Clone, Copy, PartialEq, Choice)]
/// enum Norm {
///     L2,
///     Max,
/// }
/// ```
#[proc_macro_derive(Choice, attributes(choice))]
pub fn choice(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    guarded(&TokenStream::new(), || expand::choice(item.into()))
}

/// Runs a macro. After a panic, the output is the item and an error that asks for a report.
fn guarded(item: &TokenStream, run: impl FnOnce() -> TokenStream) -> proc_macro::TokenStream {
    recover::guarded(item, run).into()
}
