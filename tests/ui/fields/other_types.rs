//! Fields that are no settings.

use std::marker::PhantomData;

use optim_std::author::*;

#[optimizer]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub name: String,
    pub label: &'static str,
    pub betas: std::collections::VecDeque<f64>,
    pub weight: fn(f64) -> f64,
    pub decay: Box<dyn Fn(u64) -> f64>,
    pub nothing: (),
    pub marker: PhantomData<f64>,
    pub many: (f64, f64, f64, f64, f64),
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
