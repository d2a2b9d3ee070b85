//! Errors of writing a module.

use crate::lang::GraphError;
use crate::messages::{shown, shown_lines};

/// The error of exporting a step to StableHLO.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StableHloError {
    /// StableHLO has no operation for a decomposition.
    #[error(
        "`{function}` of parameter `{}` has no operation in StableHLO; `matmul`, `t`, `cholesky` and `solve_lower` have one",
        shown(param)
    )]
    Decomposition {
        /// The parameter.
        param: String,
        /// The function of the language: `eigh`, `svd`, `qr`, `solve` or `inv_root`.
        function: &'static str,
    },
    /// A function that is only code: a closure in a schedule.
    #[error(
        "`{}` calls a closure or another function without operations\nhelp: write it as `#[elementwise]`",
        shown(name)
    )]
    Code {
        /// The graph.
        name: String,
    },
    /// The graph of a wrapper without the graph of its inner optimizer.
    #[error(
        "`{}` is the graph of a wrapper without its inner optimizer\nhelp: use the graph of a builder that has the inner optimizer",
        shown(name)
    )]
    Inner {
        /// The graph.
        name: String,
    },
    /// A value that is not one of the graph's, or not of the type that its use needs.
    #[error("node {node} of the graph `{}`, `{op}`, is malformed", shown(name))]
    Malformed {
        /// The graph.
        name: String,
        /// The number of the node.
        node: usize,
        /// Its operation.
        op: &'static str,
    },
    /// An option of the optimizer that modules do not support.
    #[error("the optimizer has {option}, which a module does not support\nhelp: {help}")]
    Option {
        /// The option that it has.
        option: &'static str,
        /// A suggestion.
        help: &'static str,
    },
    /// The scheduled values of the step contradict each other.
    #[error("the settings of step {step}: {}", shown_lines(message))]
    Settings {
        /// The step, from 1.
        step: u64,
        /// The reason.
        message: String,
    },
    /// The step can't be recorded for a parameter's shape.
    #[error("parameter `{}`: {error}", shown(param))]
    Graph {
        /// The parameter.
        param: String,
        /// The reason.
        #[source]
        error: Box<GraphError>,
    },
    /// The optimizer has no such routine.
    #[error("`{optimizer}` has no `{routine}`")]
    Routine {
        /// The optimizer.
        optimizer: &'static str,
        /// `probe` or `eval`.
        routine: &'static str,
    },
}

crate::messages::debug_as_display!(StableHloError);
