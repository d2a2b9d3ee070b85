//! Steps that need gradients twice. `probe` moves the parameters in between.

use std::sync::Arc;

use super::Optimizer;
use super::error::StepError;
use super::inputs::Inputs;
use super::step::Attempt;
use crate::definition::Routine;
use crate::kernel::Float;
use crate::params::Parameters;

impl<T: Float> Optimizer<T> {
    /// Returns true if the optimizer has a `probe`. Then only [`step_with`](Self::step_with) works.
    pub fn has_probe(&self) -> bool {
        self.rules.iter().any(|rule| !rule.about.probe.is_empty())
    }

    /// Calls `f` with the parameters to compute a loss and gradients, updates the parameters, and returns the loss.
    ///
    /// An optimizer with a `probe` calls `f` twice: `probe` moves the parameters with the first gradients, and the step uses
    /// the gradients that `f` returns at the moved parameters. The loss is from the first call. `grad_scale`, clipping and
    /// [`NonFinite`](crate::NonFinite) apply to both gradients. Each is clipped by its own norm; the
    /// [report](Self::last_report) has the norm of the second. Masks apply to the probe as to the step, and both see the
    /// same step count and hyperparameters.
    ///
    /// # Errors
    ///
    /// Returns the closure's own error, or a [`StepError`] converted to it; with a `probe` also [`StepError::GradientInOneCall`]. Nothing has changed
    /// then. If the closure panics or the step is skipped, nothing has changed either: the changes of `probe` are undone, bit by bit.
    pub fn step_with<P, G, L, E>(&mut self, params: &mut P, f: impl FnMut(&P) -> Result<(L, G), E>) -> Result<L, E>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T>,
        E: From<StepError>,
    {
        self.step_with_given(params, f, &Inputs::new())
    }

    /// [`step_with`](Self::step_with) with these inputs.
    pub(super) fn step_with_given<P, G, L, E>(
        &mut self,
        params: &mut P,
        mut f: impl FnMut(&P) -> Result<(L, G), E>,
        inputs: &Inputs<'_, T>,
    ) -> Result<L, E>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T>,
        E: From<StepError>,
    {
        let (loss, grads) = f(params)?;
        if !self.has_probe() {
            self.update(params, &grads, inputs)?;
            return Ok(loss);
        }
        if let Some(probed) = Probed::new(self, params, &grads, inputs)? {
            drop(grads);
            let (_, grads) = f(probed.params)?;
            probed.step(&grads, inputs)?;
        }
        Ok(loss)
    }

    /// Runs the probe. If `backed_up` is true, it first saves the arrays that the probe may change. Returns `None` if the step must be skipped.
    pub(crate) fn probe<P, G>(
        &mut self,
        params: &mut P,
        grads: &G,
        inputs: &Inputs<'_, T>,
        backed_up: bool,
    ) -> Result<Option<ProbeReport>, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T> + ?Sized,
    {
        self.advance()?;
        let about = Arc::clone(&self.params);
        let grads = self.collect_grads(&about, grads)?;
        let inputs = self.collect_inputs(inputs, &grads)?;
        let given: Vec<bool> = (0..self.params.len()).map(|place| grads.has(place)).collect();
        let params = self.collect_params(&about, params)?;
        // Watched numbers are about the parameters before the probe.
        let kept = (backed_up || self.watch.sums_after(self.steps).update).then_some(&*given);
        match self.run(Routine::Probe, params, (grads, inputs), kept)? {
            Attempt::Ran(ran) => Ok(Some(ProbeReport { given, grad_norm: ran.grad_norm })),
            Attempt::Skipped(reason) => {
                self.skip(reason);
                Ok(None)
            }
        }
    }
}

/// The results of a probe that has run.
pub(crate) struct ProbeReport {
    /// True for each parameter with a gradient.
    given: Vec<bool>,
    /// The norm of all gradients, if an option requires it.
    pub(crate) grad_norm: Option<f64>,
}

/// A model whose parameters the probe has moved. If it is dropped without its step, the parameters are restored.
struct Probed<'m, P: Parameters<Elem = T> + ?Sized, T: Float> {
    optimizer: &'m mut Optimizer<T>,
    params: &'m mut P,
    /// True for each parameter with a gradient.
    given: Vec<bool>,
    done: bool,
}

impl<'m, P: Parameters<Elem = T> + ?Sized, T: Float> Probed<'m, P, T> {
    /// Saves the arrays that the probe may change, and runs it. Returns `None` if the step is skipped.
    fn new<G>(
        optimizer: &'m mut Optimizer<T>,
        params: &'m mut P,
        grads: &G,
        inputs: &Inputs<'_, T>,
    ) -> Result<Option<Self>, StepError>
    where
        G: Parameters<Elem = T> + ?Sized,
    {
        let Some(ProbeReport { given, .. }) = optimizer.probe(params, grads, inputs, true)? else {
            return Ok(None);
        };
        Ok(Some(Self { optimizer, params, given, done: false }))
    }

    /// Runs the step with the gradients at the moved parameters.
    fn step<G>(mut self, grads: &G, inputs: &Inputs<'_, T>) -> Result<(), StepError>
    where
        G: Parameters<Elem = T> + ?Sized,
    {
        let optimizer = &mut *self.optimizer;
        let about = Arc::clone(&optimizer.params);
        let grads = optimizer.collect_grads(&about, grads)?;
        let in_one = self.given.iter().enumerate().position(|(place, given)| grads.has(place) != *given);
        if let Some(place) = in_one {
            let call = if self.given[place] { "first" } else { "second" };
            return Err(StepError::GradientInOneCall { param: optimizer.params[place].name.to_string(), call });
        }
        let inputs = optimizer.collect_inputs(inputs, &grads)?;
        let params = optimizer.collect_params(&about, self.params)?;
        self.done = optimizer.update_with(params, (grads, inputs))?.applied;
        Ok(())
    }
}

impl<P: Parameters<Elem = T> + ?Sized, T: Float> Drop for Probed<'_, P, T> {
    fn drop(&mut self) {
        if !self.done {
            self.optimizer.restore(self.params, &self.given);
        }
    }
}
