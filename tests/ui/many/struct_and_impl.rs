//! A mistake in a name or a type of the struct: the impl, wrong as it is, reports nothing before that is mended.

use optim_std::author::*;

#[optimizer(state <exp_avg: tensors = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: String,
    pub momentum: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = self.momentum * state.exp_avg + grad;
        if grad.norm() > 1.0 {
            *param -= self.lr * state.exp_avg;
        }
    }
}

fn main() {
    let model = vec![ndarray::Array1::<f32>::zeros(3).into_dyn()];
    let _ = Sgd::new(0.1, 0.2).momentum(0.3).build(&model);
}
