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
/// Derive it for a struct with `#[derive(Parameters)]`. Every ndarray array is one parameter. Vectors, options, boxes, tuples,
/// fixed-size arrays and maps contain the parameters of their elements. [`Named`] is a list of named parts, and [`TensorMut`] and
/// [`TensorRef`] are arrays in slices. The name of a parameter is the path to its array, joined by dots: `fc1.weight`,
/// `layers.0.bias`. A single array is called `param`.
///
/// Among maps, `indexmap::IndexMap` (feature `indexmap`) keeps the order in which it was filled; `BTreeMap` and `HashMap` are visited
/// in the order of their keys. A step does not depend on the order, but a PyTorch file that numbers its parameters does.
///
/// Shared references and read-only views can be gradients, but not parameters, because a step can't write them.
///
/// All arrays of a model have the same element type, `f32` or `f64`, and any memory layout. Gradients may exist for some of the
/// parameters only, under the same names.
///
/// An implementation must visit the same names in both methods, each once. Visit them in the same order every time: a different
/// order costs a look-up per parameter and step. If your order is only the order of sorted keys, create names with
/// [`Name::unordered_child`]. If calls differ in anything else, such as a shape or a missing or duplicate name, the method that
/// finds it returns a typed error and changes nothing.
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
