//! Errors of optimizers for modules, and of their steps.

use std::error::Error;
use std::fmt;

use burn_optim::GradientsParams;
use optim_core::__private::messages::{debug_as_display, quoted, shown};
use optim_core::{BuildError, HyperError, ViewError};

use crate::error::GpuError;

/// An error of an optimizer for a module. A step returns it in [`NotStepped`].
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum BurnError {
    /// The settings are not allowed in general, or not for these parameters.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The optimizer or its step cannot run on the device.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The learning rate is not allowed.
    #[error(transparent)]
    Hyper(#[from] HyperError),
    /// No group has a learning rate.
    #[error("{optimizer} has no learning rate: change its settings by `change_settings`")]
    NoLearningRate {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// The optimizer has a probe, which needs gradients at two points in each step.
    #[error(
        "{optimizer} needs gradients at two points in each step, but a step in burn's buffers takes gradients at one\n\
         help: give your own buffers to `GpuOptimizer::step_with`, or call `step_with` of `optim_std`'s optimizer on the host"
    )]
    Probe {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// The module is on another backend.
    #[error(
        "`{}` is on {device}, which is not a device of CubeCL: use `optim_std::burn::BurnModuleOptimizer`",
        shown(param)
    )]
    NotCubeCl {
        /// The parameter.
        param: String,
        /// Its device.
        device: String,
    },
    /// A parameter, a gradient or an input is on another device.
    #[error(
        "the {what} of `{}` is on {found}, the optimizer on {expected}: move the module and its gradients to one device",
        shown(param)
    )]
    Device {
        /// `tensor`, `gradient` or `input`.
        what: &'static str,
        /// The parameter.
        param: String,
        /// The device of the optimizer: the device of the first parameter when the optimizer was made.
        expected: String,
        /// The device of the tensor.
        found: String,
    },
    /// There are no kernels for the element type.
    #[error("the {what} of `{}` has elements of type {found}, allowed: f32", shown(param))]
    DType {
        /// `tensor`, `gradient` or `input`.
        what: &'static str,
        /// The parameter.
        param: String,
        /// The type of the elements.
        found: String,
    },
    /// The module does not have the parameters for which the optimizer was made.
    #[error(
        "the module has the parameters {}, the optimizer those of another module: {}\n\
         help: make a `GpuModuleOptimizer` for the module that is stepped",
        first(found),
        first(expected)
    )]
    Parameters {
        /// The parameters for which the optimizer was made, from the first difference on.
        expected: Vec<String>,
        /// The parameters of the module, from the same place on.
        found: Vec<String>,
    },
    /// A parameter, a gradient or an input has another shape.
    #[error("the {what} of `{}` has shape {found:?}, expected: {expected:?}", shown(param))]
    Shape {
        /// `tensor`, `gradient` or `input`.
        what: &'static str,
        /// The parameter.
        param: String,
        /// The shape when the optimizer was made.
        expected: Vec<usize>,
        /// The shape of the tensor.
        found: Vec<usize>,
    },
    /// A parameter cannot be read.
    #[error("`{}` cannot be read: {message}", shown(param))]
    Data {
        /// The parameter.
        param: String,
        /// burn's message.
        message: String,
    },
    /// The memory does not fit the shape.
    #[error(transparent)]
    View(#[from] ViewError),
}

debug_as_display!(BurnError);

/// The first of many names.
fn first(names: &[String]) -> String {
    const FEW: usize = 4;
    let more = if names.len() > FEW { " and more" } else { "" };
    let few = quoted(names.iter().take(FEW));
    if names.is_empty() { "none further".to_owned() } else { format!("{few}{more}") }
}

/// A refused step. Nothing has changed: it contains the module and the gradients.
///
/// `?` converts it to a [`BurnError`], if you do not need the module any more.
#[non_exhaustive]
pub struct NotStepped<M> {
    /// The module as it was.
    pub module: M,
    /// The gradients as they were.
    pub grads: GradientsParams,
    /// The reason.
    pub error: BurnError,
}

impl<M> fmt::Display for NotStepped<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<M> fmt::Debug for NotStepped<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<M> Error for NotStepped<M> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

impl<M> From<Box<NotStepped<M>>> for BurnError {
    fn from(refused: Box<NotStepped<M>>) -> Self {
        refused.error
    }
}
