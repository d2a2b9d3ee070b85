//! The mark of functions with `#[elementwise]`, which bodies may call.

/// The type next to a marked function, for the function's own type `F`. Implemented by `#[elementwise]`.
///
/// The traits below are this one, with the words of a message; for this one the compiler would list all marked functions.
pub trait Marked<F> {}

/// [`Marked`], for a function of any name.
#[diagnostic::on_unimplemented(
    message = "this function is not marked `#[elementwise]`",
    label = "not an `#[elementwise]` function",
    note = "mark it: `#[elementwise] fn name<V: Value>(x: V) -> V {{ … }}`",
    note = "or write it in the annotated impl, and call it as `self.name(x)`",
    note = "or, if it is marked `#[optimizer]`, name it on the impl: `#[optimizer(uses(name))]`",
    note = "see `optim_std::guide::errors#calls`"
)]
pub trait ElementwiseFunction<F> {}

#[diagnostic::do_not_recommend]
impl<F, Type: Marked<F>> ElementwiseFunction<F> for Type {}

/// [`Marked`], for a function that is called like a method of the language.
#[diagnostic::on_unimplemented(
    message = "the functions of the language are methods, and this is not an `#[elementwise]` function",
    label = "write `a.max(b)` for `max(a, b)`, `x.sqrt()` for `sqrt(x)`",
    note = "see `optim_std::guide::errors#calls`"
)]
pub trait ElementwiseNotMethod<F> {}

#[diagnostic::do_not_recommend]
impl<F, Type: Marked<F>> ElementwiseNotMethod<F> for Type {}

/// A function that a body calls, as generated code asks about it.
pub struct Called<F>(pub F);

impl<F> Called<F> {
    /// Compiles if `Type` is the type next to the function.
    pub fn is_elementwise<Type: ElementwiseFunction<F>>(self) {}

    /// The same of a function that is called like a method of the language.
    pub fn is_elementwise_and_no_method<Type: ElementwiseNotMethod<F>>(self) {}
}
