//! Steps as StableHLO: modules that XLA and other compilers of static graphs run, on one device or many.
//!
//! A module is created from [`Graph`]s: it is the step with its fixed settings, for given shapes. If the step has timed conditions, it is one of
//! the step's programs. [`Graph::to_stablehlo`] exports the step of one parameter, [`Optimizer::to_stablehlo`](crate::Optimizer::to_stablehlo) the
//! step of a whole model, with its reductions over the model. The guide: `optim_std::guide::stablehlo`.
//!
//! Results equal the kernels' up to rounding. Elements have the type of the parameters, scalars and sums are `f64`, and NaN propagates as in
//! kernels. States below the smallest normal number are stored as 0, and random numbers come from the same counters.
//!
//! | file | purpose |
//! |---|---|
//! | `model` | the graphs of several parameters |
//! | `emit` | a model as a module: leaves, reductions over the model, stores |
//! | `ports`, `signature` | arguments and results: their order, names and attributes |
//! | `writer` | one operation of a graph |
//! | `watched` | the numbers that every optimizer can report |
//! | `elementwise`, `reduce`, `quantile`, `matrices`, `draws` | operations by kind |
//! | `body`, `types` | operations and types of StableHLO as text |
//! | `error` | errors of an export |

mod body;
mod draws;
mod elementwise;
mod emit;
mod error;
mod matrices;
mod model;
mod ports;
mod quantile;
mod reduce;
mod signature;
mod types;
mod watched;
mod writer;

use std::collections::BTreeMap;
use std::fmt;

pub use error::StableHloError;
pub(crate) use model::{Load, Model, ParamGraph};
pub use signature::{Port, Role, Signature};
pub use types::ElementType;

use crate::lang::{Dtype, Graph};

/// A StableHLO module with one public function, `main`, and the roles of its arguments and results.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    text: String,
    signature: Signature,
}

impl Module {
    /// The module as text, which every StableHLO parser accepts.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The arguments and results of `main`, in their order.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }
}

/// The text.
impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Graph {
    /// Exports the graph as a StableHLO module, for a parameter with elements of this type.
    ///
    /// Arguments are the parameter, its states, the gradient, inputs, scheduled hyperparameters and the step count, as far as the graph
    /// reads them. Results are the new parameter and states, each at the index of the argument that it replaces. The parameter is called
    /// `param`, its group `default`. Reductions over the model are over this parameter alone. The graph of a schedule takes the step count
    /// `t`, an integer, and returns the value.
    ///
    /// ```
    /// use optim_core::lang::{Dtype, Recorder};
    ///
    /// let recorder = Recorder::new(&[4, 3]);
    /// recorder.store_param(recorder.param() - recorder.hyper("lr", 0.1) * recorder.grad());
    /// let module = recorder.finish("SGD")?.to_stablehlo(Dtype::F32)?;
    /// assert!(module.text().contains("stablehlo.subtract"));
    /// assert_eq!(module.signature().results()[0].shape(), [4, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`StableHloError`]: mostly a function that StableHLO does not have, such as `eigh`.
    pub fn to_stablehlo(&self, elements: Dtype) -> Result<Module, StableHloError> {
        let part = ParamGraph {
            name: "param".to_owned(),
            group: "default".to_owned(),
            shape: self.shape().to_vec(),
            graph: self.clone(),
            step: 1,
            arrays: BTreeMap::new(),
            globals: BTreeMap::new(),
        };
        let model = Model {
            name: self.name().to_owned(),
            parts: vec![part],
            global_inputs: Vec::new(),
            global_outputs: Vec::new(),
            watched: Vec::new(),
            load: Load::PLAIN,
            updates: true,
        };
        model.module(elements)
    }
}
