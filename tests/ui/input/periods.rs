//! Arguments of a question of time in the condition of an input: numbers that are too small, of another type, too many and none.

use optim_std::author::*;

#[optimizer(input <
    a if every(0),
    b if every(10, 0) || after(0),
    c if every(1.5),
    d if every(10, 1.0),
    e if at(-1),
    f if every(self.rate) && !every(),
    g if after(1, 2),
    h if every(self.lr),
    i if every(self.many),
    j if every(true) || every("x"),
>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 5.0)]
    pub rate: f64,
    #[hyper(default = [5.0])]
    pub many: Vec<f64>,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
