//! Quantiles in steps: calls that select among the numbers in a scratch slot.
//!
//! The operands of each result are copied in double precision, whatever the element type. One thread selects among them.

mod select;

use std::ops::Range;

use ndarray::s;
use num_traits::AsPrimitive;

use self::select::quantile;
use crate::kernel::program::{CallParts, CallWork, Register};
use crate::kernel::{
    CallOutput, Description, Extent, Float, LoopNumber, Need, Operand, PassKind, StepContext, ToReduce, output,
};
use crate::shape::Dim;

impl<'p, E: LoopNumber> Description<'p, '_, E> {
    /// The quantile `q` of all numbers of the batch, as a number of the program.
    ///
    /// # Panics
    /// If the sizes belong to no array, or the slot does not exist or is too short. Generated code does none of this.
    #[must_use]
    pub fn quantile(&mut self, x: Operand, q: impl Into<Register<'p>>) -> Register<'p> {
        let (x, q) = (self.own_operand(x), q.into().operand());
        let (rows, cols) = x.size();
        let need = Need { numbers: Extent::new(self.shape().batch(), rows, cols).len(), ..Need::default() };
        let extent = Extent::new(self.shape().batch(), rows, cols);
        let called = CallParts { kind: PassKind::Quantile, extent, operands: vec![x], results: Vec::new(), need };
        let result = self.given(false);
        let to = result.operand();
        let work = CallWork::Whole(Box::new(move |cx, numbers| {
            let number = of_all(cx, x, need, numbers.of(q));
            numbers.set(to, number);
        }));
        self.call(called, work);
        result
    }

    /// Writes the quantile `q` of each row into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn row_quantile(&mut self, x: Operand, q: impl Into<Register<'p>>, quantile: usize) {
        let (rows, cols) = x.size();
        let (batch, results) = (self.shape().batch(), output(quantile, rows, 1));
        let row = move |place| (place..place + 1, 0..cols);
        self.quantiles((PassKind::RowQuantile, cols), (batch, x), q.into(), results, row);
    }

    /// Writes the quantile `q` of each column into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn col_quantile(&mut self, x: Operand, q: impl Into<Register<'p>>, quantile: usize) {
        let (rows, cols) = x.size();
        let (batch, results) = (self.shape().batch(), output(quantile, 1, cols));
        let col = move |place| (0..rows, place..place + 1);
        self.quantiles((PassKind::ColQuantile, rows), (batch, x), q.into(), results, col);
    }

    /// Writes the quantile `q` of each matrix into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn matrix_quantile(&mut self, x: Operand, q: impl Into<Register<'p>>, quantile: usize) {
        let (rows, cols) = x.size();
        let count = Extent::new(1, rows, cols).len();
        let (batch, results) = (self.shape().batch(), output(quantile, 1, 1));
        self.quantiles((PassKind::MatrixQuantile, count), (batch, x), q.into(), results, move |_| (0..rows, 0..cols));
    }

    /// Writes the quantile `q` of all numbers at each index along an axis into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn quantile_along(&mut self, of: ToReduce<1>, q: impl Into<Register<'p>>, axis: usize, quantile: usize) {
        let ([slot], [before, size, behind]) = (of.slots(), of.around(Dim::Along(axis), self.shape()));
        let (x, results) = (Operand::new(slot, before, size.saturating_mul(behind)), output(quantile, 1, size));
        let count = before.saturating_mul(behind);
        let at = move |place| (0..before, place * behind..(place + 1) * behind);
        self.quantiles((PassKind::QuantileAlong, count), (1, x), q.into(), results, at);
    }

    /// Writes the quantile `q` of the numbers along an axis, for each position along the others, into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn quantile_without(&mut self, of: ToReduce<1>, q: impl Into<Register<'p>>, axis: usize, quantile: usize) {
        let ([slot], [before, size, behind]) = (of.slots(), of.around(Dim::Without(axis), self.shape()));
        let (x, results) = (Operand::new(slot, size, behind), output(quantile, 1, behind));
        let col = move |place| (0..size, place..place + 1);
        self.quantiles((PassKind::QuantileWithout, size), (before, x), q.into(), results, col);
    }

    /// Computes `count` results for each matrix of a batch, each from certain rows and columns.
    fn quantiles(
        &mut self,
        (kind, count): (PassKind, usize),
        (batch, x): (usize, Operand),
        q: Register<'p>,
        results: CallOutput,
        of: impl Fn(usize) -> (Range<usize>, Range<usize>) + Send + Sync + 'static,
    ) {
        let (q, need) = (q.operand(), Need { numbers: count, ..Need::default() });
        self.for_each_matrix_of(batch, kind, [x], [results], need, move |[x], [results], workspace, numbers| {
            let (q, copy) = (numbers.of(q), &mut workspace.numbers[..count]);
            for (place, to) in results.iter_mut().enumerate() {
                let (rows, cols) = of(place);
                copy.iter_mut().zip(x.slice(s![rows, cols])).for_each(|(to, from)| *to = from.as_());
                *to = E::Float::cast(quantile(copy, q));
            }
            true
        });
    }
}

/// The quantile of the numbers of all matrices in the batch.
fn of_all<T: Float>(cx: &mut StepContext<'_, T>, x: Operand, need: Need, q: f64) -> f64 {
    let mut workspace = std::mem::take(&mut cx.arena.workspace);
    workspace.reserve(need);
    let copy = &mut workspace.numbers[..need.numbers];
    copy.iter_mut().zip(cx.matrices(x)).for_each(|(to, from)| *to = from.as_());
    let number = quantile(copy, q);
    cx.arena.workspace = workspace;
    number
}
