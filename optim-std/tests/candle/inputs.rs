//! Steps with inputs and steps with a probe, which need more than candle passes.

use optim_std::IntoOptimizer;
use optim_std::author::*;
use optim_std::candle::CandleOptimizer;

use super::{grads, vars};

/// A step with a probe that moves the parameters.
#[optimizer]
#[derive(Debug, Clone)]
struct Ahead {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Ahead {
    fn probe(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param += self.lr * grad;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

/// A step that divides by a curvature.
#[optimizer(input <hessian: tensor>)]
#[derive(Debug, Clone)]
struct Curved {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= self.lr * grad / input.hessian;
    }
}

/// Steps of the kernel and of the graph fail with this message.
fn is_refused(settings: &(impl IntoOptimizer + Clone), message: &str) {
    for on_graph in [false, true] {
        let vars = vars();
        let mut opt = CandleOptimizer::<_, f64>::from_named(vars.clone(), settings.clone()).unwrap();
        if on_graph {
            opt = opt.on_graph().unwrap();
        }
        assert_eq!(opt.update(&grads(&vars, 1)).unwrap_err().to_string(), message);
    }
}

#[test]
fn inputs_are_refused_in_the_words_of_candle() {
    is_refused(
        &Curved::new(),
        "variable `0` needs the input `hessian` in this step, but candle passes only gradients to an optimizer",
    );
}

#[test]
fn a_probe_is_refused_in_the_words_of_candle() {
    is_refused(
        &Ahead::new(),
        "Ahead needs gradients at two points in each step, but candle passes the gradients of one point",
    );
}
