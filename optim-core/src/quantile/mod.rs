//! Quantiles in steps: calls that select among the numbers of a scratch slot.
//!
//! The numbers that one result is of are copied in double precision, whatever the element type, and selected from on one thread.

mod select;

use ndarray::Axis;
use num_traits::AsPrimitive;

use self::select::quantile;
use crate::kernel::program::{CallParts, Register};
use crate::kernel::{Cx, Description, Extent, Float, LoopNumber, Need, Operand, PassKind, output};

impl<'p, E: LoopNumber> Description<'p, '_, E> {
    /// The quantile `q` of all numbers of the batch, as a number of the program.
    ///
    /// # Panics
    /// If the sizes are those of no array, or the slot does not exist or is too short. Generated code does none of this.
    #[must_use]
    pub fn quantile(&mut self, x: Operand, q: impl Into<Register<'p>>) -> Register<'p> {
        let (x, q) = (self.own_operand(x), q.into().operand());
        let (rows, cols) = x.size();
        let need = Need { numbers: Extent::new(self.shape().batch(), rows, cols).len(), ..Need::default() };
        let extent = Extent::new(self.shape().batch(), rows, cols);
        let called = CallParts { kind: PassKind::Quantile, extent, operands: vec![x], results: Vec::new(), need };
        let result = self.given(false);
        let to = result.operand();
        self.call(called, move |cx, numbers| {
            let number = of_all(cx, x, need, numbers.of(q));
            numbers.set(to, number);
        });
        result
    }

    /// Writes the quantile `q` of each row into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn row_quantile(&mut self, x: Operand, q: impl Into<Register<'p>>, quantile: usize) {
        let (rows, cols) = x.size();
        self.quantiles((PassKind::RowQuantile, cols), x, q.into(), (quantile, rows, 1));
    }

    /// Writes the quantile `q` of each column into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn col_quantile(&mut self, x: Operand, q: impl Into<Register<'p>>, quantile: usize) {
        let (rows, cols) = x.size();
        self.quantiles((PassKind::ColQuantile, rows), x, q.into(), (quantile, 1, cols));
    }

    /// Writes the quantile `q` of each matrix into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn matrix_quantile(&mut self, x: Operand, q: impl Into<Register<'p>>, quantile: usize) {
        let (rows, cols) = x.size();
        let count = Extent::new(1, rows, cols).len();
        self.quantiles((PassKind::MatrixQuantile, count), x, q.into(), (quantile, 1, 1));
    }

    /// A result for each `count` numbers of a matrix.
    fn quantiles(
        &mut self,
        (kind, count): (PassKind, usize),
        x: Operand,
        q: Register<'p>,
        (slot, rows, cols): (usize, usize, usize),
    ) {
        let (q, need) = (q.operand(), Need { numbers: count, ..Need::default() });
        self.for_each_matrix(kind, [x], [output(slot, rows, cols)], need, move |[x], [results], workspace, numbers| {
            let q = numbers.of(q);
            let copy = &mut workspace.numbers[..count];
            let mut select = |to: &mut E::Float, from: &mut dyn Iterator<Item = &E::Float>| {
                copy.iter_mut().zip(from).for_each(|(to, from)| *to = from.as_());
                *to = E::Float::cast(quantile(copy, q));
            };
            if kind == PassKind::MatrixQuantile {
                results.iter_mut().for_each(|to| select(to, &mut x.iter()));
            } else {
                let axis = Axis(usize::from(kind == PassKind::RowQuantile));
                let lanes = x.lanes(axis);
                results.iter_mut().zip(lanes).for_each(|(to, lane)| select(to, &mut lane.iter()));
            }
            true
        });
    }
}

/// The quantile of the numbers of all matrices of the batch.
fn of_all<T: Float>(cx: &mut Cx<'_, T>, x: Operand, need: Need, q: f64) -> f64 {
    let mut workspace = std::mem::take(&mut cx.arena.workspace);
    workspace.reserve(need);
    let copy = &mut workspace.numbers[..need.numbers];
    copy.iter_mut().zip(cx.matrices(x)).for_each(|(to, from)| *to = from.as_());
    let number = quantile(copy, q);
    cx.arena.workspace = workspace;
    number
}
