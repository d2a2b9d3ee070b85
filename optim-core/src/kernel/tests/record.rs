//! Steps that are written down instead of run.

use super::kernels::{Adam, Factored, Products};
use crate::kernel::{Describe, Moved, PlannedPass, RecordedStep, Source};
use crate::plan::PassKind;
use crate::shape::{Axes, ParamShape};
use crate::time::Time;
use crate::watched::WatchSums;

fn moved(source: Source, axes: Axes, numbers: usize) -> Moved {
    // Passes without names.
    let name = matches!(source, Source::Scratch(_)).then_some("scratch".into());
    Moved { source, name, axes, numbers }
}

fn whole(source: Source, numbers: usize) -> Moved {
    moved(source, Axes::Tensor, numbers)
}

/// The recording of a step, without the numbers of iterations.
pub(super) fn recorded(optimizer: &dyn Describe<f32>, shape: &[usize]) -> Vec<PlannedPass> {
    let mut recording = RecordedStep::default();
    optimizer.program(0, (ParamShape::of(shape), Time::new(1), WatchSums::NONE), None).record(&mut recording);
    let passes = recording.into_passes();
    passes.into_iter().map(|(pass, _)| pass).collect()
}

#[test]
fn reductions_that_keep_an_axis_write_it() {
    // A terabyte, if there were any memory for it.
    let (batch, rows, cols) = (2, 1 << 18, 1 << 19);
    let len = batch * rows * cols;
    let [squares, update] = &recorded(&Factored { lr: 0.1 }, &[batch, rows, cols])[..] else { panic!("two passes") };
    assert_eq!((squares.size, squares.reductions), ([batch, rows, cols], 2));
    let results =
        [moved(Source::Scratch(0), Axes::Rows, batch * rows), moved(Source::Scratch(1), Axes::Cols, batch * cols)];
    assert_eq!(squares.writes, results);
    assert_eq!((update.kind, update.reductions), (PassKind::Loop, 0));
    let [rows, cols] = results;
    let (param, grad) = (whole(Source::Param, len), whole(Source::Grad, len));
    assert_eq!(squares.reads, std::slice::from_ref(&grad));
    // Everything that is written counts as read, where the loop is not data.
    assert_eq!(update.reads, [param.clone(), grad, rows, cols]);
    assert_eq!(update.writes, [param]);
}

#[test]
fn calls_have_the_size_of_their_result() {
    let (rows, cols) = (3, 5);
    let passes = recorded(&Products { lr: 0.1 }, &[2, rows, cols]);
    let kinds: Vec<PassKind> = passes.iter().map(|pass| pass.kind).collect();
    use PassKind::{Loop, Matmul, Transpose};
    assert_eq!(kinds, [Loop, Matmul, Matmul, Transpose, Transpose, Loop]);
    let x = whole(Source::Scratch(0), 2 * rows * cols);
    let gram = whole(Source::Scratch(1), 2 * rows * rows);
    assert_eq!((passes[1].size, &passes[1].writes[..]), ([2, rows, rows], &[gram.clone()][..]));
    assert_eq!(passes[1].reads, [x.clone(), x.clone()]);
    assert_eq!((passes[2].size, &passes[2].reads[..]), ([2, rows, cols], &[gram, x][..]));
    assert_eq!(passes[3].size, [2, cols, rows]);
}

#[test]
fn nothing_is_moved_of_nothing() {
    let passes = recorded(&Adam { lr: 0.1 }, &[0]);
    assert!(passes.iter().flat_map(|pass| pass.reads.iter().chain(&pass.writes)).all(|moved| moved.numbers == 0));
    assert_eq!(passes.len(), 1);
}
