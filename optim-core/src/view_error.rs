//! The error of views of slices.

/// The reason why a slice cannot be viewed as an array.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The slice is shorter or longer than the number of elements of the shape.
    #[error("a view of shape {shape:?} needs a slice of {expected} elements, found {found}")]
    Length {
        /// The shape.
        shape: Vec<usize>,
        /// Its number of elements.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
    /// The product of all sizes, zeros left out, is larger than `isize::MAX`.
    #[error("shape {shape:?} is too large: allowed are {} elements, sizes of 0 not counted", isize::MAX)]
    TooLarge {
        /// The shape.
        shape: Vec<usize>,
    },
    /// The number of strides differs from the number of axes.
    #[error("shape {shape:?} needs {} strides, found {}: {strides:?}", shape.len(), strides.len())]
    Axes {
        /// The shape.
        shape: Vec<usize>,
        /// The strides.
        strides: Vec<i128>,
    },
    /// An index lies outside of the slice.
    #[error(
        "a view of shape {shape:?} with strides {strides:?} from element {offset} reaches outside of the slice of \
         {len} elements"
    )]
    OutOfBounds {
        /// The shape.
        shape: Vec<usize>,
        /// The strides.
        strides: Vec<i128>,
        /// The element of the slice at index 0.
        offset: usize,
        /// The length of the slice.
        len: usize,
    },
    /// Two indices of a writable view share an element, or may share one.
    #[error("a view of shape {shape:?} with strides {strides:?} is not writable: two indices may share an element")]
    Overlap {
        /// The shape.
        shape: Vec<usize>,
        /// The strides.
        strides: Vec<i128>,
    },
}

crate::messages::debug_as_display!(ViewError);
