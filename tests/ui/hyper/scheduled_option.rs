use optim_std::author::*;

#[optimizer(state <momentum = 0.0>)]
#[derive(Debug, Clone)]
pub struct Bare {
    #[hyper(default = None, scheduled)]
    pub lr: Option<f64>,
}

#[optimizer]
impl Bare {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum += grad;
        *param -= self.lr * grad;
    }
}

#[optimizer(state <momentum = 0.0>)]
#[derive(Debug, Clone)]
pub struct Taken {
    #[hyper(default = None, scheduled)]
    pub lr: Option<f64>,
}

#[optimizer]
impl Taken {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum += grad;
        let lr = match self.lr {
            Some(lr) => lr,
            None => 0.1,
        };
        let half = self.lr.unwrap_or(0.5);
        if let Some(0.5) = self.lr {
            *param -= grad;
        }
        if let Some(lr) = self.lr {
            lr *= 2.0;
            if lr > 1.0 {
                *param -= grad;
            }
        }
        *param -= lr * half * grad;
    }
}

#[optimizer(state <momentum = 0.0>)]
#[derive(Debug, Clone)]
pub struct Whole {
    #[hyper(default = None, scheduled)]
    pub every: Option<u32>,
}

#[optimizer]
impl Whole {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum += grad;
        *param -= grad;
    }
}

fn main() {}
