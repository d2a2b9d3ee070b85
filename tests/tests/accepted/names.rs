//! Names that are easily confused with others.

use optim_std::author::*;
use optim_std::testing::check;

#[optimizer(state <norm = 0.0, select_ = 0.0, lr_ = 0.0>)]
#[derive(Debug, Clone)]
struct Names {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = 0.5)]
    r#type: f64,
    #[hyper(default = 0.5)]
    shape: f64,
    #[hyper(default = 0.5)]
    cx: f64,
}

#[optimizer]
impl Names {
    fn step(&self, p: &mut Tensor, g: Tensor, s: &mut State<Self>, count: Scalar) {
        let norm = g.norm();
        let select_ = norm + 1.0;
        let full_ = 2.0;
        let state = g * full_;
        let param = state - *p;
        let grad = param / select_;
        let (shape, cx, index, lens) = (self.shape, self.cx, 1.0, 2.0);
        let r#type = self.r#type;
        let x = grad * shape * cx * index * lens * r#type;
        let x = x + 1.0;
        let x = {
            let x = x * 0.5;
            x
        };
        let recorder = x;
        let lr = self.lr;
        s.norm = x;
        s.select_ = s.norm + g;
        s.lr_ = recorder / count;
        *p -= lr * (s.lr_ + s.select_);
    }
}

#[test]
fn names() {
    check::<Names>();
}
