//! Places that functions change: states, list items, variables, the parameter.

use optim_std::author::*;
use optim_std::testing::check;

#[optimizer]
fn averaged(average: &mut Tensor, value: Tensor, beta: Scalar) {
    *average = beta * *average + (1.0 - beta) * value;
}

#[optimizer]
fn counted(count: &mut Scalar, by: Scalar) -> Scalar {
    *count += by;
    *count
}

/// Changes two places, the first through another function.
#[optimizer(uses(averaged))]
fn exchanged(a: &mut Tensor, b: &mut Tensor) {
    let old = *a;
    averaged(a, *b, 0.25);
    averaged(&mut *b, old, 0.75);
}

#[optimizer(state <m = 0.0, row: rows = 0.0, history: [tensor; self.n] = 0.0, times: scalar = 0.0, all: global = 0.0>)]
#[derive(Debug, Clone)]
struct Places {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 3, range = 3..)]
    n: usize,
    #[hyper(default = 0.01, scheduled, shared)]
    by: f64,
}

#[optimizer(uses(averaged, counted, exchanged))]
impl Places {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        averaged(&mut state.m, grad - state.m, 0.9);
        averaged(&mut state.row, grad.row_mean(), 0.5);
        averaged(&mut state.history[slot(self.n)], state.m, self.lr);
        exchanged(&mut state.history[0], &mut state.history[2]);
        let times = counted(&mut state.times, 1.0);
        let all = counted(&mut state.all, self.by);
        let mut update = state.m + state.row;
        averaged(&mut update, state.history[1], 0.5);
        let mut turns = [grad; self.n];
        averaged(&mut turns[1], update, 0.5);
        self.through(param, turns[1]);
        averaged(param, *param - self.lr * update / (times + all), 0.01);
    }

    fn through(&self, place: &mut Tensor, value: Tensor) {
        averaged(place, *place - self.lr * value, 0.5);
    }
}

#[test]
fn places_are_changed_where_they_are() {
    check::<Places>();
}
