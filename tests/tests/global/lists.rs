//! Lists of global states.

use ndarray::{Array1, array};
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::testing::check;
use optim_std::{BuildError, LoadOptions, StateError};

/// The norms of the last `m` gradients, the newest last, and the gradient divided by the largest of them. The step
/// reads written items again, before and after a reduction.
#[optimizer(state <norms: [global; self.m] = { self.first }, own: [scalar; self.m] = 0.0, steps: global = 0.0>)]
#[derive(Debug, Clone)]
struct Scaled {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 3, shared, range = 1..=5)]
    m: usize,
    #[hyper(default = 1.0, shared, range = 0.1..=2.0)]
    first: f64,
    #[hyper(default = true, shared)]
    on: bool,
}

#[optimizer]
impl Scaled {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let m = self.m;
        state.own[slot(m)] = 0.5 * state.own[slot(m)] + grad.norm();
        for i in 1..m {
            state.norms[i - 1] = state.norms[i];
        }
        if self.on {
            state.norms[m - 1] = grad.global_norm();
        } else {
            state.norms[m - 1] = 0.5 * state.norms[m - 1] + state.steps;
        }
        let mut largest = scalar(1e-3);
        for i in 0..m {
            largest = largest.max(state.norms[i]);
            let share = (grad / largest).global_sum_abs();
            state.norms[i] = state.norms[i] + 0.01 * share.min(1.0);
        }
        state.steps += 1.0;
        *param -= self.lr * grad / (largest + state.norms[slot(m)] + state.own[slot(m)]);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        param * (1.0 + 0.01 * state.norms[self.m - 1])
    }
}

#[test]
fn kernel_and_graph() {
    check::<Scaled>();
    check::<LBFGS>();
}

fn model() -> Vec<Array1<f64>> {
    vec![array![1.0, -2.0], array![0.5]]
}

#[test]
fn items_have_names() {
    let mut x = model();
    let mut opt = Scaled::new().m(2).first(0.5).on(false).build(&x).unwrap();
    let names: Vec<String> = opt.globals().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(names, ["norms.0", "steps", "norms.1"]);
    assert_eq!((opt.global("norms.0").unwrap(), opt.global("norms.1").unwrap()), (0.5, 0.5));
    opt.set_global("norms.1", 4.0).unwrap();
    opt.step(&mut x, &model()).unwrap();
    // Moved by one index. 3.5 / 4, a hundredth of it, is added.
    assert!((opt.global("norms.0").unwrap() - 4.00875).abs() < 1e-12);
    assert!((opt.global("norms.1").unwrap() - 2.00875).abs() < 1e-12);
    assert!(matches!(opt.global("norms.2").unwrap_err(), StateError::UnknownGlobal { known, .. } if known == names));
    assert!(matches!(opt.state("0", "norms.1").unwrap_err(), StateError::Global { .. }));
    let dict = opt.state_dict();
    let mut other = Scaled::new().m(2).build(&x).unwrap();
    other.load_state_dict(&dict, &LoadOptions::default()).unwrap();
    assert_eq!(other.globals().collect::<Vec<_>>(), opt.globals().collect::<Vec<_>>());
    let mut longer = Scaled::new().m(3).build(&x).unwrap();
    assert!(longer.load_state_dict(&dict, &LoadOptions::default()).is_err());
}

#[test]
fn lengths_are_of_the_whole_model() {
    let x = model();
    let group = Scaled::new().group("b", |p| p.name() == "1", |h| h.m(2)).build(&x).unwrap_err();
    assert!(group.to_string().contains("`m`"), "{group}");
    let none = Scaled::new().m(0).build(&x).unwrap_err();
    assert!(matches!(none, BuildError::Hyper { .. }), "{none}");
}

/// L-BFGS over the whole model equals L-BFGS over one parameter with all elements.
#[test]
fn parameters_are_one_vector() {
    let gradient = |x: &Array1<f64>, from: usize| {
        let slope = |(place, x): (usize, &f64)| (1.0 + (place + from) as f64) * x + 0.1 * (3.0 * x).sin();
        x.iter().enumerate().map(slope).collect::<Array1<f64>>()
    };
    let mut parts = model();
    let mut whole: Array1<f64> = parts.iter().flatten().copied().collect();
    let mut a = LBFGS::new().lr(0.9).history_size(3).build(&parts).unwrap();
    let mut b = LBFGS::new().lr(0.9).history_size(3).build(&whole).unwrap();
    for _ in 0..12 {
        let grads = vec![gradient(&parts[0], 0), gradient(&parts[1], 2)];
        a.step(&mut parts, &grads).unwrap();
        let grad = gradient(&whole, 0);
        b.step(&mut whole, &grad).unwrap();
        let found = parts.iter().flatten().zip(&whole);
        assert!(found.into_iter().all(|(a, b)| (a - b).abs() < 1e-12), "{parts:?} {whole}");
    }
    assert!(whole.iter().all(|x| x.abs() < 1e-6), "{whole}");
}
