//! Lists of other things than numbers, lists inside of other settings, and lists where a number stands.

use optim_std::author::*;

#[optimizer(state <buffers: [tensor; self.betas] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Many {
    #[hyper(default = [0.0, 0.9], scheduled)]
    pub betas: Vec<f64>,
    #[hyper(default = [0.5, 1.5], range = 0.0..=1.0)]
    pub others: Vec<f64>,
    #[hyper(default = None)]
    pub perhaps: Option<Vec<f64>>,
    pub pair: (Vec<f64>, f64),
    pub table: Vec<Vec<f64>>,
    pub words: Vec<String>,
    #[hyper(default = [1.0], range = (0.0.., 0.0..))]
    pub ranged: Vec<f64>,
}

#[optimizer]
impl Many {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.buffers[0] = grad;
        *param -= grad;
    }
}

fn main() {}
