//! Steps that are written down instead of run.

use super::kernels::{Adam, Factored, Products};
use crate::kernel::{AnyKernel, Moved, Recorded, Source, record};
use crate::plan::PassKind;
use crate::shape::{Axes, ParamShape};

const fn moved(source: Source, axes: Axes, numbers: usize) -> Moved {
    Moved { source, axes, numbers }
}

const fn whole(source: Source, numbers: usize) -> Moved {
    moved(source, Axes::Tensor, numbers)
}

/// The recording of a step, without the numbers of iterations.
fn of(kernel: &dyn AnyKernel<f32>, shape: &[usize]) -> Vec<Recorded> {
    record(kernel, 0..1, ParamShape::of(shape), 1).into_iter().map(|(pass, _)| pass).collect()
}

#[test]
fn reductions_that_keep_an_axis_write_it() {
    // A terabyte, if there were any memory for it.
    let (batch, rows, cols) = (2, 1 << 18, 1 << 19);
    let len = batch * rows * cols;
    let [squares, update] = &of(&Factored { lr: 0.1 }, &[batch, rows, cols])[..] else { panic!("two passes") };
    assert_eq!((squares.place, squares.size, squares.reductions), (0, [batch, rows, cols], 2));
    assert_eq!(squares.inputs, [whole(Source::Grad, len)]);
    let results =
        [moved(Source::Scratch(0), Axes::Rows, batch * rows), moved(Source::Scratch(1), Axes::Cols, batch * cols)];
    assert_eq!(squares.outputs, results);
    assert_eq!((update.place, update.kind, update.reductions), (1, PassKind::Loop, 0));
    assert_eq!(update.inputs, [whole(Source::Grad, len), results[0], results[1]]);
    assert_eq!(update.outputs, [whole(Source::Param, len)]);
}

#[test]
fn calls_have_the_size_of_their_result() {
    let (rows, cols) = (3, 5);
    let passes = of(&Products { lr: 0.1 }, &[2, rows, cols]);
    let kinds: Vec<PassKind> = passes.iter().map(|pass| pass.kind).collect();
    use PassKind::{Loop, Matmul, Transpose};
    assert_eq!(kinds, [Loop, Matmul, Matmul, Transpose, Transpose, Loop]);
    let x = whole(Source::Scratch(0), 2 * rows * cols);
    let gram = whole(Source::Scratch(1), 2 * rows * rows);
    assert_eq!(
        (passes[1].size, &passes[1].inputs[..], &passes[1].outputs[..]),
        ([2, rows, rows], &[x, x][..], &[gram][..])
    );
    assert_eq!((passes[2].size, &passes[2].inputs[..]), ([2, rows, cols], &[gram, x][..]));
    assert_eq!(passes[3].size, [2, cols, rows]);
    // By default a kernel runs the passes of its plan, in order.
    assert!(passes.iter().map(|pass| pass.place).eq(0..6));
}

#[test]
fn nothing_is_moved_of_nothing() {
    let passes = of(&Adam { lr: 0.1 }, &[0]);
    assert!(passes.iter().flat_map(|pass| pass.inputs.iter().chain(&pass.outputs)).all(|moved| moved.numbers == 0));
    assert_eq!(passes.len(), 1);
}
