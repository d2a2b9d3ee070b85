//! The results and refusals of a context, pass by pass, without the machinery around it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::{Array, ArrayD, Dimension, IxDyn, ShapeBuilder};

use super::by_hand::{Kernel, message, with_row};
use super::support::{Layout, Random, assert_same, laid_out};
use crate::kernel::level::Isa;
use crate::kernel::raw::{Claim, Coverage, Jobs};
use crate::kernel::{
    Arenas, Batching, Entry, Extent, Float, GradLoad, NOWHERE, Operand, Reduction, Source, StateSlot, StepContext,
};
use crate::shape::Axes;

struct Idle;

impl Kernel for Idle {
    const ENTRY: Entry = Entry { elementwise: true, scratch: 0, batching: Batching::Alone };

    fn run<T: Float>(&self, _: &mut StepContext<'_, T>) {}
}

/// Calls a closure with the context of a parameter that holds 0, 1, 2…, its gradient in Fortran order, a state like
/// it, a state of as many zeros, a strided one with a number per column, and a scratch slot as large as the
/// parameter. Returns what the closure returns, and the parameter.
fn with_context<R>(
    shape: &[usize],
    part: Coverage<'_, f64>,
    f: impl FnOnce(&mut StepContext<'_, f64>) -> R,
) -> (R, Vec<f64>) {
    let counted = || (0..shape.iter().product()).map(|k| k as f64).collect();
    let mut params: [ArrayD<f64>; 1] = [Array::from_shape_vec(IxDyn(shape), counted()).unwrap()];
    let mut grad = ArrayD::zeros(IxDyn(shape).f());
    grad.assign(&params[0]);
    let columns =
        Array::from_shape_fn(IxDyn(&Axes::Cols.state_shape(shape)), |at| at.slice().iter().sum::<usize>() as f64);
    let columns = laid_out(&columns, Layout::Stepped);
    let states = [grad.clone(), ArrayD::zeros(IxDyn(shape)), columns].map(|array| StateSlot::Array(Box::new(array)));
    let mut arena = Arenas::default().take();
    let result = with_row(&Idle, (&mut params, &[grad]), &mut [states.to_vec()], (1, 0, GradLoad::PLAIN), |row| {
        let mut jobs = Jobs::Row(row);
        let claim = Claim::at(&mut jobs, 0, part).expect("there is a job");
        let mut cx = StepContext::new(claim, 0, Isa::current(), &mut arena);
        cx.reserve(1, &|shape, lens| lens[0] = shape.len());
        f(&mut cx)
    });
    let [param] = params;
    (result, param.into_iter().collect())
}

/// The message with which a pass over a 3 × 4 parameter panics.
fn refused(part: Coverage<'_, f64>, f: impl FnOnce(&mut StepContext<'_, f64>)) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| with_context(&[3, 4], part, f))).expect_err("the pass is refused");
    message(panic)
}

const PARAM: Source = Source::Param;
const GRAD: Source = Source::Grad;
const STATE: Source = Source::State(1);
const SCRATCH: Source = Source::Scratch(0);
const ALL: Extent = Extent::new(1, 3, 4);

#[test]
fn outputs_are_streams_of_their_own() {
    let message = "the outputs of a pass are streams of their own";
    let pass = |inputs: [Source; 2], outputs: [Source; 2]| {
        let (inputs, outputs) = (inputs.map(Source::tensor), outputs.map(Source::tensor));
        refused(Coverage::Whole, |cx| {
            cx.pass(ALL, inputs, outputs, [], [0.0; 0], |[], _, _, []| ());
        })
    };
    assert_eq!(pass([PARAM, STATE], [SCRATCH, GRAD]), message);
    assert_eq!(pass([PARAM, STATE], [SCRATCH, STATE]), message);
    assert_eq!(pass([PARAM, GRAD], [STATE, STATE]), message);
    let [first, second] = [0, 1].map(|index| Source::Item(0, index));
    assert_eq!(pass([PARAM, first], [second, first]), message);
    assert_eq!(pass([PARAM, first], [STATE, SCRATCH]), message);
    assert_eq!(pass([PARAM, SCRATCH], [STATE, first]), message);
    // Items of other axes are of other lengths: they may overlap whatever their indices are.
    let unlike = refused(Coverage::Whole, |cx| {
        let of_rows = [first.over(Axes::Rows)];
        cx.pass(ALL, of_rows, [second.tensor()], [], [0.0; 0], |[], _, _, []| ());
    });
    assert_eq!(unlike, message);
}

#[test]
fn items_stand_one_behind_the_other_and_nothing_is_beyond_the_slot() {
    let ((), param) = with_context(&[3, 4], Coverage::Whole, |cx| {
        cx.reserve(1, &|shape, lens| lens[0] = 2 * shape.len());
        let item = |index| Source::Item(0, index);
        // Both are outputs of one pass, as the items that do not exist are.
        let outputs = [item(0), item(1), item(2), item(NOWHERE), item(NOWHERE)].map(Source::tensor);
        cx.pass(ALL, [PARAM.tensor()], outputs, [], [0.0; 0], |[], [from], [a, b, c, d, e], []| {
            for k in 0..from.len() {
                (a[k], b[k], c[k]) = (from[k], 10.0 * from[k], 100.0);
                (d[k], e[k]) = (100.0, 100.0);
            }
        });
        cx.pass(ALL, [item(0).tensor(), item(1).tensor()], [PARAM.tensor()], [], [0.0; 0], |[], [a, b], [to], []| {
            for k in 0..to.len() {
                to[k] = a[k] + b[k];
            }
        });
    });
    assert_eq!(param, (0..12).map(|k| 11.0 * f64::from(k)).collect::<Vec<_>>());
}

#[test]
fn an_item_has_the_axes_of_its_stream() {
    let ((), param) = with_context(&[3, 4], Coverage::Whole, |cx| {
        let rows = Extent::new(1, 3, 1);
        let outputs = [0, 1].map(|index| Source::Item(0, index).over(Axes::Rows));
        cx.pass(rows, [], outputs, [], [0.0; 0], |[], [], [a, b], []| {
            for k in 0..a.len() {
                (a[k], b[k]) = (1.0, 2.0 + k as f64);
            }
        });
        let second = Source::Item(0, 1).over(Axes::Rows);
        cx.pass(ALL, [second], [PARAM.tensor()], [], [0.0; 0], |[], [b], [to], []| to.copy_from_slice(b));
    });
    assert_eq!(param, [2.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0]);
}

#[test]
fn a_reduction_has_a_slot_without_items() {
    let message = refused(Coverage::Whole, |cx| {
        let sums = [Reduction::sum().keep(Axes::Rows, 0)];
        cx.pass(ALL, [Source::Item(0, 0).tensor()], [], sums, [0.0; 0], |[], _, [], [_]| ());
    });
    assert_eq!(message, "a reduction has a scratch slot of its own");
}

#[test]
fn only_elementwise_passes_are_split() {
    let message = "only elementwise passes may be split anywhere";
    let half = Coverage::Range(0, 6);
    let tile = |[]: [f64; 0], _: [&[f64]; 1], []: [&mut [f64]; 0], []: [&mut [f64]; 0]| ();
    let input = |extent, stream| {
        refused(half, |cx| {
            cx.pass(extent, [stream], [], [], [0.0; 0], tile);
        })
    };
    assert_eq!(input(Extent::new(1, 4, 3), GRAD.tensor()), message);
    assert_eq!(input(ALL, GRAD.over(Axes::Rows)), message);
    assert_eq!(input(ALL, SCRATCH.tensor()), message);
    let reduces = refused(half, |cx| {
        cx.pass(ALL, [GRAD.tensor()], [], [Reduction::sum()], [0.0; 0], |[], _, [], [_]| ());
    });
    assert_eq!(reduces, message);
    let ((), param) = with_context(&[3, 4], Coverage::Range(2, 5), |cx| {
        cx.pass(ALL, [], [PARAM.tensor()], [], [0.0; 0], |[], [], [p], []| p.fill(-1.0));
    });
    assert_eq!(param, [0.0, 1.0, -1.0, -1.0, -1.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
}

#[test]
fn a_pass_over_another_number_of_elements_is_refused() {
    for extent in [Extent::new(1, 3, 2), Extent::new(2, 3, 4), Extent::new(1, 0, 4)] {
        let pass = |cx: &mut StepContext<'_, f64>| {
            cx.pass(extent, [], [PARAM.tensor()], [], [0.0; 0], |[], [], [_], []| ());
        };
        if extent.len() > 0 {
            assert_eq!(refused(Coverage::Whole, pass), "a stream has as many numbers as its pass asks for");
        } else {
            with_context(&[3, 4], Coverage::Whole, pass);
        }
    }
}

#[test]
fn arrays_alike_but_unlike_the_parameter_are_read_in_its_order() {
    let (sum, param) = with_context(&[3, 4], Coverage::Whole, |cx| {
        let inputs = [GRAD.tensor(), Source::State(0).tensor()];
        let [sum] = cx.pass(ALL, inputs, [PARAM.tensor()], [Reduction::sum()], [0.0; 0], |[], [g, s], [p], [sum]| {
            sum.copy_from_slice(s);
            (0..p.len()).for_each(|k| p[k] += 100.0 * g[k] + 10.0 * s[k]);
        });
        sum
    });
    assert!(sum == 66.0 && param.iter().enumerate().all(|(k, &p)| p == 111.0 * k as f64), "{param:?}");
}

#[test]
fn passes_with_one_kind_of_reduction() {
    let values = |t: &[f64], x: &mut [f64]| x.copy_from_slice(t);
    let numbers: Vec<f64> = with_context(&[300, 1], Coverage::Whole, |cx| {
        let (extent, input) = (cx.shape().into(), [PARAM.tensor()]);
        let [max] = cx.pass(extent, input, [], [Reduction::amax()], [0.0; 0], |[], [p], [], [x]| values(p, x));
        let [min] = cx.pass(extent, input, [], [Reduction::amin()], [0.0; 0], |[], [p], [], [x]| values(p, x));
        // Rows of one number: each is its own sum.
        cx.pass(extent, input, [], [Reduction::sum().keep(Axes::Rows, 0)], [0.0; 0], |[], [p], [], [x]| values(p, x));
        [&[max, min], &cx.arena.scratch[0][..]].concat()
    })
    .0;
    assert!(numbers[..2] == [299.0, 0.0] && numbers[2..].iter().enumerate().all(|(k, &x)| x == k as f64));
}

#[test]
fn numbers_are_repeated_along_the_axes_that_a_stream_lacks() {
    let (sum, _) = with_context(&[3, 4], Coverage::Whole, |cx| {
        let copy = |[]: [f64; 0], [p]: [&[f64]; 1], [to]: [&mut [f64]; 1], []: [&mut [f64]; 0]| to.copy_from_slice(p);
        cx.pass(ALL, [PARAM.tensor()], [SCRATCH.tensor()], [], [0.0; 0], copy);
        // The slot holds more than the three numbers that are asked for.
        let sum = [Reduction::sum()];
        cx.pass(ALL, [SCRATCH.over(Axes::Rows)], [], sum, [0.0; 0], |[], [s], [], [x]| x.copy_from_slice(s))
    });
    assert_eq!(sum, [4.0 * (0.0 + 1.0 + 2.0)]);
}

/// Rows of several tiles, the last one short, in passes of sums alone.
#[test]
fn sums_along_long_rows_and_back() {
    let (rows, cols) = (3, 300);
    let extent = Extent::new(1, rows, cols);
    let axes = [Axes::Rows, Axes::Cols];
    let ((), param) = with_context(&[rows, cols], Coverage::Whole, |cx| {
        cx.reserve(2, &|_, lens| lens.copy_from_slice(&[rows, cols]));
        let sums = [0, 1].map(|k| Reduction::sum().keep(axes[k], k));
        cx.pass(extent, [PARAM.tensor()], [], sums, [0.0; 0], |[], [p], [], [x, y]| {
            x.copy_from_slice(p);
            y.copy_from_slice(p);
        });
        // A pass each: one stream that is no line of memory along a row decides for all.
        let [rows, cols] = [0, 1].map(|k| Source::Scratch(k).over(axes[k]));
        cx.pass(extent, [rows, cols], [PARAM.tensor()], [], [0.0; 0], |[], [r, c], [p], []| {
            (0..p.len()).for_each(|k| p[k] = r[k] + 0.5 * c[k]);
        });
        let strided = Source::State(2).over(Axes::Cols);
        cx.pass(extent, [strided], [PARAM.tensor()], [], [0.0; 0], |[], [s], [p], []| {
            (0..p.len()).for_each(|k| p[k] += s[k]);
        });
    });
    for (i, &p) in param.iter().enumerate() {
        let (row, col) = (i / cols, i % cols);
        let by_row: usize = (0..cols).map(|c| row * cols + c).sum();
        let by_col: usize = (0..rows).map(|r| r * cols + col).sum();
        assert!(p == by_row as f64 + 0.5 * by_col as f64 + col as f64, "{row} {col}: {p}");
    }
}

/// A parameter so large that its columns are summed by blocks of rows and by panels of columns at once.
#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn sums_of_columns_by_blocks_and_panels() {
    let (rows, cols) = (130, 25_000);
    let ((), param) = with_context(&[rows, cols], Coverage::Whole, |cx| {
        cx.reserve(1, &|_, lens| lens[0] = cols);
        let sum = [Reduction::sum().keep(Axes::Cols, 0)];
        cx.pass(Extent::new(1, rows, cols), [PARAM.tensor()], [], sum, [0.0; 0], |[], [p], [], [x]| {
            x.copy_from_slice(p);
        });
        let sums = SCRATCH.over(Axes::Cols);
        cx.pass(Extent::new(1, rows, cols), [sums], [PARAM.tensor()], [], [0.0; 0], |[], [s], [p], []| {
            p.copy_from_slice(s);
        });
    });
    for (i, &p) in param.iter().enumerate() {
        let by_col = cols * rows * (rows - 1) / 2 + rows * (i % cols);
        assert!(p == by_col as f64, "{i}: {p}, not {by_col}");
    }
}

/// 49 · (1 / 49) is not 1 in double precision.
#[test]
fn means_of_doubles_are_divided() {
    with_context(&[2, 49], Coverage::Whole, |cx| {
        cx.reserve(2, &|_, lens| lens.fill(2));
        let means = [Reduction::mean().keep(Axes::Rows, 0), Reduction::rms().keep(Axes::Rows, 1)];
        cx.pass(cx.shape().into(), [], [PARAM.tensor()], means, [0.0; 0], |[], [], [_], [x, y]| {
            x.fill(1.0);
            y.fill(1.0);
        });
        assert!(cx.arena.scratch[0][..2] == [1.0, 1.0] && cx.arena.scratch[1][..2] == [1.0, 1.0]);
    });
}

#[test]
#[cfg_attr(miri, ignore = "the matrix library is not for it")]
fn products_and_transposes_of_batches() {
    let arenas = Arenas::default();
    for (m, inner, n) in [(3, 4, 5), (300, 2, 3), (2, 3, 70), (0, 4, 5), (3, 4, 0)] {
        for part in [Coverage::Whole, Coverage::Shared(3, &arenas)] {
            with_context(&[2, 3, 4], part, |cx| {
                // One number more than needed in each slot.
                let sizes = [m * inner, inner * n, m * n, m * n].map(|size| 2 * size + 1);
                cx.reserve(4, &|_, lens| lens.copy_from_slice(&sizes));
                for (slot, size) in cx.arena.scratch.iter_mut().zip(sizes) {
                    *slot = (0..size).map(|k| (k % 7) as f64).collect();
                }
                let last = cx.arena.scratch.iter().map(|slot| *slot.last().unwrap()).collect::<Vec<_>>();
                cx.matmul(Operand::new(0, m, inner), Operand::new(1, n, inner).transposed(), 2);
                cx.transpose(Operand::new(2, m, n), 3);
                let [a, b, product, transposed] = &cx.arena.scratch[..] else { panic!() };
                for (matrix, i, j) in (0..2 * m * n).map(|k| (k / (m * n), k / n % m, k % n)) {
                    let (a, b) = (&a[(matrix * m + i) * inner..][..inner], &b[(matrix * n + j) * inner..][..inner]);
                    let expected: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                    assert_eq!(product[(matrix * m + i) * n + j], expected);
                    assert_eq!(transposed[(matrix * n + j) * m + i], expected);
                }
                assert!(cx.arena.scratch.iter().zip(last).all(|(slot, last)| *slot.last().unwrap() == last));
            });
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "the matrix library is not for it")]
fn symmetric_products_are_those_of_two_operands() {
    let arenas = Arenas::default();
    for (n, inner) in [(129, 20), (300, 7), (257, 100)] {
        for part in [Coverage::Whole, Coverage::Shared(3, &arenas)] {
            with_context(&[2, 3, 4], part, |cx| {
                let sizes = [n * inner, n * inner, n * n, n * n, n * n].map(|size| 2 * size);
                cx.reserve(5, &|_, lens| lens.copy_from_slice(&sizes));
                let mut random = Random(3);
                cx.arena.scratch[0].iter_mut().for_each(|x| *x = random.number());
                cx.arena.scratch[1] = cx.arena.scratch[0].clone();
                let compare = |cx: &StepContext<'_, f64>, what: &str| {
                    assert_same(&cx.arena.scratch[2][..2 * n * n], &cx.arena.scratch[3][..2 * n * n], what);
                };
                let (x, copy) = (Operand::new(0, inner, n), Operand::new(1, inner, n));
                cx.matmul(x.transposed(), x, 2);
                cx.matmul(x.transposed(), copy, 3);
                compare(cx, "xᵀ · x");
                let (x, copy) = (Operand::new(0, n, inner), Operand::new(1, n, inner));
                cx.matmul(x, x.transposed(), 2);
                cx.matmul(x, copy.transposed(), 3);
                compare(cx, "x · xᵀ");
                cx.arena.scratch[4] = cx.arena.scratch[3].clone();
                let (square, copy) = (Operand::new(4, n, n), Operand::new(3, n, n));
                cx.matmul(square, copy, 2);
                cx.arena.scratch.swap(2, 3);
                cx.matmul(square, square, 2);
                compare(cx, "the square of a symmetric matrix");
                // Symmetric in one matrix of the batch alone.
                cx.arena.scratch[4][n * n + 1] = 9.0;
                cx.arena.scratch[1] = cx.arena.scratch[4].clone();
                cx.matmul(square, square, 2);
                cx.matmul(square, Operand::new(1, n, n), 3);
                compare(cx, "the square of a matrix that is not");
            });
        }
    }
}

#[test]
fn scratch_slots_are_as_long_as_asked_for() {
    for slots in [1, 32, 33, 40] {
        with_context(&[3, 4], Coverage::Whole, |cx| {
            cx.reserve(slots, &|shape, lens| lens.iter_mut().enumerate().for_each(|(k, len)| *len = k * shape.len()));
            for k in 0..slots {
                assert!(cx.arena.scratch[k].len() >= k * 12);
            }
        });
    }
}

#[test]
fn arenas_are_kept() {
    let arenas = Arenas::<f32>::default();
    let mut arena = arenas.take();
    arena.grow_partials(5);
    arenas.put_back(arena);
    assert_eq!(arenas.take().partials.len(), 5);
    assert_eq!(arenas.take().partials.len(), 0);
}

/// A number of results of reductions that overflows where the elements' does not: nothing is allocated for
/// what cannot be counted.
#[test]
#[cfg_attr(miri, ignore = "too large")]
fn results_of_reductions_are_counted() {
    const MANY: usize = 1 << 15;
    let run = || {
        refused(Coverage::Whole, |cx| {
            let extent = Extent::new(1, 1, isize::MAX as usize);
            let _ = cx.pass(extent, [], [], [Reduction::sum(); MANY], [0.0; 0], |[], [], [], _| ());
        })
    };
    // A pass has an array of buffers for its reductions on the stack.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).unwrap();
    assert_eq!(thread.join().unwrap(), "a pass has no more partial results than memory can hold");
}

#[test]
fn products_of_sizes_that_overflow_are_refused() {
    for [rows, cols] in [[1 << 32, 1 << 32], [usize::MAX, usize::MAX], [1 << 63, 2], [(1 << 33) + 1, 1 << 32]] {
        let (a, b) = (Operand::new(0, rows, cols), Operand::new(1, rows, cols).transposed());
        let message = "an extent has no more elements than an array can have";
        assert_eq!(refused(Coverage::Whole, |cx| cx.matmul(a, b, 2)), message);
        assert_eq!(refused(Coverage::Whole, |cx| cx.transpose(a, 2)), message);
    }
    let none = refused(Coverage::Whole, |cx| cx.arena.scratch.swap(0, 1));
    assert!(none.contains("out of bounds"), "{none}");
}
