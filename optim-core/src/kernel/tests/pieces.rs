//! Passes piece by piece give what they give as a whole, to the bit.

use std::sync::atomic::{AtomicUsize, Ordering};

use ndarray::{ArrayD, IxDyn};

use super::by_hand::{Kernel, with_row};
use super::support::{Layout, Random, assert_same, laid_out, numbers, on_seven_threads, random, ways};
use crate::kernel::{
    Arenas, Batching, Cx, Entry, Extent, Float, GradLoad, Reduction, Source, StateSlot, Threads, run_row, with_level,
};
use crate::shape::{Axes, ParamShape};

/// A step of four passes, of which three are a group, if it says so.
#[derive(Default)]
struct Factored<const GROUP: bool> {
    /// The number of calls of the passes of the group.
    calls: AtomicUsize,
}

impl<const GROUP: bool> Factored<GROUP> {
    /// The passes of the group: sums of rows and columns, the state per row, the update.
    fn group<T: Float>(&self, cx: &mut Cx<'_, T>, shape: ParamShape) -> [f64; 2] {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let [rms, _, _] = cx.pass(
            shape.into(),
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
        let [_] = cx.pass(
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
            shape.into(),
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
        [rms, norm]
    }
}

impl<const GROUP: bool> Kernel for Factored<GROUP> {
    const ENTRY: Entry = Entry { elementwise: false, scratch: 4, batching: Batching::Alone };

    fn scratch(&self, shape: ParamShape, lens: &mut [usize]) {
        lens.copy_from_slice(&[shape.batch() * shape.rows(), shape.batch() * shape.cols(), shape.batch(), shape.len()]);
    }

    fn run<T: Float>(&self, cx: &mut Cx<'_, T>) {
        let shape = cx.shape();
        let [mut rms, mut norm] = [0.0; 2];
        if GROUP {
            cx.begin_pieces(&[0, 1, 2]);
            while cx.next_piece() {
                [rms, norm] = self.group(cx, shape);
            }
        } else {
            [rms, norm] = self.group(cx, shape);
        }
        let rate = T::cast(rms / norm);
        let [] = cx.pass(
            shape.into(),
            [Source::Scratch(3).tensor()],
            [Source::Param.tensor()],
            [],
            [0.0; 0],
            #[inline(always)]
            move |[], [update], [param], []| {
                for i in 0..param.len() {
                    param[i] -= rate * update[i];
                }
            },
        );
    }
}

/// The results of two steps, and the number of calls of the group in each.
fn stepped<const GROUP: bool>(shape: &[usize], layout: Layout, threads: Threads) -> (Vec<f64>, Vec<f64>, usize) {
    let kernel = Factored::<GROUP>::default();
    let mut source = Random(7);
    let (param, grad) = (random::<f32>(shape, &mut source), random::<f32>(shape, &mut source));
    let (mut params, grads) = ([laid_out(&param, layout)], [laid_out(&grad, layout)]);
    let folded = ParamShape::of(shape);
    let rows = [folded.batch(), folded.rows(), 1];
    let mut states = [vec![StateSlot::Array(Box::new(ArrayD::<f32>::zeros(IxDyn(&rows))))]];
    let arenas = Arenas::new();
    for t in 1..=2 {
        with_row(&kernel, (&mut params, &grads), &mut states, (t, 0, GradLoad::PLAIN), |row| {
            on_seven_threads(|| run_row(row, 0, None, &arenas, threads));
        });
    }
    let [StateSlot::Array(state)] = &states[0][..] else { unreachable!("it is an array") };
    let [param] = params;
    (numbers(&param), numbers(state), kernel.calls.into_inner() / 2)
}

#[test]
fn pieces_give_what_the_whole_gives() {
    // With the number of calls: one to ask and one for each piece, two where pieces are not possible, one where nobody asks.
    let shapes: [(&[usize], usize); 12] = [
        (&[200, 57, 3, 3], 8),
        (&[37, 251, 3, 3], 7),
        (&[100_003, 1, 1], 7),
        (&[130_000, 1], 1),
        (&[20_000, 1, 5], 8),
        (&[20_000, 5, 1], 8),
        (&[40, 64, 64], 11),
        (&[3000, 5, 5], 6),
        (&[800, 3, 40], 7),
        (&[9, 100, 200], 2),
        (&[300, 5, 7], 1),
        (&[2, 40_000, 1], 2),
    ];
    for (shape, expected) in shapes {
        let (param, state, _) = stepped::<false>(shape, Layout::C, Threads::One);
        for (level, threads) in ways(&[Threads::N(2)]) {
            let (new_param, new_state, calls) = with_level(level, || stepped::<true>(shape, Layout::C, threads));
            let what = format!("{shape:?} at {level:?} with {threads:?}");
            assert_same(&new_param, &param, &what);
            assert_same(&new_state, &state, &what);
            if matches!(threads, Threads::One) {
                assert_eq!(calls, expected, "{what}");
            }
        }
        let (other, ..) = stepped::<false>(shape, Layout::Swapped, Threads::One);
        let (swapped, _, calls) = stepped::<true>(shape, Layout::Swapped, Threads::One);
        assert_same(&swapped, &other, &format!("{shape:?}, not in C order"));
        assert!(calls == 1 || shape.contains(&1), "{shape:?}, not in C order");
    }
}
