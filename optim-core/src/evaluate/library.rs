//! Linear algebra and quantiles: products by the library, decompositions and selections on the host.

use std::sync::Arc;

use super::along::numbers_to;
use super::value::Computed;
use super::walk::{Failed, Walk};
use super::{Backend, EvaluateError};
use crate::kernel::Fold;
use crate::lang::{Comparison, Graph, Library, Node, Numbers, Over, each, quantile, results};

impl<B: Backend + ?Sized> Walk<'_, B> {
    /// A call of linear algebra.
    #[expect(clippy::too_many_lines, reason = "one arm for each call")]
    pub(super) fn library(
        &self,
        graph: &Graph,
        node: &Node,
        call: Library,
        args: &[Computed<B>],
    ) -> Result<Computed<B>, Failed<B>> {
        let name = node.op_name();
        let fails = |error| EvaluateError::Backend { op: name, error };
        let shape = |place: usize| node.inputs().get(place).map_or([1; 3], |input| graph.extent(*input).shape());
        let whole = |place: usize| match args.get(place) {
            Some(x) => self.whole(name, x, shape(place)),
            None => Err(EvaluateError::Unsupported { op: name, reason: "an operand is missing" }),
        };
        let backend = self.backend;
        let [batch, rows, cols] = node.extent().shape();
        if call.is_quantile() {
            return self.quantile(graph, node, call, args);
        }
        match (call, args) {
            (Library::Matmul, _) if shape(0)[2] == 0 => Ok(Computed::Number(0.0)),
            (Library::Matmul, _) => backend.matmul(&whole(0)?, &whole(1)?).map(Computed::Tensor).map_err(fails),
            (Library::Transpose, [Computed::Tensor(x)]) => backend.transpose(x).map(Computed::Tensor).map_err(fails),
            (Library::Transpose, [x]) => Ok(x.clone()),
            (Library::FirstCols, _) => backend.first_cols(&whole(0)?, cols).map(Computed::Tensor).map_err(fails),
            (Library::Eye, _) => {
                let matrix = |place: usize| f64::from(u8::from(place / cols % rows == place % cols));
                let data: Vec<f64> = (0..batch * rows * cols).map(matrix).collect();
                backend.upload(&data, [batch, rows, cols]).map(Computed::Tensor).map_err(fails)
            }
            (Library::Diag, _) => diagonal(backend, &whole(0)?, cols).map(Computed::Tensor).map_err(fails),
            (Library::Argsort, _) => {
                let x = backend.download(&whole(0)?).map_err(fails)?;
                let order = x.chunks(cols).flat_map(|row| {
                    let row = Numbers { rows: 1, cols, data: row.to_vec() };
                    let order = results(Library::Argsort, &[row]).unwrap_or_default();
                    order.into_iter().flat_map(|order| order.data).map(|place| place as usize).collect::<Vec<_>>()
                });
                Ok(Computed::Order(Arc::new(order.collect())))
            }
            (Library::TakeCols, [_, Computed::Order(order)]) => {
                let x = backend.download(&whole(0)?).map_err(fails)?;
                let taken = x.chunks(cols).enumerate().flat_map(|(row, numbers)| {
                    let order = &order[row / rows * cols..][..cols];
                    order.iter().map(|place| numbers[*place])
                });
                backend.upload(&taken.collect::<Vec<_>>(), [batch, rows, cols]).map(Computed::Tensor).map_err(fails)
            }
            (Library::PutCols, [_, Computed::Order(order), _]) => {
                let (mut x, y) =
                    (backend.download(&whole(0)?).map_err(fails)?, backend.download(&whole(2)?).map_err(fails)?);
                let count = shape(2)[2];
                for (row, y) in y.chunks(count.max(1)).enumerate() {
                    let order = &order[row / rows * cols..][..cols];
                    y.iter().zip(order).for_each(|(from, place)| x[row * cols + place] = *from);
                }
                backend.upload(&x, [batch, rows, cols]).map(Computed::Tensor).map_err(fails)
            }
            (Library::TakeCols | Library::PutCols, _) => {
                Err(EvaluateError::Unsupported { op: name, reason: "its order is not one of `argsort`" })
            }
            _ => {
                let operands = (0..args.len()).map(|place| match &args[place] {
                    Computed::Number(x) if shape(place) == [1; 3] => Ok((vec![*x], [1; 3])),
                    _ => Ok((backend.download(&whole(place)?).map_err(fails)?, shape(place))),
                });
                self.decompose(name, call, batch, &operands.collect::<Result<Vec<_>, _>>()?)
            }
        }
    }

    /// Quantiles, on the host.
    fn quantile(
        &self,
        graph: &Graph,
        node: &Node,
        call: Library,
        args: &[Computed<B>],
    ) -> Result<Computed<B>, Failed<B>> {
        let name = node.op_name();
        let fails = |error| EvaluateError::Backend { op: name, error };
        let ([x, q, ..], [of, ..]) = (args, node.inputs()) else {
            return Err(EvaluateError::Unsupported { op: name, reason: "it has another number of operands" });
        };
        let (of, to) = (graph.extent(*of), node.extent());
        if of.is_empty() {
            return Ok(Computed::Number(f64::NAN));
        }
        let q = match q {
            Computed::Number(q) => *q,
            q => self.backend.download(&self.whole(name, q, [1; 3])?).map_err(fails)?[0],
        };
        let x = self.backend.download(&self.whole(name, x, of.shape())?).map_err(fails)?;
        let [_, rows, cols] = of.shape();
        let at = |[batch, row, col]: [usize; 3]| x[(batch * rows + row) * cols + col];
        let quantiles = match call.kept(node.inputs()) {
            // There is already one number for each index.
            Some(_) if of.is_of_axis() => x.iter().map(|x| quantile(vec![*x], q)).collect(),
            Some(kept) => numbers_to(kept, &x, graph.param_shape()).map(|numbers| quantile(numbers, q)).collect(),
            None => each(to.ranges(), |place| quantile(each(of.group(to, place), at), q)),
        };
        match call.over() {
            Some(Over::All) => Ok(Computed::Number(quantiles[0])),
            _ => self.backend.upload(&quantiles, to.shape()).map(Computed::Tensor).map_err(fails),
        }
    }

    /// A decomposition of each matrix of the batch, on the host in double precision.
    fn decompose(
        &self,
        op: &'static str,
        call: Library,
        batch: usize,
        operands: &[(Vec<f64>, [usize; 3])],
    ) -> Result<Computed<B>, Failed<B>> {
        if cfg!(not(feature = "linalg")) {
            return Err(EvaluateError::Linalg { op });
        }
        let mut all: Vec<(Vec<f64>, [usize; 3])> = Vec::new();
        for index in 0..batch {
            let matrix = |(data, [batch, rows, cols]): &(Vec<f64>, [usize; 3])| {
                let first = if *batch == 1 { 0 } else { index * rows * cols };
                Numbers { rows: *rows, cols: *cols, data: data[first..first + rows * cols].to_vec() }
            };
            let matrices: Vec<Numbers> = operands.iter().map(matrix).collect();
            for (place, result) in results(call, &matrices).unwrap_or_default().into_iter().enumerate() {
                if all.len() == place {
                    all.push((Vec::new(), [batch, result.rows, result.cols]));
                }
                all[place].0.extend(result.data);
            }
        }
        let tensors = all.iter().map(|(data, shape)| self.backend.upload(data, *shape));
        let tensors = tensors.collect::<Result<Vec<_>, _>>().map_err(|error| EvaluateError::Backend { op, error })?;
        Ok(Computed::Results(tensors))
    }
}

/// The diagonals of square matrices with `n` columns.
fn diagonal<B: Backend + ?Sized>(backend: &B, x: &B::Tensor, n: usize) -> Result<B::Tensor, B::Error> {
    let eye: Vec<f64> = (0..n * n).map(|place| f64::from(u8::from(place / n == place % n))).collect();
    let (eye, zero) = (backend.upload(&eye, [1, n, n])?, backend.fill(0.0, [1; 3])?);
    let is_on = backend.compare(Comparison::Ne, &eye, &zero)?;
    let only = backend.select(&is_on, x, &zero)?;
    if n == 1 { Ok(only) } else { backend.reduce(Fold::Sum, &only, [false, true, false]) }
}
