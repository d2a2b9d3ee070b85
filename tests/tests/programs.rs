//! A step is described once, and its program is kept. Other parameters, settings and steps have other programs.

use ndarray::Array1;
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::testing::Check;

/// The difference of the gradient and the gradient a hundred steps before. Each of a hundred steps has separate programs, more than are kept.
#[optimizer(state <ring: [tensor; self.m] = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
struct Ring {
    #[hyper(default = 0.5, scheduled)]
    lr: f64,
    /// The distance of steps that count twice.
    #[hyper(default = 3, range = 1..)]
    k: usize,
    #[hyper(default = 100, range = 1..)]
    m: usize,
}

#[optimizer]
impl Ring {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let now = slot(self.m);
        let mut update = grad - state.ring[now];
        if every(self.k) {
            update *= 2.0;
        }
        *param -= self.lr * update;
        state.ring[now] = grad;
    }
}

/// The gradient of an element in a step.
fn grad(t: u64, element: usize) -> f64 {
    ((t * 31 + element as u64 * 7) % 13) as f64 - 6.0
}

fn grads(t: u64, len: usize) -> Array1<f64> {
    (0..len).map(|element| grad(t, element)).collect()
}

/// Updates the parameters as a step of [`Ring`] with these settings does.
fn expect(params: &mut [Array1<f64>], t: u64, lr: f64, k: u64) {
    for param in params {
        for (element, x) in param.iter_mut().enumerate() {
            let old = if t > 100 { grad(t - 100, element) } else { 0.0 };
            *x -= lr * (grad(t, element) - old) * if t.is_multiple_of(k) { 2.0 } else { 1.0 };
        }
    }
}

#[test]
fn each_step_has_the_program_of_its_time_and_its_settings() {
    let mut params = vec![Array1::<f64>::zeros(3), Array1::zeros(5)];
    let mut expected = params.clone();
    let mut optimizer = Ring::new().build(&params).unwrap();
    for t in 1..=350 {
        let (mut lr, mut k) = (0.5, 3);
        if t > 120 {
            optimizer.set("lr", 0.25).unwrap();
            lr = 0.25;
        }
        if t > 240 {
            optimizer.set("k", 5).unwrap();
            k = 5;
        }
        let all: Vec<_> = params.iter().map(|param| grads(t, param.len())).collect();
        optimizer.step(&mut params, &all).unwrap();
        expect(&mut expected, t, lr, k);
        assert_eq!(params, expected, "step {t}");
    }
}

#[test]
fn each_shape_has_a_program() {
    let mut params: Vec<_> = (1..=1500).map(Array1::<f64>::zeros).collect();
    let mut expected = params.clone();
    let mut optimizer = Ring::new().m(4).build(&params).unwrap();
    for t in 1..=3 {
        let all: Vec<_> = params.iter().map(|param| grads(t, param.len())).collect();
        optimizer.step(&mut params, &all).unwrap();
        expect(&mut expected, t, 0.5, 3);
    }
    assert!(params == expected);
}

#[test]
fn a_fixed_setting_of_one_group_changes_the_programs_of_that_group() {
    let mut params = vec![Array1::<f64>::zeros(4), Array1::zeros(4)];
    let mut expected = params.clone();
    let mut optimizer = Ring::new().group("first", |param| param.name() == "0", |group| group).build(&params).unwrap();
    for t in 1..=12 {
        if t == 5 {
            optimizer.set_in("first", "k", 2).unwrap();
        }
        let all: Vec<_> = params.iter().map(|param| grads(t, param.len())).collect();
        optimizer.step(&mut params, &all).unwrap();
        expect(&mut expected[..1], t, 0.5, if t < 5 { 3 } else { 2 });
        expect(&mut expected[1..], t, 0.5, 3);
        assert_eq!(params, expected, "step {t}");
    }
}

#[test]
fn threads_describe_side_by_side() {
    let params: Vec<_> = (0..64).map(|place| Array1::<f64>::zeros(4000 + place)).collect();
    let after = |threads: Threads| {
        let (mut params, mut optimizer) = (params.clone(), Ring::new().build(&params).unwrap());
        optimizer.set_threads(threads);
        for t in 1..=2 {
            let all: Vec<_> = params.iter().map(|param| grads(t, param.len())).collect();
            optimizer.step(&mut params, &all).unwrap();
        }
        params
    };
    let mut expected = params.clone();
    (1..=2).for_each(|t| expect(&mut expected, t, 0.5, 3));
    assert!(after(Threads::One) == expected);
    assert!(after(Threads::All) == expected);
}

/// A loop with a barrier over an array. Its items decide what the passes do.
#[optimizer]
#[derive(Debug, Clone)]
struct Weighed {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = [0.25, 1.5, 0.75])]
    weights: [f64; 3],
}

#[optimizer]
impl Weighed {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut update = grad;
        for (k, weight) in self.weights.iter().enumerate() {
            update /= 1.0 + update.norm();
            if *weight > 0.5 {
                update *= 2.0 + k as f64;
            }
        }
        let scales = [0.5, 2.0];
        for scale in scales.iter() {
            update /= 1.0 + update.norm();
            if *scale > 1.0 {
                update *= 3.0;
            }
        }
        *param -= self.lr * update;
    }
}

#[test]
fn loops_over_an_array_decide_about_passes() {
    let summary = Check::new().cases(30).steps(3).run::<Weighed>().unwrap_or_else(|failure| panic!("{failure}"));
    assert!(summary.passed > 10, "{summary:?}");
}
