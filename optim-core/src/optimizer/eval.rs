//! Weights for evaluation.

use ndarray::{ArrayD, arr1};

use super::Optimizer;
use super::dynamic::AnyDefinition;
use super::error::StepError;
use crate::kernel::{ArraysMut, Float, GradLoad, Job, TensorMut, TensorRef, copy, run_step};
use crate::memory::zeros_like;
use crate::params::Parameters;

impl<T: Float> Optimizer<T> {
    /// Returns true if the optimizer has an `eval`: weights for evaluation that are not the parameters themselves.
    pub fn has_eval(&self) -> bool {
        self.rules.iter().any(|rule| !rule.about.eval.is_empty())
    }

    /// Returns a copy of the model with the weights for evaluation: the result of the optimizer's `eval`, or the
    /// parameters if it has none. Neither the model nor the optimizer changes.
    ///
    /// `eval` sees the scheduled hyperparameters of the last step, or of the first step before it has run. Masked elements are
    /// 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the optimizer was built for other parameters, or a schedule returns a number that is not allowed,
    /// as in [`step`](Self::step).
    pub fn eval_weights<P: Parameters<Elem = T> + Clone>(&self, params: &P) -> Result<P, StepError> {
        let mut copy = params.clone();
        let arrays = self.collect_params(&self.params, &mut copy)?;
        if self.has_eval() {
            self.run_eval(arrays, &self.definitions_of_last_step()?);
        }
        Ok(copy)
    }

    /// Calls `f` with the model while it has the [weights for evaluation](Self::eval_weights), and returns the result.
    /// Then restores the parameters to the bit, even if `f` changes them or panics.
    ///
    /// Meanwhile it keeps a copy of the parameters. Without an `eval` it copies nothing: `f` gets the model itself, and its
    /// changes stay.
    ///
    /// # Errors
    ///
    /// The errors of [`eval_weights`](Self::eval_weights), or [`StepError::OutOfMemory`]; `f` was not called then. If `f` left a
    /// parameter out of the model, or gave it another shape, that is an error too.
    pub fn with_eval<P, R>(&self, params: &mut P, f: impl FnOnce(&mut P) -> R) -> Result<R, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
    {
        let arrays = self.collect_params(&self.params, params)?;
        if !self.has_eval() {
            return Ok(f(params));
        }
        let definitions = self.definitions_of_last_step()?;
        let kept = self.copies_of(&arrays)?;
        let swapped = Swapped { optimizer: self, params: &mut *params, kept };
        self.run_eval(self.collect_params(&self.params, swapped.params)?, &definitions);
        let result = f(swapped.params);
        drop(swapped);
        self.collect_params(&self.params, params)?;
        Ok(result)
    }

    /// Copies of parameters, in their order.
    fn copies_of(&self, params: &ArraysMut<'_, T>) -> Result<Vec<ArrayD<T>>, StepError> {
        let mut copies = Vec::with_capacity(params.count());
        for (known, (_, param)) in self.params.iter().zip(params.iter()) {
            let out_of_memory = |elements| StepError::OutOfMemory { param: known.name.to_string(), elements };
            copies.push(zeros_like(&param).map_err(out_of_memory)?);
        }
        let pairs = copies.iter_mut().zip(params.iter());
        copy(pairs.map(|(to, (_, from))| (TensorMut::from_array(to), from)), &self.arenas, self.threads);
        Ok(copies)
    }

    /// The definition of each group with the scheduled values of the last step, or of the first step before it has run.
    pub(super) fn definitions_of_last_step(&self) -> Result<Vec<Box<dyn AnyDefinition>>, StepError> {
        let step = self.steps.saturating_sub(1);
        self.groups.iter().map(|group| group.definition_at(step)).collect()
    }

    /// Replaces parameters by their weights for evaluation.
    fn run_eval(&self, mut params: ArraysMut<'_, T>, definitions: &[Box<dyn AnyDefinition>]) {
        // As in a step, norms and means count masked elements as 0.
        self.masks.apply_params(&mut params, self.threads);
        let none = arr1(&[]);
        let mut jobs: Vec<Vec<Job<'_, T>>> = self.rules.iter().map(|_| Vec::new()).collect();
        for (place, param) in params.iter_mut() {
            let (known, load) = (&self.params[place], &GradLoad::PLAIN);
            jobs[self.groups[known.group].rule()].push(Job {
                kernel: definitions[known.group].kernel(),
                param,
                grad: TensorRef::from_array(&none),
                inputs: &[],
                states: self.slots_of(place),
                t: self.counts[place].get(),
                draws: known.draws,
                load,
                shape: known.folded,
            });
        }
        for (rule, jobs) in self.rules.iter().zip(&mut jobs) {
            for entry in rule.about.eval.clone() {
                run_step(jobs, entry, rule.globals.as_ref(), &self.arenas, self.threads);
            }
        }
        drop(jobs);
        self.masks.apply_params(&mut params, self.threads);
    }
}

/// A model with weights for evaluation. Dropping it restores the parameters.
struct Swapped<'m, P: Parameters<Elem = T> + ?Sized, T: Float> {
    optimizer: &'m Optimizer<T>,
    params: &'m mut P,
    kept: Vec<ArrayD<T>>,
}

impl<P: Parameters<Elem = T> + ?Sized, T: Float> Drop for Swapped<'_, P, T> {
    fn drop(&mut self) {
        let kept: Vec<Option<&ArrayD<T>>> = self.kept.iter().map(Some).collect();
        self.optimizer.put_back(self.params, &kept);
    }
}
