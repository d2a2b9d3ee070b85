//! One step: it checks everything, and then runs.

use std::sync::Arc;

use super::error::StepError;
use super::inputs::Inputs;
use super::inspect::{Inspected, Loading, Reason};
use super::report::{NotFinite, StepReport};
use super::routine::RoutineOfRules;
use super::watch::Watched;
use super::{Group, Optimizer};
use crate::definition::Routine;
use crate::gradient::Spike;
use crate::input::InputInfo;
use crate::kernel::{ArraysMut, ArraysRef, Float, InputSlot, ParamRow};
use crate::params::Parameters;

impl<T: Float> Optimizer<T> {
    /// Updates the parameters with the gradients.
    ///
    /// `params` must have the names and shapes of the parameters that the optimizer was built for. `grads` has
    /// gradients for all or some of them under the same names, in the same type or any other. Memory layouts may
    /// differ. Parameters without a gradient stay unchanged, with their states and step counts.
    ///
    /// # Errors
    ///
    /// See [`StepError`]. An optimizer with a `probe` always returns [`StepError::NeedsProbe`]: use
    /// [`step_with`](Self::step_with). If an input is due, the error is [`StepError::MissingInput`]: pass inputs with
    /// [`with_inputs`](Self::with_inputs). Nothing has changed then.
    pub fn step<P, G>(&mut self, params: &mut P, grads: &G) -> Result<StepReport, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T> + ?Sized,
    {
        self.step_given(params, grads, &Inputs::new())
    }

    /// [`step`](Self::step) with these inputs.
    pub(super) fn step_given<P, G>(
        &mut self,
        params: &mut P,
        grads: &G,
        inputs: &Inputs<'_, T>,
    ) -> Result<StepReport, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T> + ?Sized,
    {
        match self.has_probe() {
            true => Err(StepError::NeedsProbe { optimizer: self.name() }),
            false => self.update(params, grads, inputs),
        }
    }

    /// The step, after the probe if there is one.
    pub(crate) fn update<P, G>(
        &mut self,
        params: &mut P,
        grads: &G,
        inputs: &Inputs<'_, T>,
    ) -> Result<StepReport, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T> + ?Sized,
    {
        self.advance()?;
        let about = Arc::clone(&self.params);
        let grads = self.collect_grads(&about, grads)?;
        let inputs = self.collect_inputs(inputs, &grads)?;
        let params = self.collect_params(&about, params)?;
        self.update_with(params, (grads, inputs))
    }

    /// Writes the scheduled values of the next step into the kernels.
    #[inline(never)]
    pub(super) fn advance(&mut self) -> Result<(), StepError> {
        self.groups.iter_mut().try_for_each(|group| group.advance_to(self.steps))
    }

    /// The part of a step that does not depend on the types of the model and the gradients.
    #[inline(never)]
    pub(super) fn update_with(
        &mut self,
        params: ArraysMut<'_, T>,
        given: Given<'_, T>,
    ) -> Result<StepReport, StepError> {
        let updated = given.0.count();
        match self.run(Routine::Step, params, given, None)? {
            Attempt::Skipped(reason) => Ok(self.skip(reason)),
            Attempt::Ran(ran) => Ok(self.finish(updated, ran)),
        }
    }

    /// Finishes a step that has run.
    pub(super) fn finish(&mut self, updated: usize, ran: Ran) -> StepReport {
        let Ran { grad_norm, norm, not_finite, spike, watched } = ran;
        self.steps = self.steps.saturating_add(1);
        // A step without gradients has no norm to compare.
        self.remember(norm.filter(|_| updated > 0));
        let found = StepReport { updated, grad_norm, not_finite, spike, watched, ..StepReport::default() };
        self.report(StepReport { applied: true, ..found })
    }

    /// Reports a skipped step.
    pub(super) fn skip(&mut self, Reason { not_finite, spike }: Reason) -> StepReport {
        let grad_norm = spike.map(|spike| spike.norm);
        self.remember(grad_norm);
        self.report(StepReport { grad_norm, not_finite, spike, ..StepReport::default() })
    }

    /// Stores the norm of a step, with which later steps are compared.
    fn remember(&mut self, norm: Option<f64>) {
        if let (Some(policy), Some(norm)) = (self.options.spikes, norm) {
            self.norms.push(policy, norm);
        }
    }

    /// Runs the step or the probe on the parameters with a gradient, and counts the step. Runs nothing if the step must be skipped. With `backed_up`,
    /// which is true for each parameter with a gradient, it first saves the arrays that the probe may change.
    #[inline(never)]
    pub(super) fn run(
        &mut self,
        routine: Routine,
        mut params: ArraysMut<'_, T>,
        (grads, inputs): Given<'_, T>,
        backed_up: Option<&[bool]>,
    ) -> Result<Attempt, StepError> {
        self.check_split(params.iter().map(|(place, param)| (place, param.dtype())))?;
        let (grads, inputs) = match self.masks.is_empty() {
            true => (grads, inputs),
            false => {
                let infos: Vec<&[InputInfo]> = self.params.iter().map(|param| self.about_of(param).inputs).collect();
                self.masks.load(&params, &grads, (&inputs, &infos), self.threads);
                (self.masks.replace(grads), self.masks.replace_inputs(inputs, &infos))
            }
        };
        let Loading { load, grad_norm: norm, not_finite, spike } = match self.inspect(&params, &grads, &inputs)? {
            Inspected::Skip(reason) => return Ok(Attempt::Skipped(reason)),
            Inspected::Load(loading) => loading,
        };
        if let Some(given) = backed_up {
            self.backup.save((&params, &self.slots), given, (&self.arenas, self.threads));
            self.backup.save_globals(self.rules.iter().map(|rule| rule.globals.as_ref()));
        }
        if routine == Routine::Step && self.groups.iter().any(Group::rounds_at_random) {
            params.round_at_random(|about| self.groups[about.group].rounds_at_random());
        }
        let keeps_norm = self.keeps_norm();
        let changed: Vec<usize> = if keeps_norm { grads.places().collect() } else { Vec::new() };
        let kernels = self.groups.iter().map(|group| group.definition().kernel()).collect();
        let mut row = ParamRow::new(&mut self.counts, kernels, (params, grads), &mut self.slots, inputs, load);
        let watch = Some(&self.watch).filter(|watch| routine == Routine::Step && watch.is_due(self.steps));
        let routines = RoutineOfRules {
            routine,
            around: self.around,
            watch,
            masks: &self.masks,
            before: &self.backup,
            arenas: &self.arenas,
            threads: self.threads,
        };
        routines.run(&mut self.rules, &mut row);
        let watched = watch.map(|watch| {
            let numbers = row.take_watched();
            let outputs = row.take_outputs();
            let of = |place: usize| numbers.get(place).copied().unwrap_or_default();
            let own = row.places_of_all().map(|place| (place, of(place)));
            let rule_of = |param: usize| self.groups[self.params[param].group].rule();
            let outputs = outputs.into_iter();
            let outputs = outputs.map(|(param, output, value)| (param, (rule_of(param), output), value));
            watch.report(&self.params, own, self.options.scale, &outputs.collect::<Vec<_>>())
        });
        if routine == Routine::Step {
            row.count_step();
        }
        let grad_norm = if keeps_norm { self.taken_norm(&changed) } else { norm };
        Ok(Attempt::Ran(Ran { grad_norm, norm, not_finite, spike, watched }))
    }
}

/// Gradients and inputs of all parameters.
pub(super) type Given<'g, T> = (ArraysRef<'g, T>, Vec<InputSlot<'g, T>>);

/// The result of trying to run a step or a probe.
pub(super) enum Attempt {
    Ran(Ran),
    Skipped(Reason),
}

/// A step or a probe that was run.
pub(super) struct Ran {
    /// The norm of all gradients, if an option requires it.
    pub(super) grad_norm: Option<f64>,
    /// The norm before the step, for the detection of spikes.
    pub(super) norm: Option<f64>,
    /// The gradients that are not finite, if they were inspected.
    pub(super) not_finite: Vec<NotFinite>,
    /// The spike that was scaled.
    pub(super) spike: Option<Spike>,
    /// The numbers that are watched.
    pub(super) watched: Option<Watched>,
}
