//! Copies of arrays, divided among threads as in a step.

use super::program::{PassParameters, StepNumbers};
use super::{
    AnyKernel, Arenas, Float, GradLoad, Job, Source, StepContext, Streams, TensorMut, TensorRef, Threads, run_step,
};
use crate::draw::DrawKey;
use crate::shape::ParamShape;

/// A kernel that copies the gradient to the parameter.
struct Copy;

impl<T: Float> AnyKernel<T> for Copy {
    fn is_elementwise(&self, _: usize) -> bool {
        true
    }

    fn run(&self, _: usize, cx: &mut StepContext<'_, T>) {
        let (from, to) = (Source::Grad.tensor(), Source::Param.tensor());
        let streams = Streams { inputs: &[from], outputs: &[to], reductions: &[] };
        let pass = PassParameters::of(cx.shape().into(), streams);
        cx.pass_described(&pass, &[], &mut StepNumbers::default(), &|isa, work| {
            work.run(
                isa,
                #[inline(always)]
                |[], [], [from], [to], []| to.copy_from_slice(from),
            );
        });
    }
}

/// Copies arrays to arrays of the same shape and any layout, bit by bit.
///
/// # Panics
/// If two shapes differ.
pub(crate) fn copy<'a, T: Float>(
    pairs: impl Iterator<Item = (TensorMut<'a, T>, TensorRef<'a, T>)>,
    arenas: &Arenas<T>,
    threads: Threads,
) {
    let job = |(to, from): (TensorMut<'a, T>, TensorRef<'a, T>)| {
        let shape = ParamShape::of(to.shape());
        let load = &GradLoad::PLAIN;
        Job {
            kernel: &Copy,
            param: to,
            grad: from,
            inputs: &[],
            states: &[],
            t: 1,
            draws: DrawKey::new(0),
            load,
            shape,
        }
    };
    run_step(&mut pairs.map(job).collect::<Vec<_>>(), 0, None, arenas, threads);
}
