//! Methods of numbers on settings of other types.

use optim_std::author::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Choice)]
pub enum Mode {
    Fast,
    Slow,
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = Mode::Fast)]
    pub mode: Mode,
    #[hyper(default = (0.9, 0.99))]
    pub betas: (f64, f64),
    #[hyper(default = 5)]
    pub k: usize,
    #[hyper(default = None)]
    pub limit: Option<f64>,
    #[hyper(default = None, scheduled)]
    pub rate: Option<f64>,
    #[hyper(default = true)]
    pub flag: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let a = self.betas.sqrt();
        let b = self.k.square();
        let c = self.limit.square();
        let d = self.lr * self.rate.sqrt();
        let e = param.ndim(1);
        let f = self.betas.rev();
        let g = self.limit.sqrt();
        let h = self.flag.sqrt();
        let i = self.k.sqrt();
        *param -= self.lr * grad;
    }
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Other {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = Mode::Fast)]
    pub mode: Mode,
}

#[optimizer]
impl Other {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let a = self.mode.max(self.mode);
        *param -= self.lr * grad;
    }
}

fn main() {}
