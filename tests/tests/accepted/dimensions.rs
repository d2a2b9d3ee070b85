//! States with other dimensions than the parameter.

use optim_std::author::*;
use optim_std::testing::check;

mod wide {
    /// A dimension.
    pub(crate) const WIDTH: u8 = 2;
}

#[test]
fn dimensions_of_all_forms() {
    #[optimizer(state <
        /// Pairs that are also kinds.
        same: (rows, cols) = param,
        per_row: ((rows), 1) = 0.5,
        per_col: (1, param.cols()) = 0.0,
        one: (1, 1) = 0.25,
        per_matrix: matrices = { self.first },
        /// Other pairs, some under a condition.
        square: (param.rows(), rows) = eye({ self.first }) if param.ndim() >= 2 && self.k > 1,
        table: (wide::WIDTH, if self.k > 2 { 3 } else { self.k }) = -0.5,
        deep: (min(rows, min(cols, self.k)), min(cols, cols)) = 0.0,
        min: (min(self.k, rows), 1) = 1.0,
        rows: (self.k * 2 + 1, rows) = 0.125,
    >)]
    #[derive(Debug, Clone)]
    struct Forms {
        #[hyper(default = 0.1, scheduled)]
        lr: f64,
        #[hyper(default = 0.5, range = 0.1..=1.0)]
        first: f64,
        #[hyper(default = 2, range = 1..=4)]
        k: usize,
    }

    #[optimizer]
    impl Forms {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let k = self.k;
            state.same = state.same.lerp(grad, 0.5);
            state.per_row += grad.row_mean();
            state.per_col += grad.col_mean();
            (state.one, state.per_matrix) = (state.per_matrix * 0.5, state.one + grad.matrix_mean());
            if k > 1 && param.ndim() >= 2 {
                let (mut a, b): (Tensor, Tensor) = (state.square, grad.matmul(grad.t()));
                for _ in 0..k {
                    a = 0.5 * (a + 0.1 * b.matmul(a).tanh());
                }
                state.square = a;
                *param -= 0.01 * a.matmul(grad);
            }
            self.shrink(state);
            state.deep = full(0.25);
            state.min = select(state.min > 0.5, 0.5 * state.min, state.min + 0.4);
            let sums = [state.min.matrix_sum(), state.deep.matrix_mean(), state.table.matrix_amax()];
            for sum in sums {
                *param -= 0.01 * sum;
            }
            state.rows = 0.9 * state.rows + (state.same.row_mean().matrix_mean() - state.table.mean());
            *param -= self.lr * (state.same + state.per_row * state.per_col + state.rows.t().row_mean());
        }

        fn shrink(&self, state: &mut State<Self>) {
            state.table = self.halved(state.table);
            state.deep = self.halved(state.deep) + 0.1;
        }

        fn halved(&self, x: Tensor) -> Tensor {
            if self.k > 3 { 0.5 * x } else { x * 0.75 }
        }
    }

    check::<Forms>();
}
