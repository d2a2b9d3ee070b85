//! Hand-written loops: Adafactor in two passes over batches of small matrices and in three over large matrices, and
//! Muon with the matrix products of `ndarray`.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayD, ArrayView2};
use rayon::prelude::*;

use crate::cases::{States, flat, flat_ref};
use crate::hand::{CHUNK, LARGE, SHARE, add_up};
use crate::level::{prefetch, widest};

const EPS: f32 = 1e-30;

/// Adafactor without momentum and weight decay. The parameter scales its step.
pub(crate) struct Adafactor<'d> {
    lr: f64,
    t: u64,
    tensors: Vec<Factored<'d>>,
}

/// A parameter with `len / (rows · cols)` matrices. For vectors, `rows` and `cols` are 0, and `row` has a state per element.
struct Factored<'d> {
    rows: usize,
    cols: usize,
    p: &'d mut [f32],
    g: &'d [f32],
    row: &'d mut [f32],
    col: &'d mut [f32],
    row_factor: Vec<f32>,
    col_factor: Vec<f32>,
}

/// The numbers that depend on the step count.
#[derive(Clone, Copy)]
struct Rates {
    beta2: f32,
    lr: f64,
}

impl Rates {
    #[inline(always)]
    fn average(self, state: &mut f32, new: f32) {
        *state = self.beta2 * *state + (1.0 - self.beta2) * new;
    }

    /// The factor of the update, from the sums of squares of the parameter and the update.
    fn scale(self, len: usize, (weights, updates): (f64, f64)) -> f32 {
        let alpha = self.lr * (weights / len as f64).sqrt().max(1e-3);
        (alpha / (updates / len as f64).sqrt().max(1.0)) as f32
    }
}

fn add(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0 + b.0, a.1 + b.1)
}

#[inline(always)]
fn square(x: f32) -> f64 {
    let x = f64::from(x);
    x * x
}

/// The sum of `f` over three slices of the same length, in sixteen lanes.
#[inline(always)]
fn sum(a: &[f32], b: &[f32], c: &[f32], f: impl Fn(f32, f32, f32) -> f64) -> f64 {
    let mut lanes = [0.0; 16];
    let ((a, a_tail), (b, b_tail), (c, c_tail)) = (a.as_chunks::<64>(), b.as_chunks::<64>(), c.as_chunks::<64>());
    for ((a, b), c) in a.iter().zip(b).zip(c) {
        prefetch(a);
        prefetch(b);
        let mut numbers = [0.0; 64];
        for k in 0..64 {
            numbers[k] = f(a[k], b[k], c[k]);
        }
        add_up(&mut lanes, &numbers);
    }
    let tail: f64 = a_tail.iter().zip(b_tail).zip(c_tail).map(|((&a, &b), &c)| f(a, b, c)).sum();
    lanes.iter().sum::<f64>() + tail
}

#[inline(always)]
fn sum_of_squares(x: &[f32]) -> f64 {
    sum(x, x, x, |x, _, _| square(x))
}

impl<'d> Adafactor<'d> {
    pub(crate) fn new(
        lr: f64,
        params: &'d mut [ArrayD<f32>],
        grads: &'d [ArrayD<f32>],
        states: Vec<States<'d>>,
    ) -> Self {
        let all = params.iter_mut().zip(grads).zip(states).map(|((p, g), (row, col))| {
            let (rows, cols) = if let [.., rows, cols] = *p.shape() { (rows, cols) } else { (0, 0) };
            let single = p.len() == rows * cols;
            let row_factor = vec![0.0; if single { rows } else { 0 }];
            let col_factor = vec![0.0; if single { cols } else { 0 }];
            Factored { rows, cols, p: flat(p), g: flat_ref(g), row, col, row_factor, col_factor }
        });
        Self { lr, t: 0, tensors: all.collect() }
    }

    pub(crate) fn step(&mut self, workers: usize) {
        self.t += 1;
        let rates = Rates { beta2: 1.0 - (self.t as f32).powf(-0.8), lr: self.lr };
        let total: usize = self.tensors.iter().map(|tensor| tensor.p.len()).sum();
        if workers == 1 || total < SHARE {
            self.tensors.iter_mut().for_each(|tensor| tensor.step(rates, false));
            return;
        }
        self.tensors.iter_mut().filter(|tensor| tensor.p.len() >= LARGE).for_each(|tensor| tensor.step(rates, true));
        let small = self.tensors.par_iter_mut().with_min_len(8).filter(|tensor| tensor.p.len() < LARGE);
        small.for_each(|tensor| tensor.step(rates, false));
    }
}

impl Factored<'_> {
    fn step(&mut self, rates: Rates, share: bool) {
        match (self.rows, self.cols) {
            (0, 0) => widest(
                #[inline(always)]
                || self.vector(rates),
            ),
            (rows, cols) if rows * cols == self.p.len() => self.matrix(rates, share),
            _ => self.batch(rates, share),
        }
    }

    #[inline(always)]
    fn vector(&mut self, rates: Rates) {
        let len = self.p.len();
        let (g, v, p) = (&self.g[..len], &mut self.row[..len], &mut self.p[..len]);
        let weights = sum_of_squares(p);
        for (v, g) in v.iter_mut().zip(g) {
            rates.average(v, g * g + EPS);
        }
        let updates = sum(g, v, v, |g, v, _| square(1.0 / v.sqrt() * g));
        let scale = rates.scale(len, (weights, updates));
        for k in 0..len {
            p[k] -= scale * (1.0 / v[k].sqrt() * g[k]);
        }
    }

    /// A batch of small matrices: states and the update's norm in one pass, while each matrix is in the cache.
    #[inline(always)]
    fn batch(&mut self, rates: Rates, share: bool) {
        let (rows, cols, len) = (self.rows, self.cols, self.p.len());
        let n = if share { (CHUNK / (rows * cols)).max(1) } else { len / (rows * cols) };
        let p = self.p.par_chunks_mut(n * rows * cols);
        let g = self.g.par_chunks(n * rows * cols);
        let states = self.row.par_chunks_mut(n * rows).zip(self.col.par_chunks_mut(n * cols));
        let small = p.zip(g).zip(states).map(|((p, g), (row, col))| Small { rows, cols, p, g, row, col });
        let mut chunks: Vec<Small<'_>> = if share {
            small.collect()
        } else {
            let whole = Small { rows, cols, p: self.p, g: self.g, row: self.row, col: self.col };
            vec![whole]
        };
        let work = |x: &mut Small<'_>| {
            widest(
                #[inline(always)]
                || x.moments(rates),
            )
        };
        let sums = if share {
            chunks.par_iter_mut().map(work).reduce(|| (0.0, 0.0), add)
        } else {
            chunks.iter_mut().map(work).fold((0.0, 0.0), add)
        };
        let scale = rates.scale(len, sums);
        let work = |x: &mut Small<'_>| {
            widest(
                #[inline(always)]
                || x.apply(scale),
            );
        };
        if share {
            chunks.par_iter_mut().for_each(work);
        } else {
            chunks.iter_mut().for_each(work);
        }
    }

    /// A matrix: sums of its rows and columns, the update's norm, the update.
    #[expect(clippy::too_many_lines, reason = "a hand-written step")]
    fn matrix(&mut self, rates: Rates, share: bool) {
        let (rows, cols, len) = (self.rows, self.cols, self.p.len());
        let height = if share { (CHUNK * 4 / cols).max(1) } else { rows };
        let (p, g) = (&*self.p, self.g);
        let moments = |(k, row): (usize, &mut [f32])| {
            let from = k * height * cols;
            let (p, g) = (&p[from..from + row.len() * cols], &g[from..from + row.len() * cols]);
            widest(
                #[inline(always)]
                || row_and_column_sums(rates, p, g, row),
            )
        };
        let merge = |mut a: (Vec<f64>, f64), b: (Vec<f64>, f64)| {
            if a.0.is_empty() {
                return b;
            }
            a.0.iter_mut().zip(&b.0).for_each(|(a, b)| *a += b);
            (a.0, a.1 + b.1)
        };
        let (sums, weights) = if share {
            let parts: Vec<_> = self.row.par_chunks_mut(height).enumerate().map(moments).collect();
            parts.into_iter().fold((Vec::new(), 0.0), merge)
        } else {
            moments((0, self.row))
        };
        for ((state, factor), sum) in self.col.iter_mut().zip(&mut self.col_factor).zip(sums) {
            rates.average(state, (sum / rows as f64) as f32);
            *factor = 1.0 / state.sqrt();
        }
        let mean = (self.row.iter().map(|&x| f64::from(x)).sum::<f64>() / rows as f64) as f32;
        for (factor, &state) in self.row_factor.iter_mut().zip(&*self.row) {
            *factor = 1.0 / (state / mean).sqrt();
        }
        let (row, col) = (&self.row_factor, &self.col_factor);
        let norm = |(g, row): (&[f32], &[f32])| {
            let lines = g.chunks_exact(cols).zip(row);
            let line = |(g, &row): (&[f32], &f32)| sum(g, col, col, |g, col, _| square(row * col * g));
            widest(
                #[inline(always)]
                || lines.map(line).sum::<f64>(),
            )
        };
        let updates: f64 = if share {
            g.par_chunks(height * cols).zip(row.par_chunks(height)).map(norm).sum()
        } else {
            norm((g, row))
        };
        let scale = rates.scale(len, (weights, updates));
        let apply = |((p, g), row): ((&mut [f32], &[f32]), &[f32])| {
            let lines = p.chunks_exact_mut(cols).zip(g.chunks_exact(cols)).zip(row);
            let line = |((p, g), &row): ((&mut [f32], &[f32]), &f32)| {
                for ((p, g), col) in p.iter_mut().zip(g).zip(col) {
                    *p -= scale * (row * col * g);
                }
            };
            widest(
                #[inline(always)]
                || lines.for_each(line),
            );
        };
        if share {
            let blocks = self.p.par_chunks_mut(height * cols).zip(g.par_chunks(height * cols));
            blocks.zip(row.par_chunks(height)).for_each(apply);
        } else {
            apply(((self.p, g), row));
        }
    }
}

/// Updates the states of some rows. Returns the sums of the squared gradients of each column, and of the squared parameters.
#[inline(always)]
fn row_and_column_sums(rates: Rates, p: &[f32], g: &[f32], row: &mut [f32]) -> (Vec<f64>, f64) {
    let cols = p.len() / row.len();
    let mut sums = vec![0.0; cols];
    let mut weights = 0.0;
    for ((p, g), row) in p.chunks_exact(cols).zip(g.chunks_exact(cols)).zip(row) {
        let (p, g, sums) = (&p[..cols], &g[..cols], &mut sums[..cols]);
        for (sum, g) in sums.iter_mut().zip(g) {
            *sum += f64::from(g * g + EPS);
        }
        weights += sum_of_squares(p);
        let total = sum(g, g, g, |g, _, _| f64::from(g * g + EPS));
        rates.average(row, (total / cols as f64) as f32);
    }
    (sums, weights)
}

/// Some small matrices with their states.
struct Small<'a> {
    rows: usize,
    cols: usize,
    p: &'a mut [f32],
    g: &'a [f32],
    row: &'a mut [f32],
    col: &'a mut [f32],
}

impl Small<'_> {
    /// Updates the states. Returns the sums of squares of the parameter and the update.
    #[inline(always)]
    fn moments(&mut self, rates: Rates) -> (f64, f64) {
        match (self.rows, self.cols) {
            (1, 1) => self.points(rates),
            (3, 3) => self.matrices(rates, 3, 3),
            (7, 7) => self.matrices(rates, 7, 7),
            (rows, cols) => self.matrices(rates, rows, cols),
        }
    }

    /// Matrices with one element.
    #[inline(always)]
    fn points(&mut self, rates: Rates) -> (f64, f64) {
        let len = self.p.len();
        let (p, g) = (&self.p[..len], &self.g[..len]);
        let (row, col) = (&mut self.row[..len], &mut self.col[..len]);
        let weights = sum_of_squares(p);
        let mut updates = 0.0;
        let states = row.chunks_mut(512).zip(col.chunks_mut(512));
        for (g, (row, col)) in g.chunks(512).zip(states) {
            for ((row, col), g) in row.iter_mut().zip(col.iter_mut()).zip(g) {
                let squared = g * g + EPS;
                rates.average(row, squared);
                rates.average(col, squared);
            }
            updates += sum(g, row, col, |g, row, col| square(point_factor(row, col) * g));
        }
        (weights, updates)
    }

    /// Matrices whose size is a constant after inlining.
    #[inline(always)]
    fn matrices(&mut self, rates: Rates, rows: usize, cols: usize) -> (f64, f64) {
        let (mut weights, mut updates) = (0.0, 0.0);
        let (mut row_factor, mut col_factor) = ([0.0; 64], [0.0; 64]);
        let states = self.row.chunks_exact_mut(rows).zip(self.col.chunks_exact_mut(cols));
        let all = self.p.chunks_exact(rows * cols).zip(self.g.chunks_exact(rows * cols)).zip(states);
        for ((p, g), (row, col)) in all {
            weights += p.iter().map(|&p| square(p)).sum::<f64>();
            for r in 0..rows {
                let total: f64 = (0..cols).map(|c| f64::from(g[r * cols + c] * g[r * cols + c] + EPS)).sum();
                rates.average(&mut row[r], (total / cols as f64) as f32);
            }
            for c in 0..cols {
                let total: f64 = (0..rows).map(|r| f64::from(g[r * cols + c] * g[r * cols + c] + EPS)).sum();
                rates.average(&mut col[c], (total / rows as f64) as f32);
            }
            factors(row, col, &mut row_factor, &mut col_factor);
            for r in 0..rows {
                for c in 0..cols {
                    updates += square(row_factor[r] * col_factor[c] * g[r * cols + c]);
                }
            }
        }
        (weights, updates)
    }

    #[inline(always)]
    fn apply(&mut self, scale: f32) {
        match (self.rows, self.cols) {
            (1, 1) => {
                let len = self.p.len();
                let (p, g, row, col) = (&mut self.p[..len], &self.g[..len], &self.row[..len], &self.col[..len]);
                for k in 0..len {
                    p[k] -= scale * (point_factor(row[k], col[k]) * g[k]);
                }
            }
            (3, 3) => self.apply_to(scale, 3, 3),
            (7, 7) => self.apply_to(scale, 7, 7),
            (rows, cols) => self.apply_to(scale, rows, cols),
        }
    }

    #[inline(always)]
    fn apply_to(&mut self, scale: f32, rows: usize, cols: usize) {
        let (mut row_factor, mut col_factor) = ([0.0; 64], [0.0; 64]);
        let states = self.row.chunks_exact(rows).zip(self.col.chunks_exact(cols));
        let all = self.p.chunks_exact_mut(rows * cols).zip(self.g.chunks_exact(rows * cols)).zip(states);
        for ((p, g), (row, col)) in all {
            factors(row, col, &mut row_factor, &mut col_factor);
            for r in 0..rows {
                for c in 0..cols {
                    p[r * cols + c] -= scale * (row_factor[r] * col_factor[c] * g[r * cols + c]);
                }
            }
        }
    }
}

/// The factor of a matrix with one element: its only row is the mean of the rows.
#[inline(always)]
fn point_factor(row: f32, col: f32) -> f32 {
    let mean = row;
    1.0 / (row / mean).sqrt() * (1.0 / col.sqrt())
}

#[inline(always)]
fn factors(row: &[f32], col: &[f32], row_factor: &mut [f32; 64], col_factor: &mut [f32; 64]) {
    let mean = row.iter().sum::<f32>() / row.len() as f32;
    for (factor, &x) in row_factor.iter_mut().zip(row) {
        *factor = 1.0 / (x / mean).sqrt();
    }
    for (factor, &x) in col_factor.iter_mut().zip(col) {
        *factor = 1.0 / x.sqrt();
    }
}

/// Muon with Nesterov momentum, for square matrices.
pub(crate) struct Muon<'d> {
    lr: f32,
    weight_decay: f32,
    matrices: Vec<Matrix<'d>>,
}

struct Matrix<'d> {
    p: &'d mut [f32],
    g: &'d [f32],
    m: &'d mut [f32],
    /// The iterate, its Gram matrix, a polynomial of the Gram matrix, and the next iterate.
    work: [Array2<f32>; 4],
}

impl<'d> Muon<'d> {
    pub(crate) fn new(
        lr: f32,
        weight_decay: f32,
        params: &'d mut [ArrayD<f32>],
        grads: &'d [ArrayD<f32>],
        states: Vec<States<'d>>,
    ) -> Self {
        let all = params.iter_mut().zip(grads).zip(states).map(|((p, g), (m, _))| {
            let work = std::array::from_fn(|_| Array2::zeros((p.shape()[0], p.shape()[1])));
            Matrix { p: flat(p), g: flat_ref(g), m, work }
        });
        Self { lr, weight_decay, matrices: all.collect() }
    }

    pub(crate) fn step(&mut self, workers: usize) {
        let (lr, weight_decay) = (self.lr, self.weight_decay);
        if workers == 1 || self.matrices.len() == 1 {
            self.matrices.iter_mut().for_each(|matrix| matrix.step(lr, weight_decay));
        } else {
            self.matrices.par_iter_mut().with_min_len(8).for_each(|matrix| matrix.step(lr, weight_decay));
        }
    }
}

impl Matrix<'_> {
    fn step(&mut self, lr: f32, weight_decay: f32) {
        let [x, a, b, next] = &mut self.work;
        let len = self.p.len();
        let (g, m) = (&self.g[..len], &mut self.m[..len]);
        let numbers = &mut x.as_slice_mut().expect("work is in C order")[..len];
        let squares = widest(
            #[inline(always)]
            || {
                for ((x, m), g) in numbers.iter_mut().zip(m).zip(g) {
                    *m += 0.05 * (g - *m);
                    *x = g + 0.95 * (*m - g);
                }
                sum_of_squares(numbers)
            },
        );
        let factor = 1.0 / (squares.sqrt() as f32 + 1e-7);
        widest(
            #[inline(always)]
            || numbers.iter_mut().for_each(|x| *x *= factor),
        );
        for _ in 0..5 {
            general_mat_mul(1.0, x, &x.t(), 0.0, a);
            b.assign(a);
            general_mat_mul(2.0315, a, a, -4.7750, b);
            next.assign(x);
            general_mat_mul(1.0, b, x, 3.4445, next);
            std::mem::swap(x, next);
        }
        let x: ArrayView2<'_, f32> = x.view();
        let numbers = &x.as_slice().expect("work is in C order")[..len];
        let p = &mut self.p[..len];
        let keep = 1.0 - lr * weight_decay;
        widest(
            #[inline(always)]
            || {
                for k in 0..len {
                    p[k] = p[k] * keep - lr * numbers[k];
                }
            },
        );
    }
}
