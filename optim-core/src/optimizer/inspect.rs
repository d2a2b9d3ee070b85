//! The inspection of gradients, inputs and parameters before a step, if an option requires it: their norm, and infinity and NaN.

use super::Optimizer;
use super::error::StepError;
use super::report::NotFinite;
use crate::gradient::{NonFinite, Spike};
use crate::kernel::{Arrays, ArraysMut, ArraysRef, Float, GradLoad, InputSlot, TensorRef, View, scan};
use crate::params::Parameters;

/// The decision about a step.
pub(super) enum Inspected {
    /// The step does not run.
    Skip(Reason),
    /// The step runs, and loads gradients in this way.
    Load(Loading),
}

/// The reason for a skipped step.
#[derive(Default)]
pub(super) struct Reason {
    pub(super) not_finite: Vec<NotFinite>,
    pub(super) spike: Option<Spike>,
}

/// The way in which a step loads its gradients.
pub(super) struct Loading {
    pub(super) load: GradLoad,
    /// The norm of all gradients, if an option requires it.
    pub(super) grad_norm: Option<f64>,
    /// The gradients that are not finite, if they were inspected.
    pub(super) not_finite: Vec<NotFinite>,
    /// The spike that was scaled.
    pub(super) spike: Option<Spike>,
}

impl Loading {
    /// Gradients that were not inspected.
    pub(super) fn plain(load: GradLoad) -> Self {
        Self { load, grad_norm: None, not_finite: Vec::new(), spike: None }
    }
}

/// Applies the policy to arrays that are not finite: skips the step, or returns the error. Parameters come first, because gradients depend on them.
pub(super) fn refuse(policy: NonFinite, found: Vec<NotFinite>) -> Result<Inspected, StepError> {
    if policy == NonFinite::Skip {
        return Ok(Inspected::Skip(Reason { not_finite: found, spike: None }));
    }
    let is_param = |found: &NotFinite| matches!(found, NotFinite::Parameter { .. });
    let first = found.iter().find(|found| is_param(found)).or(found.first()).cloned();
    Err(match first {
        Some(NotFinite::Parameter { param }) => StepError::NonFiniteParameter { param },
        Some(NotFinite::Input { input, param }) => StepError::NonFiniteInput { input, param },
        Some(NotFinite::Gradient { param }) => StepError::NonFinite { param },
        None => StepError::NonFinite { param: String::new() },
    })
}

impl<T: Float> Optimizer<T> {
    /// Returns the names of the parameters that contain infinity or NaN, apart from masked elements. It reads all parameters once,
    /// so call it every hundred steps or so. [`NonFinite::Strict`] does the same before every step.
    ///
    /// # Errors
    ///
    /// Returns an error if `params` are not the parameters for which the optimizer was built.
    pub fn params_not_finite<P>(&self, params: &P) -> Result<Vec<&str>, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
    {
        let params = self.collect_params_to_read(&self.params, params)?;
        let places = self.places_not_finite(&params);
        Ok(places.map(|place| &*self.params[place].name).collect())
    }

    /// The places of the parameters that are not finite.
    fn places_not_finite(&self, params: &Arrays<'_, impl View<T>, T>) -> impl Iterator<Item = usize> {
        let (places, present): (Vec<usize>, Vec<TensorRef<'_, T>>) = params.iter().unzip();
        let found = scan(&present, 1.0, &self.arenas, self.threads).not_finite;
        let kept = found.into_iter().filter(|index| match self.masks.get(places[*index]) {
            None => true,
            // Masked elements count as 0, whatever the model contains.
            Some(masked) => {
                present[*index].to_ndarray().iter().zip(masked.kept()).any(|(x, kept)| *kept && !x.is_finite())
            }
        });
        kept.map(|index| places[index]).collect::<Vec<_>>().into_iter()
    }

    /// Inspects the gradients before the step if an option requires it. If they are not finite, it inspects everything else, too.
    pub(super) fn inspect(
        &self,
        params: &ArraysMut<'_, T>,
        grads: &ArraysRef<'_, T>,
        inputs: &[InputSlot<'_, T>],
    ) -> Result<Inspected, StepError> {
        if !self.options.needs_scan() {
            return Ok(Inspected::Load(Loading::plain(self.options.load())));
        }
        let (places, present): (Vec<usize>, Vec<TensorRef<'_, T>>) = grads.iter().unzip();
        let scan = scan(&present, self.options.scale, &self.arenas, self.threads);
        let name = |place: usize| self.params[place].name.to_string();
        let gradient = |index: &usize| NotFinite::Gradient { param: name(places[*index]) };
        let mut not_finite: Vec<NotFinite> = scan.not_finite.iter().map(gradient).collect();
        let policy = self.options.non_finite;
        if policy != NonFinite::Off {
            not_finite.extend(self.inputs_not_finite(grads, inputs));
            // Parameters are inspected, because one of them may be the cause.
            if policy == NonFinite::Strict || !not_finite.is_empty() {
                let found = self.places_not_finite(params);
                not_finite.extend(found.map(|place| NotFinite::Parameter { param: name(place) }));
            }
            if !not_finite.is_empty() {
                return refuse(policy, not_finite);
            }
        }
        Ok(self.judged(scan.norm_squared.sqrt(), not_finite))
    }

    /// The decision about gradients with this norm.
    pub(super) fn judged(&self, norm: f64, not_finite: Vec<NotFinite>) -> Inspected {
        if !self.options.needs_norm() {
            return Inspected::Load(Loading { not_finite, ..Loading::plain(self.options.load()) });
        }
        let spike = self.options.spikes.and_then(|policy| Some((policy, self.norms.spike(policy, norm)?)));
        match spike {
            Some((policy, spike)) if !policy.scales() => Inspected::Skip(Reason { not_finite, spike: Some(spike) }),
            spike => {
                let spike = spike.map(|(_, spike)| spike);
                let load = self.options.clipped(norm, spike);
                Inspected::Load(Loading { load, grad_norm: Some(norm), not_finite, spike })
            }
        }
    }

    /// The inputs of parameters with a gradient that are not finite.
    fn inputs_not_finite(&self, grads: &ArraysRef<'_, T>, inputs: &[InputSlot<'_, T>]) -> Vec<NotFinite> {
        let room = inputs.len() / self.params.len().max(1);
        let mut found: Vec<NotFinite> = Vec::new();
        for place in grads.places() {
            let infos = self.about_of(&self.params[place]).inputs;
            for (info, input) in infos.iter().zip(&inputs[place * room..][..room]) {
                let finite = match input {
                    InputSlot::Absent => true,
                    // It is one number for all parameters, so it is reported once.
                    InputSlot::Number(_) if found.iter().any(|known| is_input(known, info.name)) => true,
                    InputSlot::Number(number) => number.is_finite(),
                    InputSlot::Array(array) => scan(&[*array], 1.0, &self.arenas, self.threads).not_finite.is_empty(),
                };
                if !finite {
                    found.push(NotFinite::Input { input: info.name, param: self.params[place].name.to_string() });
                }
            }
        }
        found
    }
}

fn is_input(found: &NotFinite, name: &str) -> bool {
    matches!(found, NotFinite::Input { input, .. } if *input == name)
}
