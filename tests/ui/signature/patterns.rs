//! Patterns as parameters.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, (param, other): &mut Tensor, Pair { grad }: Tensor, _: &mut State<Self>) {
        *param -= grad;
    }
}

fn main() {}
