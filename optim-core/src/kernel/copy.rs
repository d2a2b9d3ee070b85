//! Copies of arrays, shared out among threads as a step is.

use super::{
    Arenas, Batching, Cx, Entry, Float, GradLoad, Job, Kernel, Source, States, TensorMut, TensorRef, Threads, run_step,
};
use crate::draw::DrawKey;
use crate::shape::ParamShape;

/// Takes the gradient for the parameter.
struct Copy;

impl Kernel for Copy {
    const ENTRIES: &'static [Entry] = &[Entry { elementwise: true, scratch: 0, batching: Batching::Alone }];

    fn run<T: Float>(&self, _: usize, cx: &mut Cx<'_, T>) {
        cx.pass(
            cx.shape().into(),
            [Source::Grad.tensor()],
            [Source::Param.tensor()],
            [],
            [0.0; 0],
            #[inline(always)]
            |[], [from], [to], []| to.copy_from_slice(from),
        );
    }
}

/// Copies arrays into others of the same shapes, of any layout, to the bit.
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
        let (states, load) = (States::Shared(&[]), &GradLoad::PLAIN);
        Job { kernel: &Copy, param: to, grad: from, inputs: &[], states, t: 1, draws: DrawKey::new(0), load, shape }
    };
    run_step(&mut pairs.map(job).collect::<Vec<_>>(), 0, arenas, threads);
}
