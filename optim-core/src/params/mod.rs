//! The arrays of a model, by name.

mod arrays;
mod collections;
mod info;
mod name;

pub use info::ParamInfo;
pub use name::Name;

use crate::kernel::{Float, TensorMut, TensorRef};

/// Something that holds named arrays: a model's parameters, or gradients for all or some of them.
///
/// Structs get it by `#[derive(Parameters)]`; every ndarray array is one parameter by itself; vectors, options,
/// boxes, tuples, fixed-size arrays and maps hold what their elements hold. Names are the path to an array, joined
/// by points: `fc1.weight`, `layers.0.bias`. An array that is not inside anything is called `param`.
///
/// Shared references and read-only views hold gradients, not parameters: a step would not find what to write.
///
/// An implementation visits the same names in both methods, each once, and in the same order every time: an order
/// that changes costs a look-up per parameter and step.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold parameters",
    label = "expected a model, an array, or a map of arrays",
    note = "a struct of ndarray arrays gets this by `#[derive(Parameters)]`"
)]
pub trait Parameters {
    /// Element type of every array.
    type Elem: Float;

    /// Calls `f` with every array to read. `name` is the path to `self`, [`Name::ROOT`] from outside.
    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, Self::Elem>));

    /// Calls `f` with every array to write.
    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, Self::Elem>));
}

/// Visits one part of a derived struct; its elements must be those of the struct.
#[inline]
#[doc(hidden)]
pub fn visit_part<'a, P, E>(part: &'a P, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, E>))
where
    P: Parameters<Elem = E> + ?Sized,
    E: Float,
{
    part.visit(name, f);
}

/// [`visit_part`] to write.
#[inline]
#[doc(hidden)]
pub fn visit_part_mut<'a, P, E>(part: &'a mut P, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, E>))
where
    P: Parameters<Elem = E> + ?Sized,
    E: Float,
{
    part.visit_mut(name, f);
}
