//! Variables that the inner optimizer updates: its step, without changing the parameter.

use ndarray::{Array1, array};
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::testing::check;

use crate::differential::agrees;
use crate::model::{Clip, Normal};
use crate::optimizers::{Accumulate, Around, Curved, Mean, Noisy, Plain, Sharp};

/// The parameter moves by a fraction of the inner optimizer's step, and by the average of these steps.
#[optimizer(state <average = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mixed<O: Definition> {
    pub(crate) inner: O,
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    pub(crate) mix: f64,
    #[hyper(default = false)]
    pub(crate) damps: bool,
}

#[optimizer]
impl<O: Definition> Mixed<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut ahead = if self.damps { *param * 0.9 } else { *param };
        self.inner.step(&mut ahead, grad + 0.01 * *param);
        let way = ahead - *param;
        let ratio = (way.norm() / (param.norm() + 1e-6)).min(1.0);
        state.average = 0.9 * state.average + 0.1 * way;
        *param = param.lerp(ahead, self.mix) + 0.1 * ratio * state.average;
    }
}

/// The gradient is updated in place of the parameter, under a timed condition and as an element of a tuple, before and after products of matrices.
#[optimizer(state <last = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
struct Products<O: Definition> {
    inner: O,
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 2, range = 1..=3)]
    k: usize,
}

#[optimizer]
impl<O: Definition> Products<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut pair = (grad / (1.0 + grad.norm()), state.last);
        if param.ndim() >= 2 {
            for _ in 0..2 {
                pair.0 = 0.5 * pair.0 + pair.0.matmul(pair.0.t()).matmul(pair.0);
            }
        }
        if every(self.k) {
            self.inner.step(&mut pair.0, pair.0 + 0.1 * pair.1);
            state.last = pair.0;
        }
        let mut update = pair.0.tanh();
        if param.ndim() >= 2 {
            update = update.matmul(grad.t()).matmul(grad) / (1.0 + grad.square().sum());
        }
        *param -= self.lr * update;
    }
}

/// Random points near the parameter. The oldest is updated, as an item of a list.
#[optimizer(state <points: [tensor; self.n] = normal(0.1), seen: global = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
struct Points<O: Definition> {
    inner: O,
    #[hyper(default = 2, range = 1..=3)]
    n: usize,
}

#[optimizer]
impl<O: Definition> Points<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let near = *param + 0.1 * normal_like(*param);
        state.points[slot(self.n)] = near.clamp(-10.0, 10.0);
        let reach = near.global_norm();
        self.inner.step(&mut state.points[slot(self.n)], grad / (1.0 + reach));
        state.seen += state.points[slot(self.n)].global_norm().min(1.0);
        *param = 0.5 * (*param + state.points[0]);
    }

    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut ahead = *param - 0.1 * grad;
        self.inner.probe(&mut ahead, grad);
        *param = param.lerp(ahead, 0.5);
    }
}

#[test]
fn kernels_are_graphs() {
    agrees::<Mixed<Plain>>();
    agrees::<Mixed<AdamW>>();
    agrees::<Mixed<Lamb>>();
    agrees::<Mixed<Curved>>();
    agrees::<Products<Plain>>();
    agrees::<Products<Mean>>();
    agrees::<Products<Noisy>>();
    agrees::<Points<Plain>>();
    agrees::<Points<Sharp<Plain>>>();
}

#[test]
fn wrappers_of_wrappers() {
    check::<Mixed<Mixed<AdamW>>>();
    check::<Mixed<Around<Plain>>>();
    check::<Accumulate<Mixed<Plain>>>();
    check::<Products<Accumulate<Mixed<Noisy>>>>();
    check::<Mixed<Clip<Normal>>>();
    check::<Clip<Mixed<Clip<Normal>>>>();
    check::<Points<Clip<Points<Clip<Normal>>>>>();
}

#[test]
fn a_variable_has_what_the_optimizer_inside_leaves() {
    let (mut x, mut y) = (array![1.0, -2.0], array![1.0, -2.0]);
    let mut mixed = Mixed::new(Plain::new().lr(0.1)).mix(0.25).build(&x).unwrap();
    let mut plain = Plain::new().lr(0.1).build(&y).unwrap();
    let mut average = Array1::<f64>::zeros(2);
    for step in 0..4 {
        let grad = array![0.5 + f64::from(step), -1.0];
        let mut ahead = y.clone();
        plain.step(&mut ahead, &(&grad + &(0.01 * &y))).unwrap();
        let way = &ahead - &y;
        let norm = |x: &Array1<f64>| x.dot(x).sqrt();
        average = 0.9 * average + 0.1 * &way;
        y = &y + &(0.25 * &way) + 0.1 * (norm(&way) / (norm(&y) + 1e-6)).min(1.0) * &average;
        mixed.step(&mut x, &grad).unwrap();
        assert!(x.iter().zip(&y).all(|(x, y)| (x - y).abs() < 1e-12), "{x} {y}");
    }
    assert!(mixed.state("param", "inner.momentum_buffer").is_ok());
}

/// It is a stream of the inner optimizer, like the parameter.
#[test]
fn the_plan_names_the_value_that_is_lent() {
    let plan = Mixed::new(Plain::new()).plan_for(&[8, 8]).unwrap();
    let names =
        |streams: &[optim_std::plan::StepStream]| streams.iter().map(|own| own.name.clone()).collect::<Vec<_>>();
    assert_eq!(plan.passes.len(), 4, "{plan}");
    assert_eq!(names(&plan.passes[1].writes), ["inner.param", "inner.momentum_buffer"], "{plan}");
    assert_eq!(names(&plan.passes[1].reads), ["inner.param", "inner.momentum_buffer", "inner.grad"], "{plan}");
    let module = Mixed::new(Plain::new()).build(&array![1.0]).unwrap().to_stablehlo();
    assert!(module.is_ok(), "{module:?}");
}
