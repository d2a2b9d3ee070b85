//! Arguments of `#[hyper(…)]`.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(schedule)]
    pub lr: f64,
    #[hyper(default = 0.1, default = 0.2)]
    pub twice: f64,
    #[hyper(default)]
    pub no_value: f64,
    #[hyper(range = 1.0)]
    pub no_range: f64,
    #[hyper(range = 1.0..0.0)]
    pub empty: f64,
    #[hyper(default = 2.0, range = 0.0..1.0)]
    pub outside: f64,
    #[hyper(default = (0.9, 1.5), range = (0.0..1.0, 0.0..1.0))]
    pub betas: (f64, f64),
    #[hyper(range = (0.0.., 0.0.., 0.0..))]
    pub two: (f64, f64),
    #[hyper(scheduled)]
    pub flag: bool,
    #[hyper(scheduled)]
    pub count: usize,
    #[hyper(range = 0.0..1.0)]
    pub choice: bool,
    #[hyper(scheduled = true)]
    pub valued: f64,
    #[hyper = 1.0]
    pub no_parentheses: f64,
    #[hyper(scheduled)]
    #[hyper(default = 1.0)]
    pub split: f64,
    #[hyper(default = 0.1 +)]
    pub half: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
