use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Numbers {
    #[hyper(default = 0.1, none = 0.0)]
    pub lr: f64,
    #[hyper(default = None, none)]
    pub momentum: Option<f64>,
    #[hyper(default = None, none = 0.0)]
    pub every: Option<u32>,
    #[hyper(default = None, non = 0.0)]
    pub last: Option<f64>,
    #[hyper(default = None, none = 0.0, range = 0.5..)]
    pub least: Option<f64>,
}

#[optimizer]
impl Numbers {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
