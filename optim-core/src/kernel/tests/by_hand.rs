//! Hand-written kernels, and steps over a row of parameters as the runtime runs them.

use std::any::Any;

use ndarray::ArrayD;

use crate::draw::DrawKey;
use crate::kernel::program::{PassParameters, ScalarOperand, StepNumbers};
use crate::kernel::raw::Streams;
use crate::kernel::{
    AnyKernel, Arrays, Entry, Extent, Float, GradLoad, Param, ParamRow, Reduction, Slots, StateSlot, StepContext,
    StepsDone, Stream, TensorMut, TensorRef,
};
use crate::shape::ParamShape;

/// A function over one parameter that calls passes one by one. Optimizers describe their steps instead.
pub(super) trait Kernel: Sync {
    /// It is the only one.
    const ENTRY: Entry;

    /// Writes the length of each scratch slot.
    fn scratch(&self, shape: ParamShape, lens: &mut [usize]) {
        let _ = (shape, lens);
    }

    fn run<T: Float>(&self, cx: &mut StepContext<'_, T>);
}

impl<K: Kernel, T: Float> AnyKernel<T> for K {
    fn is_elementwise(&self, _: usize) -> bool {
        K::ENTRY.elementwise
    }

    fn slots(&self, _: usize, shape: ParamShape) -> Vec<usize> {
        let mut lens = vec![0; K::ENTRY.scratch];
        Kernel::scratch(self, shape, &mut lens);
        lens
    }

    fn run(&self, entry: usize, cx: &mut StepContext<'_, T>) {
        let lens = AnyKernel::<T>::slots(self, entry, cx.shape());
        if !lens.is_empty() {
            cx.reserve(lens.len(), &|_, to| to.copy_from_slice(&lens));
        }
        Kernel::run(self, cx);
    }
}

impl<T: Float> StepContext<'_, T> {
    /// One pass, with scalars that are known. Returns the results of reductions that keep nothing.
    #[inline(always)]
    pub(super) fn pass<const I: usize, const O: usize, const R: usize, const K: usize>(
        &mut self,
        extent: Extent,
        inputs: [Stream; I],
        outputs: [Stream; O],
        reductions: [Reduction; R],
        scalars: [f64; K],
        tile: impl Fn([T; K], [&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Send + Sync,
    ) -> [f64; R] {
        let results: [ScalarOperand; R] = std::array::from_fn(|place| ScalarOperand::Each(place as u32));
        let streams = Streams { inputs: &inputs, outputs: &outputs, reductions: &reductions };
        let casts = scalars.map(ScalarOperand::Fixed);
        let pass =
            PassParameters { casts: casts.into(), results: results.into(), ..PassParameters::of(extent, streams) };
        let mut numbers = StepNumbers::of_each(R);
        self.pass_described(&pass, &[], &mut numbers, &|isa, work| {
            work.run(
                isa,
                #[inline(always)]
                |casts, [], inputs, outputs, reductions| tile(casts, inputs, outputs, reductions),
            );
        });
        results.map(|result| numbers.of(result))
    }
}

/// The message of a panic.
pub(super) fn message(panic: Box<dyn Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().map_or_else(|_| "not a message".to_owned(), |message| (*message).into()),
    }
}

/// A parameter of a shape, with random numbers of a key.
pub(super) fn about<T: Float>(key: u64, shape: &[usize]) -> Param {
    Param {
        name: key.to_string().into(),
        last_index: None,
        ordered: true,
        shape: shape.into(),
        view: None,
        folded: ParamShape::of(shape),
        dtype: T::DTYPE,
        group: 0,
        draws: DrawKey::new(key),
    }
}

/// Runs a closure with a row of parameters that one optimizer steps, before the step `t`; the first has random numbers of this key, the next of
/// the next. The states are as many for each.
pub(super) fn with_row<T: Float, R>(
    kernel: &dyn AnyKernel<T>,
    (params, grads): (&mut [ArrayD<T>], &[ArrayD<T>]),
    states: &mut [Vec<StateSlot<T>>],
    (t, key, load): (u64, u64, GradLoad),
    run: impl FnOnce(&mut ParamRow<'_, T>) -> R,
) -> R {
    let about: Vec<Param> = (key..).zip(&*params).map(|(key, param)| about::<T>(key, param.shape())).collect();
    let mut counts = vec![StepsDone::new(t - 1); about.len()];
    let (mut own, mut gradients) = (Arrays::new(&about), Arrays::new(&about));
    for (place, (param, grad)) in params.iter_mut().zip(grads).enumerate() {
        own.set(place, TensorMut::from_array(param));
        gradients.set(place, TensorRef::from_array(grad));
    }
    let mut slots = Slots::new(states.concat(), false);
    let mut row = ParamRow::new(&mut counts, vec![kernel], (own, gradients), &mut slots, Vec::new(), load);
    let result = run(&mut row);
    drop(row);
    let mut slots = slots.iter().cloned();
    states.iter_mut().for_each(|states| *states = slots.by_ref().take(states.len()).collect());
    result
}
