//! Passes piece by piece give what they give as a whole, to the bit.

use std::sync::atomic::{AtomicUsize, Ordering};

use ndarray::{ArrayD, IxDyn};

use super::by_hand::with_row;
use super::support::{Layout, Random, assert_same, laid_out, numbers, on_seven_threads, random, ways};
use crate::kernel::program::{Describe, Description, Program, StepNumbers, StepOp};
use crate::kernel::{
    AnyKernel, Arenas, Extent, Float, GradLoad, Reduction, Source, StateSlot, StepContext, Threads, WrittenElement,
    run_row, with_level,
};
use crate::shape::{Axes, ParamShape};
use crate::time::Time;
use crate::watched::WatchSums;

/// A step of four passes, of which three are a group, if it says so.
#[derive(Default)]
struct Factored {
    grouped: bool,
    /// True if a pass of the group goes over the numbers of all rows as if they were one matrix.
    joined: bool,
    /// The number of pieces of the last step.
    pieces: AtomicUsize,
}

impl<T: Float> AnyKernel<T> for Factored {
    fn is_elementwise(&self, _: usize) -> bool {
        false
    }

    fn slots(&self, _: usize, shape: ParamShape) -> Vec<usize> {
        vec![shape.batch() * shape.rows(), shape.batch() * shape.cols(), shape.batch(), shape.len()]
    }

    fn run(&self, entry: usize, cx: &mut StepContext<'_, T>) {
        let lens = AnyKernel::<T>::slots(self, entry, cx.shape());
        cx.reserve(lens.len(), &|_, to| to.copy_from_slice(&lens));
        let program = Program::describe::<T>(cx.shape(), Time::new(cx.claim.t()), None, 0, WatchSums::NONE, |to| {
            self.describe(entry, to);
        });
        let group = program.ops.iter().enumerate().find_map(|(place, op)| match op {
            StepOp::Pieces(_, until) => Some(place + 1..*until),
            _ => None,
        });
        let size = group.and_then(|group| program.piece_size(group, cx));
        self.pieces.store(size.map_or(1, |size| cx.shape().batch().div_ceil(size)), Ordering::Relaxed);
        program.run(cx, &mut StepNumbers::default(), 0, &|_| ());
    }
}

impl<T: Float> Describe<T> for Factored {
    fn describe_written<'k>(&'k self, _: usize, _: &mut Description<'_, 'k, WrittenElement>) {
        unreachable!("a hand-written loop is not data")
    }

    /// Sums of rows and columns, the state per row, the update; then the parameter.
    #[expect(clippy::too_many_lines, reason = "one pass after another, as a step has them")]
    fn describe<'k>(&'k self, _: usize, cx: &mut Description<'_, 'k, T>) {
        let shape = cx.shape();
        if self.grouped {
            cx.begin_pieces(&[0, 1, 2]);
        }
        let [rms, _, _] = cx.pass(
            shape,
            [Source::Param.tensor(), Source::Grad.tensor()],
            [],
            [Reduction::rms(), Reduction::mean().keep(Axes::Rows, 0), Reduction::sum().keep(Axes::Cols, 1)],
            [0.0; 0],
            #[inline(always)]
            |[], [param, grad], [], [squares, rows, cols]| {
                for i in 0..param.len() {
                    let (x, g): (f64, f64) = (param[i].as_(), grad[i].as_());
                    (squares[i], rows[i], cols[i]) = (x * x, g * g, g);
                }
            },
        );
        if self.joined {
            cx.pass(
                Extent::new(1, shape.batch() * shape.rows(), 1),
                [],
                [Source::Scratch(0).over(Axes::Rows)],
                [],
                [0.0; 0],
                #[inline(always)]
                |[], [], [rows], []| rows.iter_mut().for_each(|x| *x += T::ONE),
            );
        }
        cx.pass(
            Extent::new(shape.batch(), shape.rows(), 1),
            [Source::Scratch(0).over(Axes::Rows)],
            [Source::State(0).over(Axes::Rows)],
            [Reduction::mean().keep(Axes::Matrices, 2)],
            [0.0; 0],
            #[inline(always)]
            |[], [new], [state], [mean]| {
                for i in 0..new.len() {
                    state[i] = T::cast(0.5) * state[i] + new[i];
                    mean[i] = state[i].as_();
                }
            },
        );
        let [norm] = cx.pass(
            shape,
            [
                Source::Grad.tensor(),
                Source::State(0).over(Axes::Rows),
                Source::Scratch(1).over(Axes::Cols),
                Source::Scratch(2).over(Axes::Matrices),
            ],
            [Source::Scratch(3).tensor()],
            [Reduction::norm()],
            [0.0; 0],
            #[inline(always)]
            |[], [grad, row, col, mean], [update], [squares]| {
                for i in 0..grad.len() {
                    update[i] = grad[i] * row[i] + col[i] * mean[i];
                    let x: f64 = update[i].as_();
                    squares[i] = x * x;
                }
            },
        );
        if self.grouped {
            cx.end_pieces();
        }
        cx.pass(
            shape,
            [Source::Scratch(3).tensor()],
            [Source::Param.tensor()],
            [],
            [rms / norm],
            #[inline(always)]
            |[rate], [update], [param], []| {
                for i in 0..param.len() {
                    param[i] -= rate * update[i];
                }
            },
        );
    }
}

/// The results of two steps, and the number of pieces in each.
fn stepped(grouped: bool, shape: &[usize], layout: Layout, threads: Threads) -> (Vec<f64>, Vec<f64>, usize) {
    run(Factored { grouped, ..Factored::default() }, shape, layout, threads)
}

fn run(kernel: Factored, shape: &[usize], layout: Layout, threads: Threads) -> (Vec<f64>, Vec<f64>, usize) {
    let mut source = Random(7);
    let (param, grad) = (random::<f32>(shape, &mut source), random::<f32>(shape, &mut source));
    let (mut params, grads) = ([laid_out(&param, layout)], [laid_out(&grad, layout)]);
    let folded = ParamShape::of(shape);
    let rows = [folded.batch(), folded.rows(), 1];
    let mut states = [vec![StateSlot::Array(Box::new(ArrayD::<f32>::zeros(IxDyn(&rows))))]];
    let arenas = Arenas::default();
    for t in 1..=2 {
        with_row(&kernel, (&mut params, &grads), &mut states, (t, 0, GradLoad::PLAIN), |row| {
            on_seven_threads(|| run_row(row, 0, None, &arenas, threads));
        });
    }
    let [StateSlot::Array(state)] = &states[0][..] else { unreachable!("it is an array") };
    let [param] = params;
    (numbers(&param), numbers(state), kernel.pieces.into_inner())
}

#[test]
fn pieces_give_what_the_whole_gives() {
    // With the number of pieces: one where there are none.
    let shapes: [(&[usize], usize); 12] = [
        (&[200, 57, 3, 3], 7),
        (&[37, 251, 3, 3], 6),
        (&[100_003, 1, 1], 6),
        (&[130_000, 1], 1),
        (&[20_000, 1, 5], 7),
        (&[20_000, 5, 1], 7),
        (&[40, 64, 64], 10),
        (&[3000, 5, 5], 5),
        (&[800, 3, 40], 6),
        (&[9, 100, 200], 1),
        (&[300, 5, 7], 1),
        (&[2, 40_000, 1], 1),
    ];
    for (shape, expected) in shapes {
        let (param, state, _) = stepped(false, shape, Layout::C, Threads::One);
        for (level, threads) in ways(&[Threads::N(2)]) {
            let (new_param, new_state, pieces) = with_level(level, || stepped(true, shape, Layout::C, threads));
            let what = format!("{shape:?} at {level:?} with {threads:?}");
            assert_same(&new_param, &param, &what);
            assert_same(&new_state, &state, &what);
            if matches!(threads, Threads::One) {
                assert_eq!(pieces, expected, "{what}");
            }
        }
        let (other, ..) = stepped(false, shape, Layout::Swapped, Threads::One);
        let (swapped, _, pieces) = stepped(true, shape, Layout::Swapped, Threads::One);
        assert_same(&swapped, &other, &format!("{shape:?}, not in C order"));
        assert!(pieces == 1 || shape.contains(&1), "{shape:?}, not in C order");
    }
}

#[test]
fn a_pass_that_tells_no_matrices_apart_is_not_cut() {
    let shape = &[200, 57, 3, 3];
    let [whole, grouped] = [false, true].map(|grouped| {
        let kernel = Factored { grouped, joined: true, ..Factored::default() };
        run(kernel, shape, Layout::C, Threads::One)
    });
    assert_same(&grouped.0, &whole.0, "the parameter");
    assert_same(&grouped.1, &whole.1, "the state");
    assert_eq!(grouped.2, 1);
}
