//! The parameters of a step as they were collected. Each becomes a job when it is due: a list of jobs would be longer than the
//! numbers of small parameters. The place of a job is that of its parameter in the order of a step, see [`Slots`].

use super::bind::is_line;
use super::jobs::JobRef;
use super::lines::{BEFORE_STATES, LineBlock};
use super::place::Place;
use super::slots::Slots;
use super::view::{TensorMut, TensorRef};
use crate::kernel::{AnyKernel, Batching, Float, GradLoad, InputSlot, Param, StateSlot};

/// One item for each parameter that has one.
type PerParam<V> = Vec<Option<V>>;

/// All parameters of an optimizer in a step, those without a gradient too.
// Invariant: `params`, `grads` and `about` have one item for each parameter, `inputs` and `states` as many as `each` says.
pub(crate) struct ParamRow<'a, T: Float> {
    params: PerParam<TensorMut<'a, T>>,
    grads: PerParam<TensorRef<'a, T>>,
    inputs: Vec<InputSlot<'a, T>>,
    states: &'a mut Slots<T>,
    about: &'a mut [Param<T>],
    /// The optimizer with the values of each group.
    kernels: Vec<&'a dyn AnyKernel<T>>,
    load: GradLoad,
    /// Numbers of inputs and of states of a parameter.
    each: (usize, usize),
}

impl<'a, T: Float> ParamRow<'a, T> {
    /// The parameters that `about` tells of, with their arrays, gradients and states, and with the kernels of their groups.
    ///
    /// # Panics
    /// If there are not as many arrays, gradients, states and inputs as belong to these parameters.
    pub(crate) fn new(
        about: &'a mut [Param<T>],
        kernels: Vec<&'a dyn AnyKernel<T>>,
        (params, grads): (PerParam<TensorMut<'a, T>>, PerParam<TensorRef<'a, T>>),
        states: &'a mut Slots<T>,
        inputs: Vec<InputSlot<'a, T>>,
        load: GradLoad,
    ) -> Self {
        let count = about.len();
        let each = (inputs.len() / count.max(1), states.len() / count.max(1));
        let fits = params.len() == count && grads.len() == count;
        assert!(
            fits && inputs.len() == count * each.0 && states.len() == count * each.1,
            "each parameter has its parts"
        );
        states.keep(about);
        Self { params, grads, inputs, states, about, kernels, load, each }
    }

    pub(super) fn kernels(&self) -> &[&'a dyn AnyKernel<T>] {
        &self.kernels
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.about.len()
    }

    /// Elements of the parameter at a place, if it has a gradient.
    #[inline(always)]
    pub(super) fn size(&self, place: usize) -> Option<usize> {
        let param = self.states.param(place)?;
        match self.grads.get(param) {
            Some(Some(_)) => self.about.get(param).map(|about| about.folded.len()),
            _ => None,
        }
    }

    /// The same of all of them.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        let given = self.about.iter().zip(&self.grads).filter(|(_, grad)| grad.is_some());
        given.map(|(about, _)| about.folded.len())
    }

    /// The job at a place; `None` without a gradient.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> Option<JobRef<'_, T>> {
        let (inputs, states) = self.each;
        let index = self.states.param(place)?;
        let about = self.about.get(index)?;
        let (Some(param), Some(grad)) = (&self.params[index], &self.grads[index]) else { return None };
        Some(JobRef {
            kernel: self.kernels[about.group],
            param,
            grad,
            inputs: &self.inputs[index * inputs..][..inputs],
            states: &self.states[index * states..][..states],
            shares_states: false,
            t: about.t.saturating_add(1),
            draws: about.draws,
            load: &self.load,
            shape: about.folded,
        })
    }

    /// A state of the parameter at a place.
    #[inline(always)]
    pub(super) fn state(&self, place: usize, state: usize) -> Option<&StateSlot<T>> {
        let index = self.states.param(place)?;
        self.states.get(index * self.each.1..)?.get(..self.each.1)?.get(state)
    }

    /// Finds where the arrays of the parameters begin, and which of them are like the ones before: those of one group, shape and step count
    /// whose arrays are all lines. A step begins with it. Returns how many parameters that are alike an entry may run for at once.
    pub(crate) fn bind(&mut self, entry: usize) -> Batching {
        let Self { params, grads, states, about, kernels, each, .. } = self;
        states.keep(about);
        let batching = kernels.iter().map(|kernel| kernel.batching(entry)).reduce(Batching::with);
        let batching = batching.filter(|_| each.0 == 0).unwrap_or(Batching::Alone);
        let counts = match (batching, kernels.first()) {
            (Batching::Many, _) => None,
            (Batching::Few, Some(kernel)) => Some(kernel.counts()),
            _ => return Batching::Alone,
        };
        states.bind(
            counts,
            #[inline(always)]
            |index, len| {
                let (Some(param), Some(grad)) = (params.get(index)?, grads.get(index)?) else { return None };
                let (Place::Native(own), Place::Native(gradient)) = (param.place, grad.place) else { return None };
                let are_lines = is_line(param.shape, param.strides, len) && is_line(grad.shape, grad.strides, len);
                are_lines.then_some((about.get(index)?.t, [own, gradient]))
            },
        );
        batching
    }

    /// The parameters from a place on that are alike: at most so many, with at most so many elements together, which have the `same` numbers
    /// or each its own. Nothing if there is one only.
    #[inline(always)]
    pub(super) fn block(&self, place: usize, (most, elements): (usize, usize), same: bool) -> LineBlock<'_, T> {
        match self.states.alike(place, most, elements) {
            1 => LineBlock::NONE,
            count => LineBlock::new(self.states.rows(place, count, self.each.1), BEFORE_STATES + self.each.1, same),
        }
    }

    /// Sets a scalar state of the parameters at some places in a row.
    pub(super) fn set_scalar(&mut self, range: (usize, usize), state: usize, to: f64) {
        self.states.set_scalar(range, self.each.1, state, to);
    }

    /// The places of the parameters that have a gradient.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.grads.iter().enumerate().filter(|(_, grad)| grad.is_some()).map(|(place, _)| place)
    }

    /// The arrays and states of the parameters that have a gradient, with their places.
    pub(crate) fn each_mut(&mut self) -> impl Iterator<Item = (usize, &mut TensorMut<'a, T>, &mut [StateSlot<T>])> {
        let mut states = &mut **self.states;
        let count = self.each.1;
        self.params.iter_mut().zip(&self.grads).enumerate().filter_map(move |(place, (param, grad))| {
            let own = states.split_off_mut(..count)?;
            grad.as_ref().and(param.as_mut()).map(|param| (place, param, own))
        })
    }

    /// Counts a step of each parameter that has a gradient.
    pub(crate) fn count_step(self) {
        for (about, grad) in self.about.iter_mut().zip(&self.grads) {
            if grad.is_some() {
                about.set_t(about.t.saturating_add(1));
            }
        }
    }
}
