//! One pass with every kind of stream and reduction, over many shapes and layouts.

use std::sync::{Arc, Mutex};

use ndarray::ArrayD;

use super::by_hand::{Kernel, with_row};
use super::support::{
    LAYOUTS, Layout, Random, assert_close, assert_same, laid_out, numbers, on_seven_threads, random, ways,
};
use crate::kernel::{
    Arenas, Batching, Entry, Extent, Float, GradLoad, Reduction, Source, StateSlot, StepContext, Stream, Threads,
    inlined, math, run_row, with_level,
};
use crate::shape::{Axes, ParamShape};

const KINDS: [Axes; 4] = [Axes::Tensor, Axes::Rows, Axes::Cols, Axes::Matrices];

/// The streams and reductions of a pass; each choice lets other axes be joined.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Probe {
    /// Every kind of broadcast input, every kind of reduction.
    Everything,
    /// Rows only, in and out.
    Rows,
    /// Columns only, in and out.
    Cols,
    /// Matrices only, in and out.
    Matrices,
    /// Tensors only, reduced to numbers.
    Tensors,
}

#[derive(Clone)]
struct ProbeKernel {
    probe: Probe,
    /// Results of reductions, since a kernel has nowhere else to put them.
    results: Arc<Mutex<Vec<f64>>>,
}

fn stream(source: Source, axes: Axes) -> Stream {
    Stream { source, axes }
}

impl Kernel for ProbeKernel {
    const ENTRY: Entry = Entry { elementwise: false, scratch: 5, batching: Batching::Alone };

    fn scratch(&self, shape: ParamShape, lens: &mut [usize]) {
        lens[0] = shape.axes_len(Axes::Rows);
        lens[1] = shape.axes_len(Axes::Cols);
        lens[2] = shape.axes_len(Axes::Matrices);
        lens[3] = shape.axes_len(Axes::Rows);
        lens[4] = shape.axes_len(Axes::Cols);
    }

    #[expect(clippy::too_many_lines, reason = "one pass after another, as a step has them")]
    fn run<T: Float>(&self, cx: &mut StepContext<'_, T>) {
        use Axes as A;
        let extent = Extent::from(cx.shape());
        let (tensor, outputs) = (
            stream(Source::State(0), A::Tensor),
            [stream(Source::Param, A::Tensor), stream(Source::State(4), A::Tensor)],
        );
        let grad = stream(Source::Grad, A::Tensor);
        let (sum, max) = (Reduction::sum(), Reduction::amax());
        let kept = match self.probe {
            Probe::Everything => {
                let inputs = [
                    grad,
                    tensor,
                    stream(Source::State(1), A::Rows),
                    stream(Source::State(2), A::Cols),
                    stream(Source::State(3), A::Matrices),
                ];
                let reductions = [
                    sum,
                    max,
                    Reduction::mean().keep(A::Rows, 0),
                    Reduction::rms().keep(A::Cols, 1),
                    Reduction::sum().keep(A::Matrices, 2),
                    Reduction::amax().keep(A::Rows, 3),
                    Reduction::amin().keep(A::Cols, 4),
                ];
                let got = cx.pass(
                    extent,
                    inputs,
                    outputs,
                    reductions,
                    [0.0; 0],
                    #[inline(always)]
                    |[], [g, s, r, c, m], [p, q], [a, b, d, e, f, h, i]| {
                        let n = g.len();
                        for k in 0..n {
                            let x = g[k] * r[k] + s[k] * c[k] - m[k];
                            p[k] += x;
                            q[k] *= x;
                            let x = x.as_();
                            (a[k], b[k], d[k], e[k], f[k], h[k], i[k]) = (x, x, x, x * x, x, x, x);
                        }
                    },
                );
                got[..2].to_vec()
            }
            Probe::Rows | Probe::Cols | Probe::Matrices => {
                let (state, keep, into) = match self.probe {
                    Probe::Rows => (1, A::Rows, 0),
                    Probe::Cols => (2, A::Cols, 1),
                    _ => (3, A::Matrices, 2),
                };
                let got = cx.pass(
                    extent,
                    [grad, tensor, stream(Source::State(state), keep)],
                    outputs,
                    [sum, max, Reduction::norm().keep(keep, into)],
                    [0.0; 0],
                    #[inline(always)]
                    |[], [g, s, r], [p, q], [a, b, d]| {
                        for k in 0..g.len() {
                            let x = g[k] * r[k] + s[k];
                            p[k] += x;
                            q[k] *= x;
                            let x = x.as_();
                            (a[k], b[k], d[k]) = (x, x, x * x);
                        }
                    },
                );
                got[..2].to_vec()
            }
            Probe::Tensors => {
                let f = inlined(
                    #[inline(always)]
                    |g: &[T], s: &[T], p: &mut [T], q: &mut [T], a: &mut [f64], b: &mut [f64]| {
                        for k in 0..g.len() {
                            let x = g[k] + s[k];
                            p[k] += x;
                            q[k] *= x;
                            (a[k], b[k]) = (x.as_(), x.as_());
                        }
                    },
                );
                let got = cx.pass(
                    extent,
                    [grad, tensor],
                    outputs,
                    [sum, max],
                    [0.0; 0],
                    #[inline(always)]
                    |[], [g, s], [p, q], [a, b]| f(g, s, p, q, a, b),
                );
                got.to_vec()
            }
        };
        // The results of the reductions in scratch are copied to states, so that the test can see them.
        let mut results = kept;
        for (slot, keep) in [(0, A::Rows), (1, A::Cols), (2, A::Matrices), (3, A::Rows), (4, A::Cols)] {
            let wanted = match self.probe {
                Probe::Everything => true,
                Probe::Rows => slot == 0,
                Probe::Cols => slot == 1,
                Probe::Matrices => slot == 2,
                Probe::Tensors => false,
            };
            if !wanted {
                continue;
            }
            let extent = extent.over(keep);
            let seen = Mutex::new(Vec::new());
            cx.pass(
                extent,
                [stream(Source::Scratch(slot), keep)],
                [],
                [],
                [0.0; 0],
                #[inline(always)]
                |[], [x], [], []| seen.lock().unwrap().push((x.as_ptr().addr(), x.to_vec())),
            );
            let mut seen = seen.into_inner().unwrap();
            // Tiles may come in any order; scratch is one line of memory.
            seen.sort_by_key(|tile| tile.0);
            results.extend(seen.into_iter().flat_map(|tile| tile.1).map(T::as_));
        }
        *self.results.lock().unwrap() = results;
    }
}

/// The results of a run: parameter, state, results.
type Outcome = [Vec<f64>; 3];

struct Case<T> {
    shape: Vec<usize>,
    param: ArrayD<T>,
    grad: ArrayD<T>,
    states: Vec<ArrayD<T>>,
}

impl<T: Float> Case<T> {
    fn new(shape: &[usize], seed: u64) -> Self {
        let mut r = Random(seed);
        let mut states: Vec<_> = KINDS.iter().map(|k| random(&k.state_shape(shape), &mut r)).collect();
        states.push(random(shape, &mut r));
        Self { shape: shape.to_vec(), param: random(shape, &mut r), grad: random(shape, &mut r), states }
    }

    fn run(&self, probe: Probe, layouts: [Layout; 3], threads: Threads, arenas: &Arenas<T>, load: GradLoad) -> Outcome {
        let kernel = ProbeKernel { probe, results: Arc::default() };
        let param = laid_out(&self.param, layouts[0]);
        let grad = laid_out(&self.grad, layouts[1]);
        let states = self.states.iter().map(|s| StateSlot::Array(Box::new(laid_out(s, layouts[2])))).collect();
        let (mut params, mut states) = ([param], [states]);
        with_row(&kernel, (&mut params, &[grad]), &mut states, (1, 0, load), |row| {
            on_seven_threads(|| run_row(row, 0, None, arenas, threads));
        });
        let ([param], [states]) = (params, states);
        let StateSlot::Array(state) = &states[4] else { panic!() };
        let scalars = kernel.results.lock().unwrap().clone();
        [numbers(&param), numbers(state), scalars]
    }

    fn expected(&self, probe: Probe, load: GradLoad) -> Outcome {
        let shape = ParamShape::of(&self.shape);
        let (rows, cols) = (shape.rows(), shape.cols());
        let [g, s, r, c, m] = [&self.grad, &self.states[0], &self.states[1], &self.states[2], &self.states[3]]
            .map(|a| a.iter().copied().collect::<Vec<T>>());
        let (mut p, mut q) = (numbers(&self.param), numbers(&self.states[4]));
        let mut xs = vec![0.0; shape.len()];
        for i in 0..shape.len() {
            let (row, col, batch) = (i / cols, i / (rows * cols) * cols + i % cols, i / (rows * cols));
            let mut g = g[i] * T::cast(load.scale);
            if let Some(clip) = load.clip {
                g = math::clamp(g, T::cast(-clip), T::cast(clip));
            }
            let x = match probe {
                Probe::Everything => g * r[row] + s[i] * c[col] - m[batch],
                Probe::Rows => g * r[row] + s[i],
                Probe::Cols => g * c[col] + s[i],
                Probe::Matrices => g * m[batch] + s[i],
                Probe::Tensors => g + s[i],
            };
            p[i] = (T::cast(p[i]) + x).as_();
            q[i] = (T::cast(q[i]) * x).as_();
            xs[i] = x.as_();
        }
        let max = |a: f64, b: f64| a.max(b);
        let mut results = vec![xs.iter().sum(), xs.iter().copied().fold(f64::NEG_INFINITY, max)];
        let by = |kept: usize, index: &dyn Fn(usize) -> usize, start: f64, f: &dyn Fn(f64, f64) -> f64| {
            let mut sums = vec![start; kept];
            for (i, &x) in xs.iter().enumerate() {
                sums[index(i)] = f(sums[index(i)], x);
            }
            sums
        };
        let len = |axes| shape.axes_len(axes);
        let (row, col) = (|i: usize| i / cols, |i: usize| i / (rows * cols) * cols + i % cols);
        let matrix = |i: usize| i / (rows * cols);
        let (sum, square) = (|a: f64, b: f64| a + b, |a: f64, b: f64| a + b * b);
        let min = |a: f64, b: f64| a.min(b);
        match probe {
            Probe::Everything => {
                results.extend(by(len(Axes::Rows), &row, 0.0, &sum).iter().map(|x| x / cols as f64));
                results.extend(by(len(Axes::Cols), &col, 0.0, &square).iter().map(|x| (x / rows as f64).sqrt()));
                results.extend(by(len(Axes::Matrices), &matrix, 0.0, &sum));
                results.extend(by(len(Axes::Rows), &row, f64::NEG_INFINITY, &max));
                results.extend(by(len(Axes::Cols), &col, f64::INFINITY, &min));
            }
            Probe::Rows => results.extend(by(len(Axes::Rows), &row, 0.0, &square).iter().map(|x| x.sqrt())),
            Probe::Cols => results.extend(by(len(Axes::Cols), &col, 0.0, &square).iter().map(|x| x.sqrt())),
            Probe::Matrices => results.extend(by(len(Axes::Matrices), &matrix, 0.0, &square).iter().map(|x| x.sqrt())),
            Probe::Tensors => {}
        }
        [p, q, results]
    }
}

const PROBES: [Probe; 5] = [Probe::Everything, Probe::Rows, Probe::Cols, Probe::Matrices, Probe::Tensors];

fn check<T: Float>(shape: &[usize], layouts: &[[Layout; 3]], threads: &[Threads], load: GradLoad) {
    let case = Case::<T>::new(shape, 7);
    let arenas = Arenas::default();
    for probe in PROBES {
        let expected = case.expected(probe, load);
        for &layouts in layouts {
            let what = format!("{probe:?} {shape:?} {layouts:?} {}", T::DTYPE);
            let mut first: Option<Outcome> = None;
            for (level, threads) in ways(threads) {
                let got = with_level(level, || case.run(probe, layouts, threads, &arenas, load));
                let Some(first) = &first else {
                    for k in 0..3 {
                        assert_close::<T>(&got[k], &expected[k], &format!("{what} part {k}"));
                    }
                    first = Some(got);
                    continue;
                };
                for k in 0..3 {
                    assert_same(&got[k], &first[k], &format!("{what} part {k} {level:?} {threads:?}"));
                }
            }
        }
    }
}

const PLAIN: [[Layout; 3]; 1] = [[Layout::C; 3]];

#[test]
fn small_shapes_in_every_layout() {
    let shapes: &[&[usize]] = if cfg!(miri) {
        &[&[], &[5], &[0], &[3, 4], &[2, 3, 3]]
    } else {
        &[
            &[],
            &[1],
            &[5],
            &[300],
            &[0],
            &[0, 3],
            &[3, 0],
            &[1, 1],
            &[3, 4],
            &[40, 30],
            &[1, 700],
            &[700, 1],
            &[20, 300],
            &[2, 3, 3],
            &[64, 3, 3],
            &[5, 1, 7],
            &[5, 7, 1],
            &[2, 3, 5, 7],
            &[4, 4, 1, 1],
            &[3, 2, 1, 4],
            &[3, 4, 20, 30],
            &[2, 2, 2, 3, 2],
            &[33, 7, 7],
            &[2, 300, 2],
        ]
    };
    let mut layouts: Vec<[Layout; 3]> = LAYOUTS.iter().map(|&l| [l; 3]).collect();
    layouts.extend([
        [Layout::C, Layout::F, Layout::C],
        [Layout::F, Layout::C, Layout::C],
        [Layout::F, Layout::F, Layout::C],
        [Layout::Swapped, Layout::C, Layout::Stepped],
        [Layout::Reversed, Layout::F, Layout::Cropped],
        [Layout::C, Layout::C, Layout::Rotated],
    ]);
    for shape in shapes {
        check::<f32>(shape, &layouts, &[], GradLoad::PLAIN);
        check::<f64>(shape, &layouts, &[], GradLoad { scale: 0.5, clip: Some(0.3) });
    }
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn large_shapes_on_many_threads() {
    let shapes: &[&[usize]] = &[
        &[70_000],
        &[150, 500],
        &[300, 200],
        &[20_000, 3],
        &[3, 33_000],
        &[2, 40_000],
        &[7000, 3, 3],
        &[1300, 7, 7],
        &[3, 150, 150],
        &[20, 30, 100],
        &[60_000, 1],
        &[200, 250, 1, 1],
        &[1, 50_000, 1],
    ];
    for shape in shapes {
        let threads = [Threads::N(7)];
        check::<f32>(shape, &[PLAIN[0], [Layout::Swapped, Layout::Swapped, Layout::C]], &threads, GradLoad::PLAIN);
    }
}

/// Pins what a large column reduction depends on: blocks and panels, not threads.
#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn column_blocks_and_panels() {
    for shape in [&[2048, 40][..], &[400, 260], &[3, 70_000], &[2, 300, 260]] {
        check::<f64>(shape, &PLAIN, &[Threads::N(3)], GradLoad { scale: 2.0, clip: None });
    }
}
