//! A struct whose step was forgotten, and which is built.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

fn main() {
    let model = vec![ndarray::Array1::<f32>::zeros(3).into_dyn()];
    let _ = Sgd::new(0.1).build(&model);
}
