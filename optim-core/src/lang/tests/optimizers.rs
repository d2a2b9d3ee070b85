//! Whole steps as generated code writes them, against the same steps over plain lists.

use std::collections::BTreeMap;

use super::super::{Cols, Dtype, Graph, GraphError, Outputs, Recorder, Rows, Tensor, ops};
use super::{assert_close, numbers};

type States = BTreeMap<String, Vec<f64>>;

pub(super) fn lion(shape: &[usize]) -> Result<Graph, GraphError> {
    let recorder = Recorder::new(shape);
    let (lr, weight_decay) = (recorder.hyper("lr", 1e-2), recorder.hyper("weight_decay", 0.1));
    let (beta1, beta2) = (0.9, 0.99);
    let (mut param, grad) = (recorder.param(), recorder.grad());
    let exp_avg = recorder.state::<Tensor>("exp_avg");
    let update = ops::sign(beta1 * exp_avg + (1.0 - beta1) * grad);
    param *= 1.0 - lr * weight_decay;
    param -= lr * update;
    recorder.store_state("exp_avg", beta2 * exp_avg + (1.0 - beta2) * grad);
    recorder.store_param(param);
    recorder.finish("Lion")
}

pub(super) fn lamb(shape: &[usize]) -> Result<Graph, GraphError> {
    let recorder = Recorder::new(shape);
    let (lr, weight_decay) = (recorder.hyper("lr", 1e-2), recorder.hyper("weight_decay", 0.1));
    let ((beta1, beta2), eps) = ((0.9, 0.999), 1e-6);
    let (mut param, grad) = (recorder.param(), recorder.grad());
    let mut exp_avg = recorder.state::<Tensor>("exp_avg");
    let mut exp_avg_sq = recorder.state::<Tensor>("exp_avg_sq");
    exp_avg = ops::lerp(exp_avg, grad, 1.0 - beta1);
    exp_avg_sq = beta2 * exp_avg_sq + (1.0 - beta2) * ops::square(grad);
    let step = exp_avg / (ops::sqrt(exp_avg_sq) + eps) + weight_decay * param;
    let weight_norm = ops::clamp(ops::norm(param), 0.0, 10.0);
    let step_norm = ops::norm(step);
    let known = ops::gt(weight_norm, 0.0) & ops::gt(step_norm, 0.0);
    let ratio = ops::select(known, weight_norm / step_norm, 1.0);
    param -= lr * (ratio * step);
    recorder.store_state("exp_avg", exp_avg);
    recorder.store_state("exp_avg_sq", exp_avg_sq);
    recorder.store_param(param);
    recorder.finish("Lamb")
}

pub(super) fn adafactor(shape: &[usize]) -> Result<Graph, GraphError> {
    let recorder = Recorder::new(shape);
    let (lr, weight_decay) = (recorder.hyper("lr", 1e-2), recorder.hyper("weight_decay", 0.1));
    let (eps, decay_rate) = ((1e-30, 1e-3), -0.8);
    let (mut param, grad, t) = (recorder.param(), recorder.grad(), recorder.t());
    let alpha = lr * ops::max(eps.1, ops::rms(param));
    let beta2 = 1.0 - ops::powf(t, decay_rate);
    let sq = ops::square(grad) + eps.0;
    let mut update = if param.ndim() >= 2 {
        let mut row = recorder.state::<Rows>("exp_avg_sq_row");
        let mut col = recorder.state::<Cols>("exp_avg_sq_col");
        row = beta2 * row + (1.0 - beta2) * ops::row_mean(sq);
        col = beta2 * col + (1.0 - beta2) * ops::col_mean(sq);
        recorder.store_state("exp_avg_sq_row", row);
        recorder.store_state("exp_avg_sq_col", col);
        ops::rsqrt(row / ops::matrix_mean(row)) * ops::rsqrt(col) * grad
    } else {
        let sq = beta2 * recorder.state::<Tensor>("exp_avg_sq") + (1.0 - beta2) * sq;
        recorder.store_state("exp_avg_sq", sq);
        ops::rsqrt(sq) * grad
    };
    update /= ops::max(1.0, ops::rms(update));
    update *= alpha;
    param -= param * (weight_decay * alpha);
    param -= update;
    recorder.store_param(param);
    recorder.finish("Adafactor")
}

pub(super) fn muon(shape: &[usize]) -> Result<Graph, GraphError> {
    let recorder = Recorder::new(shape);
    let lr = recorder.hyper("lr", 1e-2);
    let (mut param, grad) = (recorder.param(), recorder.grad());
    let momentum = 0.95 * recorder.state::<Tensor>("momentum_buffer") + grad;
    recorder.store_state("momentum_buffer", momentum);
    let (a, b, c) = (3.4445, -4.775, 2.0315);
    let mut x = grad + 0.95 * momentum;
    let tall = x.rows() > x.cols();
    if tall {
        x = ops::t(x);
    }
    x = x / (ops::matrix_norm(x) + 1e-7);
    for _ in 0..2 {
        let square = ops::matmul(x, ops::t(x));
        x = a * x + ops::matmul(b * square + c * ops::matmul(square, square), x);
    }
    if tall {
        x = ops::t(x);
    }
    let aspect = (param.rows() as f64 / param.cols() as f64).max(1.0);
    param -= lr * aspect.sqrt() * x;
    recorder.store_param(param);
    recorder.finish("Muon")
}

/// Three steps of the graph.
fn steps(graph: &Graph, param: &[f64], states: &[(&str, usize)]) -> Outputs {
    let states: States = states.iter().map(|(name, len)| ((*name).to_owned(), vec![0.0; *len])).collect();
    let mut out = Outputs { param: param.to_vec(), states, reported: BTreeMap::new() };
    for t in 1..=3 {
        let grad = numbers(param.len(), 100 + t);
        out = graph.run(Dtype::F64, &out.param, &grad, &out.states, &BTreeMap::new(), t).unwrap();
    }
    out
}

#[test]
fn lion_step() {
    let param = numbers(12, 1);
    let out = steps(&lion(&[4, 3]).unwrap(), &param, &[("exp_avg", 12)]);
    let (mut p, mut m) = (param, vec![0.0; 12]);
    for t in 1..=3 {
        let g = numbers(12, 100 + t);
        for i in 0..12 {
            let update = 0.9 * m[i] + (1.0 - 0.9) * g[i];
            p[i] = p[i] * (1.0 - 1e-2 * 0.1) - 1e-2 * update.signum();
            m[i] = 0.99 * m[i] + (1.0 - 0.99) * g[i];
        }
    }
    assert_close(&out.param, &p);
    assert_close(&out.states["exp_avg"], &m);
}

#[test]
fn lamb_step() {
    let graph = lamb(&[2, 3, 2]).unwrap();
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    // The second parameter is zero: its ratio is 1 in the first step.
    for param in [numbers(12, 2), vec![0.0; 12]] {
        let out = steps(&graph, &param, &[("exp_avg", 12), ("exp_avg_sq", 12)]);
        let (mut p, mut m, mut v) = (param, vec![0.0; 12], vec![0.0; 12]);
        for t in 1..=3 {
            let g = numbers(12, 100 + t);
            let mut s = vec![0.0; 12];
            for i in 0..12 {
                m[i] += (1.0 - 0.9) * (g[i] - m[i]);
                v[i] = 0.999 * v[i] + (1.0 - 0.999) * g[i] * g[i];
                s[i] = m[i] / (v[i].sqrt() + 1e-6) + 0.1 * p[i];
            }
            let (wn, sn) = (norm(&p).clamp(0.0, 10.0), norm(&s));
            let ratio = if wn > 0.0 && sn > 0.0 { wn / sn } else { 1.0 };
            for i in 0..12 {
                p[i] -= 1e-2 * ratio * s[i];
            }
        }
        assert_close(&out.param, &p);
        assert_close(&out.states["exp_avg"], &m);
        assert_close(&out.states["exp_avg_sq"], &v);
    }
}

#[test]
fn adafactor_step() {
    let (batch, rows, cols) = (2, 3, 2);
    let param = numbers(12, 3);
    let graph = adafactor(&[2, 3, 2]).unwrap();
    let out = steps(&graph, &param, &[("exp_avg_sq_row", 6), ("exp_avg_sq_col", 4)]);
    let rms = |x: &[f64]| (x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64).sqrt();
    let (mut p, mut row, mut col) = (param, vec![0.0; 6], vec![0.0; 4]);
    for t in 1..=3 {
        let g = numbers(12, 100 + t);
        let alpha = 1e-2 * rms(&p).max(1e-3);
        let beta = 1.0 - (t as f64).powf(-0.8);
        let u: Vec<f64> = g.iter().map(|g| g * g + 1e-30).collect();
        for b in 0..batch {
            for i in 0..rows {
                let mean = (0..cols).map(|j| u[(b * rows + i) * cols + j]).sum::<f64>() / cols as f64;
                row[b * rows + i] = beta * row[b * rows + i] + (1.0 - beta) * mean;
            }
            for j in 0..cols {
                let mean = (0..rows).map(|i| u[(b * rows + i) * cols + j]).sum::<f64>() / rows as f64;
                col[b * cols + j] = beta * col[b * cols + j] + (1.0 - beta) * mean;
            }
        }
        let mut update: Vec<f64> = (0..12)
            .map(|n| {
                let (b, i, j) = (n / 6, n / 2 % 3, n % 2);
                let mean = row[b * rows..(b + 1) * rows].iter().sum::<f64>() / rows as f64;
                g[n] / (row[b * rows + i] / mean).sqrt() / col[b * cols + j].sqrt()
            })
            .collect();
        let clip = rms(&update).max(1.0);
        update.iter_mut().for_each(|x| *x *= alpha / clip);
        for i in 0..12 {
            p[i] -= p[i] * (0.1 * alpha);
            p[i] -= update[i];
        }
    }
    assert_close(&out.param, &p);
    assert_close(&out.states["exp_avg_sq_row"], &row);
    assert_close(&out.states["exp_avg_sq_col"], &col);
    // A vector has the one state in full.
    let graph = adafactor(&[5]).unwrap();
    assert_eq!(graph.stores().len(), 2);
    assert!(steps(&graph, &numbers(5, 4), &[("exp_avg_sq", 5)]).param.iter().all(|x| x.is_finite()));
}

fn times(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    a.iter().map(|row| (0..b[0].len()).map(|j| row.iter().zip(b).map(|(x, b)| x * b[j]).sum()).collect()).collect()
}

fn flipped(a: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..a[0].len()).map(|j| a.iter().map(|row| row[j]).collect()).collect()
}

#[test]
fn muon_step() {
    for (rows, cols) in [(3, 4), (4, 3)] {
        let param = numbers(12, 5);
        let out = steps(&muon(&[rows, cols]).unwrap(), &param, &[("momentum_buffer", 12)]);
        let (mut p, mut m) = (param, vec![0.0; 12]);
        for t in 1..=3 {
            let g = numbers(12, 100 + t);
            let mut x = vec![vec![0.0; cols]; rows];
            for i in 0..12 {
                m[i] = 0.95 * m[i] + g[i];
                x[i / cols][i % cols] = g[i] + 0.95 * m[i];
            }
            if rows > cols {
                x = flipped(&x);
            }
            let norm = x.iter().flatten().map(|x| x * x).sum::<f64>().sqrt() + 1e-7;
            x.iter_mut().flatten().for_each(|x| *x /= norm);
            for _ in 0..2 {
                let square = times(&x, &flipped(&x));
                let fourth = times(&square, &square);
                let sum: Vec<Vec<f64>> = square
                    .iter()
                    .zip(&fourth)
                    .map(|(a, b)| a.iter().zip(b).map(|(a, b)| -4.775 * a + 2.0315 * b).collect())
                    .collect();
                let product = times(&sum, &x);
                for (x, y) in x.iter_mut().flatten().zip(product.iter().flatten()) {
                    *x = 3.4445 * *x + y;
                }
            }
            if rows > cols {
                x = flipped(&x);
            }
            let aspect = (rows as f64 / cols as f64).max(1.0).sqrt();
            for i in 0..12 {
                p[i] -= 1e-2 * aspect * x[i / cols][i % cols];
            }
        }
        assert_close(&out.param, &p);
        assert_close(&out.states["momentum_buffer"], &m);
    }
}
