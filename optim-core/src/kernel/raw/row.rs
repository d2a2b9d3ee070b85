//! The collected parameters of a step. Each becomes a job when its turn comes, because a list of jobs would take more memory than the numbers of
//! small parameters. The place of a job is the place of its parameter in the order of a step, see [`Slots`].

use std::ops::Range;

use ndarray::ArrayD;

use super::arrays::{Arrays, ArraysMut, ArraysRef};
use super::job_ref::JobRef;
use super::lines::LineBlock;
use super::slots::Slots;
use super::view::{TensorMut, TensorRef};
use crate::kernel::{AnyKernel, Batching, Float, GradLoad, InputSlot, Param, StateSlot, StepsDone};
use crate::watched::{OutputNumber, ReportedNumber, WatchSums, WatchedSum};

/// All parameters of an optimizer in a step, with and without a gradient.
// Invariant: `params` and `grads` are arrays of the parameters `about`, `counts` has one item for each of them, `inputs` and `states` have as many as
// `each` says.
pub(crate) struct ParamRow<'a, T: Float> {
    params: ArraysMut<'a, T>,
    grads: ArraysRef<'a, T>,
    /// The gradients of all parameters, while only some groups take part.
    all: Option<ArraysRef<'a, T>>,
    inputs: Vec<InputSlot<'a, T>>,
    states: &'a mut Slots<T>,
    about: &'a [Param],
    counts: &'a mut [StepsDone<T>],
    /// The optimizer with the values of each group.
    kernels: Vec<&'a dyn AnyKernel<T>>,
    /// The groups that take part.
    groups: Range<usize>,
    load: GradLoad,
    /// The number of inputs and the number of states of a parameter.
    each: (usize, usize),
    watch: WatchSums,
    /// The watched numbers of each parameter, if there are any.
    watched: Vec<WatchedNumbers>,
    /// The watched outputs: the index of the parameter, the number of the output, its value.
    outputs: Vec<(usize, OutputNumber, f64)>,
}

/// A number for each [`WatchedSum`].
pub(crate) type WatchedNumbers = [f64; WatchedSum::COUNT];

impl<'a, T: Float> ParamRow<'a, T> {
    /// Collects the parameters with their arrays, gradients, step counts, states and inputs, and the kernels of their groups.
    ///
    /// # Panics
    /// If the arrays and the gradients belong to different parameters, or the numbers of counts, states or inputs don't fit them.
    pub(crate) fn new(
        counts: &'a mut [StepsDone<T>],
        kernels: Vec<&'a dyn AnyKernel<T>>,
        (params, grads): (ArraysMut<'a, T>, ArraysRef<'a, T>),
        states: &'a mut Slots<T>,
        inputs: Vec<InputSlot<'a, T>>,
        load: GradLoad,
    ) -> Self {
        let about = params.about();
        let count = about.len();
        let each = (inputs.len() / count.max(1), states.len() / count.max(1));
        let fits = std::ptr::eq(about, grads.about()) && counts.len() == count;
        assert!(
            fits && inputs.len() == count * each.0 && states.len() == count * each.1,
            "each parameter has its parts"
        );
        states.keep(about);
        let groups = 0..kernels.len();
        let (watch, watched, outputs) = (WatchSums::NONE, Vec::new(), Vec::new());
        let all = None;
        Self { params, grads, all, inputs, states, about, counts, kernels, groups, load, each, watch, watched, outputs }
    }

    /// Sets the sums and outputs that are watched from now on.
    pub(crate) fn watch_sums(&mut self, sums: WatchSums) {
        self.watch = sums;
        self.watched.resize(if sums.is_empty() { 0 } else { self.about.len() }, [0.0; WatchedSum::COUNT]);
    }

    pub(super) const fn watch(&self) -> WatchSums {
        self.watch
    }

    /// Stores a watched number of the parameters at some consecutive places.
    pub(super) fn report(&mut self, (first, count): (usize, usize), number: ReportedNumber, value: f64) {
        for place in first..first + count {
            let Some(param) = self.states.param(place) else { continue };
            match number {
                ReportedNumber::Sum(sum) => self.set_watched(param, [(sum, value)].into_iter()),
                ReportedNumber::Output(output) => self.outputs.push((param, output, value)),
            }
        }
    }

    /// Replaces some watched numbers of a parameter.
    pub(crate) fn set_watched(&mut self, param: usize, numbers: impl Iterator<Item = (WatchedSum, f64)>) {
        if let Some(own) = self.watched.get_mut(param) {
            numbers.for_each(|(sum, number)| own[sum as usize] = number);
        }
    }

    /// Removes and returns the watched numbers of each parameter; empty if none are watched.
    pub(crate) fn take_watched(&mut self) -> Vec<WatchedNumbers> {
        std::mem::take(&mut self.watched)
    }

    /// Removes and returns the watched outputs: the index of the parameter, the number of the output, its value.
    pub(crate) fn take_outputs(&mut self) -> Vec<(usize, OutputNumber, f64)> {
        std::mem::take(&mut self.outputs)
    }

    /// Restricts the step to the parameters of these groups. Each optimizer of a partition has its own groups.
    pub(crate) fn restrict(&mut self, groups: Range<usize>) {
        let grads = &mut self.grads;
        let all = self.all.get_or_insert_with(|| std::mem::replace(grads, Arrays::new(grads.about())));
        *grads = all.only(|about| groups.contains(&about.group));
        self.groups = groups;
    }

    /// The kernels of the groups that take part.
    pub(super) fn kernels(&self) -> &[&'a dyn AnyKernel<T>] {
        self.kernels.get(self.groups.clone()).unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.about.len()
    }

    /// The number of elements of the parameter at a place, if it has a gradient.
    #[inline(always)]
    pub(super) fn size(&self, place: usize) -> Option<usize> {
        let param = self.states.param(place)?;
        self.grads.has(param).then(|| self.about[param].folded.len())
    }

    /// The number of elements of all parameters with a gradient; `None` if it is more than a `usize` can hold.
    pub(super) fn total(&self) -> Option<usize> {
        if self.grads.count() == self.about.len() {
            return self.states.total();
        }
        self.grads.places().try_fold(0, |sum: usize, param| sum.checked_add(self.about[param].folded.len()))
    }

    /// The job at a place; `None` without a gradient.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> Option<JobRef<'_, T>> {
        let (inputs, states) = self.each;
        let index = self.states.param(place)?;
        let about = self.about.get(index)?;
        let (param, grad) = (self.params.at(index)?, self.grads.at(index)?);
        Some(JobRef {
            kernel: self.kernels[about.group],
            param,
            grad,
            dims: &about.shape,
            inputs: &self.inputs[index * inputs..][..inputs],
            states: &self.states[index * states..][..states],
            shares_states: false,
            t: self.counts[index].next(),
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

    /// Finds the starts of the parameters' arrays, and the parameters that are similar to the one before them: same group, shape and step count, and
    /// all arrays are lines. A step begins with this. Returns how many similar parameters an entry may process at once.
    pub(crate) fn bind(&mut self, entry: usize) -> Batching {
        let Self { params, grads, states, about, counts, kernels, groups, each, watch, .. } = self;
        let kernels = kernels.get(groups.clone()).unwrap_or_default();
        states.keep(about);
        let batching = kernels.iter().map(|kernel| kernel.batching(entry)).min();
        let batching = batching.filter(|_| each.0 == 0).unwrap_or(Batching::Alone);
        // Each parameter has its own sums.
        let batching = if watch.is_empty() { batching } else { batching.min(Batching::Few) };
        let inner = match (batching, kernels.first()) {
            (Batching::Many, _) => None,
            (Batching::Few, Some(kernel)) => Some(kernel.counts()),
            _ => return Batching::Alone,
        };
        states.bind(inner, counts, (params.entries(), grads.entries()));
        batching
    }

    /// The similar parameters from a place: at most `most`, with at most `elements` elements together. `same` is true if all of their scalars are the
    /// same. Empty if there is only one.
    #[inline(always)]
    pub(super) fn block(&self, place: usize, (most, elements): (usize, usize), same: bool) -> LineBlock<'_, T> {
        match self.states.alike(place, most, elements) {
            1 => LineBlock::NONE,
            count => self.states.block((place, count), self.each.1, same),
        }
    }

    /// The numbers of a parameter with this array, including its lower bits if the optimizer stores them.
    pub(crate) fn full(&self, param: usize, array: &TensorRef<'_, T>) -> ArrayD<T> {
        let numbers = array.to_ndarray().into_owned();
        let states = self.states.get(param * self.each.1..).and_then(|states| states.get(..self.each.1));
        let rest = states.unwrap_or_default().iter().rev().find_map(StateSlot::rest);
        match rest {
            Some(rest) => rest.joined_to(&numbers),
            None => numbers,
        }
    }

    /// Sets a scalar state of the parameters at some consecutive places.
    pub(super) fn set_scalar(&mut self, range: (usize, usize), state: usize, to: f64) {
        self.states.set_scalar(range, self.each.1, state, to);
    }

    /// The indices of all parameters with a gradient, in all groups.
    pub(crate) fn places_of_all(&self) -> impl Iterator<Item = usize> {
        self.all.as_ref().unwrap_or(&self.grads).places()
    }

    /// The indices of the parameters with a gradient in the groups that take part.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.grads.places()
    }

    /// The index, the parameter and its gradient, for each parameter with a gradient.
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, TensorRef<'_, T>, TensorRef<'_, T>)> {
        self.grads.places().filter_map(|place| Some((place, self.params.get(place)?, self.grads.get(place)?)))
    }

    /// The index, the array and the states, for each parameter with a gradient.
    pub(crate) fn each_mut(&mut self) -> impl Iterator<Item = (usize, TensorMut<'_, T>, &mut [StateSlot<T>])> {
        let (grads, count) = (&self.grads, self.each.1);
        let (mut states, mut next) = (&mut **self.states, 0);
        let params = self.params.iter_mut().filter(|(place, _)| grads.has(*place));
        params.filter_map(move |(place, param)| {
            states.split_off_mut(..(place - next) * count)?;
            next = place + 1;
            Some((place, param, states.split_off_mut(..count)?))
        })
    }

    /// Counts a step for each parameter with a gradient, in all groups.
    pub(crate) fn count_step(self) {
        let grads = self.all.as_ref().unwrap_or(&self.grads);
        // Most parameters have the same count, so the next one is created once.
        let (mut before, mut next) = (0, StepsDone::new(1));
        for (count, _) in self.counts.iter_mut().zip(grads.all()).filter(|(_, has)| *has) {
            if before != count.get() {
                (before, next) = (count.get(), StepsDone::new(count.next()));
            }
            *count = next;
        }
    }
}
