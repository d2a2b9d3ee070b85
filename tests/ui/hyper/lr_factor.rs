//! The state that multiplies the learning rate.

use optim_std::author::*;

#[optimizer(state <scale: global = 1.0>, lr_factor(scal))]
#[derive(Debug, Clone)]
struct Unknown {
    lr: f64,
}

#[optimizer]
impl Unknown {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[optimizer(lr_factor(scale))]
#[derive(Debug, Clone)]
struct Undeclared {
    lr: f64,
}

#[optimizer]
impl Undeclared {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[optimizer(state <scale = 1.0>, lr_factor(scale))]
#[derive(Debug, Clone)]
struct OfElements {
    lr: f64,
}

#[optimizer]
impl OfElements {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[optimizer(state <scale: [global; 2] = 1.0>, lr_factor(scale))]
#[derive(Debug, Clone)]
struct Listed {
    lr: f64,
}

#[optimizer]
impl Listed {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[optimizer(lr_factor())]
#[derive(Debug, Clone)]
struct Empty {
    lr: f64,
}

#[optimizer]
impl Empty {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[optimizer(state <a: global = 1.0, b: global = 1.0>, lr_factor(a, b))]
#[derive(Debug, Clone)]
struct Two {
    lr: f64,
}

#[optimizer]
impl Two {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[optimizer(lr_factor)]
#[derive(Debug, Clone)]
struct Alone {
    lr: f64,
}

#[optimizer]
impl Alone {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
