//! Fields that would be state.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use ndarray::{Array2, ArrayD};
use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub momentum: ArrayD<f32>,
    pub preconditioner: Option<Array2<f64>>,
    pub last_norm: Cell<f64>,
    pub history: RefCell<Vec<f64>>,
    pub calls: AtomicU64,
    pub shared: Mutex<f64>,
    pub per_name: HashMap<String, f64>,
    pub buffer: Tensor,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
