//! Numbers along an axis of a parameter, or along all other axes: reductions to them, and broadcasting them to the parameter's elements.

use super::value::Computed;
use super::walk::{Failed, Walk};
use super::{Backend, EvaluateError};
use crate::lang::{Class, Comparison, Fold, Graph, Node, fold_numbers};
use crate::shape::{Dim, ParamShape};

impl<B: Backend + ?Sized> Walk<'_, B> {
    /// A reduction along an axis. The operand has all elements, or already one number for each index of the axis.
    pub(super) fn reduce_to(
        &self,
        graph: &Graph,
        node: &Node,
        (fold, kept): (Fold, Dim),
        args: &[Computed<B>],
    ) -> Result<Computed<B>, Failed<B>> {
        let (name, of) = (node.op_name(), graph.joined(node));
        if of.is_of_axis() {
            // There is already one number for each index.
            let numbers = self.numbers(name, (fold, args), of.shape())?;
            return self.finished(fold.finish(), Computed::Tensor(numbers), 1);
        }
        let (around, goes) = match kept {
            Dim::Without(axis) => (graph.param_shape().around(axis), [false, true, false]),
            Dim::Along(axis) => (graph.param_shape().around(axis), [true, false, true]),
            _ => return Err(EvaluateError::Unsupported { op: name, reason: "it keeps no axis" }),
        };
        let count: usize = around.iter().zip(goes).filter(|(_, goes)| *goes).map(|(size, _)| *size).product();
        if count == 0 {
            return Ok(Computed::Number(fold_numbers(fold, &[])));
        }
        let numbers = self.numbers(name, (fold, args), of.shape())?;
        let numbers = self.reshaped(name, &numbers, around)?;
        let combined = self.combined(name, fold, numbers, goes)?;
        let combined = self.reshaped(name, &combined, node.extent().shape())?;
        self.finished(fold.finish(), Computed::Tensor(combined), count)
    }

    /// Broadcasts numbers along an axis to the shape of the parameter's elements. If they are equal in all rows or in all columns, that axis stays
    /// of size 1.
    pub(super) fn repeat_along(
        &self,
        graph: &Graph,
        node: &Node,
        args: &[Computed<B>],
    ) -> Result<Computed<B>, Failed<B>> {
        let name = node.op_name();
        let fails = |error| EvaluateError::Backend { op: name, error };
        let x = match args {
            [known @ (Computed::Number(_) | Computed::Truth(_))] => return Ok(known.clone()),
            [x] => self.tensor(name, x)?,
            _ => return Err(EvaluateError::Unsupported { op: name, reason: "it has another number of operands" }),
        };
        let kept = graph.joined(node).dims().map_or(Dim::One, |dims| dims.cols);
        let mut repeated = x;
        // A single number needs no broadcasting.
        if self.backend.shape(&repeated) != [1; 3] {
            for step in spread(kept, graph.param_shape()) {
                repeated = match step {
                    Spread::Reshape(shape) => self.reshaped(name, &repeated, shape)?,
                    Spread::Repeat(shape) => self.whole(name, &Computed::Tensor(repeated), shape)?,
                };
            }
        }
        match node.class() {
            Class::Mask => {
                let zero = self.backend.fill(0.0, [1; 3]).map_err(fails)?;
                self.backend.compare(Comparison::Ne, &repeated, &zero).map(Computed::Mask).map_err(fails)
            }
            _ => Ok(Computed::Tensor(repeated)),
        }
    }

    fn reshaped(&self, name: &'static str, x: &B::Tensor, shape: [usize; 3]) -> Result<B::Tensor, Failed<B>> {
        match self.backend.shape(x) == shape {
            true => Ok(x.clone()),
            false => self.backend.reshape(x, shape).map_err(|error| EvaluateError::Backend { op: name, error }),
        }
    }
}

/// The reduction of all elements, in C order, to one number for each index of an axis, or of all other axes.
pub(super) fn numbers_to(kept: Dim, x: &[f64], shape: ParamShape) -> impl Iterator<Item = Vec<f64>> {
    let (axis, without) = kept.axis();
    let [before, size, behind] = shape.around(axis);
    let at = move |outer: usize, along: usize, inner: usize| x[(outer * size + along) * behind + inner];
    (0..shape.size(kept)).map(move |place| match without {
        true => (0..size).map(|along| at(place / behind, along, place % behind)).collect(),
        false => {
            let places = (0..before).flat_map(|outer| (0..behind).map(move |inner| (outer, inner)));
            places.map(|(outer, inner)| at(outer, place, inner)).collect()
        }
    })
}

/// A step from numbers along an axis to a batch of matrices.
enum Spread {
    /// Reshapes the numbers.
    Reshape([usize; 3]),
    /// Repeats the numbers along axes of size 1.
    Repeat([usize; 3]),
}

/// The steps that broadcast numbers along an axis to the elements of a parameter. Only an axis before rows and columns needs to be repeated,
/// because the batch is one axis for all of them.
fn spread(kept: Dim, shape: ParamShape) -> Vec<Spread> {
    let (batch, rows, cols) = (shape.batch(), shape.rows(), shape.cols());
    let (Dim::Along(axis) | Dim::Without(axis)) = kept else { return Vec::new() };
    let is_along = matches!(kept, Dim::Along(_));
    let [before, size, behind] = shape.around(axis);
    // The last axis has size 1.
    match (shape.ndim().saturating_sub(axis), is_along) {
        (0, true) => vec![Spread::Reshape([1; 3])],
        (0, false) => vec![Spread::Reshape([batch, rows, cols])],
        (1, true) => vec![Spread::Reshape([1, 1, cols])],
        (1, false) => vec![Spread::Reshape([batch, rows, 1])],
        (2, true) => vec![Spread::Reshape([1, rows, 1])],
        (2, false) => vec![Spread::Reshape([batch, 1, cols])],
        (_, true) => vec![
            Spread::Reshape([1, size, 1]),
            Spread::Repeat([before, size, behind / rows / cols]),
            Spread::Reshape([batch, 1, 1]),
        ],
        (_, false) => vec![
            Spread::Reshape([before, 1, behind]),
            Spread::Repeat([before, size, behind]),
            Spread::Reshape([batch, rows, cols]),
        ],
    }
}
