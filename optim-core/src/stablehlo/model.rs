//! The graphs of several parameters that are stepped together.

use std::collections::BTreeMap;

use crate::lang::Graph;
use crate::watched::Watchable;

/// One parameter of a model.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// The group whose hyperparameters it has.
    pub(crate) group: String,
    /// The shape of its array.
    pub(crate) shape: Vec<usize>,
    pub(crate) graph: Graph,
    /// The step count, from 1.
    pub(crate) step: u64,
    /// Shapes of states' and inputs' arrays, by their names, where they are not those of their kinds.
    pub(crate) arrays: BTreeMap<String, Vec<usize>>,
    /// The states in it that are one number of the optimizer, each with its name in the model.
    pub(crate) globals: BTreeMap<String, String>,
}

/// The changes of gradients before the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(crate) scale: f64,
    pub(crate) clip_norm: Option<f64>,
    pub(crate) clip_value: Option<f64>,
}

impl Load {
    /// Gradients as they are.
    pub(crate) const PLAIN: Self = Self { scale: 1.0, clip_norm: None, clip_value: None };
}

/// The parameters of a model that are stepped together.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// The optimizer.
    pub(crate) name: String,
    pub(crate) parts: Vec<Part>,
    /// Names of inputs that are one number of the optimizer.
    pub(crate) global_inputs: Vec<String>,
    /// Names of outputs that are one number of the optimizer.
    pub(crate) global_outputs: Vec<String>,
    /// The numbers of every optimizer that are results.
    pub(crate) watched: Vec<Watchable>,
    pub(crate) load: Load,
    /// True if results take the places of arguments; else they are new parameters next to the old ones.
    pub(crate) updates: bool,
}
