//! One step: check everything, then run.

use super::Engine;
use super::error::StepError;
use crate::gradient::NonFinite;
use crate::kernel::{Float, GradLoad, Job, TensorMut, TensorRef, run_step, scan};
use crate::params::Parameters;

/// What a step did; nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StepReport {
    /// Whether the step was carried out; `false` only under [`NonFinite::Skip`].
    pub applied: bool,
    /// Number of parameters that had a gradient.
    pub updated: usize,
    /// Euclidean norm of all gradients together after `grad_scale`, before any clipping; only with `clip_norm`.
    pub grad_norm: Option<f64>,
}

impl<T: Float> Engine<T> {
    /// Updates the parameters with the gradients.
    ///
    /// `params` are the parameters the optimizer was built for, by name and shape; `grads` holds gradients for all or
    /// some of them under the same names, in the same struct or any other. Layouts in memory may differ. Parameters
    /// without a gradient stay as they are, and so do their state and step count.
    ///
    /// # Errors
    ///
    /// See [`StepError`]. Nothing has changed then.
    pub fn step<P, G>(&mut self, params: &mut P, grads: &G) -> Result<StepReport, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T> + ?Sized,
    {
        for group in &mut self.groups {
            group.advance_to(self.steps)?;
        }
        let (grads, updated) = self.collect_grads(grads)?;
        let params = self.collect_params(params)?;
        self.run(params, grads, updated)
    }

    /// Calls `f` with the parameters for a loss and gradients, then updates the parameters, and gives back the loss.
    ///
    /// # Errors
    ///
    /// The closure's own error, or a [`StepError`] turned into one. Nothing has changed then.
    pub fn step_with<P, G, L, E>(&mut self, params: &mut P, f: impl FnOnce(&P) -> Result<(L, G), E>) -> Result<L, E>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T>,
        E: From<StepError>,
    {
        let (loss, grads) = f(params)?;
        self.step(params, &grads)?;
        Ok(loss)
    }

    /// The part of a step that does not depend on the types of the model and the gradients.
    fn run(
        &mut self,
        params: Vec<Option<TensorMut<'_, T>>>,
        grads: Vec<Option<TensorRef<'_, T>>>,
        updated: usize,
    ) -> Result<StepReport, StepError> {
        if !self.masks.is_empty() {
            self.masks.load(&params, &grads, self.threads);
        }
        let grads = self.masks.replace(grads);
        let Some((grad_norm, load)) = self.inspect(&grads)? else {
            let report = StepReport { applied: false, updated: 0, grad_norm: None };
            self.last_report = Some(report);
            return Ok(report);
        };

        let mut jobs = Vec::with_capacity(updated);
        let mut slots = self.slots.as_mut_slice();
        for ((known, param), grad) in self.params.iter().zip(params).zip(&grads) {
            let (states, rest) = std::mem::take(&mut slots).split_at_mut(self.about.states.len());
            slots = rest;
            if let (Some(param), Some(grad)) = (param, *grad) {
                // Never `None`: groups are made for the kernel's optimizer.
                let Some(kernel) = (self.kernel)(self.groups[known.group].definition()) else { continue };
                let (t, draws) = (known.t.saturating_add(1), known.draws);
                jobs.push(Job { kernel, param, grad, states, t, draws, load, shape: known.folded });
            }
        }
        if self.masks.is_empty() {
            run_step(&mut jobs, &self.arenas, self.threads);
        } else {
            // Zero before the step too: norms and means count what is masked as 0, whatever the model holds there.
            self.masks.apply(places(&grads).zip(&mut jobs), &[], self.threads);
            run_step(&mut jobs, &self.arenas, self.threads);
            self.masks.apply(places(&grads).zip(&mut jobs), self.about.states, self.threads);
        }
        drop(jobs);

        for (param, grad) in self.params.iter_mut().zip(&grads) {
            if grad.is_some() {
                param.set_t(param.t.saturating_add(1));
            }
        }
        self.steps = self.steps.saturating_add(1);
        let report = StepReport { applied: true, updated, grad_norm };
        self.last_report = Some(report);
        Ok(report)
    }

    /// Reads the gradients before the step where an option asks for it: their norm, and how to load them; `None` if
    /// the step is to be skipped.
    fn inspect(&self, grads: &[Option<TensorRef<'_, T>>]) -> Result<Option<(Option<f64>, GradLoad)>, StepError> {
        if !self.options.needs_scan() {
            return Ok(Some((None, self.options.load())));
        }
        let present: Vec<TensorRef<'_, T>> = grads.iter().copied().flatten().collect();
        let scan = scan(&present, self.options.scale, &self.arenas, self.threads);
        match (self.options.non_finite, scan.not_finite) {
            (NonFinite::Off, _) | (_, None) => Ok(Some(self.options.clipped(&scan))),
            (NonFinite::Skip, Some(_)) => Ok(None),
            (NonFinite::Error, Some(offender)) => {
                let place = places(grads).nth(offender);
                let param = place.map_or_else(String::new, |place| self.params[place].name.to_string());
                Err(StepError::NonFinite { param })
            }
        }
    }
}

/// The places of the parameters that have a gradient.
fn places<G>(grads: &[Option<G>]) -> impl Iterator<Item = usize> {
    grads.iter().enumerate().filter(|(_, grad)| grad.is_some()).map(|(place, _)| place)
}
