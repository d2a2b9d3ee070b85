//! The arrays of a model, by name.

mod arrays;
mod build_from;
mod collections;
mod info;
mod load;
mod name;
mod named;

pub use build_from::{BuildFrom, Declared, Shapes};
pub use info::ParamInfo;
pub use load::{FoundParams, LoadParams, LoadParamsError, MissingParam, TensorSource};
pub use name::Name;
pub use named::Named;

use crate::kernel::{Float, TensorMut, TensorRef};

/// Something that holds named arrays: a model's parameters, or gradients for all or some of them.
///
/// Structs get it by `#[derive(Parameters)]`; every ndarray array is one parameter by itself; vectors, options,
/// boxes, tuples, fixed-size arrays and maps hold what their elements hold. [`Named`] is a list of named parts, and [`TensorMut`]
/// and [`TensorRef`] are arrays in slices. Names are the path to an array, joined by points: `fc1.weight`, `layers.0.bias`.
/// An array that is not inside anything is called `param`.
///
/// Among maps, `indexmap::IndexMap` (feature `indexmap`) keeps the order in which it was filled; `BTreeMap` and `HashMap` are visited
/// in the order of their keys. A step does not depend on it. What numbers parameters, as files of PyTorch do, does.
///
/// Shared references and read-only views hold gradients, not parameters: a step would not find what to write.
///
/// All arrays of a model have one element type, `f32` or `f64`; their layout in memory is free. Gradients may be any part of the
/// parameters, under the same names.
///
/// An implementation visits the same names in both methods, each once, and in the same order every time: an order
/// that changes costs a look-up per parameter and step. Where the order is only that of sorted keys, names are made with
/// [`Name::unordered_child`]. Whatever else differs between two calls, a shape, a name that is missing or comes twice, is a typed
/// error of the method that finds it, and that method changes nothing then.
///
/// The guide: `optim_std::guide::parameters`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold parameters",
    label = "expected a model, an array, or a map of arrays",
    note = "write `#[derive(Parameters)]` on a struct of ndarray arrays",
    note = "write `#[parameters(skip)]` on fields that are not parameters",
    note = "see `optim_std::guide::errors#derive`"
)]
pub trait Parameters {
    /// Element type of every array.
    type Elem: Float;

    /// Calls `f` with every array, to read it. `name` is the path to `self`; the caller passes [`Name::ROOT`] for a
    /// whole model.
    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, Self::Elem>));

    /// Calls `f` with every array, to write it.
    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, Self::Elem>));
}

/// A part of a derived struct: it holds parameters with the struct's own type of elements.
///
/// One trait serves both directions, so that the compiler reports a wrong part only once.
#[doc(hidden)]
pub trait Part<E: Float> {
    /// [`Parameters::visit`]
    fn visit_part<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, E>));

    /// [`Parameters::visit_mut`]
    fn visit_part_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, E>));
}

impl<P: Parameters<Elem = E>, E: Float> Part<E> for P {
    #[inline]
    fn visit_part<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, E>)) {
        self.visit(name, f);
    }

    #[inline]
    fn visit_part_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, E>)) {
        self.visit_mut(name, f);
    }
}
