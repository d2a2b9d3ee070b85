//! Return values of closures.

use optim_core::{Inputs, Parameters};

/// An error of the program that uses [`Training`](super::Training).
pub type UserError = Box<dyn std::error::Error + Send + Sync>;

/// The return value of the closure of a step: the loss and the gradients, `(loss, grads)`. For an optimizer that
/// declares inputs, also the inputs, `(loss, grads, inputs)`. Or a `Result` of either.
#[diagnostic::on_unimplemented(
    message = "the closure of a step returns `{Self}`",
    label = "expected `(loss, grads)`, `(loss, grads, inputs)`, or a `Result` of them",
    note = "the loss must be `f32` or `f64`, and the gradients a struct like the model or a map from names to arrays"
)]
pub trait StepOutput<'i>: Sized {
    /// The gradients.
    type Grads: Parameters;

    /// Converts the value to a `Result`.
    ///
    /// # Errors
    ///
    /// The error of the closure.
    fn into_result(self) -> Result<LossAndGrads<'i, Self::Grads>, UserError>;
}

/// The loss, the gradients and the inputs of a step.
pub type LossAndGrads<'i, G> = (f64, G, Inputs<'i, <G as Parameters>::Elem>);

impl<'i, L: Into<f64>, G: Parameters> StepOutput<'i> for (L, G) {
    type Grads = G;

    fn into_result(self) -> Result<LossAndGrads<'i, G>, UserError> {
        Ok((self.0.into(), self.1, Inputs::new()))
    }
}

impl<'i, L: Into<f64>, G: Parameters> StepOutput<'i> for (L, G, Inputs<'i, G::Elem>) {
    type Grads = G;

    fn into_result(self) -> Result<LossAndGrads<'i, G>, UserError> {
        Ok((self.0.into(), self.1, self.2))
    }
}

impl<'i, L, G: Parameters, E: Into<UserError>> StepOutput<'i> for Result<(L, G), E>
where
    (L, G): StepOutput<'i, Grads = G>,
{
    type Grads = G;

    fn into_result(self) -> Result<LossAndGrads<'i, G>, UserError> {
        self.map_err(Into::into)?.into_result()
    }
}

impl<'i, L, G: Parameters, E: Into<UserError>> StepOutput<'i> for Result<(L, G, Inputs<'i, G::Elem>), E>
where
    (L, G, Inputs<'i, G::Elem>): StepOutput<'i, Grads = G>,
{
    type Grads = G;

    fn into_result(self) -> Result<LossAndGrads<'i, G>, UserError> {
        self.map_err(Into::into)?.into_result()
    }
}

/// The return value of the other closures: nothing, or a `Result` of nothing.
#[diagnostic::on_unimplemented(
    message = "the closure returns `{Self}`",
    label = "expected nothing or `Result<(), error>`",
    note = "end the closure with `;`, or with `Ok::<(), Error>(())`"
)]
pub trait CallbackOutput {
    /// Converts the value to a `Result`.
    ///
    /// # Errors
    ///
    /// The error of the closure.
    fn into_result(self) -> Result<(), UserError>;
}

impl CallbackOutput for () {
    fn into_result(self) -> Result<(), UserError> {
        Ok(())
    }
}

impl<E: Into<UserError>> CallbackOutput for Result<(), E> {
    fn into_result(self) -> Result<(), UserError> {
        self.map_err(Into::into)
    }
}
