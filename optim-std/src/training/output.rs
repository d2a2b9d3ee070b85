//! Return values of closures.

use optim_core::Parameters;

/// An error of the program that uses [`Training`](super::Training).
pub type UserError = Box<dyn std::error::Error + Send + Sync>;

/// The return value of the closure of a step: the loss and the gradients, `(loss, grads)` or a `Result` of them.
#[diagnostic::on_unimplemented(
    message = "the closure of a step returns `{Self}`",
    label = "expected `(loss, grads)` or `Result<(loss, grads), error>`",
    note = "the loss must be `f32` or `f64`, and the gradients a struct like the model or a map from names to arrays"
)]
pub trait StepOutput {
    /// The gradients.
    type Grads: Parameters;

    /// As a result.
    ///
    /// # Errors
    ///
    /// The closure's.
    fn into_result(self) -> Result<(f64, Self::Grads), UserError>;
}

impl<L: Into<f64>, G: Parameters> StepOutput for (L, G) {
    type Grads = G;

    fn into_result(self) -> Result<(f64, G), UserError> {
        Ok((self.0.into(), self.1))
    }
}

impl<L: Into<f64>, G: Parameters, E: Into<UserError>> StepOutput for Result<(L, G), E> {
    type Grads = G;

    fn into_result(self) -> Result<(f64, G), UserError> {
        self.map(|(loss, grads)| (loss.into(), grads)).map_err(Into::into)
    }
}

/// The return value of the other closures: nothing, or a `Result` of nothing.
#[diagnostic::on_unimplemented(
    message = "the closure returns `{Self}`",
    label = "expected nothing or `Result<(), error>`",
    note = "end the closure with `;`, or with `Ok::<(), Error>(())`"
)]
pub trait CallbackOutput {
    /// As a result.
    ///
    /// # Errors
    ///
    /// The closure's.
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
