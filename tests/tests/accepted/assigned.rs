//! The assignments that messages about `zero_` and `fill_` suggest, for places of each kind: see `ui/calls/assigned_by_a_method.rs`.

use optim_std::author::*;
use optim_std::testing::check;

#[optimizer(state <
    m = 0.0,
    age: scalar = 1.0,
    count: global = 1.0,
    r: rows = 1.0,
    c: cols = 1.0,
    each: matrices = 1.0,
    square: (rows, rows) = 1.0,
    along: [along; param.ndim()] = 1.0,
    without: [without(0); 2] = 1.0,
>)]
#[derive(Debug, Clone, PartialEq)]
struct Filled {
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    lr: f64,
}

#[optimizer]
impl Filled {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut sum = state.m + state.age + state.count + state.r + state.c + state.each + state.without[1];
        for i in 0..param.ndim() {
            sum += state.along[i];
            state.along[i] = full(self.lr).amax_along(i);
        }
        sum += state.square.matmul(grad);
        *param = full(0.0);
        *param -= self.lr * sum;
        state.m = full(self.lr);
        state.age = scalar(0.0);
        state.count = scalar(0.5);
        state.r = full(self.lr).row_amax();
        state.c = full(0.5).col_amax();
        state.each = full(0.5).matrix_amax();
        state.square = full(0.0);
        state.without[1] = full(0.0).amax_without(0);
    }
}

#[test]
fn places_are_filled() {
    check::<Filled>();
}
