//! Rows, columns, matrices and scalars next to tensors.

use super::assert_plan;

/// Rows before columns before the tensor that uses both.
#[test]
fn small_shapes_come_first() {
    assert_plan(
        "row: rows = 0.0, col: cols = 0.0",
        "
            state.row = 0.9 * state.row + grad.square().row_mean();
            state.col = 0.9 * state.col + grad.square().col_mean();
            *param -= self.lr * grad / (state.row * state.col).sqrt();
        ",
        "
            scalars 0.9, 0.9, lr
            pass over Tensor
                reads grad
                computes 2
                reduces mean(square(grad))
                reduces mean(square(grad))
            pass over Cols
                reads col, scratch 1 (Cols) as mean(square(grad))
                takes 0.9
                computes 2
                col = ((0.9 * col) + mean(square(grad)))
                scratch 3 (Cols) = ((0.9 * col) + mean(square(grad)))
            pass over Rows
                reads row, scratch 0 (Rows) as mean(square(grad))
                takes 0.9
                computes 2
                row = ((0.9 * row) + mean(square(grad)))
                scratch 2 (Rows) = ((0.9 * row) + mean(square(grad)))
            pass over Tensor
                reads param, grad, row as ((… * …) + mean(…)), col as ((… * …) + mean(…))
                takes lr
                computes 5
                param = (param - ((… * grad) / sqrt(…)))
        ",
    );
}

/// The tensors' pass of the level needs the old rows: they are stored one level later.
#[test]
fn a_row_of_the_tensor_pass_waits() {
    assert_plan(
        "row: rows = 0.0",
        "
            let old = state.row;
            state.row = 2.0 * old;
            *param -= self.lr * grad * old;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads param, row, grad
                takes lr
                computes 3
                param = (param - ((… * grad) * row))
            pass over Rows
                reads row
                takes 2.0
                computes 1
                row = (2.0 * row)
        ",
    );
}

/// Matrices before rows.
#[test]
fn one_number_per_matrix() {
    assert_plan(
        "row: rows = 0.0",
        "
            let scale = grad.matrix_norm();
            state.row = state.row + grad.row_mean() / (scale + 1.0);
            *param -= self.lr * grad / (scale + 1.0) * state.row;
        ",
        "
            scalars 1.0, lr, 1.0
            pass over Tensor
                reads grad
                computes 0
                reduces scale: norm(grad)
                reduces mean(grad)
            pass over Matrices
                reads scratch 0 (Matrices) as scale
                takes 1.0, 1.0
                computes 2
                scratch 2 (Matrices) = (scale + 1.0)
                scratch 3 (Matrices) = (scale + 1.0)
            pass over Rows
                reads row, scratch 1 (Rows) as mean(grad), scratch 2 (Matrices) as (scale + 1.0)
                computes 2
                row = (row + (mean(grad) / (scale + …)))
                scratch 4 (Rows) = (row + (mean(grad) / (scale + …)))
            pass over Tensor
                reads param, grad, row as (row + (… / …)), scratch 3 (Matrices) as (scale + 1.0)
                takes lr
                computes 4
                param = (param - ((… / …) * (… + …)))
        ",
    );
}

/// A reduction runs over the elements that it joins.
#[test]
fn reductions_of_rows_are_passes_over_rows() {
    assert_plan(
        "row: rows = 0.0",
        "
            state.row = 0.9 * state.row + grad.row_sum();
            *param -= self.lr * grad / state.row.mean();
        ",
        "
            scalars 0.9, lr
            pass over Tensor
                reads grad
                computes 0
                reduces sum(grad)
            pass over Rows
                reads row, scratch 0 (Rows) as sum(grad)
                takes 0.9
                computes 2
                row = ((0.9 * row) + sum(grad))
                reduces mean(((… * …) + sum(grad)))
            pass over Tensor
                reads param, grad
                takes lr, mean((… + …))
                computes 3
                param = (param - ((… * grad) / mean(…)))
        ",
    );
}

/// A row and a tensor have a dot product over the tensor.
#[test]
fn dot_joins_both_shapes() {
    assert_plan(
        "row: rows = 0.0",
        "
            *param -= self.lr * grad * (state.row * grad).dot(*param);
        ",
        "
            scalars lr
            pass over Tensor
                reads param, row, grad
                computes 1
                reduces dot((row * grad), param)
            pass over Tensor
                reads param, grad
                takes lr, dot((… * grad), param)
                computes 3
                param = (param - ((… * grad) * dot(…, …)))
        ",
    );
}

/// Scalars that need a reduction follow it; the others come first.
#[test]
fn scalars_of_each_level() {
    assert_plan(
        "s: scalar = 0.0",
        "
            let early = self.lr * 2.0;
            state.s = state.s + grad.norm();
            *param -= early / (state.s + 1.0) * grad;
        ",
        "
            scalars s, early: (lr * 2.0), 1.0
            pass over Tensor
                reads grad
                computes 0
                reduces norm(grad)
            scalars (early / ((… + …) + 1.0))
            pass over Tensor
                reads param, grad
                takes (early / (… + …))
                computes 2
                param = (param - ((early / …) * grad))
        ",
    );
}

/// A level that has nothing but scalars is a level.
#[test]
fn scalars_after_the_last_pass() {
    assert_plan(
        "s: scalar = 0.0",
        "
            state.s = 2.0 * (grad / grad.norm()).norm();
            *param -= self.lr * grad;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
                reduces norm(grad)
            pass over Tensor
                reads grad
                takes norm(grad)
                computes 1
                reduces norm((grad / norm(grad)))
            scalars (2.0 * norm((grad / …)))
        ",
    );
}

/// A loop over scalars is scalar code.
#[test]
fn a_scalar_loop() {
    assert_plan(
        "s: scalar = 0.0",
        "
            let mut power = self.lr;
            for i in 0..self.k { power = power * self.lr + i as f64; }
            state.s = power;
            *param -= power * grad;
        ",
        "
            scalars power''': end of power
            pass over Tensor
                reads param, grad
                takes power'''
                computes 2
                param = (param - (power''' * grad))
        ",
    );
}

/// It runs after the reduction that it starts from.
#[test]
fn a_scalar_loop_of_a_reduction() {
    assert_plan(
        "",
        "
            let mut scale = grad.norm();
            for _ in 0..self.k { scale = scale * self.lr; }
            *param -= scale * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                reduces scale: norm(grad)
            scalars scale''': end of scale
            pass over Tensor
                reads param, grad
                takes scale'''
                computes 2
                param = (param - (scale''' * grad))
        ",
    );
}
