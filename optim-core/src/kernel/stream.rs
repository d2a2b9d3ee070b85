//! The streams and reductions of a pass, for generated code.

use super::{Finish, Fold, Repeated};
use crate::draw::Draw;
use crate::shape::Axes;

/// The index space of a pass, walked in C order: `batch` matrices of `rows` × `cols`.
///
/// The product of its sizes other than 0 is at most `isize::MAX`, as for every array. The only exception is an extent without matrices, which has no
/// elements, rows or columns either. So the numbers of elements, rows, columns and matrices do not overflow, and code that uses an extent does not
/// check this again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub(super) batch: usize,
    pub(super) rows: usize,
    pub(super) cols: usize,
}

impl Extent {
    /// `batch` matrices of `rows` × `cols`.
    ///
    /// # Panics
    /// If there are matrices, and the product of the sizes other than 0 is more than `isize::MAX`, so that no array can have these sizes.
    #[inline]
    #[must_use]
    pub const fn new(batch: usize, rows: usize, cols: usize) -> Self {
        const fn at_least_one(size: usize) -> usize {
            if size == 0 { 1 } else { size }
        }
        // The matrices of an empty batch may have any size.
        let fits = match batch.checked_mul(at_least_one(rows)) {
            None => false,
            Some(lines) => match lines.checked_mul(at_least_one(cols)) {
                None => false,
                Some(len) => len <= isize::MAX as usize,
            },
        };
        assert!(fits, "an extent has no more elements than an array can have");
        Self { batch, rows, cols }
    }

    /// Batch, rows and columns.
    #[inline]
    #[must_use]
    pub const fn sizes(self) -> [usize; 3] {
        [self.batch, self.rows, self.cols]
    }

    /// Number of elements.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "emptiness is len() == 0, as for a parameter's shape")]
    pub const fn len(self) -> usize {
        self.batch * self.rows * self.cols
    }

    /// The same extent, with length 1 for all axes except `axes`.
    pub(super) const fn over(self, axes: Axes) -> Self {
        let [batch, rows, cols] = axes.flags();
        Self {
            batch: if batch { self.batch } else { 1 },
            rows: if rows { self.rows } else { 1 },
            cols: if cols { self.cols } else { 1 },
        }
    }
}

impl From<crate::shape::ParamShape> for Extent {
    /// The index space of a whole parameter.
    ///
    /// # Panics
    /// If no array can have the shape, see [`Extent::new`].
    #[inline]
    fn from(shape: crate::shape::ParamShape) -> Self {
        Self::new(shape.batch(), shape.rows(), shape.cols())
    }
}

/// The index of a state or an item that does not exist.
pub const NOWHERE: usize = usize::MAX;

/// The largest number of items in a list.
pub(crate) const MOST_ITEMS: usize = 1 << 16;

/// The place of a stream's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The parameter.
    Param,
    /// Its gradient, scaled and clipped if the step requires it. Only an input, with all axes of the pass.
    Grad,
    /// The gradient without scaling and clipping. Otherwise like [`Source::Grad`].
    RawGrad,
    /// The state with this index. If it is absent, reads give unspecified numbers and writes have no effect. The same holds if there is no such
    /// state, for example for an item that a list does not have.
    State(usize),
    /// The input with this index, as the caller gives it. Only an input of a pass. If it is not due, reads give unspecified numbers.
    Input(usize),
    /// The scratch slot with this index: a plain C-order array over the stream's axes.
    Scratch(usize),
    /// An item of a list in a scratch slot: the slot, and the index. The items follow each other, each a plain C-order array over the stream's axes.
    /// If the item is beyond the end of the slot, reads give unspecified numbers and writes have no effect.
    Item(usize, usize),
    /// The numbers of a scratch slot along an axis, or along all other axes, repeated for each element. Only an input, in a pass over the whole
    /// parameter.
    Repeated(Repeated),
    /// Random numbers, which are computed when they are read. Only an input. The number of an element depends on its index in C order over the
    /// stream's axes.
    Draw(Draw),
}

impl Source {
    /// The scratch slot that contains it.
    #[inline]
    pub(crate) const fn slot(self) -> Option<usize> {
        match self {
            Self::Scratch(slot) | Self::Item(slot, _) | Self::Repeated(Repeated { slot, .. }) => Some(slot),
            Self::Param | Self::Grad | Self::RawGrad | Self::State(_) | Self::Input(_) | Self::Draw(_) => None,
        }
    }

    /// The stream of this source with a number for each element.
    #[inline]
    #[must_use]
    pub const fn tensor(self) -> Stream {
        self.over(Axes::Tensor)
    }

    /// The stream of this source over these axes.
    #[inline]
    #[must_use]
    pub const fn over(self, axes: Axes) -> Stream {
        Stream { source: self, axes }
    }
}

/// One input or output of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The location of the numbers.
    pub source: Source,
    /// The axes of the numbers. Along all other axes of the pass, they are repeated.
    pub axes: Axes,
}

/// One reduction of a pass, over numbers that the pass computes per element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The operation that combines the numbers, in `f64` and in an order fixed by the shape and the layout.
    pub fold: Fold,
    /// The operation on the combined number.
    pub finish: Finish,
    /// The remaining axes.
    pub keep: Axes,
    /// The scratch slot for the results, in C order over the remaining axes. It is not used if `keep` is `Axes::Scalar`.
    pub into: usize,
}

macro_rules! reductions {
    ($($section:ident {
        $($Fold:ident = $name:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)*
    })*) => {
        /// The reductions of the step language to one number, by their names in the language. The pass computes their arguments: squares for `norm`
        /// and `rms`, products for `dot`, and so on.
        impl Reduction {
            $($(#[doc = concat!($meaning, ".")]
            #[inline]
            #[must_use]
            pub const fn $name() -> Self {
                Self { fold: Fold::$join, finish: Finish::$finish, keep: Axes::Scalar, into: 0 }
            })*)*
        }
    };
}
optim_language::reductions!(reductions);

impl Reduction {
    /// The same reduction to one number for each entry of these axes, in this scratch slot.
    #[inline]
    #[must_use]
    pub const fn keep(self, axes: Axes, into: usize) -> Self {
        Self { keep: axes, into, ..self }
    }
}

/// A batch of matrices in a scratch slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The slot.
    pub slot: usize,
    /// Rows of each stored matrix.
    pub rows: usize,
    /// Columns of each stored matrix.
    pub cols: usize,
    /// True if the operand is the transpose of the stored matrix.
    pub transposed: bool,
}

impl Operand {
    /// The matrices as they are stored.
    #[inline]
    #[must_use]
    pub const fn new(slot: usize, rows: usize, cols: usize) -> Self {
        Self { slot, rows, cols, transposed: false }
    }

    /// The transposes of the stored matrices.
    #[inline]
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self { transposed: true, ..self }
    }

    /// Rows and columns of the operand itself.
    pub(crate) const fn size(self) -> (usize, usize) {
        if self.transposed { (self.cols, self.rows) } else { (self.rows, self.cols) }
    }
}
