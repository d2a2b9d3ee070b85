//! Proof that a function in a body has the mark `#[elementwise]`.

/// The type next to a marked function, for the function's type `F`. Implemented by `#[elementwise]`.
///
/// The two traits below stand for this one in bounds and add an error message. For this one the compiler would list all marked functions.
pub trait Marked<F> {}

/// [`Marked`], with the message for a function of any name.
#[diagnostic::on_unimplemented(
    message = "this function is not marked `#[elementwise]`",
    label = "not an `#[elementwise]` function",
    note = "mark it: `#[elementwise] fn name<V: Value>(x: V) -> V {{ … }}`",
    note = "or write it in the annotated impl, and call it as `self.name(x)`",
    note = "see `optim_std::guide::errors#calls`"
)]
pub trait ElementwiseFunction<F> {}

#[diagnostic::do_not_recommend]
impl<F, Type: Marked<F>> ElementwiseFunction<F> for Type {}

/// [`Marked`], with the message for a function that has the name of a method of the language.
#[diagnostic::on_unimplemented(
    message = "the functions of the language are methods, and this is not an `#[elementwise]` function",
    label = "write `a.max(b)` for `max(a, b)`, `x.sqrt()` for `sqrt(x)`",
    note = "see `optim_std::guide::errors#calls`"
)]
pub trait ElementwiseNotMethod<F> {}

#[diagnostic::do_not_recommend]
impl<F, Type: Marked<F>> ElementwiseNotMethod<F> for Type {}

/// A function that a body calls, in the proof in generated code.
pub struct Called<F>(pub F);

impl<F> Called<F> {
    /// Compiles if `Type` is the type next to the function.
    pub fn is_elementwise<Type: ElementwiseFunction<F>>(self) {}

    /// The same, with the message for a function that has the name of a method of the language.
    pub fn is_elementwise_and_no_method<Type: ElementwiseNotMethod<F>>(self) {}
}

/// Makes a [`Called`] from a function, as an associated function of its type. The type of a step function has its own function with this name,
/// which makes a [`CalledStepFunction`].
pub trait AnyCalled {
    /// The function.
    fn __called<F>(function: F) -> Called<F> {
        Called(function)
    }
}

impl<Type> AnyCalled for Type {}

/// A step function in `uses(…)`. Nothing implements it: for a function that is in `uses(…)`, no body has this bound.
#[diagnostic::on_unimplemented(
    message = "this step function is not named in `uses(…)`",
    label = "not named in `uses(…)`",
    note = "name it on the impl or the step function that calls it: `#[optimizer(uses(name))]`",
    note = "an `#[elementwise]` function cannot call it",
    note = "see `optim_std::guide::errors#functions`"
)]
pub trait NamedInUses<F> {}

/// A step function that a body calls, but that is not in `uses(…)`.
pub struct CalledStepFunction<F>(pub F);

impl<F> CalledStepFunction<F> {
    /// Never compiles; the error says that `uses(…)` lacks the function.
    pub fn is_elementwise<Type: NamedInUses<F>>(self) {}

    /// The same, for a function that has the name of a method of the language.
    pub fn is_elementwise_and_no_method<Type: NamedInUses<F>>(self) {}
}
