//! Numbers along one axis of a parameter, or along all others: reductions to them, and how they meet its elements.

use super::value::Computed;
use super::walk::{Failed, Walk};
use super::{Backend, EvaluateError};
use crate::lang::{Class, Comparison, Fold, Graph, Node, fold_numbers};
use crate::shape::{Dim, ParamShape};

impl<B: Backend + ?Sized> Walk<'_, B> {
    /// A reduction to the numbers along an axis, of all elements or of such numbers.
    pub(super) fn reduce_to(
        &self,
        graph: &Graph,
        node: &Node,
        (fold, kept): (Fold, Dim),
        args: &[Computed<B>],
    ) -> Result<Computed<B>, Failed<B>> {
        let (name, of) = (node.op_name(), graph.joined(node));
        if of.is_of_axis() {
            // Each number is all there is.
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

    /// Numbers along an axis, so that they meet the elements of the parameter. Rows and columns stay of size 1 where they are repeated along
    /// them.
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
        // One number is everywhere.
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

/// The numbers that each number along an axis, or along all others, is a reduction of, from all elements in C order.
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

/// A step on the way from numbers along an axis to a batch of matrices.
enum Spread {
    /// The same numbers in another shape.
    Reshape([usize; 3]),
    /// Axes of size 1 repeated.
    Repeat([usize; 3]),
}

/// The steps that bring the numbers along an axis to where they meet the elements of a parameter that has some. Only an axis before rows and columns needs
/// repetition: batches have one axis for all of those.
fn spread(kept: Dim, shape: ParamShape) -> Vec<Spread> {
    let (batch, rows, cols) = (shape.batch(), shape.rows(), shape.cols());
    let (Dim::Along(axis) | Dim::Without(axis)) = kept else { return Vec::new() };
    let is_along = matches!(kept, Dim::Along(_));
    let [before, size, behind] = shape.around(axis);
    // The last axis is 1.
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
