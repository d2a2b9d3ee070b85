//! The graphs of several parameters that are stepped together.

use std::collections::BTreeMap;

use crate::lang::Graph;
use crate::watched::Watchable;

/// A parameter of the model.
#[derive(Clone, Debug)]
pub(crate) struct ParamGraph {
    pub(crate) name: String,
    /// The group that has its hyperparameters.
    pub(crate) group: String,
    /// The shape of its array.
    pub(crate) shape: Vec<usize>,
    pub(crate) graph: Graph,
    /// The step count, from 1.
    pub(crate) step: u64,
    /// Shapes of the arrays of states and inputs by name, if they are not the shapes of their kinds.
    pub(crate) arrays: BTreeMap<String, Vec<usize>>,
    /// The global states in the graph, each with its name in the model.
    pub(crate) globals: BTreeMap<String, String>,
}

/// The changes to gradients before the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(crate) scale: f64,
    pub(crate) clip_norm: Option<f64>,
    pub(crate) clip_value: Option<f64>,
}

impl Load {
    /// Unchanged gradients.
    pub(crate) const PLAIN: Self = Self { scale: 1.0, clip_norm: None, clip_value: None };
}

/// The parameters of a model.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// The optimizer.
    pub(crate) name: String,
    pub(crate) parts: Vec<ParamGraph>,
    /// The names of global inputs.
    pub(crate) global_inputs: Vec<String>,
    /// The names of global outputs.
    pub(crate) global_outputs: Vec<String>,
    /// The numbers that every optimizer can report and that the module returns.
    pub(crate) watched: Vec<Watchable>,
    pub(crate) load: Load,
    /// True if results replace arguments; false if they are new values.
    pub(crate) updates: bool,
}
