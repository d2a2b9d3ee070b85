//! Calls that only move numbers and do not need the library.

use num_traits::{AsPrimitive, ConstOne, ConstZero};

use super::batch::output;
use super::{Need, square};
use crate::kernel::{Description, Float, LoopNumber, Operand, PassKind};

impl<E: LoopNumber> Description<'_, '_, E> {
    /// Writes the diagonals of square matrices into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn diag(&mut self, x: Operand, diagonal: usize) {
        let n = square(x);
        let results = [output(diagonal, 1, n)];
        let need = Need::default();
        self.for_each_matrix(PassKind::Diag, [x], results, need, move |[x], [diagonal], _, _| {
            diagonal.iter_mut().zip(x.diag()).for_each(|(to, from)| *to = *from);
            true
        });
    }

    /// Writes the first `n` columns into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn first_cols(&mut self, x: Operand, n: usize, columns: usize) {
        let (rows, cols) = x.size();
        assert!(n <= cols, "there are so many columns");
        let results = [output(columns, rows, n)];
        let need = Need::default();
        self.for_each_matrix(PassKind::FirstCols, [x], results, need, move |[x], [columns], _, _| {
            for (to, from) in columns.chunks_exact_mut(n).zip(x.rows()) {
                to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
            }
            true
        });
    }

    /// Writes the indices that sort the numbers of one row in ascending order into a slot. They are stored as patterns of bits, only for
    /// [`take_cols`](Self::take_cols) and [`put_cols`](Self::put_cols). Equal numbers keep their order, and NaN is last.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn argsort(&mut self, x: Operand, order: usize) {
        let (rows, n) = x.size();
        assert!(rows == 1, "`argsort` sorts one row");
        let need = Need { places: n, ..Need::default() };
        let results = [output(order, 1, n)];
        self.for_each_matrix(PassKind::Argsort, [x], results, need, move |[x], [order], workspace, _| {
            let places = &mut workspace.places[..n];
            places.iter_mut().enumerate().for_each(|(place, to)| *to = place);
            // The unstable sort does not allocate. Comparing indices keeps the order of equal numbers.
            places.sort_unstable_by(|&a, &b| {
                let (x, y) = (x[(0, a)].as_(), x[(0, b)].as_());
                let equal_or_nan = || x.is_nan().cmp(&y.is_nan());
                x.partial_cmp(&y).unwrap_or_else(equal_or_nan).then(a.cmp(&b))
            });
            order.iter_mut().zip(places).for_each(|(to, place)| *to = E::Float::from_bits(*place as u64));
            true
        });
    }

    /// Writes columns into a slot, in the order of [`argsort`](Self::argsort).
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh), and if an order contains an invalid index.
    pub fn take_cols(&mut self, x: Operand, order: Operand, columns: usize) {
        let ((rows, n), (one, places)) = (x.size(), order.size());
        assert!(one == 1 && places == n, "an order has a place for each column");
        let results = [output(columns, rows, n)];
        let need = Need::default();
        self.for_each_matrix(PassKind::TakeCols, [x, order], results, need, move |[x, order], [columns], _, _| {
            for (to, from) in columns.chunks_exact_mut(n).zip(x.rows()) {
                to.iter_mut().zip(order).for_each(|(to, place)| *to = from[place.to_bits() as usize]);
            }
            true
        });
    }

    /// Writes `x` into a slot, and replaces its columns by the columns of `y`, in the order of [`argsort`](Self::argsort).
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh), and if an order contains an invalid index.
    pub fn put_cols(&mut self, x: Operand, order: Operand, y: Operand, columns: usize) {
        let ((rows, n), (one, places), (others, put)) = (x.size(), order.size(), y.size());
        assert!(one == 1 && places == n, "an order has a place for each column");
        assert!(others == rows && put <= n, "there are such columns");
        let results = [output(columns, rows, n)];
        let need = Need::default();
        self.for_each_matrix(PassKind::PutCols, [x, order, y], results, need, move |[x, order, y], [columns], _, _| {
            for ((to, from), put) in columns.chunks_exact_mut(n).zip(x.rows()).zip(y.rows()) {
                to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
                put.iter().zip(order).for_each(|(from, place)| to[place.to_bits() as usize] = *from);
            }
            true
        });
    }

    /// Writes the identity matrix into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn eye(&mut self, n: usize, identity: usize) {
        let results = [output(identity, n, n)];
        let need = Need::default();
        self.for_each_matrix(PassKind::Eye, [], results, need, move |[], [identity], _, _| {
            identity.fill(E::Float::ZERO);
            identity.iter_mut().step_by(n + 1).for_each(|x| *x = E::Float::ONE);
            true
        });
    }
}
