//! Wrappers: the places where they may call the inner optimizer, and the possible arguments.

use super::softsign;
use optim_std::author::*;
use optim_std::optimizers::SGD;
use optim_std::testing::check;

/// Other names for everything. An `if`, a helper and a variable choose the gradient. The field is in the middle.
#[optimizer(state <inner_ = 0.0, lr: scalar = 0.0>)]
#[derive(Debug, Clone)]
struct Outer<Base: Definition> {
    #[hyper(default = true)]
    signed: bool,
    base: Base,
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    share: f64,
}

#[optimizer]
impl<Base: Definition> Outer<Base> {
    fn step(&self, p: &mut Tensor, g: Tensor, s: &mut State<Self>, t: Scalar) {
        let step = if self.signed { self.bounded(g) } else { g + s.inner_ };
        s.inner_ = s.inner_.lerp(g, self.share);
        self.base.step(p, step);
        s.lr = p.norm() / t;
        *p *= 1.0 - 0.01 * self.share;
    }

    fn bounded(&self, x: Tensor) -> Tensor {
        softsign(x) * self.share
    }

    fn eval(&self, p: Tensor, s: &State<Self>) -> Tensor {
        let weights = self.base.eval(p);
        weights.lerp(s.inner_, 0.125)
    }
}

/// The call is under a timed condition, combined with a condition on settings, in a variable. A state is the place.
#[optimizer(state <fast = param, sum = 0.0>)]
#[derive(Debug, Clone)]
struct Joined<O: Definition> {
    inner: O,
    #[hyper(default = 2, range = 1..=4)]
    k: usize,
    #[hyper(default = true)]
    on: bool,
}

#[optimizer]
impl<O: Definition> Joined<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.sum += grad;
        let due = every(self.k) && self.on;
        if due {
            self.inner.step(&mut state.fast, state.sum / self.k as f64);
            state.sum = full(0.0);
        }
        *param = param.lerp(state.fast, 0.5);
    }
}

#[test]
fn wrappers() {
    check::<Outer<SGD>>();
    check::<Joined<SGD>>();
    check::<Joined<Outer<SGD>>>();
    check::<Outer<Joined<SGD>>>();
}
