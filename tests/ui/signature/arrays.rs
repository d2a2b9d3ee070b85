//! Types of the user's arrays.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut [f32], grad: &[f32], state: &mut Vec<f32>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
