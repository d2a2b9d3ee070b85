//! A mistake in the step: the user's struct and its other methods are still there.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if grad.norm() > 1.0 {
            *param -= self.lr * grad;
        }
    }
}

impl Sgd {
    fn halved(&self) -> f64 {
        0.5 * self.lr
    }
}

fn main() {
    let settings = Sgd { lr: 0.1 };
    let _ = settings.halved();
    let model = vec![ndarray::Array1::<f32>::zeros(3).into_dyn()];
    let _ = Sgd::new(0.1).group("x", |p| p.ndim() < 2, |h| h.lr(0.2)).build(&model);
}
